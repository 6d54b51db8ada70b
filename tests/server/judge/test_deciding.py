"""What the winner has that the best loser has not."""

from __future__ import annotations

import pytest

from railbird_server.judge.deciding import decided_by
from railbird_server.rules.ranking import (
    WILD_SETS,
    LowestWild,
    Order,
    RankingRules,
    CircularOrder,
    WildTiebreak,
    scale_of,
    winners,
)
from valuing import hand_value

PLAIN = RankingRules()
FEWER_WILD = RankingRules(wild_cards=WILD_SETS["deuces"], wild_tiebreak=WildTiebreak.FEWER_WILD_FIRST)
MORE_WILD = RankingRules(wild_cards=WILD_SETS["deuces"], wild_tiebreak=WildTiebreak.MORE_WILD_FIRST)
NATURAL = RankingRules(jokers=2, wild_tiebreak=WildTiebreak.NATURAL_FIRST)
BOTH = RankingRules(jokers=2, wild_tiebreak=WildTiebreak.NATURAL_FIRST, suit_tiebreak=1)
ITALIAN = RankingRules(pack=40, unbeatable=CircularOrder.ITALIAN)
GREEK = RankingRules(unbeatable=CircularOrder.GREEK)
MINIMUM, MEDIUM, MAXIMUM = "8h 7h 6h 5h Ah", "9d 8d 7d 6d 5d", "Ac Kc Qc Jc Tc"

DECIDED = [
    (PLAIN, ["9c 9d 4h 3s 2c", "Ac Kd Qh Js 9s"], "one pair against high card"),
    (PLAIN, ["Kc Kd 9h 7s 4c", "Kh Ks 9d 7c 3d"], "four against three"),
    (PLAIN, ["Ac Kd 9h 7s 4c", "Kc Qd 9s 7c 4d", "Ad Qh 9d 7h 4h"], "king against queen"),
    (PLAIN, ["8s 8h 6c 2d", "8c 8d 6s"], "two against no card"),
    (PLAIN, ["Ac Kd 9h 7s 4c", "Ad Kc 9s 7c 4d"], ""),
    (PLAIN, ["Ac Kd 9h 7s 4c"], ""),
    (PLAIN, ["Ac Kd 9h 7s 4c", "Ad Kc 9s 7c 4d", "Ah Ks 9d 7d 3h"], "four against three"),
    (FEWER_WILD, ["Kc Kd 2h 7s 4c", "Ks 2c 2d 7d 4h"], "one wild card against two wild cards"),
    (FEWER_WILD, ["Kc Kd Kh 7s 4c", "Ks 2c 2d 7d 4h"], "a natural hand against one with two wild cards"),
    (MORE_WILD, ["Kc Kd Kh 7s 4c", "Ks Kd 2d 7d 4h"], "a natural hand against one with one wild card"),
    (MORE_WILD, ["Ks 2c 2d 7d 4h", "Kc Kd 2h 7s 4c"], "two wild cards against one wild card"),
    (NATURAL, ["Kc Kd 9h 7s 4c", "Ks X 9d 7d 4h"], "a natural hand against one with wild cards"),
    (BOTH, ["Kc Kd 9h 7s 4c", "Ks X 9d 7d 4h"], "a natural hand against one with wild cards"),
    (BOTH, ["Kh Ks 9h 7s 4c", "Kc Kd 9d 7d 4h"], "king of spades against king of diamonds"),
    (RankingRules(suit_tiebreak=3), ["4c 4d Ks 8s 2c", "4h 4s Kd 8h 2d"], "king of spades against king of diamonds"),
    (
        RankingRules(lowest_wild=LowestWild.CARD),
        ["Kh Kd 9c 5s 3d", "Ah Qd 9d 5c 2h"],
        "three of a kind against one pair",
    ),
    (ITALIAN, [MINIMUM, MAXIMUM], "eight-high straight flush against royal flush"),
    (ITALIAN, [MAXIMUM, MEDIUM], "ace against nine"),
    (ITALIAN, [MEDIUM, MINIMUM], "nine against eight"),
    (ITALIAN, [MINIMUM, MEDIUM, MAXIMUM, "Ac Ad Ah Ks Kd"], ""),
    (GREEK, ["Ah Kh Qh Jh Th", "As Ks Qs Js Ts"], "imperial flush against royal flush"),
    (GREEK, ["2c 2d 2h 2s Kd", "Ah Kh Qh Jh Th"], "four twos against imperial flush"),
    (RankingRules(order=Order.DEUCE_TO_SEVEN), ["8c 6d 4h 3s 2c", "8d 7d 4c 3c 2h"], "six against seven"),
    (RankingRules(order=Order.ACE_TO_FIVE, qualifier=8), ["8c 7d 6h 5s 4c", "9c 4d 3h 2s Ac"], "8-low against no low"),
    (RankingRules(order=Order.ACE_TO_FIVE, qualifier=8), ["9c 7d 6h 5s 4c", "9d 4d 3h 2s Ac"], ""),
    (RankingRules(order=Order.BADUGI), ["Kc Qd Jh Ts", "Ac 2d 3h 3s"], "king badugi against three-card 3 badugi"),
    (RankingRules(order=Order.BADUGI), ["8c 4d 3h 2s", "8d 5c 3s 2h"], "four against five"),
]


@pytest.mark.parametrize(("rules", "hands", "words"), DECIDED)
def test_what_decides(rules: RankingRules, hands: list[str], words: str) -> None:
    values = [hand_value(hand, rules) for hand in hands]
    places = winners([value.strength for value in values], scale_of(rules))
    assert decided_by(values, [values[place] for place in places], rules) == words
