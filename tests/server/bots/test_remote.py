"""Bots that play at a server elsewhere."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from argon2 import PasswordHasher
from msgspec.structs import replace
from websockets.asyncio.server import ServerConnection, serve

from railbird_server.bots import remote
from railbird_server.bots.remote import MAX_COMMAND_BURST, MAX_COMMANDS_PER_SECOND, run_bots
from railbird_server.config import ServerSettings
from railbird_server.runtime import passwords
from railbird_server.runtime.network.certificate import open_certificate
from railbird_server.runtime.server import Server
from railbird_server.runtime.token_buckets import TokenBucket
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.carrier import WireClosed
from railbird_shared.game.game_rules import HighOrLow
from railbird_shared.house.house_rules import CASINO, HouseRules
from railbird_shared.network.websocket import Throttle
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Hello, MakeInvite, OpenTable, Watch
from railbird_shared.protocol.events import CardsDealt, PublicEvent
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.messages import (
    Accepted,
    GoingDown,
    Lobby,
    Message,
    Refused,
    Snapshot,
    Step,
    TableInfo,
    Welcome,
)
from railbird_shared.protocol.view import TableView, You
from support.network_clients import RawLink, open_link, run_server
from support.timeouts import TIMEOUT_SECONDS
from support.view_builders import HOLDEM, seat_view, table_view


@asynccontextmanager
async def server_with_tables(
    *names: str, seats: int = 2, rules: HouseRules = CASINO
) -> AsyncIterator[tuple[Server, RawLink, list[str]]]:
    """A server with tables of those names, the host's link to it, and the ids of the tables."""
    async with run_server(tables_per_player=5, house=rules) as server:
        host = await open_link(server.address)
        await host.send(Hello(v=PROTOCOL_VERSION, name="Robin"))
        ids = []
        for number, name in enumerate(names, start=1):
            await host.send(OpenTable(id=number, name=name, game="holdem", seats=seats))
            while not isinstance(answer := await host.receive(), Accepted):
                pass
            ids.append(answer.table)
        yield server, host, ids
        await host.close()


async def watch_until(host: RawLink, table: str, *, hand: int = 0, players: int = 0) -> TableView:
    """Watches a table until a hand has been dealt to so many players."""
    await host.send(Watch(table=table))
    view: TableView | None = None
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while view is None or view.hand < hand or len(view.occupied) < players:
            match await host.receive():
                case Snapshot(view=whole):
                    view = whole
                case Step(public=news) if view is not None:
                    view = fold_all(view, news)
                case _:
                    pass
    return view


async def run_and_collect_failures(address: str, *, table: str = "", count: int = 1) -> tuple[int, list[str]]:
    """Runs bots that cannot play; returns the exit status and what they complain of."""
    complaints: list[str] = []
    async with asyncio.timeout(TIMEOUT_SECONDS):
        status = await run_bots(
            address=address, count=count, style="loose", table=table, human_pace=False, report=complaints.append
        )
    return status, complaints


async def test_bots_find_a_table_and_play_until_the_server_stops() -> None:
    complaints: list[str] = []
    async with server_with_tables("Kitchen") as (server, host, [table]):
        bots = asyncio.create_task(
            run_bots(
                address=server.address,
                count=2,
                style="tight",
                table="",
                human_pace=False,
                report=complaints.append,
            )
        )
        view = await watch_until(host, table, hand=3)
        assert all(seat.bot for seat in view.occupied)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        assert await bots == 0
    assert {each.split(" ", 1)[1] for each in complaints[:2]} == {
        "sits at Kitchen, seat 1.",
        "sits at Kitchen, seat 2.",
    }
    assert len(complaints) == 4
    assert all(": The server stops. " in each for each in complaints[2:])


async def test_bots_play_in_a_house_that_is_no_preset() -> None:
    async with server_with_tables("Kitchen", rules=HouseRules(pack=36, played=HighOrLow.LOW)) as (
        server,
        host,
        [table],
    ):
        bots = asyncio.create_task(
            run_bots(address=server.address, count=2, style="loose", table="", human_pace=False, report=str)
        )
        view = await watch_until(host, table, hand=5)
        assert view.house
    async with asyncio.timeout(TIMEOUT_SECONDS):
        assert await bots == 0


