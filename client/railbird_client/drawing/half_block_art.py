"""Large text, QR codes and the rail in half blocks."""

from __future__ import annotations

from railbird_client.drawing.canvas import Ground, PixelCanvas
from railbird_client.drawing.palette import Look
from railbird_client.drawing.text_roles import Lines, Span, TextRole

LARGE_ROWS = 5
"""The rows of a large letter."""

_PIXELS = str.maketrans({"#": "██", ".": "  ", " ": "  "})  # of two cells each, as wide as they are high
_QUIET_ZONE = 2  # light modules around the code; readers manage with two on a screen, though the standard has four
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}

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
    rows = (" ".join(_LETTERS.get(letter, ".....")[row] for letter in text) for row in range(LARGE_ROWS))
    return tuple(row.translate(_PIXELS) for row in rows)


def draw_rail(canvas: PixelCanvas, py: int, look: Look, *, pixels: int, width: int | None = None) -> None:
    """Draws the rail across the canvas, or `width` cells of it: lit at its upper edge and dark at its lower one.

    Of two rows the lower one is the face of the wood on a dark screen, where its edge would not be seen.
    """
    width = canvas.width if width is None else width
    if look.outlined:
        canvas.put(0, (py + 1) // 2, "━" * width, None)
        return
    light, plain, dark = look.palette.wood
    lowest = plain if pixels == 2 and look.palette.dark and look.palette.rounds_corners else dark
    rows: list[Ground] = [light, *[plain] * (pixels - 2), lowest]
    for down, colour in enumerate(rows):
        canvas.fill(0, py + down, width, 1, colour)


def draw_qr_code(text: str) -> Lines:
    """Returns a QR code of a text, dark on light; an invite link with one address has 37 columns and 19 rows."""
    import segno  # noqa: PLC0415  a start needs no page

    code = segno.make(text, error="l", micro=False)
    modules = [tuple(map(bool, row)) for row in code.matrix_iter(border=_QUIET_ZONE)]
    modules += [(False,) * len(modules[0])] * (len(modules) % 2)
    rows = (zip(upper, lower, strict=True) for upper, lower in zip(modules[::2], modules[1::2], strict=True))
    return tuple((Span("".join(_HALVES[cell] for cell in row), TextRole.QR_CODE),) for row in rows)
