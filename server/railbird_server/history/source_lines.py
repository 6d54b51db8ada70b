"""Where in a file of hand histories a hand, a field or an action stands."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"""#[^\n]*|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\[|\]""")
"""What matters in a list of texts: a comment, a text, and the brackets."""


def find_line(text: str, *, hand: str = "", field: str = "", action: int = 0) -> int:
    """Returns the number of a line, counted from 1: of a hand, of its field, or of an action of that number.

    What is not found stands where the larger part begins; 0 without any.
    """
    start = _find(text, rf"^[ \t]*\[[ \t]*[\"']?{re.escape(hand)}[\"']?[ \t]*\]", 0, len(text)) if hand else 0
    if start is None:
        return 0
    following = _find(text, r"^[ \t]*\[[^\],]*\][ \t]*(?:#.*)?$", start + 1, len(text)) if hand else None
    end = len(text) if following is None else following
    found = _find(text, rf"^[ \t]*[\"']?{re.escape(field)}[\"']?[ \t]*=", start, end) if field else None
    if found is not None:
        found = _find_action(text, found, end, action) if action else found
    elif not hand:
        return 0
    return text.count("\n", 0, start if found is None else found) + 1


def _find(text: str, pattern: str, start: int, end: int) -> int | None:
    """Returns where the first character that is no space stands in what fits a pattern."""
    matched = re.compile(pattern, re.MULTILINE).search(text, start, end)
    return None if matched is None else matched.start() + len(matched[0]) - len(matched[0].lstrip())


def _find_action(text: str, start: int, end: int, action: int) -> int:
    """Returns where a text of the list that begins after `start` stands, or the list itself."""
    depth = count = 0
    for token in _TOKEN.finditer(text, start, end):
        if token[0] == "[":
            depth += 1
        elif token[0] == "]":
            depth -= 1
            if not depth:
                break
        elif depth and token[0][0] in "\"'":
            count += 1
            if count == action:
                return token.start()
    return start
