"""Draws what all pages of the whole screen share: the heading over its strip of wood, and the last two rows.

Row 0 holds the name of the page, row 1 the wood of the table's rim, the row before the last what happens, and the last
one the keys. A terminal with fewer than 20 rows has no wood.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from railbird_client.drawing.canvas import PixelCanvas, Press, Rect
from railbird_client.drawing.half_block_art import draw_rail
from railbird_client.drawing.palette import Look
from railbird_client.drawing.text_roles import TextPainter, TextRole
from railbird_client.drawing.text_width import cell_width, wrap

_FEWEST_ROWS_WITH_WOOD = 20
_KEY_GAP = 3


class PageKey(Struct, Press, frozen=True):
    """A key that a page names: `key` is Textual's name of it, `display` the one shown; a click presses it."""

    display: str
    words: str
    key: str


class PagePainter(TextPainter):
    """Draws a page of the whole screen."""

    def __init__(self, canvas: PixelCanvas, look: Look) -> None:
        super().__init__(canvas, look, (0, 0, canvas.width, canvas.height))
        self.canvas, self.look = canvas, look

    @property
    def has_wood(self) -> bool:
        """Whether there are rows enough for the strip of wood below the heading."""
        return self.height >= _FEWEST_ROWS_WITH_WOOD

    @property
    def left(self) -> int:
        """The column at which headings, prompts and keys begin."""
        return 1 if self.width < 100 else 2

    def heading(self, name: str, place: str = "", right: str = "") -> None:
        """Draws the name of the page, its place, and one thing at the right, over the wood."""
        end = self.width - self.left
        after = self.put(self.left, 0, name, TextRole.TITLE)
        self.put(after + 2, 0, place, TextRole.DIM, max_width=max(0, end - cell_width(right) - after - 4))
        self.put_right(end, 0, right, TextRole.DIM)
        if self.has_wood:
            draw_rail(self.canvas, 2, self.look, pixels=2)

    def keys(self, keys: Sequence[PageKey]) -> None:
        """Names the keys in the last row, as many as it has room for."""
        x, y = self.left, self.height - 1
        for each in keys:
            if x + cell_width(each.display) + 1 + cell_width(each.words) > self.width:
                return
            after = self.put(x, y, each.display, TextRole.STRONG, each)
            x = self.put(after + 1, y, each.words, TextRole.DIM, each) + _KEY_GAP

    def turn_strip(self) -> None:
        """Says in the strip for what happens that it is the reader's turn."""
        y = self.height - 2
        self.put(0, y, " " * self.width, TextRole.SELECTED)
        self.put(2, y, "Your turn", TextRole.SELECTED)
        self.put_right(self.width - 2, y, "Esc  goes back to the table", TextRole.SELECTED)

    def mark(self, rect: Rect, *, over: int = 0, on_cards: bool = False) -> None:
        """Marks a row with a ground and a bar at its left; it stands out by `over` pixels above and below.

        In light colours the ground below cards is darker than the plate, so that cards stand out of it.
        """
        palette = self.look.palette
        if self.look.outlined or not palette.rounds_corners:
            self.put(rect.x, rect.y, "▸", TextRole.STRONG)
            return
        ground = palette.button if on_cards and not palette.dark else palette.plate
        top, height = 2 * rect.y - over, 2 * rect.height + 2 * over
        self.canvas.fill(rect.x, top, rect.width, height, ground)
        self.canvas.fill(rect.x, top, 1, height, palette.text)

    def paragraph(self, x: int, y: int, text: str, width: int, role: TextRole = TextRole.SOFT) -> int:
        """Writes a text in lines of that width; returns the row after it."""
        lines = wrap(text, width) if text else []
        for down, line in enumerate(lines):
            self.put(x, y + down, line, role)
        return y + len(lines)
