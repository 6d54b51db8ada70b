"""What the server costs with its journal on the disk, and how that grows with tables and spectators.

    python tests/bench/server.py [--only act beside crowd tables spectators recovery] [--tables N ...]
                                 [--pace SECONDS] [--spectators N ...] [--seconds N] [--json]

The server runs in a process of its own, with SQLite at `synchronous = full` in a temporary directory. All clients are
real connections; they are in this process, but for spectators, who are in another one.

- act: from a player's act to the last of nine seats that has it, beside an echo of the library with nine clients in the
  same process, in turns; with the journal and without one. The commit within an act is also given by itself.
- beside: the same beside 100 tables of six players, who take two seconds for an act on average.
- crowd: `broadcast.py`, one table's steps to its spectators beside a bare broadcast, and the memory of a spectator.
- tables: so many such tables alone: the server's share of a core, and acts, commits and how late the loop is.
- spectators: one table of nine, an act each 0.2 s followed by another at once, with so many on the rail.
- recovery: so many tables are cut off by kill -9 in mid-hand; the seconds until the next server has opened the journal,
  has rebuilt the tables, and, after everybody has come back, until every table has taken an act.

Figures are medians, 99th percentiles or greatest; less is better. Linux only.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import broadcast
from bench.broadcast import connect_spectators, raise_open_file_limit
from bench.latency import SEATS, CallingPlayers, ClientGroup, EchoClients, connect_clients, seat_players
from bench.measured_server import MEASURE, RESET, Job, Measured, measured_server, percentiles
from bench.paced_tables import ACT_SECONDS, PacedTable, close, open_tables
from bench.report import Row, argument_parser, print_report

ROUNDS = 5
ACTS = 300
WARM_UP = 200
BUSY_TABLES = 100
CROWD = 1000
REST = 0.2
"""Seconds between two pairs of acts before spectators."""

SPECTATE = "--spectate"


async def measure_acts(tables: int, *, uvloop: bool) -> list[Row]:
    """Returns how long an act takes to nine seats beside so many tables, with and without a journal."""
    if not tables:
        return await time_acts(Job(data="", memory=True, uvloop=uvloop), 0, ("journal", "memory"))
    rows = await time_acts(Job(data="", tables=tables, uvloop=uvloop), tables, ("journal",))
    return [*rows, *await time_acts(Job(data="", memory=True, tables=tables, uvloop=uvloop), tables, ("memory",))]


async def time_acts(job: Job, tables: int, stores: tuple[str, ...]) -> list[Row]:
    with tempfile.TemporaryDirectory() as data:
        async with measured_server(Job(data, job.memory, job.tables, 6 * tables + 1000, job.uvloop)) as probe:
            started = probe.started
            ports = {"journal": started.journal, "memory": started.memory}
            busy = await open_tables(ports[stores[0]], tables)
            groups: dict[str, CallingPlayers | EchoClients] = {
                store: await seat_players(ports[store]) for store in stores
            }
            groups["echo"] = EchoClients(ClientGroup(await connect_clients(started.echo)))
            taken: dict[str, list[float]] = {name: [] for name in groups}
            for group in groups.values():
                await group.time_acts(WARM_UP)
            await probe.ask(RESET)
            for _ in range(ROUNDS):
                for name, group in groups.items():
                    taken[name] += await group.time_acts(ACTS)
            commits = (await probe.ask(MEASURE)).commits
            for group in groups.values():
                await group.clients.close()
            close(busy)
    beside = f" beside {tables} tables" if tables else ""
    peers = percentiles(taken["echo"])
    measured = {f"act, {store}{beside}": percentiles(taken[store]) for store in stores}
    if "journal" in stores:
        measured[f"commit within it{beside}"] = commits
    return [
        Row(f"{what}, {name} (ms)", "holdem", ours, theirs, less_is_better=True)
        for what, figures in measured.items()
        for name, ours, theirs in zip(("median", "p99"), figures, peers, strict=False)
    ]


async def measure_tables(tables: int, pace: float, seconds: float, *, uvloop: bool) -> list[Row]:
    """Returns what so many tables cost whose players take `pace` seconds for an act on average."""
    with tempfile.TemporaryDirectory() as data:
        async with measured_server(Job(data, tables=tables, connections=6 * tables + 100, uvloop=uvloop)) as probe:
            opened = await open_tables(probe.started.journal, tables, pace)
            await asyncio.sleep(1.5 * pace)
            for table in opened:
                table.acts.clear()
            await probe.ask(RESET)
            await asyncio.sleep(seconds)
            found = await probe.ask(MEASURE)
            acts = [taken for table in opened for taken in table.acts]
            close(opened)
    return [
        _row(f"{tables:,} tables, acts a second", len(acts) / found.wall),
        *_cost_rows(f"{tables:,} tables", found, acts),
        _row(f"{tables:,} tables, memory of the server (MB)", found.memory_kb / 1e3),
    ]


def _cost_rows(name: str, found: Measured, acts: list[float]) -> list[Row]:
    rows = [_row(f"{name}, share of a core (%)", 100 * found.cpu / found.wall)]
    for what, values in (("act", percentiles(acts)), ("commit", found.commits), ("loop late", found.lag)):
        rows += [
            _row(f"{name}, {what}, {each} (ms)", value) for each, value in zip(("median", "p99"), values, strict=False)
        ]
    return rows


def _row(what: str, ours: float, peer: float | None = None) -> Row:
    return Row(what, "holdem", ours, peer, less_is_better=True)


async def measure_spectators(spectators: int, seconds: float, *, uvloop: bool) -> list[Row]:
    """Returns how long acts take to the seats of a table with so many on its rail."""
    first: list[float] = []
    second: list[float] = []
    with tempfile.TemporaryDirectory() as data:
        async with measured_server(Job(data, connections=spectators + 100, uvloop=uvloop)) as probe:
            players = await seat_players(probe.started.journal)
            async with rail(probe.started.journal, players.table, spectators):
                await players.time_acts(5)
                await asyncio.sleep(2)
                players.clients.skip_to_latest()
                await probe.ask(RESET)
                ends = time.perf_counter() + seconds
                seq = players.clients.seq
                while time.perf_counter() < ends:
                    await asyncio.sleep(REST)
                    first += await players.time_acts(1)
                    second += await players.time_acts(1)
                await asyncio.sleep(1)
                found = await probe.ask(MEASURE)
                steps = players.clients.seq - seq
            await players.clients.close()
    name = f"{spectators:,} on the rail"
    return [
        *_cost_rows(name, found, first),
        *(
            _row(f"{name}, act right after another, {each} (ms)", value)
            for each, value in zip(("median", "p99"), percentiles(second), strict=False)
        ),
        _row(f"{name}, CPU of a step to each (us)", 1e6 * found.cpu / steps / spectators),
    ]


@asynccontextmanager
async def rail(port: int, table: str, spectators: int) -> AsyncIterator[None]:
    """Has spectators watch a table, in a process of their own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, __file__, SPECTATE, str(port), table, str(spectators), stdin=PIPE, stdout=PIPE
    )
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        assert await process.stdout.readline()
        yield
    finally:
        process.stdin.close()
        await process.wait()


