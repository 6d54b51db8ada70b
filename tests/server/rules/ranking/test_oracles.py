"""Other people's evaluators put random hands in the same order as ours."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from railbird_server.rules.ranking import HIGH
from railbird_shared.cards import PACK, Card

HANDS = 3000

Ranking = Callable[[Sequence[Card]], int]


def assert_same_order(hands: Sequence[Sequence[Card]], lower_is_better: Ranking) -> None:
    theirs = [lower_is_better(hand) for hand in hands]
    ours = [HIGH.strength(hand) for hand in hands]
    for (left, right), (better, worse) in zip(pairwise(ours), pairwise(theirs), strict=True):
        assert (left > right, left == right) == (better < worse, better == worse)
    assert len(set(zip(ours, theirs, strict=True))) == len(set(ours)) == len(set(theirs))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_phevaluator_agrees(size: int) -> None:
    from phevaluator.evaluator import evaluate_cards  # noqa: PLC0415

    dice = random.Random(size)
    hands = [dice.sample(PACK, size) for _ in range(HANDS)]
    assert_same_order(hands, lambda hand: evaluate_cards(*map(str, hand)))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_treys_agrees(size: int) -> None:
    import treys  # noqa: PLC0415

    evaluator = treys.Evaluator()
    dice = random.Random(10 + size)
    hands = [dice.sample(PACK, size) for _ in range(HANDS)]

    def rank(hand: Sequence[Card]) -> int:
        cards = [treys.Card.new(str(card)) for card in hand]
        return int(evaluator.evaluate(cards[:2], cards[2:]))

    assert_same_order(hands, rank)
