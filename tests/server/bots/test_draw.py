"""Bots at five card draw."""

from __future__ import annotations

import random

import pytest

from railbird_server.bots.draw import chance
from railbird_server.bots.policy import decide
from railbird_server.bots.style import LOOSE, TIGHT, Style
from railbird_shared.actions import Draw, LegalActions
from railbird_shared.cards import parse_cards
from railbird_shared.view import LastAct, TableView
from thinking import at_seat_one, facing, habits, rival
from viewing import FIVE_CARD_DRAW

BOTH = pytest.mark.parametrize("style", [LOOSE, TIGHT])


def before(cards: str, *, bet: int = 0) -> TableView:
    """Seat 1 before the draw against three others, the first of whom bets or passes."""
    first = rival(2, LastAct.BET if bet else LastAct.CHECKED, bet=bet, game=FIVE_CARD_DRAW)
    others = (rival(3, game=FIVE_CARD_DRAW), rival(4, game=FIVE_CARD_DRAW))
    return at_seat_one(cards, first, *others, game=FIVE_CARD_DRAW, to_match=bet, pot=4)


def after(cards: str, drew: int, *, bet: int = 0) -> TableView:
    """Seat 1 after the draw against one who drew so many cards."""
    last = LastAct.BET if bet else LastAct.CHECKED
    one = rival(2, last, bet=bet, game=FIVE_CARD_DRAW, drew=drew)
    return at_seat_one(cards, one, game=FIVE_CARD_DRAW, street=1, to_match=bet, pot=10)


def test_a_better_hand_has_a_better_chance() -> None:
    hands = ["8s 8d 8c 4h 2d", "Ks Kd 8c 4h 2d", "9s Td 8c 4h 2d"]
    chances = [chance(before(cards), random.Random(1)) for cards in hands]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.6


def test_one_who_stands_pat_is_taken_for_more_than_one_who_draws_three() -> None:
    hand = "As Ad Kc Kh 2d"
    assert chance(after(hand, 0), random.Random(1)) < 0.4
    assert chance(after(hand, 3), random.Random(1)) > 0.7


@BOTH
def test_nothing_is_folded_to_a_bet(style: Style) -> None:
    view = before("9s Td 7c 4h 2d", bet=2)
    assert habits(view, facing(view, only=(4,)), style)["Fold"] >= 38


@BOTH
def test_trips_open_and_raise(style: Style) -> None:
    opening = before("8s 8d 8c 4h 2d")
    assert habits(opening, facing(opening, only=(2,)), style)["Bet"] >= 30
    facing_bet = before("8s 8d 8c 4h 2d", bet=2)
    assert habits(facing_bet, facing(facing_bet, only=(4,)), style)["Raise"] >= 25


@BOTH
def test_a_missed_draw_gives_up(style: Style) -> None:
    view = after("3h 8h Th Qh 2d", 3, bet=4)
    assert habits(view, facing(view, only=(8,)), style)["Fold"] >= 36


@BOTH
def test_a_full_house_never_folds(style: Style) -> None:
    view = after("8h 8d 8c Qh Qd", 0, bet=4)
    assert habits(view, facing(view, only=(8,)), style)["Raise"] == 40


@BOTH
def test_a_straight_stands_pat_and_a_pair_is_kept(style: Style) -> None:
    drawing = LegalActions(1, 200, draw=5)
    straight, pair = after("5h 6d 7h 8h 9h", 3), after("5h 5d 7c Jh 9s", 3)
    for seed in range(20):
        assert decide(straight, drawing, style, random.Random(seed)) == Draw(())
        act = decide(pair, drawing, style, random.Random(seed))
        assert isinstance(act, Draw)
        assert set(act.discards) == set(parse_cards("7c Jh 9s"))