async def spectate(port: int, table: str, spectators: int) -> None:
    """Watches a table with many connections until standard input closes."""
    raise_open_file_limit(spectators + 1000)
    _, transports = await connect_spectators(port, spectators, table)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for transport in transports:
        transport.abort()


async def measure_recovery(tables: int, *, uvloop: bool) -> list[Row]:
    """Returns how long so many tables that were cut off in mid-hand need until they play on."""
    with tempfile.TemporaryDirectory() as data:
        job = Job(data, tables=tables, connections=6 * tables + 100, uvloop=uvloop)
        async with measured_server(job) as probe:
            opened = await open_tables(probe.started.journal, tables, seconds=max(0.2, tables / 100))
            await asyncio.sleep(10 + 2 * tables / 100)
            await probe.kill()
        return await _time_return(job, opened)


async def _time_return(job: Job, opened: list[PacedTable]) -> list[Row]:
    tables = len(opened)
    begun = time.perf_counter()
    async with measured_server(job) as probe:
        listening = time.perf_counter()
        for table in opened:
            table.seconds = 0
            table.acted.clear()
        for batch in range(0, tables, 20):
            await asyncio.gather(*(table.come_back(probe.started.journal) for table in opened[batch : batch + 20]))
        back = time.perf_counter()
        await asyncio.gather(*(table.acted.wait() for table in opened))
        playing = time.perf_counter()
        started = probe.started
        close(opened)
    name = f"{tables:,} tables after kill -9"
    return [
        _row(f"{name}, journal opened (s)", started.opened),
        _row(f"{name}, tables rebuilt (s)", started.restored),
        _row(f"{name}, CPU of both (s)", started.cpu),
        _row(f"{name}, process begun and listening (s)", listening - begun),
        _row(f"{name}, {6 * tables:,} players back (s)", back - listening),
        _row(f"{name}, an act at every table since then (s)", playing - back),
    ]


def main() -> None:
    parser = argument_parser()
    parts = ("act", "beside", "crowd", "tables", "spectators", "recovery")
    parser.add_argument("--only", nargs="+", choices=parts, default=parts)
    parser.add_argument("--tables", nargs="+", type=int, default=[1, 100, 1000])
    parser.add_argument(
        "--pace", type=float, default=ACT_SECONDS, help="the seconds of a player of `tables` for an act"
    )
    parser.add_argument("--spectators", nargs="+", type=int, default=[10, 100, 1000, 9000])
    parser.add_argument("--recovered", nargs="+", type=int, default=[100, 1000], help="tables that are brought back")
    parser.add_argument("--seconds", type=float, default=10, help="how long tables and spectators are measured")
    parser.add_argument("--uvloop", action="store_true", help="run the server on uvloop, which has to be installed")
    wanted = parser.parse_args()
    raise_open_file_limit(8 * max(*wanted.tables, *wanted.recovered) + 1000)
    uvloop: bool = wanted.uvloop
    works: dict[str, list[Callable[[], Coroutine[Any, Any, list[Row]]]]] = {
        "act": [lambda: measure_acts(0, uvloop=uvloop)],
        "beside": [lambda: measure_acts(BUSY_TABLES, uvloop=uvloop)],
        "crowd": [lambda: broadcast.measure(CROWD)],
        "tables": [lambda n=n: measure_tables(n, wanted.pace, wanted.seconds, uvloop=uvloop) for n in wanted.tables],  # type: ignore[misc]
        "spectators": [lambda n=n: measure_spectators(n, wanted.seconds, uvloop=uvloop) for n in wanted.spectators],  # type: ignore[misc]
        "recovery": [lambda n=n: measure_recovery(n, uvloop=uvloop) for n in wanted.recovered],  # type: ignore[misc]
    }
    rows = [row for part in parts if part in wanted.only for work in works[part] for row in asyncio.run(work())]
    print_report(rows, [f"{ROUNDS * ACTS} acts and as many echoes, to {SEATS} clients each."], parser)


if __name__ == "__main__":
    if SPECTATE in sys.argv:
        asyncio.run(spectate(int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
    else:
        main()
