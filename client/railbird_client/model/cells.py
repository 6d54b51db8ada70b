"""How many cells of a terminal a text takes, and how to make it fit."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_REGIONAL_A = 0x1F1E6
_REGIONAL_Z = 0x1F1FF
_UNSHOWN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_ACCENTS = frozenset({"Mn", "Me"})
_UNITS = ((10**9, "B"), (10**6, "M"), (10**3, "K"))


@lru_cache(maxsize=4096)
def pieces(text: str) -> tuple[tuple[str, int], ...]:
    """Returns what stands in each cell or pair of cells, with its width; accents stay with their letter.

    Characters that command a terminal or make terminals disagree about widths are left out: controls, variation
    selectors and skin tones. The letters that make up flags become plain ones.
    """
    if text.isascii() and text.isprintable():
        return tuple((char, 1) for char in text)
    return tuple(_pieces(text))


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    held, width = "", 0
    for char in text:
        code = ord(char)
        if 0xFE00 <= code <= 0xFE0F or 0x1F3FB <= code <= 0x1F3FF:
            continue
        plain = chr(ord("A") + code - _REGIONAL_A) if _REGIONAL_A <= code <= _REGIONAL_Z else char
        category = unicodedata.category(plain)
        if category in _UNSHOWN:
            continue
        if category in _ACCENTS:
            held += plain if held else ""
            continue
        if held:
            yield held, width
        held, width = plain, 2 if unicodedata.east_asian_width(plain) in "WF" else 1
    if held:
        yield held, width


def width_of(text: str) -> int:
    """Returns the cells a text takes."""
    return len(text) if text.isascii() and text.isprintable() else sum(width for _, width in pieces(text))


def clip(text: str, room: int) -> str:
    """Returns the text cut to `room` cells; one that was cut ends in an ellipsis."""
    if width_of(text) <= room:
        return text
    kept, used = "", 0
    for piece, width in pieces(text):
        if used + width > room - 1:
            break
        kept, used = kept + piece, used + width
    return kept.rstrip() + "…" if room > 0 else ""


def wrap(text: str, room: int, *, indent: int = 0) -> list[str]:
    """Returns the text as lines of at most `room` cells, broken between words; all but the first are indented."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line.strip() else line + word
        if width_of(longer) <= room:
            line = longer
            continue
        if line.strip():
            lines.append(line)
            line = " " * indent
        line += word
        while width_of(line) > room:
            head = _head(line, room)
            lines.append(head)
            line = " " * indent + line[len(head) :]
    return [*lines, line] if line.strip() or not lines else lines


def wrap_in(text: str, room: int, rows: int) -> list[str]:
    """Returns the text as at most `rows` lines of at most `room` cells; what does not fit is cut off the last."""
    lines = wrap(text, room)
    return lines if len(lines) <= rows else [*lines[: rows - 1], clip(" ".join(lines[rows - 1 :]), room)]


def _head(text: str, room: int) -> str:
    used = 0
    for index, char in enumerate(text):
        used += width_of(char)
        if used > room and index > 0:
            return text[:index]
    return text


def chips_text(chips: int, room: int | None = None) -> str:
    """Writes an amount with separators, or short ("12.3M") where it would not fit in `room` cells."""
    full = f"{chips:,}"
    if room is None or len(full) <= room:
        return full
    for unit, letter in _UNITS:
        if chips >= unit:
            whole, rest = divmod(chips, unit)
            short = f"{whole:,}.{rest * 10 // unit}{letter}"
            return short if len(short) <= room else f"{whole:,}{letter}"
    return full
