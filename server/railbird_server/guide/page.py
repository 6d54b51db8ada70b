"""Pages of plain text: headings, paragraphs and entries, rendered to a width."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import assert_never

from msgspec import Struct

MIN_COLUMNS, MAX_COLUMNS = 40, 100
_MAX_LABEL = 28
_LABEL_GAP = 2


class Title(Struct, frozen=True):
    """The title of a page."""

    text: str


class Heading(Struct, frozen=True):
    """The title of a part of a page."""

    text: str


class Paragraph(Struct, frozen=True):
    """Sentences across the page."""

    text: str


class Entry(Struct, frozen=True):
    """Sentences with a label to their left; labels that follow each other have one width."""

    label: str
    text: str


Block = Title | Heading | Paragraph | Entry


def render_page(blocks: Iterable[Block], width: int) -> str:
    """Returns the blocks as lines no longer than `width` columns, as far as words allow."""
    columns = min(max(width, MIN_COLUMNS), MAX_COLUMNS)
    parts = []
    for kind, run in groupby(blocks, type):
        if kind is Entry:
            parts.append(_render_entries([block for block in run if isinstance(block, Entry)], columns))
        else:
            parts += [_render_block(block, columns) for block in run]
    return "\n\n".join(parts)


def _render_block(block: Block, columns: int) -> str:
    match block:
        case Title(text) | Heading(text):
            return f"{text}\n{('=' if isinstance(block, Title) else '-') * min(len(text), columns)}"
        case Paragraph(text):
            return _wrap(text, columns)
        case Entry():
            return _render_entries([block], columns)
        case _:
            assert_never(block)


def _render_entries(entries: Sequence[Entry], columns: int) -> str:
    longest = max(len(entry.label) for entry in entries)
    indent = min(longest, _MAX_LABEL, 2 * columns // 5) + _LABEL_GAP
    return "\n".join(_render_entry(entry, indent, columns) for entry in entries)


def _render_entry(entry: Entry, indent: int, columns: int) -> str:
    blank = " " * indent
    if len(entry.label) + _LABEL_GAP > indent:
        return f"{entry.label}\n{_wrap(entry.text, columns, blank, blank)}"
    return _wrap(entry.text, columns, entry.label.ljust(indent), blank)


def _wrap(text: str, columns: int, first: str = "", rest: str = "") -> str:
    return textwrap.fill(
        text, columns, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
