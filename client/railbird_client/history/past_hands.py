"""The past hands of a server: questions for them, the list of those found, and what came of it.

A question is typed: `won`, `lost` and `showdown` say how a hand ended, `pot>100` or `pot > 100` how many chips were in
its pots, and `today`, `yesterday`, `2026-11`, `2026-11-20` or `2026-11-01..2026-11-20` when it was played. Every other
word is one of a player's name, the game or the table. Days are those of the player's clock, of which the caller gives
the offset.
"""

from __future__ import annotations

import dataclasses
import re
from calendar import monthrange, timegm
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec.structs import replace

from railbird_client.network.link import NotDone, Requests
from railbird_shared.history import hand_history
from railbird_shared.protocol.commands import HandResult, HistoryCommand, ListHands, ReadHand
from railbird_shared.protocol.messages import Hands, History, Statement, Statistics
from railbird_shared.protocol.table_limits import HANDS_PAGE_SIZE, MAX_CHIPS


@dataclass(frozen=True, slots=True)
class PastHands:
    """The last answer of the server of each type, in the field of its name, or a refusal.

    `search` is the last one that was asked for, and `hands` are None until they answer it.
    """

    search: ListHands | None = None
    hands: Hands | None = None
    history: History | None = None
    statistics: Statistics | None = None
    statement: Statement | None = None
    error: str = ""


class PastHandsController:
    """The past hands that a player asks a server for, as far as they are `known`."""

    def __init__(self, requests: Requests) -> None:
        self.known = PastHands()
        self._requests = requests

    def ask(self, command: HistoryCommand) -> None:
        """Asks for hands, one hand, statistics or a statement."""
        search, hands = (command, None) if isinstance(command, ListHands) else (self.known.search, self.known.hands)
        self.known = dataclasses.replace(self.known, error="", search=search, hands=hands)

        def refused(not_done: NotDone) -> None:
            self.known = dataclasses.replace(self.known, error=str(not_done))

        self._requests.ask(command, refused=refused)

    def receive(self, answer: Hands | History | Statistics | Statement) -> None:
        """Takes an answer of the server."""
        told: dict[str, Any] = {type(answer).__name__.lower(): answer}
        self.known = dataclasses.replace(self.known, error="", **told)


class FoundHands:
    """The hands that a `search` has found: a source of hands for a replayer.

    `ask` sends a command to the server, whose answers come by `take`. Pages of the list and hands are asked for when
    somebody wants them. `listed` are the hands of the list that are known by now, by their place from 0.
    """

    title = "hands you sat in"
    is_complete = True

    def __init__(self, search: ListHands, found: Hands | None, ask: Callable[[HistoryCommand], object]) -> None:
        self._search = search
        self._ask = ask
        self.listed: dict[int, hand_history.HandSummary] = {}
        self._hands: dict[tuple[str, int], History] = {}
        self._wanted: HistoryCommand | None = None
        self._past: PastHands | None = None
        self._refusal = ""
        self.is_known, self.total = False, 0
        if found is not None:
            self._take_list(found)

    def look_for(self, search: ListHands) -> None:
        """Looks for other hands from now on; the answer to the search before is passed over."""
        self._search, self.is_known, self.total = search, False, 0
        self.listed.clear()

    def ask_for(self, index: int) -> None:
        """Asks for the page of the list on which a hand is, unless it is known."""
        if index not in self.listed and (index < self.total or not self.is_known):
            self._want(replace(self._search, first=index - index % HANDS_PAGE_SIZE))

    def told(self, index: int) -> History | None:
        """Returns what the server has told of a hand by now."""
        hand = self.listed.get(index)
        return None if hand is None else self._hands.get((hand.table, hand.hand))

    def find(self, index: int) -> hand_history.ReplayLine | None:
        """Returns a hand, counted from 0; None for one that has yet to come, which is asked for."""
        if told := self.told(index):
            return hand_history.HandReplay(told.history)
        if self._refusal:
            sentence, self._refusal = self._refusal, ""
            return hand_history.UnplayableHand(sentence)
        self.ask_for(index)
        if hand := self.listed.get(index):
            self._want(ReadHand(table=hand.table, hand=hand.hand))
        return None

    def take(self, past: PastHands) -> None:
        """Takes what the server has told by now; the same object again is no news."""
        if past is self._past:
            return
        self._past = past
        if past.history is not None:
            told = past.history.history
            self._hands[told.table, told.hand] = past.history
        if past.error:
            self._refusal, self._wanted = past.error if self._wanted else "", None
        match self._wanted:
            case ReadHand(table=table, hand=hand) if (table, hand) in self._hands:
                self._wanted = None
            case ListHands() as asked if past.hands is not None and past.search is asked:
                self._wanted = None
                if replace(asked, first=0) == self._search:
                    self._take_list(past.hands)
            case _:
                pass

    def _take_list(self, found: Hands) -> None:
        self.is_known, self.total = True, found.total
        self.listed.update(enumerate(found.hands, start=found.first))

    def _want(self, command: HistoryCommand) -> None:
        """Asks for something, one at a time: the server refuses a second question meanwhile."""
        if self._wanted is None:
            self._wanted, self._refusal = command, ""
            self._ask(command)


DAY = 24 * 3600

SEARCH_HINT = "a player, game or table; won, lost, showdown, pot>100, today, 2026-11-20"
"""The words that can be typed, in one line."""

_POT = re.compile(r"pot>=?([0-9][0-9,.']*)", re.IGNORECASE)
_SPACED_POT = re.compile(r"(?<!\S)(pot)\s*(>=?)\s*(?=[0-9])", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?")


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


_ENDINGS: dict[str, dict[str, Any]] = {
    "won": {"result": HandResult.WON},
    "lost": {"result": HandResult.LOST},
    "showdown": {"showdown": True},
}


def parse_search(text: str, calendar: Calendar) -> ListHands:
    """Returns the search that a text means."""
    search, words = ListHands(), list[str]()
    for word in _SPACED_POT.sub(r"\1\2", text).split():
        if ending := _ENDINGS.get(word.casefold()):
            search = replace(search, **ending)
        elif pot := _POT.fullmatch(word):
            least = int(re.sub(r"\D", "", pot[1])) + (0 if "=" in word else 1)
            search = replace(search, pot=min(least, MAX_CHIPS))
        elif days := _read_days(word, calendar):
            since = 0 if days.begin is None else calendar.starts(days.begin)
            until = 0 if days.end is None else max(1, calendar.starts(days.end))
            search = replace(search, since=since, until=until)
        else:
            words.append(word)
    return replace(search, find=" ".join(words))


def _read_days(word: str, calendar: Calendar) -> _Days | None:
    """Returns the days that a word names, None where it names none."""
    if word.casefold() in {"today", "yesterday"}:
        day = calendar.day - (word.casefold() == "yesterday")
        return _Days(day, day + 1)
    if ".." not in word:
        return _read_date(word)
    begin, _, end = word.partition("..")
    first, last = _read_date(begin), _read_date(end)
    if (begin and first is None) or (end and last is None) or not (begin or end):
        return None
    return _Days(first.begin if first else None, last.end if last else None)


def _read_date(word: str) -> _Days | None:
    """Returns the days of a date: one day, or all of a month."""
    if (matched := _DATE.fullmatch(word)) is None:
        return None
    year, month, day = int(matched[1]), int(matched[2]), int(matched[3] or 1)
    try:
        length, first = monthrange(year, month)[1], timegm((year, month, day, 0, 0, 0)) // DAY
    except ValueError:
        return None
    return _Days(first, first + (1 if matched[3] else length)) if 1 <= day <= length else None
