"""Counts who wins: from columns of strengths and the weights of their rows to the equities of one pot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from math import lcm

from railbird_server.rules.equity.spot import HandEquity, PotEquity
from railbird_shared.game.ranking import Scale, winners

Row = tuple[int, ...]
"""The strengths of all hands on one side in one way to deal the rest, or on the high side and then on the low side."""


class Tally:
    """The equities of the hands of some seats in one pot, counted row by row.

    Shares are counted in parts that every possible division of the pot leaves whole. Weights may be negative, for rows
    that correct what was counted before.
    """

    def __init__(self, chips: int, seats: Sequence[int], scales: Sequence[Scale]) -> None:
        self._chips = chips
        self._seats = seats
        self._scales = scales
        self._size = len(seats)
        self._units = lcm(*range(1, self._size + 1)) * len(scales)
        self._ways = 0
        self._win = [0] * self._size
        self._tie = [0] * self._size
        self._shares = [[0] * self._size for _ in scales]

    def add(self, weights: Iterable[int], rows: Iterable[Row]) -> None:
        """Counts rows, each as often as its weight says."""
        if len(self._scales) > 1 or self._scales[0].circular:
            for weight, row in zip(weights, rows, strict=False):
                self._add_row(weight, row)
        else:
            self._add_linear(weights, rows)

    def add_all(self, rows: Iterable[Row]) -> None:
        """Counts each of the rows once."""
        self.add(repeat(1), rows)

    def _add_linear(self, weights: Iterable[int], rows: Iterable[Row]) -> None:
        """One side, where the strongest hands win."""
        win, tie, shares, units = self._win, self._tie, self._shares[0], self._units
        ways = 0
        for weight, row in zip(weights, rows, strict=False):
            ways += weight
            best = max(row)
            count = row.count(best)
            if count == 1:
                win[row.index(best)] += weight
            else:
                part = weight * units // count
                for place, strength in enumerate(row):
                    if strength == best:
                        tie[place] += weight
                        shares[place] += part
        self._ways += ways

    def _add_row(self, weight: int, row: Row) -> None:
        """Any sides: a side that nobody can win leaves its half to the other (SD-19)."""
        size = self._size
        sides = [winners(row[side * size : (side + 1) * size], scale) for side, scale in enumerate(self._scales)]
        contested = sum(1 for places in sides if places)
        self._ways += weight
        everywhere = [places for places in sides if places]
        for side, places in enumerate(sides):
            for place in places:
                self._shares[side][place] += weight * self._units // (contested * len(places))
        for place in set().union(*map(set, everywhere)):
            alone = all(places == (place,) for places in everywhere)
            (self._win if alone else self._tie)[place] += weight

    def result(self) -> PotEquity:
        """Returns what was counted."""
        linear = len(self._scales) == 1 and not self._scales[0].circular
        hands: list[HandEquity] = []
        for place, seat in enumerate(self._seats):
            sides = [shares[place] for shares in self._shares]
            if linear:
                sides[0] += self._win[place] * self._units
            low_only = len(sides) == 1 and self._scales[0].hand_order.low
            high, low = (0, sides[0]) if low_only else (sides[0], sum(sides[1:]))
            hands.append(HandEquity(seat, self._win[place], self._tie[place], sum(sides), high, low))
        return PotEquity(self._chips, self._ways, self._ways * self._units, tuple(hands))


def both_sides(columns: Sequence[Sequence[Sequence[int]]]) -> Iterable[Row]:
    """Returns the rows of the columns of all sides, those of the high side first."""
    return zip(*[column for side in columns for column in side], strict=True)
