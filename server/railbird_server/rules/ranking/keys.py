"""The quick way from cards to strength: one number per card, one sum per hand, one look into a table.

A card's key holds a counter for its rank and a counter for its suit, a wild card's one for its role, so that the sum
of the keys of a hand says how many cards of each it has. Suit counters start three below their highest bit: five of a
suit set it. Nothing is built beforehand: a table grades a hand that it has not met and remembers it.

    60            44     42      39                          0
    | four suits  | bugs | wilds | A K Q J T 9 8 7 6 5 4 3 2 |
    | 4 bits each |    2 |     3 | 3 bits each               |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from railbird_server.rules.ranking.category import Category
from railbird_server.rules.ranking.counting import strength_of_ranks, strength_of_suited
from railbird_server.rules.ranking.fitting import lowest_of_ranks, strength_of_low
from railbird_server.rules.ranking.ladder import Ladder
from railbird_server.rules.ranking.rules import JokerRole, RankingRules
from railbird_server.rules.ranking.strength import HAND_SIZE, NO_HAND
from railbird_shared.cards import JOKER, PACK, Card, Rank, Suit

_RANK_BITS = 3
_WILDS_AT = _RANK_BITS * (Rank.ACE - Rank.TWO + 1)
_BUGS_AT = _WILDS_AT + 3
_SUITS_AT = _BUGS_AT + 2
_SUIT_BITS = 4
_RANKS = (1 << _WILDS_AT) - 1
_GRADED = (1 << _SUITS_AT) - 1
_NOT_NATURAL = _GRADED - _RANKS
_BEFORE_FLUSH = 3
_SUIT_PLACES = tuple(_SUITS_AT + _SUIT_BITS * suit for suit in Suit if suit is not Suit.NONE)
_ONE_SUIT = (1 << _SUIT_BITS) - 1
_HEARTS_AT = _SUITS_AT + _SUIT_BITS * Suit.HEARTS
_FLUSH = sum((_BEFORE_FLUSH + HAND_SIZE) << place for place in _SUIT_PLACES)

START = sum(_BEFORE_FLUSH << place for place in _SUIT_PLACES)
"""What every sum of keys begins with."""

WILD = 1 << _WILDS_AT
"""The key of a card that stands for any card."""

BUG = 1 << _BUGS_AT
"""The key of a card that stands for an ace or completes a straight or flush."""

NATURAL = {
    card: (1 << _RANK_BITS * (card.rank - Rank.TWO)) + (1 << _SUITS_AT + _SUIT_BITS * card.suit) for card in PACK
}
"""The key of every card that counts as what is printed on it."""


def is_wild(key: int) -> bool:
    """Whether a card with this key is wild or the bug."""
    return bool(key & _NOT_NATURAL)


def keys_under(rules: RankingRules) -> dict[Card, int]:
    """Returns the key of every card of the rules' pack, but for each player's own wild card (WC-1..WC-3)."""
    keys = {card: WILD if card in rules.wild_cards else NATURAL[card] for card in rules.deck if card is not JOKER}
    if rules.jokers:
        keys[JOKER] = BUG if rules.joker_role is JokerRole.BUG else WILD
    return keys


class _Table(dict[int, int]):
    """Remembers the strength of every sum met."""

    __slots__ = ("_grade",)

    def __init__(self, grade: Callable[[int], int]) -> None:
        super().__init__()
        self._grade = grade

    def __missing__(self, key: int) -> int:
        strength = self[key] = self._grade(key)
        return strength


class Tables:
    """The strengths of hands by the sums of their keys, under one set of rules.

    `by_ranks` takes a sum masked by `graded` and tells the strength of a hand none of whose `special` bits are set.
    """

    graded = _GRADED
    sums = True
    """Whether the strength of five cards can be told from the sum of their keys."""

    def __init__(self, rules: RankingRules, ladder: Ladder) -> None:
        self._ladder = ladder
        self._copies = HAND_SIZE if rules.double_ace_flush else rules.packs
        qualified = rules.qualifier and ladder.low
        self._least = ladder.pack(Category.HIGH_CARD, (8, 7, 6, 5, 4)) if qualified else NO_HAND
        self.by_ranks = _Table(self._lowest_of if ladder.low else self._highest_of)
        self._by_suited = _Table(self._suited_low if ladder.low else self._suited_high)
        self.special = 0
        if ladder.flushes:
            self.special = _FLUSH if ladder.low else _FLUSH | _NOT_NATURAL

    def choices(self, places: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yields every choice of five of the places, or all of fewer."""
        return combinations(places, min(HAND_SIZE, len(places)))

    def strength(self, keys: Sequence[int]) -> int:
        """Returns the strength of the best hand in one to seven cards with these keys."""
        total = sum(keys, START)
        if not total & self.special:
            return self.by_ranks[total & _GRADED]
        return self.special_strength(total, keys)

    def exact(self, keys: Sequence[int]) -> int:
        """Returns the strength of at most five cards with these keys if all of them play, else none."""
        return self.strength(keys)

    def special_strength(self, total: int, keys: Iterable[int]) -> int:
        """Returns the strength of a hand that may hold a flush; `total` is the sum of its keys."""
        if not self._ladder.low:
            held = list(keys)
            flushes = {at: sum(key & _RANKS for key in held if key >> at & 1) for at in _flushes_in(total)}
            return self._best(total, flushes)
        if total & _NOT_NATURAL:
            return self.by_ranks[total & _GRADED]  # a fitter is of another suit
        return max(self.strength_of_five(sum(five, START)) for five in combinations(keys, HAND_SIZE))

    def strength_of_five(self, total: int) -> int:
        """Returns the strength of exactly five cards whose keys sum up to `total`."""
        if not total & self.special:
            return self.by_ranks[total & _GRADED]
        if not self._ladder.low:
            return self._best(total, dict.fromkeys(_flushes_in(total), total & _RANKS))
        if total & _NOT_NATURAL:
            return self.by_ranks[total & _GRADED]
        return self._by_suited[total & _RANKS]

    def _best(self, total: int, flushes: Mapping[int, int]) -> int:
        """The better of what the ranks are worth and the flushes, given by their suits' places and rank keys."""
        best = self.by_ranks[total & _GRADED]
        wilds = _wilds_in(total)
        for place, ranks in flushes.items():
            of_hearts = bool(self._ladder.imperial) and place == _HEARTS_AT
            best = max(best, self._by_suited[ranks | wilds << _WILDS_AT | of_hearts << _BUGS_AT])
        return best

    def _highest_of(self, graded: int) -> int:
        bugs = graded >> _BUGS_AT
        return strength_of_ranks(self._ladder, _ranks_in(graded), _wilds_in(graded) - bugs, bugs)

    def _lowest_of(self, graded: int) -> int:
        ranks, wilds = _ranks_in(graded), _wilds_in(graded)
        strength = lowest_of_ranks(self._ladder, ranks, wilds)
        qualified = strength >= self._least and (not self._least or len(ranks) + wilds >= HAND_SIZE)
        return strength if qualified else NO_HAND

    def _suited_high(self, key: int) -> int:
        of_hearts = key >> _BUGS_AT
        strength = strength_of_suited(self._ladder, _ranks_in(key), _wilds_in(key) - of_hearts, self._copies)
        royal = strength == self._ladder.pack(Category.STRAIGHT_FLUSH, (Rank.ACE,))
        return self._ladder.imperial if of_hearts and royal else strength

    def _suited_low(self, key: int) -> int:
        return strength_of_low(self._ladder, _ranks_in(key), suited=True)


def _flushes_in(total: int) -> list[int]:
    """The places of the suits of which there are five cards, with the wild ones."""
    least = HAND_SIZE + _BEFORE_FLUSH - _wilds_in(total)
    return [place for place in _SUIT_PLACES if total >> place & _ONE_SUIT >= least]


def _wilds_in(total: int) -> int:
    """How many cards are wild, bugs counted among them."""
    return (total >> _WILDS_AT & 7) + (total >> _BUGS_AT & 3)


def _ranks_in(key: int) -> list[int]:
    counter = (1 << _RANK_BITS) - 1
    return [
        rank for rank in range(Rank.TWO, Rank.ACE + 1) for _ in range(key >> _RANK_BITS * (rank - Rank.TWO) & counter)
    ]
