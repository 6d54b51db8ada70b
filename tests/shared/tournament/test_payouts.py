"""What the places of a tournament are paid."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird_shared.tournament.payouts import USUAL_SHARES, prizes, usual_shares
from support.examples import examples


@settings(max_examples=examples(300))
@given(st.integers(0, 10**9), st.integers(2, 100), st.lists(st.integers(1, 10_000), max_size=30))
def test_the_prizes_add_up_to_the_pool_and_never_rise(pool: int, players: int, shares: list[int]) -> None:
    amounts = prizes(pool, players, sorted(shares, reverse=True))
    assert sum(amounts) == pool
    assert list(amounts) == sorted(amounts, reverse=True)
    assert len(amounts) <= players


@pytest.mark.parametrize("players", range(2, 101))
def test_the_usual_shares_are_a_whole_pool_for_every_number_of_players(players: int) -> None:
    shares = usual_shares(players)
    assert sum(shares) == 1000
    assert list(shares) == sorted(shares, reverse=True)
    assert len(shares) <= max(1, players // 2)


def test_more_players_are_paid_more_places() -> None:
    assert [len(shares) for _, shares in USUAL_SHARES] == [1, 2, 3, 4, 5, 6, 7, 9, 10]


def test_what_rounding_leaves_goes_to_the_first_place() -> None:
    assert prizes(101, 10) == (51, 30, 20)
    assert prizes(9, 10) == (6, 2, 1)


def test_a_place_whose_share_is_less_than_a_unit_is_not_paid() -> None:
    assert prizes(3, 10) == (3,)
    assert prizes(0, 10) == ()


def test_with_fewer_players_than_shares_the_last_shares_are_left_out() -> None:
    assert prizes(100, 2, (5, 3, 2)) == (63, 37)
