"""What has just happened, at a glance."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.narration.last_event import MAX_VERB_WIDTH, fit_event_words, last_event_words, seat_verb
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import WagerKind
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.messages import Step
from railbird_shared.protocol.view import LastAct, SeatView, TableView
from support.view_builders import (
    crazy_pineapple_view,
    draw_view,
    holdem_view,
    omaha_hi_lo_showdown,
    seat_view,
    stud_showdown,
    stud_view,
    table_view,
)


def words(view: TableView, *events: ev.PublicEvent | ev.PrivateEvent, before: str = "") -> str:
    return last_event_words(fold_each(view, events), before)


def verbs(view: TableView) -> dict[str, str]:
    return {seat.name: seat_verb(view, seat) for seat in view.occupied}


def test_each_seat_says_what_it_did_last() -> None:
    assert verbs(holdem_view()) == {
        "Wren": "check",
        "Heron": "bet",
        "Jay": "fold",
        "Magpie": "call",
        "Rook": "fold",
        "Finch": "ALL-IN",
        "Plover": "fold",
        "Kestrel": "call",
        "Dunlin": "fold",
    }
    assert verbs(draw_view()) == {
        "Wren": "",
        "Heron": "drew 1",
        "Jay": "fold",
        "Magpie": "pat",
        "Rook": "fold",
        "Finch": "drew 2",
    }
    assert verbs(crazy_pineapple_view())["Magpie"] == "threw 1"


@pytest.mark.parametrize(
    ("seat", "verb"),
    [
        (seat_view(3, bet=4, last=LastAct.POSTED), "straddles"),
        (seat_view(3, bet=2, last=LastAct.POSTED), "posts"),
        (seat_view(2, bet=2, last=LastAct.POSTED), "posts"),
        (seat_view(3, bet=1, last=LastAct.BROUGHT_IN), "brings in"),
        (seat_view(3, last=LastAct.COMPLETED), "complete"),
        (seat_view(3, last=LastAct.HIGH, stack=0), "high"),
        (seat_view(3, last=LastAct.SHOWED, stack=0), "shows"),
        (seat_view(3, last=LastAct.MUCKED, stack=0), "mucks"),
        (replace(seat_view(3, last=LastAct.CALLED), connected=False), "offline"),
        (replace(seat_view(3, in_hand=False), sitting_out=True), "away"),
        (seat_view(3, in_hand=False), ""),
    ],
)
def test_a_verb_is_the_word_of_the_act_or_of_the_state(seat: SeatView, verb: str) -> None:
    view = table_view(seat_view(1, bet=1), seat, small_blind=1, big_blind=2, playing=True)
    assert seat_verb(view, seat) == verb


def test_a_bomb_pot_is_no_straddle() -> None:
    seat = seat_view(3, bet=10, last=LastAct.POSTED)
    assert seat_verb(table_view(seat, bomb_pot=10), seat) == "posts"


def test_every_verb_is_short_enough_for_a_plate() -> None:
    for act in LastAct:
        seat = replace(seat_view(3, last=act, bet=9), drew=5)
        assert len(seat_verb(table_view(seat), seat)) <= MAX_VERB_WIDTH


def test_the_last_event_is_told_in_few_words() -> None:
    view = replace(holdem_view(), street_name="flop", board=())
    assert words(view, ev.Called(2, 35, 95), ev.TurnBegan(4, 32)) == "Heron calls 35"
    assert words(view, ev.Wagered(4, WagerKind.RAISE, 120, 180)) == "Magpie raises to 180"
    assert words(view, ev.BoardDealt(parse_cards("Kd 9s 4h"))) == "flop K♦ 9♠ 4♥"
    assert words(view, ev.HandShown(2, parse_cards("Kc Kh"), "three kings")) == "Heron shows three kings"
    assert words(view, ev.TurnBegan(4, 32), before="Heron bets 60") == "Heron bets 60"
    assert words(view, ev.PlayerLeft(3, "Jay", 884)) == "Jay leaves with 884"
    assert words(stud_view(), ev.StreetBegan(3, "sixth street")) == "sixth street"
    assert words(table_view(seat_view(3)), ev.Posted(3, ev.Post.STRADDLE, 4, 4)) == "Jay straddles to 4"
    assert words(table_view(seat_view(3)), ev.Posted(3, ev.Post.SMALL_BLIND, 1, 1)) == "Jay posts 1"


def test_the_winners_of_a_divided_pot_are_told_with_all_that_they_won() -> None:
    view, (step,) = omaha_hi_lo_showdown()
    assert isinstance(step, Step)
    told = last_event_words(fold_each(view, step.public))
    assert told == "Magpie wins 85 · Rook wins 84 · Wren wins 56"
    assert fit_event_words(told, 80) == told
    assert fit_event_words(told, 31) == "Magpie wins 85 · Rook wins 84"
    assert fit_event_words(told, 10) == "Magpie wi…"


def test_a_stud_hand_ends_with_its_winner() -> None:
    view, (step,) = stud_showdown()
    assert isinstance(step, Step)
    assert last_event_words(fold_each(view, step.public + step.private)) == "Plover wins 116"
