"""The end of a hand: choices made before the showdown, hands shown, chips awarded."""

from __future__ import annotations

from railbird_shared.actions import Declaration
from railbird_shared.cards import Card
from railbird_shared.clauses import Clauses
from railbird_shared.events.common import Event, Side
from railbird_shared.quantities import Chips, Count, PotIndex, RunCount, RunNumber, SeatNumber


class Declared(Event, frozen=True, tag="declared"):
    """A player has chosen his part of the pot, in secret (SD-23)."""

    seat: SeatNumber


class DeclarationsShown(Event, frozen=True, tag="declarations-shown"):
    """All choices are known at once: `sides` pairs each seat with what it goes for (SD-23)."""

    sides: tuple[tuple[SeatNumber, Declaration], ...]
    because: Clauses = ()


class Claimed(Event, frozen=True, tag="claimed"):
    """A player says what hand he has, and it counts for no more than that (SD-10)."""

    seat: SeatNumber
    hand_name: str
    because: Clauses = ()


class RunChosen(Event, frozen=True, tag="run-chosen"):
    """A player has said how often he would deal the rest."""

    seat: SeatNumber
    times: RunCount


class RunBegan(Event, frozen=True, tag="run-began"):
    """The rest is dealt for the `run`th time of `times`, from where it stood: this board, and these cards at the seats.

    Every run plays for an equal share of each pot, odd chips to the earlier ones.
    """

    run: RunCount
    times: RunCount
    board: tuple[Card, ...] = ()
    hands: tuple[tuple[SeatNumber, tuple[Card, ...]], ...] = ()
    because: Clauses = ()


class OpenersShown(Event, frozen=True, tag="openers-shown"):
    """The opener proves that he had the cards to open (VT-5D-24)."""

    seat: SeatNumber
    cards: tuple[Card, ...]
    hand_name: str
    because: Clauses = ()


class HandShown(Event, frozen=True, tag="hand-shown"):
    """A player turned all his cards up, in the order dealt; `hand_name` name the hand as far as it is made."""

    seat: SeatNumber
    cards: tuple[Card, ...]
    hand_name: str
    because: Clauses = ()


class HandMucked(Event, frozen=True, tag="hand-mucked"):
    """A player gave up the showdown without showing (SD-6)."""

    seat: SeatNumber
    because: Clauses = ()


class PotAwarded(Event, frozen=True, tag="pot-awarded"):
    """A seat won `chips` of a pot, `odd` of them chips that could not be shared; `pot` counts from 0, the main pot.

    `hand_name` name the winning hand; they are empty where nobody had to show. `run` counts from 1 where the rest was
    dealt more than once.
    """

    seat: SeatNumber
    pot: PotIndex
    chips: Chips
    side: Side = Side.WHOLE
    odd: Chips = 0
    hand_name: str = ""
    run: RunNumber = 0
    because: Clauses = ()


class WinningCards(Event, frozen=True, tag="winning-cards"):
    """The cards that made a winning hand, of those that its player showed and of the board (HR-3)."""

    seat: SeatNumber
    cards: tuple[Card, ...]


class PassedOut(Event, frozen=True, tag="passed-out"):
    """Everybody passed: the cards go back and the pot of `chips` waits for the next hand (BT-38)."""

    chips: Chips
    because: Clauses = ()


class HandEnded(Event, frozen=True, tag="hand-ended"):
    """The hand is over and every chip is where it belongs."""

    hand: Count


class HandVoided(Event, frozen=True, tag="hand-voided"):
    """The hand does not count; the players got back what they put in, and a carried pot waits on (IR-6, IR-13).

    `returned` lists seats with the chips they got back. With `deal_again` it was a misdeal before significant action,
    which the same dealer deals again (IR-3).
    """

    hand: Count
    reason: str
    returned: tuple[tuple[SeatNumber, Chips], ...] = ()
    carried: Chips = 0
    deal_again: bool = False
    because: Clauses = ()


ChoiceEvent = Declared | DeclarationsShown | Claimed | RunChosen | RunBegan | OpenersShown

ShowdownEvent = HandShown | HandMucked | PotAwarded | WinningCards | PassedOut | HandEnded | HandVoided
