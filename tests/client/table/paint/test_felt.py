"""What lies on the felt: the board, the pots, the bets, the button, and the result of a hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from railbird_client.drawing.canvas import Ground, PixelCanvas, Rect
from railbird_client.drawing.palette import find_look, find_palette
from railbird_client.drawing.text_width import cell_width
from railbird_client.table.paint.felt import Felt
from railbird_client.table.paint.geometry import compute_geometry
from railbird_client.table.showdown_story import StoryKind, StoryLine
from railbird_client.table.view_models import BoardViewModel
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.events import Pot, Side
from railbird_shared.protocol.view import LastAct, TableView
from support.canvas_reading import canvas_lines
from support.drawn_table import DrawnTable, drawn_table
from support.view_builders import (
    draw_view,
    holdem_view,
    omaha_hi_lo_showdown,
    seat_view,
    step_message,
    stud_view,
    table_view,
)

SIZES = ((80, 24), (100, 30), (120, 30), (120, 40), (160, 48), (200, 60))
SMALL, TALL = (80, 24), (120, 40)
NIGHT = find_palette(dark=True)
NINES = "full house, nines full of kings"


def middle(view: TableView, size: tuple[int, int] = TALL) -> str:
    return drawn_table(view, size=size).middle


@pytest.mark.parametrize("size", SIZES)
def test_the_pot_stands_alone_before_the_first_bet_of_a_street(size: tuple[int, int]) -> None:
    quiet = [replace(seat, bet=0) for seat in holdem_view().occupied]
    view = holdem_view(seats=tuple(quiet), to_match=0)
    text = middle(view, size)
    assert text.removesuffix(" R A I L B I R D") == "Pot 101"
    assert text.endswith("R A I L B I R D") == (size in {(120, 40), (160, 48), (200, 60)})


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("pots", "words"),
    [
        ((101,), "bets 310"),
        ((285, 50), "main 285 side 50 bets 310"),
        ((285, 50, 40), "main 285 · 50 · 40 bets 310"),
    ],
)
def test_side_pots_and_the_bets_of_the_round_stand_below_the_board(
    pots: tuple[int, ...], words: str, size: tuple[int, int]
) -> None:
    view = holdem_view(pots=tuple(Pot(chips, (2, 8)) for chips in pots))
    geometry = drawn_table(view, size=size).geometry
    drawn = drawn_table(view, size=size)
    assert drawn.words_in(geometry.board._replace(y=geometry.size.pots_row, height=1)) == words
    assert f"Pot {sum(pots) + 310:,}" in drawn.words_in(geometry.board._replace(y=geometry.size.pot_row, height=1))


@pytest.mark.parametrize("size", SIZES)
def test_a_community_card_of_stud_is_named_in_the_middle(size: tuple[int, int]) -> None:
    text = middle(stud_view(board=parse_cards("Kd")), size)
    assert "for all: K♦" in text
    assert "Pot 96" in text


@pytest.mark.parametrize("size", SIZES)
def test_places_of_cards_to_come_are_seen_from_the_first_deal(size: tuple[int, int]) -> None:
    drawn = drawn_table(holdem_view(board=()), size=size)
    board = drawn.geometry.board
    assert drawn.count_pixels(board, NIGHT.slot) > board.width * board.height
    assert drawn.count_pixels(board, NIGHT.card) == 0
    later = drawn_table(holdem_view(), size=size)
    assert later.words_in(board._replace(height=1)) == "K♦ 9♠ 4♥ 2♣"


@pytest.mark.parametrize("size", SIZES)
def test_the_board_and_the_pot_do_not_move_when_words_change(size: tuple[int, int]) -> None:
    def places(**facts: Any) -> list[tuple[int, int]]:
        drawn = drawn_table(holdem_view(**facts), size=size)
        return [drawn.find(words, drawn.geometry.board) for words in ("K♦", "9♠", "4♥", "2♣")]

    pots = tuple(Pot(chips, (2, 8)) for chips in (285, 50, 40))
    assert places() == places(pots=pots) == places(carried=30, pots=()) == places(turn=None)


@pytest.mark.parametrize("size", SIZES)
def test_cards_of_the_board_that_did_not_win_are_dimmed(size: tuple[int, int]) -> None:
    winner = replace(
        seat_view(6, stack=1891, up="9c 9h", last=LastAct.SHOWED),
        shown_hand=NINES,
        won=506,
        winning_cards=parse_cards("9c 9h 9s Kd Kc"),
    )
    view = holdem_view(board=parse_cards("Kd 9s 4h 2c Kc"), playing=False, turn=None, pots=())
    drawn = drawn_table(replace(view, seats=(*view.seats[:5], winner, *view.seats[6:])), size=size)
    board = drawn.geometry.board
    for card in ("K♦", "9♠", "K♣"):
        x, y = drawn.find(card, board)
        assert drawn.cell(x, y).ground == NIGHT.card
        assert NIGHT.win in edge_pixels(drawn, x)[1], "a bar below"
    for card in ("4♥", "2♣"):
        assert drawn.ground_of(card, board) == NIGHT.card_out


def edge_pixels(drawn: DrawnTable, x: int) -> tuple[set[Ground], set[Ground]]:
    """The pixels above and below the upper and the lower edge of the board in a column."""
    board, pixels = drawn.geometry.board, drawn.canvas.pixels
    top, bottom = 2 * board.y, 2 * (board.y + board.height)
    return {pixels[top - 1][x], pixels[top][x]}, {pixels[bottom - 1][x], pixels[bottom][x]}


def test_nothing_is_dimmed_until_a_winning_hand_is_shown() -> None:
    unseen = replace(seat_view(6, hidden=2), won=506)
    view = holdem_view(playing=False, turn=None, pots=())
    drawn = drawn_table(replace(view, seats=(*view.seats[:5], unseen, *view.seats[6:])), size=TALL)
    assert drawn.count_pixels(drawn.geometry.board, NIGHT.card_out) == 0


@pytest.mark.parametrize("size", SIZES)
def test_the_halves_of_a_split_pot_are_marked_above_and_below_the_cards(size: tuple[int, int]) -> None:
    view, messages = omaha_hi_lo_showdown()
    drawn = drawn_table(view, *messages, size=size)
    board = drawn.geometry.board

    def bars(card: str) -> tuple[bool, bool]:
        x, _ = drawn.find(card, board)
        above, below = edge_pixels(drawn, x)
        return NIGHT.high in above, NIGHT.low in below

    assert bars("K♦") == (True, False)
    assert bars("7♣") == (False, True)
    assert bars("4♥") == (True, True)


# --- the result


def won(sentence: ev.PotAwarded, size: tuple[int, int], **facts: Any) -> DrawnTable:
    return drawn_table(holdem_view(**facts), step_message(sentence, ev.HandEnded(148)), size=size)


@pytest.mark.parametrize("size", SIZES)
def test_the_result_stands_on_the_felt_until_the_next_hand(size: tuple[int, int]) -> None:
    drawn = won(ev.PotAwarded(2, 0, 411, hand_name="pair of kings"), size)
    assert "Heron wins 411" in drawn.middle
    assert "pair of kings" in drawn.middle
    x, y = drawn.find("Heron wins 411", drawn.geometry.board._replace(y=drawn.geometry.size.result_row, height=1))
    run = drawn.cell(x, y)
    assert (run.colour, run.ground) == (NIGHT.win_text, NIGHT.win)


def story_rows(*lines: StoryLine, size: tuple[int, int] = TALL) -> list[str]:
    """The rows of the end of a hand on the felt."""
    geometry = compute_geometry(*size, family=Family.BOARD, seat_count=9, viewer=1)
    assert geometry is not None
    canvas = PixelCanvas(*size, NIGHT.felt[0])
    drawn = DrawnTable(canvas, drawn_table(holdem_view()).model, geometry, find_look())
    Felt(canvas, geometry, drawn.look).draw_pots(BoardViewModel(Family.BOARD, story=lines))
    rows = (drawn.words_in(Rect(0, y, geometry.width, 1)) for y in range(geometry.height))
    return [row for row in rows if row]


@pytest.mark.parametrize("size", SIZES)
def test_every_share_of_a_pot_has_a_row_with_its_tag_its_chips_and_its_winner(size: tuple[int, int]) -> None:
    high = StoryLine(StoryKind.SHARE, "", "HIGH", Side.HIGH, "448", "Finch", "queens full")
    low = StoryLine(StoryKind.SHARE, "", "LOW", Side.LOW, "448", "Wren and Jay", "8-7-5-4-A")
    rows = story_rows(high, low, size=size)
    assert len(rows) == 2
    assert rows[0].startswith("HIGH 448 Finch")
    assert rows[1].startswith("LOW 448 Wren and Jay")
    if size == (200, 60):
        assert rows == ["HIGH 448 Finch queens full", "LOW 448 Wren and Jay 8-7-5-4-A"]


def test_who_contests_the_last_of_several_side_pots_is_told_with_its_number() -> None:
    pots = (Pot(276, (1, 4, 6)), Pot(420, (1, 6, 8)), Pot(200, (1, 8)))
    assert "side pot 2: Wren, Kestrel" in middle(holdem_view(pots=pots))
    assert "side pot: Wren, Finch, Kestrel" in middle(holdem_view(pots=pots[:2]))


def test_the_shares_of_a_pot_stand_below_each_other() -> None:
    view, messages = omaha_hi_lo_showdown()
    drawn = drawn_table(view, *messages, size=TALL)
    (high, y), (low, below) = drawn.find("HIGH"), drawn.find("LOW")
    assert (high, y) == (low, below - 1)
    assert drawn.find("57 + 56")[0] == drawn.find("56 + 28")[0]
    assert drawn.ground_of("HIGH") == NIGHT.high
    assert drawn.ground_of("LOW") == NIGHT.low


def test_the_names_of_the_hands_of_both_halves_are_shortened_where_they_have_no_room() -> None:
    shares = (
        StoryLine(StoryKind.SHARE, "", "HIGH", Side.HIGH, "39", "Siskin", "three eights"),
        StoryLine(StoryKind.SHARE, "", "LOW", Side.LOW, "39", "Siskin", "8-7-5-3-2"),
    )
    board = BoardViewModel(Family.STUD, total=78, story=shares)
    geometry = compute_geometry(*SMALL, family=Family.STUD, seat_count=6, viewer=1, cards=7)
    assert geometry is not None
    canvas = PixelCanvas(*SMALL)
    Felt(canvas, geometry, find_look()).draw_pots(board)
    words = " ".join(" ".join(canvas_lines(canvas)).split())
    assert "HIGH 39 Siskin trips" in words
    assert "LOW 39 Siskin 8-7-5-3-2" in words


def test_a_long_result_is_cut_to_the_middle_of_the_table() -> None:
    (row,) = story_rows(StoryLine(StoryKind.RESULT, "Wren wins " + "and wins " * 12))
    assert row.endswith("…")


@pytest.mark.parametrize("size", SIZES)
def test_a_result_never_leaves_out_who_won(size: tuple[int, int]) -> None:
    view, messages = omaha_hi_lo_showdown()
    text = drawn_table(view, *messages, size=size).middle
    assert [name for name in ("Magpie", "Rook", "Wren") if name not in text] == []
    assert not text.endswith("·")


@pytest.mark.parametrize("size", SIZES)
def test_the_cards_that_would_have_come_can_be_read(size: tuple[int, int]) -> None:  # DL-46
    over = step_message(ev.Folded(1), ev.PotAwarded(2, 0, 411), ev.HandEnded(148))
    shown = step_message(ev.RabbitHunted(2, parse_cards("2d")))
    drawn = drawn_table(holdem_view(), over, shown, size=size)
    assert "2♦" in drawn.words


# --- bets and the button


@pytest.mark.parametrize("size", SIZES)
def test_bets_lie_before_their_seats_and_the_last_raise_stands_out(size: tuple[int, int]) -> None:
    drawn = drawn_table(holdem_view(), size=size)
    assert drawn.words.count("●") >= 4
    raised, called = drawn.geometry.seats[6].rect, drawn.geometry.seats[8].rect
    assert drawn.colour_of("95", raised._replace(y=raised.y + 2, height=3)) == NIGHT.felt_chips
    beside = called._replace(x=called.x - 14, width=13, y=called.y - 3, height=7)
    assert drawn.colour_of("95", beside) == NIGHT.felt_text


@pytest.mark.parametrize("size", SIZES)
def test_the_own_bet_lies_before_the_own_cards(size: tuple[int, int]) -> None:
    view = holdem_view()
    mine = replace(seat_view(1, hidden=2), bet=20)
    drawn = drawn_table(replace(view, seats=(mine, *view.seats[1:])), size=size)
    geometry = drawn.geometry
    x, y = drawn.find("● 20", geometry.board._replace(y=geometry.size.own_bet_row, height=1))
    assert y == geometry.size.own_bet_row
    assert abs(2 * x + cell_width("● 20") - 2 * geometry.centre_x) <= 2


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", [holdem_view(), stud_view(), draw_view()], ids=["holdem", "stud", "draw"])
def test_the_button_lies_beside_the_plate_of_its_seat(view: TableView, size: tuple[int, int]) -> None:
    for number in range(1, len(view.seats) + 1):
        drawn = drawn_table(replace(view, button=number), size=size)
        x, y = next(
            (x, y)
            for y, row in enumerate(drawn.canvas.letters)
            for x, letter in row.items()
            if letter.char == "D" and drawn.canvas.ground_at(x, y) == NIGHT.dealer
        )
        rect = drawn.geometry.seats[number].rect
        assert rect.x - 5 <= x <= rect.x + rect.width + 5
        assert rect.y - 6 <= y <= rect.y + rect.height + 2
        seats = drawn.geometry.seats
        nearest = {
            min(seats, key=lambda each: distance(seats[each].rect, x, y, row=row)) for row in (ROW_AS_SEEN, ROW_APART)
        }
        assert number in nearest


ROW_AS_SEEN, ROW_APART = 2, 4
"""How many columns a row counts: as high as it is, and more, since what lies in one row belongs together."""


def distance(rect: Rect, x: int, y: int, *, row: int) -> float:
    """How far a cell lies from a rectangle, in columns."""
    across = max(rect.x - x, x - (rect.x + rect.width - 1), 0)
    down = max(rect.y - y, y - (rect.y + rect.height - 1), 0)
    return across + row * down


def test_before_the_first_hand_there_is_no_button() -> None:
    assert drawn_table(table_view(seat_view(1), seat_view(2))).model.button is None
