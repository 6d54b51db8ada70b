"""Events of a hand: cards, turns and acts, the end of the hand, home customs, and what proves a fair deal.

The format of a fair deal is in `fair_deal` and in docs/fairness.md. An opening names a card, so a public event holds
only those of cards that everybody sees.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from railbird_shared.game.cards import Card
from railbird_shared.game.clauses import Clauses
from railbird_shared.protocol.actions import Declaration, WagerKind
from railbird_shared.protocol.message_base import Event, SeatEventBase
from railbird_shared.protocol.quantities import (
    CardCount,
    Chips,
    Count,
    Digest,
    JokerCount,
    MerklePath,
    Milliseconds,
    OrderIndex,
    PackPlace,
    PotIndex,
    Recipient,
    RunCount,
    RunNumber,
    Salt,
    SeatNumber,
    StreetIndex,
)


class Post(StrEnum):
    """The kinds of forced bet."""

    ANTE = "ante"
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    DEAD_BLIND = "dead blind"
    BRING_IN = "bring-in"
    STRADDLE = "straddle"
    LIVE_BLIND = "live blind"
    BUTTON_BLIND = "button blind"


class Side(StrEnum):
    """A part of a pot: all of it, or one half in hi-lo."""

    WHOLE = "whole"
    HIGH = "high"
    LOW = "low"


class Pot(Struct, frozen=True):
    """A main pot (the first) or side pot: its chips and the seats that can win it."""

    chips: Chips
    seats: tuple[SeatNumber, ...]


# --- a running hand: forced bets, cards, turns, acts, and chips that move into the pots -------------------------------


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


class Posted(SeatEventBase, frozen=True, tag="posted"):
    """A forced bet was paid; `chips`, 1 or more, may be less than due if they are the player's last (DL-12).

    `to_match` is the bet that the others now face in the round, 0 after an ante and after dead chips.
    """

    post: Post
    chips: Chips
    to_match: Chips = 0
    all_in: bool = False
    because: Clauses = ()


class StreetBegan(Event, frozen=True, tag="street-began"):
    """The next street begins; `street` counts from 0 and `name` is its name ("flop", "third street", "draw")."""

    street: StreetIndex
    name: str


class CardsDealt(SeatEventBase, frozen=True, tag="cards-dealt"):
    """A seat received `down` cards face down, then the cards of `up` face up."""

    down: CardCount = 0
    up: tuple[Card, ...] = ()


class BoardDealt(Event, frozen=True, tag="board-dealt"):
    """Common cards were dealt; `cards` are the new ones."""

    cards: tuple[Card, ...]


class TurnBegan(SeatEventBase, frozen=True, tag="turn-began"):
    """A seat is to act; `turn` numbers the turns of the hand and `deadline` is when time runs out (None: no clock)."""

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


class BetReturned(SeatEventBase, frozen=True, tag="bet-returned"):
    """The uncalled part of a bet went back to its player (AI-10)."""

    chips: Chips
    because: Clauses = ()


class Folded(SeatEventBase, frozen=True, tag="folded"):
    """A player folded; `timed_out` if the clock folded for them (BT-40)."""

    timed_out: bool = False


class Checked(SeatEventBase, frozen=True, tag="checked"):
    """A player checked; `timed_out` if the clock checked for them (BT-40)."""

    timed_out: bool = False


class Called(SeatEventBase, frozen=True, tag="called"):
    """A player called by adding `chips`; `total` is now their total for the round."""

    chips: Chips
    total: Chips
    all_in: bool = False


class Wagered(SeatEventBase, frozen=True, tag="wagered"):
    """A player bet, raised or completed by adding `chips`, to a total of `to` for the round.

    `full` is false for an all-in that is less than a full bet or raise (BT-34).
    """

    kind: WagerKind
    chips: Chips
    to: Chips
    all_in: bool = False
    full: bool = True


class Drew(SeatEventBase, frozen=True, tag="drew"):
    """A player discarded `count` cards, which stay hidden (VT-5D-18); 0 is standing pat. New cards are dealt later.

    In a fair deal `discards` says where the discarded cards had lain in the deck, and not which cards they are.
    """

    count: CardCount
    timed_out: bool = False
    discards: tuple[DeckPlace, ...] = ()


ActEvent = Folded | Checked | Called | Wagered | Drew
"""The acts of a player in their turn of a betting round or a draw."""

ProgressEvent = (
    HandStarted | Posted | StreetBegan | CardsDealt | BoardDealt | TurnBegan | PotsMade | RakeTaken | BetReturned
)


# --- the end of a hand: choices before the showdown, hands shown, chips awarded ---------------------------------------


class Declared(SeatEventBase, frozen=True, tag="declared"):
    """A player has declared for a part of the pot, in secret (SD-23)."""


class DeclarationsShown(Event, frozen=True, tag="declarations-shown"):
    """All declarations are shown at once; `sides` pairs each seat with its part of the pot (SD-23)."""

    sides: tuple[tuple[SeatNumber, Declaration], ...]
    because: Clauses = ()


class Claimed(SeatEventBase, frozen=True, tag="claimed"):
    """A player named their hand, which counts for no more than that (SD-10)."""

    hand_name: str
    because: Clauses = ()


class RunChosen(SeatEventBase, frozen=True, tag="run-chosen"):
    """A player has said how often they would deal the rest (SD-26)."""

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


class OpenersShown(SeatEventBase, frozen=True, tag="openers-shown"):
    """The opener shows the cards that entitled them to open (VT-5D-24)."""

    cards: tuple[Card, ...]
    hand_name: str
    because: Clauses = ()


class HandShown(SeatEventBase, frozen=True, tag="hand-shown"):
    """A player showed all their cards, in the order dealt; `hand_name` names the hand as far as it is made.

    At the showdown `best_cards` are the cards that play (HR-3), the most significant first, and `best_low_cards` those
    of the low hand in a game that divides the pot.
    """

    cards: tuple[Card, ...]
    hand_name: str
    because: Clauses = ()
    best_cards: tuple[Card, ...] = ()
    best_low_cards: tuple[Card, ...] = ()


class HandRenamed(SeatEventBase, frozen=True, tag="hand-renamed"):
    """The new name of a hand that lies open while the rest is dealt, once its cards or the board have changed."""

    hand_name: str


class HandMucked(SeatEventBase, frozen=True, tag="hand-mucked"):
    """A player gave up the pot at the showdown without showing (SD-6); cards that lay open stay in sight."""

    because: Clauses = ()


class PotAwarded(SeatEventBase, frozen=True, tag="pot-awarded"):
    """A seat won `chips` of a pot, `odd` of which could not be shared equally; `pot` counts from 0, the main pot.

    `hand_name` names the winning hand, empty if nobody had to show. `run` counts from 1 if the rest was dealt more
    than once.
    """

    pot: PotIndex
    chips: Chips
    side: Side = Side.WHOLE
    odd: Chips = 0
    hand_name: str = ""
    run: RunNumber = 0
    because: Clauses = ()


class WinningCards(SeatEventBase, frozen=True, tag="winning-cards"):
    """The cards of a winning hand, from those that its player showed and from the board (HR-3).

    `low_cards` are those that won the low half of a pot, or the whole of it as a declared low (SD-21), and `cards`
    those that won a high half or any other whole pot.
    """

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


# --- home customs: cards shown by choice, the board that would have come, chopped blinds, bounties, bombs -------------


class CardsShown(SeatEventBase, frozen=True, tag="cards-shown"):
    """A player showed the cards `shown` of their hand after it, and not all (HS-42).

    `cards` is the hand in the order dealt, as everybody sees it from now on; None is a card that stays hidden.
    """

    shown: tuple[Card, ...]
    cards: tuple[Card | None, ...]
    because: Clauses = ()


class RabbitHunted(SeatEventBase, frozen=True, tag="rabbit-hunted"):
    """A player had the rest of the board turned up after a hand that ended before it came (HS-43).

    `cards` are those that the same deck would have brought; they change nothing about the hand.
    """

    cards: tuple[Card, ...]
    because: Clauses = ()


class BlindsChopped(Event, frozen=True, tag="blinds-chopped"):
    """Everybody else had folded, and the blinds took their bets back as both had agreed to (HS-44).

    `returned` pairs each blind with the chips that they got back; no pot is played.
    """

    returned: tuple[tuple[SeatNumber, Chips], ...]
    because: Clauses = ()


class BountyPaid(SeatEventBase, frozen=True, tag="bounty-paid"):
    """The players of the hand paid a bounty to `seat`, who won a pot with a seven and a deuce and showed them (HS-45).

    `paid` pairs each of them with the chips that they paid, which are fewer than due if they had no more.
    """

    paid: tuple[tuple[SeatNumber, Chips], ...]
    because: Clauses = ()


class BombPotAsked(Event, frozen=True, tag="bomb-pot-asked"):
    """The `seats` now ask for a bomb pot; one comes once all people who are to be dealt in do (HS-46)."""

    seats: tuple[SeatNumber, ...] = ()


class BombPotAnnounced(Event, frozen=True, tag="bomb-pot-announced"):
    """The next hand is a bomb pot, in which everybody posts `chips` (HS-46).

    The host `by` called it; without one it is the turn of a bomb pot, or with `agreed` all people have asked for it.
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


