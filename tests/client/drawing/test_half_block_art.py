"""Places and clocks in large letters."""

from __future__ import annotations

import pytest

from railbird_client.drawing.half_block_art import LARGE_ROWS, TROPHY, large_text


def test_a_place_is_drawn_with_its_ending() -> None:
    assert large_text("1st") == (
        "  ██              ██  ",
        "████    ██████  ██████",
        "  ██    ████      ██  ",
        "  ██      ████    ██  ",
        "██████  ██████    ████",
    )


@pytest.mark.parametrize("text", ["2nd", "3rd", "45th", "67:08", "19th"])
def test_all_rows_are_as_wide_and_hold_nothing_but_blocks(text: str) -> None:
    rows = large_text(text)
    assert len(rows) == LARGE_ROWS == len(TROPHY)
    assert len({len(row) for row in rows}) == 1
    assert set("".join(rows)) == {"█", " "}


def test_two_texts_never_look_alike() -> None:
    texts = [*map(str, range(100)), "1st", "2nd", "3rd", "4th"]
    assert len({large_text(text) for text in texts}) == len(texts)
