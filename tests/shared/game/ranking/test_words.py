"""Names of high hands, low hands and badugi hands."""

from __future__ import annotations

import pytest

from railbird_shared.game.cards import PACK
from railbird_shared.game.game_rules import Order
from railbird_shared.game.ranking import HIGH_SCALE
from railbird_shared.game.ranking_rules import RankingRules
from support.reference_evaluator import hand_value


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ad Kd Qd Jd Td", "royal flush"),
        ("Kd Qd Jd Td 9d", "king-high straight flush"),
        ("Ad 2d 3d 4d 5d", "steel wheel"),
        ("6c 6d 6h 6s As", "four sixes"),
        ("2c 2d 2h As Ac", "twos full of aces"),
        ("Jd 9d 7d 3d 2d", "jack-high flush"),
        ("Ac Kd Qh Js Tc", "Broadway"),
        ("9c 8d 7h 6s 5c", "nine-high straight"),
        ("Ac 2d 3h 4s 5c", "wheel"),
        ("6c 6d 6h Ks 2c", "three sixes"),
        ("6c 6d 2h 2s Ac", "sixes and twos"),
        ("Kc Kd 9h 7s 2c", "pair of kings"),
        ("Qc Jd 9h 7s 2c", "queen high"),
        ("Qc Qd", "pair of queens"),
        ("5c", "five high"),
    ],
)
def test_the_short_name_of_a_high_hand(cards: str, words: str) -> None:  # DS-2, DS-4, DS-6
    assert hand_value(cards).words == words
    assert hand_value(cards).describe() == words


@pytest.mark.parametrize(
    ("cards", "others", "words"),
    [
        ("Kc Kd Ah 7s 2c", ["Kh Ks Qh 7c 2d"], "pair of kings, ace kicker"),
        ("Kc Kd Ah 9s 2c", ["Kh Ks As 8c 2d"], "pair of kings, ace-nine kickers"),
        ("Kc Kd Ah 9s 3c", ["Kh Ks As 9c 2d", "Ac Ad 4h 3d 2s"], "pair of kings, ace-nine-three kickers"),
        ("Kc Kd Ah 9s 3c", ["2h 2s As 9c 4d"], "pair of kings"),
        ("Kc Kd Ah 9s 3c", ["Kh Ks Ad 9c 3d"], "pair of kings"),
        ("Kc Kd 4h 4s Ac", ["Kh Ks 4c 4d Qc"], "kings and fours, ace kicker"),
        ("Kc Kd 4h 4s Ac", ["Kh Ks 3c 3d Qc"], "kings and fours"),
        ("7c 7d 7h As Kc", ["7c 7d 7s Ac Qh"], "three sevens, ace-king kickers"),
        ("4c 4d 4h 4s 9c", ["4c 4d 4h 4s 8h"], "four fours, nine kicker"),
        ("Kd Td 8d 4d 2d", ["Ks 9s 8s 4s 2s"], "king-ten-high flush"),
        ("Kd Td 8d 4d 2d", ["Kd Td 8d 4d 2d", "Qs 9s 8s 4s 2s"], "king-high flush"),
        ("Kd Td 8d 4d 3d", ["Ks Ts 8s 4s 2s"], "king-ten-eight-four-three-high flush"),
        ("Ac Qd 9h 6s 3c", ["Ad Jd 9s 6c 3h"], "ace-queen high"),
        ("Ac Qd 9h 6s 3c", ["Ad Qs 8s 6c 3h"], "ace-queen-nine high"),
        ("9c 8d 7h 6s 5c", ["Tc 9d 8h 7s 6c"], "nine-high straight"),
        ("2c 2d 2h As Ac", ["2c 2d 2h Ks Kc"], "twos full of aces"),
        ("8s 8h 6d 2c", ["8d 8c 6c"], "pair of eights, six-two kickers"),
        ("8d 8c 6c", ["8s 8h 6d 2c"], "pair of eights, six kicker"),
        ("8d 8c", ["8s 8h 6d"], "pair of eights"),
    ],
)
def test_describe_adds_the_kickers_that_tell_high_hands_apart(cards: str, others: list[str], words: str) -> None:
    assert hand_value(cards).describe(map(hand_value, others)) == words


@pytest.mark.parametrize(
    ("cards", "names"),
    [
        ("Qc Qd Qh 9s 9c", {"queens full of nines", "queens on nines", "queens full", "full house"}),
        ("Qc Qd 9h 9s 2c", {"queens and nines", "queens over nines", "queens up", "two pair", "two pairs"}),
        ("Qd Td 8d 4d 2d", {"queen-high flush", "queen-ten flush", "queen-ten-high flush", "flush"}),
        ("Ac 2d 3h 4s 5c", {"wheel", "five-high straight", "straight to the five", "straight"}),
        ("Td 8d 7d 4d 2d", {"ten-high flush", "10-high flush", "ten-eight flush"}),
        ("9c 8d 7h 6s 5c", {"9-high straight", "straight to the 9"}),
        ("9c 8c 7c 6c 5c", {"nine-high straight flush", "9-high straight flush"}),
        ("Ac Kd Qh Js Tc", {"Broadway", "ace-high straight", "straight to the ace"}),
        ("Ac 2c 3c 4c 5c", {"steel wheel", "5-high straight flush"}),
        ("6c 6d 6h Ks 2c", {"three sixes", "trips", "trip sixes", "set of sixes", "three of a kind", "triplets"}),
        ("Qc Jd 9h 7s 2c", {"queen high", "queen-jack high", "high card", "no pair", "nothing"}),
        ("8c 7d 5h 3s 2c", {"8 high", "eight-seven high"}),
    ],
)
def test_the_accepted_names_of_a_high_hand(cards: str, names: set[str]) -> None:
    assert names <= set(hand_value(cards).names())


