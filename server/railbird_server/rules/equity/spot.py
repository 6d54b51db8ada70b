"""A spot, whose chances are asked for, and the answer: what share of each pot every hand wins on average."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from railbird_shared.game.cards import Card
from railbird_shared.game.game_rules import GameRules
from railbird_shared.protocol.events import Pot


class KnownHand(Struct, frozen=True):
    """All the cards of a live hand: those dealt face down and those dealt face up."""

    seat: int
    concealed: tuple[Card, ...]
    upcards: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the hand."""
        return (*self.concealed, *self.upcards)


class ToCome(Struct, frozen=True):
    """How many cards are still to come: to the board, and to each hand face down and face up."""

    board: int = 0
    down: int = 0
    up: int = 0

    @property
    def own(self) -> int:
        """How many cards each hand still gets."""
        return self.down + self.up


class Spot(Struct, frozen=True):
    """A moment of a hand in which every live hand is known and nobody has a decision about cards any more.

    `gone` are cards that are known and cannot come: of folded hands, or of earlier runs. `pots` are what is played for,
    each by its seats. With `board_is_held` the common cards are the last card of stud, which each player holds (CX-41).
    """

    rules: GameRules
    hands: tuple[KnownHand, ...]
    pots: tuple[Pot, ...]
    to_come: ToCome
    board: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    board_is_held: bool = False


class HandEquity(Struct, frozen=True):
    """The equity of one hand in one pot, in parts of the denominators of its `PotEquity`.

    `win` counts the ways in which the hand takes the whole pot, and `tie` those in which it takes a part of it. `share`
    is the part of the pot that it wins on average; `high` and `low` say how much of that each side of a hi-lo pot
    brings.
    """

    seat: int
    win: int
    tie: int
    share: int
    high: int
    low: int


class PotEquity(Struct, frozen=True):
    """The equities of the hands that contest one pot.

    `ways` is the number of ways in which the rest was dealt, the denominator of `win` and `tie`; `parts` is the
    denominator of `share`, `high` and `low`. Odd chips are not divided: a tie for a pot of three chips counts as one
    and a half for each.
    """

    chips: int
    ways: int
    parts: int
    hands: tuple[HandEquity, ...]

    def share(self, seat: int) -> Fraction:
        """Returns the part of the pot that a seat wins on average, 0 for a seat that does not contest it."""
        return next((Fraction(hand.share, self.parts) for hand in self.hands if hand.seat == seat), Fraction(0))


class Equities(Struct, frozen=True):
    """The equities of all hands of a spot, pot by pot.

    `exact` says that every way to deal the rest was counted. Otherwise the rest was dealt at random `ways` times, and
    `standard_error` is an upper limit of the standard error of every share, from 0 to 1.
    """

    pots: tuple[PotEquity, ...]
    exact: bool
    standard_error: float = 0.0

    def expected_chips(self, seat: int) -> Fraction:
        """Returns how many chips a seat wins on average."""
        return sum((pot.share(seat) * pot.chips for pot in self.pots), Fraction(0))

    def share(self, seat: int) -> Fraction:
        """Returns the part of all pots together that a seat wins on average."""
        chips = sum(pot.chips for pot in self.pots)
        return self.expected_chips(seat) / chips if chips else Fraction(0)
