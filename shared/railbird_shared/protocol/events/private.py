"""Events for one seat alone, or for a delayed rail; they take their own send path."""

from __future__ import annotations

from railbird_shared.game.cards import Card
from railbird_shared.protocol.actions import LegalActions, Offers
from railbird_shared.protocol.events.hand import Opening
from railbird_shared.protocol.message_base import Event, SeatEventBase
from railbird_shared.protocol.quantities import SeatNumber


class YourSeat(Event, frozen=True, tag="your-seat"):
    """The viewer now sits at `seat`, or watches from the rail if it is None."""

    seat: SeatNumber | None = None


class YourCards(Event, frozen=True, tag="your-cards"):
    """All cards that the viewer now holds, in the order dealt; `new` are those dealt last."""

    cards: tuple[Card, ...]
    new: tuple[Card, ...] = ()


class YourHand(Event, frozen=True, tag="your-hand"):
    """The name of the hand that the viewer's cards and the board make so far."""

    name: str


class YourTurn(Event, frozen=True, tag="your-turn"):
    """The legal actions of the viewer now."""

    legal: LegalActions


class YourOffers(Event, frozen=True, tag="your-offers"):
    """The requests of the viewer from now on, in turn or not."""

    offers: Offers


class YourOpenings(Event, frozen=True, tag="your-openings"):
    """The openings of the cards that were dealt to the viewer last, in a fair deal."""

    openings: tuple[Opening, ...]


class RailCards(SeatEventBase, frozen=True, tag="rail-cards"):
    """All cards of a seat that lets the rail see them, in the order dealt; for a delayed rail alone, after the hand."""

    cards: tuple[Card, ...]


PrivateEvent = YourSeat | YourCards | YourHand | YourTurn | YourOffers | YourOpenings | RailCards
