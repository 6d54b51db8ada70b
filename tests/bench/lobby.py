"""Chat in a crowded lobby, and the listing of many tables: the server's CPU time, and an act's latency beside it.

    python tests/bench/lobby.py [--talkers N] [--listeners N] [--seconds N] [--viewers N] [--listing-only] [--json]

The talkers send a line a second each, and everybody in the lobby listens; nine players act at a table meanwhile. One
process holds all clients, so beside a great crowd an act's latency is theirs as well as the server's. CPU time is the
server's while the acts are timed. Linux only.

The listing is measured in one process without sockets: every table has an act each two seconds, which changes how it is
listed, and the viewers read the first page. The bytes are those
to one viewer.
"""

from __future__ import annotations

import asyncio
import sys
import time
from itertools import count
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from msgspec.structs import replace

from bench.bare_client import TEXT, UPGRADE_REQUEST, mask_frame
from bench.broadcast import (
    CPU,
    SERVE,
    raise_open_file_limit,
    serve_with_probe,
    server_process,
)
from bench.latency import seat_players
from bench.report import Row, argument_parser, print_report
from railbird_server.config import ServerSettings
from railbird_server.runtime.access import Access
from railbird_server.runtime.lobby import TableLobby
from railbird_server.runtime.monitoring import Metrics
from railbird_server.runtime.players import Player
from railbird_server.runtime.tables.room import Room
from railbird_server.runtime.tables.room_requests import CloseTable
from railbird_server.store.memory import MemoryStore
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Hello, OpenTable, SendChat
from support.chances import EvenChances

TALKERS = 400
LISTENERS = 2000
SECONDS = 10
CONNECT_BATCH = 50


TABLES = (1, 100, 1000)
VIEWERS = 100
ACTS_PER_SECOND = 0.5
"""Acts a second at one table."""


class Viewer:
    """A viewer in the lobby who counts the bytes that they are sent."""

    in_lobby = True

    def __init__(self, number: int) -> None:
        self.player = Player(f"p{number}", b"")
        self.outbox = self
        self.bytes_sent = 0

    def send_update(self, frame: bytes) -> None:
        self.bytes_sent += len(frame)


def play_hands(room: Room) -> None:
    """Lists a table with another number of its hand each time."""
    listed, hands = room.info(), count(1)
    room.info = lambda: replace(listed, hand=next(hands))  # type: ignore[method-assign]


async def measure_listing(tables: int, viewers: int, seconds: int) -> list[Row]:
    """Returns what it costs to keep viewers informed of so many busy tables."""
    loop = asyncio.get_running_loop()
    settings = ServerSettings(max_tables=tables, tables_per_player=tables, empty_after=3600)
    lobby = TableLobby(
        settings,
        list,  # type: ignore[arg-type]
        lambda: round(1e3 * loop.time()),
        store=MemoryStore(),
        metrics=Metrics(),
        access=Access(),
        chances=EvenChances(),
    )
    host = Player("host", b"")
    host.name = "Wren"
    rooms = [
        await lobby.open(OpenTable(name=f"Table {number}", game="holdem", seats=9), host, "")
        for number in range(tables)
    ]
    for room in rooms:
        play_hands(room)
    crowd = [Viewer(number) for number in range(viewers)]
    for viewer in crowd:
        lobby.add(viewer)  # type: ignore[arg-type]
    await asyncio.sleep(1)
    before, cpu, begun = crowd[0].bytes_sent, time.process_time(), loop.time()
    acts = 0
    while (passed := loop.time() - begun) < seconds:
        while acts < passed * tables * ACTS_PER_SECOND:
            lobby.listing.table_changed(rooms[acts % tables].id)
            acts += 1
        await asyncio.sleep(0.02)
    used, told = time.process_time() - cpu, crowd[0].bytes_sent - before
    await lobby.end(CloseTable("The measurement is over."))
    name = f"listing, {tables:,} tables"
    return [
        Row(f"{name}, to a viewer (kB/s)", "lobby", told / passed / 1e3, less_is_better=True),
        Row(f"{name}, CPU (ms/s)", "lobby", 1e3 * used / passed, less_is_better=True),
    ]


