"""The order of hands under a set of rules: categories, straights, the ace, and a hand's strength as one number.

A strength has the level of the category in its highest bits, and below it up to five ranks of four bits each, the
deciding one first. Strengths then compare exactly as hands do: by category (HR-6), then rank by rank (HR-7). Where a
short hand has no card the rank is zero, which every card beats (PH-4). A low ace is the number 1. High and low orders
share these levels; a low order counts them downwards, so that the greater strength wins on every scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cached_property
from itertools import combinations

from railbird_shared.game.cards import HAND_SIZE, Rank
from railbird_shared.game.game_rules import CircularOrder, Order
from railbird_shared.game.ranking_rules import RankingRules


class Category(IntEnum):
    """A kind of hand; by the usual rules a greater number beats every lower one (HR-5, HR-6)."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9

    @property
    def code(self) -> str:
        """The name for programs: "two_pair"."""
        return self.name.lower()

    @property
    def word(self) -> str:
        """The name for people: "two pair"."""
        return self.code.replace("_", " ")


NO_HAND = 0
"""Weaker than every hand: a low that does not qualify."""

_RANK_BITS = 4
_LEVEL_SHIFT = HAND_SIZE * _RANK_BITS
_RANK_SHIFTS = tuple(range(_LEVEL_SHIFT - _RANK_BITS, -1, -_RANK_BITS))
_RANK_MASK = (1 << _RANK_BITS) - 1

STRENGTH_LIMIT = 1 << _LEVEL_SHIFT + _RANK_BITS
"""A number greater than every strength."""


def encode_strength(level: int, numbers: Sequence[int]) -> int:
    """Returns the strength of a level whose deciding ranks are `numbers`, at most five."""
    strength = level << _LEVEL_SHIFT
    for shift, number in zip(_RANK_SHIFTS, numbers, strict=False):
        strength |= number << shift
    return strength


def decode_level(strength: int) -> int:
    """Returns the level of a strength."""
    return strength >> _LEVEL_SHIFT


def decode_numbers(strength: int) -> tuple[int, ...]:
    """Returns the deciding ranks of a strength, in their order."""
    return tuple(number for shift in _RANK_SHIFTS if (number := strength >> shift & _RANK_MASK))


LOW_ACE = 1

_LOW_ACE_ORDERS = (Order.ACE_TO_FIVE, Order.ACE_TO_SIX, Order.BADUGI)
_GROUPS_ONLY_ORDERS = (Order.ACE_TO_FIVE, Order.BADUGI)
BADUGI_SIZE = 4


class HandOrder:
    """The order of categories and ranks under one set of rules.

    With `low` the lowest hand wins. `ranks` are those of the pack from the highest down, with the ace as 14.
    `single_ace` is the number of an ace alone and `grouped_ace` that of several together. With `flushes` flushes
    count, and with `suits_differ` no two cards of a hand may have the same suit.
    """

    def __init__(self, rules: RankingRules) -> None:
        self.low = rules.order is not Order.HIGH
        self.ranks = tuple(range(Rank.ACE, rules.lowest_rank - 1, -1))
        self.single_ace = LOW_ACE if rules.order in _LOW_ACE_ORDERS else int(Rank.ACE)
        high_aces = rules.order is Order.ACE_TO_SIX and rules.a6_aces_high_pair
        self.grouped_ace = int(Rank.ACE) if high_aces else self.single_ace
        self.flushes = rules.flushes and rules.order not in _GROUPS_ONLY_ORDERS
        self.suits_differ = rules.order is Order.BADUGI
        self.straights = _straights(rules)
        self._levels = _levels(rules)
        self._level_of = {category: level for level, category in reversed(list(enumerate(self._levels)))}
        imperial = rules.circular and rules.unbeatable is CircularOrder.GREEK
        self.imperial_strength = encode_strength(len(self._levels) - 1, (Rank.ACE,)) if imperial else 0
        """The strength of the royal flush of hearts where it stands above all others (NU-9), else 0."""

    def encode(self, category: Category, numbers: Sequence[int]) -> int:
        """Returns the strength of a category whose deciding ranks are `numbers`."""
        return self._turned_if_low(encode_strength(self._level_of[category], numbers))

    def encode_badugi(self, numbers: Sequence[int]) -> int:
        """Returns the strength of a badugi of one to four cards, the highest number first."""
        return STRENGTH_LIMIT - encode_strength(BADUGI_SIZE - len(numbers), numbers)

    @property
    def categories(self) -> tuple[Category, ...]:
        """The kinds of hand, the one that wins first; of a badugi there is one alone."""
        ordered = tuple(dict.fromkeys(self._levels))
        return ordered if self.low else ordered[::-1]

    def category(self, strength: int) -> Category:
        """Returns the category of a strength."""
        return self._levels[decode_level(self._turned_if_low(strength))]

    def numbers(self, strength: int) -> tuple[int, ...]:
        """Returns the deciding ranks as numbers, a low ace as 1."""
        return decode_numbers(self._turned_if_low(strength))

    def _turned_if_low(self, strength: int) -> int:
        return STRENGTH_LIMIT - strength if self.low else strength

    def number(self, rank: int, copies: int = 1) -> int:
        """Returns the number that a rank counts as when a hand holds `copies` of it."""
        if rank != Rank.ACE:
            return rank
        return self.single_ace if copies == 1 else self.grouped_ace

    def straight_top(self, held: int, wilds: int = 0) -> int:
        """Returns the top rank of the highest straight in a `rank_set` and wild cards, 0 if there is none."""
        return next((top for top, run in self.straights if (run & ~held).bit_count() <= wilds), 0)

    def ranks_of_cards(self, category: Category, numbers: Sequence[int]) -> list[Rank]:
        """Returns the rank of every card of a hand, in the order they are shown (DS-1)."""
        if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
            run = dict(self.straights)[numbers[0]]
            above_low_ace = [Rank(rank) for rank in range(numbers[0], 1, -1) if run >> rank & 1]
            return [*above_low_ace, Rank.ACE][:HAND_SIZE]  # the ace only where four cards are above it
        grouped = zip(numbers, GROUP_SIZES[category], strict=False)
        return [rank_of(number) for number, copies in grouped for _ in range(copies)]

    @cached_property
    def numbers_ascending(self) -> tuple[int, ...]:
        """The numbers that single cards count as, from the lowest up."""
        return tuple(sorted(map(self.number, self.ranks)))

    @cached_property
    def straightless(self) -> tuple[int, ...]:
        """Every set of five different numbers that makes no straight, the lowest hand first."""
        runs = {rank_set(self.number(rank) for rank in self.ranks if run >> rank & 1) for _, run in self.straights}
        sets = {rank_set(numbers) for numbers in combinations(self.numbers_ascending, HAND_SIZE)}
        return tuple(sorted(sets - runs))


