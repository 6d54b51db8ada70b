"""Events of a running hand: forced bets, cards, turns, acts, and chips that move into the pots."""

from __future__ import annotations

from railbird_shared.game.cards import Card
from railbird_shared.game.clauses import Clauses
from railbird_shared.protocol.actions import WagerKind
from railbird_shared.protocol.events.common import Event, Post, Pot
from railbird_shared.protocol.events.fair_deal import DeckPlace
from railbird_shared.protocol.quantities import CardCount, Chips, Count, Milliseconds, SeatNumber, StreetIndex


class HandStarted(Event, frozen=True, tag="hand-started"):
    """A hand begins.

    `seats` are dealt in, clockwise from the button's left; `carried` is what an earlier hand left in the pot. In a bomb
    pot everybody posts `bomb_pot` chips, and the betting begins after the flop (HS-46); 0 in every other hand.
    """

    hand: Count
    button: SeatNumber
    seats: tuple[SeatNumber, ...]
    carried: Chips = 0
    because: Clauses = ()
    bomb_pot: Chips = 0


class Posted(Event, frozen=True, tag="posted"):
    """A forced bet was paid; `chips`, 1 or more, may be less than due if they are the player's last (DL-12).

    `to_match` is the bet that the others now face in the round, 0 after an ante and after dead chips.
    """

    seat: SeatNumber
    post: Post
    chips: Chips
    to_match: Chips = 0
    all_in: bool = False
    because: Clauses = ()


class StreetBegan(Event, frozen=True, tag="street-began"):
    """The next street begins; `street` counts from 0 and `name` is its name ("flop", "third street", "draw")."""

    street: StreetIndex
    name: str


class CardsDealt(Event, frozen=True, tag="cards-dealt"):
    """A seat received `down` cards face down, then the cards of `up` face up."""

    seat: SeatNumber
    down: CardCount = 0
    up: tuple[Card, ...] = ()


class BoardDealt(Event, frozen=True, tag="board-dealt"):
    """Common cards were dealt; `cards` are the new ones."""

    cards: tuple[Card, ...]


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """A seat is to act; `turn` numbers the turns of the hand and `deadline` is when time runs out (None: no clock)."""

    seat: SeatNumber
    turn: Count
    deadline: Milliseconds | None = None


class PotsMade(Event, frozen=True, tag="pots-made"):
    """The bets of the round were collected; `pots` are all pots as they now stand, the main pot first (AI-4).

    `to_match` is the bet that players face although nobody has posted it, because the ante took the last chips of the
    player whose blind it is; else 0.
    """

    pots: tuple[Pot, ...]
    to_match: Chips = 0


class RakeTaken(Event, frozen=True, tag="rake-taken"):
    """The house took its rake before the pots are divided; `pots` are what is left (AI-16..AI-18)."""

    chips: Chips
    pots: tuple[Pot, ...]
    because: Clauses = ()


class BetReturned(Event, frozen=True, tag="bet-returned"):
    """The uncalled part of a bet went back to its player (AI-10)."""

    seat: SeatNumber
    chips: Chips
    because: Clauses = ()


class Folded(Event, frozen=True, tag="folded"):
    """A player folded; `timed_out` if the clock folded for them (BT-40)."""

    seat: SeatNumber
    timed_out: bool = False


class Checked(Event, frozen=True, tag="checked"):
    """A player checked; `timed_out` if the clock checked for them (BT-40)."""

    seat: SeatNumber
    timed_out: bool = False


class Called(Event, frozen=True, tag="called"):
    """A player called by adding `chips`; `total` is now their total for the round."""

    seat: SeatNumber
    chips: Chips
    total: Chips
    all_in: bool = False


class Wagered(Event, frozen=True, tag="wagered"):
    """A player bet, raised or completed by adding `chips`, to a total of `to` for the round.

    `full` is false for an all-in that is less than a full bet or raise (BT-34).
    """

    seat: SeatNumber
    kind: WagerKind
    chips: Chips
    to: Chips
    all_in: bool = False
    full: bool = True


class Drew(Event, frozen=True, tag="drew"):
    """A player discarded `count` cards, which stay hidden (VT-5D-18); 0 is standing pat. New cards are dealt later.

    In a fair deal `discards` says where the discarded cards had lain in the deck, and not which cards they are.
    """

    seat: SeatNumber
    count: CardCount
    timed_out: bool = False
    discards: tuple[DeckPlace, ...] = ()


ActEvent = Folded | Checked | Called | Wagered | Drew
"""The acts of a player in their turn of a betting round or a draw."""

ProgressEvent = (
    HandStarted | Posted | StreetBegan | CardsDealt | BoardDealt | TurnBegan | PotsMade | RakeTaken | BetReturned
)
