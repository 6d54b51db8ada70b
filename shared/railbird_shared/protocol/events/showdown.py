"""Events that end a hand: choices before the showdown, hands shown, chips awarded."""

from __future__ import annotations

from railbird_shared.game.cards import Card
from railbird_shared.game.clauses import Clauses
from railbird_shared.protocol.actions import Declaration
from railbird_shared.protocol.events.common import Event, Side
from railbird_shared.protocol.quantities import Chips, Count, PotIndex, RunCount, RunNumber, SeatNumber


class Declared(Event, frozen=True, tag="declared"):
    """A player has declared for a part of the pot, in secret (SD-23)."""

    seat: SeatNumber


class DeclarationsShown(Event, frozen=True, tag="declarations-shown"):
    """All declarations are shown at once; `sides` pairs each seat with its part of the pot (SD-23)."""

    sides: tuple[tuple[SeatNumber, Declaration], ...]
    because: Clauses = ()


class Claimed(Event, frozen=True, tag="claimed"):
    """A player named their hand, which counts for no more than that (SD-10)."""

    seat: SeatNumber
    hand_name: str
    because: Clauses = ()


class RunChosen(Event, frozen=True, tag="run-chosen"):
    """A player has said how often they would deal the rest (SD-26)."""

    seat: SeatNumber
    times: RunCount


class RunBegan(Event, frozen=True, tag="run-began"):
    """Run `run` of `times` begins, from the board and the hands as they lay before the first run.

    Every run plays for an equal share of each pot; odd chips go to the earlier runs (SD-26).
    """

    run: RunCount
    times: RunCount
    board: tuple[Card, ...] = ()
    hands: tuple[tuple[SeatNumber, tuple[Card, ...]], ...] = ()
    because: Clauses = ()


class OpenersShown(Event, frozen=True, tag="openers-shown"):
    """The opener shows the cards that entitled them to open (VT-5D-24)."""

    seat: SeatNumber
    cards: tuple[Card, ...]
    hand_name: str
    because: Clauses = ()


class HandShown(Event, frozen=True, tag="hand-shown"):
    """A player showed all their cards, in the order dealt; `hand_name` names the hand as far as it is made.

    At the showdown `best_cards` are the cards that play (HR-3), the most significant first, and `best_low_cards` those
    of the low hand in a game that divides the pot.
    """

    seat: SeatNumber
    cards: tuple[Card, ...]
    hand_name: str
    because: Clauses = ()
    best_cards: tuple[Card, ...] = ()
    best_low_cards: tuple[Card, ...] = ()


class HandRenamed(Event, frozen=True, tag="hand-renamed"):
    """The new name of a hand that lies open while the rest is dealt, once its cards or the board have changed."""

    seat: SeatNumber
    hand_name: str


class HandMucked(Event, frozen=True, tag="hand-mucked"):
    """A player gave up the pot at the showdown without showing (SD-6); cards that lay open stay in sight."""

    seat: SeatNumber
    because: Clauses = ()


class PotAwarded(Event, frozen=True, tag="pot-awarded"):
    """A seat won `chips` of a pot, `odd` of which could not be shared equally; `pot` counts from 0, the main pot.

    `hand_name` names the winning hand, empty if nobody had to show. `run` counts from 1 if the rest was dealt more
    than once.
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
    """The cards of a winning hand, from those that its player showed and from the board (HR-3).

    `low_cards` are those that won the low half of a pot, or the whole of it as a declared low (SD-21), and `cards`
    those that won a high half or any other whole pot.
    """

    seat: SeatNumber
    cards: tuple[Card, ...]
    low_cards: tuple[Card, ...] = ()


class PassedOut(Event, frozen=True, tag="passed-out"):
    """Everybody passed: the hand is over and its pot of `chips` is carried to the next hand (BT-38)."""

    chips: Chips
    because: Clauses = ()


class HandEnded(Event, frozen=True, tag="hand-ended"):
    """The hand is over and every chip has been paid out."""

    hand: Count


class HandVoided(Event, frozen=True, tag="hand-voided"):
    """The hand does not count: the players got back what they put in, and a carried pot stays (IR-6, IR-13).

    `returned` pairs seats with the chips that they got back. With `deal_again` the hand was a misdeal before
    significant action, and the same dealer deals again (IR-3).
    """

    hand: Count
    reason: str
    returned: tuple[tuple[SeatNumber, Chips], ...] = ()
    carried: Chips = 0
    deal_again: bool = False
    because: Clauses = ()


ChoiceEvent = Declared | DeclarationsShown | Claimed | RunChosen | RunBegan | OpenersShown

ShowdownEvent = HandShown | HandRenamed | HandMucked | PotAwarded | WinningCards | PassedOut | HandEnded | HandVoided
