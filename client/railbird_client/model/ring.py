"""Where the seats of a table lie around its middle: the viewer at the bottom, the others clockwise from his left."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Edge(Enum):
    """The edge of the screen at which a seat lies."""

    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


class SeatSlot(NamedTuple):
    """A place at an edge; `position` counts from above at the sides and from the left at the top."""

    edge: Edge
    position: int


SEATS_BY_EDGE = {
    2: (0, 1, 0),
    3: (0, 2, 0),
    4: (1, 1, 1),
    5: (1, 2, 1),
    6: (1, 3, 1),
    7: (2, 2, 2),
    8: (2, 3, 2),
    9: (2, 4, 2),
    10: (2, 5, 2),
}
"""How many seats lie at the left, the top and the right, by the seats of the table."""


def seats_clockwise(seat_count: int, viewer: int) -> tuple[int, ...]:
    """Returns the other seats of a table, clockwise from the viewer's left."""
    return tuple((viewer - 1 + step) % seat_count + 1 for step in range(1, seat_count))


def assign_slots(seat_count: int, viewer: int) -> dict[int, SeatSlot]:
    """Returns the slot of every seat but the viewer's; one who looks on has the first seat at the bottom."""
    left, top, right = SEATS_BY_EDGE[seat_count]
    around = (
        [SeatSlot(Edge.LEFT, index) for index in reversed(range(left))]
        + [SeatSlot(Edge.TOP, index) for index in range(top)]
        + [SeatSlot(Edge.RIGHT, index) for index in range(right)]
    )
    return dict(zip(seats_clockwise(seat_count, viewer), around, strict=True))
