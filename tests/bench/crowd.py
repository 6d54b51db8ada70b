"""One table's news to a crowd on the rail, beside `websockets.broadcast` of the same bytes to the same connections.

    python tests/bench/crowd.py [--spectators N] [--json]

The server runs in a process of its own. Nine players act in turn; every frame that the crowd has heard of it is then
sent to the crowd once more by a bare broadcast within the same server. What counts is the CPU time of the server's
process for each frame to each spectator: receiving the act, ruling on it and telling the seats are on our bill. The
memory of a spectator is what the server grows by as the crowd comes in, beside connections of the library that nobody
ever says a word on, in a fresh process. Less is better. Linux only, for the memory is read from /proc.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.latency import Players, sit_down
from bench.report import Row, options, report
from railbird_server.config import Settings
from railbird_server.host.serve import running
from railbird_shared import PROTOCOL_VERSION, codec
from railbird_shared.commands import Hello, Watch

if sys.platform != "win32":
    import resource

ROUNDS = 5
ACTS = 60
SPECTATORS = 1000
AT_THE_DOOR = 50
"""Spectators who come in at once."""

QUIET = 2.0
"""Seconds after which a server has counted its watchers, and is idle."""

SERVE, SERVE_BARE = "--serve", "--serve-bare"
CPU, MEMORY, ALL_SEATED = "cpu", "memory", "all seated"
"""What its desk asks of the server's process: its CPU time in seconds, its memory in kB, to note who is a player.

A frame of bytes has it broadcast to everybody else.
"""

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PING, PONG = 0x89, 0x8A


# --- the crowd


class Crowd:
    """What a crowd has heard: `frames` in all, and the latest `news` as one of them heard it."""

    def __init__(self) -> None:
        self.here = 0
        self.frames = 0
        self.news: deque[bytes] = deque(maxlen=10 * ACTS)
        self._changed = asyncio.Event()

    def arrive(self) -> None:
        self.here += 1
        self._changed.set()

    def hear(self) -> None:
        self.frames += 1
        self._changed.set()

    async def until(self, *, here: int = 0, frames: int = 0) -> None:
        """Waits until so many are here, and have heard so many frames between them."""
        while self.here < here or self.frames < frames:
            self._changed.clear()
            await self._changed.wait()


class Spectator(asyncio.Protocol):
    """A connection that says `words`, answers pings, and counts the news; the first of a crowd keeps them."""

    def __init__(self, crowd: Crowd, words: tuple[bytes, ...], *, first: bool) -> None:
        self.transport: asyncio.Transport
        self._crowd = crowd
        self._words = words
        self._first = first
        self._open = False
        self._watching = False
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(REQUEST)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        if not self._open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            self._begin(head)
        begin = 0
        while len(data) >= begin + 4:
            size, start = data[begin + 1], begin + 2
            if size == 126:
                size, start = int.from_bytes(data[begin + 2 : begin + 4], "big"), begin + 4
            if len(data) < start + size:
                break
            self._take(data[begin], data[start : start + size])
            begin = start + size
        self._rest = data[begin:]

    def _begin(self, head: bytes) -> None:
        assert head.startswith(b"HTTP/1.1 101 "), head
        self._open = True
        for words in self._words:
            self.transport.write(masked(0x81, words))
        if not self._words:
            self._crowd.arrive()

    def _take(self, first: int, payload: bytes) -> None:
        if first == PING:
            self.transport.write(masked(PONG, payload))
        elif payload.startswith(b'{"type":"step"'):
            if self._first:
                self._crowd.news.append(payload)
            self._crowd.hear()
        elif not self._watching and payload.startswith(b'{"type":"snapshot"'):
            self._watching = True
            self._crowd.arrive()


def masked(first: int, payload: bytes) -> bytes:
    """Returns a short frame under a mask that changes nothing."""
    assert len(payload) < 126
    return bytes((first, 0x80 | len(payload))) + bytes(4) + payload


async def gather_crowd(port: int, number: int, table: str = "") -> tuple[Crowd, list[asyncio.Transport]]:
    """Brings so many spectators to a table; without one they only connect."""
    crowd, lines = Crowd(), list[asyncio.Transport]()
    loop = asyncio.get_running_loop()
    for wanted in range(1, number + 1):
        hello = codec.encode(Hello(v=PROTOCOL_VERSION, name=f"Linnet {wanted}"))
        words = (hello, codec.encode(Watch(table=table))) if table else ()
        spectator = Spectator(crowd, words, first=wanted == 1)
        await loop.create_connection(lambda spectator=spectator: spectator, "127.0.0.1", port)  # type: ignore[misc]
        lines.append(spectator.transport)
        if wanted % AT_THE_DOOR == 0 or wanted == number:
            await crowd.until(here=wanted)
    await asyncio.sleep(QUIET)
    return crowd, lines


# --- the server's process


async def serve_crowd(spectators: int, *, bare: bool) -> None:
    """Runs a server, or only the library's, and a desk that answers questions; prints the ports of both."""
    players: frozenset[ServerConnection] = frozenset()
    connections: set[ServerConnection] = set()

    async def sit(connection: ServerConnection) -> None:
        await connection.wait_closed()

    async def desk(connection: ServerConnection) -> None:
        nonlocal players
        with contextlib.suppress(ConnectionClosed):
            while True:
                words = await connection.recv()
                if isinstance(words, bytes):
                    broadcast(connections - players, words, text=True)
                elif words == CPU:
                    await connection.send(str(time.process_time()))
                elif words == MEMORY:
                    await connection.send(str(resident()))
                elif words == ALL_SEATED:
                    players = frozenset(connections)

    settings = Settings(
        port=0,
        pause=0,
        clock=0,
        rate=0,
        arrival_rate=0,
        connections_per_address=2 * spectators,
        most_connections=2 * spectators,
    )
    async with contextlib.AsyncExitStack() as doors:
        asked = await doors.enter_async_context(serve(desk, "127.0.0.1", 0, compression=None))
        if bare:
            library = await doors.enter_async_context(serve(sit, "127.0.0.1", 0, compression=None))
            port = library.sockets[0].getsockname()[1]
        else:
            server = await doors.enter_async_context(running(settings))
            connections, port = server._gate._open, server.port
        print(port, asked.sockets[0].getsockname()[1], flush=True)
        await asyncio.to_thread(sys.stdin.read)


