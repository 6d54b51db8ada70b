"""What was told at the table: the last sentences of every hand, and the clauses that decided the last one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import groupby

from msgspec import Struct

from railbird_client.model.arrival import told_of_hand, told_on_arrival
from railbird_client.model.bar import enough
from railbird_shared import events as ev
from railbird_shared.events import Clauses
from railbird_shared.folding import fold
from railbird_shared.story import AnyEvent, narrate, tell
from railbird_shared.view import TableView

MOST_SENTENCES = 2000

_REASONED = (
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
    | ev.ThrownIn
    | ev.HandVoided
    | ev.CarriedPotTaken
    | ev.DealerDrawn
)


_SEATING = ev.PlayerSat | ev.PlayerLeft | ev.ChipsAdded | ev.SatOut | ev.CameBack | ev.LinkChanged
"""Who comes and goes."""


class Told(Struct, frozen=True):
    """A sentence of the log; an `aside` tells of others who came or went while a result was to be read."""

    sentence: str
    aside: bool = False


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
        self._told: deque[Told] = deque(maxlen=MOST_SENTENCES)
        self._gains: dict[str, int] = {}
        self._last = ""
        self._view: TableView | None = None
        self._symbols = symbols

    def arrived(self, view: TableView) -> None:
        """Takes how a table stands at which somebody has just come, or come back."""
        told = told_of_hand if self._told else told_on_arrival
        self._told.extend(map(Told, told(view, symbols=self._symbols)))
        self.reasons, self.result, self._gains, self._last = [], (), {}, ""
        self._view = view

    def heard(self, events: Iterable[AnyEvent], view: TableView) -> None:
        """Takes the events of a step; `view` is the table before it."""
        events = tuple(events)
        own = _own_seats(events, view)
        for comes_or_goes, together in groupby(events, lambda event: isinstance(event, _SEATING)):
            alike = tuple(together)
            aside = comes_or_goes and self._is_read and not _is_about(alike, own)
            self._told.extend(Told(sentence, aside) for sentence in narrate(alike, view, symbols=self._symbols))
            for event in alike:
                self._note_reason(event, view)
                view = fold(view, event)
        self._view = view

    def note(self, sentence: str) -> None:
        """Takes a sentence of our own."""
        self._told.append(Told(sentence))

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that was told, in order."""
        return tuple(told.sentence for told in self._told)

    def tail(self, count: int) -> tuple[str, ...]:
        """Returns the last sentences; what was said aside waits until the result has been read."""
        waits = self._is_read and self._view is not None and (self._view.playing or enough(self._view))
        kept = [told.sentence for told in self._told if not (waits and told.aside)]
        return tuple(kept[-count:]) if count > 0 else ()

    @property
    def heading(self) -> str:
        """What stands over the log: the hand, and until its flop what the last one brought."""
        view = self._view
        if view is None or not view.hand:
            return "log"
        hand = f"hand {view.hand}"
        return f"{hand} · last: {self._last}" if self._last and view.playing and view.street < 1 else hand

    @property
    def _is_read(self) -> bool:
        """Whether the result of a hand is still to be read."""
        return bool(self.result or self._last)

    @property
    def brief(self) -> tuple[str, ...]:
        """What everybody won in the last hand, for where the sentences are too many."""
        return tuple(f"{name} wins {chips:,}" for name, chips in self._gains.items())

    def _note_reason(self, event: AnyEvent, view: TableView) -> None:
        if isinstance(event, ev.HandStarted):
            self._last = self.result[0] if len(self.result) == 1 else " · ".join(self.brief)
            self.reasons, self.result, self._gains = [], (), {}
        elif isinstance(event, ev.StreetBegan) and event.street > 0:
            self._last = ""
        sentence = tell(event, view, symbols=self._symbols)
        if sentence is None:
            return
        if isinstance(event, _REASONED) and event.because:
            self.reasons.append(Reason(sentence, event.because))
        if isinstance(event, ev.PotAwarded | ev.ThrownIn | ev.HandVoided):
            self.result = (*self.result, sentence)
        if isinstance(event, ev.PotAwarded):
            held = view.at(event.seat)
            name = held.name if held else f"seat {event.seat}"
            self._gains[name] = self._gains.get(name, 0) + event.chips


def _own_seats(events: tuple[AnyEvent, ...], view: TableView) -> frozenset[int]:
    """Returns the viewer's own seat, and the one that he takes in these events."""
    had = frozenset() if view.you is None else frozenset({view.you.seat})
    return had | {event.seat for event in events if isinstance(event, ev.YourSeat) and event.seat is not None}


def _is_about(events: tuple[AnyEvent, ...], own: frozenset[int]) -> bool:
    """Whether one of the events tells of one of the viewer's own seats."""
    return any(isinstance(event, _SEATING) and event.seat in own for event in events)
