"""One table's steps sent to its spectators, beside `websockets.broadcast` of the same bytes to the same connections.

    python tests/bench/broadcast.py [--spectators N] [--json]

The server runs in a process of its own. Nine players act in turn. Every frame that the spectators receive is then sent
to them again by a bare broadcast within the same server. The figure is the CPU time of the server's process for each
frame to each spectator; ours includes receiving the act, applying it and sending to the seats. A spectator's memory
is the growth of the server as spectators connect, beside idle connections of the library in a fresh process. Less is
better. Linux only: memory is read from /proc.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import AsyncIterator
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.bare_client import BareClient
from bench.latency import CallingPlayers, seat_players
from bench.report import Row, argument_parser, print_report
from railbird_server.config import ServerSettings
from railbird_server.runtime.server import Server
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Hello, Watch

if sys.platform != "win32":
    import resource

ROUNDS = 5
ACTS = 60
SPECTATORS = 1000
CONNECT_BATCH = 50
"""Spectators who come in at once."""

IDLE_SECONDS = 2.0
"""Seconds after which a server has counted its watchers, and is idle."""

SERVE, SERVE_BARE = "--serve", "--serve-bare"
CPU, MEMORY, ALL_SEATED = "cpu", "memory", "all seated"
"""What its desk asks of the server's process: its CPU time in seconds, its memory in kB, to note who is a player.

A frame of bytes has it broadcast to everybody else.
"""


# --- the crowd


class SpectatorTally:
    """What the spectators have received: `frames` in all, and the `latest_steps` of one of them."""

    def __init__(self) -> None:
        self.connected = 0
        self.frames = 0
        self.latest_steps: deque[bytes] = deque(maxlen=10 * ACTS)
        self._changed = asyncio.Event()

    def count_arrival(self) -> None:
        self.connected += 1
        self._changed.set()

    def count_frame(self) -> None:
        self.frames += 1
        self._changed.set()

    async def wait_until(self, *, connected: int = 0, frames: int = 0) -> None:
        """Waits until that many spectators are connected and have received that many frames in all."""
        while self.connected < connected or self.frames < frames:
            self._changed.clear()
            await self._changed.wait()


class Spectator(BareClient):
    """A connection that sends `words`, answers pings and counts steps; the first spectator keeps them."""

    def __init__(self, crowd: SpectatorTally, words: tuple[bytes, ...], *, first: bool) -> None:
        super().__init__()
        self._tally = crowd
        self._commands = words
        self._keeps_steps = first
        self._watching = False

    def upgraded(self) -> None:
        for words in self._commands:
            self.send(words)
        if not self._commands:
            self._tally.count_arrival()

    def message_received(self, payload: bytes) -> None:
        if payload.startswith(b'{"type":"step"'):
            if self._keeps_steps:
                self._tally.latest_steps.append(payload)
            self._tally.count_frame()
        elif not self._watching and payload.startswith(b'{"type":"snapshot"'):
            self._watching = True
            self._tally.count_arrival()


async def connect_spectators(port: int, count: int, table: str = "") -> tuple[SpectatorTally, list[asyncio.Transport]]:
    """Connects that many spectators and has them watch a table, if one is named."""
    tally, transports = SpectatorTally(), list[asyncio.Transport]()
    loop = asyncio.get_running_loop()
    for wanted in range(1, count + 1):
        hello = codec.encode(Hello(v=PROTOCOL_VERSION, name=f"Linnet {wanted}"))
        words = (hello, codec.encode(Watch(table=table))) if table else ()
        spectator = Spectator(tally, words, first=wanted == 1)
        await loop.create_connection(lambda spectator=spectator: spectator, "127.0.0.1", port)  # type: ignore[misc]
        transports.append(spectator.transport)
        if wanted % CONNECT_BATCH == 0 or wanted == count:
            await tally.wait_until(connected=wanted)
    await asyncio.sleep(IDLE_SECONDS)
    return tally, transports


# --- the server's process


async def serve_with_probe(spectators: int, *, bare: bool) -> None:
    """Runs our server or only the library's, and a probe that answers questions; prints the ports of both."""
    players: frozenset[ServerConnection] = frozenset()
    connections: AbstractSet[ServerConnection] = set()

    async def hold_open(connection: ServerConnection) -> None:
        await connection.wait_closed()

    async def answer_probe(connection: ServerConnection) -> None:
        nonlocal players
        with contextlib.suppress(ConnectionClosed):
            while True:
                words = await connection.recv()
                if isinstance(words, bytes):
                    broadcast(connections - players, words, text=True)
                elif words == CPU:
                    await connection.send(str(time.process_time()))
                elif words == MEMORY:
                    await connection.send(str(resident_memory_kb()))
                elif words == ALL_SEATED:
                    players = frozenset(connections)

    settings = ServerSettings(
        port=0,
        pause=0,
        clock=0,
        connection_rate=0,
        frame_rate=0,
        byte_rate=0,
        command_rate=0,
        new_player_rate=0,
        connections_per_address=2 * spectators,
        max_connections=2 * spectators,
    )
    async with contextlib.AsyncExitStack() as resources:
        asked = await resources.enter_async_context(serve(answer_probe, "127.0.0.1", 0, compression=None))
        if bare:
            library = await resources.enter_async_context(serve(hold_open, "127.0.0.1", 0, compression=None))
            port = library.sockets[0].getsockname()[1]
        else:
            server = await resources.enter_async_context(Server(settings))
            connections, port = server._connection_limits._open.keys(), server.port
        print(port, asked.sockets[0].getsockname()[1], flush=True)
        await asyncio.to_thread(sys.stdin.read)


