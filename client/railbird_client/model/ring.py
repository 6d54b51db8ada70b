"""Where the seats of a table lie around its middle: the viewer at the bottom, the others clockwise from his left."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Edge(Enum):
    """The edge of the screen at which a seat lies."""

    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


class Slot(NamedTuple):
    """A place at an edge; `place` counts from above at the sides and from the left at the top."""

    edge: Edge
    place: int


SHAPES = {
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


def clockwise(places: int, viewer: int) -> tuple[int, ...]:
    """Returns the other seats of a table, clockwise from the viewer's left."""
    return tuple((viewer - 1 + step) % places + 1 for step in range(1, places))


def slots(places: int, viewer: int) -> dict[int, Slot]:
    """Returns the slot of every seat but the viewer's; one who looks on has the first seat at the bottom."""
    left, top, right = SHAPES[places]
    around = (
        [Slot(Edge.LEFT, index) for index in reversed(range(left))]
        + [Slot(Edge.TOP, index) for index in range(top)]
        + [Slot(Edge.RIGHT, index) for index in range(right)]
    )
    return dict(zip(clockwise(places, viewer), around, strict=True))
