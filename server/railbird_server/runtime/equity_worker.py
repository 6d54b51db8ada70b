"""Has one process find chances for all tables of a server: the latest question of each table, one at a time.

Chances are advice. A question that a later one of the same table has overtaken is dropped, and so is its answer. One
whose process is lost is asked once more, and then the table goes without. The process starts with the first question
and ends after a while without any.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from railbird_server.runtime.equity_process import ChancesAnswer, ChancesQuestion, decode_answer, encode_question
from railbird_server.runtime.monitoring.error_reporting import logger
from railbird_server.runtime.worker_process import ProcessLost, exchange, worker_command, worker_process
from railbird_server.table.hand.all_in_reveal import OpenSpot
from railbird_shared.protocol.chances import SpotChances

WORKER_COMMAND = worker_command("railbird_server.runtime.equity_process")

ANSWER_TIMEOUT = 20.0
"""Seconds after which a process that has not answered is taken to hang; the longest count measured took 2."""

IDLE_SECONDS = 60.0
"""After so many seconds without a question the process ends."""

MAX_WAITING = 64
"""The most tables whose questions wait; the one that has waited longest goes without."""

Told = Callable[[tuple[SpotChances, ...]], None]
"""Takes the chances of the spots that were asked for."""


class _Question(NamedTuple):
    spots: Sequence[OpenSpot]
    told: Told
    again: bool = False


class EquityWorker:
    """Answers the questions of tables, each of which has one question at most, by a key of its own."""

    def __init__(self, *, command: Sequence[str] = WORKER_COMMAND) -> None:
        self._command = command
        self._waiting: dict[str, _Question] = {}
        self._answering: tuple[str, _Question] | None = None
        self._asked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether the process runs, starts or ends."""
        return self._task is not None

    def ask(self, key: str, spots: Sequence[OpenSpot], told: Told) -> None:
        """Asks for the chances of some spots instead of all that was asked for before by that key."""
        self.forget(key)
        self._waiting[key] = _Question(spots, told)
        if len(self._waiting) > MAX_WAITING:
            del self._waiting[next(iter(self._waiting))]
        self._asked.set()
        if self._task is None:
            self._start()

    def forget(self, key: str) -> None:
        """Drops the question of a key, and the answer that is on its way."""
        self._waiting.pop(key, None)
        if self._answering is not None and self._answering[0] == key:
            self._answering = None

    async def stop(self) -> None:
        """Ends the process; what was asked gets no answer."""
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="process for chances")
        self._task.add_done_callback(self._ended)

    async def _run(self) -> None:
        """Starts the process and puts questions to it until none has come for a while."""
        started = False
        try:
            async with worker_process(self._command) as process:
                started = True
                while await self._question_waits():
                    key = next(iter(self._waiting))
                    question = self._waiting.pop(key)
                    self._answering = key, question
                    line = encode_question(ChancesQuestion(tuple(question.spots)))
                    answer = _decode(await exchange(process, line, ANSWER_TIMEOUT))
                    if self._answering == (key, question) and answer.spots:
                        question.told(answer.spots)
                    self._answering = None
        except ProcessLost as lost:
            logger.warning("the process that finds chances was lost: %s", lost)
            if not started:
                self._waiting.clear()
            elif self._answering is not None and not self._answering[1].again:
                key, question = self._answering
                self._waiting = {key: question._replace(again=True)} | self._waiting

    async def _question_waits(self) -> bool:
        """Waits for a question; returns False if none comes for a while."""
        if not self._waiting:
            self._asked.clear()
            try:
                async with asyncio.timeout(IDLE_SECONDS):
                    await self._asked.wait()
            except TimeoutError:
                return bool(self._waiting)
        return True

    def _ended(self, _: asyncio.Task[None]) -> None:
        self._task = None
        self._answering = None
        if self._waiting:  # asked while the process ended
            self._start()


def _decode(line: bytes) -> ChancesAnswer:
    """Returns the answer in a line; what is none tells nobody anything."""
    try:
        answer = decode_answer(line)
    except msgspec.DecodeError:
        answer = ChancesAnswer(fault="it answers with something else")
    if answer.fault:
        logger.error("chances: %s", answer.fault)
    return answer
