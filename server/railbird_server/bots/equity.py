"""Equity, the expected share of the pot, estimated by dealing the unknown cards many times."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from railbird_shared.game.cards import Card
from railbird_shared.game.ranking.evaluator import EarlyEvaluator, HandEvaluator, Strengths

DEFAULT_TRIALS = 150
"""How often the cards are dealt for one decision.

The standard error of an equity of a half is then 4 points of 100, in a few milliseconds.
"""

MIN_TRIALS = 30
"""How often the cards are dealt at least, however much a trial costs: the standard error is then 9 points of 100."""


class TrialResult(NamedTuple):
    """The strengths of the viewer's hand and of the others' hands in one deal."""

    own: Strengths
    others: Sequence[Strengths]


Trial = Callable[[random.Random], TrialResult]


def estimate_equity(evaluator: HandEvaluator, trial: Trial, rng: random.Random, *, cost: int = 1) -> float:
    """Returns the average share of the pot that the viewer wins over many trials, from 0 to 1.

    `cost` is how many times the work of a usual trial one trial takes; the number of trials falls with it.
    """
    count = max(MIN_TRIALS, DEFAULT_TRIALS // cost)
    return sum(evaluator.pot_share(*trial(rng)) for _ in range(count)) / count


def shuffled(cards: Sequence[Card], rng: random.Random) -> list[Card]:
    """Returns the cards in a random order."""
    chance = rng.random
    return sorted(cards, key=lambda _: chance())


def take_best_hand(deck: list[Card], size: int, candidates: int, strength_of: EarlyEvaluator) -> list[Card]:
    """Takes from the deck the strongest of several hands of `size` cards; the others stay in it."""
    best: list[Card] = deck[:size]
    best_start = 0
    strongest = strength_of(best) if candidates > 1 and best else 0
    for start in range(size, min(candidates * size, len(deck) - size + 1), size or 1):
        hand = deck[start : start + size]
        strength = strength_of(hand)
        if strength > strongest:
            best, best_start, strongest = hand, start, strength
    del deck[best_start : best_start + size]
    return best


def take_top(deck: list[Card], count: int) -> list[Card]:
    """Takes cards off the top of the deck, as many as there are."""
    taken = deck[:count]
    del deck[:count]
    return taken
