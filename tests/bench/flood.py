"""Time from an act to the last of nine seats that receives it, beside ten connections that flood the server.

    python tests/bench/flood.py [--seconds N] [--json]

The server runs with its usual limits in one process, the nine clients in another, and the flood in a third: ten threads
that each send one kind of frame as fast as the server takes it, from an address of their own (127.0.0.2 and up, which
needs Linux), and connect again at once whenever they are cut off. The players act fifty times a second in all. The peer
is the same table without a flood. Figures are microseconds; less is better.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import threading
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.latency import SERVE, CallingPlayers, seat_players
from bench.report import Row, argument_parser, print_report
from railbird_server.config import ServerSettings
from railbird_server.runtime.server import Server
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Hello

FLOOD = "--flood"
CONNECTIONS = 10
ACT_INTERVAL = 0.02
WARM_UP_ACTS = 50
FLOOD_HEAD_START = 1.0
BYTES_AT_ONCE = 256 * 1024

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MASKED = 0x80
NO_MASK = bytes(4)


def frame(first: int, data: bytes = b"") -> bytes:
    """Returns a short frame of a client whose mask leaves the data as they are."""
    return bytes((first, MASKED | len(data))) + NO_MASK + data


FRAMES = {
    "ping": frame(0x89),
    "pong": frame(0x8A),
    "continuation": frame(0x00),
    "text": frame(0x81, b"{}"),
}
"""What is sent again and again, by kind; the continuations follow the beginning of a message."""

UNFINISHED = {
    "half-open": REQUEST[:-2],
    "long headers": REQUEST[:-2] + b"X-A: " + b"x" * 8000 + b"\r\n",
    "connections": b"",
}
"""What is sent of a request by those who never finish it; the last sort leaves at once."""

KINDS = (*(f"{kind} {when} hello" for when in ("before", "after") for kind in FRAMES), *UNFINISHED)


def flood(port: int, kind: str, address: str) -> None:
    """Floods a server from one address for good."""
    while True:
        with contextlib.suppress(OSError), socket.socket() as raw:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            raw.bind((address, 0))
            raw.settimeout(5)
            raw.connect(("127.0.0.1", port))
            flood_connection(raw, kind)


def flood_connection(raw: socket.socket, kind: str) -> None:
    """Floods over one connection until the server ends it; raises OSError."""
    if kind in UNFINISHED:
        raw.sendall(UNFINISHED[kind])
        if kind != "connections":
            raw.recv(1)
        return
    raw.sendall(REQUEST)
    raw.recv(4096)
    if kind.endswith("after hello"):
        name = f"Rook {raw.getsockname()[1]}"
        hello = codec.encode(Hello(v=PROTOCOL_VERSION, name=name, bot=True))
        raw.sendall(frame(0x81, hello))
        raw.recv(4096)
    repeated = FRAMES[kind.partition(" ")[0]]
    if kind.startswith("continuation"):
        raw.sendall(frame(0x01))
    many = repeated * (BYTES_AT_ONCE // len(repeated))
    raw.setblocking(True)
    raw.settimeout(5)
    while True:
        raw.sendall(many)


async def serve_table() -> None:
    """Runs a server with its usual limits until standard input closes; prints its port."""
    async with Server(ServerSettings(port=0, pause=0, clock=0)) as server:
        print(server.port, flush=True)
        await asyncio.to_thread(sys.stdin.read)


@contextlib.asynccontextmanager
async def subprocess(*words: str) -> AsyncIterator[Process]:
    """Runs this file as a process of its own and kills it at the end."""
    process = await asyncio.create_subprocess_exec(sys.executable, __file__, *words, stdin=PIPE, stdout=PIPE)
    try:
        yield process
    finally:
        process.kill()
        await process.wait()


async def time_paced_acts(players: CallingPlayers, seconds: float) -> list[float]:
    """Returns the seconds that acts took, one after the other with a pause between."""
    taken: list[float] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        taken += await players.time_acts(1)
        await asyncio.sleep(ACT_INTERVAL)
    return taken


async def measure(kind: str, seconds: float) -> tuple[list[float], list[float]]:
    """Returns the seconds that acts took beside a flood of that kind, and before it."""
    async with subprocess(SERVE) as server:
        assert server.stdout is not None
        port = int(await server.stdout.readline())
        players = await seat_players(port)
        for _ in range(WARM_UP_ACTS):
            await players.time_acts(1)
            await asyncio.sleep(ACT_INTERVAL)
        quiet = await time_paced_acts(players, seconds)
        async with subprocess(FLOOD, str(port), kind):
            await asyncio.sleep(FLOOD_HEAD_START)
            flooded = await time_paced_acts(players, seconds)
        await players.clients.close()
    return flooded, quiet


def rows(kind: str, flooded: list[float], quiet: list[float]) -> list[Row]:
    """Returns the figures of one kind of flood."""

    def p99(taken: list[float]) -> float:
        return quantiles(taken, n=100)[98] if len(taken) > 1 else taken[0]

    return [
        Row(f"{kind}, {name}", "holdem", 1e6 * of(flooded), 1e6 * of(quiet), less_is_better=True)
        for name, of in (("median", median), ("p99", p99), ("longest", max))
    ]


def main() -> None:
    parser = argument_parser()
    parser.add_argument("--seconds", type=float, default=5, help="how long each flood lasts")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only this kind of flood; may be repeated")
    options = parser.parse_args()
    found: list[Row] = []
    for kind in options.kind or KINDS:
        found += rows(kind, *asyncio.run(measure(kind, options.seconds)))
    print_report(found, [f"An act to nine seats (us), beside {CONNECTIONS} connections that flood."], parser)


if __name__ == "__main__":
    if SERVE in sys.argv:
        asyncio.run(serve_table())
    elif FLOOD in sys.argv:
        words = sys.argv[sys.argv.index(FLOOD) + 1 :]
        for number in range(CONNECTIONS):
            attacker = (int(words[0]), words[1], f"127.0.0.{2 + number}")
            threading.Thread(target=flood, args=attacker, daemon=True).start()
        threading.Event().wait()
    else:
        main()
