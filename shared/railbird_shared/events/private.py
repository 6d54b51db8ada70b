"""What one seat alone is told, by a path of its own."""

from __future__ import annotations

from railbird_shared.actions import LegalActions, Offers
from railbird_shared.cards import Card
from railbird_shared.events.common import Event
from railbird_shared.quantities import SeatNumber


class YourSeat(Event, frozen=True, tag="your-seat"):
    """The viewer now sits at `seat`, or stands on the rail (None)."""

    seat: SeatNumber | None = None


class YourCards(Event, frozen=True, tag="your-cards"):
    """All cards the viewer now holds, in the order dealt; `new` of them came last."""

    cards: tuple[Card, ...]
    new: tuple[Card, ...] = ()


class YourHand(Event, frozen=True, tag="your-hand"):
    """What the viewer's cards and the board make so far, in words."""

    name: str


class YourTurn(Event, frozen=True, tag="your-turn"):
    """What the viewer may do now."""

    legal: LegalActions


class YourOffers(Event, frozen=True, tag="your-offers"):
    """What the viewer may ask for from now on, whether or not it is his turn."""

    offers: Offers


PrivateEvent = YourSeat | YourCards | YourHand | YourTurn | YourOffers
