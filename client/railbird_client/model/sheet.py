"""A rectangle of cells to draw on. What is drawn beyond its edges is lost, so that nothing ever spills."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from railbird_client.model.cells import clip, pieces, width_of
from railbird_client.model.ink import Ink, Line, Lines, Run

_Cell = tuple[str, Ink, str]
_BLANK: _Cell = (" ", Ink.TEXT, "")


class Sheet:
    """A sheet of `width` by `height` cells, blank at first; x counts from the left and y from the top."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._rows: list[list[_Cell]] = [[_BLANK] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: Ink = Ink.TEXT, hit: str = "", *, room: int | None = None) -> int:
        """Writes a text, cut to `room` cells where given, and returns the x after it."""
        if room is not None:
            text = clip(text, room)
        if not 0 <= y < self.height:
            return x + width_of(text)
        for piece, width in pieces(text):
            if x >= 0 and x + width <= self.width:
                self._place(x, y, (piece, ink, hit), width)
            x += width
        return x

    def put_right(self, end: int, y: int, text: str, ink: Ink = Ink.TEXT, hit: str = "") -> int:
        """Writes a text that ends before x = `end`, and returns the x where it begins."""
        begin = end - width_of(text)
        self.put(begin, y, text, ink, hit)
        return begin

    def put_runs(self, x: int, y: int, runs: Iterable[Run]) -> int:
        """Writes runs one after another and returns the x after them."""
        for text, ink, hit in runs:
            x = self.put(x, y, text, ink, hit)
        return x

    def paste(self, x: int, y: int, picture: Lines) -> None:
        """Writes another picture with its upper left corner at x, y."""
        for offset, line in enumerate(picture):
            self.put_runs(x, y + offset, line)

    def lines(self) -> Lines:
        """Returns what was drawn."""
        return tuple(_joined(row) for row in self._rows)

    def _place(self, x: int, y: int, cell: _Cell, width: int) -> None:
        row = self._rows[y]
        after = x + width
        if row[x][0] == "":  # the second half of a wide letter: what is left of it goes
            row[x - 1] = _BLANK
        if after < self.width and row[after][0] == "":
            row[after] = _BLANK
        row[x] = cell
        if width > 1:
            row[x + 1] = ("", cell[1], cell[2])


def _joined(row: list[_Cell]) -> Line:
    return tuple(
        Run("".join(cell[0] for cell in cells), ink, hit)
        for (ink, hit), cells in groupby(row, key=lambda cell: (cell[1], cell[2]))
    )


def frame(sheet: Sheet, *, title: str = "", ink: Ink = Ink.BORDER, heavy: bool = False) -> None:
    """Draws a border around the whole sheet, with a title in its upper edge."""
    corners, across, down = ("┏┓┗┛", "━", "┃") if heavy else ("╭╮╰╯", "─", "│")
    right, low = sheet.width - 1, sheet.height - 1
    sheet.put(0, 0, corners[0] + across * (right - 1) + corners[1], ink)
    sheet.put(0, low, corners[2] + across * (right - 1) + corners[3], ink)
    for y in range(1, low):
        sheet.put(0, y, down, ink)
        sheet.put(right, y, down, ink)
    if title:
        sheet.put(2, 0, f" {clip(title, right - 6)} ", Ink.TITLE)


def rule(sheet: Sheet, y: int, title: str = "", *, x: int = 0, width: int | None = None, ink: Ink = Ink.BORDER) -> None:
    """Draws a line across the sheet, with a title near its left end."""
    width = sheet.width - x if width is None else width
    sheet.put(x, y, "─" * width, ink)
    if title:
        sheet.put(x + 1, y, f" {clip(title, width - 4)} ", Ink.TITLE)
