"""The canvas: letters and half-block pixels in the cells of a terminal, layers that keep them, and pictures of both.

A cell of the terminal is two square pixels, one above the other; y counts rows of cells, and `py` rows of pixels, two
to a cell. A letter stands on one colour: a cell whose pixels differ gives it the mixture of both.

A layer is what one part of the screen draws, kept while that part stays as it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import compress
from operator import ne
from typing import NamedTuple

from msgspec import Struct

from railbird_client.drawing.palette import Colour, mix
from railbird_client.drawing.text_width import cell_width, split_graphemes, truncate


class Press:
    """Something that a key or a click presses: the rooms of the client make their own kinds of it."""

    __slots__ = ()


class KeyPress(Press, Enum):
    """The keys of a screen, with Textual's names of those that press each (separated by commas).

    `display` is how a key is shown and `description` what it does.
    """

    def __init__(self, keys: str, display: str, description: str = "") -> None:
        self.keys, self.display, self.description = keys, display, description


class SliderClick(Struct, Press, frozen=True):
    """A click on a slider, `part` of `whole` along it from its left end."""

    part: int
    whole: int


Ground = Colour | None
"""The colour of a pixel, None for that of the terminal."""


class Letter(NamedTuple):
    """A letter in a cell, with its colour, None for that of the terminal; a wide one is followed by an empty one."""

    char: str
    colour: Ground
    bold: bool = False
    reverse: bool = False


class Words(NamedTuple):
    """A piece of a line in one colour."""

    text: str
    colour: Ground
    bold: bool = False


class Rect(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int


class ClickArea(NamedTuple):
    """A rectangle of cells, and what a click on it presses."""

    x: int
    y: int
    width: int
    height: int
    press: Press


class Surface(ABC):
    """Something of `width` by `height` cells to draw on; nothing is drawn outside it.

    `below` are the pixels on which the drawing was begun.
    """

    width: int
    height: int
    clicks: list[ClickArea]
    below: Sequence[Sequence[Ground]]

    # --- pixels

    @abstractmethod
    def _draw_pixels(self, x: int, py: int, colours: list[Ground]) -> None:
        """Draws pixels side by side, all of them inside."""

    def dot(self, x: int, py: int, colour: Ground) -> None:
        """Draws one pixel."""
        self.bar(x, py, 1, colour)

    def bar(self, x: int, py: int, width: int, colour: Ground) -> None:
        """Draws a row of pixels, and leaves letters over them."""
        begin, end = max(0, x), min(self.width, x + width)
        if begin < end and 0 <= py < 2 * self.height:
            self._draw_pixels(begin, py, [colour] * (end - begin))

    def fill(self, x: int, py: int, width: int, height: int, colour: Ground) -> None:
        """Draws a rectangle of pixels, and erases the letters in it."""
        for row in range(py, py + height):
            self.bar(x, row, width, colour)
        if cells := range(max(0, x), min(self.width, x + width)):
            for y in range(max(0, py // 2), min(self.height, (py + height + 1) // 2)):
                self._erase_letters(y, cells)

    def cut_corner(self, x: int, y: int, letter: Letter, *, lower: bool) -> None:
        """Draws a letter over what lies below, of which it shows the upper or the `lower` pixel; the cell is inside."""
        ground = [self.below[2 * y + lower][x]]
        self._draw_pixels(x, 2 * y, ground)
        self._draw_pixels(x, 2 * y + 1, ground)
        self._letters_in(y)[x] = letter

    # --- letters

    @abstractmethod
    def _letters_in(self, y: int) -> dict[int, Letter]:
        """Returns the letters that are written in a line, by their x."""

    def set_letter(self, x: int, y: int, letter: Letter) -> None:
        """Writes one letter, which is not wide, into a cell, which is inside."""
        self._letters_in(y)[x] = letter

    def erase(self, x: int, y: int) -> Letter | None:
        """Erases the letter in a cell, and returns the one that was written here."""
        letter = self._letters_in(y).get(x)
        self._erase_letters(y, (x,))
        return letter

    def _erase_letters(self, y: int, cells: Iterable[int]) -> None:
        if letters := self._letters_in(y):
            for x in cells:
                letters.pop(x, None)

    def put(
        self,
        x: int,
        y: int,
        text: str,
        colour: Ground,
        *,
        bold: bool = False,
        reverse: bool = False,
        max_width: int | None = None,
    ) -> int:
        """Writes a text, cut to `max_width` cells if given, and returns the x after it."""
        if max_width is not None:
            text = truncate(text, max_width)
        if not 0 <= y < self.height:
            return x + cell_width(text)
        written, blanks, end = _write(x, text, self.width, colour, bold=bold, reverse=reverse)
        if blanks:
            self._erase_letters(y, blanks)
        self._letters_in(y).update(written)
        return end

    def put_right(self, end: int, y: int, text: str, colour: Ground, *, bold: bool = False) -> int:
        """Writes a text that ends before x = `end` and returns the x of its first cell."""
        begin = end - cell_width(text)
        self.put(begin, y, text, colour, bold=bold)
        return begin

    def put_words(self, x: int, y: int, words: Iterable[Words]) -> int:
        """Writes pieces of a line one after another and returns the x after them."""
        for text, colour, bold in words:
            x = self.put(x, y, text, colour, bold=bold)
        return x

    def put_centred(self, middle: int, y: int, words: Sequence[Words]) -> int:
        """Writes pieces of a line around a middle, given as twice its x; returns the x of the first cell."""
        begin = (middle - words_width(words)) // 2
        self.put_words(begin, y, words)
        return begin

    def click(self, x: int, y: int, width: int, height: int, press: Press) -> None:
        """Has a click on a rectangle of cells press something; a later rectangle lies above earlier ones."""
        self.clicks.append(ClickArea(x, y, width, height, press))


_letter = lru_cache(maxsize=32768)(Letter)  # each is made once, so that rows of them are compared quickly


@lru_cache(maxsize=4096)
def _write(
    x: int, text: str, width: int, colour: Ground, *, bold: bool, reverse: bool
) -> tuple[dict[int, Letter], tuple[int, ...], int]:
    """Returns the letters of a text by their x in a line of that width, the blanks in it, and the x after it."""
    letters: dict[int, Letter] = {}
    blanks: list[int] = []
    for piece, cells in split_graphemes(text):
        if x >= 0 and x + cells <= width:
            if piece == " " and not reverse:
                blanks.append(x)
            else:
                letters[x] = _letter(piece, colour, bold, reverse)
            if cells > 1:
                letters[x + 1] = _letter("", colour, bold, reverse)
        x += cells
    return letters, tuple(blanks), x


def words_width(words: Iterable[Words]) -> int:
    """Returns the width of pieces of a line in cells."""
    return sum(cell_width(each.text) for each in words)


class LayerRow(Struct):
    """The drawing in a row of cells: `letters` by their x, and before them the cells whose letter is `erased`.

    `upper` and `lower` are the pieces of its two rows of pixels, a later one over an earlier: an x and the colours from
    there on.
    """

    upper: list[tuple[int, list[Ground]]] = []
    lower: list[tuple[int, list[Ground]]] = []
    letters: dict[int, Letter] = {}
    erased: set[int] = set()

    def paste_pixels(self, upper: list[Ground], lower: list[Ground]) -> None:
        """Draws over two rows of pixels of a picture."""
        for x, colours in self.upper:
            upper[x : x + len(colours)] = colours
        for x, colours in self.lower:
            lower[x : x + len(colours)] = colours

    def paste_letters(self, letters: dict[int, Letter]) -> None:
        """Writes over the letters of a row of a picture."""
        if letters:
            for x in self.erased:
                letters.pop(x, None)
        letters.update(self.letters)


class Layer(Surface):
    """A surface of which only the cells that are drawn on cover what lies below.

    `rows` has the rows of cells in which something is drawn. Nothing is drawn on a layer of a picture any more.
    """

    def __init__(self, width: int, height: int, below: Sequence[Sequence[Ground]]) -> None:
        self.width, self.height, self.below = width, height, below
        self.clicks: list[ClickArea] = []
        self.rows: defaultdict[int, LayerRow] = defaultdict(LayerRow)

    def _draw_pixels(self, x: int, py: int, colours: list[Ground]) -> None:
        row = self.rows[py // 2]
        (row.lower if py % 2 else row.upper).append((x, colours))

    def _letters_in(self, y: int) -> dict[int, Letter]:
        return self.rows[y].letters

    def _erase_letters(self, y: int, cells: Iterable[int]) -> None:
        self.rows[y].erased.update(cells)
        super()._erase_letters(y, cells)


class Run(NamedTuple):
    """Cells of a line that look alike: their text, the colour of the letters and of the ground."""

    text: str
    colour: Ground
    ground: Ground
    bold: bool = False
    reverse: bool = False


@dataclass(eq=False)
class Picture:
    """A picture of `width` by `height` cells, to be shown.

    With `blends` letters over two pixels of different colours stand on a mixture, else on the lower one. `layers` are
    those of which it is composed, over what else it shows.
    """

    pixels: list[list[Ground]]
    letters: list[dict[int, Letter]]
    clicks: list[ClickArea]
    width: int
    height: int
    blends: bool
    layers: tuple[Layer, ...] = ()

    def copy(self) -> PixelCanvas:
        """Returns a canvas that looks the same, to be drawn on; its pixels of now are what lies `below`."""
        twin = PixelCanvas(self.width, 0, blends=self.blends)
        twin.height = self.height
        twin.pixels, twin.below = [row[:] for row in self.pixels], self.pixels
        twin.letters = [row.copy() for row in self.letters]
        twin.clicks = self.clicks[:]
        return twin

    # --- reading

    def ground_at(self, x: int, y: int) -> Ground:
        """Returns the colour on which a letter of a cell stands."""
        upper, lower = self.pixels[2 * y][x], self.pixels[2 * y + 1][x]
        if upper == lower or not self.blends or upper is None or lower is None:
            return lower
        return mix(upper, lower, 0.5)

    def press_at(self, x: int, y: int) -> ClickArea | None:
        """Returns the uppermost rectangle at a cell that can be clicked, None if there is none."""
        areas = reversed(self.clicks)
        return next((each for each in areas if 0 <= x - each.x < each.width and 0 <= y - each.y < each.height), None)

    def runs(self, y: int, begin: int = 0, end: int | None = None) -> list[Run]:
        """Returns a line, or its cells from `begin` to before `end`, as runs of cells that look alike.

        Blanks take the colour of the letters before them, and half a wide letter is a blank.
        """
        end = self.width if end is None else end
        runs: list[Run] = []
        texts: list[str] = []
        letters = self.letters[y]
        before: tuple[Ground, Ground, bool, bool] = (None, None, False, False)
        uppers, lowers = self.pixels[2 * y][begin:end], self.pixels[2 * y + 1][begin:end]
        cut = end - 1 if letters.get(end, _SPACE).char == "" else None
        cells = map(letters.get, range(begin, end))
        for x, upper, lower, letter in zip(range(begin, end), uppers, lowers, cells, strict=True):
            if letter is None or x == cut or (x == begin and not letter.char):
                if upper is not lower and upper != lower:
                    char, look = "▀", (upper, lower, False, False)
                elif texts and before[1] == lower and not before[3]:
                    texts.append(" ")
                    continue
                else:
                    char, look = " ", (None, lower, False, False)
            else:
                char, colour, bold, reverse = letter
                if not char:
                    continue
                look = (colour, lower if upper is lower else self.ground_at(x, y), bold, reverse)
            if look != before and texts:
                runs.append(Run("".join(texts), *before))
                texts = []
            texts.append(char)
            before = look
        if texts:
            runs.append(Run("".join(texts), *before))
        return runs

    def changes(self, before: Picture, y: int) -> list[tuple[int, int]]:
        """Returns the parts of a line, as first x and x after the last, that differ from another picture of this size.

        Parts with few cells between them are one.
        """
        letters, old = self.letters[y], before.letters[y]
        cells: set[int] = set()
        if letters is not old and letters != old:
            cells.update(compress(letters, map(ne, map(old.get, letters), letters.values())))
            cells.update(old.keys() - letters.keys())
        for row in (2 * y, 2 * y + 1):
            pixels, others = self.pixels[row], before.pixels[row]
            if pixels is not others and pixels != others:
                cells.update(compress(range(self.width), map(ne, pixels, others)))
        spans = _join_places(sorted(cells))
        return [(begin, end + (1 if letters.get(end, _SPACE).char == "" else 0)) for begin, end in spans]


class PixelCanvas(Picture, Surface):
    """A picture to be drawn on."""

    def __init__(self, width: int, height: int, ground: Ground = None, *, blends: bool = True) -> None:
        pixels = [[ground] * width for _ in range(2 * height)]
        super().__init__(pixels, [{} for _ in range(height)], [], width, height, blends)
        self.below = pixels

    def _draw_pixels(self, x: int, py: int, colours: list[Ground]) -> None:
        self.pixels[py][x : x + len(colours)] = colours

    def _letters_in(self, y: int) -> dict[int, Letter]:
        return self.letters[y]


def compose(canvas: PixelCanvas, layers: Sequence[Layer], before: Picture | None = None) -> Picture:
    """Returns a picture of layers over a canvas, which stays as it is.

    Lines that no other layers touch than in a picture composed `before`, over the same canvas, are those of that one.
    """
    below = canvas if before is None else before
    pixels, letters = below.pixels[:], below.letters[:]
    for y, pixels_change in _rows_changed(layers, () if before is None else before.layers).items():
        rows = [row for layer in layers if (row := layer.rows.get(y)) is not None]
        letters[y] = canvas.letters[y].copy()
        for row in rows:
            row.paste_letters(letters[y])
        if pixels_change:
            pixels[2 * y : 2 * y + 2] = upper, lower = canvas.pixels[2 * y][:], canvas.pixels[2 * y + 1][:]
            for row in rows:
                row.paste_pixels(upper, lower)
    clicks = [*canvas.clicks, *(click for layer in layers for click in layer.clicks)]
    return Picture(pixels, letters, clicks, canvas.width, canvas.height, canvas.blends, tuple(layers))


def _rows_changed(layers: Sequence[Layer], before: Sequence[Layer]) -> dict[int, bool]:
    """Returns the rows in which those layers draw that are not in both, and whether they draw pixels there."""
    changed = {id(each): each for each in layers}
    for each in before:
        if changed.pop(id(each), None) is None:
            changed[id(each)] = each
    rows: dict[int, bool] = {}
    for each in changed.values():
        for y, row in each.rows.items():
            rows[y] = rows.get(y, False) or bool(row.upper or row.lower)
    return rows


def _join_places(places: list[int]) -> list[tuple[int, int]]:
    """Returns the spans of a line, as first x and x after the last, that hold places with few cells between them."""
    if places and places[-1] + 1 - places[0] - len(places) < _SMALL_GAP:
        return [(places[0], places[-1] + 1)]
    spans: list[tuple[int, int]] = []
    for x in places:
        if spans and x - spans[-1][1] < _SMALL_GAP:
            spans[-1] = spans[-1][0], x + 1
        else:
            spans.append((x, x + 1))
    return spans


_SMALL_GAP = 8
_SPACE = Letter(" ", None)
