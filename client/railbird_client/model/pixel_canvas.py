"""A canvas of half-block pixels with letters on top.

A cell of the terminal is two square pixels, one above the other; y counts rows of cells, and `py` rows of pixels, two
to a cell. A letter stands on one colour: a cell whose pixels differ gives it the mixture of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from operator import ne
from typing import NamedTuple

from railbird_client.model.keys import Press
from railbird_client.model.palette import Colour, mix
from railbird_client.model.text_width import cell_width, split_graphemes, truncate

Ground = Colour | None
"""The colour of a pixel, None for that of the terminal."""


class Letter(NamedTuple):
    """A letter in a cell, with its colour, None for that of the terminal; a wide one is followed by an empty one."""

    char: str
    colour: Ground
    bold: bool = False
    reverse: bool = False


class Run(NamedTuple):
    """Cells of a line that look alike: their text, the colour of the letters and of the ground."""

    text: str
    colour: Ground
    ground: Ground
    bold: bool = False
    reverse: bool = False


class Words(NamedTuple):
    """A piece of a line in one colour."""

    text: str
    colour: Ground
    bold: bool = False


class ClickArea(NamedTuple):
    """A rectangle of cells, and what a click on it presses."""

    x: int
    y: int
    width: int
    height: int
    press: Press


class PixelCanvas:
    """A canvas of `width` by `height` cells; what is drawn outside it is not drawn.

    With `blends` letters over two pixels of different colours stand on a mixture, else on the lower one. `below` are
    the pixels of the canvas of which this is a copy.
    """

    def __init__(self, width: int, height: int, ground: Ground = None, *, blends: bool = True) -> None:
        self.width, self.height, self.blends = width, height, blends
        self.pixels: list[list[Ground]] = [[ground] * width for _ in range(2 * height)]
        self.letters: list[dict[int, Letter]] = [{} for _ in range(height)]
        self.clicks: list[ClickArea] = []
        self.below = self.pixels

    def copy(self) -> PixelCanvas:
        """Returns a canvas that looks the same, to be drawn on; its pixels of now are what lies `below`."""
        twin = PixelCanvas(0, 0, blends=self.blends)
        twin.width, twin.height = self.width, self.height
        twin.pixels = [row[:] for row in self.pixels]
        twin.below = self.pixels
        twin.letters = [row.copy() for row in self.letters]
        twin.clicks = self.clicks[:]
        return twin

    # --- pixels

    def dot(self, x: int, py: int, colour: Ground) -> None:
        """Draws one pixel."""
        if 0 <= x < self.width and 0 <= py < 2 * self.height:
            self.pixels[py][x] = colour

    def fill(self, x: int, py: int, width: int, height: int, colour: Ground) -> None:
        """Draws a rectangle of pixels, and erases the letters in it."""
        begin, end = max(0, x), min(self.width, x + width)
        if end <= begin:
            return
        colours = [colour] * (end - begin)
        for row in range(max(0, py), min(2 * self.height, py + height)):
            self.pixels[row][begin:end] = colours
        for y in range(max(0, py // 2), min(self.height, (py + height + 1) // 2)):
            self._erase(begin, end, y)

    def _erase(self, begin: int, end: int, y: int) -> None:
        letters = self.letters[y]
        if letters:
            for x in range(begin, end):
                letters.pop(x, None)

    def ground_at(self, x: int, y: int) -> Ground:
        """Returns the colour on which a letter of a cell stands."""
        upper, lower = self.pixels[2 * y][x], self.pixels[2 * y + 1][x]
        if upper == lower or not self.blends or upper is None or lower is None:
            return lower
        return mix(upper, lower, 0.5)

    # --- letters

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
        letters = self.letters[y]
        written, blanks, end = _write(x, text, self.width, colour, bold=bold, reverse=reverse)
        letters.update(written)
        if len(letters) > len(written):
            for blank in blanks:
                letters.pop(blank, None)
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

    def press_at(self, x: int, y: int) -> ClickArea | None:
        """Returns the uppermost rectangle at a cell that can be clicked, None if there is none."""
        for area in reversed(self.clicks):
            if area.x <= x < area.x + area.width and area.y <= y < area.y + area.height:
                return area
        return None

    # --- reading

    def runs(self, y: int, begin: int = 0, end: int | None = None) -> list[Run]:
        """Returns a line, or its cells from `begin` to before `end`, as runs of cells that look alike.

        Blanks take the colour of the letters before them, and half a wide letter is a blank.
        """
        end = self.width if end is None else end
        runs: list[Run] = []
        texts: list[str] = []
        letters = self.letters[y]
        before: tuple[Ground, Ground, bool, bool] = (None, None, False, False)
        edges = begin, end - 1
        uppers, lowers = self.pixels[2 * y][begin:end], self.pixels[2 * y + 1][begin:end]
        cells = map(letters.get, range(begin, end))
        for x, upper, lower, letter in zip(range(begin, end), uppers, lowers, cells, strict=True):
            if letter is None or (x in edges and _is_cut(letters, x, begin, end)):
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
                ground = lower if upper is lower else self.ground_at(x, y)
                look = (colour, ground, bold, reverse)
            if look != before and texts:
                runs.append(Run("".join(texts), *before))
                texts = []
            texts.append(char)
            before = look
        if texts:
            runs.append(Run("".join(texts), *before))
        return runs

    def cells(self, y: int) -> Iterator[Run]:
        """Yields the cells of a line, each as a run of its own; the second half of a wide letter is left out."""
        letters = self.letters[y]
        for x, (upper, lower) in enumerate(zip(self.pixels[2 * y], self.pixels[2 * y + 1], strict=True)):
            letter = letters.get(x)
            if letter is None:
                yield Run(" ", None, lower) if upper == lower else Run("▀", upper, lower)
            elif letter.char:
                ground = lower if upper == lower else self.ground_at(x, y)
                yield Run(letter.char, letter.colour, ground, letter.bold, letter.reverse)

    def text(self) -> list[str]:
        """Returns the lines as text; pixels are blanks."""
        return [
            "".join(letter.char if (letter := row.get(x)) else " " for x in range(self.width)).rstrip()
            for row in self.letters
        ]

    def changes(self, before: PixelCanvas, y: int) -> list[tuple[int, int]]:
        """Returns the parts of a line, as first x and x after the last, that differ from another canvas of this size.

        Parts with few cells between them are one.
        """
        letters, old = self.letters[y], before.letters[y]
        cells: set[int] = set()
        if letters != old:
            cells.update(compress(letters, map(ne, map(old.get, letters), letters.values())))
            cells.update(old.keys() - letters.keys())
        for row in (2 * y, 2 * y + 1):
            pixels, others = self.pixels[row], before.pixels[row]
            if pixels != others:
                cells.update(compress(range(self.width), map(ne, pixels, others)))
        spans: list[tuple[int, int]] = []
        for x in sorted(cells):
            if spans and x - spans[-1][1] < _SMALL_GAP:
                spans[-1] = spans[-1][0], x + 1
            else:
                spans.append((x, x + 1))
        return [(begin, end + (1 if letters.get(end, _SPACE).char == "" else 0)) for begin, end in spans]


class _Letters(dict[str, Letter]):
    """The letters of one look, each made once, so that rows of them are compared quickly."""

    def __init__(self, colour: Ground, *, bold: bool, reverse: bool) -> None:
        super().__init__()
        self._look = colour, bold, reverse

    def __missing__(self, char: str) -> Letter:
        letter = self[char] = Letter(char, *self._look)
        return letter


@lru_cache(maxsize=4096)
def _write(
    x: int, text: str, width: int, colour: Ground, *, bold: bool, reverse: bool
) -> tuple[dict[int, Letter], tuple[int, ...], int]:
    """Returns the letters of a text by their x in a line of that width, the blanks in it, and the x after it."""
    look = _letters_of(colour, bold=bold, reverse=reverse)
    letters: dict[int, Letter] = {}
    blanks: list[int] = []
    for piece, cells in split_graphemes(text):
        if x >= 0 and x + cells <= width:
            if piece == " " and not reverse:
                blanks.append(x)
            else:
                letters[x] = look[piece]
            if cells > 1:
                letters[x + 1] = look[""]
        x += cells
    return letters, tuple(blanks), x


@lru_cache(maxsize=512)
def _letters_of(colour: Ground, *, bold: bool, reverse: bool) -> _Letters:
    return _Letters(colour, bold=bold, reverse=reverse)


def _is_cut(letters: dict[int, Letter], x: int, begin: int, end: int) -> bool:
    """Whether the other half of a wide letter lies outside the cells that are looked at."""
    if x == begin and not letters[x].char:
        return True
    return x == end - 1 and letters.get(x + 1, _SPACE).char == ""


_SMALL_GAP = 8
_SPACE = Letter(" ", None)


def words_width(words: Iterable[Words]) -> int:
    """Returns the width of pieces of a line in cells."""
    return sum(cell_width(each.text) for each in words)
