"""Everything a viewer can be told about a table.

`PublicEvent` is for all who look on: none of its types has a field that could hold a card which not everybody
may see (DL-20). `PrivateEvent` is for one seat and travels by a path of its own. All events of one step of the
table travel in one frame. Chips are whole numbers, seats count from 1, times are milliseconds of the server's clock,
and `because` names the clauses that decided.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from railbird_shared.actions import LegalActions, WagerKind
from railbird_shared.cards import Card
from railbird_shared.games import CardCount, Chips, SeatNumber

Clauses = tuple[str, ...]


class Post(StrEnum):
    """The kinds of forced bet."""

    ANTE = "ante"
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    DEAD_BLIND = "dead blind"
    BRING_IN = "bring-in"


class Side(StrEnum):
    """Which part of a pot is meant: all of it, or a half of it in hi-lo."""

    WHOLE = "whole"
    HIGH = "high"
    LOW = "low"


class Pot(Struct, frozen=True):
    """A main pot (the first) or side pot: its chips and the seats that can win it."""

    chips: Chips
    seats: tuple[SeatNumber, ...]


class _Event(Struct, frozen=True, omit_defaults=True, tag_field="event"):
    pass


# --- the table between hands -------------------------------------------------------------------------------------


class PlayerSat(_Event, frozen=True, tag="player-sat"):
    """Somebody took a seat with the chips named."""

    seat: SeatNumber
    name: str
    stack: Chips
    bot: bool = False


class PlayerLeft(_Event, frozen=True, tag="player-left"):
    """A seat is free again; the player took the chips along (AI-13)."""

    seat: SeatNumber
    name: str
    chips: Chips


class ChipsAdded(_Event, frozen=True, tag="chips-added"):
    """A player bought more chips between hands (AI-12)."""

    seat: SeatNumber
    chips: Chips
    stack: Chips


class SatOut(_Event, frozen=True, tag="sat-out"):
    """A player is dealt no cards until he comes back."""

    seat: SeatNumber


class CameBack(_Event, frozen=True, tag="came-back"):
    """A player who sat out is dealt in again from the next hand."""

    seat: SeatNumber


class LinkChanged(_Event, frozen=True, tag="link-changed"):
    """A seated player's connection was lost or found again."""

    seat: SeatNumber
    connected: bool


class WatchersChanged(_Event, frozen=True, tag="watchers-changed"):
    """The number of people on the rail changed."""

    watchers: int


# --- the course of a hand ----------------------------------------------------------------------------------------


class HandStarted(_Event, frozen=True, tag="hand-started"):
    """A hand begins: who is dealt in, clockwise from the button's left, and what an earlier hand left in the pot."""

    hand: int
    button: SeatNumber
    seats: tuple[SeatNumber, ...]
    carried: Chips = 0
    because: Clauses = ()


class Posted(_Event, frozen=True, tag="posted"):
    """A forced bet was paid; `chips` may be less than due where it is the player's last (DL-12).

    `to_match` is the round's bet that the others now face; 0 for an ante and for dead chips.
    """

    seat: SeatNumber
    post: Post
    chips: Chips
    to_match: Chips = 0
    all_in: bool = False
    because: Clauses = ()


class StreetBegan(_Event, frozen=True, tag="street-began"):
    """The next stage begins; `street` counts from 0 and `name` says it ("flop", "third street", "draw")."""

    street: int
    name: str


class CardsDealt(_Event, frozen=True, tag="cards-dealt"):
    """A seat received `down` cards face down, then the cards of `up` face up."""

    seat: SeatNumber
    down: CardCount = 0
    up: tuple[Card, ...] = ()


class BoardDealt(_Event, frozen=True, tag="board-dealt"):
    """Common cards were turned up; `cards` are the new ones."""

    cards: tuple[Card, ...]


class TurnBegan(_Event, frozen=True, tag="turn-began"):
    """A seat is to act. `turn` numbers the turns of the hand; `deadline` is when the clock decides (None: no clock)."""

    seat: SeatNumber
    turn: int
    deadline: int | None = None


class Folded(_Event, frozen=True, tag="folded"):
    """A player gave up; `timed_out` when the clock did it (BT-40)."""

    seat: SeatNumber
    timed_out: bool = False


class Checked(_Event, frozen=True, tag="checked"):
    """A player checked; `timed_out` when the clock did it (BT-40)."""

    seat: SeatNumber
    timed_out: bool = False


class Called(_Event, frozen=True, tag="called"):
    """A player put `chips` more in to call; `total` is now his for the round."""

    seat: SeatNumber
    chips: Chips
    total: Chips
    all_in: bool = False


