"""Random inputs of players, connections and clocks; `TableHarness` checks every step."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.examples import examples
from support.random_evenings import GAMES, evening_of, play_or_disturb

STEPS = 100


@pytest.mark.parametrize(("game", "ante"), GAMES)
@settings(max_examples=examples(40))
@given(seed=st.integers(0, 2**32))
def test_invariants_hold_after_random_inputs(game: str, ante: int, seed: int) -> None:
    dice = random.Random(seed)
    harness = evening_of(dice, game, ante)
    for _ in range(STEPS):
        play_or_disturb(harness, dice)
        assert not harness.outcome.fault
