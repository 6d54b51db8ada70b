"""The chance of winning, found by dealing the unknown cards many times over."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from railbird_server.bots.worth import Grade, Strengths, Worth
from railbird_shared.cards import Card

TRIALS = 150
"""How often the cards are dealt for one decision: within a few points of the truth, in a few milliseconds."""

_FEWEST = 30


class Outcome(NamedTuple):
    """What the viewer's hand and those of the others come to in one deal."""

    mine: Strengths
    others: Sequence[Strengths]


Trial = Callable[[random.Random], Outcome]


def chance_of(worth: Worth, trial: Trial, rng: random.Random, *, work: int = 1) -> float:
    """Returns the average share of the pot that many trials win, from 0 to 1.

    `work` is how many times a usual effort one trial takes; harder games are dealt less often.
    """
    count = max(_FEWEST, TRIALS // work)
    return sum(worth.share(*trial(rng)) for _ in range(count)) / count


def shuffled(cards: Sequence[Card], rng: random.Random) -> list[Card]:
    """Returns the cards in a random order."""
    return rng.sample(cards, len(cards))


def best_of(deck: list[Card], size: int, choices: int, grade: Grade) -> list[Card]:
    """Takes from the deck the hand of `size` cards that is graded best of several; the others go back."""
    best: list[Card] = deck[:size]
    at = 0
    strongest = grade(best) if choices > 1 and best else 0
    for start in range(size, min(choices * size, len(deck) - size + 1), size or 1):
        hand = deck[start : start + size]
        strength = grade(hand)
        if strength > strongest:
            best, at, strongest = hand, start, strength
    del deck[at : at + size]
    return best


def take(deck: list[Card], count: int) -> list[Card]:
    """Takes cards off the top of the deck, as many as there are."""
    taken = deck[:count]
    del deck[:count]
    return taken
