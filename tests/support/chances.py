"""Stands in for the process that finds chances, where a test wants the same answer at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from railbird_server.table.all_in_reveal import OpenSpot
from railbird_shared.protocol.view import WHOLE, SpotChances


class EvenChances:
    """Tells at once that every hand has the same chances, and notes what was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[OpenSpot, ...]]] = []
        self.forgotten: list[str] = []

    def ask(self, key: str, spots: Sequence[OpenSpot], told: Callable[[tuple[SpotChances, ...]], None]) -> None:
        """Answers at once."""
        self.asked.append((key, tuple(spots)))
        told(tuple(even_chances(spot) for spot in spots))

    def forget(self, key: str) -> None:
        """Notes the key; nothing is on its way."""
        self.forgotten.append(key)

    async def stop(self) -> None:
        """Does nothing."""


def even_chances(found: OpenSpot) -> SpotChances:
    """Returns the same chance for every hand of a spot."""
    seats = [hand.seat for hand in found.spot.hands]
    return SpotChances(found.street, tuple((seat, WHOLE // len(seats)) for seat in seats), run=found.run)
