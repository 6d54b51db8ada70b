"""Other people's words made safe to store, compare and show.

Both sides use it: the server once for everybody, the client again because a host may be hostile. What comes out
has no control, format or surrogate character, no line break and no tower of accents; markup is left as it stands,
since nothing that shows foreign text may read it as markup.
"""

from __future__ import annotations

import re
import unicodedata

NAME_LENGTH = 16
TABLE_NAME_LENGTH = 24
CHAT_LENGTH = 200

_DROPPED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MAX_MARKS = 2

# What commands a terminal: sequences that set colours and the like, titles and other strings, and choices of letters.
_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|(?:\x1b[]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]+[0-~]"
)

# Letters and marks that are drawn as nothing at all, and with which two names could look the same.
_BLANKS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)

# Letters of other scripts that are drawn like Latin ones, folded to the letter they imitate.
_LOOK_ALIKES = str.maketrans(
    dict(zip("авеікмнорсѕтухјԁһԛԝαβγικνορτυχ", "abelkmhopcstyxjdhqwabylkvoptux", strict=True))
    | {"0": "o", "1": "l", "|": "l", "i": "l", "\u0131": "l", "5": "s"}
)


def strip_escapes(text: str) -> str:
    """Returns `text` without the sequences that command a terminal, whole, so that nothing of them stays behind."""
    return _ESCAPES.sub("", text)


def clean_line(text: str, length: int) -> str:
    """Returns `text` as one safe line of at most `length` characters, spaces folded."""
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
    """Returns a player's name made safe; empty when nothing of it can be shown."""
    return clean_line(text, NAME_LENGTH)


def clean_table_name(text: str) -> str:
    """Returns a table's name made safe; empty when nothing of it can be shown."""
    return clean_line(text, TABLE_NAME_LENGTH)


def clean_chat(text: str) -> str:
    """Returns a line of chat made safe; empty when nothing of it can be shown."""
    return clean_line(text, CHAT_LENGTH)


def name_key(name: str) -> str:
    """Returns what two names share when a reader could take one for the other."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    return "".join(filter(_is_distinctive, folded)).translate(_LOOK_ALIKES)


def _is_printable(char: str) -> bool:
    return char in "\t\n\r" or (char not in _BLANKS and unicodedata.category(char) not in _DROPPED_CATEGORIES)


def _is_distinctive(char: str) -> bool:
    """Whether a reader would notice a character: not an accent, not a space, not a blank."""
    return not (char.isspace() or char in _BLANKS or unicodedata.combining(char))
