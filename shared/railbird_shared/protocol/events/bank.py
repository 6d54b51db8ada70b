"""Chips that players ask the host for, and corrections of the books; `by` is who answered, or corrected them."""

from __future__ import annotations

from msgspec import Struct

from railbird_shared.protocol.events.common import Event
from railbird_shared.protocol.quantities import Balance, Chips, SeatNumber


class BuyInRequested(Event, frozen=True, tag="buy-in-requested"):
    """A player asks the host for chips, in place of what they asked for before."""

    seat: SeatNumber
    chips: Chips


class BuyInApproved(Event, frozen=True, tag="buy-in-approved"):
    """The host lets a player have the chips they asked for; they come between hands."""

    seat: SeatNumber
    chips: Chips
    by: str


class BuyInDeclined(Event, frozen=True, tag="buy-in-declined"):
    """The host does not let a player have the chips they asked for; a newcomer gives the seat up."""

    seat: SeatNumber
    chips: Chips
    by: str


class Correction(Struct, frozen=True, omit_defaults=True):
    """The chips that a player gets by a correction, negative if they give them.

    `seat` is None where they have left; `stack` is what lies there now.
    """

    name: str
    chips: Balance
    seat: SeatNumber | None = None
    stack: Chips = 0


class BooksCorrected(Event, frozen=True, tag="books-corrected"):
    """The host has moved chips from some players to others, for that reason; all that was moved adds up to zero."""

    by: str
    reason: str
    players: tuple[Correction, ...]


RequestEvent = BuyInRequested | BuyInApproved | BuyInDeclined

BankEvent = RequestEvent | BooksCorrected
