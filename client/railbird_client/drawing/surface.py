"""Surfaces to draw on, and layers that keep a drawing: letters and half-block pixels in the cells of a terminal.

A cell of the terminal is two square pixels, one above the other; y counts rows of cells, and `py` rows of pixels, two
to a cell.

A layer is what one part of the screen draws, kept while that part stays as it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from railbird_client.drawing.palette import Colour
from railbird_client.drawing.text_width import cell_width, split_graphemes, truncate
from railbird_client.table.turn.table_keys import Press

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
    def dot(self, x: int, py: int, colour: Ground) -> None:
        """Draws one pixel."""

    @abstractmethod
    def bar(self, x: int, py: int, width: int, colour: Ground) -> None:
        """Draws a row of pixels, and leaves letters over them."""

    @abstractmethod
    def fill(self, x: int, py: int, width: int, height: int, colour: Ground) -> None:
        """Draws a rectangle of pixels, and erases the letters in it."""

    @abstractmethod
    def pixel(self, x: int, py: int) -> Ground:
        """Returns a pixel, which is inside, as it has been drawn."""

    def cut_corner(self, x: int, y: int, letter: Letter, *, lower: bool) -> None:
        """Draws a letter over what lies below, of which it shows the upper or the `lower` pixel; the cell is inside."""
        ground = self.below[2 * y + lower][x]
        self.dot(x, 2 * y, ground)
        self.dot(x, 2 * y + 1, ground)
        self.set_letter(x, y, letter)

    # --- letters

    @abstractmethod
    def set_letter(self, x: int, y: int, letter: Letter) -> None:
        """Writes one letter, which is not wide, into a cell, which is inside."""

    @abstractmethod
    def erase(self, x: int, y: int) -> Letter | None:
        """Erases the letter in a cell, and returns it."""

    @abstractmethod
    def set_letters(self, y: int, written: dict[int, Letter], blanks: tuple[int, ...]) -> None:
        """Writes the letters of a line by their x, and erases those in its blanks."""

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
        self.set_letters(y, written, blanks)
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


def words_width(words: Iterable[Words]) -> int:
    """Returns the width of pieces of a line in cells."""
    return sum(cell_width(each.text) for each in words)


class LayerRow:
    """The drawing in a row of cells: `letters` by their x, and before them the cells whose letter is `erased`.

    `upper` and `lower` are the pieces of its two rows of pixels, a later one over an earlier: an x and the colours from
    there on.
    """

    __slots__ = ("erased", "letters", "lower", "upper")

    def __init__(self) -> None:
        self.upper: list[tuple[int, list[Ground]]] = []
        self.lower: list[tuple[int, list[Ground]]] = []
        self.letters: dict[int, Letter] = {}
        self.erased: set[int] = set()

    @property
    def has_pixels(self) -> bool:
        """Whether more than letters is drawn."""
        return bool(self.upper or self.lower)

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
        self.rows: dict[int, LayerRow] = {}

    def _row(self, y: int) -> LayerRow:
        row = self.rows.get(y)
        if row is None:
            row = self.rows[y] = LayerRow()
        return row

    def _pieces(self, py: int) -> list[tuple[int, list[Ground]]]:
        row = self._row(py // 2)
        return row.lower if py % 2 else row.upper

    def dot(self, x: int, py: int, colour: Ground) -> None:
        """Draws one pixel."""
        if 0 <= x < self.width and 0 <= py < 2 * self.height:
            self._pieces(py).append((x, [colour]))

    def bar(self, x: int, py: int, width: int, colour: Ground) -> None:
        """Draws a row of pixels, and leaves letters over them."""
        begin, end = max(0, x), min(self.width, x + width)
        if begin < end and 0 <= py < 2 * self.height:
            self._pieces(py).append((begin, [colour] * (end - begin)))

    def fill(self, x: int, py: int, width: int, height: int, colour: Ground) -> None:
        """Draws a rectangle of pixels, and erases the letters in it."""
        begin, end = max(0, x), min(self.width, x + width)
        if end <= begin:
            return
        piece = begin, [colour] * (end - begin)
        for at in range(max(0, py), min(2 * self.height, py + height)):
            self._pieces(at).append(piece)
        for y in range(max(0, py // 2), min(self.height, (py + height + 1) // 2)):
            row = self._row(y)
            row.erased.update(range(begin, end))
            for at in range(begin, end) if row.letters else ():
                row.letters.pop(at, None)

    def pixel(self, x: int, py: int) -> Ground:
        """Returns a pixel, which is inside, as it has been drawn here, or as it lies below."""
        for begin, colours in reversed(self._pieces(py)):
            if begin <= x < begin + len(colours):
                return colours[x - begin]
        return self.below[py][x]

    def set_letter(self, x: int, y: int, letter: Letter) -> None:
        """Writes one letter, which is not wide, into a cell, which is inside."""
        self._row(y).letters[x] = letter

    def erase(self, x: int, y: int) -> Letter | None:
        """Erases the letter in a cell, and returns the one that was written here."""
        row = self._row(y)
        row.erased.add(x)
        return row.letters.pop(x, None)

    def set_letters(self, y: int, written: dict[int, Letter], blanks: tuple[int, ...]) -> None:
        """Writes the letters of a line by their x, and erases those in its blanks."""
        row = self._row(y)
        letters = row.letters
        if blanks:
            row.erased.update(blanks)
            for blank in blanks if letters else ():
                letters.pop(blank, None)
        letters.update(written)
