"""The amount of a bet: what may be bet, and the presets, steps and points of the slider."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_client.table.table_options import BetPreset
from railbird_client.table.turn.bet_entry import BetSizing, Preset, build_bet_sizing
from railbird_shared.protocol.actions import LegalActions, Wager, WagerKind
from support.view_builders import holdem_view

RAISE = BetSizing(Wager(WagerKind.RAISE, 155, 1415), pot_after_call=506, call_total=95, step_size=2, all_in_to=1415)
FIXED = BetSizing(Wager(WagerKind.RAISE, 20, 20), pot_after_call=60, call_total=10, step_size=10, all_in_to=500)
LISTED = BetSizing(
    Wager(WagerKind.BET, 2, 4, totals=(2, 4)), pot_after_call=12, call_total=0, step_size=2, all_in_to=500
)


def test_bet_sizing_is_built_from_the_view() -> None:
    view = holdem_view()
    assert view.you.legal is not None
    assert build_bet_sizing(view.you.legal, view) == RAISE
    assert build_bet_sizing(LegalActions(1, 10, call=10), view) is None


def test_presets_are_totals_on_top_of_a_call() -> None:
    assert RAISE.presets == (
        Preset("Min", 155),
        Preset("½", 348),
        Preset("¾", 474),
        Preset("Pot", 601),
        Preset("All", 1415),
    )
    assert RAISE.verb == "Raise to"


def test_the_last_preset_is_max_when_it_is_not_all_in() -> None:
    pot_limit = BetSizing(Wager(WagerKind.BET, 2, 30), pot_after_call=30, call_total=0, step_size=2, all_in_to=500)
    assert pot_limit.presets[-1] == Preset("Max", 30)


def test_fixed_amounts_have_no_presets_and_listed_amounts_only_their_own() -> None:
    assert FIXED.is_fixed
    assert FIXED.presets == ()
    assert LISTED.presets == (Preset("2", 2), Preset("4", 4))
    assert [LISTED.clamp(to) for to in (0, 2, 3, 4, 9)] == [2, 2, 2, 4, 4]
    assert LISTED.step_amount(2, bets=1) == 4
    assert LISTED.step_amount(4, quarters=1) == 4
    assert LISTED.step_amount(4, bets=-1) == 2


@pytest.mark.parametrize(
    ("bets", "quarters", "to"), [(1, 0, 302), (-1, 0, 298), (0, 1, 426), (0, -1, 174), (0, -9, 155), (999, 0, 1415)]
)
def test_steps_are_big_bets_and_quarters_of_the_pot(bets: int, quarters: int, to: int) -> None:
    assert RAISE.step_amount(300, bets=bets, quarters=quarters) == to


@given(st.integers(-(10**13), 10**13))
def test_amounts_are_clamped_to_the_legal_range(to: int) -> None:
    for sizes in (RAISE, FIXED, LISTED):
        wager = sizes.wager
        clamped = sizes.clamp(to)
        assert wager.minimum <= clamped <= wager.maximum
        assert not wager.totals or clamped in wager.totals


def test_the_slider_reaches_both_ends() -> None:
    assert [RAISE.slider_amount(part, 60) for part in (0, 30, 60)] == [155, 785, 1415]
    assert FIXED.slider_amount(0, 0) == 20


def test_the_digits_set_the_amounts_that_the_player_has_chosen() -> None:
    chosen = (BetPreset.THIRD, BetPreset.TWO_THIRDS, BetPreset.POT, BetPreset.TWO_POTS, BetPreset.MAX)
    sizing = replace(RAISE, chosen_presets=chosen)
    assert [preset.name for preset in sizing.presets] == ["⅓", "⅔", "Pot", "2x", "All"]
    assert [preset.total for preset in sizing.presets] == [263, 432, 601, 1107, 1415]
