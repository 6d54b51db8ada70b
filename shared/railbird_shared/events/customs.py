"""Events of home customs: cards shown by choice, the board that would have come, chopped blinds, bounties."""

from __future__ import annotations

from railbird_shared.cards import Card
from railbird_shared.clauses import Clauses
from railbird_shared.events.common import Event
from railbird_shared.quantities import Chips, SeatNumber


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


class BlindsChopped(Event, frozen=True, tag="blinds-chopped"):
    """Everybody else had folded, and the blinds took their bets back as both had agreed to (HS-44).

    `returned` pairs each blind with the chips that they got back; no pot is played.
    """

    returned: tuple[tuple[SeatNumber, Chips], ...]
    because: Clauses = ()


class BountyPaid(Event, frozen=True, tag="bounty-paid"):
    """The players of the hand paid a bounty to `seat`, who won a pot with a seven and a deuce and showed them (HS-45).

    `paid` pairs each of them with the chips that they paid, which are fewer than due if they had no more.
    """

    seat: SeatNumber
    paid: tuple[tuple[SeatNumber, Chips], ...]
    because: Clauses = ()


CustomEvent = CardsShown | RabbitHunted | BlindsChopped | BountyPaid
