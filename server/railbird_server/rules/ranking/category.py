"""The kinds of hand, weakest first."""

from __future__ import annotations

from enum import IntEnum


class Category(IntEnum):
    """A kind of hand; by the usual rules a greater number beats every lower one (HR-5, HR-6)."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9

    @property
    def code(self) -> str:
        """The name for programs: "two_pair"."""
        return self.name.lower()

    @property
    def word(self) -> str:
        """The name for people: "two pair"."""
        return self.code.replace("_", " ")
