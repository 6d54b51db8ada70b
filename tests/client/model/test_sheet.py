"""Drawing on sheets: nothing spills, nothing shifts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pictures import text_of
from railbird_client.model.cells import width_of
from railbird_client.model.ink import Ink, Run
from railbird_client.model.plain import in_ascii, plain_text
from railbird_client.model.sheet import Sheet, frame, rule


def test_what_lies_beyond_the_edges_is_lost() -> None:
    sheet = Sheet(4, 2)
    assert sheet.put(2, 0, "Wren") == 6
    sheet.put(-2, 1, "Wren")
    sheet.put(0, 5, "Wren")
    assert text_of(sheet.lines()) == ["  Wr", "en  "]


def test_half_of_a_wide_letter_never_stays() -> None:
    sheet = Sheet(5, 1)
    sheet.put(0, 0, "漢字")
    sheet.put(1, 0, "x")
    assert text_of(sheet.lines()) == [" x字 "]
    sheet.put(1, 0, "yy")
    assert text_of(sheet.lines()) == [" yy  "]
    sheet.put(4, 0, "漢")
    assert text_of(sheet.lines()) == [" yy  "]


@given(st.lists(st.tuples(st.integers(-3, 12), st.text(max_size=8)), max_size=6))
def test_every_line_stays_as_wide_as_the_sheet(writings: list[tuple[int, str]]) -> None:
    sheet = Sheet(10, 1)
    for x, text in writings:
        sheet.put(x, 0, text)
    assert width_of(text_of(sheet.lines())[0]) == 10


def test_neighbours_in_one_ink_are_one_run() -> None:
    sheet = Sheet(5, 1)
    sheet.put(0, 0, "ab", Ink.NAME, "seat:1")
    sheet.put(2, 0, "cd", Ink.NAME, "seat:1")
    assert sheet.lines() == ((Run("abcd", Ink.NAME, "seat:1"), Run(" ")),)


def test_texts_can_end_where_they_should() -> None:
    sheet = Sheet(9, 1)
    assert sheet.put_right(9, 0, "pot") == 6
    assert text_of(sheet.lines()) == ["      pot"]


def test_pictures_can_be_pasted_and_cut_to_a_room() -> None:
    inner = Sheet(3, 1)
    inner.put(0, 0, "abcdef", room=3)
    sheet = Sheet(6, 2)
    sheet.paste(2, 1, inner.lines())
    assert text_of(sheet.lines()) == ["      ", "  ab… "]


def test_frames_and_rules_carry_their_titles() -> None:
    sheet = Sheet(12, 3)
    frame(sheet, title="chat")
    assert text_of(sheet.lines()) == ["╭─ chat ───╮", "│          │", "╰──────────╯"]
    frame(sheet, heavy=True)
    assert text_of(sheet.lines())[0] == "┏━━━━━━━━━━┓"
    line = Sheet(12, 1)
    rule(line, 0, "a long title indeed")
    assert text_of(line.lines()) == ["─ a long… ──"]


def test_plain_letters_keep_every_cell_in_place() -> None:
    sheet = Sheet(8, 3)
    frame(sheet)
    sheet.put(1, 1, "K♦ ●60")
    assert text_of(in_ascii(sheet.lines())) == ["+------+", "|Kd o60|", "+------+"]
    assert plain_text("Wren · ▶ Zoë") == "Wren - > Zoë"
