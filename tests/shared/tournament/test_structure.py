"""The terms of a tournament, and the levels past its schedule."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from railbird_shared.protocol.table_limits import MAX_BET
from railbird_shared.tournament.structure import Level, TournamentTerms, level_at, next_bet

LEVELS = (Level(50, seconds=600), Level(100, ante=10, seconds=600, break_minutes=5))
TERMS = TournamentTerms(name="Sunday", chips=2000, levels=LEVELS)


@pytest.mark.parametrize(
    ("bet", "above"), [(2, 4), (4, 6), (8, 10), (10, 20), (15, 20), (25, 30), (80, 100), (100, 150), (9_999, 10_000)]
)
def test_the_next_bet_is_a_round_one(bet: int, above: int) -> None:
    assert next_bet(bet) == above


def test_every_next_bet_is_a_quarter_to_twice_as_much() -> None:
    bets = [10]
    while bets[-1] < MAX_BET:
        bets.append(next_bet(bets[-1]))
    assert all(1.25 <= after / before <= 2 for before, after in pairwise(bets))


def test_the_listed_levels_are_played_in_order() -> None:
    assert [level_at(TERMS, number) for number in (1, 2)] == list(LEVELS)


def test_past_the_schedule_the_stakes_grow_without_further_breaks() -> None:
    assert level_at(TERMS, 4) == Level(200, ante=20, seconds=600)


def test_past_the_schedule_the_last_level_stays_where_the_terms_say_so() -> None:
    assert level_at(replace(TERMS, grow=False), 9) == LEVELS[-1]


def test_the_stakes_grow_no_further_than_a_table_may_play_for() -> None:
    assert level_at(TERMS, 1_000).bet == MAX_BET
