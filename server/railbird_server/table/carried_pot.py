"""A pot that nobody won, when no hand comes that could be played for it (BT-38)."""

from __future__ import annotations

from railbird_server.rules.pots import split_chips
from railbird_server.table.button import clockwise
from railbird_server.table.seats import Seats
from railbird_shared.events import CarriedPotTaken


def carried_pot_shares(chips: int, seats: Seats, button: int) -> list[CarriedPotTaken]:
    """Returns who takes which part of a carried pot: all players the same, with odd chips from the button's left."""
    order = clockwise((seat.number for seat in seats.occupied), button)
    if not chips or not order:
        return []
    shares = split_chips(chips, order)
    return [CarriedPotTaken(seat, share, ("BT-38",)) for seat, share, _ in shares if share]
