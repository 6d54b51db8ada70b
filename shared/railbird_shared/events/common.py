"""What several events speak of."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from railbird_shared.quantities import Chips, SeatNumber


class Post(StrEnum):
    """The kinds of forced bet."""

    ANTE = "ante"
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    DEAD_BLIND = "dead blind"
    BRING_IN = "bring-in"
    STRADDLE = "straddle"
    LIVE_BLIND = "live blind"
    BUTTON_BLIND = "button blind"


class Side(StrEnum):
    """Which part of a pot is meant: all of it, or a half of it in hi-lo."""

    WHOLE = "whole"
    HIGH = "high"
    LOW = "low"


class Pot(Struct, frozen=True):
    """A main pot (the first) or side pot: its chips and the seats that can win it."""

    chips: Chips
    seats: tuple[SeatNumber, ...]


class Event(Struct, frozen=True, omit_defaults=True, tag_field="event", gc=False):
    """The root of all events; they hold values only, so the garbage collector need not look at them."""
