"""The best high hand of ranks and wild cards."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from railbird_shared.game.cards import PACK
from railbird_shared.game.ranking import Category
from railbird_shared.game.ranking.hand_order import HandOrder
from railbird_shared.game.ranking.strengths import strength_of_ranks, strength_of_suited
from railbird_shared.game.ranking_rules import RankingRules
from support.reference_evaluator import reference_high_value

PLAIN = HandOrder(RankingRules())


def of_ranks(ranks: list[int], wilds: int = 0, bugs: int = 0) -> tuple[Category, tuple[int, ...]]:
    strength = strength_of_ranks(PLAIN, ranks, wilds, bugs)
    return PLAIN.category(strength), PLAIN.numbers(strength)


def of_suited(ranks: list[int], wilds: int = 0, copies: int = 1) -> tuple[Category, tuple[int, ...]]:
    strength = strength_of_suited(PLAIN, ranks, wilds, copies)
    return PLAIN.category(strength), PLAIN.numbers(strength)


@pytest.mark.parametrize("size", range(1, 8))
def test_the_best_high_equals_the_best_of_every_five(size: int) -> None:
    dice = random.Random(size)
    for _ in range(300):
        cards = dice.sample(PACK, size)
        if all(sum(card.suit is suit for card in cards) < 5 for suit in {card.suit for card in cards}):
            category, ranks = of_ranks([card.rank for card in cards])
            assert (category, list(ranks)) == reference_high_value(cards), cards


def test_five_different_ranks_of_one_suit_are_a_flush_or_a_straight_flush() -> None:
    """HR-10, HR-12, HR-13, HR-17."""
    found = [of_suited(list(ranks)) for ranks in combinations(range(2, 15), 5)]
    assert [category for category, _ in found].count(Category.STRAIGHT_FLUSH) == 10
    assert of_suited([2, 3, 4, 14, 13]) == (Category.FLUSH, (14, 13, 4, 3, 2))
    assert of_suited([2, 3, 4, 14, 5]) == (Category.STRAIGHT_FLUSH, (5,))


@pytest.mark.parametrize(
    ("ranks", "wilds", "category", "numbers"),
    [
        ([9, 9, 9, 4], 1, Category.FOUR_OF_A_KIND, (9, 4)),
        ([9, 9, 4, 4], 1, Category.FULL_HOUSE, (9, 4)),
        ([9, 9, 4, 4, 13, 13], 1, Category.FULL_HOUSE, (13, 9)),
        ([9, 9, 7, 4], 1, Category.THREE_OF_A_KIND, (9, 7, 4)),
        ([13, 11, 7, 4], 1, Category.ONE_PAIR, (13, 11, 7, 4)),
        ([13, 7, 4], 2, Category.THREE_OF_A_KIND, (13, 7, 4)),
        ([13, 4], 3, Category.FOUR_OF_A_KIND, (13, 4)),
        ([13, 4, 4, 4, 4], 1, Category.FIVE_OF_A_KIND, (4,)),
        ([13, 4, 2], 4, Category.FIVE_OF_A_KIND, (13,)),
        ([5, 4, 3, 2], 1, Category.STRAIGHT, (6,)),
        ([14, 4, 3, 2], 1, Category.STRAIGHT, (5,)),
        ([], 1, Category.HIGH_CARD, (14,)),
        ([9], 1, Category.ONE_PAIR, (9,)),
        ([], 5, Category.FIVE_OF_A_KIND, (14,)),
    ],
)
def test_wild_cards_make_the_best_of_the_ranks(
    ranks: list[int], wilds: int, category: Category, numbers: tuple[int, ...]
) -> None:
    """WC-4, WC-5, WC-9, WC-11, PH-9."""
    assert of_ranks(ranks, wilds) == (category, numbers)


@pytest.mark.parametrize(
    ("ranks", "wilds", "bugs", "category", "numbers"),
    [
        ([8, 8, 5, 5], 0, 1, Category.TWO_PAIR, (8, 5, 14)),
        ([6, 6, 6, 6], 0, 1, Category.FOUR_OF_A_KIND, (6, 14)),
        ([14, 14, 13, 13], 0, 1, Category.FULL_HOUSE, (14, 13)),
        ([14, 14, 14], 0, 2, Category.FIVE_OF_A_KIND, (14,)),
        ([8, 7, 6], 0, 2, Category.STRAIGHT, (10,)),
        ([13, 13, 13], 1, 1, Category.FOUR_OF_A_KIND, (13, 14)),
        ([12], 0, 1, Category.HIGH_CARD, (14, 12)),
    ],
)
def test_the_bug_is_an_ace_or_completes_a_straight(
    ranks: list[int], wilds: int, bugs: int, category: Category, numbers: tuple[int, ...]
) -> None:
    """WC-13..WC-18."""
    assert of_ranks(ranks, wilds, bugs) == (category, numbers)


@pytest.mark.parametrize(
    ("ranks", "wilds", "copies", "numbers"),
    [
        ([14, 9, 8, 5], 1, 1, (14, 13, 9, 8, 5)),
        ([14, 13, 12, 8], 1, 1, (14, 13, 12, 11, 8)),
        ([14, 9, 8, 5], 1, 5, (14, 14, 9, 8, 5)),
        ([9, 8, 3], 2, 5, (14, 14, 9, 8, 3)),
        ([9, 8, 3], 2, 2, (14, 14, 9, 8, 3)),
        ([14, 14, 8, 3], 1, 2, (14, 14, 13, 8, 3)),
        ([9, 8, 4, 3, 2, 13], 1, 1, (14, 13, 9, 8, 4)),
    ],
)
def test_a_wild_card_is_the_highest_missing_card_of_a_flush(
    ranks: list[int], wilds: int, copies: int, numbers: tuple[int, ...]
) -> None:
    """WC-7, WC-17, WC-19, MD-5."""
    assert of_suited(ranks, wilds, copies) == (Category.FLUSH, numbers)
