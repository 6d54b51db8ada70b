"""Widths, cuts and breaks of texts in terminal cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from railbird_client.model.cells import chips_text, clip, pieces, width_of, wrap
from railbird_shared.text import clean_line


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("Wren", 4), ("K♦", 2), ("漢字", 4), ("é", 1), ("e\u0301", 1), ("♥\ufe0f", 1), ("🦉", 2), ("👍🏽", 2)],
)
def test_a_text_takes_as_many_cells_as_a_terminal_gives_it(text: str, width: int) -> None:
    assert width_of(text) == width


def test_flags_become_letters_and_stray_accents_vanish() -> None:
    assert "".join(piece for piece, _ in pieces("🇫🇷")) == "FR"
    assert pieces("\u0301ü") == (("ü", 1),)


LETTERS = st.characters(max_codepoint=0x24F, categories=("L", "M", "N", "P", "S", "Zs"))
OTHERS = st.sampled_from("αßжщѣ漢字日本語한국어カタあ🦉🂡🃏♠️❤️")


@given(st.text(LETTERS | OTHERS))
def test_widths_agree_with_those_of_the_terminal_library(text: str) -> None:
    shown = "".join(piece for piece, _ in pieces(clean_line(text, 200)))
    assert width_of(shown) == sum(cell_len(piece) for piece, _ in pieces(shown))


@pytest.mark.parametrize(
    ("text", "room", "cut"),
    [("Magpie", 6, "Magpie"), ("Magpie", 5, "Magp…"), ("two pair", 5, "two…"), ("漢字漢", 4, "漢…"), ("Magpie", 0, "")],
)
def test_clipping_leaves_an_ellipsis(text: str, room: int, cut: str) -> None:
    assert clip(text, room) == cut


@given(st.text(), st.integers(1, 20))
def test_clipped_text_always_fits(text: str, room: int) -> None:
    assert width_of(clip(text, room)) <= room


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("Wren folds", ["Wren folds"]),
        ("Finch raises to 95", ["Finch raises", "  to 95"]),
        ("aaaaaaaaaaaaaaaa", ["aaaaaaaaaaaa", "  aaaa"]),
        ("漢字漢字漢字漢字", ["漢字漢字漢字", "  漢字"]),
    ],
)
def test_wrapping_breaks_between_words_and_indents(text: str, lines: list[str]) -> None:
    assert wrap(text, 12, indent=2) == lines


@given(st.text(), st.integers(4, 30))
def test_wrapped_lines_always_fit(text: str, room: int) -> None:
    assert all(width_of(line) <= room for line in wrap(text, room, indent=2))


@pytest.mark.parametrize(
    ("chips", "room", "text"),
    [
        (1234567, None, "1,234,567"),
        (1234567, 9, "1,234,567"),
        (1234567, 6, "1.2M"),
        (12345, 5, "12.3K"),
        (999_999_999, 5, "999M"),
        (10**12, 8, "1,000.0B"),
        (999, 2, "999"),
    ],
)
def test_amounts_get_short_where_room_is_short(chips: int, room: int | None, text: str) -> None:
    assert chips_text(chips, room) == text


def test_a_suit_stays_a_letter_where_somebody_would_have_it_drawn_as_a_picture() -> None:
    assert pieces("\u2665\ufe0f") == (("\u2665", 1),)
