"""The value of a hand and the cards that make it."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from railbird_shared.game.cards import PACK, Rank, format_cards
from railbird_shared.game.ranking import HIGH_SCALE, Category
from support.reference_evaluator import hand_value, reference_high_value


@pytest.mark.parametrize(
    ("held", "used"),
    [
        ("2d Kh 4s Kc 9d Js 3h", "Kh Kc Js 9d 4s"),
        ("5c Qd Ah Qc 5d", "Qd Qc 5c 5d Ah"),
        ("Ah 6c 6d Ks 6h 3c 2s", "6c 6d 6h Ah Ks"),
        ("6h Td Ts 6c Th", "Td Ts Th 6h 6c"),
        ("8d 8c 3h 8s Kd 8h 3c", "8d 8c 8s 8h Kd"),
        ("2h 3s 4d Ac 5c", "5c 4d 3s 2h Ac"),
        ("2h 3h 4h Ah 5h", "5h 4h 3h 2h Ah"),
        ("Ts Jc Qd Kh Ac Ad 2c", "Ac Kh Qd Jc Ts"),
        ("4d 9d Kd 2d Jd Js Jc", "Kd Jd 9d 4d 2d"),
        ("3c Ad Tc 7c 9c 2c Kc", "Kc Tc 9c 7c 3c"),
        ("6s 7s 8s 9s Ts Jh 2c", "Ts 9s 8s 7s 6s"),
        ("4h Jd Jc", "Jd Jc 4h"),
        ("9h", "9h"),
    ],
)
def test_the_cards_that_play_are_shown_by_weight(held: str, used: str) -> None:
    assert format_cards(hand_value(held).cards) == used


def test_three_pairs_leave_the_lowest_out() -> None:
    assert format_cards(hand_value("9c 9d 8s 8d 4c 4d 5h").cards) == "9c 9d 8s 8d 5h"
    assert format_cards(hand_value("9c 9d 8s 8d 6c 6d 5h").cards) == "9c 9d 8s 8d 6c"


def test_the_cards_that_play_are_dealt_cards_and_have_the_strength_of_the_hand() -> None:
    dice = random.Random(7)
    for size in (1, 2, 3, 4, 5, 6, 7):
        for _ in range(200):
            cards = dice.sample(PACK, size)
            whole = HIGH_SCALE.value(cards)
            assert len(whole.cards) == min(5, size)
            assert set(whole.cards) <= set(cards)
            assert reference_high_value(whole.cards) == reference_high_value(cards)
            assert HIGH_SCALE.value(whole.cards) == whole


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


def test_the_repr_of_a_value_names_its_hand_and_cards() -> None:
    assert repr(hand_value("9h Jh Jc 4c 4s")) == "<jacks and fours: Jh Jc 4c 4s 9h>"


def test_a_straight_has_one_deciding_rank() -> None:
    assert hand_value("Td 9h 8c 7s 6d").ranks == (Rank.TEN,)
    assert hand_value("Td 9h 8c 7s 6d").category.code == "straight"
