"""The hello that opens a session, and what is said to those who may not come in."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator

import pytest

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.messages import Refused, Welcome
from support.network_clients import HeadlessClient, connect_in_memory, connect_over_socket, open_socket, run_server


def hello(v: int = PROTOCOL_VERSION, **fields: str) -> str:
    """A hello as any client might write it."""
    return json.dumps({"type": "hello", "v": v, **fields})


@pytest.fixture(autouse=True)
def _nothing_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.WARNING] == []


async def test_a_welcome_names_the_player_and_the_games() -> None:
    async with run_server(name="The Nest") as server:
        wren = await connect_in_memory(server, " Wren\u202e\n")
        assert wren.welcome.v == PROTOCOL_VERSION
        assert (wren.welcome.name, wren.welcome.server, wren.welcome.table) == ("Wren", "The Nest", "")
        assert [game.id for game in wren.welcome.games] == list(VARIANTS)
        assert set(wren.welcome.bots) == {"loose", "tight"}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ('{"type":"list-tables"}', "hello-first"),
        (hello(PROTOCOL_VERSION + 1, name="Wren"), "version"),
        (hello(0, name="Wren"), "version"),
        (hello(name="\u200b \u0007"), "name"),
        (hello(), "invalid"),
        ("GET / HTTP/1.1", "not-json"),
        (b"\x00\x01", "binary"),
    ],
)
async def test_a_first_frame_that_is_no_hello_is_refused_and_ends_the_session(frame: str | bytes, code: str) -> None:
    async with run_server() as server:
        line = await open_socket(server)
        await line.send_frame(frame)
        words, closed, reason = await line.last_words()
        assert [word.code for word in words if isinstance(word, Refused)] == [code]
        assert len(words) == 1
        assert (closed, reason) == (1008, code)


async def test_a_client_without_hello_is_cut_off_after_the_timeout() -> None:
    async with run_server(hello_timeout=0.02) as server:
        words, closed, reason = await (await open_socket(server)).last_words()
        assert (words, closed, reason) == ([], 1008, "say hello first")


async def test_two_players_who_ask_for_the_same_name_at_once_get_two_names() -> None:
    async with run_server() as server:
        lines = await asyncio.gather(*(open_socket(server) for _ in range(4)))
        clients = [HeadlessClient(line) for line in lines]
        await asyncio.gather(*(line.send_frame(hello(name="Wren")) for line in lines))
        names = {(await client.wait_for(Welcome)).name for client in clients}
        assert names == {"Wren", "Wren 2", "Wren 3", "Wren 4"}


async def test_a_refused_hello_is_answered_under_its_id() -> None:
    async with run_server() as server:
        for frame in ('{"type":"hello","id":7,"v":1,"name":"Wren"}', '{"type":"hello","id":7,"name":"Wren"}'):
            line = await open_socket(server)
            await line.send_frame(frame)
            words, _, _ = await line.last_words()
            assert [word.id for word in words if isinstance(word, Refused)] == [7]


async def test_at_the_limit_of_connections_a_player_with_a_seat_comes_back_and_nobody_else() -> None:
    async with run_server(max_connections=2, reserved_connections=3) as server:
        wren, heron = await connect_over_socket(server), await connect_over_socket(server, "Heron")
        table = await wren.open_table()
        await wren.sit()
        await wren.socket.abort_and_wait()
        jay = await open_socket(server)
        silent = [await open_socket(server) for _ in range(3)]
        again = await connect_over_socket(server, token=wren.welcome.token)
        assert (await again.watch(table)).you.seat == 1
        assert (await silent[0].wait_closed())[0] == 1006
        stranger = await open_socket(server)
        await stranger.send_frame(hello(name="Rook", token=heron.welcome.token))
        assert await stranger.last_words() == ([], 1013, "The house is full; try again in a moment.")
        await again.expect_accepted(ListTables())
        await jay.close()


async def test_connections_to_the_server_are_limited() -> None:
    async with run_server(max_connections=1) as server:
        await open_socket(server)
        line = await open_socket(server)
        await line.send_frame(hello(name="Rook"))
        assert await line.last_words() == ([], 1013, "The house is full; try again in a moment.")
