"""A hand's strength as one number, and what can be read back from it.

The rung stands on top, below it up to five ranks of four bits each, the deciding one first. Numbers then compare
exactly as the hands do: by category (HR-6), then by rank after rank (HR-7), and where a short hand has no card the
empty place is a zero that every card beats (PH-4). A low ace is the number 1.
"""

from __future__ import annotations

from collections.abc import Sequence

HAND_SIZE = 5
NO_HAND = 0
"""Weaker than every hand: a low that does not qualify."""

_RANK_BITS = 4
_RUNG_SHIFT = HAND_SIZE * _RANK_BITS
_PLACES = tuple(range(_RUNG_SHIFT - _RANK_BITS, -1, -_RANK_BITS))
_ONE_RANK = (1 << _RANK_BITS) - 1

MOST = 1 << _RUNG_SHIFT + _RANK_BITS
"""Greater than every strength that is packed."""


def pack(rung: int, numbers: Sequence[int]) -> int:
    """Returns the strength of a rung whose deciding ranks are `numbers`, at most five."""
    strength = rung << _RUNG_SHIFT
    for place, number in zip(_PLACES, numbers, strict=False):
        strength |= number << place
    return strength


def rung_of(strength: int) -> int:
    """Returns the rung a strength was packed with."""
    return strength >> _RUNG_SHIFT


def numbers_of(strength: int) -> tuple[int, ...]:
    """Returns the deciding ranks a strength was packed with, in their order."""
    return tuple(number for place in _PLACES if (number := strength >> place & _ONE_RANK))
