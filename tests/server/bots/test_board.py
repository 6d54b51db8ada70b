"""Bots at hold'em play as a sensible guest would."""

from __future__ import annotations

import random

import pytest

from railbird_server.bots.board import chance
from railbird_server.bots.policy import decide
from railbird_server.bots.starting import starts_of
from railbird_server.bots.style import LOOSE, TIGHT, Style
from railbird_server.bots.worth import worth_of
from railbird_shared.actions import Raise
from railbird_shared.view import LastAct, TableView
from thinking import at_seat_one, facing, habits, rival
from viewing import HOLDEM

BOTH = pytest.mark.parametrize("style", [LOOSE, TIGHT])


def raised(cards: str, to: int = 6, *, stack: int = 200) -> TableView:
    """Seat 1 on the button faces a raise; the blinds are still to act."""
    blinds = (rival(2, LastAct.POSTED, bet=1), rival(3, LastAct.POSTED, bet=2))
    raiser = rival(4, LastAct.RAISED, bet=to)
    return at_seat_one(cards, *blinds, raiser, rival(5), to_match=to, stack=stack)


def unopened(cards: str) -> TableView:
    """Seat 1 is first to speak at a table of six."""
    blinds = (rival(5, LastAct.POSTED, bet=1), rival(6, LastAct.POSTED, bet=2))
    return at_seat_one(cards, rival(2), rival(3), rival(4), *blinds, to_match=2)


def on_flop(cards: str, flop: str, *, bet: int = 0, pot: int = 20) -> TableView:
    last = LastAct.BET if bet else LastAct.CHECKED
    return at_seat_one(cards, rival(2, last, bet=bet), board=flop, street=1, to_match=bet, pot=pot)


# --- before the flop


@BOTH
def test_seven_deuce_is_folded_to_a_raise(style: Style) -> None:
    view = raised("7s 2d")
    assert habits(view, facing(view, least=10), style)["Fold"] == 40


@BOTH
def test_aces_raise_and_raise_again(style: Style) -> None:
    first = unopened("As Ad")
    assert habits(first, facing(first, least=4), style)["Raise"] == 40
    second = raised("As Ad")
    assert habits(second, facing(second, least=10), style)["Raise"] == 40


@BOTH
def test_aces_play_for_everything(style: Style) -> None:
    view = raised("As Ad", to=200)
    assert habits(view, facing(view), style) == {"Call": 40}


@BOTH
def test_a_hundred_blinds_are_not_called_with_a_middling_hand(style: Style) -> None:
    view = raised("Js Td", to=200)
    assert habits(view, facing(view), style) == {"Fold": 40}


@BOTH
def test_rags_never_go_all_in(style: Style) -> None:
    for view in (unopened("8s 3d"), raised("8s 3d")):
        acts = [decide(view, facing(view, least=10), style, random.Random(seed)) for seed in range(100)]
        assert not any(isinstance(act, Raise) and act.to > 100 for act in acts)


@BOTH
def test_a_big_pair_raises_to_about_three_blinds(style: Style) -> None:
    act = decide(unopened("Qs Qd"), facing(unopened("Qs Qd"), least=4), style, random.Random(1))
    assert isinstance(act, Raise)
    assert 4 <= act.to <= 8


def test_the_loose_play_more_hands_than_the_tight() -> None:
    hands = random.Random(1).sample(starts_of(worth_of(HOLDEM), 2).hands, 120)
    played = {LOOSE: 0, TIGHT: 0}
    for style in played:
        for first, second in hands:
            view = unopened(f"{first} {second}")
            act = decide(view, facing(view, least=4), style, random.Random(2))
            played[style] += isinstance(act, Raise)
    assert 8 <= played[TIGHT] < played[LOOSE] <= 60


# --- on the flop


def test_the_chance_of_winning_follows_the_cards() -> None:
    rng = random.Random(3)
    set_of_kings, flush_draw, nothing = (
        chance(on_flop(cards, "Kd 8c 3c"), rng) for cards in ("Ks Kh", "Ac 9c", "6s 4d")
    )
    assert set_of_kings > 0.9
    assert nothing < 0.35
    assert nothing < flush_draw < set_of_kings


def test_a_bet_lowers_the_chance_of_a_middling_hand() -> None:
    calm = chance(on_flop("8s 7s", "Kd 8c 3c"), random.Random(3))
    pressed = chance(on_flop("8s 7s", "Kd 8c 3c", bet=15), random.Random(3))
    assert pressed < calm


@BOTH
def test_a_set_is_played_for_value(style: Style) -> None:
    checked = on_flop("8s 8d", "Kd 8c 3c")
    assert habits(checked, facing(checked, least=2), style)["Bet"] >= 30
    bet = on_flop("8s 8d", "Kd 8c 3c", bet=15)
    assert habits(bet, facing(bet, least=30), style)["Fold"] == 0


@BOTH
def test_air_folds_to_a_bet_and_a_good_draw_calls(style: Style) -> None:
    air = on_flop("6s 4d", "Kd Tc 2c", bet=15)
    assert habits(air, facing(air, least=30), style)["Fold"] >= 35
    draw = on_flop("Ac Qc", "Kd Tc 2c", bet=10)
    assert habits(draw, facing(draw, least=20), style)["Fold"] <= 4
