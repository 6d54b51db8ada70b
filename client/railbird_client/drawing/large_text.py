"""Places and clocks in letters five rows high, of full blocks, which plain letters replace where there are none."""

from __future__ import annotations

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
"""What stands beside the place of a winner."""


def large_text(text: str) -> tuple[str, ...]:
    """Returns the rows of a text of digits, colons and the endings of places; every other letter is a gap."""
    rows: list[str] = []
    for row in range(LARGE_ROWS):
        pixels = [_LETTERS[letter][row] if letter in _LETTERS else "." for letter in text]
        rows.append((" " * _PIXEL).join("".join((" ", "█")[dot == "#"] * _PIXEL for dot in each) for each in pixels))
    return tuple(rows)