# --- a fair deal: what the server commits to before the first card, where each card went, and the openings ------------

BOARD, BURNED = 0, -1
"""Where a card goes that no seat gets."""


class SeedShare(Struct, frozen=True, omit_defaults=True):
    """The seed of the player in a seat for the shuffle; `seed` is None where they did not open it in time."""

    seat: SeatNumber
    commitment: Digest
    seed: Digest | None = None


class Opening(Struct, frozen=True, omit_defaults=True):
    """Shows that `card` lies at `place` in an order of the pack that was committed to."""

    place: PackPlace
    card: Card
    salt: Salt
    path: MerklePath
    order: OrderIndex = 0


class DeckPlace(Struct, frozen=True, omit_defaults=True):
    """Where a card lay: at a place of an order of the pack, 0 for the deck."""

    place: PackPlace
    order: OrderIndex = 0


class StreetDeal(Struct, frozen=True, omit_defaults=True):
    """The cards of a street: `down` and `up` to each live seat, then those of the `board`; `burn` burns one before.

    In a draw up to `draw` cards are replaced, or `discard` cards thrown away for none; with `fifth_last` the fifth one
    of a seat comes after all have drawn (VT-5D-12).
    """

    burn: bool = False
    down: CardCount = 0
    up: CardCount = 0
    board: CardCount = 0
    draw: CardCount = 0
    discard: CardCount = 0
    fifth_last: bool = False


