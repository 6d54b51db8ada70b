"""Servers in a process of their own that say what they cost: run as a script by `server.py`, and asked by a `Probe`."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from statistics import median, quantiles

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.broadcast import raise_open_file_limit, resident_memory_kb
from bench.latency import NEVER_SECONDS, PAUSE, STEP_BYTES
from railbird_server.config import ServerSettings
from railbird_server.runtime.server import Server
from railbird_server.store.sqlite import SqliteStore

MEASURE, RESET = "measure", "reset"
LAG_INTERVAL = 0.005


class Job(Struct, frozen=True):
    """What the process runs: a server with its journal in the directory `data`, one without, and an echo."""

    data: str
    memory: bool = False
    tables: int = 1
    connections: int = 1000
    uvloop: bool = False


class Started(Struct, frozen=True):
    """Where it listens, and the seconds until the journal was open, then the tables there again; `cpu` is of both."""

    journal: int
    memory: int
    echo: int
    probe: int
    opened: float
    restored: float
    cpu: float


class Measured(Struct, frozen=True):
    """What has happened since the probe was reset: seconds, and milliseconds of lag of the loop and of commits."""

    cpu: float
    wall: float
    memory_kb: int
    lag: tuple[float, ...]
    commits: tuple[float, ...]
    kept: int


class Commits:
    """Keeps how long commits took."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.kept = 0

    def commit_began(self) -> None:
        pass

    def commit_took(self, seconds: float, entries: int) -> None:
        self.seconds.append(seconds)
        self.kept += entries

    def commit_failed(self, sentence: str) -> None:
        raise AssertionError(sentence)


class Meter:
    """Measures this process and its loop."""

    def __init__(self, commits: Commits) -> None:
        self._commits = commits
        self.reset()

    def reset(self) -> None:
        self._cpu, self._wall = time.process_time(), time.perf_counter()
        self._lag: list[float] = []
        self._commits.seconds.clear()
        self._commits.kept = 0

    def read(self) -> Measured:
        return Measured(
            time.process_time() - self._cpu,
            time.perf_counter() - self._wall,
            resident_memory_kb(),
            percentiles(self._lag),
            percentiles(self._commits.seconds),
            self._commits.kept,
        )

    async def run(self) -> None:
        while True:
            due = time.perf_counter() + LAG_INTERVAL
            await asyncio.sleep(LAG_INTERVAL)
            self._lag.append(time.perf_counter() - due)


def percentiles(seconds: Sequence[float]) -> tuple[float, ...]:
    """Returns the median, the 99th percentile and the greatest, in milliseconds."""
    if len(seconds) < 2:
        return (0.0, 0.0, 0.0)
    return 1e3 * median(seconds), 1e3 * quantiles(seconds, n=100)[98], 1e3 * max(seconds)


# --- the process


async def run_job(job: Job) -> None:
    """Runs the servers until standard input closes; prints where they listen."""
    loop = asyncio.get_running_loop()
    raise_open_file_limit(2 * job.connections + 1000)
    settings = ServerSettings(
        port=0,
        pause=PAUSE,
        clock=0,
        connection_rate=0,
        new_player_rate=0,
        frame_rate=0,
        byte_rate=0,
        command_rate=0,
        max_tables=job.tables + 1,
        tables_per_player=job.tables + 1,
        tables_per_address=job.tables + 1,
        connections_per_address=2 * job.connections,
        max_connections=2 * job.connections,
        empty_after=NEVER_SECONDS,
        discovery=False,
    )
    commits = Commits()
    meter = Meter(commits)
    async with contextlib.AsyncExitStack() as resources:
        begun, cpu = time.perf_counter(), time.process_time()
        store = SqliteStore(Path(job.data) / "railbird.db")
        opened = time.perf_counter()
        journal = await resources.enter_async_context(Server(settings, store=store))
        restored, restored_cpu = time.perf_counter(), time.process_time()
        store.observe(commits)
        memory = await resources.enter_async_context(Server(settings)) if job.memory else None
        echo = await resources.enter_async_context(serve(Echo().run, "127.0.0.1", 0, compression=None))
        probe = await resources.enter_async_context(serve(lambda line: answer(line, meter), "127.0.0.1", 0))
        started = Started(
            journal.port,
            memory.port if memory else 0,
            echo.sockets[0].getsockname()[1],
            probe.sockets[0].getsockname()[1],
            opened - begun,
            restored - opened,
            restored_cpu - cpu,
        )
        gc.freeze()  # as `railbird-server serve` does
        print(msgspec.json.encode(started).decode(), flush=True)
        measuring = loop.create_task(meter.run())
        await asyncio.to_thread(sys.stdin.read)
        measuring.cancel()


class Echo:
    """Broadcasts a message as long as a step to its clients whenever one of them speaks."""

    def __init__(self) -> None:
        self._connections: set[ServerConnection] = set()
        self._seqs = count(1)

    async def run(self, connection: ServerConnection) -> None:
        self._connections.add(connection)
        with suppress(ConnectionClosed):
            while True:
                await connection.recv()
                step = b'{"type":"step","epoch":"0123456789abcdef","seq":%d,"public":[]}' % next(self._seqs)
                broadcast(self._connections, step.ljust(STEP_BYTES), text=True)


async def answer(connection: ServerConnection, meter: Meter) -> None:
    with suppress(ConnectionClosed):
        while True:
            if await connection.recv() == RESET:
                meter.reset()
            await connection.send(msgspec.json.encode(meter.read()))


# --- its desk


class Probe:
    """A measured server from outside."""

    def __init__(self, line: ClientConnection, started: Started, process: asyncio.subprocess.Process) -> None:
        self.started = started
        self._line = line
        self._process = process

    async def ask(self, words: str) -> Measured:
        await self._line.send(words)
        return msgspec.json.decode(await self._line.recv(), type=Measured)

    async def kill(self) -> None:
        """Ends the process at once, as a crash of the machine would."""
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()


@asynccontextmanager
async def measured_server(job: Job) -> AsyncIterator[Probe]:
    """Runs a job in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, __file__, msgspec.json.encode(job).decode(), stdin=PIPE, stdout=PIPE
    )
    assert process.stdout is not None
    assert process.stdin is not None
    started = msgspec.json.decode(await process.stdout.readline(), type=Started)
    async with connect(f"ws://127.0.0.1:{started.probe}", proxy=None, ping_interval=None) as line:
        try:
            yield Probe(line, started, process)
        finally:
            process.stdin.close()
            await process.wait()


def main() -> None:
    job = msgspec.json.decode(sys.argv[1], type=Job)
    if job.uvloop:
        import uvloop  # noqa: PLC0415  # pyright: ignore[reportMissingImports]

        uvloop.run(run_job(job))
    else:
        asyncio.run(run_job(job))


if __name__ == "__main__":
    main()
