"""The course of a hand: forced bets, cards, turns and acts, and chips on their way to the middle."""

from __future__ import annotations

from railbird_shared.actions import WagerKind
from railbird_shared.cards import Card
from railbird_shared.clauses import Clauses
from railbird_shared.events.common import Event, Post, Pot
from railbird_shared.quantities import CardCount, Chips, Count, Milliseconds, SeatNumber, StreetIndex


class HandStarted(Event, frozen=True, tag="hand-started"):
    """A hand begins: who is dealt in, clockwise from the button's left, and what an earlier hand left in the pot."""

    hand: Count
    button: SeatNumber
    seats: tuple[SeatNumber, ...]
    carried: Chips = 0
    because: Clauses = ()


class Posted(Event, frozen=True, tag="posted"):
    """A forced bet was paid; `chips` may be less than due where it is the player's last (DL-12).

    `to_match` is the round's bet that the others now face; 0 for an ante and for dead chips.
    """

    seat: SeatNumber
    post: Post
    chips: Chips
    to_match: Chips = 0
    all_in: bool = False
    because: Clauses = ()


class StreetBegan(Event, frozen=True, tag="street-began"):
    """The next stage begins; `street` counts from 0 and `name` says it ("flop", "third street", "draw")."""

    street: StreetIndex
    name: str


class CardsDealt(Event, frozen=True, tag="cards-dealt"):
    """A seat received `down` cards face down, then the cards of `up` face up."""

    seat: SeatNumber
    down: CardCount = 0
    up: tuple[Card, ...] = ()


class BoardDealt(Event, frozen=True, tag="board-dealt"):
    """Common cards were turned up; `cards` are the new ones."""

    cards: tuple[Card, ...]


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """A seat is to act. `turn` numbers the turns of the hand; `deadline` is when the clock decides (None: no clock)."""

    seat: SeatNumber
    turn: Count
    deadline: Milliseconds | None = None


class PotsMade(Event, frozen=True, tag="pots-made"):
    """The round's bets were gathered; `pots` are all pots as they now stand, the main pot first (AI-4)."""

    pots: tuple[Pot, ...]


class RakeTaken(Event, frozen=True, tag="rake-taken"):
    """The house took its share before the pots are divided; `pots` are what is left of them (AI-16..AI-18)."""

    chips: Chips
    pots: tuple[Pot, ...]
    because: Clauses = ()


class BetReturned(Event, frozen=True, tag="bet-returned"):
    """The part of a bet that nobody called went back to its owner (AI-10)."""

    seat: SeatNumber
    chips: Chips
    because: Clauses = ()


class Folded(Event, frozen=True, tag="folded"):
    """A player gave up; `timed_out` when the clock did it (BT-40)."""

    seat: SeatNumber
    timed_out: bool = False


class Checked(Event, frozen=True, tag="checked"):
    """A player checked; `timed_out` when the clock did it (BT-40)."""

    seat: SeatNumber
    timed_out: bool = False


class Called(Event, frozen=True, tag="called"):
    """A player put `chips` more in to call; `total` is now his for the round."""

    seat: SeatNumber
    chips: Chips
    total: Chips
    all_in: bool = False


class Wagered(Event, frozen=True, tag="wagered"):
    """A player bet, raised or completed to `to` for the round by adding `chips`; `full` unless short of a raise."""

    seat: SeatNumber
    kind: WagerKind
    chips: Chips
    to: Chips
    all_in: bool = False
    full: bool = True


class Drew(Event, frozen=True, tag="drew"):
    """A player threw away `count` cards, which stay hidden (VT-5D-18); 0 is standing pat. New cards are dealt later."""

    seat: SeatNumber
    count: CardCount
    timed_out: bool = False


ActEvent = Folded | Checked | Called | Wagered | Drew
"""What a player does in his turn of a betting round or a draw."""

ProgressEvent = (
    HandStarted | Posted | StreetBegan | CardsDealt | BoardDealt | TurnBegan | PotsMade | RakeTaken | BetReturned
)
