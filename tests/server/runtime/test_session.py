from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from railbird_server.runtime.network import transport
from railbird_server.runtime.session import MAX_BAD_FRAMES
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import AddChips, Hello, Leave, ListTables, Resume, SendChat, Sit, Stand, Watch
from railbird_shared.protocol.messages import Chat, GoingDown, Lobby, Refused, TableClosed
from railbird_shared.settings.table_terms import RailTerms
from support.network_clients import (
    connect_in_memory,
    connect_over_socket,
    open_socket,
    run_server,
)

BAD_FRAMES = {
    "empty": "",
    "no json": "hello there",
    "half a message": '{"type":"sit"',
    "a list": "[]",
    "a number": "7",
    "null": "null",
    "no tag": '{"id":1}',
    "unknown tag": '{"type":"cheat"}',
    "a tag of another type": '{"type":7}',
    "a message of the server": '{"type":"accepted","id":1}',
    "an unknown field": '{"type":"leave","player":"p1"}',
    "a missing field": '{"type":"watch"}',
    "text for a number": '{"type":"sit","chips":"200"}',
    "a fraction": '{"type":"sit","chips":1.5}',
    "true for a number": '{"type":"sit","seat":true}',
    "a negative amount": '{"type":"add-chips","chips":-5}',
    "a huge number": '{"type":"add-chips","chips":' + "9" * 400 + "}",
    "a seat that no table has": '{"type":"sit","seat":11}',
    "an unknown act": '{"type":"act","hand":1,"turn":1,"action":{"do":"peek"}}',
    "an unknown card": '{"type":"act","hand":1,"turn":1,"action":{"do":"draw","discards":["1x"]}}',
    "a raise of nothing": '{"type":"act","hand":1,"turn":1,"action":{"do":"raise"}}',
    "deep nesting": "[" * 2000 + "]" * 2000,
    "deep objects": '{"type":' * 500,
    "a lone surrogate": '{"type":"send-chat","text":"\\ud800"}',
    "not a number": '{"type":"sit","chips":NaN}',
    "a long line": '{"type":"send-chat","text":"' + "x" * 1500 + '"}',
}


@pytest.fixture(autouse=True)
def _nothing_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.WARNING] == []


async def test_a_second_hello_is_refused() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        assert await wren.expect_refusal(Hello(v=PROTOCOL_VERSION, name="Heron")) == "hello-again"


# --- bad frames


@pytest.mark.parametrize("frame", BAD_FRAMES.values(), ids=BAD_FRAMES)
async def test_a_bad_frame_is_refused_with_a_sentence_and_the_session_goes_on(frame: str) -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        await wren.socket.send_frame(frame)
        refused = await wren.wait_for(Refused)
        assert refused.id == (1 if '"id":1' in frame else 0)
        assert refused.code in {"invalid", "not-json"}
        assert refused.sentence.endswith(".")
        await wren.expect_accepted(ListTables())


@pytest.mark.parametrize(
    ("frame", "number"),
    [
        ('{"type":"sit","id":7,"chips":"200"}', 7),
        ('{"type":"cheat","id":8}', 8),
        ('{"id":9,"type":"leave","player":"p1"}', 9),
        ('{"type":"leave","id":-1}', 0),
        ('{"type":"leave","id":"7"}', 0),
        ('{"type":"leave","id":7', 0),
    ],
)
async def test_a_bad_frame_is_answered_under_its_id_if_that_can_be_read(frame: str, number: int) -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        await wren.socket.send_frame(frame)
        assert (await wren.wait_for(Refused)).id == number


async def test_a_binary_frame_is_refused() -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        await wren.socket.send_frame(b'{"type":"list-tables"}')
        assert (await wren.wait_for(Refused)).code == "binary"


async def test_invalid_utf8_ends_the_session() -> None:
    async with run_server() as server:
        line = (await connect_over_socket(server)).socket
        await line.socket.send(b"\xff\xfe", text=True)
        assert (await line.wait_closed())[0] == 1007


async def test_a_frame_that_is_too_long_ends_the_session() -> None:
    async with run_server() as server:
        line = (await connect_over_socket(server)).socket
        await line.send_frame("x" * (2 * codec.MAX_COMMAND_BYTES + 1))
        assert (await line.wait_closed())[0] == 1009


async def test_a_command_that_is_too_long_is_refused_in_a_sentence() -> None:
    async with run_server() as server:
        client = await connect_over_socket(server)
        await client.socket.send_frame("x" * (codec.MAX_COMMAND_BYTES + 1))
        assert (await client.wait_for(Refused)).code == "too-long"


async def test_too_many_bad_frames_end_the_session() -> None:
    async with run_server() as server:
        line = (await connect_over_socket(server)).socket
        for _ in range(MAX_BAD_FRAMES):
            await line.send_frame("{")
        words, closed, _ = await line.last_words()
        assert closed == 1008
        assert sum(isinstance(word, Refused) for word in words) == MAX_BAD_FRAMES


# --- floods and half-open doors


async def test_a_flood_of_messages_ends_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "CLOSE_TIMEOUT", 0.05)
    async with run_server(command_rate=10.0, command_burst=20) as server:
        line = (await connect_over_socket(server)).socket
        for _ in range(50_000):
            await line.send_frame('{"type":"list-tables"}')
        assert (await line.wait_closed())[0] == 1008
        heron = await connect_in_memory(server, "Heron")
        await heron.expect_accepted(ListTables())