_NO_GROUPS = (1,) * HAND_SIZE
GROUP_SIZES = {
    Category.HIGH_CARD: _NO_GROUPS,
    Category.ONE_PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FLUSH: _NO_GROUPS,
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FIVE_OF_A_KIND: (5,),
}
"""How many cards of each deciding rank a whole hand holds; straights are decided by one rank alone."""


def group_count(category: Category) -> int:
    """Returns how many of a category's deciding ranks the hand holds more than once."""
    return sum(1 for copies in GROUP_SIZES.get(category, ()) if copies > 1)


_RANKS_BY_NUMBER = (Rank.JOKER, Rank.ACE, *(rank for rank in Rank if rank is not Rank.JOKER))


def rank_of(number: int) -> Rank:
    """Returns the rank that a number stands for."""
    return _RANKS_BY_NUMBER[number]


def rank_set(ranks: Iterable[int]) -> int:
    """Returns a set of ranks as a number with a bit for each; the set with the higher cards is the greater number."""
    return sum(1 << rank for rank in set(ranks))


def _levels(rules: RankingRules) -> tuple[Category, ...]:
    """The categories from the lowest up; in the Greek order the imperial flush is one more level on top.

    A badugi has no combinations: its levels are those of four cards, three, two and one.
    """
    if rules.order is Order.BADUGI:
        return (Category.HIGH_CARD,) * BADUGI_SIZE
    levels = list(Category)
    if rules.flush_over_full:
        flush, full = levels.index(Category.FLUSH), levels.index(Category.FULL_HOUSE)
        levels[flush], levels[full] = levels[full], levels[flush]
    if rules.circular and rules.unbeatable is CircularOrder.GREEK:
        levels.append(Category.STRAIGHT_FLUSH)
    return tuple(levels)


def _straights(rules: RankingRules) -> tuple[tuple[int, int], ...]:
    """Every straight as its top rank and its set of ranks, the highest first.

    The ace also counts below the lowest rank of the pack, and nowhere inside a sequence (HR-20..HR-22, SK-2, SK-3);
    in deuce to seven it is high only (LO-9), in ace to six low only unless the house says otherwise (LO-16, LO-18).
    """
    if rules.order in _GROUPS_ONLY_ORDERS or not rules.straights:
        return ()
    lowest = rules.lowest_rank
    tops = range(Rank.ACE, lowest + HAND_SIZE - 2, -1)
    straights = [(top, rank_set(range(top - HAND_SIZE + 1, top + 1))) for top in tops]
    if rules.order is Order.ACE_TO_SIX and not rules.a6_broadway_straight:
        straights = [(top, run) for top, run in straights if top != Rank.ACE]
    if rules.order is not Order.DEUCE_TO_SEVEN and lowest < Rank.TEN:
        straights.append((lowest + HAND_SIZE - 2, rank_set([Rank.ACE, *range(lowest, lowest + HAND_SIZE - 1)])))
    return tuple(straights)
