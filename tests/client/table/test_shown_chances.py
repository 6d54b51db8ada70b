"""Chances are shown for the hands that are seen, in the moment that they are of, and in no other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_client.table.paint.pixel_bar import bar_cells
from railbird_client.table.table_model import TableModel
from railbird_client.table.table_options import TableOptions
from railbird_client.table.table_words import chances_caption
from railbird_client.table.view_models import Chance
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.messages import HandChances, Message
from railbird_shared.protocol.view import SpotChances, TableView, percent_words
from support.chances_views import TURN_CHANCES, all_in_on_the_turn
from support.view_builders import omaha_view, snapshot_message, step_message, stud_view


def session_with(view: TableView, *messages: Message) -> TableModel:
    session = TableModel(TableOptions(street_pause=0))
    for message in (snapshot_message(view), *messages):
        session.receive(message, 0.0)
    return session


@pytest.mark.parametrize(
    ("share", "words"), [(0, "0%"), (1, "<1%"), (49, "<1%"), (6905, "69%"), (9960, ">99%"), (10_000, "100%")]
)
def test_only_what_is_certain_has_all_or_nothing(share: int, words: str) -> None:
    assert percent_words(share) == words
    assert percent_words(share, estimate=True) == f"~{words}"


def test_chances_hold_for_the_street_and_the_hands_that_they_are_of() -> None:
    view, messages = all_in_on_the_turn()
    assert session_with(view, *messages).chances() == TURN_CHANCES
    assert session_with(replace(view, hand=150), *messages).chances() is None
    assert session_with(replace(view, street=1), *messages).chances() is None
    assert session_with(replace(view, playing=False), *messages).chances() is None
    folded = replace(view, seats=(*view.seats[:5], None, *view.seats[6:]))
    assert session_with(folded, *messages).chances() is None


def test_the_log_tells_the_chances_once() -> None:
    view, messages = all_in_on_the_turn()
    session = session_with(view, *messages, *messages)
    assert [line for line in session.log.sentences if line.startswith("Chances")] == [
        "Chances: Wren 69%, Kestrel 29%, Finch 2%"
    ]


def test_the_next_street_takes_the_chances_away() -> None:
    view, messages = all_in_on_the_turn()
    river = step_message(ev.StreetBegan(3, "river"), ev.BoardDealt(parse_cards("2c")))
    session = session_with(view, *messages, river)
    assert session.chances() is None


def test_chances_of_every_street_of_a_run_out_appear_with_their_street() -> None:
    view, _ = all_in_on_the_turn()
    flop = replace(view, street=1, street_name="flop", board=view.board[:3])
    of_flop = SpotChances(1, ((1, 5000), (6, 2000), (8, 3000)))
    session = TableModel(TableOptions(street_pause=1.0))
    session.receive(snapshot_message(flop), 0.0)
    session.receive(HandChances(hand=149, spots=(of_flop, TURN_CHANCES)), 0.0)
    assert session.chances() == of_flop
    turn = (ev.HandRenamed(1, "kings"), ev.StreetBegan(2, "turn"), ev.BoardDealt(parse_cards("2h")))
    session.receive(step_message(*turn, ev.StreetBegan(3, "river"), ev.BoardDealt(parse_cards("2c"))), 0.0)
    assert session.chances() == of_flop
    session.tick(1.1)
    assert session.chances() == TURN_CHANCES
    assert [line for line in session.log.sentences if line.startswith("Chances")] == [
        "Chances: Wren 50%, Kestrel 30%, Finch 20%",
        "Chances: Wren 69%, Kestrel 29%, Finch 2%",
    ]


def test_a_caption_says_what_is_still_to_come() -> None:
    view, _ = all_in_on_the_turn()
    assert chances_caption(TURN_CHANCES, view) == "chances of those still in, with one card to come"
    before = replace(omaha_view(), board=())
    estimated = SpotChances(0, ((1, 5000), (2, 5000)), estimate=True)
    assert chances_caption(estimated, before) == "chances of those still in, with five cards to come, estimated"
    assert chances_caption(TURN_CHANCES, stud_view()) == "chances of those still in, with two cards each to come"
    dealt = replace(view, board=parse_cards("Kd 9s 4h 2h 2c"))
    assert chances_caption(TURN_CHANCES, dealt) == "the shares of those still in"


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=9).filter(any), st.integers(1, 200))
def test_the_cells_of_a_bar_are_all_taken(shares: list[int], width: int) -> None:
    whole = sum(shares)
    cells = bar_cells(tuple(Chance("Wren", "", share / whole) for share in shares), width)
    assert sum(cells) == width
    assert all(abs(got - width * share / whole) <= 1 for got, share in zip(cells, shares, strict=True))
