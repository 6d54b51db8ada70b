from __future__ import annotations

import asyncio
import json
import socket

import pytest

from railbird_server.config import ServerSettings
from railbird_server.runtime import outbox
from railbird_server.runtime.network import transport
from railbird_server.runtime.outbox import MAX_UNREAD_FRAMES
from railbird_server.runtime.server import Server
from railbird_server.runtime.session import Session
from railbird_server.runtime.tables.deck_source import shuffled
from railbird_shared.protocol.commands import ListTables, SendChat
from railbird_shared.protocol.events import HandVoided, PublicEvent
from railbird_shared.protocol.messages import Chat, GoingDown, Snapshot, Step, TableClosed
from support.network_clients import (
    HeadlessClient,
    SocketLink,
    connect_in_memory,
    connect_over_socket,
    open_socket,
    run_server,
)
from support.timeouts import TIMEOUT_SECONDS


async def test_a_server_listens_at_the_address_it_names() -> None:
    async with run_server() as server:
        assert server.address == f"ws://127.0.0.1:{server.port}"
        await connect_over_socket(server)


async def test_a_server_on_all_interfaces_names_an_address_for_this_machine() -> None:
    async with run_server(host="0.0.0.0") as server:
        assert server.address == f"ws://127.0.0.1:{server.port}"
        await connect_over_socket(server)


async def test_a_server_knows_whether_it_listens_everywhere() -> None:
    for host, everywhere in (("127.0.0.1", False), ("localhost", False), ("0.0.0.0", True), ("0", True)):
        async with run_server(host=host) as server:
            assert server.everywhere is everywhere


async def test_a_server_without_a_host_does_not_listen() -> None:
    with pytest.raises(ValueError, match="everywhere"):
        await Server(ServerSettings(host="", port=0), shuffled).start()


@pytest.mark.parametrize("another", [False, True])
async def test_a_server_whose_port_is_taken_listens_at_the_next_one_if_it_may(*, another: bool) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = Server(ServerSettings(port=port, another_port=another, discovery=False), shuffled)
        if another:
            async with server:
                assert port < server.port
                assert server.address == f"ws://127.0.0.1:{server.port}"
                await connect_over_socket(server)
        else:
            with pytest.raises(OSError, match="in use"):
                await server.start()


async def test_a_stopping_server_voids_the_hand_and_tells_everybody_their_chips() -> None:
    async with run_server() as server:
        wren, heron, jay = [await connect_in_memory(server, name) for name in ("Wren", "Heron", "Jay")]
        table = await wren.open_table(buy_in=200)
        for other in (heron, jay):
            await other.watch(table)
        await wren.sit()
        await heron.sit()
        for player in (wren, heron):
            await player.wait_for_view(lambda view: view.playing and view.total_pot > 0)
    for player in (wren, heron, jay):
        closed = await player.wait_for(TableClosed)
        voided = [event for event in public_events(player) if isinstance(event, HandVoided)]
        assert [(event.reason, event.deal_again, event.because) for event in voided] == [
            ("The server stops.", False, ("IR-13",))
        ]
        assert sorted(chips for _, chips in voided[0].returned) == [1, 2]
        bet = dict(voided[0].returned).get({wren: 1, heron: 2}.get(player, 0))
        result = f" Your bet of {bet} came back: 200, bought 200, even."
        assert closed.reason == "The server stops." + (result if player is not jay else "")
        await player.wait_for(GoingDown)


def public_events(client: HeadlessClient) -> list[PublicEvent]:
    return [event for message in client.messages if isinstance(message, Step) for event in message.public]


async def test_two_servers_cannot_share_a_port() -> None:
    async with run_server() as server:
        with pytest.raises(OSError, match="in use"):
            async with run_server(port=server.port):
                pass


