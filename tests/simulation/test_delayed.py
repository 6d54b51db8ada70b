"""A server that vanishes again and again tells its delayed rails nothing too soon, and no card without consent.

Every frame is searched for what the table had done before the crash, whatever became of the last commit.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest

from railbird_server.runtime import lobby
from railbird_server.runtime.broadcast.rail import DelayedRail, DelayQueue
from railbird_server.runtime.tables.recovery import Recovered, recover
from railbird_server.store.records import StoredTable
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.settings.table_terms import RailTerms
from simulation import disk
from simulation.evening import Result, play
from simulation.plan import FAULTS, Faults, Plan

BY_HANDS, BY_SECONDS = RailTerms(delay_hands=2), RailTerms(delay_seconds=20)


@pytest.fixture(autouse=True)
def crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the process vanish, or the server be restarted, every half minute on average, often in mid-commit."""
    monkeypatch.setitem(FAULTS, "crashes", Faults(crash=30.0))
    monkeypatch.setattr(disk, "COMMIT_SECONDS", (0.3, 1.5))


def play_through_crashes(terms: RailTerms, seed: int = 1, hands: int = 12, game: str = "holdem") -> Result:
    """Plays an evening at one table whose rail is delayed, with three who watch."""
    plan = Plan(
        seed=seed,
        hands=hands,
        weather="crashes",
        games=(game,),
        players=3,
        watchers=3,
        house=HouseRules(),
        small_limits=False,
        rails=(terms,),
    )
    return play(seed, plan=plan)


def finds(sentence: str, terms: RailTerms, game: str = "holdem") -> bool:
    """Plays evenings until one breaks with that sentence; returns whether one did."""
    return any(sentence in play_through_crashes(terms, seed, hands=20, game=game).broken for seed in range(2, 12))


@pytest.mark.parametrize("terms", [BY_HANDS, BY_SECONDS])
@pytest.mark.parametrize("outcome", disk.OUTCOMES)
def test_a_server_that_vanishes_tells_a_delayed_rail_nothing_too_soon(
    monkeypatch: pytest.MonkeyPatch, outcome: str, terms: RailTerms
) -> None:
    monkeypatch.setattr(disk, "OUTCOMES", (outcome,))
    result = play_through_crashes(terms)
    assert not result.broken, result.report()
    assert result.faults["crash"] > 2
    assert result.rail_frames_searched > 100
    assert result.secrets_shown_to_rails, "the rail has seen cards of players who consented"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "terms"),
    list(
        zip(
            VARIANTS,
            cycle([BY_SECONDS, RailTerms(delay_hands=1, delay_seconds=10, speaks=True), BY_HANDS]),
            strict=False,
        )
    ),
)
def test_no_game_tells_a_delayed_rail_a_secret_after_a_crash(game: str, terms: RailTerms) -> None:
    result = play_through_crashes(terms, 50, hands=30, game=game)
    assert not result.broken, result.report()


def test_a_rail_that_sees_the_table_as_it_came_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = DelayedRail.__init__

    def begin_with_the_present(self: DelayedRail, *terms: Any, **others: Any) -> None:
        begin(self, *terms, **(others | {"view": others["begins_with"].view}))

    monkeypatch.setattr(DelayedRail, "__init__", begin_with_the_present)
    assert finds("before its time", BY_HANDS)


def test_a_rail_that_takes_the_running_hand_for_one_that_is_over_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = DelayQueue.__init__

    def begin_after_the_hand(self: DelayQueue, *terms: Any, hand: int, **_: Any) -> None:
        begin(self, *terms, hand=hand)

    monkeypatch.setattr(DelayQueue, "__init__", begin_after_the_hand)
    assert finds("before its time", BY_SECONDS)


def test_a_table_that_comes_back_with_everybody_shown_to_the_rail_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def recover_with_consent(stored: StoredTable, now: Callable[[], int]) -> Recovered:
        recovered = recover(stored, now)
        for seat in recovered.live.table.seats.occupied:
            seat.hand_shown_to_rail = True
        return recovered

    monkeypatch.setattr(lobby, "recover", recover_with_consent)
    assert finds("of hand", RailTerms(delay_hands=1), game="badugi")  # whose cards are dealt after the crash, too
