"""Names of low hands and of badugi hands."""

from __future__ import annotations

import pytest

from railbird_server.rules.ranking import RankingRules
from railbird_shared.game_rules import Order
from support.reference_evaluator import hand_value

A5 = RankingRules(order=Order.ACE_TO_FIVE)
DEUCE = RankingRules(order=Order.DEUCE_TO_SEVEN)
A6 = RankingRules(order=Order.ACE_TO_SIX)
BADUGI = RankingRules(order=Order.BADUGI)


@pytest.mark.parametrize(
    ("rules", "cards", "words"),
    [
        (A5, "8c 6d 4h 3s 2c", "8-low"),
        (A5, "Tc 6d 4h 3s 2c", "10-low"),
        (A5, "Kc 6d 4h 3s 2c", "king-down"),
        (A5, "5c 4d 3h 2s Ac", "5-low"),
        (A5, "Ac Ad 4h 3s 2c", "pair of aces"),
        (A5, "9c 9d 4h 4s", "nines and fours"),
        (DEUCE, "7c 5d 4h 3s 2c", "7-low"),
        (DEUCE, "7c 6d 5h 4s 3c", "seven-high straight"),
        (DEUCE, "Ac 5d 4h 3s 2c", "ace-down"),
        (A6, "Ac Kd Qh Js Tc", "king-down"),
        (BADUGI, "8c 6d 4h 2s", "8 badugi"),
        (BADUGI, "8c 6d 4h 2h", "three-card 8 badugi"),
        (BADUGI, "8c 8d 8h 8s", "one-card 8 badugi"),
    ],
)
def test_the_words_for_a_low_hand(rules: RankingRules, cards: str, words: str) -> None:
    """DS-13, DS-14."""
    assert hand_value(cards, rules).words == words
    assert hand_value(cards, rules).describe() == words


@pytest.mark.parametrize(
    ("rules", "cards", "others", "words"),
    [
        (A5, "8c 6d 4h 3s 2c", ["8d 7d 3h 2s Ac"], "8-6 low"),
        (A5, "8c 6d 4h 3s Ac", ["8d 6c 4d 3h 2s"], "8-6-4-3-ace low"),
        (A5, "8c 6d 4h 3s Ac", ["9d 6c 4d 3h 2s", "8d 6s 4c 3h Ad"], "8-low"),
        (DEUCE, "Kc Td 4h 3s 2c", ["Kd Jd 4c 3h 2s"], "king-10 low"),
        (DEUCE, "2c 2d 5h 4s 3c", ["2h 2s 6d 4c 3d"], "pair of twos, five kicker"),
        (BADUGI, "8c 6d 4h 2s", ["8d 7c 4s 2h"], "8-6 badugi"),
        (BADUGI, "8c 6d 4h 2h", ["8d 7c 4s 2h"], "three-card 8 badugi"),
    ],
)
def test_as_many_cards_as_tell_the_lows_apart(rules: RankingRules, cards: str, others: list[str], words: str) -> None:
    assert hand_value(cards, rules).describe(hand_value(other, rules) for other in others) == words


@pytest.mark.parametrize(
    ("rules", "cards", "names"),
    [
        (A5, "8c 6d 4h 3s Ac", {"8-low", "8-down", "eight-low", "8-6 low", "8-6-4-3-ace low"}),
        (A5, "5c 4d 3h 2s Ac", {"wheel", "bicycle", "5-low"}),
        (A6, "Ac Kd Qh Js Tc", {"king-down", "king-low"}),
        (BADUGI, "8c 6d 4h 2s", {"8 badugi", "8-6-4-2 badugi"}),
    ],
)
def test_the_other_names_of_a_low_hand(rules: RankingRules, cards: str, names: set[str]) -> None:
    assert names <= set(hand_value(cards, rules).names())


def test_a_hand_that_does_not_qualify_says_so() -> None:
    """LO-22."""
    low = hand_value("9c 6d 4h 3s Ac", RankingRules(order=Order.ACE_TO_FIVE, qualifier=8))
    assert not low.qualifies
    assert low.words == low.describe([low]) == "no low"
    assert (low.cards, low.ranks, low.names()) == ((), (), ("no low",))
    assert low < hand_value("8c 7d 6h 5s 4c", RankingRules(order=Order.ACE_TO_FIVE, qualifier=8))
