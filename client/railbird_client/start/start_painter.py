"""Draws the start screen: the sign, the list of what can be chosen, and at its right the chosen table, small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from railbird_client.drawing.canvas import PixelCanvas, Rect, Words, words_width
from railbird_client.drawing.half_block_art import draw_rail
from railbird_client.drawing.palette import Colour, Look
from railbird_client.drawing.text_width import cell_width, wrap
from railbird_client.start.start_page import Entry, EntryClick, Section, StartKey, StartPage
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
_NAME = "railbird"
_SIGN = tuple("..".join(row) for row in zip(*(_LETTERS[letter] for letter in _NAME), strict=True))
_SIGN_WIDTH, _BIRD_WIDTH = len(_SIGN[0]), len(_BIRD[0])
_MOTTO = ("the home game of poker,", "in a terminal")


def _draw_bird(canvas: PixelCanvas, x: int, py: int, look: Look) -> None:
    palette = look.palette
    light, plain, _ = palette.wood
    colours = {"h": light, "w": plain, "t": plain, "b": palette.turn, "l": palette.turn, "c": palette.card_edge}
    if not look.outlined:
        colours["e"] = palette.card
    _draw(canvas, x, py, _BIRD, colours, look=look)


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


# --- the layout

_WIDEST = 160
"""The screen grows no wider than so many columns; beyond it lies in the middle."""

_LONG_WORDS_FROM, _WIDE_FROM = 72, 100
"""The columns from which the words are long, and from which the margins are wide."""

_SIGN_FROM, _TABLE_FROM, _TALL_FROM = 22, 28, 34
"""The rows from which the sign is drawn, the marked table beside the list of a wide screen, and the buttons high."""

_LIST_SHARE = 0.64
_NARROWEST = 10


class Header(NamedTuple):
    """Where the parts of the header lie: drawings in rows of pixels, words in rows of cells.

    Where there is no `sign` the name of the program is written in the first row.
    """

    sign: int | None
    bird: int
    rail: int
    rail_pixels: int
    motto_row: int
    player_row: int
    list_row: int


_TALL_HEADER = Header(sign=5, bird=6, rail=16, rail_pixels=4, motto_row=3, player_row=6, list_row=12)
_WIDE_HEADER = Header(sign=1, bird=1, rail=11, rail_pixels=3, motto_row=0, player_row=3, list_row=8)
_NARROW_HEADER = _WIDE_HEADER._replace(player_row=7)
_PLAIN_HEADER = Header(sign=None, bird=0, rail=2, rail_pixels=2, motto_row=0, player_row=0, list_row=3)
_LOW_HEADER = _PLAIN_HEADER._replace(list_row=2)


class Spacing(NamedTuple):
    """How loosely the list is set: the most rows of an entry, blank rows between entries, and rows left below them."""

    rows: int
    gaps: bool
    rows_below: int = 0


_SPACINGS = (Spacing(2, gaps=True), Spacing(2, gaps=False), Spacing(1, gaps=False, rows_below=1))
_LOW_SPACINGS = (Spacing(1, gaps=False),)
_BUTTON_SIZES = ((3, 25), (2, 18), (1, 0))


class StartLayout(NamedTuple):
    """The contents of the start screen at a size, and their places, in cells.

    All but the rail lies between the columns `begin` and `end`; a `gap` is between a key and its words, and two are the
    margins. `bird` is the column of the bird, and None where it is not drawn. The lines of the `notice` stand above the
    buttons. Of `spacings` and of `button_sizes`, which are the blanks beside the words of a button and the least width
    of the first one, the first that fits is taken, or else the last.
    """

    begin: int
    end: int
    gap: int
    header: Header
    bird: int | None
    motto: tuple[str, ...]
    entries: Rect
    spacings: tuple[Spacing, ...]
    title_width: int
    table: Rect | None
    notice: tuple[str, ...]
    button_rows: int
    button_sizes: tuple[tuple[int, int], ...]
    has_long_labels: bool


def lay_out_start_page(columns: int, rows: int, *, notice: str = "", ascii_only: bool = False) -> StartLayout:
    """Returns the layout for a terminal; with `ascii_only` there is no sign."""
    width = min(columns, _WIDEST)
    is_wide, has_long_words = width >= _WIDE_FROM, width >= _LONG_WORDS_FROM
    is_low, is_tall = rows < _SIGN_FROM, rows >= _TALL_FROM
    has_sign, has_table = not (is_low or ascii_only), is_wide and rows >= _TABLE_FROM
    if has_sign:
        header = _TALL_HEADER if is_tall else _WIDE_HEADER if is_wide else _NARROW_HEADER
    else:
        header = _LOW_HEADER if is_low else _PLAIN_HEADER
    left, gap = (columns - width) // 2, 2 if is_wide else 1
    begin, end = left + 2 * gap, left + width - 2 * gap
    list_end = left + (round(width * _LIST_SHARE) if has_table else width - 1)
    lines = wrap(notice, max(_NARROWEST, end - begin))[: max(3, rows // 4)] if notice else []
    bottom, table_row = rows - (7 if is_tall else 3) - len(lines), header.list_row + (1 if is_tall else 0)
    bird = begin + _SIGN_WIDTH + 12 if is_wide else end - _BIRD_WIDTH
    return StartLayout(
        begin=begin,
        end=end,
        gap=gap,
        header=header,
        bird=bird if has_sign and bird >= begin + _SIGN_WIDTH + 2 else None,
        motto=_MOTTO if (is_wide if has_sign else has_long_words) else (),
        entries=Rect(begin - 1, header.list_row, list_end - begin + 1, bottom - header.list_row),
        spacings=_LOW_SPACINGS if is_low else _SPACINGS,
        title_width=20 if has_long_words else 14,
        table=Rect(list_end + 3, table_row, end - list_end - 3, bottom - table_row) if has_table else None,
        notice=tuple(lines),
        button_rows=3 if is_tall else 1,
        button_sizes=_BUTTON_SIZES if is_wide else _BUTTON_SIZES[-1:],
        has_long_labels=has_long_words,
    )


# --- the painter

_BUTTONS = (StartKey.WATCH, StartKey.HOST, StartKey.JOIN, StartKey.PLAY)
"""The buttons behind that of Enter, from the left."""

_HINTS = (
    *(StartKey.QUIT, StartKey.HELP, StartKey.SETTINGS, StartKey.MOVE),
    *(StartKey.REPLAY, StartKey.SEARCH_AGAIN, StartKey.GAME, StartKey.BOTS),
)
"""The hints, those first that a narrow screen keeps longest; they are shown in the order of the help."""

_Line = Section | str | tuple[Entry, int]
"""A line of the list: the title of a section, a sentence or a blank, or a row of an entry."""


class StartPainter:
    """Draws the start screen onto a canvas."""

    def __init__(self, canvas: PixelCanvas, page: StartPage, look: Look) -> None:
        self.canvas, self.page, self.look, self.palette = canvas, page, look, look.palette
        self.layout = lay_out_start_page(canvas.width, canvas.height, notice=page.notice, ascii_only=look.ascii_only)

    def draw(self, *, with_table: bool = True) -> None:
        """Draws it; the small table takes longest and may be left out."""
        layout, entry = self.layout, self.page.chosen
        bottom = layout.entries.y + layout.entries.height
        self._draw_header()
        for y, line in enumerate(layout.notice, bottom + 1):
            self.canvas.put(layout.begin, y, line, self.palette.danger, bold=True)
        self._draw_list()
        if layout.table is not None and with_table:
            table = SmallTable(entry.title, entry.seats, entry.facts)
            draw_small_table(self.canvas, table, layout.table, self.look)
        self._draw_buttons(bottom + 1 + len(layout.notice))
        self._draw_hints()

    # --- the header

    def _draw_header(self) -> None:
        canvas, layout, header, palette = self.canvas, self.layout, self.layout.header, self.palette
        if header.sign is None:
            words_end = canvas.put(layout.begin, 0, _NAME, palette.turn_label, bold=True)
            canvas.put(words_end + 3, 0, " ".join(layout.motto), palette.dim)
        else:
            _draw(canvas, layout.begin, header.sign, _SIGN, {"#": palette.text}, look=self.look)
            if layout.bird is not None:
                _draw_bird(canvas, layout.bird, header.bird, self.look)
            for y, line in enumerate(layout.motto, header.motto_row):
                canvas.put_right(layout.end, y, line, palette.dim)
        draw_rail(canvas, header.rail, self.look, pixels=header.rail_pixels)
        name = [Words("you are ", palette.soft), Words(self.page.player, palette.text, bold=True)]
        begin = layout.end - words_width(name)
        canvas.put_words(begin, header.player_row, name)
        canvas.click(begin, header.player_row, layout.end - begin, 1, StartKey.NAME)

    # --- the list

    def _draw_list(self) -> None:
        """Draws the list, or as much of it as fits around the marked entry, whose note stands below single rows."""
        place, canvas, palette, chosen = self.layout.entries, self.canvas, self.palette, self.page.chosen
        attempts = [(spacing, self._lines(spacing)) for spacing in self.layout.spacings]
        spacing, lines = next((each for each in attempts if len(each[1]) <= place.height), attempts[-1])
        room = max(1, place.height - spacing.rows_below)
        first = max(0, min(lines.index((chosen, 0)) - room // 2, len(lines) - room))
        shown = lines[first : first + room]
        for y, line in enumerate(shown, place.y):
            match line:
                case Section():
                    canvas.put(place.x + 1, y, line.title, palette.text, bold=True)
                    canvas.put_right(place.x + place.width - 1, y, line.right, palette.dim)
                case str():
                    canvas.put(place.x + 3, y, line, palette.dim)
                case (entry, 0):
                    self._draw_entry(entry, y, rows=2 if (entry, 1) in shown else 1, gaps=spacing.gaps)
                case _:  # the second row of an entry is drawn with the first
                    pass
        if spacing.rows == 1 and self.layout.table is None:
            canvas.put(place.x + 3, place.y + place.height, chosen.note, palette.dim, max_width=place.width - 4)

    def _lines(self, spacing: Spacing) -> list[_Line]:
        """Returns the lines of the list; entries without a second line never take one."""
        room = max(_NARROWEST, self.layout.entries.width - 5)
        lines: list[_Line] = []
        for section in self.page.sections:
            sentences = wrap(section.sentence, room)[:2] if not section.entries else []
            lines += ["", section, *([""] if spacing.gaps else []), *sentences]
            for number, entry in enumerate(section.entries):
                rows = spacing.rows if entry.note else 1
                if number and spacing.gaps and rows > 1:
                    lines.append("")
                lines += [(entry, row) for row in range(rows)]
        return lines[1:]

    def _draw_entry(self, entry: Entry, y: int, *, rows: int, gaps: bool) -> None:
        canvas, palette = self.canvas, self.palette
        left, _, width, _ = self.layout.entries
        x, end, is_marked = left + 3, left + width - 2, entry.key == self.page.chosen.key
        canvas.click(left, y, width, rows, EntryClick(entry.key))
        if is_marked:
            self._mark(left, y, width, rows, loose=gaps and rows > 1)
        canvas.put(left + 1, y, entry.shortcut, palette.key, bold=True)
        right = self._draw_right(entry, y, end) - 2
        after = canvas.put(x, y, entry.title, palette.text, bold=True, max_width=max(4, right - x))
        begin = max(x + self.layout.title_width, after + 2)
        if begin < right:
            soft = palette.text if is_marked else palette.soft
            canvas.put(begin, y, entry.detail, soft, max_width=right - begin)
        if rows > 1:
            dim = palette.soft if is_marked else palette.dim
            begin = canvas.put_right(end, y + 1, entry.status, dim) if entry.status else end + 2
            canvas.put(x, y + 1, entry.note, dim, max_width=begin - x - 2)

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
            count = "  ".join(filter(None, (f"{seats.taken}/{seats.total}", entry.lock)))
            begin = self.canvas.put_right(end, y, count, self.palette.soft) - 2 - seats.total
            x = self.canvas.put(begin, y, "●" * seats.taken, self.palette.chips)
            self.canvas.put(x, y, empty_seat(self.look) * (seats.total - seats.taken), self.palette.dim)
            return begin
        gains = entry.gains
        colour = self.palette.soft if gains is None else self.palette.win_label if gains else self.palette.dim
        return self.canvas.put_right(end, y, entry.right, colour) if entry.right else end

    # --- buttons and keys

    def _draw_buttons(self, y: int) -> None:
        layout, x = self.layout, self.layout.begin
        labels = {key: key.labels[0 if layout.has_long_labels else -1] for key in _BUTTONS}
        labels = {StartKey.ACCEPT: self.page.chosen.enter, **labels}
        widths: list[int] = []
        for padding, first_width in layout.button_sizes:
            widths = [len(key.keycap) + layout.gap + cell_width(label) + 2 * padding for key, label in labels.items()]
            widths[0] = max(widths[0], first_width)
            if sum(widths) + layout.gap * (len(widths) - 1) <= layout.end - layout.begin:
                break
        for (key, label), width in zip(labels.items(), widths, strict=True):
            if x + width <= layout.end + 2 * layout.gap:
                self._draw_button(Rect(x, y, width, layout.button_rows), key, label)
            x += width + layout.gap

    def _draw_button(self, place: Rect, key: StartKey, label: str) -> None:
        canvas, palette, look, gap = self.canvas, self.palette, self.look, self.layout.gap
        is_first, inset = key is StartKey.ACCEPT, place.height // 2
        reverse = is_first and look.outlined and not look.ascii_only
        x, row = place.x + (place.width - len(key.keycap) - gap - cell_width(label)) // 2, place.y + inset
        if not look.outlined:
            ground = palette.turn if is_first else palette.button
            canvas.fill(place.x, 2 * place.y + inset, place.width, 2 * (place.height - inset), ground)
        elif is_first:
            canvas.put(place.x, row, " " * place.width, None, reverse=reverse)
        key_colour = palette.turn_text if is_first else palette.key
        colour = palette.turn_text if is_first else palette.button_text
        keycap = f"[{key.keycap}]" if look.outlined else key.keycap
        x = canvas.put(x - look.outlined, row, keycap, key_colour, bold=True, reverse=reverse)
        canvas.put(x + gap, row, label, colour, bold=is_first, reverse=reverse)
        canvas.click(*place, key)

    def _draw_hints(self) -> None:
        layout, gap, x, y = self.layout, self.layout.gap + 1, self.layout.begin, self.canvas.height - 1
        room = layout.end + 2 * layout.gap - 1 - x
        widths = accumulate(len(key.keycap) + 1 + len(key.labels[0]) + gap for key in _HINTS)
        shown = {key for key, width in zip(_HINTS, widths, strict=True) if width - gap <= room}
        for key in (key for key in StartKey if key in shown):
            begin = x
            x = self.canvas.put(x, y, key.keycap, self.palette.soft, bold=True)
            x = self.canvas.put(x + 1, y, key.labels[0], self.palette.dim)
            if key.action:
                self.canvas.click(begin, y, x - begin, 1, key)
            x += gap
