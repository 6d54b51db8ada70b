"""A hand's strength as one number, and what can be read back from it.

The category stands on top, below it up to five ranks of four bits each, the deciding one first. Numbers then
compare exactly as the hands do: by category (HR-6), then by rank after rank (HR-7), and where a short hand has no
card the empty place is a zero that every card beats (PH-4).
"""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.rules.ranking.category import Category
from railbird_shared.cards import Rank

HAND_SIZE = 5

_RANK_BITS = 4
_CATEGORY_SHIFT = HAND_SIZE * _RANK_BITS
_PLACES = tuple(range(_CATEGORY_SHIFT - _RANK_BITS, -1, -_RANK_BITS))
_ONE_RANK = (1 << _RANK_BITS) - 1


def pack(category: Category, ranks: Sequence[int]) -> int:
    """Returns the strength of a category whose deciding ranks are `ranks`, at most five."""
    strength = category << _CATEGORY_SHIFT
    for place, rank in zip(_PLACES, ranks, strict=False):
        strength |= rank << place
    return strength


def category_of(strength: int) -> Category:
    """Returns the category a strength was packed with."""
    return Category(strength >> _CATEGORY_SHIFT)


def ranks_of(strength: int) -> tuple[Rank, ...]:
    """Returns the deciding ranks a strength was packed with, in their order."""
    return tuple(Rank(rank) for place in _PLACES if (rank := strength >> place & _ONE_RANK))