def test_only_two_pairs_are_named_with_over() -> None:  # DS-5
    for first in PACK[:13]:
        for second in PACK[:13]:
            if first is not second:
                threes = [card for card in PACK if card.rank is first.rank][:3]
                pair = [card for card in PACK if card.rank is second.rank][:2]
                assert " over " not in HIGH_SCALE.value(threes + pair).describe()


# --- low hands and badugi hands

A5 = RankingRules(order=Order.ACE_TO_FIVE)
DEUCE = RankingRules(order=Order.DEUCE_TO_SEVEN)
A6 = RankingRules(order=Order.ACE_TO_SIX)
BADUGI = RankingRules(order=Order.BADUGI)


@pytest.mark.parametrize(
    ("rules", "cards", "words"),
    [
        (A5, "8c 6d 4h 3s 2c", "8-6-4-3-2"),
        (A5, "Tc 6d 4h 3s 2c", "10-6-4-3-2"),
        (A5, "Kc 6d 4h 3s 2c", "K-6-4-3-2"),
        (A5, "8c 4d 3h", "8-4-3"),
        (A5, "8c 4d 3h 2s", "8-4-3-2"),
        (A5, "5c 4d 3h 2s Ac", "5-4-3-2-A"),
        (A5, "Ac Ad 4h 3s 2c", "pair of aces"),
        (A5, "9c 9d 4h 4s", "nines and fours"),
        (DEUCE, "7c 5d 4h 3s 2c", "7-5-4-3-2"),
        (DEUCE, "7c 6d 5h 4s 3c", "seven-high straight"),
        (DEUCE, "Ac 5d 4h 3s 2c", "A-5-4-3-2"),
        (A6, "Ac Kd Qh Js Tc", "K-Q-J-10-A"),
        (BADUGI, "8c 6d 4h 2s", "8-6-4-2 badugi"),
        (BADUGI, "8c 6d 4h 2h", "badugi of three: 8-6-2"),
        (BADUGI, "4c 4d 3h 3c", "badugi of two: 4-3"),
        (BADUGI, "8c 8d 8h 8s", "badugi of one: 8"),
    ],
)
def test_the_short_name_of_a_low_hand(rules: RankingRules, cards: str, words: str) -> None:
    """DS-13, DS-14."""
    assert hand_value(cards, rules).words == words
    assert hand_value(cards, rules).describe() == words


@pytest.mark.parametrize(
    ("rules", "cards", "others", "words"),
    [
        (A5, "8c 6d 4h 3s 2c", ["8d 7d 3h 2s Ac"], "8-6-4-3-2"),
        (A5, "8c 6d 4h 3s Ac", ["8d 6c 4d 3h 2s"], "8-6-4-3-A"),
        (A5, "8c 6d 4h 3s Ac", ["9d 6c 4d 3h 2s", "8d 6s 4c 3h Ad"], "8-6-4-3-A"),
        (DEUCE, "Kc Td 4h 3s 2c", ["Kd Jd 4c 3h 2s"], "K-10-4-3-2"),
        (DEUCE, "2c 2d 5h 4s 3c", ["2h 2s 6d 4c 3d"], "pair of twos, five kicker"),
        (BADUGI, "8c 6d 4h 2s", ["8d 7c 4s 2h"], "8-6-4-2 badugi"),
        (BADUGI, "8c 6d 4h 2h", ["8d 7c 4s 2h"], "badugi of three: 8-6-2"),
    ],
)
def test_a_low_hand_is_described_by_all_its_cards(
    rules: RankingRules, cards: str, others: list[str], words: str
) -> None:
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
def test_the_accepted_names_of_a_low_hand(rules: RankingRules, cards: str, names: set[str]) -> None:
    assert names <= set(hand_value(cards, rules).names())


def test_a_hand_that_does_not_qualify_is_named_no_low() -> None:
    """LO-22."""
    low = hand_value("9c 6d 4h 3s Ac", RankingRules(order=Order.ACE_TO_FIVE, qualifier=8))
    assert not low.qualifies
    assert low.words == low.describe([low]) == "no low"
    assert (low.cards, low.ranks, low.names()) == ((), (), ("no low",))
    assert low < hand_value("8c 7d 6h 5s 4c", RankingRules(order=Order.ACE_TO_FIVE, qualifier=8))
