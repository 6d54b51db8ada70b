"""Two cards from the hand and three from the board."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from railbird_shared.game.cards import JOKER, format_cards, parse_cards
from railbird_shared.game.game_rules import JokerRole, LowestWild, Order, WildTiebreak
from railbird_shared.game.ranking import HIGH_SCALE, TwoFromHand, scale_of
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules
from support.examples import in_turn

SCALES = [
    RankingRules(),
    RankingRules(order=Order.ACE_TO_FIVE, qualifier=8),
    RankingRules(order=Order.DEUCE_TO_SEVEN),
    RankingRules(order=Order.ACE_TO_SIX),
    RankingRules(pack=36, flush_over_full=True),
    RankingRules(wild_cards=WILD_SETS["deuces"], jokers=1, joker_role=JokerRole.BUG),
    RankingRules(order=Order.DEUCE_TO_SEVEN, jokers=2),
    RankingRules(suit_tiebreak=1),
    RankingRules(jokers=2, wild_tiebreak=WildTiebreak.FEWER_WILD_FIRST),
    RankingRules(order=Order.BADUGI),
]


@pytest.mark.parametrize(("rules", "in_hand"), in_turn(SCALES, [4, 5, 6]))
def test_the_best_of_every_two_and_three(rules: RankingRules, in_hand: int) -> None:
    """VT-OM-2, VT-XX-4, on every kind of scale."""
    scale = scale_of(rules)
    dice = random.Random(in_hand)
    for _ in range(2 if rules.order is Order.BADUGI else 10):
        deal = dice.sample(rules.deck, in_hand + 5)
        hand, board = deal[:in_hand], deal[in_hand:]
        fives = [[*two, *three] for two, three in product(combinations(hand, 2), combinations(board, 3))]
        game = TwoFromHand(scale, board)
        assert game.strength(hand) == max(map(scale.strength, fives))
        value = game.value(hand)
        assert value.strength == game.strength(hand)
        if value.qualifies and rules.order is not Order.BADUGI and deal.count(JOKER) < 2:
            assert sum(card in hand for card in value.cards) == 2


def test_the_cards_that_play_are_two_of_the_hand() -> None:
    game = TwoFromHand(HIGH_SCALE, parse_cards("Ks Qs Js 7s 4d"))
    assert format_cards(game.value(parse_cards("As 9c 8d 2h")).cards) == "As Ks Qs Js 9c"


def test_before_the_flop_two_cards_count_and_on_it_three_more() -> None:
    hand = parse_cards("Kc Kd 9h 9s")
    assert TwoFromHand(HIGH_SCALE, ()).value(hand).words == "pair of kings"
    assert TwoFromHand(HIGH_SCALE, parse_cards("9c 4d 2h")).value(hand).words == "three nines"
    assert TwoFromHand(HIGH_SCALE, ()).strength(hand) == HIGH_SCALE.strength(hand[:2])


def test_the_lowest_concealed_card_lies_in_the_hand() -> None:
    """WC-27."""
    lowest = scale_of(RankingRules(lowest_wild=LowestWild.CONCEALED))
    value = TwoFromHand(lowest, parse_cards("Ks Kh 2d 2c 7s")).value(parse_cards("Ac Qd 9h 4s"))
    assert value.words == "three kings"
    assert format_cards(value.played_as[:3]) == "Ks Kh Kd"


def test_a_hand_of_cards_that_the_pack_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="has not so many of As"):
        TwoFromHand(HIGH_SCALE, parse_cards("As Ks 2d")).value(parse_cards("As Qd 9h 4s"))
