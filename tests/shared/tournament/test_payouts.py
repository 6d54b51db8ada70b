"""What the places of a tournament are paid."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird_shared.tournament.payouts import (
    USUAL_SHARES,
    deal_shares,
    icm_worth,
    prizes,
    rounded,
    usual_shares,
)
from railbird_shared.tournament.view import DealMethod
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


STACKS = st.lists(st.integers(1, 10_000), min_size=2, max_size=6)
PRIZES = st.lists(st.integers(0, 10_000), min_size=6, max_size=6)


def by_name(stacks: list[int]) -> dict[str, int]:
    return {f"player {number}": chips for number, chips in enumerate(stacks)}


@settings(max_examples=examples(200))
@given(STACKS, PRIZES)
def test_every_deal_adds_up_to_the_prizes(stacks: list[int], prizes: list[int]) -> None:
    named, prizes = by_name(stacks), sorted(prizes, reverse=True)[: len(stacks)]
    assert sum(deal_shares(DealMethod.ICM, named, prizes).values()) == sum(prizes)
    assert sum(deal_shares(DealMethod.CHIPS, named, prizes).values()) == sum(prizes)
    assert sum(deal_shares(DealMethod.EQUAL, named, prizes).values()) == sum(prizes)


@settings(max_examples=examples(100))
@given(st.lists(st.integers(1, 10_000), min_size=2, max_size=5), PRIZES)
def test_the_worth_of_stacks_is_that_of_all_orders_of_finish(stacks: list[int], prizes: list[int]) -> None:
    named, prizes = by_name(stacks), prizes[: len(stacks)]
    expected = dict.fromkeys(named, Fraction(0))
    for order in permutations(named):
        chance, chips = Fraction(1), sum(stacks)
        for player in order:
            chance *= Fraction(named[player], chips)
            chips -= named[player]
        for player, prize in zip(order, prizes, strict=True):
            expected[player] += chance * prize
    assert icm_worth(named, prizes) == expected


def test_a_published_example_of_the_independent_chip_model() -> None:
    """Stacks of 50, 30 and 20 percent play for 50, 30 and 20 percent: 38.39, 32.75 and 28.86 of the pool."""
    worth = icm_worth({"A": 5000, "B": 3000, "C": 2000}, (5000, 3000, 2000))
    assert [round(float(each)) for each in worth.values()] == [3839, 3275, 2886]


def test_by_chips_everybody_gets_the_lowest_prize_and_the_rest_by_chips() -> None:
    assert deal_shares(DealMethod.CHIPS, {"A": 700, "B": 300}, (100, 60)) == {"A": 88, "B": 72}


def test_by_chips_nobody_gets_more_than_the_first_prize() -> None:
    assert deal_shares(DealMethod.CHIPS, {"A": 9500, "B": 300, "C": 200}, (50, 30, 20)) == {"A": 50, "B": 26, "C": 24}


def test_by_chips_the_lowest_prize_is_that_of_a_place_whatever_stays_for_the_winner() -> None:
    stacks, prizes = {"A": 700, "B": 200, "C": 100}, (50, 30, 20)
    assert deal_shares(DealMethod.CHIPS, stacks, prizes, play_for=35) == {"A": 24, "B": 21, "C": 20}
    assert deal_shares(DealMethod.CHIPS, stacks, prizes, play_for=46) == {"A": 18, "B": 18, "C": 18}


@settings(max_examples=examples(200))
@given(st.lists(st.integers(0, 10_000), min_size=2, max_size=6).filter(any), PRIZES, st.integers(0, 10_000))
def test_by_chips_every_share_is_between_the_lowest_and_the_highest_prize(
    stacks: list[int], prizes: list[int], kept: int
) -> None:
    named, prizes = by_name(stacks), sorted(prizes, reverse=True)[: len(stacks)]
    play_for = min(kept, prizes[0])
    shares = deal_shares(DealMethod.CHIPS, named, prizes, play_for)
    shared = sum(prizes) - play_for
    assert sum(shares.values()) == shared
    assert max(shares.values()) <= max(prizes[0] - play_for, *prizes[1:])
    assert min(shares.values()) >= min(prizes[-1], shared // len(stacks))
    by_stack = sorted((named[player], share) for player, share in shares.items())
    assert all(share <= larger for (_, share), (_, larger) in pairwise(by_stack))


def test_odd_units_go_to_the_largest_remainder_and_then_to_the_larger_stack() -> None:
    assert deal_shares(DealMethod.EQUAL, {"A": 100, "B": 300, "C": 200}, (101, 0, 0)) == {"A": 33, "B": 34, "C": 34}


def test_each_method_but_named_amounts_reckons_the_shares() -> None:
    stacks, prizes = {1: 700, 2: 300}, (100, 60)
    assert deal_shares(DealMethod.ICM, stacks, prizes) == rounded(icm_worth(stacks, prizes), stacks, sum(prizes))
    assert deal_shares(DealMethod.CHIPS, stacks, prizes) == {1: 88, 2: 72}
    assert deal_shares(DealMethod.EQUAL, stacks, prizes) == {1: 80, 2: 80}
    with pytest.raises(ValueError, match="name the amounts"):
        deal_shares(DealMethod.AMOUNTS, stacks, prizes)
