from __future__ import annotations

import random
from itertools import permutations

import pytest

from railbird_server.rules.ranking import HIGH_SCALE, Category
from railbird_shared.cards import PACK, Rank
from valuing import reference_high_value, hand_value


def test_hands_that_differ_in_suits_only_tie() -> None:
    left, right = hand_value("Ts 9s 8s 7s 6s"), hand_value("Td 9d 8d 7d 6d")
    assert left == right
    assert hash(left) == hash(right)
    assert not left < right
    assert not left > right


def test_a_hand_value_does_not_equal_a_number() -> None:
    assert hand_value("As") != 14


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("9c 9d 9h 9s 3d", "9c 9d 9h 9s 2d"),
        ("6c 6d 6h Ks 3d", "6c 6d 6s Qs Jd"),
        ("6c 6d 6h Ks 4d", "6c 6d 6s Ks 3d"),
        ("Jc Jd 4h 4s 9d", "Jh Js 4c 4d 8d"),
        ("7c 7d Ah 9s 4d", "7h 7s Ac 9d 3d"),
        ("Ah Kd 9c 5s 3d", "Ac Ks 9d 5h 2d"),
    ],
)
def test_the_last_kicker_decides(better: str, worse: str) -> None:
    assert hand_value(better) > hand_value(worse)


def test_an_ace_counts_once() -> None:
    assert hand_value("Ah 2c 3d 4s 5h Kd Qd").ranks == (Rank.FIVE,)
    assert hand_value("Ah Ac 2c 3d 4s 5h 9d").category is Category.STRAIGHT
    assert hand_value("Ah Ac Kd Qs Jh 3c 2d").ranks == (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
    assert hand_value("Ah 2c 3d 4s Kd Qd Jc").category is Category.HIGH_CARD


def test_the_order_of_the_cards_does_not_matter() -> None:
    cards = hand_value("Jh Jc 4c 4s 9h").cards
    assert len({HIGH_SCALE.value(order) for order in permutations(cards)}) == 1


def test_hands_sort_the_same_way_from_any_start() -> None:
    dice = random.Random(3)
    hands = [dice.sample(PACK, dice.randint(1, 7)) for _ in range(300)]
    judged = sorted(reference_high_value(cards) for cards in hands)
    for _ in range(3):
        dice.shuffle(hands)
        ordered = sorted(map(HIGH_SCALE.value, hands))
        assert [(hand.category, list(hand.ranks)) for hand in ordered] == judged


def test_a_value_shows_itself() -> None:
    assert repr(hand_value("9h Jh Jc 4c 4s")) == "<jacks and fours: Jh Jc 4c 4s 9h>"


def test_a_straight_has_one_deciding_rank() -> None:
    assert hand_value("Td 9h 8c 7s 6d").ranks == (Rank.TEN,)
    assert hand_value("Td 9h 8c 7s 6d").category.code == "straight"
