"""A simulated disk under the real SQLite store: commits take virtual time, fail, and are lost or torn by a crash.

The store, its schema and its statements are the real ones; only the threads that write and read are replaced by
timers. A commit that nobody has been told of may be lost by a crash, be there after all, or be torn: cut off within its
last bytes.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import sqlite3
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from unittest.mock import patch

from railbird_server.store import sqlite
from railbird_server.store.commit_thread import MAX_GROUP, Work, Writer, _Job
from railbird_server.store.hand_search import HandReader, Result
from railbird_server.store.protocols import CommitObserver
from railbird_server.store.sqlite import SqliteStore

COMMIT_SECONDS = (0.0002, 0.004)
SLOW_COMMIT_SECONDS = 0.4
QUICK_COMMIT_SECONDS = 0.0001
"""How long a commit takes, from the least to the most, how long one in a hundred takes, and the quickest ever."""

READING_SECONDS = 0.002
"""How long it takes to read finished hands."""

DATABASE = "railbird.db"

OUTCOMES = ("lost", "written", "torn")
"""What may become of a commit in which the process vanishes."""


class SimulatedWriter(Writer):
    """The writer of a store without its thread: it commits when the disk is ready."""

    def __init__(self, disk: SimulatedDisk, connection: sqlite3.Connection) -> None:
        self.observer: CommitObserver | None = None
        connection.execute("pragma synchronous = off")  # the machine itself does not fail
        self._connection = connection
        self._disk = disk
        self._waiting: deque[_Job] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._gone = False
        disk.writer = self
        disk.open_files.callback(connection.close)

    async def write(self, work: Work) -> None:
        """Writes a change; returns when it is on the disk, or raises NotKept."""
        if self._gone:
            raise asyncio.CancelledError
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append(_Job(work, done))
        if self._timer is None:
            self._timer = loop.call_later(self._disk.commit_time(), self._commit_waiting)
        await asyncio.shield(done)

    async def close(self) -> None:
        """Writes what waits, and closes the database."""
        if self._timer is not None:
            self._timer.cancel()
        while self._waiting:
            self._commit_waiting()
        self._connection.close()

    def crash(self, *, written: bool) -> None:
        """Forgets everything with the process; with `written` what waited is on the disk, and nobody knows."""
        self._gone = True
        if self._timer is not None:
            self._timer.cancel()
        if written and self._waiting:
            super()._try(tuple(self._waiting))
        self._waiting.clear()

    def _commit_waiting(self) -> None:
        jobs = [self._waiting.popleft() for _ in range(min(MAX_GROUP, len(self._waiting)))]
        self._commit(jobs)
        self._timer = None
        if self._waiting:
            self._timer = asyncio.get_running_loop().call_later(self._disk.commit_time(), self._commit_waiting)

    def _try(self, jobs: Sequence[_Job]) -> Exception | None:
        trouble = self._disk.trouble
        if trouble == "full":
            return _database_error("database or disk is full", "SQLITE_FULL")
        if trouble == "failing" and self._disk.chance.random() < 0.5:
            if self._disk.chance.random() < 0.5:
                super()._try(jobs)  # it is written, and reported as an error all the same
            return _database_error("disk I/O error", "SQLITE_IOERR_WRITE")
        error = super()._try(jobs)
        if error is None:
            self._disk.note_committed(jobs)
        return error


class SimulatedReader(HandReader):
    """The reader of a store without its thread."""

    def __init__(self, disk: SimulatedDisk, path: Path) -> None:
        super().__init__(path)
        disk.open_files.callback(self._close)

    async def run(self, read: Callable[[sqlite3.Connection], Result]) -> Result:
        """Returns what `read` finds in the database, after a moment; raises StoreError."""
        await asyncio.sleep(READING_SECONDS)
        return self._run(read)

    async def close(self) -> None:
        """Reads no more."""
        self._close()


class SimulatedDisk:
    """The disk of one simulation, in a folder of its own; `trouble` is what is wrong with it just now.

    It is quick while a server is `starting`, whose first tables would play on before the last of them is looked at.
    `committed` is the number of the last entry of each table that is known to be kept, and `open_files` closes what a
    process that has gone left open.
    """

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.chance = chance
        self.trouble = ""
        self.starting = False
        self.crashes: Counter[str] = Counter()
        self.committed: dict[str, int] = {}
        self.writer: SimulatedWriter
        self.open_files = contextlib.ExitStack()
        self._folder = folder / "0"
        self._folder.mkdir()

    @contextlib.contextmanager
    def in_use(self) -> Iterator[None]:
        """Has every store that is opened write and read through this disk; no file stays open at the end."""
        writer, reader = partial(SimulatedWriter, self), partial(SimulatedReader, self)
        with patch.object(sqlite, "Writer", writer), patch.object(sqlite, "HandReader", reader), self.open_files:
            yield

    def open_store(self) -> SqliteStore:
        """Opens the store that is on the disk."""
        return SqliteStore(self._folder / DATABASE)

    def commit_time(self) -> float:
        """Returns how many seconds the next commit takes."""
        if self.starting:
            return QUICK_COMMIT_SECONDS
        return SLOW_COMMIT_SECONDS if self.chance.random() < 0.01 else self.chance.uniform(*COMMIT_SECONDS)

    def note_committed(self, jobs: Sequence[_Job]) -> None:
        """Notes what is kept from now on."""
        for job in jobs:
            for _, table, _, number, _, _ in job.work.rows:
                self.committed[table] = max(number, self.committed.get(table, 0))

    def crash(self) -> str:
        """Lets the process vanish; returns what became of what it was writing, in words."""
        outcome = self.chance.choice(OUTCOMES)
        self.crashes[outcome] += 1
        log = Path(f"{self._folder / DATABASE}-wal")
        before = log.stat().st_size if log.exists() else 0
        self.writer.crash(written=outcome != "lost")
        after = log.stat().st_size if log.exists() else 0
        self._move()
        self.open_files.close()
        if outcome == "torn" and after > before:
            torn = Path(f"{self._folder / DATABASE}-wal")
            with torn.open("r+b") as file:
                file.truncate(self.chance.randrange(before, after))
        return outcome

    def _move(self) -> None:
        """Copies the files to a new folder as they are, as they would be found after a crash."""
        earlier, self._folder = self._folder, self._folder.with_name(str(int(self._folder.name) + 1))
        self._folder.mkdir()
        for suffix in ("", "-wal"):
            if (file := Path(f"{earlier / DATABASE}{suffix}")).exists():
                shutil.copyfile(file, self._folder / file.name)


def _database_error(sentence: str, name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(sentence)
    error.sqlite_errorname = name
    return error