def resident() -> int:
    """Returns the memory of this process, in kB."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def allow_files(wanted: int) -> None:
    """Lets this process open that many files, where the system allows it."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


# --- the measurement


class Desk:
    """Asks the server's process."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line

    async def ask(self, question: str) -> float:
        await self._line.send(question)
        return float(await self._line.recv())

    async def tell(self, words: str | bytes) -> None:
        await self._line.send(words)


@asynccontextmanager
async def server_process(mode: str, spectators: int) -> AsyncIterator[tuple[int, Desk]]:
    """Runs a server in a process; yields its port and the desk that answers for it."""
    command = (sys.executable, __file__, mode, str(spectators))
    process: Process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    assert process.stdout is not None
    assert process.stdin is not None
    port, desk = map(int, (await process.stdout.readline()).split())
    try:
        async with connect(f"ws://127.0.0.1:{desk}", compression=None, proxy=None) as line:
            yield port, Desk(line)
    finally:
        process.stdin.close()
        await process.wait()


async def measure(spectators: int) -> list[Row]:
    """Returns what the crowd costs the server in time and in memory."""
    async with server_process(SERVE, spectators) as (port, desk):
        players = await sit_down(port)
        await desk.tell(ALL_SEATED)
        before = await desk.ask(MEMORY)
        crowd, lines = await gather_crowd(port, spectators, players.table)
        memory = (await desk.ask(MEMORY) - before) / spectators
        players.ears.catch_up()
        times = [await one_round(players, crowd, desk) for _ in range(ROUNDS)]
        await players.ears.close()
        for line in lines:
            line.abort()
    async with server_process(SERVE_BARE, spectators) as (port, desk):
        before = await desk.ask(MEMORY)
        _, lines = await gather_crowd(port, spectators)
        bare_memory = (await desk.ask(MEMORY) - before) / spectators
        for line in lines:
            line.abort()
    ours, theirs = (1e6 * median(taken) for taken in zip(*times, strict=True))
    return [
        Row(f"CPU of a frame to each of {spectators:,} (us)", "holdem", ours, theirs, less_is_better=True),
        Row("memory of a spectator (kB)", "holdem", memory, bare_memory, less_is_better=True),
    ]


async def one_round(players: Players, crowd: Crowd, desk: Desk) -> tuple[float, float]:
    """Returns the seconds of CPU time that one frame to one spectator took, told by the table and by a broadcast."""
    seq, heard, begun = players.ears.seq, crowd.frames, await desk.ask(CPU)
    for _ in range(ACTS):
        await players.take_part(1)
        await crowd.until(frames=heard + (players.ears.seq - seq) * crowd.here)
    await players.settle()
    told = players.ears.seq - seq
    await crowd.until(frames=heard + told * crowd.here)
    ours = (await desk.ask(CPU) - begun) / (told * crowd.here)

    heard, begun = crowd.frames, await desk.ask(CPU)
    for number, frame in enumerate(list(crowd.news)[-told:], 1):
        await desk.tell(frame)
        await crowd.until(frames=heard + number * crowd.here)
    theirs = (await desk.ask(CPU) - begun) / (told * crowd.here)
    return ours, theirs


def main() -> None:
    parser = options()
    parser.add_argument("--spectators", type=int, default=SPECTATORS, help="how many look on")
    spectators = parser.parse_args().spectators
    allow_files(2 * spectators + 1000)
    rows = asyncio.run(measure(spectators))
    report(rows, [f"Medians of {ROUNDS} rounds of {ACTS} acts and as many broadcasts as came of them."], parser)


if __name__ == "__main__":
    if SERVE in sys.argv or SERVE_BARE in sys.argv:
        number = int(sys.argv[-1])
        allow_files(2 * number + 1000)
        asyncio.run(serve_crowd(number, bare=SERVE_BARE in sys.argv))
    else:
        main()
