"""Bots at five card draw."""

from __future__ import annotations

import random

import pytest

from railbird_server.bots.policy import decide
from railbird_server.bots.profiles import LOOSE, TIGHT, Style
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol.actions import Draw, LegalActions
from railbird_shared.protocol.view import LastAct, TableView
from support.bot_builders import count_decisions, legal_actions_facing, opponent_seat, own_equity, view_from_seat_one
from support.view_builders import FIVE_CARD_DRAW

BOTH = pytest.mark.parametrize("style", [LOOSE, TIGHT])


def view_before_draw(cards: str, *, bet: int = 0) -> TableView:
    """Seat 1 before the draw against three others, the first of whom bets or passes."""
    first = opponent_seat(2, LastAct.BET if bet else LastAct.CHECKED, bet=bet, game=FIVE_CARD_DRAW)
    others = (opponent_seat(3, game=FIVE_CARD_DRAW), opponent_seat(4, game=FIVE_CARD_DRAW))
    return view_from_seat_one(cards, first, *others, game=FIVE_CARD_DRAW, to_match=bet, pot=4)


def view_after_draw(cards: str, drew: int, *, bet: int = 0) -> TableView:
    """Seat 1 after the draw against one who drew so many cards."""
    last = LastAct.BET if bet else LastAct.CHECKED
    one = opponent_seat(2, last, bet=bet, game=FIVE_CARD_DRAW, drew=drew)
    return view_from_seat_one(cards, one, game=FIVE_CARD_DRAW, street=1, to_match=bet, pot=10)


def test_a_better_hand_has_a_better_chance() -> None:
    hands = ["8s 8d 8c 4h 2d", "Ks Kd 8c 4h 2d", "9s Td 8c 4h 2d"]
    chances = [own_equity(view_before_draw(cards), random.Random(1)) for cards in hands]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.6


def test_standing_pat_shows_a_better_hand_than_drawing_three() -> None:
    hand = "As Ad Kc Kh 2d"
    assert own_equity(view_after_draw(hand, 0), random.Random(1)) < 0.4
    assert own_equity(view_after_draw(hand, 3), random.Random(1)) > 0.7


@BOTH
def test_nothing_is_folded_to_a_bet(style: Style) -> None:
    view = view_before_draw("9s Td 7c 4h 2d", bet=2)
    assert count_decisions(view, legal_actions_facing(view, totals=(4,)), style)["Fold"] >= 38


@BOTH
def test_trips_open_and_raise(style: Style) -> None:
    opening = view_before_draw("8s 8d 8c 4h 2d")
    assert count_decisions(opening, legal_actions_facing(opening, totals=(2,)), style)["Bet"] >= 30
    facing_bet = view_before_draw("8s 8d 8c 4h 2d", bet=2)
    assert count_decisions(facing_bet, legal_actions_facing(facing_bet, totals=(4,)), style)["Raise"] >= 25


@BOTH
def test_a_missed_draw_gives_up(style: Style) -> None:
    view = view_after_draw("3h 8h Th Qh 2d", 3, bet=4)
    assert count_decisions(view, legal_actions_facing(view, totals=(8,)), style)["Fold"] >= 36


@BOTH
def test_a_full_house_never_folds(style: Style) -> None:
    view = view_after_draw("8h 8d 8c Qh Qd", 0, bet=4)
    assert count_decisions(view, legal_actions_facing(view, totals=(8,)), style)["Raise"] == 40


@BOTH
def test_a_straight_stands_pat_and_a_pair_is_kept(style: Style) -> None:
    drawing = LegalActions(1, 200, max_discards=5)
    straight, pair = view_after_draw("5h 6d 7h 8h 9h", 3), view_after_draw("5h 5d 7c Jh 9s", 3)
    for seed in range(20):
        assert decide(straight, drawing, style, random.Random(seed)) == Draw(())
        act = decide(pair, drawing, style, random.Random(seed))
        assert isinstance(act, Draw)
        assert set(act.discards) == set(parse_cards("7c Jh 9s"))
