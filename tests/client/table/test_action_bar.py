"""The keys and amounts of the action bar follow what is typed: an amount, a buy-in or a line of chat."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.drawing.canvas import PixelCanvas
from railbird_client.drawing.palette import find_look
from railbird_client.drawing.text_roles import TextPainter
from railbird_client.table.action_bar import build_action_bar
from railbird_client.table.input_state import InputState
from railbird_client.table.paint.rows import draw_action_bar
from railbird_client.table.table_model import TableModel
from railbird_client.table.view_models import ActionBarViewModel
from railbird_shared.protocol.actions import LegalActions, Wager, WagerKind
from railbird_shared.protocol.view import TableView, Turn, You
from support.canvas_reading import canvas_lines
from support.drawn_table import NOW, QUICK, draw_session, drawn_table
from support.key_presses import parse_presses, press_at
from support.view_builders import draw_view, holdem_view, snapshot_message, stud_view


def bar_after(keys: str, view: TableView | None = None) -> ActionBarViewModel:
    state = InputState()
    state.update_view(view or holdem_view(), 0.0)
    for at, press in enumerate(parse_presses(keys), start=1):
        press_at(state, press, float(at))
    return build_action_bar(state, 1.0 + len(keys.split()))


def bar_lines(bar: ActionBarViewModel, width: int, height: int) -> list[str]:
    canvas = PixelCanvas(width, height)
    draw_action_bar(TextPainter(canvas, find_look(), (0, 0, width, height)), bar)
    return canvas_lines(canvas)


def buttons(bar: ActionBarViewModel) -> list[tuple[str, bool, bool]]:
    """The buttons with whether each is lit and whether it can be pressed."""
    return [(f"{each.display} {each.label}", each.selected, not each.disabled) for each in bar.buttons]


@pytest.mark.parametrize(
    ("typed", "button"),
    [
        ("exact", ("Enter Raise to…", False, False)),
        ("exact 4", ("Enter Raise to 4", False, False)),
        ("exact 4 0 0", ("Enter Raise to 400", True, True)),
        ("exact 9 9 9 9", ("Enter Raise to 9,999", False, False)),
    ],
)
def test_the_button_follows_the_amount_that_is_typed(typed: str, button: tuple[str, bool, bool]) -> None:
    bar = bar_after(typed)
    assert buttons(bar) == [button, ("Esc Cancel", False, True)]
    assert bar.hints == ("type digits", "Enter raise", "Esc cancel")
    assert (bar.slider, bar.second_row) == (None, ())


@pytest.mark.parametrize(("width", "height"), [(83, 7), (80, 4), (70, 3)])
def test_the_range_stands_beside_the_amount_that_is_typed(width: int, height: int) -> None:
    text = "\n".join(bar_lines(bar_after("exact 4"), width, height))
    assert "4▏  155 to 1,415" in text


def test_an_amount_taken_back_brings_the_slider_back() -> None:
    bar = bar_after("exact 4 cancel")
    assert bar.slider is not None
    assert [each.label for each in bar.buttons][-1] == "All-in 1,415"


def test_the_keys_of_the_chat_are_shown_while_a_line_is_written() -> None:
    bars = [drawn_table(holdem_view(), typing=typing).model.action_bar for typing in (False, True)]
    assert bars[1].hints == ("Enter say it", "Tab say it and write on", "Esc back to the table")
    assert bars[0].hints != bars[1].hints


def test_while_a_line_is_written_in_the_own_turn_no_button_is_lit_and_the_bar_says_why() -> None:
    bar = drawn_table(holdem_view(), typing=True).model.action_bar
    assert {each.dimmed for each in (*bar.buttons, *bar.second_row)} == {True}
    assert bar.notice == "Your turn, but your keys write in the chat: [Esc] ends it."
    waiting = drawn_table(replace(holdem_view(), turn=Turn(2, 30), you=You(1)), typing=True).model.action_bar
    assert not any(each.dimmed for each in waiting.buttons)
    assert waiting.notice == ""


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)])
@pytest.mark.parametrize("dark", [True, False])
def test_no_button_has_the_colour_of_the_turn_while_a_line_is_written(size: tuple[int, int], *, dark: bool) -> None:
    session, look = TableModel(QUICK), find_look(dark=dark)
    session.receive(snapshot_message(holdem_view()), NOW)
    drawn = [draw_session(session, size=size, look=look, now=NOW + 1, typing=typing) for typing in (False, True)]
    lit = [each.count_pixels(each.layout.bar, look.palette.turn) for each in drawn]
    assert lit[0] > 0
    assert lit[1] == 0
    assert drawn[1].colour_of("Your turn, but your keys") == look.palette.danger


def test_the_arrows_say_by_how_many_chips_they_change_a_bet() -> None:
    assert bar_after("").hints[:2] == ("←→ by 2", "↑↓ by pot/4")


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("lowest card", "Lowest card: bring in 2 or complete to 4"),
        ("highest card", "Highest card: bring in 2 or complete to 4"),
        ("", "Bring in 2 or complete to 4"),
    ],
)
def test_the_bring_in_is_hinted_at(card: str, words: str) -> None:  # VT-S7-3, VT-RZ-2, CX-44
    legal = LegalActions(1, 200, wager=Wager(WagerKind.COMPLETE, 4, 4, (4,)), bring_in=2, brings_in_with=card)
    view = stud_view(turn=Turn(1, 30), you=You(1, legal=legal))
    assert bar_after("", view).hints[0] == words


def test_what_it_takes_to_open_is_hinted_at() -> None:  # VT-5D-20
    legal = LegalActions(1, 200, fold=True, check=True, opens_with="a pair of jacks or better")
    bar = bar_after("", stud_view(turn=Turn(1, 30), you=You(1, legal=legal)))
    assert bar.hints[0] == "Opening needs a pair of jacks or better"


def test_the_buttons_are_dimmed_while_a_turn_has_just_begun() -> None:
    state = InputState()
    state.update_view(holdem_view(), 10.0)
    early, later = build_action_bar(state, 10.1), build_action_bar(state, 10.3)
    assert ({each.disabled for each in early.buttons}, early.active) == ({True}, False)
    assert ({each.disabled for each in later.buttons}, later.active) == ({False}, True)


def test_the_draw_has_a_button_for_enter_one_to_stand_pat_and_one_to_keep_all() -> None:
    assert buttons(bar_after("", draw_view())) == [
        ("Enter Draw 0", False, False),
        ("P Stand pat", False, True),
        ("0 Keep all", False, False),
    ]
    assert buttons(bar_after("3", draw_view())) == [
        ("Enter Draw 1", True, True),
        ("P Stand pat", False, True),
        ("0 Keep all", False, True),
    ]


def test_the_button_of_enter_is_the_call_until_an_amount_is_chosen() -> None:
    assert [label for label, lit, _ in buttons(bar_after("")) if lit] == ["C Call 95"]
    assert [label for label, lit, _ in buttons(bar_after("3")) if lit] == ["R Raise to 474"]
    assert [label for label, lit, _ in buttons(bar_after("3 cancel")) if lit] == ["C Call 95"]


@pytest.mark.parametrize("width", [60, 70])
def test_the_buttons_stay_where_they_are_once_they_can_be_pressed(width: int) -> None:
    state = InputState()
    state.update_view(holdem_view(), 10.0)
    bars = [build_action_bar(state, now) for now in (10.1, 10.3)]
    assert [bar.active for bar in bars] == [False, True]
    early, ready = (bar_lines(bar, width, 3)[0] for bar in bars)
    assert early == ready


@pytest.mark.parametrize(
    ("wager", "call", "words"),
    [
        (Wager(WagerKind.BET, 4, 4), None, "Limit: a bet is 4"),
        (Wager(WagerKind.RAISE, 14, 14), 10, "Limit: a raise adds 4"),
        (Wager(WagerKind.COMPLETE, 10, 10), 2, "Limit: the bet is made whole to 10"),
    ],
)
def test_with_fixed_bets_the_bar_says_what_a_bet_costs(wager: Wager, call: int | None, words: str) -> None:
    legal = LegalActions(1, 400, fold=True, check=call is None, call=call, wager=wager)
    view = replace(stud_view(), turn=Turn(1, 31), to_match=call or 0, you=You(1, stud_view().you.cards, "", legal))
    assert bar_after("", view).caption == words
    last_chips = replace(view, you=replace(view.you, legal=replace(legal, stack=wager.minimum)))
    assert bar_after("", last_chips).caption == ""
    assert bar_after("").caption == ""


@pytest.mark.parametrize("follows", [True, False])
def test_the_rail_has_a_button_for_the_next_table_where_others_are_followed(*, follows: bool) -> None:
    state = InputState()
    state.follows_others = follows
    view = replace(holdem_view(), you=You())
    state.update_view(view, 0.0)
    shown = [label for label, _, _ in buttons(build_action_bar(state, 1.0))]
    assert ("PgDn Next table" in shown) is follows
    seated = replace(view, you=You(1), playing=False, turn=None)
    state.update_view(seated, 0.0)
    assert "PgDn Next table" not in [label for label, _, _ in buttons(build_action_bar(state, 1.0))]
