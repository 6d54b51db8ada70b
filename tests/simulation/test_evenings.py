"""Evenings of random play under random faults, in which every invariant holds after every step."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from railbird_shared.game.variants import VARIANTS
from simulation.evening import check, play
from simulation.plan import FAULTS, plan_evening

pytestmark = pytest.mark.slow

RUN = Path(__file__).with_name("run.py")
SHORT_EVENINGS = [(0, 12), (1, 12), *(pytest.param(seed, 25, marks=pytest.mark.slow) for seed in range(6))]


@pytest.mark.parametrize(("seed", "hands"), SHORT_EVENINGS)
def test_every_invariant_holds_in_a_short_evening(seed: int, hands: int) -> None:
    check(seed, hands=hands)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 100 + len(VARIANTS)))
def test_every_invariant_holds_in_an_evening_of_each_game(seed: int) -> None:
    result = check(seed, hands=65)
    assert result.views_compared > result.hands
    assert result.secrets_delivered > result.hands


def test_seeds_in_a_row_play_every_game_in_every_weather() -> None:
    plans = [plan_evening(seed, hands=65) for seed in range(100, 100 + len(VARIANTS))]
    assert {plan.games[0] for plan in plans} == set(VARIANTS)
    assert {plan.weather for plan in plans} == set(FAULTS)
    assert {len(plan.games) for plan in plans} == {1, 2, 3}
    rails = [rail for plan in plans for rail in plan.rails]
    assert {(bool(rail.delay_hands), bool(rail.delay_seconds)) for rail in rails} == set(
        product((False, True), repeat=2)
    )


@pytest.mark.slow
def test_a_storm_reaches_what_it_is_to_try() -> None:
    result = check(3, hands=40)
    faults = {"cut", "silence", "slow reader", "dribble", "clock jump", "bad disk", "crash", "restart"}
    assert set(result.faults) == faults
    assert result.repeats_answered
    assert "stale" in result.refusals


def test_the_same_seed_gives_the_same_evening_byte_for_byte() -> None:
    first, second = play(3, hands=8), play(3, hands=8)
    assert first.digest == second.digest
    assert first.story.lines(1000) == second.story.lines(1000)
    assert play(4, hands=8).digest != first.digest


@pytest.mark.slow
def test_the_order_of_sets_does_not_matter() -> None:
    def digest(hash_seed: str) -> str:
        command = [sys.executable, str(RUN), "--seed", "3", "--hands", "8"]
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        printed = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
        return printed.rpartition("; ")[2]

    assert digest("1") == digest("2")
