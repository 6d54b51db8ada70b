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
_LEVEL_SHIFT = HAND_SIZE * _RANK_BITS
_RANK_SHIFTS = tuple(range(_LEVEL_SHIFT - _RANK_BITS, -1, -_RANK_BITS))
_RANK_MASK = (1 << _RANK_BITS) - 1

STRENGTH_LIMIT = 1 << _LEVEL_SHIFT + _RANK_BITS
"""Greater than every strength that is packed."""


def encode_strength(level: int, numbers: Sequence[int]) -> int:
    """Returns the strength of a rung whose deciding ranks are `numbers`, at most five."""
    strength = level << _LEVEL_SHIFT
    for shift, number in zip(_RANK_SHIFTS, numbers, strict=False):
        strength |= number << shift
    return strength


def decode_level(strength: int) -> int:
    """Returns the rung a strength was packed with."""
    return strength >> _LEVEL_SHIFT


def decode_numbers(strength: int) -> tuple[int, ...]:
    """Returns the deciding ranks a strength was packed with, in their order."""
    return tuple(number for place in _RANK_SHIFTS if (number := strength >> place & _RANK_MASK))
