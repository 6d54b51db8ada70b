"""The processes that think for the bots of the house, so that the event loop never waits for a decision.

A process starts when a question would have to wait for one, up to a limit, and all end together with the last bot. A
question whose process dies is asked once more; its seed makes the answer the same.
"""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import Process
from collections.abc import Sequence

import msgspec

from railbird_server.bots.question import NoDecision, Question
from railbird_server.bots.worker import decode_answer, encode_question
from railbird_server.runtime.monitoring.error_reporting import logger
from railbird_server.runtime.worker_process import ProcessLost, exchange, worker_command, worker_process
from railbird_shared.protocol.actions import Action

MAX_PROCESSES = 2
"""The most processes that think for the bots of one server.

One answers a hundred questions a second (200 with three players on the flop took 1.6 s); the bots of one table ask
at most three in a second at the pace of people. Each takes about 20 MB, 14 of them its own.
"""

ANSWER_TIMEOUT = 20.0
"""Seconds after which a process that has not answered is taken to hang; the longest thought measured took 0.2."""

MAX_ATTEMPTS = 2
"""How many processes are asked a question: one that has ended two of them may end any."""

MAX_LOSSES = 3
REST_SECONDS = 10.0
"""After so many processes that ended without an answer in between, none is started for so many seconds."""

WORKER_COMMAND = worker_command("railbird_server.bots.worker")


def usual_process_count() -> int:
    """Returns how many processes may think on this machine: one core is left for the server."""
    return max(1, min(MAX_PROCESSES, (os.cpu_count() or 1) - 1))


class _Asked:
    """A question on its way: its line, the answer to come, and how many processes have been asked."""

    def __init__(self, question: Question) -> None:
        self.line = encode_question(question)
        self.answer: asyncio.Future[Action] = asyncio.get_running_loop().create_future()
        self.attempts = 0

    def settle(self, line: bytes) -> None:
        """Answers the question with the line of a process."""
        try:
            found = decode_answer(line)
        except msgspec.DecodeError:
            self.fail("A process that thinks for bots has answered with something else than an act.")
            return
        if found.action is None:
            logger.error("bot: %s", found.fault)
            self.fail("The policy of a bot has failed.")
        elif not self.answer.done():
            self.answer.set_result(found.action)

    def fail(self, sentence: str) -> None:
        """Answers that there is no answer."""
        if not self.answer.done():
            self.answer.set_exception(NoDecision(sentence))


class BotWorkers:
    """Up to `most` processes that answer questions; none as long as nobody asks."""

    def __init__(self, most: int, *, command: Sequence[str] = WORKER_COMMAND) -> None:
        self._most = most
        self._command = command
        self._waiting: asyncio.Queue[_Asked] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._busy: set[asyncio.Task[None]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._losses = 0
        self._rest_until = 0.0

    @property
    def process_count(self) -> int:
        """How many processes run, start or end."""
        return len(self._tasks) + len(self._ending)

    async def decide(self, question: Question) -> Action:
        """Answers a question in another process; raises NoDecision where none can be had."""
        asked = _Asked(question)
        self._waiting.put_nowait(asked)
        self._start_if_needed()
        return await asked.answer

    async def stop(self) -> None:
        """Ends all processes; questions without an answer get none. What is asked later starts anew."""
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
        free = len(self._tasks - self._busy)
        if not resting and len(self._tasks) < self._most and self._waiting.qsize() > free:
            task = asyncio.create_task(self._run_process(), name="bots' process")
            self._tasks.add(task)
            task.add_done_callback(self._process_ended)
        if not self._tasks:
            self._fail_waiting()

    def _fail_waiting(self) -> None:
        while not self._waiting.empty():
            self._waiting.get_nowait().fail("No process thinks for bots.")

    async def _run_process(self) -> None:
        """Starts a process and has it answer questions until it is lost."""
        task = asyncio.current_task()
        assert task is not None
        try:
            async with worker_process(self._command) as process:
                try:
                    await self._serve(process, task)
                finally:  # from here on nothing may keep it from burying its process
                    self._tasks.discard(task)
                    self._ending.add(task)
        except ProcessLost as lost:
            self._losses += 1
            logger.warning("a process that thinks for bots was lost: %s", lost)
            if self._losses >= MAX_LOSSES:
                self._losses = 0
                self._rest_until = asyncio.get_running_loop().time() + REST_SECONDS

    async def _serve(self, process: Process, task: asyncio.Task[None]) -> None:
        """Puts the waiting questions to a process, one after another; raises ProcessLost."""
        while True:
            asked = await self._waiting.get()
            if asked.answer.done():  # whoever asked has gone
                continue
            self._busy.add(task)
            await self._ask(process, asked)
            self._busy.discard(task)

    async def _ask(self, process: Process, asked: _Asked) -> None:
        """Puts a question to a process; raises ProcessLost, and lets another process try if there is reason to."""
        asked.attempts += 1
        try:
            line = await exchange(process, asked.line, ANSWER_TIMEOUT)
        except ProcessLost:
            if asked.attempts < MAX_ATTEMPTS:
                self._waiting.put_nowait(asked)
            else:
                asked.fail("The processes that were asked have ended.")
            raise
        except asyncio.CancelledError:
            asked.fail("The processes that think for bots are stopped.")
            raise
        self._losses = 0
        asked.settle(line)

    def _process_ended(self, task: asyncio.Task[None]) -> None:
        for tasks in (self._tasks, self._busy, self._ending):
            tasks.discard(task)
        if not task.cancelled():
            self._start_if_needed()
