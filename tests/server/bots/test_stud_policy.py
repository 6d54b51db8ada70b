"""Bots at seven card stud look at their cards and at everybody's board."""

from __future__ import annotations

import random

import pytest

from railbird_server.bots.profiles import LOOSE, TIGHT, Style
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol.actions import LegalActions, Wager, WagerKind
from railbird_shared.protocol.view import LastAct, TableView
from support.bot_builders import count_decisions, legal_actions_facing, opponent_seat, own_equity, view_from_seat_one
from support.view_builders import SEVEN_CARD_STUD

BOTH = pytest.mark.parametrize("style", [LOOSE, TIGHT])


def view_on_third_street(cards: str, *doors: str, completed: bool = False) -> TableView:
    """Seat 1 on third street against those door cards; the first may have completed."""
    others = [
        opponent_seat(
            number,
            LastAct.COMPLETED if completed and number == 2 else LastAct.NONE,
            bet=2 if completed and number == 2 else 0,
            game=SEVEN_CARD_STUD,
            up=door,
        )
        for number, door in enumerate(doors, start=2)
    ]
    return view_from_seat_one(
        cards, *others, game=SEVEN_CARD_STUD, to_match=2 if completed else 1, pot=len(doors) + 1, up=cards[-2:]
    )


def view_on_sixth_street(cards: str, board: str, *, bet: int = 0) -> TableView:
    """Seat 1 on sixth street against one board."""
    last = LastAct.BET if bet else LastAct.CHECKED
    one = opponent_seat(2, last, bet=bet, game=SEVEN_CARD_STUD, up=board)
    return view_from_seat_one(
        cards, one, game=SEVEN_CARD_STUD, street=3, to_match=bet, pot=30, up=" ".join(cards.split()[2:])
    )


def test_the_chance_of_winning_follows_the_start() -> None:
    starts = ["9s 9d 9c", "Ks Kd 4c", "9s 4d 2c"]
    doors = ("Jh", "6d", "3s")
    chances = [own_equity(view_on_third_street(cards, *doors), random.Random(1)) for cards in starts]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.7


def test_the_boards_of_the_others_count() -> None:
    cards = "Js Jd 8c 5h 2s 9d"
    assert own_equity(view_on_sixth_street(cards, "As Ad 8h Kc"), random.Random(1)) < 0.3
    assert own_equity(view_on_sixth_street(cards, "6s 4d 9h Kc"), random.Random(1)) > 0.3


def test_cards_that_are_gone_count() -> None:
    flush = "Kh 9h 4h"
    alive = own_equity(view_on_third_street(flush, "Jc", "6d", "3s"), random.Random(1))
    dead = own_equity(view_on_third_street(flush, "Jh", "6h", "3h"), random.Random(1))
    assert dead < alive


@BOTH
def test_rags_are_folded_and_three_of_a_kind_completes(style: Style) -> None:
    rags = view_on_third_street("9s 4d 2c", "Jh", "6d", "3s", "Kd", completed=True)
    assert count_decisions(rags, legal_actions_facing(rags, totals=(4,)), style)["Fold"] >= 38
    rolled = view_on_third_street("9s 9d 9c", "Jh", "6d", "3s", "Kd")
    legal = LegalActions(1, 200, fold=True, call=1, wager=Wager(WagerKind.COMPLETE, 2, 2, (2,)))
    assert count_decisions(rolled, legal, style)["Raise"] == 40


@BOTH
def test_rags_bring_it_in_and_no_more(style: Style) -> None:
    legal = LegalActions(1, 200, bring_in=1, wager=Wager(WagerKind.COMPLETE, 2, 2, (2,)))
    assert count_decisions(view_on_third_street("9s 4d 2c", "Jh", "6d", "3s", "Kd"), legal, style)["BringIn"] >= 36


@BOTH
def test_a_made_flush_bets_and_a_beaten_pair_folds(style: Style) -> None:
    flush = view_on_sixth_street("Kh 9h 4h 2h 7h Jc", "6s 4d 9c Kc")
    assert count_decisions(flush, legal_actions_facing(flush, totals=(4,)), style)["Bet"] >= 30
    beaten = view_on_sixth_street("3s 3d 8c 5h 2s 9d", "As Ad Ah Kc", bet=4)
    assert count_decisions(beaten, legal_actions_facing(beaten, totals=(8,)), style)["Fold"] >= 38


def test_a_shared_last_card_belongs_to_everybody() -> None:
    view = view_on_sixth_street("Kh 9h 4h 2h Jc Qd", "6s 4d 9c Kc")
    with_heart = view_from_seat_one(
        "Kh 9h 4h 2h Jc Qd", *[each for each in view.occupied if each.seat != 1], game=SEVEN_CARD_STUD, street=4,
        board="8h", pot=30,
    )  # fmt: skip
    assert own_equity(with_heart, random.Random(1)) > 0.8
    assert parse_cards("8h") == with_heart.board
