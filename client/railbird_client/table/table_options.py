"""How a player wants the table shown: settings that are declared here, each once."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Self

from msgspec import Meta, Struct

from railbird_shared.settings.spec import Spec


class BetPreset(Enum):
    """A preset amount, by the name under which the settings keep it.

    `label` is how the table names it, and `description` the amount in words. `pot` is the part of the pot that is bet
    on top of a call, as numerator and denominator; None for the least and the most that may be bet.
    """

    label: str
    description: str
    pot: tuple[int, int] | None

    def __new__(cls, value: str, label: str, description: str, pot: tuple[int, int] | None = None) -> Self:
        """Makes a preset; its value is the name in the settings alone."""
        preset = object.__new__(cls)
        preset._value_ = value
        preset.label, preset.description, preset.pot = label, description, pot
        return preset

    MIN = "min", "Min", "the least"
    QUARTER = "1/4", "¼", "a quarter of the pot", (1, 4)
    THIRD = "1/3", "⅓", "a third of the pot", (1, 3)
    HALF = "1/2", "½", "half the pot", (1, 2)
    TWO_THIRDS = "2/3", "⅔", "two thirds of the pot", (2, 3)
    THREE_QUARTERS = "3/4", "¾", "three quarters of the pot", (3, 4)
    POT = "pot", "Pot", "the pot", (1, 1)
    POT_AND_HALF = "3/2", "1½", "one and a half pots", (3, 2)
    TWO_POTS = "2", "2x", "two pots", (2, 1)
    MAX = "all", "All", "all-in, or the most"


DEFAULT_PRESETS = (BetPreset.MIN, BetPreset.HALF, BetPreset.THREE_QUARTERS, BetPreset.POT, BetPreset.MAX)
"""The presets of a player who has chosen no others, by digit."""


MAX_STREET_PAUSE = 5.0
"""The longest pause between the streets of an all-in hand, in seconds."""

PACES = {0.0: "off", 0.6: "quick", 1.5: "usual", 3.0: "slow"}
"""The words for pauses between the streets of an all-in hand, in seconds; a showdown has shorter ones."""

PRESET_COUNT = len(DEFAULT_PRESETS)
"""How many digits set an amount of the player's choice."""


LOOK, MOTION, PLAY = "How it looks", "How it moves and sounds", "How I play"
"""The groups of settings, in the order of the settings page."""


class TableOptions(Struct, frozen=True):
    """A player's choices for the table, in the order of their rows on the settings page."""

    ascii: Annotated[
        bool,
        Spec("Plain letters suit a terminal that shows no symbols.", LOOK, label="Drawing", flags=("--ascii",)),
        Spec(values=(False, True), words=lambda plain: "plain letters" if plain else "symbols"),
    ] = False
    two_colour: Annotated[
        bool,
        Spec("A colour for each suit, or red and black.", LOOK, label="Deck", flags=("--two-colour",)),
        Spec(values=(False, True), words=lambda two: "two colours" if two else "four colours"),
    ] = False
    bell: Annotated[
        bool,
        Spec("The terminal rings for your turn and questions.", MOTION, label="Bell", place=3, flags=("--no-bell",)),
        Spec(values=(True, False)),
    ] = True
    street_pause: Annotated[
        float,
        Meta(ge=0, le=MAX_STREET_PAUSE),
        Spec("How slowly all-in hands and showdowns go on; [Space] skips a pause.", MOTION, label="Showdown", place=2),
        Spec(values=tuple(PACES), words=lambda seconds: PACES.get(seconds, f"{seconds:g} s a street"), unit="seconds"),
    ] = 1.5
    motion: Annotated[
        bool,
        Spec("Bets fade into the pot and new cards turn over.", MOTION, label="Motion", place=1, values=(True, False)),
    ] = False
    hints: Annotated[
        bool,
        Spec("For beginners: what beats you, which cards help, what a call costs.", PLAY, label="Hints", place=1),
        Spec(values=(True, False)),
    ] = True
    confirm_all_in: Annotated[
        bool,
        Spec("A second press keeps you from going all-in by accident.", PLAY, label="All-in", place=2),
        Spec(values=(True, False), words=lambda twice: "two presses" if twice else "one press"),
    ] = True
    presets: Annotated[tuple[BetPreset, ...], Meta(min_length=PRESET_COUNT, max_length=PRESET_COUNT)] = DEFAULT_PRESETS
    """The amounts that the digits from 1 on set in the player's turn."""
