"""What a delayed rail is still to be shown, each thing with the time when it may be. It is pure.

A thing belongs to the hand that ran or was played last when it happened. It may be shown when that hand is over, so
many further hands have ended and so many seconds have passed: never before, whatever the table is asked. From then on
the rail sees the hand at the pace at which it was played, without the long pauses, and twice as fast for each further
hand that it might see already.

A queue has a limit. What happens while it is full is left out, and one whole table stands for all of it.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable

from msgspec import Struct

from railbird_shared.protocol.events import HandEnded, HandStarted, HandVoided, PrivateEvent, PublicEvent
from railbird_shared.protocol.messages import Chat, Step
from railbird_shared.protocol.rail_terms import RailTerms
from railbird_shared.protocol.view import TableView

LONGEST_GAP_MS = 4_000
"""The most milliseconds between two things that the rail is shown, where more passed between them at the table."""

MAX_WAITING = 4096
"""Things that may wait, each of about 0.6 kB: more than people do in the longest delay, in hands or in seconds."""

NO_GAP = LONGEST_GAP_MS.bit_length()
"""How many hands late the rail is when it is shown one thing right after the other."""


class TableState(Struct, frozen=True):
    """A whole table as everybody might know it, by its own time `at`, where no event says what has changed."""

    view: TableView
    at: int


Shown = Step | TableState | Chat
"""What a delayed rail is shown."""


class _Waiting(Struct, frozen=True):
    """Something that happened at a time of the server's clock, when the hand of that number ran or was the last."""

    shown: Shown
    happened: int
    hand: int


class DelayQueue:
    """What one rail is still to be shown, first in, first out; times are milliseconds of the server's clock.

    `hand` is the number of the hand that runs or was played last, as the queue begins at the time `now`. A queue that
    `is_behind` has left something out, and takes nothing more before a whole table.
    """

    def __init__(self, terms: RailTerms, now: int, *, hand: int = 0, hand_runs: bool = False) -> None:
        self._terms = terms
        self._hand = hand
        self.is_behind = False
        self._ended_at = OrderedDict({hand - hand_runs: now})
        self._waiting: deque[_Waiting] = deque()
        self._last_happened = self._last_due = now

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, shown: Shown, now: int) -> None:
        """Adds what happens now, unless the queue is full or has left out what was before."""
        if isinstance(shown, Step):
            self._count_hands(shown.public, now)
        self.is_behind = len(self._waiting) >= MAX_WAITING or (self.is_behind and not isinstance(shown, TableState))
        if not self.is_behind:
            self._waiting.append(_Waiting(shown, now, self._hand))

    @property
    def wants_table(self) -> bool:
        """Whether the queue has left something out, and has room again for the whole table and what follows."""
        return self.is_behind and len(self._waiting) <= MAX_WAITING // 2

    @property
    def due(self) -> int | None:
        """When the next thing may be shown, None as long as that depends on hands that have not ended."""
        if not self._waiting:
            return None
        first = self._waiting[0]
        ended_at = self._ended_at.get(first.hand + self._terms.delay_hands)
        if ended_at is None:
            return None
        gap = min(first.happened - self._last_happened, LONGEST_GAP_MS) >> self._hands_late(first.hand)
        paced = self._last_due + gap
        return max(ended_at, first.happened + 1000 * self._terms.delay_seconds, paced)

    def take(self, now: int) -> Shown | None:
        """Takes the next thing if it may be shown at `now`."""
        due = self.due
        if due is None or now < due:
            return None
        first = self._waiting.popleft()
        self._last_due, self._last_happened = due, first.happened
        while next(iter(self._ended_at), first.hand) < first.hand:
            self._ended_at.popitem(last=False)
        return first.shown

    def _hands_late(self, hand: int) -> int:
        """Returns how many hands after that one might be shown, too, by when the last thing was; `NO_GAP` at most."""
        for late in range(NO_GAP):
            over = self._ended_at.get(hand + late + 1)
            further = self._ended_at.get(hand + late + 1 + self._terms.delay_hands)
            if over is None or further is None:
                return late
            if max(further, over + 1000 * self._terms.delay_seconds) > self._last_due:
                return late
        return NO_GAP

    def _count_hands(self, events: Iterable[PublicEvent | PrivateEvent], now: int) -> None:
        for event in events:
            if isinstance(event, HandStarted):
                self._hand = event.hand
                self._ended_at.setdefault(event.hand - 1, now)
            elif isinstance(event, HandEnded | HandVoided):
                self._ended_at.setdefault(self._hand, now)
