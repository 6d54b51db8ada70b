"""Strengths looked up by sums of keys."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_shared.game.cards import JOKER, PACK, Card, parse_cards
from railbird_shared.game.game_rules import JokerRole, LowestWild, Order, WildTiebreak
from railbird_shared.game.ranking import HIGH_SCALE, scale_of
from railbird_shared.game.ranking.lookup import BUG_KEY, EMPTY_SUM, NATURAL_KEYS, WILD_KEY, card_keys
from railbird_shared.game.ranking_rules import DEUCES, RankingRules
from support.reference_evaluator import reference_high_value


@pytest.mark.parametrize("size", range(1, 8))
def test_the_lookup_equals_the_best_of_every_five(size: int) -> None:
    """HR-3."""
    dice = random.Random(100 + size)
    for _ in range(400):
        cards = dice.sample(PACK, size)
        hand = HIGH_SCALE.value(cards)
        assert (hand.category, list(hand.ranks)) == reference_high_value(cards), cards


def test_the_lookup_ranks_flushes_and_straights() -> None:
    low = [card for card in PACK if card.suit < 2 and (card.rank <= 9 or card.rank == 14)]
    dice = random.Random(1)
    for _ in range(500):
        cards = dice.sample(low, 7)
        hand = HIGH_SCALE.value(cards)
        assert (hand.category, list(hand.ranks)) == reference_high_value(cards), cards


def test_a_cached_strength_equals_the_first() -> None:
    for cards in (parse_cards("Ah Kh Qh Jh Th 2c 2d"), parse_cards("9c 9d 4h 4s")):
        assert HIGH_SCALE.strength(cards) == HIGH_SCALE.strength(list(reversed(cards)))


def test_four_of_a_suit_are_no_flush() -> None:
    """PH-1."""
    assert HIGH_SCALE.strength(parse_cards("Ah Kh Qh Jh")) == HIGH_SCALE.strength(parse_cards("Ac Kh Qs Jd"))


def test_a_pack_without_jokers_has_no_key_for_one() -> None:
    with pytest.raises(KeyError):
        HIGH_SCALE.strength([JOKER])


def test_the_key_of_a_wild_card_says_its_role() -> None:
    """WC-1, WC-2."""
    keys = card_keys(RankingRules(jokers=1, joker_role=JokerRole.BUG, wild_cards=DEUCES))
    assert {keys[card] for card in DEUCES} == {WILD_KEY}
    assert keys[JOKER] == BUG_KEY
    assert keys[Card.HA] == NATURAL_KEYS[Card.HA]


@pytest.mark.parametrize("order", [Order.HIGH, Order.ACE_TO_FIVE, Order.DEUCE_TO_SEVEN, Order.ACE_TO_SIX])
@pytest.mark.parametrize("jokers", [0, 2])
def test_the_strength_of_five_cards_follows_from_the_sum_of_their_keys(order: Order, jokers: int) -> None:
    rules = RankingRules(order=order, jokers=jokers)
    scale = scale_of(rules)
    dice = random.Random(2)
    suited = [card for card in rules.deck if card is JOKER or card.suit == 2]
    for cards in [dice.sample(pack, 5) for pack in (rules.deck, suited) for _ in range(300)]:
        assert scale.sum_lookup is not None
        total = sum((scale.sum_lookup.key_of[card] for card in cards), EMPTY_SUM)
        assert scale.sum_lookup.strength_of_five(total) == scale.strength(cards)


@pytest.mark.parametrize(
    "rules",
    [
        RankingRules(order=Order.BADUGI),
        RankingRules(lowest_wild=LowestWild.CARD),
        RankingRules(jokers=1, wild_tiebreak=WildTiebreak.NATURAL_FIRST),
        RankingRules(suit_tiebreak=1),
    ],
)
def test_no_sum_of_keys_is_looked_up_where_it_does_not_decide(rules: RankingRules) -> None:
    assert scale_of(rules).sum_lookup is None


LOW_WITH_FLUSHES = RankingRules(order=Order.DEUCE_TO_SEVEN)


@given(st.permutations(PACK), st.sampled_from([RankingRules(), RankingRules(wild_cards=DEUCES), LOW_WITH_FLUSHES]))
def test_many_hands_that_share_cards_are_as_strong_as_each_by_itself(deck: list[Card], rules: RankingRules) -> None:
    lookup = scale_of(rules).sum_lookup
    assert lookup is not None
    held, additions = deck[:5], [tuple(deck[place : place + 2]) for place in range(5, 45, 2)]
    assert lookup.strengths_with(held, lookup.keyed(additions)) == [lookup.best([*held, *more]) for more in additions]


def test_ranks_and_a_flush_apart_make_the_hand_that_they_make_together() -> None:
    lookup = HIGH_SCALE.sum_lookup
    assert lookup is not None
    held, suited = parse_cards("As Ks 9s 4h 4d"), parse_cards("7s 2s")
    ranks = lookup.rank_strengths(lookup.rank_key(held), [lookup.rank_key(suited)])[0]
    flush = lookup.flush_strength(lookup.rank_key(parse_cards("As Ks 9s 7s 2s")))
    assert ranks < flush == lookup.best([*held, *suited])
