"""A layer of a picture: what one part of the screen draws, to be kept while that part stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_client.drawing.surface import ClickArea, Ground, Letter, Surface


class LayerRow:
    """What is drawn in a row of cells: `letters` by their x, and before them the cells whose letter is `erased`.

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
