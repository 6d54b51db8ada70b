"""Random hands end in the same stacks here and in PokerKit, with the same choices all the way.

Where the engines part, a known deviation says why: each of them has a test of its own in `test_deviations.py`.
"""

from __future__ import annotations

import os

import pytest

from support.examples import examples
from support.pokerkit_oracle import Tally, compare_random_hands

pytestmark = pytest.mark.slow

GAMES = {
    "holdem": 250,
    "limit-holdem": 250,
    "short-deck": 250,
    "omaha": 150,
    "omaha-5": 60,
    "omaha-6": 40,
    "omaha8": 120,
    "seven-card-stud": 250,
    "seven-card-stud-traditional": 200,
    "stud-hilo": 200,
    "stud8": 250,
    "razz": 250,
    "five-card-stud": 200,
    "five-card-draw": 250,
    "five-card-draw-blinds": 200,
    "lowball": 250,
    "lowball-27": 200,
    "single-draw": 300,
    "triple-draw": 300,
    "badugi": 300,
}
"""The games that PokerKit has, or has the parts for, and how many hands of each are played."""

MANY = int(os.environ.get("RAILBIRD_ORACLE", "1"))
"""How many times as many hands the slow test plays."""


def check(game: str, tally: Tally, hands: int) -> None:
    print(f"{game}: {tally.agreed} of {hands} alike, {tally.decisions} acts; parted {dict(tally.deviations)}")
    assert tally.agreed + sum(tally.deviations.values()) == hands
    assert tally.agreed > 0.7 * hands, "too many hands part for the rest to say much"


@pytest.mark.no_cover  # other tests run the same lines, and coverage makes this one take three times as long
@pytest.mark.parametrize(("game", "hands"), GAMES.items(), ids=GAMES)
def test_random_hands_end_in_the_same_stacks_as_in_pokerkit(game: str, hands: int) -> None:
    tried = examples(hands)
    check(game, compare_random_hands(game, tried, seed=1), tried)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "hands"), GAMES.items(), ids=GAMES)
def test_many_random_hands_end_in_the_same_stacks_as_in_pokerkit(game: str, hands: int) -> None:
    check(game, compare_random_hands(game, MANY * hands, seed=2), MANY * hands)
