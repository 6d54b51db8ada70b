"""What somebody types to find hands: words of names and games, and what narrows the search further.

`won`, `lost` and `showdown` say how a hand ended, `pot>100` or `pot > 100` how many chips were in its pots, and
`today`, `yesterday`, `2026-11`, `2026-11-20` or `2026-11-01..2026-11-20` when it was played. Every other word is one of
a player's name, the game or the table. Days are those of the player's clock, of which the caller gives the offset.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec.structs import replace

from railbird_shared.protocol.commands import HandResult, ListHands
from railbird_shared.protocol.table_limits import MAX_CHIPS

DAY = 24 * 3600

SEARCH_HINT = "a player, game or table; won, lost, showdown, pot>100, today, 2026-11-20"
"""What can be typed, in one line."""

_POT = re.compile(r"pot>=?([0-9][0-9,.']*)", re.IGNORECASE)
_SPACED_POT = re.compile(r"(?<!\S)(pot)\s*(>=?)\s*(?=[0-9])", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?")
_RANGE = ".."


class Calendar(NamedTuple):
    """The player's clock: `day` is today, in days since the beginning of 1970, and `offset` its seconds before UTC."""

    day: int
    offset: int = 0

    def starts(self, day: int) -> int:
        """Returns when a day begins, in seconds since the beginning of 1970, UTC; 0 for one before that."""
        return max(0, day * DAY - self.offset)


class _Days(NamedTuple):
    """Days from `begin` to the one before `end`; None where there is no such limit."""

    begin: int | None
    end: int | None


def parse_search(text: str, calendar: Calendar) -> ListHands:
    """Returns the search that a text means."""
    search, words = ListHands(), list[str]()
    for word in _SPACED_POT.sub(r"\1\2", text).split():
        days = _read_days(word, calendar)
        pot = _POT.fullmatch(word)
        match word.casefold():
            case "won":
                search = replace(search, result=HandResult.WON)
            case "lost":
                search = replace(search, result=HandResult.LOST)
            case "showdown":
                search = replace(search, showdown=True)
            case _ if pot is not None:
                least = int(re.sub(r"\D", "", pot[1])) + (0 if "=" in word else 1)
                search = replace(search, pot=min(least, MAX_CHIPS))
            case _ if days is not None:
                search = replace(
                    search,
                    since=0 if days.begin is None else calendar.starts(days.begin),
                    until=0 if days.end is None else max(1, calendar.starts(days.end)),
                )
            case _:
                words.append(word)
    return replace(search, find=" ".join(words))


def _read_days(word: str, calendar: Calendar) -> _Days | None:
    """Returns the days that a word names, None where it names none."""
    if word.casefold() in {"today", "yesterday"}:
        day = calendar.day - (word.casefold() == "yesterday")
        return _Days(day, day + 1)
    if _RANGE not in word:
        return _read_date(word)
    begin, _, end = word.partition(_RANGE)
    first, last = _read_date(begin), _read_date(end)
    if (begin and first is None) or (end and last is None) or not (begin or end):
        return None
    return _Days(first.begin if first else None, last.end if last else None)


def _read_date(word: str) -> _Days | None:
    """Returns the days of a date: one day, or all of a month."""
    matched = _DATE.fullmatch(word)
    if matched is None:
        return None
    year, month, day = int(matched[1]), int(matched[2]), int(matched[3] or 1)
    if not 1 <= month <= 12 or not 1 <= day <= _month_length(year, month):
        return None
    first = _days_before(year, month) + day - 1
    return _Days(first, first + (1 if matched[3] else _month_length(year, month)))


def _month_length(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in {4, 6, 9, 11} else 31


def _days_before(year: int, month: int) -> int:
    """Returns how many days lie between the beginning of 1970 and that of a month."""
    before = year - 1
    years = 365 * before + before // 4 - before // 100 + before // 400
    return years - 719162 + sum(_month_length(year, each) for each in range(1, month))
