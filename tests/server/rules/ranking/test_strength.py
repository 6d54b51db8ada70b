from __future__ import annotations

from railbird_server.rules.ranking.category import Category
from railbird_server.rules.ranking.strength import category_of, pack, ranks_of
from railbird_shared.cards import Rank


def test_what_is_packed_can_be_read_back() -> None:
    strength = pack(Category.ONE_PAIR, (4, 13, 10, 5))
    assert category_of(strength) is Category.ONE_PAIR
    assert ranks_of(strength) == (Rank.FOUR, Rank.KING, Rank.TEN, Rank.FIVE)


def test_the_category_outweighs_every_rank() -> None:
    assert pack(Category.ONE_PAIR, (2,)) > pack(Category.HIGH_CARD, (14, 14, 14, 14, 14))


def test_an_earlier_rank_outweighs_all_later_ones() -> None:
    assert pack(Category.HIGH_CARD, (10,)) > pack(Category.HIGH_CARD, (9, 14, 14, 14, 14))


def test_any_card_beats_none() -> None:
    assert pack(Category.ONE_PAIR, (8, 6, 2)) > pack(Category.ONE_PAIR, (8, 6))


def test_the_fifth_rank_counts() -> None:
    assert pack(Category.FLUSH, (13, 11, 9, 3, 2)) != pack(Category.FLUSH, (13, 11, 9, 3))
