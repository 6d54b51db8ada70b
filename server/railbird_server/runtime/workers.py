"""Processes beside the server that answer its questions, so that the event loop never waits for long thoughts.

A process starts when a question would have to wait for one, up to a limit. A question whose process dies is asked once
more, in another one. A `WorkerPool` thinks for the bots of the house, and `EquityWorker` finds chances for all tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Generic, TypeVar

import msgspec

from railbird_server.bots.bot import NoAnswer
from railbird_server.runtime.broadcast.rail_chances import find_chances
from railbird_server.runtime.monitoring import logger
from railbird_server.table.all_in_reveal import OpenSpot
from railbird_server.worker import Reply, types_of
from railbird_shared.protocol.view import SpotChances

Query = TypeVar("Query")
Answer = TypeVar("Answer")

ANSWER_TIMEOUT = 20.0
"""Seconds after which a process that has not answered is taken to hang; the longest thought measured took 2."""

MAX_ATTEMPTS = 2
"""How many processes are asked a question: one that has ended two of them may end any."""

MAX_LOSSES = 3
REST_SECONDS = 10.0
"""After so many processes that ended without an answer in between, none is started for so many seconds."""


class ProcessLost(Exception):
    """A process has ended, hangs, or could not be started; the message says which."""


class _Asked(Generic[Answer]):
    """A question on its way: its line, the answer to come, and how many processes have been asked."""

    def __init__(self, line: bytes) -> None:
        self.line = line
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.attempts = 0

    def fail(self, sentence: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(NoAnswer(sentence))


class WorkerPool(Generic[Query, Answer]):
    """Up to `most` processes that answer questions by a function of a module; none as long as nobody asks.

    One without a question for `idle_seconds` ends. Of more than `most_waiting` questions the one that has waited
    longest gets no answer.
    """

    def __init__(
        self,
        function: Callable[[Query], Answer],
        *,
        most: int = 1,
        most_waiting: int | None = None,
        idle_seconds: float | None = None,
        command: Sequence[str] = (),
    ) -> None:
        self._name = f"{function.__module__}:{function.__name__}"
        # -P keeps the folder of the server's start out of the imports of the process
        self._command = command or (sys.executable, "-P", "-m", "railbird_server.worker", self._name)
        self._answers = msgspec.json.Decoder(types_of(function)[1])
        self._most = most
        self._most_waiting = most_waiting
        self._idle_seconds = idle_seconds
        self._waiting: list[_Asked[Answer]] = []
        self._has_waiting = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._busy = 0
        self._losses = 0
        self._rest_until = 0.0

    async def ask(self, question: Query) -> Answer:
        """Answers a question in another process; raises NoAnswer where none can be had."""
        asked: _Asked[Answer] = _Asked(msgspec.json.encode(question) + b"\n")
        self._waiting.append(asked)
        self._has_waiting.set()
        if self._most_waiting is not None and len(self._waiting) > self._most_waiting:
            self._waiting.pop(0).fail("Too many questions wait.")
        self._start_if_needed()
        try:
            return await asked.answer
        finally:
            if asked in self._waiting:
                self._waiting.remove(asked)

    async def stop(self) -> None:
        """Ends all processes; questions without an answer get none. Questions asked later start them anew."""
        self._fail_waiting()
        for task in self._tasks:
            task.cancel()
        self._ending |= self._tasks
        self._tasks.clear()
        if self._ending:
            await asyncio.wait(self._ending)

    def _start_if_needed(self) -> None:
        """Starts a process if a question would have to wait for one and another is allowed."""
        resting = asyncio.get_running_loop().time() < self._rest_until
        free = len(self._tasks) - self._busy
        if not resting and len(self._tasks) < self._most and len(self._waiting) > free:
            task = asyncio.create_task(self._run_process(), name=f"process for {self._name}")
            self._tasks.add(task)
            task.add_done_callback(self._process_ended)
        if not self._tasks:
            self._fail_waiting()

    def _fail_waiting(self) -> None:
        while self._waiting:
            self._waiting.pop().fail("No process answers.")

    async def _run_process(self) -> None:
        """Starts a process and has it answer questions until it is lost or nobody asks any more."""
        task = asyncio.current_task()
        assert task is not None
        try:
            async with worker_process(self._command) as process:
                try:
                    while asked := await self._next():
                        await self._put(process, asked)
                finally:  # from here on nothing may keep it from burying its process
                    self._tasks.discard(task)
                    self._ending.add(task)
        except ProcessLost as lost:
            self._losses += 1
            logger.warning("a process for %s was lost: %s", self._name, lost)
            if self._losses >= MAX_LOSSES:
                self._losses = 0
                self._rest_until = asyncio.get_running_loop().time() + REST_SECONDS

    async def _next(self) -> _Asked[Answer] | None:
        """Waits for a question; returns None if none comes for a while."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._idle_seconds):
                while not self._waiting:
                    self._has_waiting.clear()
                    await self._has_waiting.wait()
        return self._waiting.pop(0) if self._waiting else None

    async def _put(self, process: Process, asked: _Asked[Answer]) -> None:
        """Puts a question to a process; raises ProcessLost, and lets another process try if there is reason to."""
        asked.attempts += 1
        self._busy += 1
        try:
            line = await exchange(process, asked.line)
        except ProcessLost:
            if asked.attempts == MAX_ATTEMPTS:
                asked.fail("The processes that were asked have ended.")
            elif not asked.answer.done():
                self._waiting.insert(0, asked)
            raise
        except asyncio.CancelledError:
            asked.fail("The processes are stopped.")
            raise
        finally:
            self._busy -= 1
        self._losses = 0
        self._settle(asked, line)

    def _settle(self, asked: _Asked[Answer], line: bytes) -> None:
        try:
            reply = msgspec.json.decode(line, type=Reply)
            if reply.fault:
                logger.error("%s: %s", self._name, reply.fault)
                asked.fail("The question cannot be answered.")
            elif not asked.answer.done():
                asked.answer.set_result(self._answers.decode(reply.answer))
        except msgspec.DecodeError:
            logger.error("%s: it answers with something else", self._name)
            asked.fail("A process has answered with something else than an answer.")

    def _process_ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._ending.discard(task)
        if not task.cancelled():
            self._start_if_needed()


