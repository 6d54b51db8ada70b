"""The log of the table: the sentences of every hand, the clauses that decided the last one, and the chat."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from railbird_client.model.action_bar import has_enough_players
from railbird_client.model.summaries import hand_summary, join_summary
from railbird_shared import events as ev
from railbird_shared.clauses import Clauses
from railbird_shared.folding import Transition
from railbird_shared.narration import Event, event_sentence, narrate
from railbird_shared.text import clean_chat, clean_name
from railbird_shared.view import TableView

MAX_CHAT_LINES = 300


class ChatLine(Struct, frozen=True):
    """A line of chat; `rail` when the speaker is not seated."""

    name: str
    text: str
    rail: bool = False


class ChatHistory:
    """The lines heard, oldest first."""

    def __init__(self) -> None:
        self.lines: deque[ChatLine] = deque(maxlen=MAX_CHAT_LINES)

    def add(self, name: str, text: str, *, rail: bool) -> None:
        """Takes a line as it came from the server, and keeps it if anything of it can be shown."""
        clean = clean_chat(text)
        if clean:
            self.lines.append(ChatLine(clean_name(name) or "?", clean, rail))

    def tail(self, count: int) -> tuple[ChatLine, ...]:
        """Returns the last lines."""
        return tuple(self.lines)[-count:] if count > 0 else ()


MAX_SENTENCES = 2000

_EXPLAINED_EVENTS = (
    ev.HandStarted
    | ev.Posted
    | ev.BetReturned
    | ev.RakeTaken
    | ev.DeclarationsShown
    | ev.Claimed
    | ev.RunBegan
    | ev.OpenersShown
    | ev.HandShown
    | ev.HandMucked
    | ev.PotAwarded
    | ev.PassedOut
    | ev.HandVoided
    | ev.CarriedPotTaken
    | ev.DealerDrawn
)


_SEATING_EVENTS = ev.PlayerSat | ev.PlayerLeft | ev.ChipsAdded | ev.SatOut | ev.CameBack | ev.ConnectionChanged
"""Who comes and goes."""


class LogLine(Struct, frozen=True):
    """A sentence of the log; an `deferred` tells of others who came or went while a result was to be read."""

    sentence: str
    deferred: bool = False


class Reason(Struct, frozen=True):
    """A sentence of the last hand with the clauses that decided it."""

    sentence: str
    clauses: Clauses


class Log:
    """The sentences heard, oldest first; the oldest go when there are too many.

    The result of a hand is to be read until the flop of the next: till then nobody who comes or goes pushes it aside.
    """

    def __init__(self, *, symbols: bool = True) -> None:
        self.reasons: list[Reason] = []
        self.result: tuple[str, ...] = ()
        self._lines: deque[LogLine] = deque(maxlen=MAX_SENTENCES)
        self._winnings: dict[str, int] = {}
        self._last_result = ""
        self._view: TableView | None = None
        self._symbols = symbols

    def add_snapshot(self, view: TableView) -> None:
        """Takes how a table stands at which somebody has just come, or come back."""
        summary = hand_summary if self._lines else join_summary
        self._lines.extend(map(LogLine, summary(view, symbols=self._symbols)))
        self.reasons, self.result, self._winnings, self._last_result = [], (), {}, ""
        self._view = view

    def add_transitions(self, transitions: Sequence[Transition]) -> None:
        """Adds the sentences of events that have been folded."""
        if not transitions:
            return
        own_seats = _own_seats(transitions)
        for is_seating, group in groupby(transitions, lambda each: isinstance(each.event, _SEATING_EVENTS)):
            alike = tuple(group)
            deferred = is_seating and self._is_result_unread and not _concern(alike, own_seats)
            self._lines.extend(LogLine(sentence, deferred) for sentence in narrate(alike, symbols=self._symbols))
            for transition in alike:
                self._record_event(transition.event, transition.before)
        self._view = transitions[-1].after

    def add_note(self, sentence: str) -> None:
        """Takes a sentence of our own."""
        self._lines.append(LogLine(sentence))

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that was told, in order."""
        return tuple(told.sentence for told in self._lines)

    def tail(self, count: int) -> tuple[str, ...]:
        """Returns the last sentences; what was said aside waits until the result has been read."""
        waits = (
            self._is_result_unread and self._view is not None and (self._view.playing or has_enough_players(self._view))
        )
        kept = [told.sentence for told in self._lines if not (waits and told.deferred)]
        return tuple(kept[-count:]) if count > 0 else ()

    @property
    def heading(self) -> str:
        """What stands over the log: the hand, and until its flop what the last one brought."""
        view = self._view
        if view is None or not view.hand:
            return "log"
        hand = f"hand {view.hand}"
        return f"{hand} · last: {self._last_result}" if self._last_result and view.playing and view.street < 1 else hand

    @property
    def _is_result_unread(self) -> bool:
        """Whether the result of a hand is still to be read."""
        return bool(self.result or self._last_result)

    @property
    def short_result(self) -> tuple[str, ...]:
        """What everybody won in the last hand, for where the sentences are too many."""
        return tuple(f"{name} wins {chips:,}" for name, chips in self._winnings.items())

    def _record_event(self, event: Event, view: TableView) -> None:
        if isinstance(event, ev.HandStarted):
            self._last_result = self.result[0] if len(self.result) == 1 else " · ".join(self.short_result)
            self.reasons, self.result, self._winnings = [], (), {}
        elif isinstance(event, ev.StreetBegan) and event.street > 0:
            self._last_result = ""
        if not isinstance(event, _EXPLAINED_EVENTS):
            return
        sentence = event_sentence(event, view, symbols=self._symbols)
        if sentence is None:
            return
        if event.because:
            self.reasons.append(Reason(sentence, event.because))
        if isinstance(event, ev.PotAwarded | ev.PassedOut | ev.HandVoided):
            self.result = (*self.result, sentence)
        if isinstance(event, ev.PotAwarded):
            winner = view.at(event.seat)
            name = winner.name if winner else f"seat {event.seat}"
            self._winnings[name] = self._winnings.get(name, 0) + event.chips


def _own_seats(transitions: Sequence[Transition]) -> frozenset[int]:
    """Returns the viewer's own seat before the events, and any that they take in them."""
    seats = {transitions[0].before.you.seat}
    seats |= {each.event.seat for each in transitions if isinstance(each.event, ev.YourSeat)}
    return frozenset(seat for seat in seats if seat is not None)


def _concern(transitions: Sequence[Transition], own_seats: frozenset[int]) -> bool:
    """Whether one of the events is about one of the viewer's own seats."""
    return any(isinstance(each.event, _SEATING_EVENTS) and each.event.seat in own_seats for each in transitions)
