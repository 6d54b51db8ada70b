"""An evening of eight tables with 32 players and 100 spectators: how the memory of the server grows.

    python tests/bench/soak.py [--minutes N] [--think SECONDS] [--churn SECONDS] [--data DIRECTORY] [--json]

The server is a process of its own with its journal on the disk and limits as usual, but those for one address. The
players act as people do in a fast game, and buy chips when they have none; every second a spectator leaves, a stranger
comes in their place, and somebody chats. Each minute prints what the server's own page of metrics says. The server
remembers a thousand players who have gone, so its memory may grow until as many have; growth is told by halves.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import re
import sys
import tempfile
import time
from argparse import ArgumentParser
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from urllib.request import urlopen

from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from msgspec import json

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.carrier import WireClosed
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import AddChips, Hello, SendChat, Watch
from railbird_shared.protocol.view import TableView
from support.network_clients import HeadlessClient, SocketLink, random_chooser
from support.server_processes import free_port

TABLES, PLAYERS_PER_TABLE, SPECTATORS = 8, 4, 100
GAMES = ("holdem", "omaha", "seven-card-stud", "five-card-draw")
METRIC = re.compile(r"^((?:railbird|process)_\w+(?:\{[^}]*\})?) (\S+)$", re.MULTILINE)
COUNTERS = (
    "railbird_hands_dealt_total",
    "railbird_acts_total",
    "railbird_journal_commit_seconds_count",
    "railbird_journal_commit_seconds_sum",
    "process_cpu_seconds_total",
)


class PacedPlayer:
    """A player who thinks for a moment before each act."""

    def __init__(self, client: HeadlessClient, link: SocketLink, chance: random.Random, think: float) -> None:
        self.client = client
        self._link = link
        self._chance = chance
        self._choose = random_chooser(chance)
        self._think = think
        self._bought_in = -1

    async def play(self) -> None:
        """Plays until cancelled, and forgets what was said."""
        while True:
            view = self.client.view
            if view is not None and view.you.legal is not None:
                await asyncio.sleep(self._chance.uniform(0.5, 1.5) * self._think)
                await self.client.act_if_in_turn(self._choose)
            seat = view.own_seat if view else None
            if view and seat and self._is_broke(view) and self._bought_in != seat.bought_in:
                self._bought_in = seat.bought_in
                await self.client.link.send(AddChips())
            await self.client.receive()
            self.client.messages.clear()
            self._link.frames.clear()

    def _is_broke(self, view: TableView) -> bool:
        seat = view.own_seat
        return seat is not None and not seat.stack and not (view.playing and seat.in_hand)


async def connect_client(address: str, name: str) -> tuple[HeadlessClient, SocketLink]:
    """Connects and says hello."""
    link = SocketLink(await connect(address, compression=None, max_size=codec.MAX_MESSAGE_BYTES, proxy=None))
    client = HeadlessClient(link)
    await client.login(name)
    return client, link


async def watch_and_forget(address: str, name: str, table: str) -> ClientConnection:
    """Connects a spectator; `drain` reads what they get."""
    socket = await connect(address, compression=None, max_size=codec.MAX_MESSAGE_BYTES, proxy=None)
    for command in (Hello(v=PROTOCOL_VERSION, name=name), Watch(table=table)):
        await socket.send(codec.encode(command), text=True)
    return socket


async def drain(socket: ClientConnection) -> None:
    """Reads until the connection ends."""
    async for _ in socket:
        pass


class Evening:
    """All clients of one server."""

    def __init__(self, address: str, think: float, churn: float) -> None:
        self._address = address
        self._think = think
        self._churn = churn
        self._chance = random.Random(8)
        self._tables: list[str] = []
        self._players: list[PacedPlayer] = []
        self._rail: list[tuple[ClientConnection, asyncio.Task[None]]] = []
        self._names = itertools.count(1)

    async def run(self) -> None:
        """Seats everybody and plays until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for number in range(TABLES):
                await self._open_table(GAMES[number % len(GAMES)])
            for player in self._players:
                tasks.create_task(player.play())
            for number in range(SPECTATORS):
                await self._add_spectator(tasks, self._tables[number % TABLES])
            print(f"{len(self._players)} players and {len(self._rail)} spectators are there.", flush=True)
            while True:
                await asyncio.sleep(self._churn)
                await self._chance.choice(self._players).client.link.send(SendChat(text=f"{next(self._names)}"))
                socket, reading = self._rail.pop(self._chance.randrange(len(self._rail)))
                socket.transport.abort()
                await asyncio.wait([reading])
                await self._add_spectator(tasks, self._chance.choice(self._tables))

    async def _open_table(self, game: str) -> None:
        host, link = await connect_client(self._address, f"Robin {next(self._names)}")
        table = await host.open_table(game, f"Den {len(self._tables) + 1}", clock=0)
        self._tables.append(table)
        await host.sit()
        self._players.append(PacedPlayer(host, link, self._chance, self._think))
        for _ in range(PLAYERS_PER_TABLE - 1):
            guest, link = await connect_client(self._address, f"Wren {next(self._names)}")
            await guest.watch(table)
            await guest.sit()
            self._players.append(PacedPlayer(guest, link, self._chance, self._think))

    async def _add_spectator(self, tasks: asyncio.TaskGroup, table: str) -> None:
        socket = await watch_and_forget(self._address, f"Jay {next(self._names)}", table)
        self._rail.append((socket, tasks.create_task(self._drain(socket))))

    async def _drain(self, socket: ClientConnection) -> None:
        with contextlib.suppress(Exception):  # a spectator who was cut off has gone, and that is all
            await drain(socket)