async def test_bots_go_to_the_table_that_is_named() -> None:
    async with server_with_tables("Kitchen", "Attic") as (server, host, [_, attic]):
        bots = asyncio.create_task(
            run_bots(address=server.address, count=1, style="loose", table="attic", human_pace=False)
        )
        view = await watch_until(host, attic, players=1)
        assert view.name == "Attic"
        bots.cancel()
        with pytest.raises(asyncio.CancelledError):
            await bots


async def test_a_table_that_is_not_there_is_said_so() -> None:
    async with server_with_tables("Kitchen") as (server, _, _):
        assert await run_and_collect_failures(server.address, table="Attic") == (
            1,
            ["There is no table 'Attic' on that server; leave the name out to take any."],
        )


async def test_a_house_without_tables_is_said_so() -> None:
    async with server_with_tables() as (server, _, _):
        assert await run_and_collect_failures(server.address) == (
            1,
            ["No table on that server has a free seat; open one first."],
        )


async def test_bots_that_find_no_seat_say_so_once() -> None:
    async with server_with_tables("Kitchen", seats=2) as (server, host, [table]):
        bots = asyncio.create_task(run_bots(address=server.address, count=2, style="loose", table="", human_pace=False))
        await watch_until(host, table, players=2)
        status, complaints = await run_and_collect_failures(server.address, table="Kitchen", count=3)
        assert status == 1
        assert len(complaints) == 1
        bots.cancel()
        await asyncio.gather(bots, return_exceptions=True)


async def test_a_server_that_is_not_there_is_said_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    status, [complaint] = await run_and_collect_failures(f"127.0.0.1:{port}")
    assert status == 1
    assert complaint == f"Nobody answers at ws://127.0.0.1:{port}; check the address and that the server runs."