async def test_responses_do_not_name_the_server_software() -> None:
    async with run_server() as server:
        line = await open_socket(server)
        response = line.socket.response
        assert response is not None
        assert "Server" not in response.headers
        assert "Sec-WebSocket-Extensions" not in response.headers
        await line.close()


@pytest.fixture
def _only_the_wire_is_impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would wait for longer than the test does, whomever it waits for."""
    monkeypatch.setattr(transport, "CLOSE_TIMEOUT", 0.05)
    monkeypatch.setattr("railbird_server.runtime.server.OPEN_TIMEOUT", 10 * TIMEOUT_SECONDS)
    monkeypatch.setattr("railbird_server.runtime.server.CLOSE_TIMEOUT", 10 * TIMEOUT_SECONDS)


@pytest.mark.usefixtures("_only_the_wire_is_impatient")
async def test_a_silent_client_does_not_delay_shutdown() -> None:
    async with run_server() as server:
        flooding, deaf = await open_socket(server), await open_socket(server, small_buffers=True)
        deaf.socket.transport.pause_reading()
        for line in (flooding, deaf):
            await line.send_frame(json.dumps({"type": "hello", "v": 1, "name": "Rook"}))
        flood = asyncio.create_task(flood_with(flooding))
        await (await connect_in_memory(server)).expect_accepted(ListTables())
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await server.stop()
        finally:
            flood.cancel()


@pytest.mark.usefixtures("_only_the_wire_is_impatient")
async def test_an_unfinished_request_does_not_delay_shutdown() -> None:
    async with run_server() as server:
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            slow.sendall(b"GET / HTTP/1.1\r\n")
            await connect_over_socket(server)  # who came before has been let in by now
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await server.stop()


async def flood_with(line: SocketLink) -> None:
    while True:
        await line.send_frame('{"type":"list-tables"}')
        await asyncio.sleep(0)


async def test_a_server_without_clients_can_stop() -> None:
    async with run_server():
        pass


async def test_clients_in_memory_get_going_down_too() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
    assert isinstance(await wren.wait_for(GoingDown), GoingDown)


async def test_a_slow_watcher_delays_nobody_and_gets_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MAX_STALL_SECONDS", TIMEOUT_SECONDS)
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await heron.watch(await wren.open_table())
        for number in range(2 * MAX_UNREAD_FRAMES):
            await wren.expect_accepted(SendChat(text=f"line {number}"))
        await heron.wait_for(Snapshot)
        heard = sum(isinstance(message, Chat) for message in heron.messages)
        assert heard < 2 * MAX_UNREAD_FRAMES
        await wren.expect_accepted(SendChat(text="still there?"))
        await heron.wait_for(Chat, lambda chat: chat.text == "still there?")


async def test_a_fault_with_one_slow_client_does_not_stop_the_check_of_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(outbox, "MAX_STALL_SECONDS", TIMEOUT_SECONDS)
    look = Session.check_backpressure

    def fail_for_rook(session: Session, now: float) -> None:
        if session.player.name == "Rook":
            raise RuntimeError("secret")
        look(session, now)

    monkeypatch.setattr(Session, "check_backpressure", fail_for_rook)
    async with run_server() as server:
        wren, heron, _ = (
            await connect_in_memory(server),
            await connect_in_memory(server, "Heron"),
            await connect_in_memory(server, "Rook"),
        )
        await heron.watch(await wren.open_table())
        for number in range(2 * MAX_UNREAD_FRAMES):
            await wren.expect_accepted(SendChat(text=f"line {number}"))
        await heron.wait_for(Snapshot)
    assert "RuntimeError" in caplog.text
    assert "secret" not in caplog.text


async def test_clients_are_told_different_times_to_come_back() -> None:
    async with run_server() as server:
        clients = [await connect_in_memory(server, f"Wren {number}") for number in range(8)]
    times = [(await client.wait_for(GoingDown)).retry for client in clients]
    assert len(set(times)) > 1
    assert all(2000 <= time <= 6000 for time in times)
