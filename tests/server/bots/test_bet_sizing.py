"""From a chance of winning to an act."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from railbird_server.bots.bet_sizing import act_on_equity, check_or_call, check_or_fold, pot_odds, wager_to
from railbird_server.bots.profiles import LOOSE, TIGHT, Style
from railbird_shared.protocol.actions import Bet, BringIn, Call, Check, Fold, LegalActions, Raise, Wager, WagerKind
from railbird_shared.protocol.view import LastAct, TableView
from support.bot_builders import legal_actions_facing, opponent_seat, view_from_seat_one

RIVER = "Kd 8c 3s 2h Jc"


def view_on_river(*, bet: int = 0, pot: int = 40) -> TableView:
    last = LastAct.BET if bet else LastAct.CHECKED
    return view_from_seat_one("As Qs", opponent_seat(2, last, bet=bet), board=RIVER, street=3, to_match=bet, pot=pot)


def count_acts(view: TableView, legal: LegalActions, chance: float, style: Style) -> Counter[str]:
    return Counter(type(act_on_equity(view, legal, chance, style, random.Random(seed))).__name__ for seed in range(200))


def test_check_or_fold_checks_if_it_can() -> None:
    assert check_or_fold(LegalActions(1, 10, fold=True, check=True)) == Check()
    assert check_or_fold(LegalActions(1, 10, fold=True, call=2)) == Fold()
    assert check_or_fold(LegalActions(1, 10, bring_in=1)) == BringIn()
    assert check_or_fold(LegalActions(1, 10, fold=True, call=0)) == Call()


def test_staying_never_raises() -> None:
    raise_to = Wager(WagerKind.RAISE, 4, 10)
    assert check_or_call(LegalActions(1, 10, fold=True, call=2, wager=raise_to)) == Call()
    assert check_or_call(LegalActions(1, 10, fold=True, check=True, wager=raise_to)) == Check()
    assert check_or_call(LegalActions(1, 10, bring_in=1, wager=raise_to)) == BringIn()


@pytest.mark.parametrize(("wanted", "to"), [(1, 4), (4, 4), (6.4, 6), (99, 10)])
def test_a_wager_is_kept_within_what_is_legal(wanted: float, to: int) -> None:
    assert wager_to(LegalActions(1, 10, wager=Wager(WagerKind.RAISE, 4, 10)), wanted) == Raise(to)


def test_where_bets_are_fixed_the_nearest_is_taken() -> None:
    legal = LegalActions(1, 100, check=True, wager=Wager(WagerKind.BET, 4, 8, (4, 8)))
    assert (wager_to(legal, 1), wager_to(legal, 30)) == (Bet(4), Bet(8))


def test_where_no_wager_is_open_the_hand_is_kept() -> None:
    assert wager_to(LegalActions(1, 10, fold=True, call=3), 50) == Call()


def test_the_price_is_the_share_of_the_pot_that_a_call_costs() -> None:
    view = view_on_river(bet=20)
    assert pot_odds(view, legal_actions_facing(view)) == pytest.approx(20 / 80)
    assert pot_odds(view_on_river(), legal_actions_facing(view_on_river())) == 0


@pytest.mark.parametrize("style", [LOOSE, TIGHT])
def test_a_bet_is_folded_called_or_raised_by_the_chance_of_winning(style: Style) -> None:
    view = view_on_river(bet=20)
    legal = legal_actions_facing(view, min_wager=40)
    assert count_acts(view, legal, 0.05, style)["Fold"] > 180
    assert count_acts(view, legal, 0.45, style) == {"Call": 200}
    assert count_acts(view, legal, 0.97, style) == {"Raise": 200}


@pytest.mark.parametrize("style", [LOOSE, TIGHT])
def test_good_hands_bet_and_bad_ones_check_and_bluff_now_and_then(style: Style) -> None:
    legal = legal_actions_facing(view_on_river(), min_wager=2)
    assert count_acts(view_on_river(), legal, 0.9, style)["Bet"] > 160
    bluffs = count_acts(view_on_river(), legal, 0.1, style)["Bet"]
    assert 5 < bluffs < 70


def test_bets_are_from_half_the_pot_to_the_pot() -> None:
    sizes = set()
    for seed in range(100):
        act = act_on_equity(
            view_on_river(), legal_actions_facing(view_on_river(), min_wager=2), 0.9, LOOSE, random.Random(seed)
        )
        if isinstance(act, Bet):
            sizes.add(act.to)
    assert min(sizes) >= 20
    assert max(sizes) <= 40


def test_the_last_chip_goes_in_with_a_strong_hand_only() -> None:
    view = view_on_river(bet=80, pot=80)
    legal = legal_actions_facing(view, min_wager=160)
    assert count_acts(view, legal, 0.95, LOOSE) == {"Raise": 200}
    assert act_on_equity(view, legal, 0.95, LOOSE, random.Random(1)) == Raise(200)
    assert count_acts(view, legal, 0.6, LOOSE)["Raise"] == 0
    assert count_acts(view, legal, 0.02, LOOSE)["Raise"] == 0, "a bluff never hangs on the whole stack"


def test_the_tight_bluff_less_and_call_less() -> None:
    legal = legal_actions_facing(view_on_river(), min_wager=2)
    assert count_acts(view_on_river(), legal, 0.1, TIGHT)["Bet"] < count_acts(view_on_river(), legal, 0.1, LOOSE)["Bet"]
    view = view_on_river(bet=20)
    assert count_acts(view, legal_actions_facing(view), 0.24, LOOSE) == {"Call": 200}
    assert count_acts(view, legal_actions_facing(view), 0.24, TIGHT) == {"Fold": 200}


def test_a_raise_that_meets_raises_needs_more() -> None:
    chance = 0.8
    once, often = view_on_river(bet=20), view_on_river(bet=200)
    assert count_acts(once, legal_actions_facing(once, totals=(40,)), chance, LOOSE)["Raise"] == 200
    assert count_acts(often, legal_actions_facing(often, totals=(400,), stack=1000), chance, LOOSE)["Raise"] == 0
