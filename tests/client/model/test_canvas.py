"""The canvas and the ASCII fallback."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from railbird_client.model.ascii_fallback import lines_to_ascii, text_to_ascii
from railbird_client.model.canvas import Canvas, draw_frame, draw_rule
from railbird_client.model.keys import SeatClick
from railbird_client.model.text_roles import Span, TextRole
from railbird_client.model.text_width import cell_width
from support.plain_text import plain_lines


def test_text_beyond_the_edges_is_clipped() -> None:
    sheet = Canvas(4, 2)
    assert sheet.put(2, 0, "Wren") == 6
    sheet.put(-2, 1, "Wren")
    sheet.put(0, 5, "Wren")
    assert plain_lines(sheet.lines()) == ["  Wr", "en  "]


def test_half_of_a_wide_character_is_never_left() -> None:
    sheet = Canvas(5, 1)
    sheet.put(0, 0, "漢字")
    sheet.put(1, 0, "x")
    assert plain_lines(sheet.lines()) == [" x字 "]
    sheet.put(1, 0, "yy")
    assert plain_lines(sheet.lines()) == [" yy  "]
    sheet.put(4, 0, "漢")
    assert plain_lines(sheet.lines()) == [" yy  "]


@given(st.lists(st.tuples(st.integers(-3, 12), st.text(max_size=8)), max_size=6))
def test_every_line_is_as_wide_as_the_canvas(writings: list[tuple[int, str]]) -> None:
    sheet = Canvas(10, 1)
    for x, text in writings:
        sheet.put(x, 0, text)
    assert cell_width(plain_lines(sheet.lines())[0]) == 10


def test_adjacent_cells_of_one_role_are_one_span() -> None:
    sheet = Canvas(5, 1)
    sheet.put(0, 0, "ab", TextRole.NAME, SeatClick(1))
    sheet.put(2, 0, "cd", TextRole.NAME, SeatClick(1))
    assert sheet.lines() == ((Span("abcd", TextRole.NAME, SeatClick(1)), Span(" ")),)


def test_text_can_be_right_aligned() -> None:
    sheet = Canvas(9, 1)
    assert sheet.put_right(9, 0, "pot") == 6
    assert plain_lines(sheet.lines()) == ["      pot"]


def test_lines_can_be_pasted_and_text_truncated() -> None:
    inner = Canvas(3, 1)
    inner.put(0, 0, "abcdef", max_width=3)
    sheet = Canvas(6, 2)
    sheet.paste(2, 1, inner.lines())
    assert plain_lines(sheet.lines()) == ["      ", "  ab… "]


def test_frames_and_rules_carry_their_titles() -> None:
    canvas = Canvas(12, 3)
    draw_frame(canvas, title="chat")
    assert plain_lines(canvas.lines()) == ["╭─ chat ───╮", "│          │", "╰──────────╯"]
    draw_frame(canvas, heavy=True)
    assert plain_lines(canvas.lines())[0] == "┏━━━━━━━━━━┓"
    line = Canvas(12, 1)
    draw_rule(line, 0, "a long title indeed")
    assert plain_lines(line.lines()) == ["─ a long… ──"]


def test_ascii_fallback_keeps_every_cell_in_place() -> None:
    sheet = Canvas(8, 3)
    draw_frame(sheet)
    sheet.put(1, 1, "K♦ ●60")
    assert plain_lines(lines_to_ascii(sheet.lines())) == ["+------+", "|Kd o60|", "+------+"]
    assert text_to_ascii("Wren · ▶ Zoë") == "Wren - > Zoë"
