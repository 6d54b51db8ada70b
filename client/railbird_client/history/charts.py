"""Draws results as lines over the zero line, in half-block pixels or in letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from railbird_client.drawing.canvas import Rect
from railbird_client.drawing.page_painter import PagePainter
from railbird_client.drawing.palette import Colour, mix
from railbird_shared.history.hand_history import NightPoint, PlayerStatistics
from railbird_shared.history.narration import format_signed

_FILL = 0.22
_DASH, _GAP = 3, 1

Values = Sequence[int]
"""The results of somebody by the points of a chart, the first of them 0."""


def even_results(player: PlayerStatistics, points: Sequence[NightPoint]) -> tuple[int, ...]:
    """Returns what a player would have won by each point if the pots of called all-ins were divided by the chances."""
    return tuple(
        won + sum(each.even - each.net for each in player.all_ins if each.hand <= point.hand)
        for won, point in zip(player.results, points, strict=False)
    )


def largest_step(values: Values) -> int:
    """Returns the point at which most was won or lost, the latest of several."""
    steps = [abs(values[place] - values[place - 1]) for place in range(1, len(values))]
    return max(range(len(steps)), key=lambda place: (steps[place], place)) + 1 if steps else 0


class Scale(NamedTuple):
    """Where values lie in a chart: `rect` is in cells, and the values go from `low` to `high`, 0 among them."""

    rect: Rect
    low: int
    high: int

    def pixel(self, value: int) -> int:
        """Returns the row of pixels of a value."""
        rows = 2 * self.rect.height - 1
        return 2 * self.rect.y + round(rows * (self.high - value) / (self.high - self.low))

    def row(self, value: int) -> int:
        """Returns the row of cells of a value."""
        return self.pixel(value) // 2

    def column(self, point: int, last: int) -> int:
        """Returns the column of a point of which `last` is the last one."""
        return self.rect.x + round(point * (self.rect.width - 1) / max(1, last))

    def columns(self, values: Values) -> Iterator[tuple[int, int, int]]:
        """Yields of each column of a line its first and its last row of pixels, and the row in which it ends."""
        before, done = self.pixel(values[0]), 0
        for x in range(self.rect.width):
            place = round(x * (len(values) - 1) / (self.rect.width - 1))
            rows = [before, *map(self.pixel, values[done + 1 : place + 1])]
            before, done = rows[-1], place
            yield min(rows), max(rows), rows[-1]


def find_scale(rect: Rect, lines: Iterable[Values]) -> Scale:
    """Returns the scale in which lines fill a rectangle."""
    values = [0, *(value for line in lines for value in line)]
    low, high = min(values), max(values)
    return Scale(rect, low, high if high > low else low + 1)


def draw_chart(
    painter: PagePainter, scale: Scale, line: Values, *, even: Values = (), others: Sequence[Values] = ()
) -> None:
    """Draws a line over the zero line, with the room between them filled, over a broken line and those of others."""
    palette, (x, _, width, _), zero = painter.look.palette, scale.rect, scale.pixel(0)
    if painter.writes_shapes:
        painter.canvas.put(x, zero // 2, "─" * width, palette.axis)
    else:
        painter.canvas.fill(x, zero, width, 1, palette.axis)
    is_filled = palette.is_mixed and not others and not painter.writes_shapes
    for column, (_, _, row) in enumerate(scale.columns(line) if is_filled else ()):
        colour = mix(palette.background, palette.win if row < zero else palette.loss, _FILL)
        for pixel in (*range(row, zero), *range(zero + 1, row + 1)):
            painter.canvas.dot(x + column, pixel, colour)
    for other in others:
        _draw_line(painter, scale, other, palette.dim if painter.writes_shapes else palette.axis, "·")
    if even:
        _draw_line(painter, scale, even, palette.luck, "·", broken=True)
    _draw_line(painter, scale, line, palette.text, "━")


def _draw_line(
    painter: PagePainter, scale: Scale, values: Values, colour: Colour, letter: str, *, broken: bool = False
) -> None:
    """Draws a line of pixels, a `broken` one with gaps where it lies flat; or of letters where shapes are written."""
    for x, (upper, lower, end) in enumerate(scale.columns(values), start=scale.rect.x):
        if painter.writes_shapes:
            for y in range(upper // 2, lower // 2 + 1):
                painter.canvas.put(x, y, letter if letter == "·" or y == end // 2 else "┃", colour)
        elif not broken or upper < lower or (x - scale.rect.x) % (_DASH + _GAP) < _DASH:
            for pixel in range(upper, lower + 1):
                painter.canvas.dot(x, pixel, colour)


def write_scale(painter: PagePainter, scale: Scale) -> None:
    """Writes the highest and the lowest value, and 0, at the left of a chart."""
    told: list[int] = []
    for value in (0, scale.high, scale.low):
        row = scale.row(value)
        if all(abs(row - other) > 1 for other in told):
            told.append(row)
            painter.canvas.put_right(scale.rect.x - 1, row, format_signed(value), painter.look.palette.soft)
