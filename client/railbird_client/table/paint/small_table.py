"""Draws a table small: its oval with a dot for each seat, and below it what is known of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from railbird_client.drawing.canvas import Ground, PixelCanvas, Rect, Words
from railbird_client.drawing.palette import Look, Palette
from railbird_client.drawing.text_width import truncate, wrap
from railbird_client.table.paint.oval import Oval, draw_outline, draw_oval, seat_points

MAX_SEATS = 10
"""The most seats that are drawn, as dots."""

_LABEL_WIDTH = 9
_NARROWEST = 10
_MAX_HALF_WIDTH, _MIN_HALF_HEIGHT = 24, 5


class SeatCount(NamedTuple):
    """How many seats are taken, of how many."""

    taken: int
    total: int


class Fact(NamedTuple):
    """Something known about a table: what it is, in a word, and the value."""

    label: str
    value: str


class SmallTable(NamedTuple):
    """A table to be drawn small: its name, its seats where they are known, and the facts about it."""

    name: str
    seats: SeatCount | None
    facts: tuple[Fact, ...]


def empty_seat(look: Look) -> str:
    """Returns the sign of an empty seat."""
    return "." if look.ascii_only else "○"


def draw_small_table(canvas: PixelCanvas, table: SmallTable, place: Rect, look: Look) -> None:
    """Draws a table into a rectangle of cells; the facts come first where there is no room for both."""
    lines = fact_lines(table.facts, max(_NARROWEST, place.width - _LABEL_WIDTH), most=3)
    half_width = min(_MAX_HALF_WIDTH, (place.width - 2) // 2 - 1)
    room = 2 * (place.height - len(lines) - 2)
    half_height = min(round(half_width * 0.62), room // 2 - 2)
    y = place.y
    if half_height >= _MIN_HALF_HEIGHT:
        oval = Oval(place.x + place.width // 2, 2 * place.y + 3 + half_height, half_width, half_height, 2)
        _draw_table(canvas, table, oval, look)
        y = (oval.y + half_height + 3) // 2 + 1
    for label, value in lines[: max(0, place.y + place.height - y)]:
        canvas.put(place.x, y, label, look.palette.dim)
        canvas.put(place.x + _LABEL_WIDTH, y, value, look.palette.soft, max_width=place.width - _LABEL_WIDTH)
        y += 1


def fact_lines(facts: Iterable[Fact], width: int, most: int | None = None) -> list[Fact]:
    """Returns the known facts as lines of that width, at most so many each; only the first of a fact has its label."""
    return [
        Fact("" if row else label, line)
        for label, value in facts
        for row, line in enumerate(wrap(value, width)[:most] if value else ())
    ]


def draw_small_oval(canvas: PixelCanvas, oval: Oval, look: Look) -> None:
    """Draws an oval; the drawings of the last few sizes are kept."""
    if look.outlined:
        draw_outline(canvas, oval)
        return
    reach_x, reach_y = int(oval.half_width) + 4, int(oval.half_height) + 4
    left, top = oval.x - reach_x, oval.y - reach_y
    for down, row in enumerate(_oval_pixels(oval._replace(x=reach_x, y=reach_y), look.palette)):
        for across, colour in enumerate(row):
            canvas.dot(left + across, top + down, colour)


def _draw_table(canvas: PixelCanvas, table: SmallTable, oval: Oval, look: Look) -> None:
    draw_small_oval(canvas, oval, look)
    if table.seats is not None and 2 <= table.seats.total <= MAX_SEATS:
        cells = seat_cells(oval, table.seats.total, oval.half_width - 1, oval.half_height - 1)
        for number, (x, y) in enumerate(cells):
            taken = number < table.seats.taken
            colour = look.palette.card if taken and not look.outlined else look.palette.felt_soft
            canvas.put(x, y, "●" if taken else empty_seat(look), colour, bold=taken)
    name = truncate(table.name, 2 * int(oval.half_width) - 6)
    canvas.put_centred(2 * oval.x, oval.y // 2, [Words(name, look.palette.felt_text, bold=True)])


def seat_cells(oval: Oval, seats: int, half_width: float, half_height: float) -> Iterator[tuple[int, int]]:
    """Yields the cell of each seat on an ellipse of that size around the middle of a table."""
    for point in seat_points(seats, half_width, half_height, 1.0):
        yield round(oval.x + point.x - 0.5), round((oval.y + point.y) / 2 - 0.5)


@lru_cache(maxsize=4)
def _oval_pixels(oval: Oval, palette: Palette) -> tuple[tuple[Ground, ...], ...]:
    """Returns the pixels of a table in the middle of a canvas, with as much background as its shadow needs."""
    canvas = PixelCanvas(2 * oval.x, oval.y + 1, palette.background)
    draw_oval(canvas, oval, palette)
    return tuple(tuple(row) for row in canvas.pixels[: 2 * oval.y])
