"""A canvas: a rectangle of terminal cells to draw on, which clips what is drawn outside it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole
from railbird_client.drawing.text_width import cell_width, split_graphemes, truncate
from railbird_client.table.turn.table_keys import Press

_Cell = tuple[str, TextRole, Press | None]
_BLANK: _Cell = (" ", TextRole.TEXT, None)


class Canvas:
    """A blank canvas of `width` by `height` cells; x counts from the left and y from the top."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._rows: list[list[_Cell]] = [[_BLANK] * width for _ in range(height)]

    def put(
        self,
        x: int,
        y: int,
        text: str,
        role: TextRole = TextRole.TEXT,
        click: Press | None = None,
        *,
        max_width: int | None = None,
    ) -> int:
        """Writes a text, truncated to `max_width` cells if given, and returns the x after it."""
        if max_width is not None:
            text = truncate(text, max_width)
        if not 0 <= y < self.height:
            return x + cell_width(text)
        for piece, width in split_graphemes(text):
            if x >= 0 and x + width <= self.width:
                self._put_cell(x, y, (piece, role, click), width)
            x += width
        return x

    def put_right(self, end: int, y: int, text: str, role: TextRole = TextRole.TEXT, click: Press | None = None) -> int:
        """Writes a text that ends before x = `end` and returns the x of its first cell."""
        begin = end - cell_width(text)
        self.put(begin, y, text, role, click)
        return begin

    def put_spans(self, x: int, y: int, spans: Iterable[Span]) -> int:
        """Writes spans one after another and returns the x after them."""
        for text, role, click in spans:
            x = self.put(x, y, text, role, click)
        return x

    def paste(self, x: int, y: int, lines: Lines) -> None:
        """Writes drawn lines with their upper left corner at x, y."""
        for offset, line in enumerate(lines):
            self.put_spans(x, y + offset, line)

    def lines(self) -> Lines:
        """Returns the drawn lines."""
        return tuple(_merge_cells(row) for row in self._rows)

    def _put_cell(self, x: int, y: int, cell: _Cell, width: int) -> None:
        row = self._rows[y]
        after = x + width
        if row[x][0] == "":  # the second half of a wide letter, whose first half is erased with it
            row[x - 1] = _BLANK
        if after < self.width and row[after][0] == "":
            row[after] = _BLANK
        row[x] = cell
        if width > 1:
            row[x + 1] = ("", cell[1], cell[2])


def _merge_cells(row: list[_Cell]) -> Line:
    return tuple(
        Span("".join(cell[0] for cell in cells), role, click)
        for (role, click), cells in groupby(row, key=lambda cell: (cell[1], cell[2]))
    )


def draw_rule(
    canvas: Canvas, y: int, title: str = "", *, x: int = 0, width: int | None = None, role: TextRole = TextRole.BORDER
) -> None:
    """Draws a line across the canvas, with a title near its left end."""
    width = canvas.width - x if width is None else width
    canvas.put(x, y, "─" * width, role)
    if title:
        canvas.put(x + 1, y, f" {truncate(title, width - 4)} ", TextRole.TITLE)
