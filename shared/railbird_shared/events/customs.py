"""Events of home customs: cards shown by choice, and the board that would have come."""

from __future__ import annotations

from railbird_shared.cards import Card
from railbird_shared.clauses import Clauses
from railbird_shared.events.common import Event
from railbird_shared.quantities import SeatNumber


class CardsShown(Event, frozen=True, tag="cards-shown"):
    """A player showed the cards `shown` of their hand after it, and not all (HS-42).

    `cards` is the hand in the order dealt, as everybody sees it from now on; None is a card that stays hidden.
    """

    seat: SeatNumber
    shown: tuple[Card, ...]
    cards: tuple[Card | None, ...]
    because: Clauses = ()


class RabbitHunted(Event, frozen=True, tag="rabbit-hunted"):
    """A player had the rest of the board turned up after a hand that ended before it came (HS-43).

    `cards` are those that the same deck would have brought; they change nothing about the hand.
    """

    seat: SeatNumber
    cards: tuple[Card, ...]
    because: Clauses = ()


CustomEvent = CardsShown | RabbitHunted
