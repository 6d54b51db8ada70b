"""The evaluators of other libraries put random hands in the same order as ours."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from railbird_shared.game.cards import PACK, Card
from railbird_shared.game.game_rules import Order
from railbird_shared.game.ranking import HIGH_SCALE, TwoFromHand, scale_of
from railbird_shared.game.ranking_rules import RankingRules

pytestmark = pytest.mark.slow

HANDS = 3000
SLOW_PEER_HANDS = 300

Ranking = Callable[[Sequence[Card]], Any]


def assert_same_order(hands: Sequence[Sequence[Card]], ours: Ranking, theirs: Ranking) -> None:
    """Neighbours compare alike, and hands that are equal for one are equal for the other; greater is better."""
    judged = [(ours(hand), theirs(hand)) for hand in hands]
    for (left, right), (next_left, next_right) in pairwise(judged):
        assert (left > next_left, left == next_left) == (right > next_right, right == next_right)
    pairs = set(judged)
    assert len(pairs) == len({left for left, _ in pairs}) == len({right for _, right in pairs})


@pytest.mark.parametrize("size", [5, 6, 7])
def test_phevaluator_agrees(size: int) -> None:
    from phevaluator.evaluator import evaluate_cards  # noqa: PLC0415

    dice = random.Random(size)
    hands = [dice.sample(PACK, size) for _ in range(HANDS)]
    assert_same_order(hands, HIGH_SCALE.strength, lambda hand: -evaluate_cards(*map(str, hand)))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_treys_agrees(size: int) -> None:
    import treys  # noqa: PLC0415

    evaluator = treys.Evaluator()
    dice = random.Random(10 + size)
    hands = [dice.sample(PACK, size) for _ in range(HANDS)]

    def rank(hand: Sequence[Card]) -> int:
        cards = [treys.Card.new(str(card)) for card in hand]
        return -int(evaluator.evaluate(cards[:2], cards[2:]))

    assert_same_order(hands, HIGH_SCALE.strength, rank)


def pokerkit_ranking(name: str, in_hand: int | None = None) -> Ranking:
    """PokerKit's ranking of that name as a number, the best greatest; the first `in_hand` cards are the player's."""
    import pokerkit  # noqa: PLC0415

    kind = getattr(pokerkit, name)

    def rank(hand: Sequence[Card]) -> int:
        written = [str(card) for card in hand]
        held = len(hand) if in_hand is None else in_hand
        found = kind.from_game_or_none("".join(written[:held]), "".join(written[held:]))
        if found is None:
            return -(10**9)
        index = int(found.entry.index)
        return -index if kind.low else index

    return rank


@pytest.mark.parametrize(
    ("peer", "rules", "size"),
    [
        ("RegularLowHand", RankingRules(order=Order.ACE_TO_FIVE), 5),
        ("RegularLowHand", RankingRules(order=Order.ACE_TO_FIVE), 7),
        ("StandardLowHand", RankingRules(order=Order.DEUCE_TO_SEVEN), 5),
        ("StandardLowHand", RankingRules(order=Order.DEUCE_TO_SEVEN), 7),
        ("EightOrBetterLowHand", RankingRules(order=Order.ACE_TO_FIVE, qualifier=8), 7),
        ("BadugiHand", RankingRules(order=Order.BADUGI), 4),
        ("ShortDeckHoldemHand", RankingRules(pack=36, flush_over_full=True), 7),
    ],
)
def test_pokerkit_agrees(peer: str, rules: RankingRules, size: int) -> None:
    dice = random.Random(size)
    scale = scale_of(rules)
    hands = [dice.sample(rules.deck, size) for _ in range(SLOW_PEER_HANDS if size > 5 else HANDS)]
    assert_same_order(hands, scale.strength, pokerkit_ranking(peer))


@pytest.mark.parametrize("in_hand", [4, *(pytest.param(more, marks=pytest.mark.slow) for more in (5, 6))])
@pytest.mark.parametrize(
    ("peer", "rules"),
    [
        ("OmahaHoldemHand", RankingRules()),
        ("OmahaEightOrBetterLowHand", RankingRules(order=Order.ACE_TO_FIVE, qualifier=8)),
    ],
)
def test_pokerkit_agrees_on_two_from_hand(peer: str, rules: RankingRules, in_hand: int) -> None:
    """VT-OM-2, VT-O8-2, VT-XX-4."""
    dice = random.Random(in_hand)
    scale = scale_of(rules)
    deals = [dice.sample(PACK, in_hand + 5) for _ in range(SLOW_PEER_HANDS // 2)]

    def ours(deal: Sequence[Card]) -> int:
        return TwoFromHand(scale, deal[in_hand:]).strength(deal[:in_hand])

    assert_same_order(deals, ours, pokerkit_ranking(peer, in_hand))
