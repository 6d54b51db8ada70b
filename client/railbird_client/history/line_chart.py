"""A line chart of braille dots, or of ASCII characters: one line stands out, the others lie behind it.

Drawn here and not by a library, because a chart has to be in the roles of the palette like everything else, and the
libraries for terminals write colours of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole
from railbird_shared.history.narration import format_signed

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BRAILLE = 0x2800
_MIN_PLOT_WIDTH = 8

Values = Sequence[int]


def draw_line_chart(
    lines: Sequence[Values],
    *,
    chosen: int | None,
    height: int,
    width: int,
    ascii_only: bool,
) -> Lines:
    """Draws lines of values in a rectangle, with the scale at their left; all begin at 0.

    The chosen line is thicker than the others, so that it stands out without colours, too. The lines have
    values at the same points.
    """
    top, bottom = _scale(lines)
    labels = {0: format_signed(top), height - 1: format_signed(bottom)}
    zero = _row_of(0, top, bottom, height)
    if min(abs(zero - row) for row in labels) > 0:
        labels[zero] = "0"
    left = max(len(label) for label in labels.values()) + 1
    plot = width - left
    if plot < _MIN_PLOT_WIDTH:
        return ((Span(" " * width),),) * height
    cells = dict.fromkeys(((x, zero) for x in range(plot)), ("-" if ascii_only else "┄", TextRole.FAINT))
    order = [place for place in range(len(lines)) if place != chosen] + ([chosen] if chosen is not None else [])
    for place in order:
        is_chosen = place == chosen
        role = TextRole.STRONG if is_chosen else TextRole.DIM
        draw = _plot_ascii if ascii_only else _plot_braille
        dots = draw([0, *lines[place]], plot, height, top, bottom, thick=is_chosen)
        cells |= {cell: (char, role) for cell, char in dots.items()}
    scale = (Span(f"{labels.get(row, ''):>{left - 1}} ", TextRole.DIM) for row in range(height))
    rows = ([cells.get((x, row), (" ", TextRole.TEXT)) for x in range(plot)] for row in range(height))
    return tuple((label, *_merge_cells(row)) for label, row in zip(scale, rows, strict=True))


def _merge_cells(cells: Sequence[tuple[str, TextRole]]) -> Line:
    """Returns cells as a line in which neighbours of one role are one span."""
    alike = groupby(cells, key=lambda cell: cell[1])
    return tuple(Span("".join(char for char, _ in group), role) for role, group in alike)


def _scale(lines: Sequence[Values]) -> tuple[int, int]:
    """Returns the greatest and the least value of the scale, with 0 between them."""
    values = [0, *(value for line in lines for value in line)]
    top, bottom = max(values), min(values)
    return (top, bottom) if top > bottom else (1, -1)


def _row_of(value: int, top: int, bottom: int, rows: int) -> int:
    return round((rows - 1) * (top - value) / (top - bottom))


def end_rows(lines: Sequence[Values], height: int) -> list[int] | None:
    """Returns a row for the name of each line beside its end, one row for each; None where the rows are too few.

    The lines come with the one that ends highest first.
    """
    if len(lines) > height:
        return None
    top, bottom = _scale(lines)
    rows: list[int] = []
    for place, line in enumerate(lines):
        wanted = _row_of(line[-1] if line else 0, top, bottom, height)
        least, most = (rows[-1] + 1 if rows else 0), height - (len(lines) - place)
        rows.append(min(max(wanted, least), most))
    return rows


def _path(values: Values, columns: int, rows: int, top: int, bottom: int) -> list[tuple[int, int]]:
    """Returns every dot of a line through values, from the upper left, without gaps."""
    last = max(1, len(values) - 1)
    points = [
        (round(place * (columns - 1) / last), _row_of(value, top, bottom, rows)) for place, value in enumerate(values)
    ]
    path: list[tuple[int, int]] = points[:1]
    for x, y in points[1:]:
        from_x, from_y = path[-1]
        steps = max(abs(x - from_x), abs(y - from_y), 1)
        path += [
            (round(from_x + (x - from_x) * step / steps), round(from_y + (y - from_y) * step / steps))
            for step in range(1, steps + 1)
        ]
    return path


def _plot_braille(
    values: Values, width: int, height: int, top: int, bottom: int, *, thick: bool
) -> dict[tuple[int, int], str]:
    cells: dict[tuple[int, int], int] = {}
    for x, y in _path(values, 2 * width, 4 * height, top, bottom):
        for each in (y, min(y + 1, 4 * height - 1)) if thick else (y,):
            cell = x // 2, each // 4
            cells[cell] = cells.get(cell, 0) | _DOTS[each % 4][x % 2]
    return {cell: chr(_BRAILLE + dots) for cell, dots in cells.items()}


def _plot_ascii(
    values: Values, width: int, height: int, top: int, bottom: int, *, thick: bool
) -> dict[tuple[int, int], str]:
    return dict.fromkeys(_path(values, width, height, top, bottom), "*" if thick else ".")


def bar_text(value: float, most: float, cells: int, *, ascii_only: bool) -> str:
    """Returns a bar of at most `cells` cells, to an eighth of a cell, for a value from 0 to `most`."""
    if most <= 0 or value <= 0 or cells <= 0:
        return ""
    eighths = max(1, round(8 * cells * min(1.0, value / most)))
    if ascii_only:
        return "#" * max(1, round(eighths / 8))
    full, rest = divmod(eighths, 8)
    return "█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "")
