"""What was told at the table: the last sentences of every hand, and the clauses that decided the last one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from msgspec import Struct

from railbird_client.model.arrival import told_of_hand, told_on_arrival
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


class Reason(Struct, frozen=True):
    """A sentence of the last hand with the clauses that decided it."""

    sentence: str
    clauses: Clauses


class Log:
    """The sentences heard, oldest first; the oldest go when there are too many."""

    def __init__(self, *, symbols: bool = True) -> None:
        self.sentences: deque[str] = deque(maxlen=MOST_SENTENCES)
        self.reasons: list[Reason] = []
        self.result: tuple[str, ...] = ()
        self._gains: dict[str, int] = {}
        self._symbols = symbols

    def arrived(self, view: TableView) -> None:
        """Takes how a table stands at which somebody has just come, or come back."""
        told = told_of_hand if self.sentences else told_on_arrival
        self.sentences.extend(told(view, symbols=self._symbols))
        self.reasons, self.result, self._gains = [], (), {}

    def heard(self, events: Iterable[AnyEvent], view: TableView) -> None:
        """Takes the events of a step; `view` is the table before it."""
        events = tuple(events)
        self.sentences.extend(narrate(events, view, symbols=self._symbols))
        for event in events:
            self._note_reason(event, view)
            view = fold(view, event)

    def tail(self, count: int) -> tuple[str, ...]:
        """Returns the last sentences."""
        return tuple(self.sentences)[-count:] if count > 0 else ()

    @property
    def brief(self) -> tuple[str, ...]:
        """What everybody won in the last hand, for where the sentences are too many."""
        return tuple(f"{name} wins {chips:,}" for name, chips in self._gains.items())

    def _note_reason(self, event: AnyEvent, view: TableView) -> None:
        if isinstance(event, ev.HandStarted):
            self.reasons, self.result, self._gains = [], (), {}
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
