"""The canvas and the ASCII fallback."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from railbird_client.drawing.ascii_symbols import lines_to_ascii, text_to_ascii
from railbird_client.drawing.canvas import Canvas, draw_rule
from railbird_client.drawing.text_roles import Span, TextRole
from railbird_client.drawing.text_width import cell_width
from railbird_client.table.turn.table_keys import SeatClick
from support.plain_text import plain_lines


def test_text_beyond_the_edges_is_clipped() -> None:
    canvas = Canvas(4, 2)
    assert canvas.put(2, 0, "Wren") == 6
    canvas.put(-2, 1, "Wren")
    canvas.put(0, 5, "Wren")
    assert plain_lines(canvas.lines()) == ["  Wr", "en  "]


def test_half_of_a_wide_character_is_never_left() -> None:
    canvas = Canvas(5, 1)
    canvas.put(0, 0, "漢字")
    canvas.put(1, 0, "x")
    assert plain_lines(canvas.lines()) == [" x字 "]
    canvas.put(1, 0, "yy")
    assert plain_lines(canvas.lines()) == [" yy  "]
    canvas.put(4, 0, "漢")
    assert plain_lines(canvas.lines()) == [" yy  "]


@given(st.lists(st.tuples(st.integers(-3, 12), st.text(max_size=8)), max_size=6))
def test_every_line_is_as_wide_as_the_canvas(writings: list[tuple[int, str]]) -> None:
    canvas = Canvas(10, 1)
    for x, text in writings:
        canvas.put(x, 0, text)
    assert cell_width(plain_lines(canvas.lines())[0]) == 10


def test_adjacent_cells_of_one_role_are_one_span() -> None:
    canvas = Canvas(5, 1)
    canvas.put(0, 0, "ab", TextRole.NAME, SeatClick(1))
    canvas.put(2, 0, "cd", TextRole.NAME, SeatClick(1))
    assert canvas.lines() == ((Span("abcd", TextRole.NAME, SeatClick(1)), Span(" ")),)


def test_text_can_be_right_aligned() -> None:
    canvas = Canvas(9, 1)
    assert canvas.put_right(9, 0, "pot") == 6
    assert plain_lines(canvas.lines()) == ["      pot"]


def test_lines_can_be_pasted_and_text_truncated() -> None:
    inner = Canvas(3, 1)
    inner.put(0, 0, "abcdef", max_width=3)
    canvas = Canvas(6, 2)
    canvas.paste(2, 1, inner.lines())
    assert plain_lines(canvas.lines()) == ["      ", "  ab… "]


def test_a_rule_carries_its_title() -> None:
    line = Canvas(12, 1)
    draw_rule(line, 0, "a long title indeed")
    assert plain_lines(line.lines()) == ["─ a long… ──"]


def test_ascii_fallback_keeps_every_cell_in_place() -> None:
    canvas = Canvas(8, 3)
    canvas.put(0, 0, "╭──────╮")
    canvas.put(0, 1, "│K♦ ●60│")
    canvas.put(0, 2, "╰──────╯")
    assert plain_lines(lines_to_ascii(canvas.lines())) == ["+------+", "|Kd o60|", "+------+"]
    assert text_to_ascii("Wren · ▶ Zoë") == "Wren - > Zoë"
