"""The rules of a table's game as data: which cards are in play, which hands win, and how a pot is divided.

`announced_game.Game` announces a game: its name, stakes and streets. `GameRules` holds what a program needs besides to
value hands and to choose a draw as the table does, whatever its house has changed. A client that only draws the table
needs none of it, and people read the sentences in `TableView.house`.

Every field stands at its usual value unless said otherwise: the game of one 52-card pack in which nothing is wild and
the cards speak. Clauses in parentheses are those of the rules (`railbird-server rules`).
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from railbird_shared.game.cards import Card
from railbird_shared.protocol.quantities import CardCount, Chips, JokerCount, PackCount, PackSize, Qualifier, SuitMethod

STANDARD_SUIT_ORDER = "shdc"
"""The letters of the suits from high to low: spades, hearts, diamonds, clubs (SU-1)."""


class Order(StrEnum):
    """Which hands win (HR, LO-A5, LO-27, LO-A6, VT-XX-2)."""

    HIGH = "high"
    ACE_TO_FIVE = "a5"
    DEUCE_TO_SEVEN = "27"
    ACE_TO_SIX = "a6"
    BADUGI = "badugi"


class HighOrLow(StrEnum):
    """Which hands take the pot (VT-LB-4)."""

    HIGH = "high"
    LOW = "low"
    HI_LO = "hi-lo"


class JokerRole(StrEnum):
    """The role of a joker: any card, or the cards that the bug may be (WC-1, WC-13)."""

    WILD = "wild"
    BUG = "bug"


class LowestWild(StrEnum):
    """Whether each player's lowest card is wild: the lowest of all, or of those dealt face down (WC-26, WC-27)."""

    NONE = "none"
    CARD = "lowest-card"
    CONCEALED = "lowest-concealed"


class WildScope(StrEnum):
    """How many of several lowest cards are wild: the one that helps most, or all of them (WC-30)."""

    ONE_CARD = "one_card"
    ALL_OF_RANK = "all_of_rank"


class WildTiebreak(StrEnum):
    """Which of two otherwise equal hands wins by its wild cards (WC-20..WC-23)."""

    NONE = "none"
    NATURAL_FIRST = "natural-first"
    FEWER_WILD_FIRST = "fewer-wild-first"
    MORE_WILD_FIRST = "more-wild-first-after-natural"


class CircularOrder(StrEnum):
    """The circular orders, in which no hand beats all others (NU-1)."""

    NONE = "none"
    ITALIAN = "italian"
    GREEK = "greek"


class Selection(StrEnum):
    """Which of a player's cards and the board's may make up a hand."""

    ANY = "any"
    TWO_FROM_HAND = "two-from-hand"
    """Exactly two from the hand and three from the board (VT-OM-2)."""


class OddChip(StrEnum):
    """The winner who gets the chips that cannot be shared equally (SD-16)."""

    POSITION = "position"
    SUIT = "suit"


class OpeningRequirement(StrEnum):
    """The requirement to open the betting (VT-5D-20, VT-5D-23)."""

    NONE = "none"
    JACKS = "jacks"
    PROGRESSIVE = "progressive"


class HandRanking(Struct, frozen=True, omit_defaults=True):
    """Everything that the order of hands on one side of the pot depends on.

    A setting that its order has no use for is without effect. Both sides of a pot have the same pack, jokers and wild
    cards. `wild_cards` are in the order of the pack: clubs, diamonds, hearts, spades, each from two to ace.
    """

    order: Order = Order.HIGH
    pack: PackSize = 52
    packs: PackCount = 1
    jokers: JokerCount = 0
    joker_role: JokerRole = JokerRole.WILD
    wild_cards: tuple[Card, ...] = ()
    """The cards that are wild besides jokers (HS-4)."""
    lowest_wild: LowestWild = LowestWild.NONE
    lowest_wild_scope: WildScope = WildScope.ONE_CARD
    double_ace_flush: bool = False
    """Whether a wild card may repeat a card of the hand, so that a flush holds two aces (WC-19)."""
    wild_tiebreak: WildTiebreak = WildTiebreak.NONE
    a6_broadway_straight: bool = False
    """Whether A-K-Q-J-T is a straight in ace to six (LO-18)."""
    a6_aces_high_pair: bool = False
    """Whether a pair of aces is the highest pair in ace to six (LO-19)."""
    qualifier: Qualifier = 0
    suit_tiebreak: SuitMethod = 0
    suit_order: str = STANDARD_SUIT_ORDER
    flush_over_full: bool = False
    """Whether a flush beats a full house (SK-5)."""
    unbeatable: CircularOrder = CircularOrder.NONE
    straights: bool = True
    flushes: bool = True


class GameRules(Struct, frozen=True, omit_defaults=True):
    """How a table values hands, divides pots and exchanges cards.

    `high` and `low` rank the hands of the two sides; a side that wins nothing is None, and with both each takes half
    of the pot (SD-18). `draws` has the most cards that a player may exchange in each draw, in order.
    """

    high: HandRanking | None = None
    low: HandRanking | None = None
    selection: Selection = Selection.ANY
    odd_chip: OddChip = OddChip.POSITION
    suit_order: str = STANDARD_SUIT_ORDER
    """The order of suits for single cards: odd chips, bring-ins, the first deal (SU-13)."""
    draws: tuple[CardCount, ...] = ()
    discard_limit: bool = False
    """Whether a player may draw three cards, and four only to an ace or a wild card (VT-5D-11)."""
    hilo_declare: bool = False
    """Whether players declare for high, low or both before they show (SD-21)."""
    declared_hands: bool = False
    """Whether a hand counts only for what its owner says it is (SD-10)."""
    bomb_pot: Chips = 0
    """The ante of each player in a bomb pot, in chips; 0 where none are played (HS-46)."""


class BadSetup(ValueError):
    """A game that cannot be played: wrong seats, stacks, stakes or settings; the message is one sentence."""


class Rake(Struct, frozen=True):
    """The house's share: a percentage of each pot, rounded down, up to `cap` chips a hand, 0 for no cap (AI-17)."""

    percent: int
    cap: int = 0
