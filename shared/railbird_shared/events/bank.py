"""Chips that players ask the host for; `by` is who answered."""

from __future__ import annotations

from railbird_shared.events.common import Event
from railbird_shared.quantities import Chips, SeatNumber


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


BankEvent = BuyInRequested | BuyInApproved | BuyInDeclined
