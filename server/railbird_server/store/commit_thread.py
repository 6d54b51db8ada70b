"""The one thread that writes the database: whatever waits for it is committed together.

A commit costs a wait for the disk, so the more tables there are, the more of them share one. Journal rows alone go as a
single statement: every further one would have to win Python's lock back from the event loop.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from railbird_server.store.protocols import CommitObserver, NotKept

JournalRow = tuple[int, str, int, int, int, bytes]
"""n, table, term, number, time of the table in milliseconds, body."""

Statement = tuple[str, Sequence[tuple[Any, ...]]]
"""A statement, and the parameters of each time that it is executed. Done again, it changes nothing more."""

MAX_GROUP = 400
"""The most changes in one commit."""

MAX_ROWS = 5000
"""The most rows in one statement: SQLite takes 32,766 values."""


class Work(NamedTuple):
    """The rows and statements of one change."""

    rows: Sequence[JournalRow] = ()
    statements: Sequence[Statement] = ()


class _Job(NamedTuple):
    work: Work
    done: asyncio.Future[None]


class Writer:
    """Commits changes in the order in which they come; `connection` is used by its thread alone from now on."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.observer: CommitObserver | None = None
        self._connection = connection
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    async def write(self, work: Work) -> None:
        """Writes a change; returns when it is on the disk, or raises NotKept."""
        if self._closed:
            raise NotKept("The journal is closed, for the server stops.")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(work, done))
        await done  # a room that is cancelled leaves its change to be written

    async def close(self) -> None:
        """Writes what waits, and ends the thread."""
        self._closed = True
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)

    # --- the thread ----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            jobs, last = self._next_jobs()
            if jobs:
                try:
                    self._commit(jobs)
                except Exception as error:  # noqa: BLE001  a fault in an observer must not end the thread
                    _settle(jobs, NotKept(_explain(error)))
            if last:
                self._connection.close()
                return

    def _next_jobs(self) -> tuple[list[_Job], bool]:
        """Waits for a job and takes those that wait behind it; also returns whether they are the last."""
        jobs: list[_Job] = []
        while len(jobs) < MAX_GROUP:
            try:
                job = self._jobs.get(block=not jobs)
            except queue.Empty:
                break
            if job is None:
                return jobs, True
            jobs.append(job)
        return jobs, False

    def _commit(self, jobs: Sequence[_Job]) -> None:
        """Commits jobs together; where that fails, each by itself, so that nobody answers for another."""
        failure = self._try_observed(jobs)
        if failure is None or len(jobs) == 1:
            _settle(jobs, failure)
        else:
            for job in jobs:
                _settle([job], self._try_observed([job]))

    def _try_observed(self, jobs: Sequence[_Job]) -> NotKept | None:
        """Commits jobs, and returns why they are not kept."""
        observer, began = self.observer, time.perf_counter()
        if observer:
            observer.commit_began()
        error = self._try(jobs)
        failure = None if error is None else NotKept(_explain(error))
        if observer and failure is None:
            observer.commit_took(time.perf_counter() - began, len(jobs))
        elif observer:
            observer.commit_failed(str(failure))
        return failure

    def _try(self, jobs: Sequence[_Job]) -> Exception | None:
        rows = [row for job in jobs for row in job.work.rows]
        statements = [statement for job in jobs for statement in job.work.statements]
        try:
            if self._connection.in_transaction:  # an earlier one could not even be given up
                self._connection.rollback()
            if statements or len(rows) > MAX_ROWS:
                self._connection.execute("begin immediate")
            for start in range(0, len(rows), MAX_ROWS):
                group = rows[start : start + MAX_ROWS]
                values = ",".join(["(?,?,?,?,?,?)"] * len(group))
                flat = [value for row in group for value in row]
                self._connection.execute(f"insert into journal values {values} on conflict (n) do nothing", flat)  # noqa: S608
            for sql, parameters in statements:
                self._connection.executemany(sql, parameters)
            if self._connection.in_transaction:
                self._connection.execute("commit")
        except Exception as error:  # noqa: BLE001  whatever it is, those who wait have to be told
            with suppress(sqlite3.Error):
                self._connection.rollback()
            return error
        return None


def _settle(jobs: Sequence[_Job], failure: NotKept | None) -> None:
    """Tells those who wait, in their event loop, what became of their changes."""
    with suppress(RuntimeError):  # the loop has gone, and with it everybody who waited
        jobs[0].done.get_loop().call_soon_threadsafe(_resolve, jobs, failure)


def _resolve(jobs: Sequence[_Job], failure: NotKept | None) -> None:
    for job in jobs:
        if not job.done.done():
            if failure is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(failure)


def _explain(error: Exception) -> str:
    if not isinstance(error, sqlite3.Error):
        return f"The journal cannot be written: {type(error).__name__}."
    match getattr(error, "sqlite_errorname", "").split("_", 2)[:2]:
        case ["SQLITE", "FULL"]:
            return "The disk is full: make room, and the tables go on by themselves."
        case ["SQLITE", "READONLY"]:
            return "The journal cannot be written: allow the server to write to its data directory."
        case _:
            return f"The journal cannot be written: {error}."