class Wagered(_Event, frozen=True, tag="wagered"):
    """A player bet, raised or completed to `to` for the round by adding `chips`; `full` unless short of a raise."""

    seat: SeatNumber
    kind: WagerKind
    chips: Chips
    to: Chips
    all_in: bool = False
    full: bool = True


class Drew(_Event, frozen=True, tag="drew"):
    """A player threw away `count` cards, which stay hidden (VT-5D-18); 0 is standing pat. New cards are dealt later."""

    seat: SeatNumber
    count: CardCount
    timed_out: bool = False


class PotsMade(_Event, frozen=True, tag="pots-made"):
    """The round's bets were gathered; `pots` are all pots as they now stand, the main pot first (AI-4)."""

    pots: tuple[Pot, ...]


class BetReturned(_Event, frozen=True, tag="bet-returned"):
    """The part of a bet that nobody called went back to its owner (AI-10)."""

    seat: SeatNumber
    chips: Chips
    because: Clauses = ()


class HandShown(_Event, frozen=True, tag="hand-shown"):
    """A player turned all his cards up, in the order dealt; `words` name the hand as far as it is made."""

    seat: SeatNumber
    cards: tuple[Card, ...]
    words: str
    because: Clauses = ()


class HandMucked(_Event, frozen=True, tag="hand-mucked"):
    """A player gave up the showdown without showing (SD-6)."""

    seat: SeatNumber
    because: Clauses = ()


class PotAwarded(_Event, frozen=True, tag="pot-awarded"):
    """A seat won `chips` of a pot, `odd` of them chips that could not be shared; `pot` counts from 0, the main pot.

    `words` name the winning hand; they are empty where nobody had to show.
    """

    seat: SeatNumber
    pot: int
    chips: Chips
    side: Side = Side.WHOLE
    odd: Chips = 0
    words: str = ""
    because: Clauses = ()


class ThrownIn(_Event, frozen=True, tag="thrown-in"):
    """Everybody passed: the cards go back and the pot of `chips` waits for the next hand (BT-38)."""

    chips: Chips
    because: Clauses = ()


class HandEnded(_Event, frozen=True, tag="hand-ended"):
    """The hand is over and every chip is where it belongs."""

    hand: int


class HandVoided(_Event, frozen=True, tag="hand-voided"):
    """The hand does not count; the players got back what they put in, and a carried pot waits on (IR-6, IR-13).

    `returned` lists seats with the chips they got back.
    """

    hand: int
    reason: str
    returned: tuple[tuple[SeatNumber, Chips], ...] = ()
    carried: Chips = 0
    because: Clauses = ()


class CarriedPotTaken(_Event, frozen=True, tag="carried-pot-taken"):
    """A waiting pot went to the last player left at the table."""

    seat: SeatNumber
    chips: Chips
    because: Clauses = ()


class DealerDrawn(_Event, frozen=True, tag="dealer-drawn"):
    """One open card each decided that `seat` deals first; `cards` pairs each seat with the card it drew (DL-2)."""

    seat: SeatNumber
    cards: tuple[tuple[SeatNumber, Card], ...]
    because: Clauses = ()


TableEvent = (
    PlayerSat
    | PlayerLeft
    | ChipsAdded
    | SatOut
    | CameBack
    | LinkChanged
    | WatchersChanged
    | CarriedPotTaken
    | DealerDrawn
)
HandEvent = (
    HandStarted
    | Posted
    | StreetBegan
    | CardsDealt
    | BoardDealt
    | TurnBegan
    | Folded
    | Checked
    | Called
    | Wagered
    | Drew
    | PotsMade
    | BetReturned
    | HandShown
    | HandMucked
    | PotAwarded
    | ThrownIn
    | HandEnded
    | HandVoided
)
PublicEvent = TableEvent | HandEvent


# --- for one seat alone ------------------------------------------------------------------------------------------


class YourSeat(_Event, frozen=True, tag="your-seat"):
    """The viewer now sits at `seat`, or stands on the rail (None)."""

    seat: SeatNumber | None = None


class YourCards(_Event, frozen=True, tag="your-cards"):
    """All cards the viewer now holds, in the order dealt; `new` of them came last."""

    cards: tuple[Card, ...]
    new: tuple[Card, ...] = ()


class YourHand(_Event, frozen=True, tag="your-hand"):
    """What the viewer's cards and the board make so far, in words."""

    words: str


class YourTurn(_Event, frozen=True, tag="your-turn"):
    """What the viewer may do now."""

    legal: LegalActions


PrivateEvent = YourSeat | YourCards | YourHand | YourTurn
