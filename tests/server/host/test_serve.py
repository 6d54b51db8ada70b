from __future__ import annotations

import asyncio
import json
import socket

import pytest

from patience import PATIENCE_SECONDS
from railbird_server.host import outbox, serve, wire
from railbird_server.host.outbox import MOST_BEHIND
from railbird_server.host.session import Session
from railbird_shared.commands import ListTables, Say
from railbird_shared.messages import Chat, GoingDown, Snapshot
from talking import SocketLine, call, call_by_socket, dial, serving


async def test_a_server_listens_where_it_says() -> None:
    async with serving() as server:
        assert server.address == f"ws://127.0.0.1:{server.port}"
        await call_by_socket(server)


async def test_a_server_for_everybody_names_an_address_for_this_machine() -> None:
    async with serving(host="0.0.0.0") as server:
        assert server.address == f"ws://127.0.0.1:{server.port}"
        await call_by_socket(server)


async def test_two_servers_cannot_share_a_port() -> None:
    async with serving() as server:
        with pytest.raises(OSError, match="in use"):
            async with serving(port=server.port):
                pass


async def test_the_server_tells_little_about_itself() -> None:
    async with serving() as server:
        line = await dial(server)
        response = line.socket.response
        assert response is not None
        assert "Server" not in response.headers
        assert "Sec-WebSocket-Extensions" not in response.headers
        await line.close()


@pytest.fixture
def _only_the_wire_is_impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would wait for longer than the test does, whomever it waits for."""
    monkeypatch.setattr(wire, "PATIENCE", 0.05)
    monkeypatch.setattr(serve, "OPENING", 10 * PATIENCE_SECONDS)
    monkeypatch.setattr(serve, "CLOSING", 10 * PATIENCE_SECONDS)


@pytest.mark.usefixtures("_only_the_wire_is_impatient")
async def test_a_client_that_neither_speaks_nor_listens_does_not_hold_up_the_end() -> None:
    async with serving() as server:
        flooding, deaf = await dial(server), await dial(server, narrow=True)
        deaf.socket.transport.pause_reading()
        for line in (flooding, deaf):
            await line.say(json.dumps({"type": "hello", "v": 1, "name": "Rook"}))
        flood = asyncio.create_task(flood_with(flooding))
        await (await call(server)).agree(ListTables())
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await server.stop()
        finally:
            flood.cancel()


@pytest.mark.usefixtures("_only_the_wire_is_impatient")
async def test_a_client_that_never_ends_its_request_does_not_hold_up_the_end() -> None:
    async with serving() as server:
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            slow.sendall(b"GET / HTTP/1.1\r\n")
            await call_by_socket(server)  # who came before has been let in by now
            async with asyncio.timeout(PATIENCE_SECONDS):
                await server.stop()


async def flood_with(line: SocketLine) -> None:
    while True:
        await line.say('{"type":"list-tables"}')
        await asyncio.sleep(0)


async def test_a_server_can_stop_while_nobody_is_there() -> None:
    async with serving():
        pass


async def test_those_in_memory_are_told_of_the_end_too() -> None:
    async with serving() as server:
        wren = await call(server)
    assert isinstance(await wren.until(GoingDown), GoingDown)


async def test_a_slow_watcher_delays_nobody_and_gets_the_table_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MOST_STALLED", PATIENCE_SECONDS)
    async with serving() as server:
        wren, heron = await call(server), await call(server, "Heron")
        await heron.watch(await wren.open())
        for number in range(2 * MOST_BEHIND):
            await wren.agree(Say(text=f"line {number}"))
        await heron.until(Snapshot)
        heard = sum(isinstance(message, Chat) for message in heron.heard)
        assert heard < 2 * MOST_BEHIND
        await wren.agree(Say(text="still there?"))
        await heron.until(Chat, lambda chat: chat.text == "still there?")


async def test_the_slow_are_looked_after_even_when_one_of_them_cannot_be(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(outbox, "MOST_STALLED", PATIENCE_SECONDS)
    look = Session.check

    def fail_for_rook(session: Session, now: float) -> None:
        if session.person.name == "Rook":
            raise RuntimeError("secret")
        look(session, now)

    monkeypatch.setattr(Session, "check", fail_for_rook)
    async with serving() as server:
        wren, heron, _ = await call(server), await call(server, "Heron"), await call(server, "Rook")
        await heron.watch(await wren.open())
        for number in range(2 * MOST_BEHIND):
            await wren.agree(Say(text=f"line {number}"))
        await heron.until(Snapshot)
    assert "RuntimeError" in caplog.text
    assert "secret" not in caplog.text
