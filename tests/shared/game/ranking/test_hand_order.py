"""The order of categories, ranks and straights under a set of rules, and a strength as one number."""

from __future__ import annotations

import pytest

from railbird_shared.game.cards import Rank
from railbird_shared.game.game_rules import Order
from railbird_shared.game.ranking.hand_order import (
    NO_HAND,
    STRENGTH_LIMIT,
    Category,
    HandOrder,
    decode_level,
    decode_numbers,
    encode_strength,
    group_count,
    rank_set,
)
from railbird_shared.game.ranking_rules import RankingRules


def test_categories_sort_by_strength() -> None:
    """HR-5."""
    assert [category.word for category in sorted(Category, reverse=True)] == [
        "five of a kind",
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "straight",
        "three of a kind",
        "two pair",
        "one pair",
        "high card",
    ]


def test_programs_get_a_name_of_one_word() -> None:
    assert Category.FOUR_OF_A_KIND.code == "four_of_a_kind"


def straight_tops(rules: RankingRules) -> list[int]:
    return [top for top, _ in HandOrder(rules).straights]


@pytest.mark.parametrize(
    ("rules", "highest", "lowest", "straights"),
    [
        (RankingRules(), 14, 5, 10),
        (RankingRules(pack=40), 14, 8, 7),
        (RankingRules(pack=36), 14, 9, 6),
        (RankingRules(pack=32), 14, 10, 5),
        (RankingRules(pack=20), 14, 14, 1),
        (RankingRules(order=Order.DEUCE_TO_SEVEN), 14, 6, 9),
        (RankingRules(order=Order.ACE_TO_SIX), 13, 5, 9),
        (RankingRules(order=Order.ACE_TO_SIX, a6_broadway_straight=True), 14, 5, 10),
    ],
)
def test_the_straights_of_a_pack(rules: RankingRules, highest: int, lowest: int, straights: int) -> None:
    """HR-20, HR-21, LO-9, LO-15, LO-16, LO-18, SK-2, SK-10."""
    found = straight_tops(rules)
    assert (found[0], found[-1], len(found)) == (highest, lowest, straights)
    assert all(run.bit_count() == 5 for _, run in HandOrder(rules).straights)


def test_ace_to_five_has_no_straights_or_flushes() -> None:
    """LO-1."""
    ladder = HandOrder(RankingRules(order=Order.ACE_TO_FIVE))
    assert not ladder.straights
    assert not ladder.flushes


def test_a_hand_order_decodes_what_it_encoded() -> None:
    for order in (Order.HIGH, Order.DEUCE_TO_SEVEN):
        ladder = HandOrder(RankingRules(order=order))
        strength = ladder.encode(Category.TWO_PAIR, (9, 4, 13))
        assert ladder.category(strength) is Category.TWO_PAIR
        assert ladder.numbers(strength) == (9, 4, 13)


def test_in_a_low_order_a_pair_is_weaker_than_no_pair() -> None:
    high, low = HandOrder(RankingRules()), HandOrder(RankingRules(order=Order.ACE_TO_FIVE))
    assert high.encode(Category.ONE_PAIR, (9, 4)) > high.encode(Category.HIGH_CARD, (13,))
    assert low.encode(Category.ONE_PAIR, (9, 4)) < low.encode(Category.HIGH_CARD, (13,))


def test_flush_over_full_swaps_flush_and_full_house() -> None:
    """SK-5: between four of a kind and full house, all else unchanged."""
    ladder = HandOrder(RankingRules(pack=36, flush_over_full=True))
    by_strength = sorted(Category, key=lambda category: ladder.encode(category, (14,)))
    assert [category.code for category in by_strength[4:8]] == ["straight", "full_house", "flush", "four_of_a_kind"]


@pytest.mark.parametrize(
    ("high_pair", "copies", "number"), [(False, 1, 1), (False, 2, 1), (True, 1, 1), (True, 2, 14), (True, 4, 14)]
)
def test_aces_in_ace_to_six(high_pair: bool, copies: int, number: int) -> None:
    """LO-17, LO-19."""
    ladder = HandOrder(RankingRules(order=Order.ACE_TO_SIX, a6_aces_high_pair=high_pair))
    assert ladder.number(Rank.ACE, copies) == number


def test_ranks_are_listed_in_the_order_cards_are_shown() -> None:
    """DS-1."""
    ladder = HandOrder(RankingRules(pack=36))
    assert ladder.ranks_of_cards(Category.FULL_HOUSE, (9, 14)) == [9, 9, 9, 14, 14]
    assert ladder.ranks_of_cards(Category.STRAIGHT, (9,)) == [9, 8, 7, 6, 14]
    assert ladder.ranks_of_cards(Category.STRAIGHT, (14,)) == [14, 13, 12, 11, 10]


def test_group_count_of_every_category() -> None:
    assert [group_count(category) for category in Category] == [0, 1, 2, 1, 0, 0, 2, 1, 0, 1]


def test_a_set_of_ranks_has_a_bit_for_each() -> None:
    assert rank_set([3, 3, 2]) == 0b1100


# --- a strength as one number


def test_level_and_numbers_decode_to_what_was_encoded() -> None:
    strength = encode_strength(1, (4, 13, 10, 5))
    assert decode_level(strength) == 1
    assert decode_numbers(strength) == (4, 13, 10, 5)


def test_the_level_outweighs_every_rank() -> None:
    assert encode_strength(1, (2,)) > encode_strength(0, (14, 14, 14, 14, 14))


def test_an_earlier_rank_outweighs_all_later_ones() -> None:
    assert encode_strength(0, (10,)) > encode_strength(0, (9, 14, 14, 14, 14))


def test_any_card_beats_no_card() -> None:
    """PH-4."""
    assert encode_strength(1, (8, 6, 2)) > encode_strength(1, (8, 6))


def test_the_fifth_rank_counts() -> None:
    assert encode_strength(5, (13, 11, 9, 3, 2)) != encode_strength(5, (13, 11, 9, 3))


def test_every_strength_is_between_no_hand_and_the_limit() -> None:
    assert NO_HAND < encode_strength(0, (2,)) < encode_strength(10, (14,)) < STRENGTH_LIMIT
