from __future__ import annotations

import random
from itertools import combinations

import pytest

from railbird_server.rules.ranking.counting import counted_strength, straight_top
from railbird_server.rules.ranking.strength import category_of, ranks_of
from railbird_shared.cards import PACK, Rank
from valuing import second_opinion


@pytest.mark.parametrize("size", range(1, 8))
def test_counting_finds_what_trying_every_five_finds(size: int) -> None:
    dice = random.Random(size)
    for _ in range(300):
        cards = dice.sample(PACK, size)
        strength = counted_strength(cards)
        assert (category_of(strength), list(ranks_of(strength))) == second_opinion(cards), cards


def test_counting_is_right_where_flushes_and_straights_abound() -> None:
    """Seven of twenty cards of two suits: nearly every hand is a flush, many run in sequence."""
    few = [card for card in PACK if card.suit < 2 and (card.rank <= Rank.TEN or card.rank is Rank.ACE)]
    dice = random.Random(0)
    for _ in range(500):
        cards = dice.sample(few, 7)
        strength = counted_strength(cards)
        assert (category_of(strength), list(ranks_of(strength))) == second_opinion(cards), cards


def test_there_are_ten_straights_and_the_ace_stands_at_either_end_only() -> None:
    tops = [straight_top(ranks) for ranks in combinations(range(Rank.TWO, Rank.ACE + 1), 5)]
    assert sorted(top for top in tops if top) == list(range(5, 15))


@pytest.mark.parametrize(
    ("ranks", "top"),
    [
        ((14, 2, 3, 4, 5, 6), 6),
        ((14, 2, 3, 4, 5, 13), 5),
        ((14, 13, 12, 11, 10, 2), 14),
        ((14, 13, 2, 3, 4), 0),
        ((2, 3, 4, 5), 0),
    ],
)
def test_the_top_of_a_straight(ranks: tuple[int, ...], top: int) -> None:
    assert straight_top(ranks) == top
