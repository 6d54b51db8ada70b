"""The end of a hand as it is revealed: street by street, hand by hand and pot by pot, with a pause before each.

Times are seconds of a monotonic clock, given as arguments.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import Transition

_PAUSE_BEFORE = ev.StreetBegan | ev.RunBegan

STREET_PAUSE = 1.0
SHOWN_HAND_PAUSE = 0.4
FIRST_POT_PAUSE = 0.6
POT_PAUSE = 1.0
"""The pauses before a street or run, a hand that is turned up, the first pot and each later one, in street pauses."""

MAX_SECONDS = 8.0
"""The longest that the end of a hand takes, in seconds."""

HURRY_SECONDS = 2.5
"""The longest that is left of the end of a hand once the next one has begun, in seconds."""


class Reveal(NamedTuple):
    """Events that are shown together, and the `pause` before them as a multiple of the street pause."""

    transitions: tuple[Transition, ...]
    pause: float = 0.0


def split_reveals(transitions: tuple[Transition, ...]) -> list[Reveal]:
    """Splits the events of a step into groups that are shown one after another; most steps are one group.

    A step that deals more than one street, or the rest more than once, pauses before each street and run. At another
    showdown hands are turned up one by one. Each pot of each run has a group of its own.
    """
    streets = sum(isinstance(each.event, _PAUSE_BEFORE) for each in transitions) > 1
    turned_up = sum(_turns_up(each) for each in transitions)
    pots = {(each.event.run, each.event.pot) for each in transitions if isinstance(each.event, ev.PotAwarded)}
    if not streets and not turned_up and len(pots) < 2:
        return [Reveal(transitions)]
    groups: list[tuple[float, list[Transition]]] = [(0.0, [])]
    pot: tuple[int, int] | None = None
    up = False
    for transition in transitions:
        event, pause = transition.event, 0.0
        if isinstance(event, _PAUSE_BEFORE):
            pause, pot = (STREET_PAUSE if streets else 0.0), None
        elif _turns_up(transition):
            pause = 0.0 if streets and up else SHOWN_HAND_PAUSE  # before a run-out all hands are turned up at once
            up = True
        elif isinstance(event, ev.PotAwarded) and pot != (event.run, event.pot):
            pause = (STREET_PAUSE if streets else FIRST_POT_PAUSE) if pot is None else POT_PAUSE
            pot = event.run, event.pot
        if pause and groups[-1][1]:
            groups.append((pause, []))
        groups[-1][1].append(transition)
    return [Reveal(tuple(group), pause) for pause, group in groups]


def reveal_times(reveals: list[Reveal], street_pause: float) -> list[float]:
    """Returns when each group is shown, in seconds from now; pauses shrink together where they take too long."""
    total = sum(reveal.pause for reveal in reveals) * street_pause
    pace = street_pause * min(1.0, MAX_SECONDS / total) if total else 0.0
    return list(accumulate(reveal.pause * pace for reveal in reveals))


def _turns_up(transition: Transition) -> bool:
    """Whether an event turns up hidden cards of another player than the viewer."""
    event, view, _ = transition
    if not isinstance(event, ev.HandShown):
        return False
    seat = view.at(event.seat)
    return seat is not None and seat.cards != event.cards and view.you.seat != event.seat


class RevealQueue:
    """The groups of events that are still to be shown, each with the time when it is due."""

    def __init__(self) -> None:
        self._groups: deque[tuple[float, tuple[Transition, ...]]] = deque()

    def __bool__(self) -> bool:
        return bool(self._groups)

    @property
    def deals_cards(self) -> bool:
        """Whether cards of another street or run are still to be shown."""
        return any(isinstance(each.event, _PAUSE_BEFORE) for _, transitions in self._groups for each in transitions)

    def schedule(self, transitions: tuple[Transition, ...], street_pause: float, now: float) -> None:
        """Adds events, all due now, or at the end of a hand street by street, hand by hand and pot by pot."""
        reveals = split_reveals(transitions)
        for reveal, later in zip(reveals, reveal_times(reveals, street_pause), strict=True):
            self._groups.append((now + later, reveal.transitions))

    def add_last(self, transitions: tuple[Transition, ...]) -> None:
        """Adds events that are shown with the last group."""
        self._groups.append((self._groups[-1][0], transitions))

    def take(self, now: float) -> Iterator[tuple[Transition, ...]]:
        """Yields the groups that are due, and removes them."""
        while self._groups and self._groups[0][0] <= now:
            yield self._groups.popleft()[1]

    def hurry(self, now: float) -> None:
        """Brings the groups closer together, so that the last is shown soon."""
        left = self._groups[-1][0] - now
        if left > HURRY_SECONDS:
            pace = HURRY_SECONDS / left
            self._groups = deque((now + (due - now) * pace, transitions) for due, transitions in self._groups)

    def skip_pause(self, now: float) -> None:
        """Has the next group due now, and the others earlier by as much."""
        early = max(0.0, self._groups[0][0] - now) if self._groups else 0.0
        self._groups = deque((due - early, transitions) for due, transitions in self._groups)

    def clear(self) -> None:
        """Drops what is still to be shown."""
        self._groups.clear()
