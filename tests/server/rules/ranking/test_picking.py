from __future__ import annotations

import random

import pytest

from railbird_server.rules.ranking import HIGH_SCALE
from railbird_shared.cards import PACK, format_cards
from valuing import reference_high_value, hand_value


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


def test_the_cards_that_play_are_held_and_worth_the_whole_hand() -> None:
    dice = random.Random(7)
    for size in (1, 2, 3, 4, 5, 6, 7):
        for _ in range(200):
            cards = dice.sample(PACK, size)
            whole = HIGH_SCALE.value(cards)
            assert len(whole.cards) == min(5, size)
            assert set(whole.cards) <= set(cards)
            assert reference_high_value(whole.cards) == reference_high_value(cards)
            assert HIGH_SCALE.value(whole.cards) == whole