@contextlib.asynccontextmanager
async def worker_process(command: Sequence[str]) -> AsyncIterator[Process]:
    """Runs a process for as long as the context lasts; raises ProcessLost where it cannot be started.

    It stands in a session of its own, so that an interrupt from the keyboard reaches the server alone.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
        )
    except (OSError, NotImplementedError) as error:
        raise ProcessLost(f"it cannot be started ({type(error).__name__})") from None
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.communicate()


async def exchange(process: Process, line: bytes) -> bytes:
    """Sends a line to a process and returns its answer; raises ProcessLost where none comes in time."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(ANSWER_TIMEOUT):
            process.stdin.write(line)
            await process.stdin.drain()
            answer = await process.stdout.readline()
    except TimeoutError:
        raise ProcessLost("it hangs") from None
    except (OSError, ValueError) as error:
        raise ProcessLost(type(error).__name__) from None
    if not answer.endswith(b"\n"):
        raise ProcessLost("it has ended")
    return answer


MAX_PROCESSES = 2
"""The most processes that think for the bots of one server.

One answers a hundred questions a second (200 with three players on the flop took 1.6 s); the bots of one table ask
at most three in a second at the pace of people. Each takes about 20 MB, 14 of them its own.
"""


def usual_process_count() -> int:
    """Returns how many processes may think on this machine: one core is left for the server."""
    return max(1, min(MAX_PROCESSES, (os.cpu_count() or 1) - 1))


IDLE_SECONDS = 60.0
"""After so many seconds without a question the process ends."""

MAX_WAITING = 64
"""The most tables whose questions wait; the one that has waited longest goes without."""

Told = Callable[[tuple[SpotChances, ...]], None]
"""Takes the chances of the spots that were asked for."""


class EquityWorker:
    """Answers the questions of tables, each of which has one question at most, by a key of its own."""

    def __init__(self, *, command: Sequence[str] = ()) -> None:
        self._pool = WorkerPool(find_chances, most_waiting=MAX_WAITING, idle_seconds=IDLE_SECONDS, command=command)
        self._asked: dict[str, asyncio.Task[None]] = {}

    def ask(self, key: str, spots: Sequence[OpenSpot], told: Told) -> None:
        """Asks for the chances of some spots instead of all that was asked for before by that key."""
        self.forget(key)
        task = asyncio.create_task(self._answer(tuple(spots), told), name=f"chances for {key}")
        self._asked[key] = task
        task.add_done_callback(lambda task: self._asked.pop(key) if self._asked.get(key) is task else None)

    def forget(self, key: str) -> None:
        """Drops the question of a key, and the answer that is on its way."""
        if task := self._asked.pop(key, None):
            task.cancel()

    async def stop(self) -> None:
        """Ends the process; questions without an answer get none."""
        for key in list(self._asked):
            self.forget(key)
        await self._pool.stop()

    async def _answer(self, spots: tuple[OpenSpot, ...], told: Told) -> None:
        with contextlib.suppress(NoAnswer):
            told(await self._pool.ask(spots))
