"""The chance of winning, found by dealing the unknown cards many times over."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from railbird_server.rules.ranking import HIGH
from railbird_shared.cards import Card

TRIALS = 150
"""How often the cards are dealt for one decision: within a few points of the truth, in a few milliseconds."""

Trial = Callable[[random.Random], float]


def chance_of(trial: Trial, rng: random.Random) -> float:
    """Returns the average share of the pot that many trials win, from 0 to 1."""
    return sum(trial(rng) for _ in range(TRIALS)) / TRIALS


def share(mine: int, others: Sequence[int]) -> float:
    """Returns the share of the pot that strength `mine` wins against the others (SD-15)."""
    best = max(others, default=-1)
    if mine > best:
        return 1.0
    return 1.0 / (1 + others.count(mine)) if mine == best else 0.0


def shuffled(cards: Sequence[Card], rng: random.Random) -> list[Card]:
    """Returns the cards in a random order."""
    return sorted(cards, key=lambda _: rng.random())


def best_of(deck: list[Card], size: int, choices: int, shown: Sequence[Card] = ()) -> list[Card]:
    """Takes from the deck the strongest of several hands of `size` cards beside those shown; the others go back."""
    best: list[Card] = deck[:size]
    at = 0
    strongest = HIGH.strength([*best, *shown]) if choices > 1 else 0
    for start in range(size, min(choices * size, len(deck) - size + 1), size):
        hand = deck[start : start + size]
        strength = HIGH.strength([*hand, *shown])
        if strength > strongest:
            best, at, strongest = hand, start, strength
    del deck[at : at + size]
    return best


def take(deck: list[Card], count: int) -> list[Card]:
    """Takes cards off the top of the deck, as many as there are."""
    taken = deck[:count]
    del deck[:count]
    return taken
