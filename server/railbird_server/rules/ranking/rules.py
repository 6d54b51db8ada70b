"""The settings of a ranking: one frozen record with everything the order of hands depends on (HS-1..HS-15).

Also the orders of suits that a table may choose, and the order of single cards by rank and suit (SU-1..SU-4, SU-12).
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from msgspec import Struct

from railbird_server.rules.errors import BadSetup
from railbird_shared.cards import JOKER, PACK, SUIT_OF_LETTER, Card, Rank, Suit

STANDARD_SUIT_ORDER = "shdc"
SUIT_ORDERS = (STANDARD_SUIT_ORDER, "shcd", "sdch", "hsdc", "hdsc", "hdcs", "dshc", "dhsc", "cshd")
"""The orders a table may choose, each from high to low, the standard one first (SU-12)."""


def suits_high_to_low(suit_order: str) -> tuple[Suit, ...]:
    """Returns the suits of an order from high to low."""
    return tuple(SUIT_OF_LETTER[letter] for letter in suit_order)


@cache
def card_order(card: Card, suit_order: str = STANDARD_SUIT_ORDER, *, ace_low: bool = False) -> tuple[int, int]:
    """Returns what orders single cards: the rank, and of equal ranks the better suit (DL-2, SU-3).

    The ace is high unless `ace_low`, as it is where razz begins (VT-RZ-2).
    """
    rank = 1 if ace_low and card.rank is Rank.ACE else int(card.rank)
    return rank, len(suit_order) - 1 - suit_order.index(card.suit.letter)


LOWEST_RANK = {52: Rank.TWO, 40: Rank.FIVE, 36: Rank.SIX, 32: Rank.SEVEN, 20: Rank.TEN}
"""The lowest rank of every pack on offer, by its size (SK-1)."""

DEUCES = frozenset(card for card in PACK if card.rank is Rank.TWO)
ONE_EYED_JACKS = frozenset(card for card in PACK if card.rank is Rank.JACK and card.suit in (Suit.HEARTS, Suit.SPADES))

WILD_SETS = {"none": frozenset[Card](), "deuces": DEUCES, "one-eyed-jacks": ONE_EYED_JACKS}
"""The cards that a table's word for its wild cards names (WC-2, WC-3)."""

EIGHT_OR_BETTER = 8
"""The only qualifier there is: a low has five ranks of eight or lower (HS-11, LO-22)."""

_MAX_JOKERS = 2
_MAX_PACKS = 4
_SUIT_METHODS = (0, 1, 2, 3)


class Order(StrEnum):
    """Which hands win (HR, LO-A5, LO-27, LO-A6, VT-XX-2)."""

    HIGH = "high"
    ACE_TO_FIVE = "a5"
    DEUCE_TO_SEVEN = "27"
    ACE_TO_SIX = "a6"
    BADUGI = "badugi"


class JokerRole(StrEnum):
    """What jokers stand for: any card, or the bug's few (WC-1, WC-13)."""

    WILD = "wild"
    BUG = "bug"


class LowestWild(StrEnum):
    """Whether each player's lowest card is wild: of all his cards, or of those face down (WC-26, WC-27)."""

    NONE = "none"
    CARD = "lowest-card"
    CONCEALED = "lowest-concealed"


class WildScope(StrEnum):
    """How many of several lowest cards are wild: the one that helps most, or all (WC-30)."""

    ONE_CARD = "one_card"
    ALL_OF_RANK = "all_of_rank"


class WildTiebreak(StrEnum):
    """Which of two otherwise equal hands wins by its wild cards (WC-20..WC-23)."""

    NONE = "none"
    NATURAL_FIRST = "natural-first"
    FEWER_WILD_FIRST = "fewer-wild-first"
    MORE_WILD_FIRST = "more-wild-first-after-natural"


class CircularOrder(StrEnum):
    """The circular orders in which no hand is above all others (NU-1)."""

    NONE = "none"
    ITALIAN = "italian"
    GREEK = "greek"


