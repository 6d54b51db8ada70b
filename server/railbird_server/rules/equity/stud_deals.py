"""Counts the ways in which players get cards of their own, as in stud, where no two get the same card.

Two hands that contest one side are compared without going through all pairs of cards to come: the cards of one are
tried one after the other, and how many cards of the other lose to it, and have none of them, follows by inclusion and
exclusion from sorted lists. More hands, or two sides, are counted class by class.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from railbird_server.rules.equity.combos import CardClass, Way
from railbird_server.rules.equity.tally import Row


class Compared(NamedTuple):
    """In how many ways the first of two hands is stronger, equal and weaker."""

    stronger: int
    equal: int
    weaker: int


def compare_two(cards: Sequence[tuple[int, ...]], first: Sequence[int], second: Sequence[int]) -> Compared:
    """Compares two hands over all pairs of sets of cards to come that have no card in common.

    `cards` are the sets, as numbers of cards; `first` and `second` have the strengths that each set makes of the two
    hands.
    """
    containing: dict[tuple[int, ...], list[int]] = {}
    for group, strength in zip(cards, second, strict=True):
        for part in _parts(group):
            containing.setdefault(part, []).append(strength)
    for strengths in containing.values():
        strengths.sort()
    stronger = equal = pairs = 0
    for group, strength in zip(cards, first, strict=True):
        for part in _parts(group):
            strengths = containing[part]
            below, upto = bisect_left(strengths, strength), bisect_right(strengths, strength)
            sign = -1 if len(part) % 2 else 1
            stronger += sign * below
            equal += sign * (upto - below)
            pairs += sign * len(strengths)
    return Compared(stronger, equal, pairs - stronger - equal)


def _parts(group: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [part for size in range(len(group) + 1) for part in combinations(group, size)]


def count_rows(
    classes: Sequence[CardClass], ways: Sequence[Way], strengths: Sequence[Sequence[tuple[int, ...]]]
) -> Counter[Row]:
    """Returns how often each row of strengths comes when the players get cards one after the other.

    `strengths` has for every player the strengths on all sides with each of the ways; a row has those of all players
    on the first side, and then on the next.
    """
    places = {each.card: place for place, each in enumerate(classes)}
    needs = [tuple(Counter(places[card] for card in way.cards).items()) for way in ways]
    left = [each.left for each in classes]
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()

    def deal(player: int, weight: int, so_far: tuple[tuple[int, ...], ...]) -> None:
        if player == len(strengths):
            found[so_far] += weight
            return
        for need, strength in zip(needs, strengths[player], strict=True):
            deals = weight
            for place, copies in need:
                deals *= comb(left[place], copies)
            if deals:
                for place, copies in need:
                    left[place] -= copies
                deal(player + 1, deals, (*so_far, strength))
                for place, copies in need:
                    left[place] += copies

    deal(0, 1, ())
    rows: Counter[Row] = Counter()
    for each, weight in found.items():
        rows[tuple(strength for side in zip(*each, strict=True) for strength in side)] += weight
    return rows