async def read_metrics(page: str) -> dict[str, float]:
    """Returns the server's metrics, each under its name and labels."""

    def fetch() -> str:
        with urlopen(page, timeout=30) as answer:
            return str(answer.read().decode())

    return {name: float(value) for name, value in METRIC.findall(await asyncio.to_thread(fetch))}


async def start_server(data: str, port: int, metrics_port: int) -> Process:
    """Starts the program and waits until it listens."""
    settings = ("--no-config", "--no-memory", "--no-discovery", "--data", data, "--pause", "1", "--port", str(port))
    limits = ("--connections-per-address", "1000", "--connection-rate", "0", "--new-player-rate", "0")
    tables = ("--tables-per-address", str(TABLES), "--metrics-port", str(metrics_port))
    program = (sys.executable, "-m", "railbird_server", "serve", *settings, *limits, *tables)
    process = await asyncio.create_subprocess_exec(*program, stdout=PIPE)
    assert process.stdout is not None
    print((await process.stdout.readline()).decode().strip(), flush=True)
    return process


def database_size(data: str) -> int:
    """Returns the bytes of the database with its log."""
    return sum(each.stat().st_size for each in Path(data).glob("railbird.db*"))


async def measure(minutes: float, think: float, churn: float, data: str) -> list[dict[str, float]]:
    """Plays for that long; returns what each minute has brought."""
    port, metrics_port = free_port(), free_port()
    page = f"http://127.0.0.1:{metrics_port}/metrics"
    process = await start_server(data, port, metrics_port)
    playing = asyncio.create_task(Evening(f"ws://127.0.0.1:{port}", think, churn).run())
    samples: list[dict[str, float]] = []
    began, last = time.monotonic(), dict.fromkeys(COUNTERS, 0.0)
    try:
        while time.monotonic() - began < 60 * minutes:
            await asyncio.wait([playing], timeout=60)
            if playing.done():
                playing.result()
            now = await read_metrics(page)
            minute = {name: now.get(name, 0.0) - last[name] for name in COUNTERS}
            last = {name: now.get(name, 0.0) for name in COUNTERS}
            commits, seconds = minute[COUNTERS[2]], minute[COUNTERS[3]]
            samples.append(
                {
                    "minute": round((time.monotonic() - began) / 60, 1),
                    "rss_mib": round(now["process_resident_memory_bytes"] / 2**20, 2),
                    "hands": minute[COUNTERS[0]],
                    "acts": minute[COUNTERS[1]],
                    "commits": commits,
                    "commit_ms": round(1000 * seconds / commits, 3) if commits else 0.0,
                    "cpu_percent": round(100 * minute[COUNTERS[4]] / 60, 1),
                    "outbox_bytes": now["railbird_outbox_bytes"],
                    "database_mib": round(database_size(data) / 2**20, 2),
                    "connected": now['railbird_people{state="connected"}'],
                }
            )
            print(json.encode(samples[-1]).decode(), flush=True)
    finally:
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError, WireClosed, ExceptionGroup):
            await playing
        process.terminate()
        await process.wait()
    return samples


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--think", type=float, default=0.4, help="seconds that a player thinks, on average")
    parser.add_argument("--churn", type=float, default=1.0, help="seconds between two spectators who leave")
    parser.add_argument("--data", default="", help="the data directory; without it one that is removed afterwards")
    parser.add_argument("--json", action="store_true", help="print the samples as JSON at the end")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        samples = asyncio.run(measure(options.minutes, options.think, options.churn, options.data or scratch))
    middle = samples[len(samples) // 2]
    for begin, end in ((samples[0], middle), (middle, samples[-1])):
        minutes, grown = end["minute"] - begin["minute"], end["rss_mib"] - begin["rss_mib"]
        print(f"Minutes {begin['minute']:.0f} to {end['minute']:.0f}: {grown:+.2f} MiB in {minutes:.0f} minutes")
    if options.json:
        print(json.encode(samples).decode())


if __name__ == "__main__":
    main()
