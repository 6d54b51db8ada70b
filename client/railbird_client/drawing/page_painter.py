"""Draws what all pages of the whole screen share: the heading over its strip of wood, and the last two rows.

Row 0 holds the name of the page, row 1 the wood of the table's rim, the row before the last what happens, and the last
one the keys. A terminal with fewer than 20 rows has no wood. The prompt, the buttons and the side column lie where the
table has them.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from railbird_client.drawing.canvas import PixelCanvas, Press, Rect
from railbird_client.drawing.half_block_art import draw_rail
from railbird_client.drawing.palette import Colour, Look
from railbird_client.drawing.text_roles import Span, TextPainter, TextRole
from railbird_client.drawing.text_width import cell_width, wrap

_FEWEST_ROWS_WITH_WOOD, _FEWEST_ROWS_WITH_TALL_BUTTONS, _FEWEST_ROWS_OF_XL = 20, 40, 60
_BESIDE_THE_TABLE = 44
"""The most cells of a page in the side column of the table."""
_KEY_GAP = 3
_BUTTON_MARGINS = (10, 7)
"""The cells of Enter's button and of any other beside its words."""


class PageKey(Struct, Press, frozen=True):
    """A key that a page names: `key` is Textual's name of it, `display` the one shown; a click presses it.

    With `works` it does something now. Enter's button is `primary`; `width` is that of a button, 0 for its words.
    """

    display: str
    words: str
    key: str
    works: bool = True
    primary: bool = False
    width: int = 0


