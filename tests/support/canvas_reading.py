"""Reads what is drawn on a canvas: its lines as text, and its cells one by one."""

from __future__ import annotations

from collections.abc import Iterator

from railbird_client.drawing.canvas import Picture, Run


def canvas_lines(picture: Picture) -> list[str]:
    """Returns the lines as text; pixels are blanks."""
    return [
        "".join(letter.char if (letter := row.get(x)) else " " for x in range(picture.width)).rstrip()
        for row in picture.letters
    ]


def cells_of(picture: Picture, y: int) -> Iterator[Run]:
    """Yields the cells of a line, each as a run of its own; the second half of a wide letter is left out."""
    letters = picture.letters[y]
    for x, (upper, lower) in enumerate(zip(picture.pixels[2 * y], picture.pixels[2 * y + 1], strict=True)):
        letter = letters.get(x)
        if letter is None:
            yield Run(" ", None, lower) if upper == lower else Run("▀", upper, lower)
        elif letter.char:
            ground = lower if upper == lower else picture.ground_at(x, y)
            yield Run(letter.char, letter.colour, ground, letter.bold, letter.reverse)
