"""What has just happened, at a glance."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.table.narration.last_event import last_event_words
from railbird_client.table.paint.seat_words import status_text
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import WagerKind
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.messages import Step
from railbird_shared.protocol.view import TableView
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
    return {seat.name: status_text(seat, view.game.family)[0] for seat in view.occupied}


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


def test_a_stud_hand_ends_with_its_winner() -> None:
    view, (step,) = stud_showdown()
    assert isinstance(step, Step)
    assert last_event_words(fold_each(view, step.public + step.private)) == "Plover wins 116"
