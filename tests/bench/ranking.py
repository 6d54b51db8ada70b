"""Hands valued per second, five and seven cards, side by side with treys and phevaluator in one run.

    python tests/bench/ranking.py [--json]

Everybody gets the same random hands in his own form, made ready beforehand.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import phevaluator
import treys
from phevaluator.evaluator import evaluate_cards

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.report import Row, rates, report
from railbird_server.rules.ranking import HIGH
from railbird_shared.cards import PACK, Card

SEED = 20
HANDS = 20_000
ROUNDS = 7


def ours(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    def run() -> int:
        for hand in hands:
            HIGH.strength(hand)
        return len(hands)

    return run


def ours_as_values(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    def run() -> int:
        for hand in hands:
            HIGH.value(hand)
        return len(hands)

    return run


def of_treys(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    evaluator = treys.Evaluator()
    split = [([treys.Card.new(str(card)) for card in hand]) for hand in hands]
    ready = [(hand[:2], hand[2:]) for hand in split]

    def run() -> int:
        for hole, board in ready:
            evaluator.evaluate(hole, board)
        return len(ready)

    return run


def of_phevaluator(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    """The public call as its documentation writes it: an attribute of the package, looked up each time."""
    ready = [[phevaluator.Card.to_id(str(card)) for card in hand] for hand in hands]

    def run() -> int:
        for hand in ready:
            phevaluator.evaluate_cards(*hand)
        return len(ready)

    return run


def of_phevaluator_bound(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    """The same call imported by name, which spares the package's lazy lookup."""
    ready = [[phevaluator.Card.to_id(str(card)) for card in hand] for hand in hands]

    def run() -> int:
        for hand in ready:
            evaluate_cards(*hand)
        return len(ready)

    return run


PEERS = {
    "treys": of_treys,
    "phevaluator": of_phevaluator,
    "phevaluator, bound": of_phevaluator_bound,
}


def rows_of(size: int) -> list[Row]:
    dice = random.Random(SEED + size)
    hands = [dice.sample(PACK, size) for _ in range(HANDS)]
    contenders = {"ours": ours(hands), "value": ours_as_values(hands)}
    contenders |= {name: peer(hands) for name, peer in PEERS.items()}
    found = rates(contenders, ROUNDS)
    game = f"high, {size} cards"
    return [
        *(Row(f"evaluations against {name}", game, found["ours"], found[name]) for name in PEERS),
        Row("evaluations with a HandValue made", game, found["value"]),
    ]


def main() -> None:
    notes = (
        f"Median of {ROUNDS} rounds of {HANDS:,} hands each; our first round counts out the hands it has not met.",
    )
    report([*rows_of(5), *rows_of(7)], notes)


if __name__ == "__main__":
    main()
