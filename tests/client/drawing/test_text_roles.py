"""Lines of text in columns and side by side; every role of text is readable in every palette."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_client.drawing.palette import find_palette
from railbird_client.drawing.text_roles import Span, TextRole, at, beside, columns, ending, find_colour
from railbird_client.drawing.text_width import cell_width
from support.contrast import contrast
from support.plain_text import plain_lines

DECORATIVE = {
    TextRole.FAINT,
    TextRole.BORDER,
    TextRole.CARD,
    TextRole.CARD_DIMMED,
    TextRole.CARD_FRESH,
    TextRole.DISABLED,
    TextRole.CARD_BACK,
}
READABLE, READABLE_IN_BOLD, VISIBLE = 4.5, 3.0, 1.4
GROUNDS = ("background", "aside", "plate")


@pytest.mark.parametrize("size", [0, 256, 16])
@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("role", TextRole)
def test_every_text_role_is_readable_on_every_ground_of_a_page(role: TextRole, *, dark: bool, size: int) -> None:
    palette, ink = find_palette(dark=dark, size=size), role.value
    names = [ink.ground] if ink.ground else GROUNDS[:1] if role in DECORATIVE else GROUNDS
    grounds = [find_colour(palette, name) for name in names]
    # Of 16 colours red, green and blue are darker or brighter than one would choose them; they are printed bold.
    readable = READABLE_IN_BOLD if size == 16 and ink.bold else READABLE
    seen = min(contrast(find_colour(palette, ink.text), ground) for ground in grounds)
    assert seen >= (VISIBLE if role in DECORATIVE else readable)


def test_columns_begin_and_end_at_their_places() -> None:
    line = columns(20, ending(20, "+40", TextRole.WIN), at(2, "Heron"), ending(12, "1,204"))
    assert plain_lines((line,)) == ["  Heron1,204     +40"]
    assert [span.role for span in line if span.text.strip()] == [TextRole.TEXT, TextRole.TEXT, TextRole.WIN]


def test_a_column_is_cut_where_the_next_begins() -> None:
    assert plain_lines((columns(10, at(0, "漢字漢字"), ending(10, "12345")),)) == ["漢字 12345"]
    assert plain_lines((columns(4, at(0, "Heron", max_width=3)),)) == ["He… "]


@given(st.lists(st.tuples(st.integers(0, 14), st.text(max_size=8)), max_size=6))
def test_a_line_of_columns_is_as_wide_as_it_shall_be(pieces: list[tuple[int, str]]) -> None:
    line = columns(10, *(at(x, text) for x, text in pieces))
    assert cell_width("".join(span.text for span in line)) == 10


def test_lines_beside_others_begin_in_one_column() -> None:
    left, right = ((Span("a"),), (Span("far too long"),), ()), ((Span("1"),), (Span("2"),), (), (Span("4"),))
    assert plain_lines(beside(left, 4, right)) == ["a   1", "far 2", "    ", "    4"]
