"""Places as they are said."""

from __future__ import annotations


def place_words(place: int) -> str:
    """Returns a place as it is said: "1st", "12th", "23rd"."""
    ending = "th" if place % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"
