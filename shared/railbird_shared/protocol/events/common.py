"""Types that several events share."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from railbird_shared.protocol.quantities import Chips, SeatNumber


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


class LeaveReason(StrEnum):
    """Why a player left the table other than at their own wish."""

    NONE = ""
    DISCONNECTED = "disconnected"
    SAT_OUT = "sat-out"
    MISSED_TURNS = "missed-turns"
    MADE_ROOM = "made-room"
    """A bot has made room for a person."""
    MOVED = "moved"
    """The player moves to another table of the tournament."""
    KNOCKED_OUT = "knocked-out"
    """The player is out of the tournament."""


class SitOutReason(StrEnum):
    """Why a player sits out other than at their own wish."""

    NONE = ""
    MISSED_TURNS = "missed-turns"
    NO_CHIPS = "no-chips"


class Side(StrEnum):
    """A part of a pot: all of it, or one half in hi-lo."""

    WHOLE = "whole"
    HIGH = "high"
    LOW = "low"


class Pot(Struct, frozen=True):
    """A main pot (the first) or side pot: its chips and the seats that can win it."""

    chips: Chips
    seats: tuple[SeatNumber, ...]


class Event(Struct, frozen=True, omit_defaults=True, tag_field="event", gc=False):
    """The base of all events; they hold values only, so the garbage collector need not track them."""
