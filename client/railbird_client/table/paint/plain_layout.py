"""Computes the rectangles of the table screen on a terminal that is too small for an oval table."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

MIN_WIDTH, MIN_HEIGHT = 60, 18
"""The smallest terminal on which a table can be played."""

_BAR_ROWS = 3
_MIN_CHAT_WIDTH = 24


class Rect(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int


class RowsLayout(Struct, frozen=True):
    """The rectangles of the parts of a screen in plain rows.

    A `too_small` screen shows only a notice in `rows`, and takes neither clicks nor keys.
    """

    width: int
    height: int
    title: Rect
    rows: Rect
    bar: Rect
    log: Rect
    chat: Rect
    chat_input: Rect
    too_small: bool = False


def seats_clockwise(seat_count: int, viewer: int) -> tuple[int, ...]:
    """Returns the other seats of a table, clockwise from the viewer's left."""
    return tuple((viewer - 1 + step) % seat_count + 1 for step in range(1, seat_count))


def compute_rows_layout(width: int, height: int, seat_count: int) -> RowsLayout:
    """Returns the layout of a table of `seat_count` seats."""
    rows = seat_count + 3
    top = 1 + rows
    log = height - top - _BAR_ROWS
    chat = max(_MIN_CHAT_WIDTH, width * 2 // 5)
    too_small = width < MIN_WIDTH or height < MIN_HEIGHT
    return RowsLayout(
        width,
        height,
        title=Rect(0, 0, width, 1),
        rows=Rect(0, 1, width, max(0, height - 1) if too_small else rows),
        bar=Rect(0, height - _BAR_ROWS, width, _BAR_ROWS),
        log=Rect(0, top, width - chat, log),
        chat=Rect(width - chat, top, chat, log),
        chat_input=Rect(width - chat, top + log - 1, chat, 1),
        too_small=too_small,
    )
