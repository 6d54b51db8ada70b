"""Proposed schedules end when their hosts wish, and are such as people play."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_shared.house.house_rules import HouseRules
from railbird_shared.tournament.checks import check_terms
from railbird_shared.tournament.proposal import (
    LEVEL_MINUTES,
    Wish,
    final_level,
    propose_levels,
    seconds_to_end,
    total_seconds,
)
from railbird_shared.tournament.structure import Level, TournamentTerms

WISHES = st.builds(
    Wish,
    players=st.integers(2, 100),
    chips=st.sampled_from((20, 59, 60, 200, 500, 1000, 1500, 3000, 5000, 10_000, 50_000)),
    minutes=st.integers(30, 600),
    antes=st.booleans(),
    more_chips=st.sampled_from((0, 5000, 100_000)),
    first_bet=st.just(0),
    stride=st.integers(0, 2),
)


def terms(wish: Wish, levels: tuple[Level, ...]) -> TournamentTerms:
    return TournamentTerms(name="Sunday", chips=wish.chips, levels=levels)


@given(WISHES)
def test_a_proposed_tournament_can_be_played(wish: Wish) -> None:
    check_terms(terms(wish, propose_levels(wish)), HouseRules())


@given(WISHES)
def test_the_stakes_rise_with_every_level_by_at_most_three_times(wish: Wish) -> None:
    levels = propose_levels(wish)
    assert all(1 < after.bet / before.bet <= 3 for before, after in pairwise(levels))
    assert {level.seconds for level in levels} <= {60 * minutes for minutes in LEVEL_MINUTES}


@pytest.mark.parametrize("minutes", [30, 60, 90, 120, 180, 240, 360])
@pytest.mark.parametrize("chips", [1500, 3000, 10_000])
@pytest.mark.parametrize("players", [2, 6, 9, 24, 60, 100])
def test_the_estimated_end_is_within_an_eighth_of_the_time_wished_for(players: int, chips: int, minutes: int) -> None:
    wish = Wish(players, chips, minutes)
    seconds = total_seconds(terms(wish, propose_levels(wish)), wish.in_play)
    assert abs(seconds / 60 - minutes) <= minutes / 8


def test_three_hours_of_nine_players_are_what_a_home_game_plays() -> None:
    levels = propose_levels(Wish(9, 3000, 180))
    assert [level.bet for level in levels[:8]] == [20, 30, 40, 60, 80, 100, 150, 200]
    assert levels[0].seconds == 12 * 60
    assert [number for number, level in enumerate(levels, 1) if level.break_minutes][:2] == [5, 10]
    assert [level.big_blind_ante for level in levels[:5]] == [0, 0, 0, 60, 80]


def test_nobody_pays_antes_where_the_host_wants_none() -> None:
    assert not any(level.big_blind_ante for level in propose_levels(Wish(9, 3000, 180, antes=False)))


def test_a_short_tournament_has_no_break() -> None:
    assert not any(level.break_minutes for level in propose_levels(Wish(9, 3000, 60)))


@pytest.mark.parametrize("first_bet", [2, 25, 50, 200])
@pytest.mark.parametrize("stride", [0, 1, 2])
def test_a_host_says_with_which_bet_the_levels_begin_and_how_fast_they_rise(first_bet: int, stride: int) -> None:
    wish = Wish(9, 3000, 180, first_bet=first_bet, stride=stride)
    levels = propose_levels(wish)
    check_terms(terms(wish, levels), HouseRules())
    assert levels[0].bet == first_bet
    assert stride != 1 or levels[2].bet <= 3 * first_bet
    assert stride != 2 or all(after.bet >= 1.6 * before.bet for before, after in pairwise(levels))


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
