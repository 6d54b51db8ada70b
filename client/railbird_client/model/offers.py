"""What the server lets the viewer ask for whether or not it is his turn, and which keys mean something therefore."""

from __future__ import annotations

from railbird_shared.actions import Offers
from railbird_shared.view import SeatView, TableView


def get_offers(view: TableView) -> Offers:
    """Returns what the viewer may ask for; nothing on the rail."""
    return Offers() if view.you is None else view.you.offers


def mucked_seats_to_see(view: TableView) -> tuple[SeatView, ...]:
    """Returns the seats whose mucked hands the viewer may ask to see."""
    return tuple(seat for seat in view.occupied if seat.seat in get_offers(view).see_hands)


def is_key_available(name: str, view: TableView) -> bool:
    """Whether the key of that name means something at this moment; most keys always may."""
    offers = get_offers(view)
    match name:
        case "show":
            return offers.show
        case "see":
            return bool(offers.see_hands)
        case "post":
            return offers.post is not None
        case "straddle":
            return offers.straddle is not None
        case _:
            return True