def resident_memory_kb() -> int:
    """Returns the memory of this process, in kB."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def raise_open_file_limit(wanted: int) -> None:
    """Lets this process open that many files, where the system allows it."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


# --- the measurement


class ServerProbe:
    """A client of the probe in the server's process."""

    def __init__(self, line: ClientConnection) -> None:
        self._socket = line

    async def query(self, question: str) -> float:
        await self._socket.send(question)
        return float(await self._socket.recv())

    async def send(self, words: str | bytes) -> None:
        await self._socket.send(words)


@asynccontextmanager
async def server_process(mode: str, spectators: int, script: str = __file__) -> AsyncIterator[tuple[int, ServerProbe]]:
    """Runs a server in a process; yields its port and its probe."""
    command = (sys.executable, script, mode, str(spectators))
    process: Process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    assert process.stdout is not None
    assert process.stdin is not None
    port, probe_port = map(int, (await process.stdout.readline()).split())
    try:
        async with connect(f"ws://127.0.0.1:{probe_port}", compression=None, proxy=None) as line:
            yield port, ServerProbe(line)
    finally:
        process.stdin.close()
        await process.wait()


async def measure(spectators: int) -> list[Row]:
    """Returns what the spectators cost the server in time and in memory."""
    async with server_process(SERVE, spectators) as (port, probe):
        players = await seat_players(port)
        await probe.send(ALL_SEATED)
        before = await probe.query(MEMORY)
        tally, transports = await connect_spectators(port, spectators, players.table)
        memory = (await probe.query(MEMORY) - before) / spectators
        players.clients.skip_to_latest()
        times = [await measure_round(players, tally, probe) for _ in range(ROUNDS)]
        await players.clients.close()
        for line in transports:
            line.abort()
    async with server_process(SERVE_BARE, spectators) as (port, probe):
        before = await probe.query(MEMORY)
        _, transports = await connect_spectators(port, spectators)
        bare_memory = (await probe.query(MEMORY) - before) / spectators
        for line in transports:
            line.abort()
    ours, theirs = (1e6 * median(taken) for taken in zip(*times, strict=True))
    return [
        Row(f"CPU of a frame to each of {spectators:,} (us)", "holdem", ours, theirs, less_is_better=True),
        Row("memory of a spectator (kB)", "holdem", memory, bare_memory, less_is_better=True),
    ]


async def measure_round(players: CallingPlayers, tally: SpectatorTally, probe: ServerProbe) -> tuple[float, float]:
    """Returns the seconds of CPU time for one frame to one spectator, sent by the table and by a bare broadcast."""
    seq, frames_before, begun = players.clients.seq, tally.frames, await probe.query(CPU)
    for _ in range(ACTS):
        await players.time_acts(1)
        await tally.wait_until(frames=frames_before + (players.clients.seq - seq) * tally.connected)
    await players.wait_for_turn()
    steps_sent = players.clients.seq - seq
    await tally.wait_until(frames=frames_before + steps_sent * tally.connected)
    ours = (await probe.query(CPU) - begun) / (steps_sent * tally.connected)

    frames_before, begun = tally.frames, await probe.query(CPU)
    for number, frame in enumerate(list(tally.latest_steps)[-steps_sent:], 1):
        await probe.send(frame)
        await tally.wait_until(frames=frames_before + number * tally.connected)
    theirs = (await probe.query(CPU) - begun) / (steps_sent * tally.connected)
    return ours, theirs


def main() -> None:
    parser = argument_parser()
    parser.add_argument("--spectators", type=int, default=SPECTATORS, help="how many look on")
    spectators = parser.parse_args().spectators
    raise_open_file_limit(2 * spectators + 1000)
    rows = asyncio.run(measure(spectators))
    print_report(rows, [f"Medians of {ROUNDS} rounds of {ACTS} acts and as many broadcasts as came of them."], parser)


if __name__ == "__main__":
    if SERVE in sys.argv or SERVE_BARE in sys.argv:
        number = int(sys.argv[-1])
        raise_open_file_limit(2 * number + 1000)
        asyncio.run(serve_with_probe(number, bare=SERVE_BARE in sys.argv))
    else:
        main()
