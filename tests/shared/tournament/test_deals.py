"""How the players left may share what is left of the prizes."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird_shared.tournament.deals import chip_deal, deal_shares, equal_deal, icm_deal, icm_worth
from railbird_shared.tournament.view import DealMethod
from support.examples import examples

STACKS = st.lists(st.integers(1, 10_000), min_size=2, max_size=6)
PRIZES = st.lists(st.integers(0, 10_000), min_size=6, max_size=6)


def by_name(stacks: list[int]) -> dict[str, int]:
    return {f"player {number}": chips for number, chips in enumerate(stacks)}


@settings(max_examples=examples(200))
@given(STACKS, PRIZES)
def test_every_deal_adds_up_to_the_prizes(stacks: list[int], prizes: list[int]) -> None:
    named, prizes = by_name(stacks), sorted(prizes, reverse=True)[: len(stacks)]
    assert sum(icm_deal(named, prizes).values()) == sum(prizes)
    assert sum(chip_deal(named, prizes).values()) == sum(prizes)
    assert sum(equal_deal(named, sum(prizes)).values()) == sum(prizes)


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
    assert chip_deal({"A": 700, "B": 300}, (100, 60)) == {"A": 88, "B": 72}


def test_odd_units_go_to_the_largest_remainder_and_then_to_the_larger_stack() -> None:
    assert equal_deal({"A": 100, "B": 300, "C": 200}, 101) == {"A": 33, "B": 34, "C": 34}


def test_each_method_but_named_amounts_reckons_the_shares() -> None:
    stacks, prizes = {1: 700, 2: 300}, (100, 60)
    assert deal_shares(DealMethod.ICM, stacks, prizes) == icm_deal(stacks, prizes)
    assert deal_shares(DealMethod.CHIPS, stacks, prizes) == {1: 88, 2: 72}
    assert deal_shares(DealMethod.EQUAL, stacks, prizes) == {1: 80, 2: 80}
    with pytest.raises(ValueError, match="name the amounts"):
        deal_shares(DealMethod.AMOUNTS, stacks, prizes)
