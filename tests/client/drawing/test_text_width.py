"""Widths of texts in terminal cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from railbird_client.drawing.text_width import cell_width, format_chips, split_graphemes, truncate, wrap
from railbird_shared.text.text_cleaning import clean_line


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("Wren", 4), ("K♦", 2), ("漢字", 4), ("é", 1), ("e\u0301", 1), ("♥\ufe0f", 1), ("🦉", 2), ("👍🏽", 2)],
)
def test_text_width_in_cells(text: str, width: int) -> None:
    assert cell_width(text) == width


def test_flags_become_letters_and_stray_accents_are_removed() -> None:
    assert "".join(piece for piece, _ in split_graphemes("🇫🇷")) == "FR"
    assert split_graphemes("\u0301ü") == (("ü", 1),)


LETTERS = st.characters(max_codepoint=0x24F, categories=("L", "M", "N", "P", "S", "Zs"))
OTHERS = st.sampled_from("αßжщѣ漢字日本語한국어カタあ🦉🂡🃏♠️❤️")


@given(st.text(LETTERS | OTHERS))
def test_widths_agree_with_those_of_the_terminal_library(text: str) -> None:
    shown = "".join(piece for piece, _ in split_graphemes(clean_line(text, 200)))
    assert cell_width(shown) == sum(cell_len(piece) for piece, _ in split_graphemes(shown))


@pytest.mark.parametrize(
    ("text", "room", "cut"),
    [("Magpie", 6, "Magpie"), ("Magpie", 5, "Magp…"), ("two pair", 5, "two…"), ("漢字漢", 4, "漢…"), ("Magpie", 0, "")],
)
def test_truncated_text_ends_in_an_ellipsis(text: str, room: int, cut: str) -> None:
    assert truncate(text, room) == cut


@given(st.text(), st.integers(1, 20))
def test_truncated_text_always_fits(text: str, room: int) -> None:
    assert cell_width(truncate(text, room)) <= room


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


def test_a_letter_wider_than_its_room_takes_a_line_of_its_own() -> None:
    assert wrap("a 字字", 3, indent=2) == ["a", "  字", "  字"]


@given(st.text(), st.integers(4, 30))
def test_wrapped_lines_always_fit(text: str, room: int) -> None:
    assert all(cell_width(line) <= room for line in wrap(text, room, indent=2))


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
def test_amounts_are_abbreviated_when_space_is_short(chips: int, room: int | None, text: str) -> None:
    assert format_chips(chips, room) == text


def test_suits_are_never_drawn_as_emoji() -> None:
    assert split_graphemes("\u2665\ufe0f") == (("\u2665", 1),)