class DealCommitted(Event, frozen=True, tag="deal-committed"):
    """The server has fixed the deck of the hand, and commits to it before the first card.

    The pack has `cards` cards in all, `jokers` of them jokers. `server` is the commitment to the server's seed, and
    `roots` are those of the Merkle trees over the deck and over the order of each reshuffle. `seeds` are what players
    gave to the shuffle, by seat. `streets` say what each street will deal, so that nobody can choose that later.
    """

    cards: CardCount
    server: Digest
    roots: tuple[Digest, ...]
    jokers: JokerCount = 0
    seeds: tuple[SeedShare, ...] = ()
    streets: tuple[StreetDeal, ...] = ()


class DeckDealt(Event, frozen=True, tag="deck-dealt"):
    """The next cards of the deck went `to` these places, one after another.

    Cards of a reshuffle come from its `order`, in which they lie at `places`; those of the deck follow each other.
    """

    to: tuple[Recipient, ...]
    order: OrderIndex = 0
    places: tuple[PackPlace, ...] = ()


class CardsOpened(Event, frozen=True, tag="cards-opened"):
    """The openings of cards that everybody sees now."""

    openings: tuple[Opening, ...]


FairDealEvent = DealCommitted | DeckDealt | CardsOpened

HandEvent = ProgressEvent | ActEvent | ChoiceEvent | ShowdownEvent | CustomEvent | FairDealEvent
"""The events of a hand for everybody."""
