"""The hands of a file one after another, each from its own part of the file.

A file of ten thousand hands takes seconds to be read as a whole. Where each hand has a table of its own, its part is
read alone, so that the first hands are there at once and a damaged one leaves the others whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from railbird_server.history.notation import BadHistory
from railbird_server.history.parser import Fields, parse_histories

_HEADER = re.compile(r"^[ \t]*\[[ \t]*(?:[A-Za-z0-9_-]+|\"[^\"\\\n]*\"|'[^'\n]*')[ \t]*\][ \t]*(?:#.*)?$", re.MULTILINE)
"""The line that begins the table of a hand."""

_ANY_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)
_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)")


class Section(NamedTuple):
    """A hand of a file: its name, its fields, the part of the file that has them, and how many lines are before it.

    A part that cannot be read has no fields, and `error` says why.
    """

    name: str
    fields: Fields | None
    text: str
    lines_before: int = 0
    error: str = ""


def read_sections(text: str) -> Iterator[Section]:
    """Yields the hands of a file in order; raises BadHistory for a file that cannot be told apart into hands."""
    parts = _split(text)
    if len(parts) < 2:
        yield from _read_whole(text)
        return
    lines, given, is_whole_damaged = 0, set[str](), False
    for part in parts:
        try:
            hands = parse_histories(part)
        except BadHistory as error:
            whole = None if is_whole_damaged else _try_whole(text)
            if whole is not None:  # a value has a line that looks like the beginning of a hand
                yield from (section for section in whole if section.name not in given)
                return
            is_whole_damaged = True
            yield Section(_name_of(part), None, part, lines, _moved(str(error), lines))
        else:
            for name, fields in hands.items():
                given.add(name)
                yield Section(name, fields, part, lines)
        lines += part.count("\n")


def _split(text: str) -> list[str]:
    """Returns the parts of a file that begin with the table of a hand; one part where it may not be divided."""
    starts = [header.start() for header in _HEADER.finditer(text)]
    if len(starts) < 2 or len(starts) < sum(1 for _ in _ANY_HEADER.finditer(text)):
        return [text]
    before = text[: starts[0]]
    if any(line.strip() and not line.lstrip().startswith("#") for line in before.splitlines()):
        return [text]
    starts[0] = 0
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def _read_whole(text: str) -> Iterator[Section]:
    for name, fields in parse_histories(text).items():
        yield Section(name, fields, text)


def _try_whole(text: str) -> list[Section] | None:
    try:
        return list(_read_whole(text))
    except BadHistory:
        return None


def _name_of(part: str) -> str:
    header = _HEADER.search(part)
    return header[0].split("#")[0].strip().strip("[]").strip().strip("\"'") if header else ""


def _moved(sentence: str, lines: int) -> str:
    """Returns a sentence about a part of a file with the line of the whole file in front."""
    place = _PLACE.search(sentence)
    if place is None:
        return sentence
    return f"line {int(place[1]) + lines}: {_PLACE.sub('', sentence)}"
