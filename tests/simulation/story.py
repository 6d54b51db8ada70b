"""What happened in a simulation, as a story that a poker player can read, and as a digest of every byte.

The story tells the acts and cards as the rail sees them, the faults in between, and what players send twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from hashlib import blake2b

from railbird_shared.history.narration import narrate
from railbird_shared.protocol.events import PublicEvent
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.view import TableView

LINES_KEPT = 4_000
"""Entries kept; the story of a failure is its last few dozen lines."""

EVENING_BEGINS = 20 * 3600
"""The stories begin at eight o'clock."""

Sentences = Callable[[], Iterator[str]]


class Story:
    """The story of one simulation; `now` is its clock in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._entries: deque[tuple[float, str, Sentences]] = deque(maxlen=LINES_KEPT)
        self._digest = blake2b(digest_size=16)
        self.bytes = 0

    def tell(self, place: str, sentence: str) -> None:
        """Adds a sentence; `place` is the table where it happened, empty elsewhere."""
        self._entries.append((self._now(), place, lambda: iter((sentence,))))

    def tell_step(self, place: str, before: TableView, events: tuple[PublicEvent, ...]) -> None:
        """Adds a step of a table; it is put into words when the story is read."""
        self._entries.append((self._now(), place, lambda: narrate(fold_each(before, events), symbols=False)))

    def record(self, wire: str, way: str, frame: bytes) -> None:
        """Adds a frame that has arrived to the digest."""
        self.bytes += len(frame)
        self._digest.update(f"\n{self._now():.9f} {wire} {way} ".encode() + frame)

    @property
    def digest(self) -> str:
        """The digest of every frame that has arrived so far, with its time and wire."""
        return self._digest.hexdigest()

    def lines(self, most: int) -> list[str]:
        """Returns the last lines of the story."""
        lines: deque[str] = deque(maxlen=most)
        for time, place, sentences in self._entries:
            for sentence in sentences():
                lines.append(f"{_clock(time)}  {place:<16.16} {sentence}")
        return list(lines)


def _clock(seconds: float) -> str:
    whole = EVENING_BEGINS + int(seconds)
    return f"{whole // 3600 % 24:02}:{whole // 60 % 60:02}:{whole % 60:02}.{int(seconds * 10) % 10}"
