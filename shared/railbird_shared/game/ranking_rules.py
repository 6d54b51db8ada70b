"""The rules of a ranking: the settings of `HandRanking`, checked against each other, and the deck that they imply.

Also wild cards by their names, "deuces", "kings", "3 9 Kh" (WC-2, WC-3), the orders of suits that a table may choose,
and the order of single cards by rank and suit (SU-1..SU-4, SU-12).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain

from msgspec.structs import asdict, force_setattr

from railbird_shared.game.cards import JOKER, PACK, SUIT_OF_LETTER, Card, Rank, Suit, parse_cards
from railbird_shared.game.clauses import Clause
from railbird_shared.game.game_rules import (
    STANDARD_SUIT_ORDER,
    BadSetup,
    CircularOrder,
    HandRanking,
    HighOrLow,
    LowestWild,
    Order,
    WildTiebreak,
)
from railbird_shared.text.text_cleaning import quote

SUIT_ORDERS = (STANDARD_SUIT_ORDER, "shcd", "sdch", "hsdc", "hdsc", "hdcs", "dshc", "dhsc", "cshd")
"""The orders a table may choose, each from high to low, the standard one first (SU-12)."""

_SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
SUIT_ORDER_NAMES = {order: ", ".join(_SUIT_NAMES[letter] for letter in order) for order in SUIT_ORDERS}
"""Each order of suits in words."""


def suits_high_to_low(suit_order: str) -> tuple[Suit, ...]:
    """Returns the suits of an order from high to low."""
    return tuple(SUIT_OF_LETTER[letter] for letter in suit_order)


@cache
def card_order(card: Card, suit_order: str = STANDARD_SUIT_ORDER, *, ace_low: bool = False) -> tuple[int, int]:
    """Returns what orders single cards: the rank, and of equal ranks the better suit (DL-2, SU-3).

    The ace is high unless `ace_low`, as it is for the bring-in of razz (VT-RZ-2).
    """
    rank = 1 if ace_low and card.rank is Rank.ACE else int(card.rank)
    return rank, len(suit_order) - 1 - suit_order.index(card.suit.letter)


LOWEST_RANK = {52: Rank.TWO, 40: Rank.FIVE, 36: Rank.SIX, 32: Rank.SEVEN, 20: Rank.TEN}
"""The lowest rank of every pack, by the number of its cards (SK-1)."""

DEUCES = tuple(card for card in PACK if card.rank is Rank.TWO)
ONE_EYED_JACKS = tuple(card for card in PACK if card.rank is Rank.JACK and card.suit in (Suit.HEARTS, Suit.SPADES))

WILD_SETS: dict[str, tuple[Card, ...]] = {"none": (), "deuces": DEUCES, "one-eyed-jacks": ONE_EYED_JACKS}
"""The wild cards that go by a name, in the order of the pack (WC-2, WC-3)."""

EIGHT_OR_BETTER = 8
"""The only qualifier: a low needs five ranks of eight or lower (HS-11, LO-22)."""

_MAX_JOKERS = 2
_MAX_PACKS = 4
_SUIT_METHODS = (0, 1, 2, 3)


WILD_TIEBREAK_CLAUSES: dict[WildTiebreak, Clause] = {
    WildTiebreak.NONE: "WC-20",
    WildTiebreak.NATURAL_FIRST: "WC-21",
    WildTiebreak.FEWER_WILD_FIRST: "WC-22",
    WildTiebreak.MORE_WILD_FIRST: "WC-23",
}
"""The clause of each tie-break by wild cards."""

SUIT_TIEBREAK_CLAUSES: dict[int, Clause] = {1: "SU-6", 2: "SU-7", 3: "SU-8"}
"""The clause of each method of breaking ties by suits (see `RankingRules.suit_tiebreak`)."""


class RankingRules(HandRanking, frozen=True):
    """A ranking whose settings go together; raises BadSetup where they exclude each other.

    Equal sets of wild cards make equal records, in whatever order they are given.
    """

    @classmethod
    def from_data(cls, ranking: HandRanking) -> RankingRules:
        """Returns the rules that a description of a table holds; raises BadSetup."""
        return cls(**asdict(ranking))

    @property
    def data(self) -> HandRanking:
        """These rules as a description of a table holds them."""
        return HandRanking(**asdict(self))

    def __post_init__(self) -> None:
        if problem := next(chain(_problems_of_cards(self), _problems_of_order(self)), ""):
            raise BadSetup(problem)
        if self.wild_cards:
            force_setattr(self, "wild_cards", in_pack_order(self.wild_cards))

    @property
    def lowest_rank(self) -> Rank:
        """The lowest rank in the pack."""
        return LOWEST_RANK[self.pack]

    @property
    def deck(self) -> tuple[Card, ...]:
        """All the cards that hands are dealt from, the jokers last."""
        return tuple(card for card in PACK if card.rank >= self.lowest_rank) * self.packs + (JOKER,) * self.jokers

    @property
    def circular(self) -> bool:
        """Whether two hands cannot be compared, so that only a whole showdown has winners (NU-12)."""
        return self.order is Order.HIGH and self.unbeatable is not CircularOrder.NONE


def high_or_low(high: HandRanking | None, low: HandRanking | None) -> HighOrLow:
    """Returns which hands take the pot."""
    if high is not None and low is not None:
        return HighOrLow.HI_LO
    return HighOrLow.HIGH if high is not None else HighOrLow.LOW


def in_pack_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Returns each of the cards once, in the order of the pack with the joker last."""
    return tuple(sorted(set(cards), key=tuple(Card).index))


