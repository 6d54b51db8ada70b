"""The past hands of a server: questions for them, the list of those found, and what came of it.

A question is typed: `won`, `lost` and `showdown` say how a hand ended, `pot>100` or `pot > 100` how many chips were in
its pots, `biggest` that the largest pot comes first, and `today`, `yesterday`, `2026-11`, `2026-11-20` or
`2026-11-01..2026-11-20` when it was played. Every other word is one of a player's name, the game or the table. Days are
those of the player's clock.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from railbird_client.network.link import NotDone, Requests
from railbird_shared.history import hand_history
from railbird_shared.protocol.commands import HandResult, HistoryCommand, ListHands, ReadHand, ReadStatistics
from railbird_shared.protocol.messages import Hands, History, Statement, Statistics
from railbird_shared.protocol.table_limits import HANDS_PAGE_SIZE, MAX_CHIPS


@dataclass(frozen=True, slots=True)
class PastHands:
    """The last answer of the server of each type, in the field of its name, or a refusal.

    `search` is the last one that was asked for; `hands` and `statistics` are None while they are asked for.
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
        counted = None if isinstance(command, ReadStatistics) else self.known.statistics
        self.known = dataclasses.replace(self.known, error="", search=search, hands=hands, statistics=counted)

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
    somebody wants them. `listed` are the hands of the list that are known by now, by their place from 0, and `nights`
    those of the player once they have come.
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
        self.nights: Sequence[hand_history.NightStatistics] | None = None
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
            self.want(replace(self._search, first=index - index % HANDS_PAGE_SIZE))

    def night_of(self, index: int) -> hand_history.NightStatistics | None:
        """Returns the night of a hand, None where it is not known, or where hands are not listed night by night."""
        hand = None if self._search.by_pot else self.listed.get(index)
        nights = [night for night in self.nights or () if hand and night.table == hand.table]
        return next((night for night in nights if hand and night.began_at <= hand.ended_at), None)

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
            self.want(ReadHand(table=hand.table, hand=hand.hand))
        return None

    def take(self, past: PastHands) -> None:
        """Takes what the server has told by now; the same object again is no news."""
        if past is self._past:
            return
        self._past = past
        if past.history is not None:
            told = past.history.history
            self._hands[told.table, told.hand] = past.history
        if past.error and isinstance(self._wanted, ReadStatistics):
            self.nights, self._wanted = (), None
        elif past.error:
            self._refusal, self._wanted = past.error if self._wanted else "", None
        match self._wanted:
            case ReadStatistics() if past.statistics is not None:
                self.nights, self._wanted = past.statistics.nights, None
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

    def want(self, command: HistoryCommand) -> None:
        """Asks for something, one at a time: the server refuses a second question meanwhile."""
        if self._wanted is None:
            self._wanted, self._refusal = command, ""
            self._ask(command)


SEARCH_HINT = "a player, game or table; won, lost, showdown, pot>100, today, 2026-11-20"
"""The words that can be typed, in one line."""

_POT = re.compile(r"pot>=?([0-9][0-9,.']*)", re.IGNORECASE)
_SPACED_POT = re.compile(r"(?<!\S)(pot)\s*(>=?)\s*(?=[0-9])", re.IGNORECASE)

_ENDINGS: dict[str, dict[str, Any]] = {
    "won": {"result": HandResult.WON},
    "lost": {"result": HandResult.LOST},
    "showdown": {"showdown": True},
    "biggest": {"by_pot": True},
}


def parse_search(text: str, read_days: Callable[[str], tuple[int, int] | None]) -> ListHands:
    """Returns the search that a text means; `read_days` returns when the days of a word begin and end, if any."""
    search, words = ListHands(), list[str]()
    for word in _SPACED_POT.sub(r"\1\2", text).split():
        if ending := _ENDINGS.get(word.casefold()):
            search = replace(search, **ending)
        elif pot := _POT.fullmatch(word):
            least = int(re.sub(r"\D", "", pot[1])) + (0 if "=" in word else 1)
            search = replace(search, pot=min(least, MAX_CHIPS))
        elif days := read_days(word):
            search = replace(search, since=days[0], until=days[1])
        else:
            words.append(word)
    return replace(search, find=" ".join(words))
