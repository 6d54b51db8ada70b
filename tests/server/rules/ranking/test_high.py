from __future__ import annotations

import random

import pytest

from railbird_server.rules.ranking import HIGH_SCALE, upcard_scale
from railbird_shared.cards import PACK, parse_cards
from valuing import hand_value

UPCARDS = upcard_scale(HIGH_SCALE)


def test_a_value_has_the_strength_of_its_cards() -> None:
    dice = random.Random(11)
    for _ in range(200):
        cards = dice.sample(PACK, dice.randint(1, 7))
        assert HIGH_SCALE.value(cards).strength == HIGH_SCALE.strength(cards)


def test_a_value_outlives_the_list_it_was_made_from() -> None:
    cards = list(parse_cards("Kc Kd Ah"))
    hand = HIGH_SCALE.value(cards)
    cards.clear()
    assert len(hand.cards) == 3


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("", "A hand to be valued has from 1 to 7 cards, not 0."),
        ("2c 3c 4c 5c 6c 7c 8c 9c", "A hand to be valued has from 1 to 7 cards, not 8."),
        ("As As", "This game has not so many of As."),
        ("As X", "This game has no X."),
    ],
)
def test_too_few_too_many_or_unknown_cards_are_refused(cards: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        hand_value(cards)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c 2d", "Ah Kh"),
        ("5c 5d 5h", "Ah Ad Kc Ks"),
        ("7c 7d 7h 7s", "Ac Ad Ah Ks"),
        ("Jc Jd 5h 3s", "Jh Js 5c"),
        ("Jc Jd 6h", "Jh Js 5c 4d"),
        ("Kh", "Qd Js Tc 9h"),
        ("3c 3d 2h 2s", "Ac Ad Kh Qs"),
        ("Qc 2d", "Qh"),
    ],
)
def test_upcards_are_ranked_by_the_best_hand_showing(better: str, worse: str) -> None:
    assert UPCARDS.value(parse_cards(better)) > UPCARDS.value(parse_cards(worse))


def test_four_open_cards_make_no_flush_and_no_straight() -> None:
    assert UPCARDS.value(parse_cards("Ah Kh Qh Jh")) == UPCARDS.value(parse_cards("Ac Kd Qs Jh"))
    assert UPCARDS.value(parse_cards("9h 8d 7c 6s")) < UPCARDS.value(parse_cards("Th 2h 3c 4s"))
