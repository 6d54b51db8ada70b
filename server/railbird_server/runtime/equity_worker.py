"""Has one process find chances for all tables of a server: the latest question of each table, one at a time.

Chances are advice: a question that a later one of the same table has overtaken is dropped, and so is its answer.

`find_chances` is the question that the process answers; it keeps the latest equities, whatever chips they are for.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache

from msgspec.structs import replace

from railbird_server.rules.equity import Equities, Spot, find_equities
from railbird_server.runtime.worker_pool import NoAnswer, WorkerPool
from railbird_server.table.hand.all_in_reveal import OpenSpot
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.view import WHOLE, SpotChances

KEPT_SPOTS = 256
"""How many spots are remembered; the same cards are often asked for again with more chips in the pot."""


def find_chances(spots: tuple[OpenSpot, ...]) -> tuple[SpotChances, ...]:
    """Returns the chances of the spots of one table, in order."""
    return tuple(map(chances_of, spots))


def chances_of(found: OpenSpot) -> SpotChances:
    """Returns the chances of one spot as clients are told them; raises BadSetup for rules by which no hand wins."""
    spot = found.spot
    equities = _equities(replace(spot, pots=tuple(Pot(1, pot.seats) for pot in spot.pots)))
    pots = [replace(equity, chips=pot.chips) for equity, pot in zip(equities.pots, spot.pots, strict=True)]
    equities = replace(equities, pots=tuple(pots))
    shares = in_hundredths([float(equities.share(hand.seat)) for hand in spot.hands])
    seats = [hand.seat for hand in spot.hands]
    return SpotChances(found.street, tuple(zip(seats, shares, strict=True)), run=found.run, estimate=not equities.exact)


@lru_cache(maxsize=KEPT_SPOTS)
def _equities(spot: Spot) -> Equities:
    if not spot.pots:
        raise BadSetup("A chance needs a pot to win.")
    return find_equities(spot, random.Random(len(spot.gone)))  # noqa: S311  it estimates, it does not deal


def in_hundredths(shares: list[float]) -> list[int]:
    """Returns shares in hundredths of a percent that add up to the whole, the largest fractions rounded up."""
    exact = [share * WHOLE for share in shares]
    found = [int(each) for each in exact]
    order = sorted(range(len(exact)), key=lambda place: found[place] - exact[place])
    for place in order[: round(sum(exact)) - sum(found)]:
        found[place] += 1
    return found


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
