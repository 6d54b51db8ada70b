"""Bots at hold'em play as a sensible guest would."""

from __future__ import annotations

import random

import pytest

from railbird_server.bots.board_policy import starting_hands
from railbird_server.bots.decision import decide
from railbird_server.bots.profiles import LOOSE, TIGHT, Style
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol.actions import Raise
from railbird_shared.protocol.view import LastAct, TableView
from support.bot_builders import (
    count_decisions,
    game_evaluator,
    legal_actions_facing,
    opponent_seat,
    own_equity,
    view_from_seat_one,
)

BOTH = pytest.mark.parametrize("style", [LOOSE, TIGHT])


def view_facing_raise(cards: str, to: int = 6, *, stack: int = 200) -> TableView:
    """Seat 1 on the button faces a raise; the blinds are still to act."""
    blinds = (opponent_seat(2, LastAct.POSTED, bet=1), opponent_seat(3, LastAct.POSTED, bet=2))
    raiser = opponent_seat(4, LastAct.RAISED, bet=to)
    return view_from_seat_one(cards, *blinds, raiser, opponent_seat(5), to_match=to, stack=stack)


def view_unopened(cards: str) -> TableView:
    """Seat 1 is first to speak at a table of six."""
    blinds = (opponent_seat(5, LastAct.POSTED, bet=1), opponent_seat(6, LastAct.POSTED, bet=2))
    return view_from_seat_one(cards, opponent_seat(2), opponent_seat(3), opponent_seat(4), *blinds, to_match=2)


def view_on_flop(cards: str, flop: str, *, bet: int = 0, pot: int = 20) -> TableView:
    last = LastAct.BET if bet else LastAct.CHECKED
    return view_from_seat_one(cards, opponent_seat(2, last, bet=bet), board=flop, street=1, to_match=bet, pot=pot)


# --- before the flop


@BOTH
def test_seven_deuce_is_folded_to_a_raise(style: Style) -> None:
    view = view_facing_raise("7s 2d")
    assert count_decisions(view, legal_actions_facing(view, min_wager=10), style)["Fold"] == 40


@BOTH
def test_aces_raise_and_raise_again(style: Style) -> None:
    first = view_unopened("As Ad")
    assert count_decisions(first, legal_actions_facing(first, min_wager=4), style)["Raise"] == 40
    second = view_facing_raise("As Ad")
    assert count_decisions(second, legal_actions_facing(second, min_wager=10), style)["Raise"] == 40


@BOTH
def test_aces_play_for_everything(style: Style) -> None:
    view = view_facing_raise("As Ad", to=200)
    assert count_decisions(view, legal_actions_facing(view), style) == {"Call": 40}


@BOTH
def test_a_hundred_blinds_are_not_called_with_a_middling_hand(style: Style) -> None:
    view = view_facing_raise("Js Td", to=200)
    assert count_decisions(view, legal_actions_facing(view), style) == {"Fold": 40}


@BOTH
def test_rags_never_go_all_in(style: Style) -> None:
    for view in (view_unopened("8s 3d"), view_facing_raise("8s 3d")):
        acts = [
            decide(view, legal_actions_facing(view, min_wager=10), style, random.Random(seed)) for seed in range(100)
        ]
        assert not any(isinstance(act, Raise) and act.to > 100 for act in acts)


@BOTH
def test_a_big_pair_raises_to_about_three_blinds(style: Style) -> None:
    act = decide(
        view_unopened("Qs Qd"), legal_actions_facing(view_unopened("Qs Qd"), min_wager=4), style, random.Random(1)
    )
    assert isinstance(act, Raise)
    assert 4 <= act.to <= 8


def test_the_loose_play_more_hands_than_the_tight() -> None:
    hands = random.Random(1).sample(starting_hands(game_evaluator("holdem"), 2).hands, 120)
    played = {LOOSE: 0, TIGHT: 0}
    for style in played:
        for first, second in hands:
            view = view_unopened(f"{first} {second}")
            act = decide(view, legal_actions_facing(view, min_wager=4), style, random.Random(2))
            played[style] += isinstance(act, Raise)
    assert 8 <= played[TIGHT] < played[LOOSE] <= 60


# --- on the flop


def test_the_chance_of_winning_follows_the_cards() -> None:
    rng = random.Random(3)
    set_of_kings, flush_draw, nothing = (
        own_equity(view_on_flop(cards, "Kd 8c 3c"), rng) for cards in ("Ks Kh", "Ac 9c", "6s 4d")
    )
    assert set_of_kings > 0.9
    assert nothing < 0.35
    assert nothing < flush_draw < set_of_kings


def test_a_bet_lowers_the_chance_of_a_middling_hand() -> None:
    calm = own_equity(view_on_flop("8s 7s", "Kd 8c 3c"), random.Random(3))
    pressed = own_equity(view_on_flop("8s 7s", "Kd 8c 3c", bet=15), random.Random(3))
    assert pressed < calm


@BOTH
def test_a_set_is_played_for_value(style: Style) -> None:
    checked = view_on_flop("8s 8d", "Kd 8c 3c")
    assert count_decisions(checked, legal_actions_facing(checked, min_wager=2), style)["Bet"] >= 30
    bet = view_on_flop("8s 8d", "Kd 8c 3c", bet=15)
    assert count_decisions(bet, legal_actions_facing(bet, min_wager=30), style)["Fold"] == 0


@BOTH
def test_air_folds_to_a_bet_and_a_good_draw_calls(style: Style) -> None:
    air = view_on_flop("6s 4d", "Kd Tc 2c", bet=15)
    assert count_decisions(air, legal_actions_facing(air, min_wager=30), style)["Fold"] >= 35
    draw = view_on_flop("Ac Qc", "Kd Tc 2c", bet=10)
    assert count_decisions(draw, legal_actions_facing(draw, min_wager=20), style)["Fold"] <= 4


def place(game: str, text: str) -> float:
    hole = parse_cards(text)
    return starting_hands(game_evaluator(game), len(hole)).rank(hole)


def test_starting_hands_are_all_there_the_best_first() -> None:
    hands = starting_hands(game_evaluator("holdem"), 2).hands
    assert len(hands) == len(set(hands)) == 1326
    assert {card.rank.letter for pair in hands[:6] for card in pair} == {"A"}


ORDERS = {
    "holdem": ("As Ad", "Ks Kd", "As Ks", "Qs Js", "As 9d", "Js 4d", "7s 2d"),
    "short-deck": ("As Ad", "As Ks", "Ts 9s", "Js 6d"),
    "pineapple": ("As Ad Ks", "As Ks 4d", "Qs Js 2d", "9s 5d 2c"),
    "omaha": ("As Ad Ks Kd", "Js Ts 9d 8d", "As Kd 7c 2h", "Ks 8d 3c 2c", "9s 9d 9c 2h", "2s 2d 2c 7h"),
    "omaha8": ("As Ad 2s 3d", "As 2d Ks Qc", "Js Ts 9d 8d", "Ks 9d 8c 7h", "9s 9d 9c 7h"),
}


@pytest.mark.parametrize("game", ORDERS)
def test_better_starting_hands_have_earlier_places(game: str) -> None:
    places = [place(game, text) for text in ORDERS[game]]
    assert places == sorted(places)
    assert len(set(places)) == len(places)
    assert places[0] < 0.02
    assert places[-1] > 0.75


def test_suited_cards_come_before_others_and_order_does_not_matter() -> None:
    assert place("holdem", "As Ks") < place("holdem", "As Kd")
    assert place("holdem", "Kd As") == place("holdem", "As Kd") == place("holdem", "Ah Kc")
