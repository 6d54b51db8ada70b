"""How many hands of each kind a pack holds: published counts, found again through our own ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from railbird_server.rules.ranking import HIGH, Category
from railbird_server.rules.ranking.counting import strength_of_ranks, strength_of_suited
from railbird_server.rules.ranking.strength import category_of, pack
from railbird_shared.cards import PACK, Rank, Suit

RANKS = range(Rank.TWO, Rank.ACE + 1)
SUITS = [suit for suit in Suit if suit is not Suit.NONE]

# Straight flush, four of a kind, full house, flush, straight, three of a kind, two pairs, one pair, high card.
FIVE = (40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540)
BEST_OF_SIX = (1_844, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900)
BEST_OF_SEVEN = (41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460)


def by_category(strengths: Counter[int]) -> tuple[int, ...]:
    found: Counter[Category] = Counter()
    for strength, count in strengths.items():
        found[category_of(strength)] += count
    return tuple(found[category] for category in sorted(Category, reverse=True))


def multisets(size: int, copies: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every choice of `size` ranks with the number of ways to deal it when each rank has `copies` cards."""
    for ranks in combinations_with_replacement(RANKS, size):
        ways = prod(comb(copies, count) for count in Counter(ranks).values())
        if ways:
            yield ranks, ways


def every_hand(size: int) -> Counter[int]:
    """How many hands of `size` cards have each strength.

    All hands are counted by their ranks first, and then those that hold a flush are moved to where they belong.
    """
    found: Counter[int] = Counter()
    for ranks, ways in multisets(size, len(SUITS)):
        found[strength_of_ranks(ranks)] += ways
    for suited in (suited for flush in range(5, size + 1) for suited in combinations(RANKS, flush)):
        flush_strength = strength_of_suited(suited)
        for others, ways in multisets(size - len(suited), len(SUITS) - 1):
            found[strength_of_ranks(suited + others)] -= len(SUITS) * ways
            found[flush_strength] += len(SUITS) * ways
    return +found


def test_every_five_card_hand_of_the_pack() -> None:
    """HR-30, hand by hand."""
    found = Counter(map(HIGH.strength, combinations(PACK, 5)))
    assert by_category(found) == FIVE
    assert found.total() == 2_598_960
    assert found[pack(Category.STRAIGHT_FLUSH, (Rank.ACE,))] == 4
    assert len(found) == 7_462


@pytest.mark.parametrize(
    ("size", "counts", "classes"),
    [(5, FIVE, 7_462), (6, BEST_OF_SIX, 6_075), (7, BEST_OF_SEVEN, 4_824)],
)
def test_every_hand_that_holds_the_best_five(size: int, counts: tuple[int, ...], classes: int) -> None:
    found = every_hand(size)
    assert by_category(found) == counts
    assert found.total() == comb(len(PACK), size)
    assert len(found) == classes


def test_five_cards_dealt_in_order() -> None:
    """HR-31."""
    assert comb(len(PACK), 5) * 120 == 311_875_200
