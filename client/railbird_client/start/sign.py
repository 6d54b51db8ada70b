"""The sign of the client: its name and a bird in half-block pixels, on a wooden rail."""

from __future__ import annotations

from railbird_client.drawing.palette import Colour, Look, Palette
from railbird_client.drawing.pixel_canvas import PixelCanvas
from railbird_client.drawing.surface import Ground

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
NAME_PIXELS, BIRD_PIXELS, RAIL_PIXELS = 8, len(_BIRD), 4
NAME_WIDTH = sum(len(_LETTERS[letter][0]) + 2 for letter in NAME) - 2
BIRD_WIDTH = len(_BIRD[0])


def draw_name(canvas: PixelCanvas, x: int, py: int, look: Look) -> None:
    """Writes the name of the program from the pixel at x, py."""
    pixels: dict[tuple[int, int], Colour] = {}
    for letter in NAME:
        rows = _LETTERS[letter]
        for down, row in enumerate(rows):
            pixels |= {(x + across, py + down): look.palette.text for across, mark in enumerate(row) if mark == "#"}
        x += len(rows[0]) + 2
    _draw(canvas, pixels, look)


def draw_bird(canvas: PixelCanvas, x: int, py: int, look: Look) -> None:
    """Draws the bird from the pixel at x, py; its feet are in the last of its rows."""
    palette = look.palette
    wood = _wood(palette)
    colours = {
        "h": wood[0],
        "e": palette.card,
        "b": palette.turn,
        "w": wood[1],
        "c": palette.card_edge,
        "t": wood[1],
        "l": palette.turn,
    }
    pixels = {
        (x + across, py + down): colours[mark]
        for down, row in enumerate(_BIRD)
        for across, mark in enumerate(row)
        if mark in colours and not (look.outlined and mark == "e")
    }
    _draw(canvas, pixels, look)


def draw_rail(canvas: PixelCanvas, py: int, look: Look, *, pixels: int = RAIL_PIXELS) -> None:
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


def _draw(canvas: PixelCanvas, pixels: dict[tuple[int, int], Colour], look: Look) -> None:
    """Draws pixels; without colours as letters, where a pixel without one would not be seen."""
    if not look.outlined:
        for (x, py), colour in pixels.items():
            canvas.dot(x, py, colour)
        return
    for x, y in {(x, py // 2) for x, py in pixels}:
        upper, lower = (x, 2 * y) in pixels, (x, 2 * y + 1) in pixels
        canvas.put(x, y, "█" if upper and lower else "▀" if upper else "▄", None)
