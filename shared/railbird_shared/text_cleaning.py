"""Makes text from other people safe to store, compare and show.

Both sides clean it: the server once for everybody, and the client again, because a host may be hostile. Clean text has
no control, format or surrogate characters, no line breaks and at most two accents on a letter. Markup stays as it is,
since nothing that shows foreign text may parse it as markup.
"""

from __future__ import annotations

import re
import unicodedata

NAME_LENGTH = 16
TABLE_NAME_LENGTH = 24
CHAT_LENGTH = 200

_DROPPED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MAX_MARKS = 2

# Escape sequences: those that set colours and the like, titles and other strings, and character sets.
_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|(?:\x1b[]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]+[0-~]"
)

# Letters and marks that are drawn as nothing; with them two different names could look the same.
_BLANKS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)

# Letters of other scripts that look like Latin ones, each mapped to the letter it looks like.
_LOOK_ALIKES = str.maketrans(
    dict(zip("авеікмнорсѕтухјԁһԛԝαβγικνορτυχ", "abelkmhopcstyxjdhqwabylkvoptux", strict=True))
    | {"0": "o", "1": "l", "|": "l", "i": "l", "\u0131": "l", "5": "s"}
)


def strip_escapes(text: str) -> str:
    """Returns `text` without escape sequences; each is removed whole, so no part of it stays behind."""
    return _ESCAPES.sub("", text)


def clean_line(text: str, length: int) -> str:
    """Returns `text` as one safe line of at most `length` characters, with single spaces."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", "".join(filter(_is_printable, strip_escapes(text[: 8 * length + 64])))):
        category = unicodedata.category(char)
        if char in "\t\n\r" or category == "Zs":
            kept.append(" ")
            continue
        marks = marks + 1 if category.startswith("M") else 0
        if marks <= _MAX_MARKS:
            kept.append(char)
    return " ".join("".join(kept).split())[:length].rstrip()


def clean_name(text: str) -> str:
    """Returns a player's name made safe, empty if nothing of it can be shown."""
    return clean_line(text, NAME_LENGTH)


def clean_table_name(text: str) -> str:
    """Returns a table's name made safe, empty if nothing of it can be shown."""
    return clean_line(text, TABLE_NAME_LENGTH)


def clean_chat(text: str) -> str:
    """Returns a line of chat made safe, empty if nothing of it can be shown."""
    return clean_line(text, CHAT_LENGTH)


def name_key(name: str) -> str:
    """Returns the key of a name; two names that a reader could confuse have the same key."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    return "".join(filter(_is_distinctive, folded)).translate(_LOOK_ALIKES)


def _is_printable(char: str) -> bool:
    return char in "\t\n\r" or (char not in _BLANKS and unicodedata.category(char) not in _DROPPED_CATEGORIES)


def _is_distinctive(char: str) -> bool:
    """Whether a reader notices the character: it is not an accent, a space or a blank."""
    return not (char.isspace() or char in _BLANKS or unicodedata.combining(char))
