"""Finds the lines of a TOML file on which things stand, which `tomllib` does not tell."""

from __future__ import annotations

import re

_NAME = r"""(?:"[^"\n]*"|'[^'\n]*'|[^\],"'#\n])*?"""
_HEADER = re.compile(rf"\s*\[+\s*({_NAME})\s*\]+\s*(?:#.*)?")
_TOKEN = re.compile(r"""#[^\n]*|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\[|\]""")
"""The parts of a list of texts: a comment, a text, and the brackets."""


def find_line(text: str, *, section: str = "", key: str = "", item: int = 0) -> int:
    """Returns the number of a line, counted from 1: of a section, of its key, or of a text of that number in its list.

    For a part that is not found it is where the larger part begins; 0 without any.
    """
    current, first = "", 0
    wanted = ".".join(filter(None, (section, key))) if key else ""
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if header := _HEADER.fullmatch(line):
            name = current = _plain(header[1])
        elif "=" in line:
            name = ".".join(filter(None, (current, _plain(line.partition("=")[0]))))
            if name == wanted:
                return number + _lines_before("\n".join(lines[number - 1 :]), item)
        else:
            continue
        if section and (name == section or name.startswith(f"{section}.")):
            first = first or number
    return first


def _plain(name: str) -> str:
    """Returns a key of TOML without quotes and spaces."""
    return ".".join(part.strip().strip("\"'") for part in name.split("."))


def _lines_before(text: str, item: int) -> int:
    """Returns how many lines of a text that begins with a list come before a text of that number in it."""
    depth = count = 0
    for token in _TOKEN.finditer(text):
        if token[0] == "[":
            depth += 1
        elif token[0] == "]":
            depth -= 1
            if not depth:
                break
        elif depth and token[0][0] in "\"'":
            count += 1
            if count == item:
                return text.count("\n", 0, token.start())
    return 0
