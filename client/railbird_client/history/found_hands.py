"""The hands that a search among finished hands has found, to be looked at one after another."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from railbird_client.history.past_hands import PastHands
from railbird_shared.history.hand_history import HandReplay, HandSummary, ReplayLine, UnplayableHand
from railbird_shared.protocol.commands import HistoryCommand, ListHands, ReadHand
from railbird_shared.protocol.messages import Hands
from railbird_shared.protocol.table_limits import HANDS_PAGE_SIZE


class FoundHands:
    """The hands that a `search` has found: a source of hands for a replayer.

    `ask` sends a command to the server, whose answers come by `take`. Pages of the list and hands are asked for when
    somebody wants them.
    """

    title = "hands you sat in"
    is_complete = True

    def __init__(self, search: ListHands, found: Hands, ask: Callable[[HistoryCommand], object]) -> None:
        self._search = search
        self._ask = ask
        self._summaries: dict[int, HandSummary] = {}
        self._hands: dict[tuple[str, int], HandReplay] = {}
        self._wanted: HistoryCommand | None = None
        self._past: PastHands | None = None
        self._refusal = ""
        self.total = 0
        self._take_list(found)

    def find(self, index: int) -> ReplayLine | None:
        """Returns a hand, counted from 0; None for one that has yet to come, which is asked for."""
        if self._refusal:
            sentence, self._refusal = self._refusal, ""
            return UnplayableHand(sentence)
        summary = self._summaries.get(index)
        if summary is None:
            self._want(replace(self._search, first=index - index % HANDS_PAGE_SIZE))
            return None
        hand = self._hands.get((summary.table, summary.hand))
        if hand is None:
            self._want(ReadHand(table=summary.table, hand=summary.hand))
        return hand

    def take(self, past: PastHands) -> None:
        """Takes what the server has told by now; the same object again is no news."""
        if past is self._past:
            return
        self._past = past
        if past.history is not None:
            told = past.history.history
            self._hands[told.table, told.hand] = HandReplay(told)
        if past.error:
            self._refusal, self._wanted = past.error if self._wanted else "", None
        match self._wanted:
            case ReadHand(table=table, hand=hand) if (table, hand) in self._hands:
                self._wanted = None
            case ListHands(first=first) if past.hands is not None and past.hands.first == first:
                self._take_list(past.hands)
                self._wanted = None
            case _:
                pass

    def _take_list(self, found: Hands) -> None:
        self.total = found.total
        self._summaries.update(enumerate(found.hands, start=found.first))

    def _want(self, command: HistoryCommand) -> None:
        """Asks for something, one at a time: the server refuses a second question meanwhile."""
        if self._wanted is None:
            self._wanted = command
            self._ask(command)