class PagePainter(TextPainter):
    """Draws a page of the whole screen; its side column begins at x = `side`, its width where it has none.

    The ground of the side column is laid before anything else is drawn. With `has_wood` there are rows enough for the
    strip of wood below the heading, and on a page that `is_tall` for air between them, and for buttons of three. `left`
    is the column at which headings, prompts and keys begin. With `writes_shapes` bars and marks are letters, since
    grounds cannot be told apart.
    """

    def __init__(self, canvas: PixelCanvas, look: Look, side: int | None = None) -> None:
        super().__init__(canvas, look, (0, 0, canvas.width, canvas.height))
        self.canvas, self.look = canvas, look
        self.side = canvas.width if side is None else side
        self.has_wood = self.height >= _FEWEST_ROWS_WITH_WOOD
        self.is_tall = self.height >= _FEWEST_ROWS_WITH_TALL_BUTTONS
        self.left = 1 if _BESIDE_THE_TABLE < self.width < 100 else 2
        self.writes_shapes = look.outlined or not look.palette.rounds_corners
        self._named: tuple[PageKey, ...] = ()
        if not self.writes_shapes:
            canvas.fill(self.side, 0, self.width - self.side, 2 * self.height, look.palette.aside)

    @property
    def end(self) -> int:
        """The column before which headings, prompts and buttons end."""
        return self.side - (2 if self.has_wood else 1)

    @property
    def prompt_row(self) -> int:
        """The row of the prompt; the buttons lie below it."""
        if self.height < _FEWEST_ROWS_WITH_WOOD:
            return self.height - 3
        if not self.is_tall:
            return self.height - 4
        return self.height - (8 if self.height >= _FEWEST_ROWS_OF_XL else 7)

    def heading(self, name: str, place: str = "", right: str = "") -> None:
        """Draws the name of the page, its place, and one thing at the right, over the wood."""
        after = self.put(2 if self.has_wood else 1, 0, name, TextRole.TITLE)
        self.put(after + 2, 0, place, TextRole.DIM, max_width=max(0, self.end - cell_width(right) - after - 4))
        self.put_right(self.end, 0, right, TextRole.DIM)
        if self.has_wood:
            draw_rail(self.canvas, 2, self.look, pixels=2, width=self.side)

    def keys(self, keys: Sequence[PageKey]) -> None:
        """Names the keys in the last row, as many as it has room for; those of buttons without a row come first."""
        x, y = self.left, self.height - 1
        for each in (*self._named, *keys):
            if x + cell_width(each.display) + 1 + cell_width(each.words) > self.side:
                return
            x = self.key(x, y, each) + _KEY_GAP

    def key(self, x: int, y: int, key: PageKey, role: TextRole = TextRole.DIM) -> int:
        """Names a key, with its words in that role, and returns the x after them."""
        after = self.put(x, y, key.display, TextRole.STRONG, key)
        return self.put(after + 1, y, key.words, role, key)

    def cap(self, x: int, y: int, key: PageKey) -> int:
        """Draws a key, on a cap where it does something now, and returns the x after it."""
        if not key.works:
            return self.put(x, y, f" {key.display} ", TextRole.DIM)
        return self.put(x, y, f"[{key.display}]" if self.look.outlined else f" {key.display} ", TextRole.CAP, key)

    def tabs(self, y: int, tabs: Sequence[PageKey], chosen: int, *, gap: int = 4) -> int:
        """Names the tabs by digit and word, the chosen one reversed, and returns the x after them."""
        x = self.left
        for place, each in enumerate(tabs):
            if place == chosen:
                after = self.put(x - 1, y, f" {each.display} {each.words} ", TextRole.CHOSEN, each) - 1
            else:
                after = self.key(x, y, each, TextRole.SOFT)
            x = after + gap
        return x - gap

    def prompt(self, *spans: Span) -> None:
        """Writes the line above the buttons."""
        self.put_spans(self.left, self.prompt_row, spans)

    def buttons(self, keys: Sequence[PageKey]) -> None:
        """Draws buttons below the prompt, as many as there is room for; the last row names them where there is none."""
        if not self.has_wood:
            self._named = tuple(keys)
            return
        tall = self.is_tall
        x, y, gap = self.left, self.prompt_row + 1, 2 if tall else 1
        for each in keys:
            words = cell_width(each.display) + 2 + cell_width(each.words) + 2 * self.look.outlined
            width = min(each.width or words + _BUTTON_MARGINS[not each.primary], self.end - x)
            if width < words:
                return
            self._button(each, Rect(x, y, width, 3 if tall else 1), words)
            x += width + gap

    def _button(self, key: PageKey, rect: Rect, words: int) -> None:
        x, y, width, height = rect
        role = TextRole.CHOSEN if key.primary else TextRole.CAP if key.works else TextRole.DIM
        if not self.look.outlined and key.works:
            ground = self.look.palette.text if key.primary else self.look.palette.button
            edge = height > 1
            self.canvas.fill(x, 2 * y + edge, width, 2 * (height - edge), ground)
        if key.works:
            self.canvas.click(*rect, key)
        y, display = y + height // 2, f"[{key.display}]" if self.look.outlined else key.display
        after = self.put(x + (width - words) // 2, y, f"{display}  ".ljust(len(display) + 2), role)
        self.put(after, y, key.words, role if key.primary or not key.works else TextRole.BUTTON)

    def bar(self, x: int, py: int, width: int, part: float, colour: Colour, *, pixels: int = 1) -> None:
        """Draws a bar of which `part`, from 0 to 1, is filled; a number stands beside it."""
        filled = round(width * min(1.0, max(0.0, part)))
        if self.writes_shapes:
            self.canvas.put(x, py // 2, "━" * filled, colour)
            self.canvas.put(x + filled, py // 2, "·" * (width - filled), self.look.palette.dim)
            return
        self.canvas.fill(x, py, width, pixels, self.look.palette.button)
        self.canvas.fill(x, py, filled, pixels, colour)

    def signed_bar(self, axis: int, y: int, part: float, room: tuple[int, int]) -> None:
        """Draws what was won to the right of an axis, or lost to its left.

        `part` is from -1 to 1 of the cells of `room`, those at the left of the axis and those at its right.
        """
        palette = self.look.palette
        cells = max(1, round(room[part > 0] * min(1.0, abs(part)))) if part else 0
        begin, colour = (axis + 1, palette.win) if part > 0 else (axis - cells, palette.loss)
        if self.writes_shapes:
            self.canvas.put(axis, y, "│", palette.axis)
            self.canvas.put(begin, y, "━" * cells, colour)
            return
        self.canvas.fill(axis, 2 * y, 1, 2, palette.axis)
        self.canvas.fill(begin, 2 * y, cells, 2, colour)

    def turn_strip(self, words: str = "") -> None:
        """Says in the strip for what happens that it is the reader's turn, and what it costs."""
        y = self.height - 2
        self.put(0, y, " " * self.width, TextRole.SELECTED)
        self.put(2, y, f"Your turn   {words}".rstrip(), TextRole.SELECTED)
        self.put_right(self.width - 2, y, "Esc  goes back to the table", TextRole.SELECTED)

    def notice(self, sentence: str, key: PageKey | None = None) -> None:
        """Says in the strip for what happens one sentence, in as many rows as it needs, and names one key."""
        lines = wrap(sentence, self.side - 3)
        first = self.height - 1 - len(lines)
        x = 0
        for y, line in enumerate(lines, first):
            self.put(0, y, "▸" if self.writes_shapes and y == first else "", TextRole.STRONG)
            self.put(1, y, " " * (self.side - 1), TextRole.NOTICE)
            if not self.writes_shapes:
                self.canvas.fill(0, 2 * y, 1, 2, self.look.palette.text)
            x = self.put(2, y, line, TextRole.NOTICE)
        if key is not None and x + 4 + cell_width(key.display + key.words) < self.side:
            x = self.put(x, self.height - 2, f"   {key.display} ", TextRole.NOTICE, key)
            self.put(x, self.height - 2, key.words, TextRole.NOTICE, key)

    def mark(self, rect: Rect, *, over: int = 0, on_cards: bool = False) -> None:
        """Marks a row with a ground and a bar at its left; it stands out by `over` pixels above and below.

        In light colours the ground below cards is darker than the plate, so that cards stand out of it.
        """
        palette = self.look.palette
        if self.writes_shapes:
            self.put(rect.x, rect.y, "▸", TextRole.STRONG)
            return
        ground = palette.button if on_cards and not palette.dark else palette.plate
        top, height = 2 * rect.y - over, 2 * rect.height + 2 * over
        self.canvas.fill(rect.x, top, rect.width, height, ground)
        self.canvas.fill(rect.x, top, 1, height, palette.text)

    def rule(self, x: int, y: int, width: int) -> None:
        """Draws a thin line."""
        self.canvas.put(x, y, "─" * width, self.look.palette.rule)

    def paragraph(self, x: int, y: int, text: str, width: int, role: TextRole = TextRole.SOFT) -> int:
        """Writes a text in lines of that width; returns the row after it."""
        lines = wrap(text, width) if text else []
        for down, line in enumerate(lines):
            self.put(x, y + down, line, role)
        return y + len(lines)
