"""Makes text from other people safe to store, compare and show.

Both sides clean it: the server once for everybody, and the client again, because a host may be hostile. Clean text has
no control, format or surrogate characters, no line breaks and at most two accents on a letter. Markup stays as it is,
since nothing that shows foreign text may parse it as markup.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache, partial
from itertools import pairwise

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

# They colour the emoji before them, and have no width of their own.
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))

# What UTS #39 keeps apart and a reader may not: a capital I is an l to it and an i to them, a 5 may pass for an S, an
# Armenian nun for an n, and two narrow letters for a wide one.
_READ_ALIKE = str.maketrans({"i": "l", "5": "s", "\u0576": "n"})

# Vowels and final consonants of Hangul, which are drawn as part of the letter before them.
_HANGUL_INITIALS = range(0x1100, 0x1160)
_HANGUL_FOLLOWERS = (range(0x1160, 0x1200), range(0xD7B0, 0xD800))

RESERVED_NAMES = ("Dealer", "House", "Railbird", "Server")
"""Names that would make a player look like the house."""


MAX_QUOTED = 40
"""How many characters of wrong words a refusal quotes."""


def quote(words: str) -> str:
    """Returns what somebody wrote in quotes, cut short if it is long."""
    return repr(words if len(words) <= MAX_QUOTED else f"{words[:MAX_QUOTED]}…")


def strip_escapes(text: str) -> str:
    """Returns `text` without escape sequences; each is removed whole, so no part of it stays behind."""
    return _ESCAPES.sub("", text)


def clean_line(text: str, length: int) -> str:
    """Returns `text` as one safe line of at most `length` characters, with single spaces."""
    if (plain := text[: _read(length)]).isascii() and plain.isprintable():  # most are, and this is quicker by far
        return " ".join(plain.split())[:length].rstrip()
    kept: list[str] = []
    marks = 0
    for char in _printable(text, length):
        if char == " ":
            kept.append(char)
            continue
        marks = marks + 1 if unicodedata.category(char).startswith("M") else 0
        if marks <= _MAX_MARKS and not _lacks_base(char, kept[-1] if kept else " "):
            kept.append(char)
    return " ".join("".join(kept).split())[:length].rstrip()


clean_name = partial(clean_line, length=NAME_LENGTH)
clean_table_name = partial(clean_line, length=TABLE_NAME_LENGTH)
clean_chat = partial(clean_line, length=CHAT_LENGTH)
"""Return a player's name, a table's name or a line of chat made safe, empty if nothing of it can be shown."""


def name_refusal(text: str) -> str:
    """Returns why nobody may be called by that name, in a sentence; empty if they may."""
    name = clean_name(text)
    if not name:
        return f"Give a name of 1 to {NAME_LENGTH} characters that can be shown."
    line = _printable(text, NAME_LENGTH)
    if any(_lacks_base(char, before) for before, char in pairwise(" " + line)):
        return "Give a name whose every accent stands on a letter."
    if any("(bot)" in key for key in name_keys(name)):
        return 'Give a name without "(bot)", which marks the bots.'
    stem = name.strip(" 0123456789!#$%&'()*+,-./:;<=>?@[]^_{|}~") or name
    for reserved in RESERVED_NAMES:
        if look_alike(name, reserved) or look_alike(stem, reserved):
            return f"{reserved} is a name of the house; give another one."
    return ""


def read_name(text: str) -> str:
    """Returns a player's name made safe; raises ValueError with a sentence where nobody may be called by it."""
    if refusal := name_refusal(text):
        raise ValueError(refusal)
    return clean_name(text)


@lru_cache(maxsize=1024)
def name_keys(name: str) -> frozenset[str]:
    """Returns the keys of a name; two names that a reader could confuse have a key in common.

    A key is the skeleton of UTS #39 without accents, spaces and upper case. A name has two where a capital looks like
    another letter than its small form: a Greek capital eta is an H, and a small one an n. It has others where a
    terminal may show nothing of some of its characters.
    """
    forms = {unicodedata.normalize("NFD", name), unicodedata.normalize("NFKD", name).casefold()}
    return frozenset(map(_skeleton, forms | set(map(_without_widthless, forms))))


