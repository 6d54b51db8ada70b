"""Text in roles on a part of a surface, and drawn lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_client.drawing.canvas import PixelCanvas
from railbird_client.drawing.palette import Look, find_look
from railbird_client.drawing.text_roles import Span, TextPainter, TextRole, draw_lines
from railbird_client.drawing.text_width import cell_width, text_to_ascii
from railbird_client.table.turn.table_keys import SeatClick
from support.canvas_reading import canvas_lines

LOOK = find_look()
PALETTE = LOOK.palette


def painter(canvas: PixelCanvas, rect: tuple[int, int, int, int] | None = None) -> TextPainter:
    return TextPainter(canvas, LOOK, rect or (0, 0, canvas.width, canvas.height))


def test_text_beyond_the_edges_is_clipped() -> None:
    canvas = PixelCanvas(4, 2)
    text = painter(canvas)
    assert text.put(2, 0, "Wren") == 6
    text.put(-2, 1, "Wren")
    text.put(0, 5, "Wren")
    assert canvas_lines(canvas) == ["  Wr", "en"]


def test_a_part_of_a_surface_is_written_on_alone() -> None:
    canvas = PixelCanvas(8, 3)
    part = painter(canvas, (2, 1, 4, 1))
    part.put(1, 0, "Heron", TextRole.SELECTED, SeatClick(1))
    part.put(0, 1, "below")
    assert canvas_lines(canvas) == ["", "   Her", ""]
    assert [canvas.ground_at(x, 1) == PALETTE.turn for x in range(8)] == [x in {3, 4, 5} for x in range(8)]
    assert [canvas.press_at(x, 1) is not None for x in range(8)] == [x in {3, 4, 5} for x in range(8)]


def test_half_of_a_wide_character_is_never_left() -> None:
    canvas = PixelCanvas(5, 1)
    text = painter(canvas)
    text.put(0, 0, "漢字")
    text.put(1, 0, "x")
    assert canvas_lines(canvas) == [" x字"]
    text.put(1, 0, "yy")
    assert canvas_lines(canvas) == [" yy"]
    text.put(4, 0, "漢")
    assert canvas_lines(canvas) == [" yy"]


@given(st.lists(st.tuples(st.integers(-3, 12), st.text(max_size=8)), max_size=6))
def test_every_line_is_as_wide_as_the_canvas(writings: list[tuple[int, str]]) -> None:
    canvas = PixelCanvas(10, 1)
    for x, text in writings:
        painter(canvas).put(x, 0, text)
    assert sum(cell_width(run.text) for run in canvas.runs(0)) == 10


def test_text_can_be_right_aligned_and_truncated() -> None:
    canvas = PixelCanvas(9, 2)
    assert painter(canvas).put_right(9, 0, "pot") == 6
    painter(canvas).put(0, 1, "abcdef", max_width=3)
    assert canvas_lines(canvas) == ["      pot", "ab…"]


def test_a_rule_carries_its_title() -> None:
    canvas = PixelCanvas(12, 1)
    painter(canvas).put_rule(0, "a long title indeed")
    assert canvas_lines(canvas) == ["─ a long… ──"]


@pytest.mark.parametrize("look", [find_look(coloured=False), find_look(ascii_only=True), LOOK])
def test_the_selected_is_reversed_where_grounds_may_not_be_seen(look: Look) -> None:
    line = (Span("Fold", TextRole.BUTTON), Span("Call", TextRole.SELECTED))
    runs = draw_lines((line,), 8, look, None).runs(0)
    assert [run.reverse for run in runs] == [False, look.outlined]
    assert [run.ground is None for run in runs] == [False, look.outlined]


def test_lines_stand_on_the_ground_that_they_are_given() -> None:
    canvas = draw_lines(((Span("pot", TextRole.CHIPS),), ()), 5, LOOK, PALETTE.aside)
    assert canvas_lines(canvas) == ["pot", ""]
    assert canvas.runs(0)[0].colour == PALETTE.chips
    assert {run.ground for y in (0, 1) for run in canvas.runs(y)} == {PALETTE.aside}


def test_ascii_fallback_keeps_every_cell_in_place() -> None:
    lines = ["╭──────╮", "│K♦ ●60│", "╰──────╯"]
    assert [text_to_ascii(line) for line in lines] == ["+------+", "|Kd o60|", "+------+"]
    assert text_to_ascii("Wren · ▶ Zoë") == "Wren - > Zoë"
