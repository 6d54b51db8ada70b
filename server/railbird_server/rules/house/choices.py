"""The words that house settings choose among, where the rules have no such list of their own."""

from __future__ import annotations

from enum import StrEnum


class HighOrLow(StrEnum):
    """Which hands take the pot (VT-LB-4)."""

    HIGH = "high"
    LOW = "low"
    HI_LO = "hi-lo"


class LowScale(StrEnum):
    """How low hands rank (HS-8)."""

    ACE_TO_FIVE = "a5"
    DEUCE_TO_SEVEN = "27"
    ACE_TO_SIX = "a6"


class DrawForcedBets(StrEnum):
    """The forced bets of games with a draw (CX-39)."""

    ANTES = "antes"
    BLINDS = "blinds"


class FirstAfterDraw(StrEnum):
    """Who begins the betting after a draw (HS-18)."""

    OPENER = "opener"
    LEFT_OF_BUTTON = "left-of-button"


class DiscardLimit(StrEnum):
    """How many cards may be drawn (HS-19)."""

    NONE = "none"
    THREE_OR_FOUR_WITH_ACE = "3-or-4-with-ace"


class HiLoDeclare(StrEnum):
    """Whether players of a high-low game say which half they go for (HS-26)."""

    CARDS_SPEAK = "cards-speak"
    DECLARE = "declare"


class Charge(StrEnum):
    """What the house takes for its services (HS-27)."""

    NONE = "none"
    TIME = "time"
    PERCENT = "percent"


class StudStart(StrEnum):
    """How a hand of stud begins (HS-32)."""

    HIGH_CARD = "high-card"
    LOW_BRING_IN = "low-bring-in"
