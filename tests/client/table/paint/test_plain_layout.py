"""The rows of a small terminal, and who sits clockwise of whom."""

from __future__ import annotations

import itertools

import pytest

from railbird_client.drawing.canvas import Rect
from railbird_client.table.paint.geometry import (
    MIN_HEIGHT,
    MIN_WIDTH,
    RowsLayout,
    compute_rows_layout,
    overlap,
    seats_clockwise,
)

SIZES = [(60, 18), (70, 20), (79, 24), (79, 40), (80, 23), (120, 20), (200, 23)]


def parts(layout: RowsLayout) -> list[Rect]:
    return [layout.title, layout.rows, layout.bar, layout.log, layout.chat]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 11))
def test_parts_stay_on_the_screen_and_do_not_overlap(size: tuple[int, int], seats: int) -> None:
    layout = compute_rows_layout(*size, seats)
    for part in parts(layout):
        assert min(part) >= 0
        assert part.x + part.width <= size[0]
        assert part.y + part.height <= size[1]
    for one, other in itertools.combinations(parts(layout), 2):
        assert not overlap(one, other), (one, other)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 11))
def test_every_seat_the_board_and_the_own_cards_have_a_row_and_the_log_has_one(
    size: tuple[int, int], seats: int
) -> None:
    layout = compute_rows_layout(*size, seats)
    assert layout.rows.height == seats + 3
    assert layout.bar.height == 3
    assert layout.log.height >= 1
    assert not layout.too_small


@pytest.mark.parametrize("size", SIZES)
def test_chat_is_written_in_the_last_row_of_the_chat(size: tuple[int, int]) -> None:
    layout = compute_rows_layout(*size, 9)
    assert layout.chat_input.height == 1
    assert layout.chat_input.y == layout.chat.y + layout.chat.height - 1
    assert (layout.chat_input.x, layout.chat_input.width) == (layout.chat.x, layout.chat.width)


@pytest.mark.parametrize("size", [(MIN_WIDTH - 1, MIN_HEIGHT), (MIN_WIDTH, MIN_HEIGHT - 1), (20, 6), (1, 1)])
def test_smaller_terminals_get_a_notice(size: tuple[int, int]) -> None:
    layout = compute_rows_layout(*size, 9)
    assert layout.too_small
    assert layout.rows == Rect(0, 1, size[0], size[1] - 1)


def test_the_others_sit_clockwise_from_the_viewers_left() -> None:
    assert seats_clockwise(5, 4) == (5, 1, 2, 3)
    assert seats_clockwise(2, 2) == (1,)
    assert seats_clockwise(9, 1) == (2, 3, 4, 5, 6, 7, 8, 9)
