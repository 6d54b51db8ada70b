"""Large text and QR codes in half blocks."""

from __future__ import annotations

from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole

LARGE_ROWS = 5
"""The rows of a large letter."""

_PIXEL = 2
"""The cells of a pixel, which is as wide as it is high so."""

# Each letter is five rows of pixels.
_LETTERS = {
    "0": ("###", "#.#", "#.#", "#.#", "###"),
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"),
    "3": ("###", "..#", "###", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", "..#", "..#", "..#"),
    "8": ("###", "#.#", "###", "#.#", "###"),
    "9": ("###", "#.#", "###", "..#", "###"),
    "s": ("...", "###", "##.", ".##", "###"),
    "t": (".#.", "###", ".#.", ".#.", ".##"),
    "n": ("...", "##.", "#.#", "#.#", "#.#"),
    "d": ("..#", "..#", "###", "#.#", "###"),
    "r": ("...", "###", "#..", "#..", "#.."),
    "h": ("#..", "#..", "###", "#.#", "#.#"),
    ":": (".", "#", ".", "#", "."),
}

TROPHY = (
    "  ██████████  ",
    "██████████████",
    "██  ██████  ██",
    "      ██      ",
    "    ██████    ",
)
"""The mark beside the place of a winner."""


def large_text(text: str) -> tuple[str, ...]:
    """Returns the rows of a text of digits, colons and the endings of places; every other letter is a gap."""
    rows: list[str] = []
    for row in range(LARGE_ROWS):
        pixels = [_LETTERS[letter][row] if letter in _LETTERS else "." for letter in text]
        rows.append((" " * _PIXEL).join("".join((" ", "█")[dot == "#"] * _PIXEL for dot in each) for each in pixels))
    return tuple(rows)


QUIET_ZONE = 2
"""Light modules around the code; readers manage with two on a screen, though the standard has four."""

_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def draw_qr_code(text: str) -> Lines:
    """Returns a QR code of a text, dark on light; an invite link with one address has 37 columns and 19 rows."""
    import segno  # noqa: PLC0415  a start needs no page

    code = segno.make(text, error="l", micro=False)
    modules = [tuple(row) for row in code.matrix_iter(border=QUIET_ZONE)]
    modules += [(0,) * len(modules[0])] * (len(modules) % 2)
    return tuple(_draw_row(upper, lower) for upper, lower in zip(modules[::2], modules[1::2], strict=True))


def _draw_row(upper: tuple[int, ...], lower: tuple[int, ...]) -> Line:
    cells = "".join(_HALVES[bool(above), bool(below)] for above, below in zip(upper, lower, strict=True))
    return (Span(cells, TextRole.QR_CODE),)
