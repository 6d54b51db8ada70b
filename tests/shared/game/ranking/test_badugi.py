from __future__ import annotations

import random
from itertools import combinations

import pytest

from railbird_shared.game.cards import PACK, format_cards
from railbird_shared.game.game_rules import Order
from railbird_shared.game.ranking import scale_of
from railbird_shared.game.ranking_rules import RankingRules
from support.reference_evaluator import hand_value

RULES = RankingRules(order=Order.BADUGI)
JOKERS = RankingRules(order=Order.BADUGI, jokers=2)


@pytest.mark.parametrize(
    ("held", "played"),
    [
        ("Ac 2d 4h 5s", "5s 4h 2d Ac"),
        ("Ac 2d 4h 5h", "4h 2d Ac"),
        ("Ac Ad 4h 5s", "5s 4h Ac"),
        ("Ac 2c 3c 4c", "Ac"),
        ("Ac Ad 2c 2d", "2d Ac"),
        ("Kc 2c 3d 4h", "4h 3d 2c"),
    ],
)
def test_the_cards_that_play(held: str, played: str) -> None:
    """VT-XX-2."""
    assert format_cards(hand_value(held, RULES).cards) == played


def test_more_cards_than_four_give_the_best_badugi_of_them() -> None:
    dice = random.Random(4)
    scale = scale_of(RULES)
    for _ in range(100):
        cards = dice.sample(PACK, 6)
        assert scale.strength(cards) == max(map(scale.strength, combinations(cards, 4)))


@pytest.mark.parametrize(
    ("held", "played_as"),
    [
        ("4c 3d 2h X", "4c 3d 2h As"),
        ("Kc Kd 2h X", "Kc 2h As"),
        ("5c 4d X X", "5c 4d 2s Ah"),
    ],
)
def test_a_joker_is_the_lowest_card_that_is_missing(held: str, played_as: str) -> None:
    """LO-27."""
    assert format_cards(hand_value(held, JOKERS).played_as) == played_as
