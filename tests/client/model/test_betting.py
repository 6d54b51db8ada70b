"""Amounts to bet: presets, steps, and never more or less than is legal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_client.model.betting import Preset, Sizing, sizing
from railbird_shared.actions import LegalActions, Wager, WagerKind
from tables import holdem

RAISE = Sizing(Wager(WagerKind.RAISE, 155, 1415), pot=506, called=95, big=2, all_in_to=1415)
FIXED = Sizing(Wager(WagerKind.RAISE, 20, 20), pot=60, called=10, big=10, all_in_to=500)
EITHER = Sizing(Wager(WagerKind.BET, 2, 4, only=(2, 4)), pot=12, called=0, big=2, all_in_to=500)


def test_what_may_be_bet_is_read_from_the_view() -> None:
    view = holdem()
    assert view.you is not None
    assert view.you.legal is not None
    assert sizing(view.you.legal, view) == RAISE
    assert sizing(LegalActions(1, 10, call=10), view) is None


def test_presets_are_totals_on_top_of_a_call() -> None:
    assert RAISE.presets == (
        Preset("Min", 155),
        Preset("½", 348),
        Preset("¾", 474),
        Preset("Pot", 601),
        Preset("All", 1415),
    )
    assert RAISE.verb == "Raise to"


def test_the_last_preset_says_when_it_is_not_all() -> None:
    pot_limit = Sizing(Wager(WagerKind.BET, 2, 30), pot=30, called=0, big=2, all_in_to=500)
    assert pot_limit.presets[-1] == Preset("Max", 30)


def test_fixed_amounts_offer_no_choice_and_listed_ones_only_themselves() -> None:
    assert FIXED.fixed
    assert FIXED.presets == ()
    assert EITHER.presets == (Preset("2", 2), Preset("4", 4))
    assert [EITHER.clamp(to) for to in (0, 2, 3, 4, 9)] == [2, 2, 2, 4, 4]
    assert EITHER.stepped(2, bets=1) == 4
    assert EITHER.stepped(4, quarters=1) == 4
    assert EITHER.stepped(4, bets=-1) == 2


@pytest.mark.parametrize(
    ("bets", "quarters", "to"), [(1, 0, 302), (-1, 0, 298), (0, 1, 426), (0, -1, 174), (0, -9, 155), (999, 0, 1415)]
)
def test_steps_are_big_bets_and_quarters_of_the_pot(bets: int, quarters: int, to: int) -> None:
    assert RAISE.stepped(300, bets=bets, quarters=quarters) == to


@given(st.integers(-(10**13), 10**13))
def test_no_amount_leaves_what_is_legal(to: int) -> None:
    for sizes in (RAISE, FIXED, EITHER):
        wager = sizes.wager
        clamped = sizes.clamp(to)
        assert wager.minimum <= clamped <= wager.maximum
        assert not wager.only or clamped in wager.only


def test_the_slider_reaches_both_ends() -> None:
    assert [RAISE.at(part, 60) for part in (0, 30, 60)] == [155, 785, 1415]
    assert FIXED.at(0, 0) == 20
