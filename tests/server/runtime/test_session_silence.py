"""Players whose client does not answer, in virtual time: the table sees it, and their connection stands."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from railbird_server.runtime.network.transport import MemoryTransport
from railbird_server.runtime.server import Server
from railbird_shared.network.silence import CHECK_INTERVAL_SECONDS, PING_AFTER_SECONDS, SILENT_AFTER_SECONDS
from railbird_shared.protocol.commands import SendChat
from railbird_shared.protocol.events import ClockExtended, ConnectionChanged
from railbird_shared.protocol.messages import Chat, Step
from support.network_clients import HeadlessClient, connect_in_memory, run_server


class SilentClient:
    """The server's side of one player, whose client answers only as long as the test says so."""

    def __init__(self, server: Server, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        (self.session,) = (each for each in server._sessions if each.player.name == name)
        self.answers = False
        self.pings = 0
        self._now = 1000.0
        monkeypatch.setattr(self.transport, "take_heard", lambda: self.answers)
        monkeypatch.setattr(self.transport, "ping", self._count_ping)
        self.session.check_silence(self._now)

    @property
    def transport(self) -> MemoryTransport:
        transport = self.session._transport
        assert isinstance(transport, MemoryTransport)
        return transport

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / CHECK_INTERVAL_SECONDS)):
            self._now += CHECK_INTERVAL_SECONDS
            self.session.check_silence(self._now)

    def _count_ping(self) -> None:
        self.pings += 1


@pytest.fixture(autouse=True)
def _only_the_test_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def watch_nobody(_: Server) -> None:
        pass

    monkeypatch.setattr(Server, "_watch_clients", watch_nobody)


def says(connected: bool) -> Callable[[Step], bool]:
    return lambda step: any(isinstance(each, ConnectionChanged) and each.connected is connected for each in step.public)


async def seat_two(server: Server) -> tuple[HeadlessClient, HeadlessClient]:
    """Wren and Heron at a table."""
    wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
    await heron.watch(await wren.open_table())
    await wren.sit(seat=1)
    await heron.sit(seat=2)
    return wren, heron


async def test_the_table_sees_who_does_not_answer_and_who_answers_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server() as server:
        wren, heron = await seat_two(server)
        silent = SilentClient(server, "Heron", monkeypatch)
        silent.wait(SILENT_AFTER_SECONDS)
        await wren.wait_for(Step, says(connected=False))
        assert silent.pings == 1
        silent.answers = True
        silent.wait(CHECK_INTERVAL_SECONDS)
        await wren.wait_for(Step, says(connected=True))
        await heron.wait_for(Step, says(connected=True))


async def test_a_client_that_answers_in_time_is_pinged_and_nobody_hears_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server() as server:
        wren, _ = await seat_two(server)
        quiet = SilentClient(server, "Heron", monkeypatch)
        for _ in range(10):
            quiet.answers = False
            quiet.wait(PING_AFTER_SECONDS)
            quiet.answers = True
            quiet.wait(CHECK_INTERVAL_SECONDS)
        await wren.link.send(SendChat(text="Good evening."))
        await wren.wait_for(Chat)
        assert quiet.pings == 10
        steps = [each for each in wren.messages if isinstance(each, Step)]
        assert not any(isinstance(event, ConnectionChanged) for step in steps for event in step.public)


async def test_a_silent_player_in_turn_gets_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server(clock=30) as server:
        wren, heron = await seat_two(server)
        view = await heron.wait_for_view(lambda view: view.turn is not None)
        assert view.turn is not None
        before = view.turn.deadline
        name, other = ("Wren", heron) if view.turn.seat == 1 else ("Heron", wren)
        SilentClient(server, name, monkeypatch).wait(SILENT_AFTER_SECONDS)
        step = await other.wait_for(Step, lambda step: any(isinstance(each, ClockExtended) for each in step.public))
        assert before is not None
        assert ClockExtended(view.turn.seat, before + 15_000, 15_000) in step.public


async def test_spectators_are_not_pinged(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await heron.watch(await wren.open_table())
        watching = SilentClient(server, "Heron", monkeypatch)
        watching.wait(60)
        assert watching.pings == 0


async def test_a_new_connection_of_a_silent_player_is_connected_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server() as server:
        wren, heron = await seat_two(server)
        silent = SilentClient(server, "Heron", monkeypatch)
        silent.wait(SILENT_AFTER_SECONDS)
        await wren.wait_for(Step, says(connected=False))
        await connect_in_memory(server, "Heron", token=heron.welcome.token, resume=heron.resume_point)
        await wren.wait_for(Step, says(connected=True))
        silent.wait(60)
        await wren.link.send(SendChat(text="Good evening."))
        await wren.wait_for(Chat)
        assert wren.view is not None
        assert all(seat.connected for seat in wren.view.occupied)
