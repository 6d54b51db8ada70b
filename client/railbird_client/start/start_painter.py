"""Draws the start screen: the sign, the list of what can be chosen, and at its right the chosen table, small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from railbird_client.drawing.canvas import Ground, PixelCanvas, Rect, Words
from railbird_client.drawing.palette import Colour, Look, Palette
from railbird_client.drawing.text_width import cell_width, wrap
from railbird_client.start.start_page import Entry, Section, StartClick, StartPage
from railbird_client.table.paint.small_table import MAX_SEATS, SmallTable, draw_small_table, empty_seat

# Each row of a letter is a row of pixels.
_LETTERS = {
    "r": ("......", "......", "##.###", "###...", "##....", "##....", "##....", "##...."),
    "a": ("......", "......", ".####.", "....##", ".#####", "##..##", "##..##", ".#####"),
    "i": ("##", "..", "##", "##", "##", "##", "##", "##"),
    "l": ("##", "##", "##", "##", "##", "##", "##", "##"),
    "b": ("##....", "##....", "#####.", "##..##", "##..##", "##..##", "##..##", "#####."),
    "d": ("....##", "....##", ".#####", "##..##", "##..##", "##..##", "##..##", ".#####"),
}
# h: head, e: eye, b: beak, w: wing, c: breast, t: tail, l: legs
_BIRD = (
    "......hhhh......",
    ".....hhhhhh.....",
    "....hhhhehhbb...",
    "....hhhhhhhb....",
    "...wwhhhcccc....",
    "..wwwwhccccc....",
    ".wwwwwwcccc.....",
    "tttwwwwccc......",
    "tt...wccc.......",
    "......l.l.......",
)
NAME = "railbird"
BIRD_PIXELS = len(_BIRD)
NAME_WIDTH = sum(len(_LETTERS[letter][0]) + 2 for letter in NAME) - 2
BIRD_WIDTH = len(_BIRD[0])


def draw_bird(canvas: PixelCanvas, x: int, py: int, look: Look) -> None:
    """Draws the bird from the pixel at x, py; its feet are in the last of its rows."""
    palette = look.palette
    light, plain, _ = _wood(palette)
    colours = {"h": light, "w": plain, "t": plain, "b": palette.turn, "l": palette.turn, "c": palette.card_edge}
    if not look.outlined:
        colours["e"] = palette.card
    _draw(canvas, x, py, _BIRD, colours, look=look)


def draw_rail(canvas: PixelCanvas, py: int, look: Look, *, pixels: int) -> None:
    """Draws the rail across the whole canvas: lit at its upper edge and dark at its lower one."""
    if look.outlined:
        canvas.put(0, (py + 1) // 2, "━" * canvas.width, None)
        return
    light, plain, dark = _wood(look.palette)
    rows: list[Ground] = [light, *[plain] * (pixels - 2), dark]
    for down, colour in enumerate(rows):
        canvas.fill(0, py + down, canvas.width, 1, colour)


def _wood(palette: Palette) -> tuple[Colour, Colour, Colour]:
    """Returns the colours of wood: lit, plain and in the dark; a terminal of 16 colours has one brown."""
    if palette.rounds_corners:
        return palette.rail_light, palette.rail, palette.rail_dark
    return palette.chips_dim, palette.chips_dim, palette.faint


def _draw(
    canvas: PixelCanvas, x: int, py: int, rows: Sequence[str], colours: Mapping[str, Colour], *, look: Look
) -> None:
    """Draws a picture; without colours as letters, where a pixel without one would not be seen."""
    pixels = {
        (x + across, py + down): colours[mark]
        for down, row in enumerate(rows)
        for across, mark in enumerate(row)
        if mark in colours
    }
    if not look.outlined:
        for place, colour in pixels.items():
            canvas.dot(*place, colour)
        return
    for column, y in {(column, pixel // 2) for column, pixel in pixels}:
        upper, lower = (column, 2 * y) in pixels, (column, 2 * y + 1) in pixels
        canvas.put(column, y, "█" if upper and lower else "▀" if upper else "▄", None)


MOTTO = ("the home game of poker,", "in a terminal")
MAX_WIDTH = 160
"""The screen grows no wider than this; beyond it lies in the middle."""

_WIDE_FROM = 100
_TALL_FROM = 34
_MEDIUM_FROM = 22
_TITLE_WIDTH = 14
_WIDE_TITLE = 20
_NARROWEST = 10


_Line = Section | str | tuple[Entry, int]
"""A line of the list: the title of a section, a sentence or a blank, or a row of an entry."""


def draw_start_page(canvas: PixelCanvas, page: StartPage, look: Look, *, with_table: bool = True) -> None:
    """Draws the start screen onto a canvas; the small table takes longest and may be left out."""
    _Painter(canvas, page, look).draw(with_table=with_table)


class _Painter:
    def __init__(self, canvas: PixelCanvas, page: StartPage, look: Look) -> None:
        self.canvas, self.page, self.look, self.palette = canvas, page, look, look.palette
        width, height = canvas.width, canvas.height
        self.width, self.height = min(width, MAX_WIDTH), height
        self.left = (width - self.width) // 2
        self.wide = width >= _WIDE_FROM
        self.tall = height >= _TALL_FROM
        self.margin = 4 if self.wide else 2
        self.fits_table = self.wide and height >= _MEDIUM_FROM + 6
        self.list_end = self.left + (round(self.width * 0.64) if self.fits_table else self.width - 1)
        self.rows, self.gap = 2, 1

    def draw(self, *, with_table: bool) -> None:
        top = self._draw_header()
        notice = wrap(self.page.notice, max(_NARROWEST, self.width - 2 * self.margin)) if self.page.notice else []
        notice = notice[: max(3, self.height // 4)]
        buttons = self.height - (6 if self.tall else 2)
        bottom = buttons - len(notice) - 1
        for y, line in enumerate(notice, bottom + 1):
            self.canvas.put(self.left + self.margin, y, line, self.palette.danger, bold=True)
        self._draw_list(top, bottom)
        if self.fits_table and with_table:
            entry, first, begin = self.page.chosen, top + (1 if self.tall else 0), self.list_end + 3
            place = Rect(begin, first, self.left + self.width - self.margin - begin, bottom - first)
            draw_small_table(self.canvas, SmallTable(entry.title, entry.seats, entry.facts), place, self.look)
        if not self.fits_table and self.rows == 1:
            x, room = self.left + self.margin + 2, self.width - self.margin - 4
            self.canvas.put(x, bottom, self.page.chosen.note, self.palette.dim, max_width=room)
        self._draw_buttons(buttons)
        self._draw_hints()

    # --- the sign

    def _draw_header(self) -> int:
        """Draws the sign and the player's name; returns the row where the list begins."""
        canvas, left, look = self.canvas, self.left, self.look
        right = left + self.width - self.margin
        name = [Words("you are ", self.palette.soft), Words(self.page.player, self.palette.text, bold=True)]
        begin = right - cell_width("you are ") - cell_width(self.page.player)
        if look.ascii_only or self.height < _MEDIUM_FROM:
            canvas.put(left + self.margin, 0, "railbird", self.palette.turn_label, bold=True)
            if self.wide or self.width >= 72:
                canvas.put(left + self.margin + 11, 0, " ".join(MOTTO), self.palette.dim)
            self._put_name(begin, 0, name)
            draw_rail(canvas, 2, look, pixels=2)
            return 2 if self.height < _MEDIUM_FROM else 3
        down = 5 if self.tall else 1
        x = left + self.margin
        for letter in NAME:
            _draw(canvas, x, down, _LETTERS[letter], {"#": self.palette.text}, look=look)
            x += len(_LETTERS[letter][0]) + 2
        bird = left + self.margin + NAME_WIDTH + 12 if self.wide else right - BIRD_WIDTH
        if bird >= left + self.margin + NAME_WIDTH + 2:
            draw_bird(canvas, bird, down + (1 if self.tall else 0), look)
        rail = down + BIRD_PIXELS + (1 if self.tall else 0)
        draw_rail(canvas, rail, look, pixels=4 if self.tall else 3)
        if self.wide:
            for row, line in enumerate(MOTTO):
                canvas.put_right(right, (3 if self.tall else 0) + row, line, self.palette.dim)
        self._put_name(begin, 6 if self.tall else 3 if self.wide else 7, name)
        return (rail + 4) // 2 + (2 if self.tall else 0) + (0 if self.tall else rail % 2)

    def _put_name(self, x: int, y: int, name: list[Words]) -> None:
        end = self.canvas.put_words(x, y, name)
        self.canvas.click(x, y, end - x, 1, StartClick("app.change_name"))

    # --- the list

    def _draw_list(self, top: int, bottom: int) -> None:
        lines = self._lines(bottom - top)
        if self.rows == 1 and self.height >= _MEDIUM_FROM:
            bottom -= 1
        at = lines.index((self.page.chosen, 0))
        room = max(1, bottom - top)
        first = max(0, min(at - room // 2, len(lines) - room))
        shown = lines[first : first + room]
        for y, line in enumerate(shown, top):
            match line:
                case Section():
                    self.canvas.put(self.left + self.margin, y, line.title, self.palette.text, bold=True)
                    self.canvas.put_right(self.list_end - 1, y, line.right, self.palette.dim)
                case str():
                    self.canvas.put(self.left + self.margin + 2, y, line, self.palette.dim)
                case (entry, 0):
                    self._draw_entry(entry, y, rows=2 if (entry, 1) in shown else 1)
                case _:  # the second row of an entry is drawn with the first
                    pass

    def _lines(self, room: int) -> list[_Line]:
        """Returns the lines of the list, as loosely set as fits."""
        lines: list[_Line] = []
        for rows, gap in ((2, 1), (2, 0), (1, 0)):
            self.rows, self.gap = rows, gap
            lines = [line for section in self.page.sections for line in self._section_lines(section, rows, gap)][1:]
            if len(lines) <= room and (rows == 1 or self.height >= _MEDIUM_FROM):
                break
        return lines

    def _section_lines(self, section: Section, rows: int, gap: int) -> list[_Line]:
        """Returns the lines of a section; entries without a second line never take one."""
        room = max(_NARROWEST, self.list_end - self.left - self.margin - 4)
        sentences = wrap(section.sentence, room)[:2] if not section.entries else []
        lines: list[_Line] = ["", section, *([""] if gap else []), *sentences]
        for number, entry in enumerate(section.entries):
            two = rows > 1 and bool(entry.note)
            if number and gap and two:
                lines.append("")
            lines += [(entry, row) for row in range(2 if two else 1)]
        return lines

    def _draw_entry(self, entry: Entry, y: int, *, rows: int) -> None:
        marked = entry.key == self.page.chosen.key
        left, end = self.left + self.margin - 1, self.list_end
        self.canvas.click(left, y, end - left, rows, StartClick(entry=entry.key))
        if marked:
            self._mark(left, y, end - left, rows, loose=bool(self.gap) and rows == 2)
        x, right = left + 3, end - 2
        self.canvas.put(left + 1, y, entry.shortcut, self.palette.key, bold=True)
        right = self._draw_right(entry, y, right) - 2
        wide = _WIDE_TITLE if self.width >= 72 else _TITLE_WIDTH
        after = self.canvas.put(x, y, entry.title, self.palette.text, bold=True, max_width=max(4, right - x))
        begin = max(x + wide, after + 2)
        soft = self.palette.text if marked else self.palette.soft
        if begin < right:
            self.canvas.put(begin, y, entry.detail, soft, max_width=right - begin)
        if rows > 1:
            dim = self.palette.soft if marked else self.palette.dim
            begin = self.canvas.put_right(end - 2, y + 1, entry.status, dim) if entry.status else end
            self.canvas.put(x, y + 1, entry.note, dim, max_width=begin - x - 2)

    def _mark(self, left: int, y: int, width: int, rows: int, *, loose: bool) -> None:
        """Marks an entry: by a lighter ground and a bar, and without colours by an arrow."""
        if self.look.outlined:
            self.canvas.put(left, y, "▸", None, bold=True)
            return
        for across, colour in ((width, self.palette.plate), (1, self.palette.turn_label)):
            self.canvas.fill(left, 2 * y - loose, across, 2 * (rows + loose), colour)

    def _draw_right(self, entry: Entry, y: int, end: int) -> int:
        """Draws what stands at the right of an entry; returns where it begins."""
        seats = entry.seats
        if seats is not None and entry.right and 0 < seats.total <= MAX_SEATS:
            count = f"{seats.taken}/{seats.total}"
            begin = self.canvas.put_right(end, y, count, self.palette.soft) - 2 - seats.total
            x = self.canvas.put(begin, y, "●" * seats.taken, self.palette.chips)
            self.canvas.put(x, y, empty_seat(self.look) * (seats.total - seats.taken), self.palette.dim)
            return begin
        gains = entry.gains
        colour = self.palette.soft if gains is None else self.palette.win_label if gains else self.palette.dim
        return self.canvas.put_right(end, y, entry.right, colour) if entry.right else end

    # --- buttons and keys

    def _draw_buttons(self, y: int) -> None:
        names = [
            ("Enter", self.page.chosen.enter, "accept"),
            ("W", "Watch", "watch"),
            ("N", "Host a table" if self.width >= 72 else "Host", "host"),
            ("J", "Join address" if self.width >= 72 else "Join", "join"),
            ("B", "Play bots" if self.width >= 72 else "Bots", "play"),
        ]
        x = self.left + self.margin
        gap = 2 if self.wide else 1
        widths: list[int] = []
        for pad, first in ((3, 25), (2, 18), (1, 0)) if self.wide else ((1, 0),):
            widths = [len(key) + gap + cell_width(label) + 2 * pad for key, label, _ in names]
            widths[0] = max(widths[0], first)
            if sum(widths) + gap * (len(widths) - 1) <= self.width - 2 * self.margin:
                break
        for (key, label, action), wide in zip(names, widths, strict=True):
            if x + wide <= self.left + self.width:
                self._draw_button(x, y, wide, (key, label), action)
            x += wide + gap

    def _draw_button(self, x: int, y: int, width: int, words: tuple[str, str], action: str) -> None:
        first, palette = action == "accept", self.palette
        key, label = words
        at = x + (width - len(key) - (2 if self.wide else 1) - cell_width(label)) // 2
        row = y + 1 if self.tall else y
        if not self.look.outlined:
            ground = palette.turn if first else palette.button
            self.canvas.fill(x, 2 * y + (1 if self.tall else 0), width, 4 if self.tall else 2, ground)
        elif first:
            self.canvas.put(x, row, " " * width, None, reverse=not self.look.ascii_only)
        reverse = first and self.look.outlined and not self.look.ascii_only
        colour = palette.turn_text if first else palette.key
        shown = f"[{key}]" if self.look.outlined else key
        at -= 1 if self.look.outlined else 0
        at = self.canvas.put(at, row, shown, colour, bold=True, reverse=reverse)
        colour = palette.turn_text if first else palette.button_text
        self.canvas.put(at + (2 if self.wide else 1), row, label, colour, bold=first, reverse=reverse)
        self.canvas.click(x, y, width, 3 if self.tall else 1, StartClick(action))

    def _draw_hints(self) -> None:
        hints = [
            ("↑↓", "choose", ""),
            ("←→", "game", "step_game(1)"),
            ("-+", "bots", ""),
            ("R", "look again", "search_again"),
            ("V", "replay", "app.open_hands"),
            ("S", "settings", "app.open_settings"),
            ("?", "help", "help"),
            ("Q", "quit", "app.quit"),
        ]
        room = self.width - self.margin - 1
        gap = 3 if self.wide else 2
        while hints and sum(len(key) + 1 + len(words) + gap for key, words, _ in hints) - gap > room:
            hints.pop(2 if len(hints) > 7 else 1 if len(hints) > 4 else 0)
        x, y = self.left + self.margin, self.height - 1
        for key, words, action in hints:
            begin = x
            x = self.canvas.put(x, y, key, self.palette.soft, bold=True)
            x = self.canvas.put(x + 1, y, words, self.palette.dim)
            if action:
                self.canvas.click(begin, y, x - begin, 1, StartClick(action))
            x += gap
