"""The action bar below the table: the prompt, the buttons, the amounts, and the keys."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from railbird_client.drawing.canvas import ClickArea, PixelCanvas, SliderClick
from railbird_client.drawing.palette import Look, find_look, find_palette
from railbird_client.table.paint.geometry import compute_geometry
from railbird_client.table.paint.pixel_bar import ActionBar
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.table.view_models import ActionBarViewModel, Button
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol.actions import LegalActions, Wager, WagerKind
from railbird_shared.protocol.messages import Refused
from railbird_shared.protocol.view import PauseView, TableView, Turn, You
from support.canvas_reading import canvas_lines
from support.drawn_table import DrawnTable, drawn_table
from support.view_builders import SNAPSHOT_TIME_MS, draw_view, holdem_view, seat_view, stud_view, table_view

SIZES = ((80, 24), (100, 30), (120, 30), (120, 40), (160, 48), (200, 60))
SMALL, TALL = (80, 24), (120, 40)
NIGHT = find_palette(dark=True)


def facing(legal: LegalActions) -> TableView:
    return holdem_view(you=You(1, parse_cards("As Ks"), legal=legal))


def lit_buttons(drawn: DrawnTable) -> list[str]:
    """The labels of the buttons that are filled with the colour of the turn."""
    places = {each.press: each for each in drawn.canvas.clicks if isinstance(each.press, TableKey)}
    found = []
    for button in drawn.model.action_bar.buttons:
        place = places.get(button.key)
        if place is None:
            continue
        y = place.y + place.height // 2
        run = drawn.cell(place.x + 1, y)
        lit = run.reverse if drawn.look.outlined else drawn.canvas.pixels[2 * y][place.x + 1] == drawn.look.palette.turn
        if lit:
            found.append(button.label)
    return found


BRING_IN = LegalActions(1, 100, bring_in=1, wager=Wager(WagerKind.COMPLETE, 4, 4))
TURNS = {
    "call": (holdem_view(), "minimum cancel", "Call 95"),
    "raise": (holdem_view(), "4", "Raise to 601"),
    "check": (facing(LegalActions(1, 1415, fold=True, check=True)), "cancel", "Check"),
    "bring-in": (
        facing(LegalActions(1, 100, bring_in=1, wager=Wager(WagerKind.COMPLETE, 4, 4))),
        "cancel",
        "Bring in 1",
    ),
    "draw": (draw_view(), "3", "Draw 1"),
    "typed": (holdem_view(), "exact 3 0 0", "Raise to 300"),
}


@pytest.mark.parametrize("case", TURNS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", [find_look(), find_look(coloured=False)], ids=["colour", "no colour"])
def test_exactly_the_button_of_enter_is_lit(case: str, size: tuple[int, int], look: object) -> None:
    view, keys, label = TURNS[case]
    drawn = drawn_table(view, keys=keys, size=size, look=look)  # type: ignore[arg-type]
    assert lit_buttons(drawn) == [label]


@pytest.mark.parametrize("size", SIZES)
def test_no_button_is_lit_after_an_act_was_sent_or_before_ones_turn(size: tuple[int, int]) -> None:
    assert lit_buttons(drawn_table(holdem_view(), keys="call", size=size)) == []
    assert lit_buttons(drawn_table(stud_view(), size=size)) == []
    assert lit_buttons(drawn_table(stud_view(), keys="call", size=size)) == ["Call 10"], "a plan is shown"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("view", "words"),
    [
        (holdem_view(), "Your turn"),
        (draw_view(), "Your draw"),
        (stud_view(), "Plan ahead Waiting for Finch"),
        (table_view(seat_view(1), seat_view(2), you=You(1)), "The next hand begins soon"),
        (table_view(seat_view(1), seat_view(2), you=You(1), hand=3, last_hand=4), "The next hand begins soon"),
        (table_view(seat_view(1), seat_view(2), you=You(1), hand=4, last_hand=4), "That was the last hand"),
        (table_view(seat_view(1), seat_view(2), you=You(1), night_ends=True), "That was the last hand"),
        (
            table_view(seat_view(1), seat_view(2), you=You(1), hand=4, last_hand=4, carried=6),
            "The pot that waits is played for",
        ),
        (
            table_view(seat_view(1), you=You(1, is_host=True), hand=4, last_hand=4, carried=6),
            "A pot waits: [Q] [E] divides it",
        ),
        (table_view(seat_view(1), you=You(1), hand=4, last_hand=4, carried=6), "A pot waits: the host can divide it"),
    ],
)
def test_the_prompt_says_what_the_buttons_are_for(view: TableView, words: str, size: tuple[int, int]) -> None:
    assert drawn_table(view, size=size).bar.startswith(words)


@pytest.mark.parametrize("size", SIZES)
def test_the_price_of_a_call_stands_in_the_prompt(size: tuple[int, int]) -> None:
    drawn = drawn_table(holdem_view(), keys="minimum cancel", size=size)
    assert "95 to call into 411" in drawn.bar
    assert drawn.colour_of("411", drawn.geometry.bar) == NIGHT.chips


@pytest.mark.parametrize("size", SIZES)
def test_a_notice_takes_the_place_of_the_price(size: tuple[int, int]) -> None:
    drawn = drawn_table(holdem_view(), keys="all-in", size=size)
    assert "That is all-in for 1,415: press [A] again to do it." in drawn.bar
    assert "to call into" not in drawn.bar
    assert drawn.colour_of("That is all-in", drawn.geometry.bar) == NIGHT.danger
    refused = drawn_table(stud_view(), Refused(code="x", sentence="That turn is over."), size=size)
    assert "That turn is over." in refused.bar


@pytest.mark.parametrize("size", SIZES)
def test_the_edges_of_the_buttons_of_a_bet_never_move(size: tuple[int, int]) -> None:
    def edges(view: TableView, keys: str) -> list[tuple[int, int, int]]:
        bar = drawn_table(view, keys=keys, size=size)
        keys_of_bets = (TableKey.FOLD, TableKey.CALL, TableKey.WAGER, TableKey.ALL_IN)
        return [(each.x, each.y, each.width) for each in bar.canvas.clicks if each.press in keys_of_bets]

    bet = LegalActions(1, 1415, fold=True, check=True, wager=Wager(WagerKind.BET, 2, 1415))
    wanted = edges(holdem_view(), "cancel")
    assert len(wanted) == 4
    assert edges(holdem_view(), "4") == edges(holdem_view(), "maximum") == edges(facing(bet), "cancel") == wanted


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("keys", ["", "2", "5", "maximum"])
def test_the_slider_has_one_knob_between_the_least_and_the_most(size: tuple[int, int], keys: str) -> None:
    drawn = drawn_table(holdem_view(), keys=f"cancel {keys}", size=size)
    bar = drawn.geometry.bar
    row = next(line for line in drawn.lines_in(bar) if line.lstrip().startswith("155 "))
    assert row.count("●") == 1
    track = row.split("155 ")[1].split(" 1,415")[0]
    assert set(track) <= set("━●─")
    assert track.index("●") == (len(track) - 1 if keys in {"5", "maximum"} else track.index("●"))
    slider = [each for each in drawn.canvas.clicks if isinstance(each.press, SliderClick)]
    assert [each.press for each in slider] == [SliderClick(cell, len(track) - 1) for cell in range(len(track))]
    for key, word in ((TableKey.MINIMUM, "155"), (TableKey.MAXIMUM, " 1,415")):
        place = find_click(drawn, key)
        assert row[place.x - bar.x :].startswith(word)


def find_click(drawn: DrawnTable, key: TableKey) -> ClickArea:
    return next(each for each in reversed(drawn.canvas.clicks) if each.press is key)


@pytest.mark.parametrize("size", SIZES)
def test_the_chosen_amount_stands_out(size: tuple[int, int]) -> None:
    drawn = drawn_table(holdem_view(), keys="2", size=size)
    assert "1 Min 2 ½ 3 ¾ 4 Pot 5 All = type" in drawn.bar
    assert drawn.ground_of("2 ½", drawn.geometry.bar) == NIGHT.button
    assert drawn.ground_of("3 ¾", drawn.geometry.bar) == NIGHT.background


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("typed", ["", "4", "4 0 0"])
def test_the_range_stands_beside_the_amount_that_is_typed(size: tuple[int, int], typed: str) -> None:
    drawn = drawn_table(holdem_view(), keys=f"exact {typed}", size=size)
    assert f"{typed.replace(' ', '')}▏" in drawn.bar
    assert "155 to 1,415" in drawn.bar


@pytest.mark.parametrize("size", SIZES)
def test_a_question_stands_in_the_prompt_and_its_amount_below(size: tuple[int, int]) -> None:
    drawn = drawn_table(table_view(seat_view(2), seat_count=6), keys="sit 5 0", size=size)
    assert "Buy in" in drawn.bar
    assert "50▏" in drawn.bar
    assert "Enter Sit down with 50" in drawn.bar


@pytest.mark.parametrize("size", SIZES)
def test_a_disabled_button_cannot_be_clicked(size: tuple[int, int]) -> None:
    drawn = drawn_table(draw_view(), keys="1 0", size=size)
    assert "Keep all" in drawn.bar
    presses = [each.press for each in drawn.canvas.clicks if each.y >= drawn.geometry.bar.y]
    assert TableKey.DIGIT_0 not in presses
    assert TableKey.STAND_PAT in presses


@pytest.mark.parametrize("size", SIZES)
def test_key_hints_fill_the_last_row_as_far_as_there_is_room(size: tuple[int, int]) -> None:
    drawn = drawn_table(holdem_view(), keys="cancel", size=size)
    last = drawn.words_in(drawn.geometry.bar._replace(y=drawn.geometry.height - 1, height=1))
    assert last.startswith("←→ by 2 ↑↓ by pot/4 Enter call Tab chat ? help H history")
    assert find_click(drawn, TableKey.HELP).y == drawn.geometry.height - 1


@pytest.mark.parametrize("size", SIZES)
def test_offers_beside_the_plans_can_be_clicked(size: tuple[int, int]) -> None:
    pause = PauseView(SNAPSHOT_TIME_MS, "Wren")
    view = holdem_view(playing=False, turn=None, you=You(1, is_host=True), pause=pause)
    drawn = drawn_table(view, size=size)
    assert ". Go on" in drawn.bar
    x, y = drawn.find("Go on", drawn.geometry.bar)
    area = drawn.canvas.press_at(x, y)
    assert area is not None
    assert area.press is TableKey.PAUSE


@pytest.mark.parametrize("size", SIZES)
def test_fractions_are_spelled_out_in_ascii(size: tuple[int, int]) -> None:
    options = TableOptions(ascii=True, street_pause=0)
    drawn = drawn_table(holdem_view(), keys="cancel", options=options, size=size)
    assert "2 half 3 3/4" in drawn.bar
    assert all(line.isascii() for line in drawn.lines)


@pytest.mark.parametrize("size", SIZES)
def test_a_bet_of_many_digits_fits_into_its_buttons(size: tuple[int, int]) -> None:
    legal = LegalActions(1, 99_999_999, fold=True, call=9_999_999, wager=Wager(WagerKind.RAISE, 19_999_998, 99_999_999))
    drawn = drawn_table(facing(legal), keys="minimum", size=size)
    for word in ("F", "C", "R", "A"):
        assert word in drawn.bar.split()
    if size != SMALL:
        assert "Call 9,999,999" in drawn.bar
        assert "Raise to 19,999,998" in drawn.bar


@pytest.mark.parametrize("turn", [Turn(1, 31, SNAPSHOT_TIME_MS + 9_000), Turn(1, 31)])
def test_the_bar_says_that_an_act_was_sent(turn: Turn) -> None:
    drawn = drawn_table(replace(holdem_view(), turn=turn), keys="call", size=TALL)
    assert "Sent…" in drawn.bar


@pytest.mark.parametrize("key", [key for key in TableKey if key.description and key is not TableKey.LEAVE])
@pytest.mark.parametrize("view", [holdem_view(), holdem_view(playing=False, turn=None, you=You(1))])
def test_no_notice_of_a_key_is_cut(key: TableKey, view: TableView) -> None:
    for size in (SMALL, TALL):
        drawn = drawn_table(view, keys=key.name.lower(), size=size)
        assert drawn.model.action_bar.notice in drawn.bar


def test_a_long_notice_takes_the_place_of_the_label() -> None:
    notice = "The server has a long sentence about what it has just refused to do."
    drawn = drawn_table(holdem_view(), Refused(code="x", sentence=notice))
    assert drawn.model.action_bar.notice == notice
    assert notice in drawn.bar
    assert "Your turn" not in drawn.bar


@pytest.mark.parametrize("look", [find_look(), find_look(coloured=False)], ids=["colour", "no-colour"])
def test_buttons_share_the_room_so_that_no_label_is_cut(look: Look) -> None:
    buttons = tuple(
        Button(key, label)
        for key, label in (
            (TableKey.SIT, "Sit out"),
            (TableKey.ADD_CHIPS, "Chips"),
            (TableKey.SHOW_HAND, "Show"),
            (TableKey.ADD_BOT, "Add bot"),
            (TableKey.REMOVE_BOT, "Remove bot"),
            (TableKey.LEAVE, "Leave"),
        )
    )
    geometry = compute_geometry(*SMALL, family=Family.BOARD, seat_count=6, viewer=1)
    assert geometry is not None
    canvas = PixelCanvas(*SMALL)
    ActionBar(canvas, geometry, look).draw(ActionBarViewModel(buttons=buttons), "")
    words = " ".join(canvas_lines(canvas))
    assert all(button.label in words for button in buttons)
    edges = [(area.x, area.x + area.width) for area in canvas.clicks]
    assert all(end < begin for (_, end), (begin, _) in pairwise(edges))