class RankingRules(Struct, frozen=True):
    """Everything a ranking depends on; raises BadSetup when the settings exclude each other.

    Settings that an order has no use for are without effect, so that one record serves both halves of a high-low pot.
    """

    order: Order = Order.HIGH
    pack: int = 52
    """How many cards one pack has (HS-1)."""
    packs: int = 1
    jokers: int = 0
    """How many jokers are added in all (HS-2)."""
    joker_role: JokerRole = JokerRole.WILD
    wild_cards: frozenset[Card] = frozenset()
    """Cards of the pack that are wild (HS-4); `WILD_SETS` has the usual ones."""
    lowest_wild: LowestWild = LowestWild.NONE
    lowest_wild_scope: WildScope = WildScope.ONE_CARD
    double_ace_flush: bool = False
    wild_tiebreak: WildTiebreak = WildTiebreak.NONE
    a6_broadway_straight: bool = False
    a6_aces_high_pair: bool = False
    qualifier: int = 0
    """8 for eight or better in ace to five, else 0 (HS-11)."""
    suit_tiebreak: int = 0
    """The method, 1 to 3, by which suits break ties, 0 for none (HS-12)."""
    suit_order: str = STANDARD_SUIT_ORDER
    flush_over_full: bool = False
    unbeatable: CircularOrder = CircularOrder.NONE
    straights: bool = True
    flushes: bool = True

    def __post_init__(self) -> None:
        if problem := next(filter(None, (_pack_problem(self), _wild_problem(self), _order_problem(self))), ""):
            raise BadSetup(problem)

    @property
    def lowest_rank(self) -> Rank:
        """The lowest rank in the pack."""
        return LOWEST_RANK[self.pack]

    @property
    def deck(self) -> tuple[Card, ...]:
        """All the cards a hand is dealt from, the jokers last."""
        one = tuple(card for card in PACK if card.rank >= self.lowest_rank)
        return one * self.packs + (JOKER,) * self.jokers

    @property
    def circular(self) -> bool:
        """Whether hands have no order of their own, and only a whole showdown has winners (NU-12)."""
        return self.order is Order.HIGH and self.unbeatable is not CircularOrder.NONE


def _pack_problem(rules: RankingRules) -> str:
    if rules.pack not in LOWEST_RANK:
        return f"A pack has {', '.join(map(str, LOWEST_RANK))} cards, not {rules.pack}."
    if not 1 <= rules.packs <= _MAX_PACKS:
        return f"Play with 1 to {_MAX_PACKS} packs."
    if not 0 <= rules.jokers <= _MAX_JOKERS * rules.packs:
        return f"Add at most {_MAX_JOKERS} jokers to a pack."
    return ""


def _wild_problem(rules: RankingRules) -> str:
    if JOKER in rules.wild_cards:
        return "A joker is wild by being added to the pack: set the number of jokers."
    missing = sorted((str(card) for card in rules.wild_cards if card.rank < rules.lowest_rank), reverse=True)
    if missing:
        return f"A pack of {rules.pack} cards has no {missing[0]} to be wild; choose wild cards that it holds."
    if rules.wild_cards and rules.lowest_wild is not LowestWild.NONE:
        return "Choose either cards that are always wild or each player's lowest card."
    return ""


def _order_problem(rules: RankingRules) -> str:
    if rules.suit_tiebreak not in _SUIT_METHODS:
        return "Suits break ties by method 1, 2 or 3, or not at all."
    if rules.suit_order not in SUIT_ORDERS:
        return f"Choose one of the orders of suits {', '.join(SUIT_ORDERS)}."
    if rules.qualifier not in (0, EIGHT_OR_BETTER):
        return "A low hand qualifies with eight or better, or with anything."
    if rules.qualifier and rules.order in (Order.DEUCE_TO_SEVEN, Order.ACE_TO_SIX):
        return "Eight or better goes with ace to five only."
    if rules.qualifier and rules.order is Order.ACE_TO_FIVE and rules.lowest_rank > Rank.FIVE:
        return f"A pack of {rules.pack} cards has no five ranks of eight or lower; play without a qualifier."
    if rules.circular:
        return _circular_problem(rules)
    return ""


def _circular_problem(rules: RankingRules) -> str:
    if not (rules.straights and rules.flushes):
        return "An order without an unbeatable hand turns on straight flushes; play with straights and flushes."
    if rules.unbeatable is CircularOrder.ITALIAN and rules.lowest_rank is Rank.TEN:
        return "Twenty cards hold one kind of straight flush only; the Italian order needs a lowest and a highest."
    if rules.suit_tiebreak or rules.wild_tiebreak is not WildTiebreak.NONE:
        return "Where hands beat each other in a circle nothing breaks ties: leave suit_tiebreak and wild_tiebreak out."
    return ""