async def measure_listings(viewers: int, seconds: int) -> list[Row]:
    """Returns the cost of the listing of few and of many tables."""
    return [row for tables in TABLES for row in await measure_listing(tables, viewers, seconds)]


class Guest(asyncio.Protocol):
    """A client in the lobby that reads all and keeps nothing but how many lines of chat it got."""

    lines = 0

    def __init__(self, hello: bytes) -> None:
        self.transport: asyncio.Transport
        self._hello = hello

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(UPGRADE_REQUEST + mask_frame(TEXT, self._hello))

    def data_received(self, data: bytes) -> None:
        Guest.lines += data.count(b'"type":"chat"')


async def connect_guests(port: int, guests: int) -> list[Guest]:
    """Connects that many guests to the lobby, a few at a time."""
    found: list[Guest] = []
    loop = asyncio.get_running_loop()
    for number in range(guests):
        hello = codec.encode(Hello(v=PROTOCOL_VERSION, name=f"Linnet {number}"))
        _, guest = await loop.create_connection(lambda hello=hello: Guest(hello), "127.0.0.1", port)  # type: ignore[misc]
        found.append(guest)
        if number % CONNECT_BATCH == 0:
            await asyncio.sleep(0.05)
    await asyncio.sleep(2)
    return found


async def talk(talkers: list[Guest], said: count[int]) -> None:
    """Has each talker say a line a second, evenly spread."""
    while True:
        for talker in talkers:
            number = next(said)
            line = codec.encode(SendChat(id=number, text=f"line {number}"))
            talker.transport.write(mask_frame(TEXT, line))
            await asyncio.sleep(1 / len(talkers))


async def measure(talkers: int, listeners: int, seconds: int) -> list[Row]:
    """Returns the server's CPU seconds in a second and the latency of acts, with and without the talk."""
    rows: list[Row] = []
    async with server_process(SERVE, listeners + 50, script=__file__) as (port, probe):
        players = await seat_players(port)
        guests = await connect_guests(port, listeners)
        players.clients.skip_to_latest()
        for talking in (0, talkers):
            task = asyncio.create_task(talk(guests[:talking], count(1))) if talking else None
            Guest.lines, cpu, begun, taken = 0, await probe.query(CPU), time.perf_counter(), list[float]()
            while time.perf_counter() - begun < seconds:
                taken += await players.time_acts(5)
                await asyncio.sleep(0.05)
            passed = time.perf_counter() - begun
            used = (await probe.query(CPU) - cpu) / passed
            beside = f"beside {talking} talkers"
            rows += [
                Row(f"CPU, {beside} (ms/s)", "lobby", 1e3 * used, less_is_better=True),
                Row(f"lines to each, {beside} (/s)", "lobby", Guest.lines / listeners / passed),
                Row(f"act, {beside}, median (ms)", "holdem", 1e3 * median(taken), less_is_better=True),
                Row(f"act, {beside}, p99 (ms)", "holdem", 1e3 * quantiles(taken, n=100)[98], less_is_better=True),
            ]
            if task is not None:
                task.cancel()
        for guest in guests:
            guest.transport.abort()
        await players.clients.close()
    return rows


def main() -> None:
    parser = argument_parser()
    parser.add_argument("--talkers", type=int, default=TALKERS)
    parser.add_argument("--listeners", type=int, default=LISTENERS)
    parser.add_argument("--seconds", type=int, default=SECONDS)
    parser.add_argument("--viewers", type=int, default=VIEWERS)
    parser.add_argument("--listing-only", action="store_true")
    wanted = parser.parse_args()
    raise_open_file_limit(2 * wanted.listeners + 1000)
    rows = asyncio.run(measure_listings(wanted.viewers, wanted.seconds))
    notes = [f"{wanted.viewers:,} read the listing, {wanted.seconds} s each."]
    if not wanted.listing_only:
        rows += asyncio.run(measure(wanted.talkers, wanted.listeners, wanted.seconds))
        notes.append(f"{wanted.listeners:,} in the lobby, {wanted.seconds} s each.")
    print_report(rows, notes, parser)


if __name__ == "__main__":
    if SERVE in sys.argv:
        raise_open_file_limit(2 * int(sys.argv[-1]) + 1000)
        asyncio.run(serve_with_probe(int(sys.argv[-1]), bare=False))
    else:
        main()
