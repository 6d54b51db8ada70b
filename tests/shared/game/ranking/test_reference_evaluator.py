"""Every ranking against a reference evaluator that tries all choices of cards and all cards wild ones may stand for."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import Any

import msgspec
import pytest

from railbird_shared.game.cards import JOKER, Card
from railbird_shared.game.game_rules import JokerRole, LowestWild, Order, WildScope, WildTiebreak
from railbird_shared.game.ranking import scale_of
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules
from support.reference_evaluator import reference_value

pytestmark = pytest.mark.slow

Hands = list[list[Card]]

VARIATIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "40 cards": {"pack": 40},
    "36 cards": {"pack": 36, "flush_over_full": True},
    "20 cards": {"pack": 20},
    "Broadway in ace to six": {"a6_broadway_straight": True, "a6_aces_high_pair": True},
    "pairs only": {"straights": False, "flushes": False},
    "double ace": {"double_ace_flush": True},
    "natural first": {"wild_tiebreak": WildTiebreak.NATURAL_FIRST},
    "fewer wild first": {"wild_tiebreak": WildTiebreak.FEWER_WILD_FIRST},
    "more wild first": {"wild_tiebreak": WildTiebreak.MORE_WILD_FIRST},
    "suit of the top card": {"suit_tiebreak": 1},
    "suit of the pair": {"suit_tiebreak": 2, "suit_order": "hdsc"},
    "suit of the odd card": {"suit_tiebreak": 3, "suit_order": "cshd"},
    "two packs": {"packs": 2},
}
WILD_CARDS: dict[str, dict[str, Any]] = {
    "jokers": {"jokers": 2},
    "bugs": {"jokers": 2, "joker_role": JokerRole.BUG},
    "jacks": {"wild_cards": WILD_SETS["one-eyed-jacks"]},
    "jacks and a bug": {"wild_cards": WILD_SETS["one-eyed-jacks"], "jokers": 1, "joker_role": JokerRole.BUG},
}


CASES = [
    pytest.param(order, variation, wild, marks=() if (i + k) % len(WILD_CARDS) == n else pytest.mark.slow)
    for i, order in enumerate(Order)
    for k, variation in enumerate(VARIATIONS)
    for n, wild in enumerate(WILD_CARDS)
]
"""Every order with every variation and all wild cards; without the slow ones, any two of the three still meet."""


def deal(dice: random.Random, rules: RankingRules, size: int, wilds: int, hands: int) -> Hands:
    """Hands with so many wild cards."""
    wild = [card for card in rules.deck if card is JOKER or card in rules.wild_cards]
    natural = [card for card in rules.deck if card not in wild]
    return [dice.sample(natural, size - wilds) + dice.sample(wild, wilds) for _ in range(hands)]


def assert_same_order_as_reference(rules: RankingRules, hands: Hands, lowest_among: int = 0) -> None:
    scale = scale_of(rules)
    judged = sorted(
        (
            (reference_value(hand, rules, hand[:lowest_among]), scale.strength(hand, hand[:lowest_among]), hand)
            for hand in hands
        ),
        key=lambda judgement: judgement[0],
    )
    for (worse, lower, hand), (better, higher, other) in pairwise(judged):
        assert (lower < higher, lower == higher) == (worse < better, worse == better), (hand, other)


@pytest.mark.parametrize(("order", "variation", "wild"), CASES)
def test_every_ranking_agrees_with_the_reference_evaluator(order: Order, variation: str, wild: str) -> None:
    rules = msgspec.structs.replace(RankingRules(order=order), **VARIATIONS[variation], **WILD_CARDS[wild])
    dice = random.Random(f"{order} {variation} {wild}")
    for size, wilds, hands in ((5, 0, 8), (7, 0, 2), (5, 1, 4), (3, 1, 3)):
        assert_same_order_as_reference(rules, deal(dice, rules, size, wilds, hands))


@pytest.mark.slow
@pytest.mark.parametrize("wild", WILD_CARDS)
@pytest.mark.parametrize("variation", VARIATIONS)
@pytest.mark.parametrize("order", Order)
def test_every_ranking_agrees_with_the_reference_evaluator_on_more_cards(
    order: Order, variation: str, wild: str
) -> None:
    rules = msgspec.structs.replace(RankingRules(order=order), **VARIATIONS[variation], **WILD_CARDS[wild])
    dice = random.Random(f"{order} {variation} {wild} more")
    for size, wilds, hands in ((5, 1, 20), (7, 1, 3), (5, 2, 1), (7, 0, 20)):
        assert_same_order_as_reference(rules, deal(dice, rules, size, wilds, hands))


@pytest.mark.parametrize(
    ("order", "lowest", "scope", "tiebreak"),
    list(
        product(
            (Order.HIGH, Order.ACE_TO_FIVE, Order.DEUCE_TO_SEVEN),
            (LowestWild.CARD, LowestWild.CONCEALED),
            WildScope,
            (WildTiebreak.NONE, WildTiebreak.FEWER_WILD_FIRST),
        )
    ),
)
def test_lowest_card_wild_agrees_with_the_reference_evaluator(
    order: Order, lowest: LowestWild, scope: WildScope, tiebreak: WildTiebreak
) -> None:
    """WC-26..WC-30, in a pack of few ranks, where many hold two cards of the lowest; the last cards are the board's."""
    rules = RankingRules(order=order, pack=36, lowest_wild=lowest, lowest_wild_scope=scope, wild_tiebreak=tiebreak)
    dice = random.Random(f"{order} {lowest} {scope} {tiebreak}")
    for size, hands in ((5, 8), (7, 1), (4, 8)):
        assert_same_order_as_reference(rules, deal(dice, rules, size, 0, hands), lowest_among=3)


def test_a_lowest_card_beside_a_bug() -> None:
    rules = RankingRules(pack=36, jokers=1, joker_role=JokerRole.BUG, lowest_wild=LowestWild.CARD)
    assert_same_order_as_reference(rules, deal(random.Random(1), rules, 5, 1, 6))