async def test_malformed_requests_leave_other_clients_undisturbed() -> None:
    with ExitStack() as open_sockets:
        async with run_server() as server:
            for noise in (b"GET / HTTP/1.1\r\nHost: ", b"\x16\x03\x01\x02\x00", b"", b"GET /\r\n\r\n"):
                raw = open_sockets.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                raw.sendall(noise)
            await connect_over_socket(server)


async def test_a_connection_with_an_origin_is_refused() -> None:
    async with run_server() as server:
        with pytest.raises(InvalidStatus) as refused:
            await connect(server.address, origin="http://evil.example", proxy=None)  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403


async def test_connections_from_one_address_are_limited() -> None:
    async with run_server(connections_per_address=2) as server:
        lines = [await open_socket(server) for _ in range(2)]
        with pytest.raises(InvalidStatus) as refused:
            await open_socket(server)
        assert refused.value.response.status_code == 429
        assert b"Too many connections" in (refused.value.response.body or b"")
        await lines[0].close()
        await open_socket(server)


# --- coming back


async def test_a_newer_connection_of_the_same_player_replaces_the_older_one() -> None:
    async with run_server() as server:
        first = await connect_over_socket(server)
        second = await connect_over_socket(server, token=first.welcome.token)
        assert second.welcome.name == "Wren"
        assert second.welcome.token == first.welcome.token
        assert (await first.socket.wait_closed())[0] == 4001
        await second.expect_accepted(ListTables())
        assert (await second.wait_for(Lobby)).people == 1


async def test_the_welcome_of_a_returning_player_names_the_table_of_their_seat() -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        table = await wren.open_table()
        await wren.sit(seat=3)
        wren.socket.abort()
        again = await connect_in_memory(server, token=wren.welcome.token)
        assert again.welcome.table == table
        view = await again.watch(table)
        assert view.you.seat == 3


async def test_chips_bought_twice_under_one_id_are_bought_once() -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        table = await wren.open_table(buy_in=100)
        await wren.sit(chips=100)
        await wren.expect_accepted(AddChips(id=70, chips=30))
        await wren.expect_accepted(AddChips(id=70, chips=30))
        assert await wren.expect_refusal(AddChips(id=70, chips=40)) == "id-used"
        assert wren.resume_point is not None
        again = await connect_in_memory(server, token=wren.welcome.token, resume=Resume(table, "", 0))
        view = await again.wait_for_view(lambda view: view.you.seat is not None)
        assert [seat.bought_in for seat in view.occupied] == [130]
        await again.expect_accepted(AddChips(id=70, chips=30))
        assert (await again.watch(table)).occupied[0].bought_in == 130


# --- commands in the wrong place


async def test_table_commands_are_refused_in_the_lobby() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        for command in (Sit(), Stand(), AddChips(chips=5), Leave()):
            assert await wren.expect_refusal(command) == "no-table"


async def test_watching_an_unknown_table_is_refused() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        assert await wren.expect_refusal(Watch(table="t9")) == "no-such-table"


async def test_nobody_sits_at_two_tables() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        other = await wren.open_table(name="Attic")
        await wren.open_table(name="Kitchen")
        await wren.sit()
        assert await wren.expect_refusal(Watch(table=other)) == "seated-elsewhere"
        await wren.expect_accepted(Leave())
        await wren.watch(other)
        await wren.sit()


async def test_going_to_another_table_leaves_the_first_one() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        attic = await wren.open_table(name="Attic")
        await wren.open_table(name="Kitchen")
        await wren.watch(attic)
        closings = [message for message in wren.messages if isinstance(message, TableClosed)]
        assert closings == [TableClosed(), TableClosed()]
        assert wren.resume_point is not None
        assert wren.resume_point.table == attic


# --- chat


async def test_chat_reaches_everybody_in_the_lobby_cleaned() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await wren.expect_accepted(SendChat(text="good\x1b[2J  evening\u202e"))
        assert await heron.wait_for(Chat) == Chat(name="Wren", text="good evening")


async def test_chat_at_a_table_says_who_speaks_from_the_rail() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        table = await wren.open_table(rail=RailTerms(speaks=True))
        await wren.sit()
        await heron.watch(table)
        await wren.expect_accepted(SendChat(text="hello rail"))
        assert await heron.wait_for(Chat) == Chat(name="Wren", text="hello rail")
        await heron.expect_accepted(SendChat(text="hello table"))
        assert await wren.wait_for(Chat, lambda chat: chat.name == "Heron") == Chat(
            name="Heron", text="hello table", rail=True
        )


async def test_too_much_chat_is_refused() -> None:
    async with run_server(chat_rate=0.001, chat_burst=2) as server:
        wren = await connect_in_memory(server)
        await wren.expect_accepted(SendChat(text="one"))
        await wren.expect_accepted(SendChat(text="two"))
        assert await wren.expect_refusal(SendChat(text="three")) == "chat"
        assert await wren.expect_refusal(SendChat(text="\u200b")) == "chat"


# --- the end


async def test_every_client_gets_going_down_when_the_server_stops() -> None:
    async with run_server() as server:
        line = (await connect_over_socket(server)).socket
        heron = await connect_in_memory(server, "Heron")
        ending = asyncio.create_task(line.wait_closed())
        await asyncio.sleep(0)
    assert (await ending)[0] == 1001
    assert isinstance(codec.decode_message(line.frames[-1]), GoingDown)
    assert isinstance(await heron.wait_for(GoingDown), GoingDown)
