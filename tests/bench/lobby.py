"""Chat in a crowded lobby: the server's CPU time, and an act's latency beside it.

    python tests/bench/lobby.py [--talkers N] [--listeners N] [--seconds N] [--json]

The talkers send a line a second each, and everybody in the lobby listens; nine players act at a table meanwhile. One
process holds all clients, so beside a great crowd an act's latency is theirs as well as the server's. CPU time is the
server's while the acts are timed. Linux only.
"""

from __future__ import annotations

import asyncio
import sys
import time
from itertools import count
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.broadcast import (
    CPU,
    SERVE,
    UPGRADE_REQUEST,
    mask_frame,
    raise_open_file_limit,
    serve_with_probe,
    server_process,
)
from bench.latency import seat_players
from bench.report import Row, argument_parser, print_report
from railbird_shared import PROTOCOL_VERSION, codec
from railbird_shared.commands import Hello, SendChat

TALKERS = 400
LISTENERS = 2000
SECONDS = 10
CONNECT_BATCH = 50


class Guest(asyncio.Protocol):
    """A client in the lobby that reads all and keeps nothing but how many lines of chat it got."""

    lines = 0

    def __init__(self, hello: bytes) -> None:
        self.transport: asyncio.Transport
        self._hello = hello

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(UPGRADE_REQUEST + mask_frame(0x81, self._hello))

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
            talker.transport.write(mask_frame(0x81, line))
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
    wanted = parser.parse_args()
    raise_open_file_limit(2 * wanted.listeners + 1000)
    rows = asyncio.run(measure(wanted.talkers, wanted.listeners, wanted.seconds))
    print_report(rows, [f"{wanted.listeners:,} in the lobby, {wanted.seconds} s each."], parser)


if __name__ == "__main__":
    if SERVE in sys.argv:
        raise_open_file_limit(2 * int(sys.argv[-1]) + 1000)
        asyncio.run(serve_with_probe(int(sys.argv[-1]), bare=False))
    else:
        main()
