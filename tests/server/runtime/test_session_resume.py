"""Players who reconnect at difficult moments."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest

from railbird_server.runtime.server import Server
from railbird_server.runtime.session import Session
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol.commands import Command, Hello, Leave, Resume, SendChat, Sit, Watch
from railbird_shared.protocol.events import HandEnded, HandStarted, YourCards
from railbird_shared.protocol.messages import Chat, Message, Refused, Snapshot, Step, TableClosed
from support.network_clients import HeadlessClient, choose_passively, connect_in_memory, run_server


@pytest.fixture(autouse=True)
def _nothing_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.WARNING] == []


async def again(
    server: Server, old: HeadlessClient, *commands: Command, resume: Resume | None = None
) -> HeadlessClient:
    """Returns the same player on a newer connection, which has sent all these commands at once."""
    new = HeadlessClient(server.connect_in_memory())
    for command in (Hello(v=PROTOCOL_VERSION, name="Wren", token=old.welcome.token, resume=resume), *commands):
        await new.link.send(command)
    return new


async def test_commands_of_a_replaced_connection_are_ignored() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        table = await heron.open_table()
        old = await connect_in_memory(server)
        await old.watch(table)
        new = await again(server, old, Watch(table=table), Leave())
        await old.link.send(Sit())
        await new.wait_for(TableClosed)
        assert all(seat is None for seat in (await heron.watch(table)).seats)


async def test_a_connection_replaced_while_changing_tables_does_not_enter() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        first, second = await heron.open_table(), await heron.open_table(name="Attic")
        old = await connect_in_memory(server)
        await old.watch(first)
        await old.link.send(Watch(table=second))
        new = await again(server, old, Watch(table=second))
        await new.wait_for(Snapshot)
        await heron.expect_accepted(SendChat(text="Good evening."))
        assert (await new.wait_for(Chat)).name == "Heron"


async def test_a_session_that_has_ended_is_not_kept_for_its_commands() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        player = server._lobby.players.by_token(wren.welcome.token)
        assert player is not None
        session = player.viewer
        assert isinstance(session, Session)
        await wren.link.close()
        await session.ended.wait()
        [sent] = player.recent_commands._sent.values()
        assert sent.answer is not None
        assert sent.asker is None


async def test_two_connections_do_not_get_two_seats() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        first, second = await heron.open_table(), await heron.open_table(name="Attic")
        old = await connect_in_memory(server)
        await old.watch(first)
        await old.link.send(Sit(id=7))
        new = await again(server, old, Watch(table=second), Sit(id=8))
        assert (await new.wait_for(Refused)).code == "seated-elsewhere"


@pytest.mark.parametrize("heard_of_it", [False, True], ids=["just before", "just after"])
async def test_a_player_disconnected_as_a_hand_begins_plays_it(heard_of_it: bool) -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await heron.watch(await wren.open_table())
        await wren.sit()
        await heron.sit()
        others = asyncio.create_task(heron.play_hands(choose_passively, hands=4))
        place, view = wren.resume_point, wren.view
        while not starts_a_hand(wren.messages[-1], 3):
            place, view = wren.resume_point, wren.view
            await wren.act_if_in_turn(choose_passively)
            await wren.receive()
        cards = wren.view.you.cards if wren.view else ()
        if heard_of_it:
            place, view = wren.resume_point, wren.view
        await wren.close()
        again = HeadlessClient(server.connect_in_memory())
        again.resume_point, again.view = place, view
        await again.login(token=wren.welcome.token, resume=place)
        await again.play_hands(choose_passively, hands=4)
        await others
        steps = [each for each in again.messages if isinstance(each, Step)]
        begun = [event.hand for step in steps for event in step.public if isinstance(event, HandStarted)]
        ended = [event.hand for step in steps for event in step.public if isinstance(event, HandEnded)]
        dealt = [event.cards for step in steps for event in step.private if isinstance(event, YourCards)]
        assert not any(isinstance(each, Snapshot) for each in again.messages)
        assert begun[0] == (4 if heard_of_it else 3)
        assert heard_of_it or dealt[0] == cards
        assert ended[:2] == [3, 4]


def starts_a_hand(message: Message, number: int) -> bool:
    return isinstance(message, Step) and any(
        isinstance(event, HandStarted) and event.hand == number for event in message.public
    )


async def test_a_player_seated_elsewhere_does_not_resume_another_table() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        first, second = await heron.open_table(), await heron.open_table(name="Attic")
        old = await connect_in_memory(server)
        await old.watch(first)
        place = old.resume_point
        await old.watch(second)
        await old.sit()
        new = await again(server, old, resume=place)
        assert (await new.wait_for(TableClosed)).reason.startswith("You still have a seat at another table")


async def test_a_player_who_resumes_after_a_change_of_host_gets_a_snapshot_with_the_new_host() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await heron.watch(await wren.open_table())
        await heron.sit()
        jay = await connect_in_memory(server, "Jay")
        assert (await jay.watch(wren.view.table if wren.view else "")).host == "Wren"
        await jay.close()
        await wren.expect_accepted(Leave())
        snapshot = await heron.wait_for(Snapshot, lambda snapshot: snapshot.view.host == "Heron")
        assert snapshot.view.you.is_host
        returned = await again(server, jay, resume=jay.resume_point)
        view = (await returned.wait_for(Snapshot)).view
        assert (view.host, view.you.is_host) == ("Heron", False)
