"""The amounts that the digits set in a player's turn: parts of the pot that each player chooses."""

from __future__ import annotations

from enum import Enum
from typing import Self


class BetPreset(Enum):
    """A preset amount, by the name under which the settings keep it.

    `label` is how the table names it. `pot` is the part of the pot that is bet on top of a call, as numerator and
    denominator; None for the least and the most that may be bet.
    """

    label: str
    pot: tuple[int, int] | None

    def __new__(cls, value: str, label: str, pot: tuple[int, int] | None = None) -> Self:
        """Makes a preset; its value is the name in the settings alone."""
        preset = object.__new__(cls)
        preset._value_ = value
        preset.label = label
        preset.pot = pot
        return preset

    MIN = "min", "Min"
    QUARTER = "1/4", "¼", (1, 4)
    THIRD = "1/3", "⅓", (1, 3)
    HALF = "1/2", "½", (1, 2)
    TWO_THIRDS = "2/3", "⅔", (2, 3)
    THREE_QUARTERS = "3/4", "¾", (3, 4)
    POT = "pot", "Pot", (1, 1)
    POT_AND_HALF = "3/2", "1½", (3, 2)
    TWO_POTS = "2", "2x", (2, 1)
    MAX = "all", "All"

    @property
    def description(self) -> str:
        """The amount of the preset, in words."""
        return _DESCRIPTIONS[self]


_DESCRIPTIONS = {
    BetPreset.MIN: "the least",
    BetPreset.QUARTER: "a quarter of the pot",
    BetPreset.THIRD: "a third of the pot",
    BetPreset.HALF: "half the pot",
    BetPreset.TWO_THIRDS: "two thirds of the pot",
    BetPreset.THREE_QUARTERS: "three quarters of the pot",
    BetPreset.POT: "the pot",
    BetPreset.POT_AND_HALF: "one and a half pots",
    BetPreset.TWO_POTS: "two pots",
    BetPreset.MAX: "all-in, or the most",
}

DEFAULT_PRESETS = (BetPreset.MIN, BetPreset.HALF, BetPreset.THREE_QUARTERS, BetPreset.POT, BetPreset.MAX)
"""The presets of a player who has chosen no others, by digit."""