def look_alike(name: str, other: str) -> bool:
    """Whether a reader could confuse two names."""
    return not name_keys(name).isdisjoint(name_keys(other))


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    before = ""
    while text != before:
        before = text
        text = unicodedata.normalize("NFKD", text.translate(prototypes)).casefold()
        noticed = (char for char in text if not (char.isspace() or char in _BLANKS or unicodedata.combining(char)))
        text = "".join(noticed).translate(_READ_ALIKE).replace("vv", "w")
    return text


@cache
def _prototypes() -> dict[int, str]:
    """The prototype of each character that looks like another one."""
    from importlib import resources  # noqa: PLC0415  a start compares no names

    table: dict[int, str] = {}
    for line in resources.files("railbird_shared.text").joinpath("confusables.txt").read_text("ascii").splitlines():
        if not line.startswith("#"):
            prototype, *codes = line.split()
            shown = "".join(chr(int(code, 16)) for code in prototype.split("."))
            table |= dict.fromkeys((int(code, 16) for code in codes), shown)
    return table


def _printable(text: str, length: int) -> str:
    """Returns the printable characters of a text, all spaces as blanks; `length` bounds how much of it is read."""
    shown = "".join(filter(_is_printable, strip_escapes(text[: _read(length)])))
    composed = unicodedata.normalize("NFC", shown)
    return "".join(" " if char in "\t\n\r" or unicodedata.category(char) == "Zs" else char for char in composed)


def _read(length: int) -> int:
    """Returns how much of a text is read for a line of that many characters."""
    return 8 * length + 64


def _lacks_base(char: str, before: str) -> bool:
    """Whether a character that is drawn on the one before it has none to stand on, so that it has no width."""
    if unicodedata.category(char).startswith("M"):
        return before == " "
    return _follows_hangul(char) and not any(ord(before) in each for each in (_HANGUL_INITIALS, *_HANGUL_FOLLOWERS))


def _follows_hangul(char: str) -> bool:
    return any(ord(char) in followers for followers in _HANGUL_FOLLOWERS)


def _is_printable(char: str) -> bool:
    return char in "\t\n\r" or (char not in _BLANKS and unicodedata.category(char) not in _DROPPED_CATEGORIES)


def _without_widthless(text: str) -> str:
    """Returns a text without the characters that a terminal may show as nothing, whatever table it goes by.

    Those are all that is drawn on another character, and what this Python does not know. But the vowels of many scripts
    are drawn so, too: one counts after a character of its own script.
    """
    kept: list[str] = []
    for char in text:
        has_width = not (char in _SKIN_TONES or unicodedata.category(char).startswith("M") or _follows_hangul(char))
        if _is_printable(char) and (has_width or _share_script(char, kept[-1:])):
            kept.append(char)
    return "".join(kept)


def _share_script(char: str, before: Sequence[str]) -> bool:
    """Whether names of characters begin with the same word, which is the script wherever vowels are marks."""
    first = unicodedata.name(char, "").partition(" ")[0]
    return any(unicodedata.name(each, "").partition(" ")[0] == first for each in before)


LEAST_SIMILARITY = 0.6
"""How like a name has to be if it is to be suggested, from 0 to 1 (see `difflib`)."""


def nearest(wanted: str, names: Iterable[str], least: float = LEAST_SIMILARITY) -> str:
    """Returns the name that is most like the one wanted, whatever its case and punctuation; "" if none is like it."""
    by_plain = {plain_name(name): name for name in names}
    found = get_close_matches(plain_name(wanted), by_plain, n=1, cutoff=least)
    return by_plain[found[0]] if found else ""


def plain_name(name: str) -> str:
    """Returns a name in small letters, without spaces and punctuation."""
    return "".join(char for char in name.lower() if char.isalnum())
