"""Places and prizes as they are said."""

from __future__ import annotations

from railbird_shared.history.settle_up import parse_worth


def place_words(place: int) -> str:
    """Returns a place as it is said: "1st", "12th", "23rd"."""
    ending = "th" if place % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def prize_words(units: int, unit: str) -> str:
    """Returns a price or a prize: as money where a unit of the ledger is worth some, else the number of units."""
    if not unit:
        return f"{units:,}"
    try:
        worth = parse_worth(unit)
    except ValueError:  # a server that names money in another way
        return f"{units:,} x {unit}"
    return worth.money(worth.coins({unit: units})[unit])
