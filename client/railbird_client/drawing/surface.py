"""What a drawing is drawn on: letters and half-block pixels in the cells of a terminal.

A cell of the terminal is two square pixels, one above the other; y counts rows of cells, and `py` rows of pixels, two
to a cell.
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
    """Something of `width` by `height` cells to draw on; what is drawn outside it is not drawn.

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
