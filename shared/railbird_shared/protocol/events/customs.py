"""Events of home customs: cards shown by choice, the board that would have come, chopped blinds, bounties, bombs."""

from __future__ import annotations

from railbird_shared.game.cards import Card
from railbird_shared.game.clauses import Clauses
from railbird_shared.protocol.events.common import Event
from railbird_shared.protocol.quantities import Chips, SeatNumber


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


class BombPotAsked(Event, frozen=True, tag="bomb-pot-asked"):
    """The `seats` now ask for a bomb pot; one comes once all people who are to be dealt in do (HS-46)."""

    seats: tuple[SeatNumber, ...] = ()


class BombPotAnnounced(Event, frozen=True, tag="bomb-pot-announced"):
    """The next hand is a bomb pot, in which everybody posts `chips` (HS-46).

    `by` is the name of the host who called it; without one it is the turn of a bomb pot, or with `agreed` all people
    have asked for it.
    """

    chips: Chips
    by: str = ""
    agreed: bool = False
    because: Clauses = ()


class BombPotPutOff(Event, frozen=True, tag="bomb-pot-put-off"):
    """The next hand is no bomb pot after all: `by` has called it off, or without a name its game has no board."""

    by: str = ""


BombPotEvent = BombPotAsked | BombPotAnnounced | BombPotPutOff

CustomEvent = CardsShown | RabbitHunted | BlindsChopped | BountyPaid | BombPotEvent
