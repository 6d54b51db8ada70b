"""The best low hand of ranks and wild cards."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from railbird_shared.game.cards import PACK
from railbird_shared.game.game_rules import Order
from railbird_shared.game.ranking import Category, scale_of
from railbird_shared.game.ranking.hand_order import HandOrder
from railbird_shared.game.ranking.strengths import lowest_of_ranks, strength_of_low
from railbird_shared.game.ranking_rules import RankingRules

A5 = HandOrder(RankingRules(order=Order.ACE_TO_FIVE))
DEUCE = HandOrder(RankingRules(order=Order.DEUCE_TO_SEVEN))
A6 = HandOrder(RankingRules(order=Order.ACE_TO_SIX))
TWENTY = HandOrder(RankingRules(order=Order.DEUCE_TO_SEVEN, pack=20))


def best_low(ladder: HandOrder, ranks: list[int], wilds: int = 0) -> tuple[Category, tuple[int, ...]]:
    strength = lowest_of_ranks(ladder, ranks, wilds)
    return ladder.category(strength), ladder.numbers(strength)


@pytest.mark.parametrize(
    ("ladder", "ranks", "wilds", "category", "numbers"),
    [
        (A5, [14, 13, 8, 6, 6, 3, 2], 0, Category.HIGH_CARD, (8, 6, 3, 2, 1)),
        (A5, [14, 14, 14, 2, 2, 2, 3], 0, Category.TWO_PAIR, (2, 1, 3)),
        (A5, [14, 14, 14, 14, 2, 2, 2], 0, Category.FULL_HOUSE, (1, 2)),
        (A5, [6, 5, 4, 2], 1, Category.HIGH_CARD, (6, 5, 4, 2, 1)),
        (A5, [9, 9, 9, 9], 1, Category.FOUR_OF_A_KIND, (9, 1)),
        (A5, [9], 0, Category.HIGH_CARD, (9,)),
        (DEUCE, [6, 5, 4, 2], 1, Category.HIGH_CARD, (7, 6, 5, 4, 2)),
        (DEUCE, [5, 4, 3, 2], 1, Category.HIGH_CARD, (7, 5, 4, 3, 2)),
        (DEUCE, [8, 7, 6, 5, 4, 3], 0, Category.HIGH_CARD, (8, 6, 5, 4, 3)),
        (DEUCE, [6, 5, 4, 3, 2, 2], 0, Category.ONE_PAIR, (2, 5, 4, 3)),
        (DEUCE, [14, 5, 4, 3, 2], 0, Category.HIGH_CARD, (14, 5, 4, 3, 2)),
        (A6, [6, 5, 4, 2], 1, Category.HIGH_CARD, (6, 5, 4, 2, 1)),
        (A6, [5, 4, 3, 2], 1, Category.HIGH_CARD, (7, 5, 4, 3, 2)),
        (A6, [], 5, Category.HIGH_CARD, (6, 4, 3, 2, 1)),
        (TWENTY, [14, 13, 12, 11], 1, Category.ONE_PAIR, (11, 14, 13, 12)),
    ],
)
def test_the_lowest_hand_of_ranks(
    ladder: HandOrder, ranks: list[int], wilds: int, category: Category, numbers: tuple[int, ...]
) -> None:
    """LO-5, LO-6, LO-8, LO-9, LO-16, LO-25, LO-27..LO-29."""
    assert best_low(ladder, ranks, wilds) == (category, numbers)


@pytest.mark.parametrize("order", [Order.ACE_TO_FIVE, Order.DEUCE_TO_SEVEN, Order.ACE_TO_SIX])
def test_seven_cards_give_the_lowest_five(order: Order) -> None:
    scale = scale_of(RankingRules(order=order))
    dice = random.Random(order)
    few = [card for card in PACK if card.suit < 2 and card.rank < 10]
    for cards in [dice.sample(pack, 7) for pack in (PACK, few) for _ in range(200)]:
        assert scale.strength(cards) == max(map(scale.strength, combinations(cards, 5)))


def test_a_suited_hand_counts_as_the_worst_that_it_is() -> None:
    """LO-8, LO-13, LO-15."""
    assert DEUCE.category(strength_of_low(DEUCE, [9, 8, 7, 6, 5], suited=True)) is Category.STRAIGHT_FLUSH
    assert DEUCE.category(strength_of_low(DEUCE, [14, 5, 4, 3, 2], suited=True)) is Category.FLUSH
    assert A6.category(strength_of_low(A6, [14, 5, 4, 3, 2], suited=True)) is Category.STRAIGHT_FLUSH
    assert A5.category(strength_of_low(A5, [14, 5, 4, 3, 2], suited=True)) is Category.HIGH_CARD
