"""The estimated end of a tournament, before it starts and while it runs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from railbird_shared.tournament.estimate import final_level, seconds_to_end, total_seconds
from railbird_shared.tournament.structure import Level, TournamentTerms

LEVELS = (
    Level(20, seconds=600),
    Level(40, seconds=600, break_minutes=5),
    Level(80, hands=8),
    Level(160, seconds=60),
)
TERMS = TournamentTerms(name="Sunday", chips=1000, levels=LEVELS)


def test_the_last_level_is_that_in_which_all_chips_are_25_bets() -> None:
    assert [final_level(TERMS, chips) for chips in (500, 501, 2000, 4000)] == [1, 2, 3, 4]


def test_levels_and_the_breaks_between_them_are_added_up() -> None:
    assert total_seconds(TERMS, 2000) == 600 + 600 + 300 + 8 * 75


def test_a_break_counts_what_is_left_of_it() -> None:
    assert seconds_to_end(TERMS, 2000, 2, 120, on_break=True) == 120 + 600


def test_a_tournament_that_should_have_ended_goes_on_for_half_a_level() -> None:
    assert seconds_to_end(TERMS, 500, 2, 100) == 300


@given(st.integers(1, 8), st.integers(0, 600), st.sampled_from((500, 2000, 9000, 50_000)))
def test_the_end_comes_nearer_as_time_passes(level: int, left: int, chips: int) -> None:
    assert seconds_to_end(TERMS, chips, level, left) <= seconds_to_end(TERMS, chips, level, left + 1)


def test_rebuys_make_it_longer() -> None:
    assert total_seconds(TERMS, 4000) > total_seconds(TERMS, 2000)


def test_stakes_that_never_grow_are_estimated_all_the_same() -> None:
    level = Level(20, seconds=60)
    assert total_seconds(TournamentTerms(name="", chips=1000, levels=(level,), grow=False), 100_000) > 0