def _problems_of_cards(rules: RankingRules) -> Iterator[str]:
    """Yields what is wrong with the pack and its wild cards; after the first, the others may be none."""
    if rules.pack not in LOWEST_RANK:
        yield f"A pack has {', '.join(map(str, LOWEST_RANK))} cards, not {rules.pack}."
    if not 1 <= rules.packs <= _MAX_PACKS:
        yield f"Play with 1 to {_MAX_PACKS} packs."
    if not 0 <= rules.jokers <= _MAX_JOKERS * rules.packs:
        yield f"Add at most {_MAX_JOKERS} jokers to a pack."
    if JOKER in rules.wild_cards:
        yield "A joker is wild by being added to the pack: set the number of jokers."
    missing = max((str(card) for card in rules.wild_cards if card.rank < rules.lowest_rank), default="")
    if missing:
        yield f"A pack of {rules.pack} cards has no {missing} to be wild; choose wild cards that it holds."
    if rules.wild_cards and rules.lowest_wild is not LowestWild.NONE:
        yield "Choose either cards that are always wild or each player's lowest card."


def _problems_of_order(rules: RankingRules) -> Iterator[str]:
    if rules.suit_tiebreak not in _SUIT_METHODS:
        yield "Suits break ties by method 1, 2 or 3, or not at all."
    if rules.suit_order not in SUIT_ORDERS:
        yield f"Choose one of the orders of suits {', '.join(SUIT_ORDERS)}."
    if rules.qualifier not in (0, EIGHT_OR_BETTER):
        yield "A low hand qualifies with eight or better, or with anything."
    if rules.qualifier and rules.order in (Order.DEUCE_TO_SEVEN, Order.ACE_TO_SIX):
        yield "Eight or better goes with ace to five only."
    if rules.qualifier and rules.order is Order.ACE_TO_FIVE and rules.lowest_rank > Rank.FIVE:
        yield f"A pack of {rules.pack} cards has no five ranks of eight or lower; play without a qualifier."
    if not rules.circular:
        return
    if not (rules.straights and rules.flushes):
        yield "An order without an unbeatable hand turns on straight flushes; play with straights and flushes."
    if rules.unbeatable is CircularOrder.ITALIAN and rules.lowest_rank is Rank.TEN:
        yield "Twenty cards hold one kind of straight flush only; the Italian order needs a lowest and a highest."
    if rules.suit_tiebreak or rules.wild_tiebreak is not WildTiebreak.NONE:
        yield "Where hands beat each other in a circle nothing breaks ties: leave suit_tiebreak and wild_tiebreak out."


_NONE_WORD = "none"
_CARDS_BY_WORD = WILD_SETS | {
    name: tuple(card for card in PACK if card.rank is rank)
    for rank in Rank
    for name in (rank.plural, rank.letter.lower())
}


def parse_wild_cards(words: str) -> tuple[Card, ...]:
    """Returns the cards that "none", "deuces", "kings", "3 9 Kh" or "Kc 2d" name; raises BadSetup when they name none.

    The cards come in the order of the pack. Capitals do not matter, and commas stand for spaces.
    """
    named = words.lower().replace(",", " ").split()
    if named == [_NONE_WORD]:
        return ()
    try:
        cards = in_pack_order(card for word in named for card in _CARDS_BY_WORD.get(word) or parse_cards(word))
    except ValueError:
        cards = ()
    if not cards:
        sets = ", ".join(WILD_SETS)
        raise BadSetup(f"No wild cards are called {quote(words)}: name some as in '3 9 Kh' or 'kings', or say {sets}.")
    return cards