async def test_something_else_that_answers_is_said_so() -> None:
    async def greet(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail ready\r\n")
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1", 0) as other:
        port = other.sockets[0].getsockname()[1]
        status, [complaint] = await run_and_collect_failures(f"ws://127.0.0.1:{port}")
    assert (status, complaint) == (1, f"The program at ws://127.0.0.1:{port} is no Railbird server.")


async def test_an_address_that_is_none_is_said_so() -> None:
    status, [complaint] = await run_and_collect_failures("http://example")
    assert status == 1
    assert complaint == "Write the address as host:port or copy an invite link; 'http':// is not spoken here."


async def test_a_name_that_no_server_can_have_is_said_so() -> None:
    name = "\N{LATIN SMALL LETTER U WITH DIAERESIS}" * 63
    assert await run_and_collect_failures(f"{name}:1") == (
        1,
        [f"{name}:1 is no address of a server; write host:port."],
    )


async def test_without_a_listener_complaints_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert await run_bots(address="http://example", count=1, style="loose", table="", human_pace=False) == 1
    assert capsys.readouterr().err.startswith("Write the address as host:port")


async def test_a_link_that_has_ended_says_so() -> None:
    async with server_with_tables() as (server, _, _):
        link = await open_link(server.address)
        await link.send(Hello(v=PROTOCOL_VERSION, name="Wren"))
        assert isinstance(await link.receive(), Welcome)
    while not isinstance(await link.receive(), GoingDown):
        pass
    with pytest.raises(WireClosed, match="The server ended the conversation: the server stops"):
        await link.receive()
    with pytest.raises(WireClosed):
        await link.send(Hello(v=PROTOCOL_VERSION, name="Wren"))
    await link.close()


async def test_a_proxy_of_the_system_is_not_asked_for_a_way_to_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    for name in ("http_proxy", "https_proxy", "socks_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with server_with_tables("Kitchen") as (_, _, tables):
        assert len(tables) == 1


# --- pace


def test_a_bot_at_its_fastest_never_says_too_much() -> None:
    settings = ServerSettings()
    allowed, pace, now = (
        TokenBucket(settings.command_rate, settings.command_burst),
        Throttle(MAX_COMMANDS_PER_SECOND, MAX_COMMAND_BURST),
        100.0,
    )
    for _ in range(500):
        now += pace.delay(now)
        assert allowed.spend(now)


# --- servers that talk nonsense

WELCOME = Welcome(v=PROTOCOL_VERSION, server="Den", name="Wren", token="secret", games=())
DEN = TableInfo(table="t1", name="Den", host="Jay", game=HOLDEM, seats=2)


@asynccontextmanager
async def scripted_server(*messages: Message | str) -> AsyncIterator[str]:
    """A server that says all this to whoever says anything; yields its address."""

    async def send_all(connection: ServerConnection) -> None:
        await connection.recv()
        for message in messages:
            await connection.send(message if isinstance(message, str) else codec.encode(message), text=True)
        await connection.wait_closed()

    async with serve(send_all, "127.0.0.1", 0, compression=None) as server:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"


def snapshot(**changes: object) -> Snapshot:
    view = replace(table_view(seat_view(2)), table="t1", **changes)
    return Snapshot(epoch="e", seq=1, at=0, view=view)


def step(*news: PublicEvent) -> Step:
    return Step(epoch="e", seq=2, at=0, public=news)


@pytest.mark.parametrize(
    "nonsense",
    [
        (snapshot(), step(CardsDealt(9, down=2))),
        (snapshot(seats=(), you=You(1)),),
        (snapshot(), step(*(CardsDealt(2, down=50) for _ in range(500)))),
        ("{}",),
        ("[" * 5000,),
        ('{"type":"snapshot","epoch":"e","seq":1}',),
    ],
    ids=["cards for no seat", "no seats", "too many cards", "no type", "no end", "half a snapshot"],
)
async def test_a_server_that_says_what_cannot_be_is_left_with_one_sentence(nonsense: tuple[Message | str, ...]) -> None:
    async with scripted_server(WELCOME, Accepted(id=1), Lobby(tables=(DEN,)), *nonsense) as address:
        status, complaints = await run_and_collect_failures(address)
    assert status == 1
    assert len(complaints) == 1
    assert complaints[0].startswith(("What the server says of the table makes no sense", "The server "))
    assert "\n" not in complaints[0]


async def test_what_a_bot_cannot_make_sense_of_is_said_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    async def stumble(*_: object, **__: object) -> None:
        raise KeyError("a card of the player")

    monkeypatch.setattr(remote, "play", stumble)
    async with scripted_server(WELCOME, Accepted(id=1), Lobby(tables=(DEN,))) as address:
        _, [complaint] = await run_and_collect_failures(address)
    assert complaint.startswith(
        "A bot of this version cannot make sense of the table that the server tells of (KeyError in"
    )
    assert "stumble (" in complaint
    assert "a card of the player" not in complaint


async def test_a_server_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "_CONNECT_TIMEOUT", 0.2)
    async with scripted_server() as address:
        status, [complaint] = await run_and_collect_failures(address)
    assert (status, complaint) == (
        1,
        f"The program at {address} does not list its tables, so it is no Railbird server.",
    )


async def test_sentences_of_a_server_are_safe_to_print() -> None:
    async with scripted_server(WELCOME, Refused(code="full", sentence="No\x1b[2J room\n for\u202e bots.")) as address:
        status, [complaint] = await run_and_collect_failures(address)
    assert (status, complaint) == (1, "No room for bots.")


async def test_a_bot_that_finds_no_seat_says_so_while_the_others_play_on() -> None:
    heard: asyncio.Queue[str] = asyncio.Queue()
    async with server_with_tables("Kitchen", seats=2) as (server, host, [table]):
        bots = asyncio.create_task(
            run_bots(
                address=server.address,
                count=3,
                style="loose",
                table="",
                human_pace=False,
                report=heard.put_nowait,
            )
        )
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while " sits at " in (complaint := await heard.get()):
                pass
            assert complaint == "Every seat at this table is taken; watch until one comes free."
        await watch_until(host, table, hand=2)
    assert await bots == 1


async def test_bots_say_when_the_server_has_gone_in_the_middle_of_the_game() -> None:
    async with server_with_tables("Kitchen") as (server, host, [table]):
        cut = CuttableProxy(server.port)
        async with cut.open() as address:
            bots = asyncio.create_task(run_and_collect_failures(address, table="Kitchen"))
            await watch_until(host, table, players=1)
            cut.cut_off()
            status, [_, complaint] = await bots
            assert (status, complaint) == (1, "The server is gone.")


async def test_bots_that_were_kept_from_answering_say_what_it_comes_from() -> None:
    async def give_up(connection: ServerConnection) -> None:
        await connection.recv()
        await connection.close(1011, "keepalive ping timeout")

    async with serve(give_up, "127.0.0.1", 0, compression=None) as server:
        status, [complaint] = await run_and_collect_failures(f"127.0.0.1:{server.sockets[0].getsockname()[1]}")
    assert status == 1
    assert complaint == (
        "The server ended the conversation: keepalive ping timeout. "
        "The bots did not answer, as one of their methods took too long: docs/bots.md says how to wait."
    )


class CuttableProxy:
    """What carries bytes to a server and back until it is cut off."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._writers: list[asyncio.StreamWriter] = []

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        async with await asyncio.start_server(self._carry, "127.0.0.1", 0) as listener:
            yield f"127.0.0.1:{listener.sockets[0].getsockname()[1]}"
            self.cut_off()

    def cut_off(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        onward_reader, onward = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers += [writer, onward]
        await asyncio.gather(_copy_bytes(reader, onward), _copy_bytes(onward_reader, writer))


async def _copy_bytes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(4096):
            writer.write(data)
    writer.close()


async def watch_locked_table(host: RawLink) -> tuple[str, str]:
    """Opens a table with a password; returns its id and an invite to it that serves once."""
    await host.send(Hello(v=PROTOCOL_VERSION, name="Robin", password="tern"))
    await host.send(OpenTable(id=1, name="Kitchen", game="holdem", password="tern"))
    while not isinstance(opened := await host.receive(), Accepted):
        pass
    await host.send(Watch(id=2, table=opened.table))
    await host.send(MakeInvite(id=3, once=True))
    while not isinstance(made := await host.receive(), Accepted) or made.id != 3:
        pass
    return opened.table, made.invite


PASSWORD_HINT = " Write it into a file, and name that with --password-file."


async def test_bots_without_the_password_of_a_table_read_how_to_give_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    async with run_server() as server:
        host = await open_link(server.address)
        await watch_locked_table(host)
        assert await run_and_collect_failures(server.address) == (
            1,
            [f"This table has a password: ask its host for it, or for an invite.{PASSWORD_HINT}"],
        )
        await host.close()


@pytest.mark.parametrize("way", ["password", "invite"])
async def test_bots_come_past_a_password_with_it_or_by_an_invite(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "HASHER", quick)
    async with run_server(password_hash=quick.hash("tern")) as server:
        host = await open_link(server.address)
        table, invite = await watch_locked_table(host)
        assert (await run_and_collect_failures(server.address))[1] == [
            f"This server has a password: ask your host for it, or for an invite.{PASSWORD_HINT}"
        ]
        bots = asyncio.create_task(
            run_bots(
                address=server.address if way == "password" else f"{server.address}/#{invite}.",
                count=1,
                style="loose",
                table="",
                human_pace=False,
                password="tern" if way == "password" else "",
            )
        )
        view = await watch_until(host, table, players=1)
        assert view.occupied[0].bot
        await host.close()
    async with asyncio.timeout(TIMEOUT_SECONDS):
        assert await bots == 0


async def test_bots_recognize_a_server_by_its_invite_link() -> None:
    own, other = open_certificate(None), open_certificate(None)
    async with run_server(certificate=own) as server:
        place = f"railbird://127.0.0.1:{server.port}/#."
        status, [complaint] = await run_and_collect_failures(place + own.fingerprint)
        assert (status, complaint) == (1, "No table on that server has a free seat; open one first.")
        status, [complaint] = await run_and_collect_failures(place + other.fingerprint)
        assert (status, complaint) == (1, "The server is not the one of the invite link, so nothing was sent to it.")
        status, [complaint] = await run_and_collect_failures(server.address)
        assert (status, complaint) == (
            1,
            f"No authority vouches for 127.0.0.1:{server.port}: give the bots the invite link of its host.",
        )
