"""Has one process find chances for all tables of a server: the latest question of each table, one at a time.

Chances are advice: a question that a later one of the same table has overtaken is dropped, and so is its answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from railbird_server.runtime.spot_chances import find_chances
from railbird_server.runtime.worker_pool import NoAnswer, WorkerPool
from railbird_server.table.hand.all_in_reveal import OpenSpot
from railbird_shared.protocol.view import SpotChances

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

    @property
    def is_running(self) -> bool:
        """Whether the process runs, starts or ends."""
        return bool(self._asked) or self._pool.process_count > 0

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
        """Ends the process; what was asked gets no answer."""
        for key in list(self._asked):
            self.forget(key)
        await self._pool.stop()

    async def _answer(self, spots: tuple[OpenSpot, ...], told: Told) -> None:
        with suppress(NoAnswer):
            told(await self._pool.ask(spots))
