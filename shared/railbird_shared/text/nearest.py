"""The nearest of the names that there are to one that there is not, for the sentence that refuses it."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

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
