"""Measures text in terminal cells, truncates, wraps or abbreviates it to fit, and writes its symbols in ASCII."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

_REGIONAL_A = 0x1F1E6
_REGIONAL_Z = 0x1F1FF
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_COMBINING_CATEGORIES = frozenset({"Mn", "Me"})
_UNITS = ((10**9, "B"), (10**6, "M"), (10**3, "K"))
# Each symbol stands above its letter.
_ASCII = str.maketrans(
    "╭╮╰╯┏┓┗┛╔╗╚╝─╌—–−━═│┃║╎┊├┤▒█●○▶▸▲▼✓→◂←░▕▏·…↑↓¼⅓⅔½¾☻♠♥♦♣’",
    "++++++++++++-----=~|||||||##oo>>^vx><<.[]-~^vrtThq shdc'",
)


@lru_cache(maxsize=4096)
def split_graphemes(text: str) -> tuple[tuple[str, int], ...]:
    """Returns the graphemes of a text, each with its width of one or two cells; accents stay with their letter.

    Control characters, variation selectors and skin tones are left out, because they command a terminal or terminals
    disagree about their width. The letters of flags become plain letters.
    """
    if text.isascii() and text.isprintable():
        return tuple((char, 1) for char in text)
    return tuple(_iter_graphemes(text))


def _iter_graphemes(text: str) -> Iterator[tuple[str, int]]:
    grapheme, width = "", 0
    for char in text:
        code = ord(char)
        if 0xFE00 <= code <= 0xFE0F or 0x1F3FB <= code <= 0x1F3FF:
            continue
        plain = chr(ord("A") + code - _REGIONAL_A) if _REGIONAL_A <= code <= _REGIONAL_Z else char
        category = unicodedata.category(plain)
        if category in _INVISIBLE_CATEGORIES:
            continue
        if category in _COMBINING_CATEGORIES:
            grapheme += plain if grapheme else ""
            continue
        if grapheme:
            yield grapheme, width
        grapheme, width = plain, 2 if unicodedata.east_asian_width(plain) in "WF" else 1
    if grapheme:
        yield grapheme, width


@lru_cache(maxsize=8192)
def cell_width(text: str) -> int:
    """Returns the width of a text in cells."""
    return len(text) if text.isascii() and text.isprintable() else sum(width for _, width in split_graphemes(text))


def truncate(text: str, max_width: int) -> str:
    """Returns the text cut to `max_width` cells; a cut text ends in an ellipsis."""
    if cell_width(text) <= max_width:
        return text
    return clip(text, max_width - 1).rstrip() + "…" if max_width > 0 else ""


def clip(text: str, max_width: int) -> str:
    """Returns as much of a text as `max_width` cells hold."""
    if cell_width(text) <= max_width:
        return text
    head = ""
    for piece, width in split_graphemes(text):
        max_width -= width
        if max_width < 0:
            break
        head += piece
    return head


def wrap(text: str, max_width: int, *, indent: int = 0) -> list[str]:
    """Returns the text as lines of at most `max_width` cells; all but the first are indented by `indent` cells."""
    return [*_wrap(text, max_width, indent)]


@lru_cache(maxsize=512)
def _wrap(text: str, max_width: int, indent: int) -> tuple[str, ...]:
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line.strip() else line + word
        if cell_width(longer) <= max_width:
            line = longer
            continue
        if line.strip():
            lines.append(line)
            line = " " * indent
        line += word
        while line.strip() and cell_width(line) > max_width:
            widths, least = accumulate(map(cell_width, line)), len(line) - len(line.lstrip())
            # A line takes a letter at least, even one that is wider than its room.
            fitting = next((at for at, width in enumerate(widths) if width > max_width and at > least), len(line))
            lines.append(line[:fitting])
            line = " " * indent + line[fitting:]
    return (*lines, line) if line.strip() or not lines else tuple(lines)


def format_chips(chips: int, max_width: int | None = None) -> str:
    """Returns an amount with separators, or short ("12.3M") if it does not fit in `max_width` cells."""
    full = f"{chips:,}"
    if max_width is None or len(full) <= max_width:
        return full
    for unit, letter in _UNITS:
        if chips >= unit:
            whole, rest = divmod(chips, unit)
            short = f"{whole:,}.{rest * 10 // unit}{letter}"
            return short if len(short) <= max_width else f"{whole:,}{letter}"
    return full


def text_to_ascii(text: str) -> str:
    """Returns a text with the symbols of the client in ASCII."""
    return text.translate(_ASCII)
