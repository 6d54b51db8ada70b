"""A hand that deals itself out, in beats: each street is shown for a moment before the next."""

from __future__ import annotations

from railbird_shared import events as ev

_PAUSE_BEFORE = ev.StreetBegan | ev.RunBegan


def split_reveals(news: tuple[ev.PublicEvent, ...]) -> list[tuple[ev.PublicEvent, ...]]:
    """Splits the events of a step where the eye should rest; most steps are a single beat.

    Only a step that deals more than one street, or the rest more than once, is split: before each street and run, and
    before what decides the hand.
    """
    if sum(isinstance(event, _PAUSE_BEFORE) for event in news) < 2:
        return [news]
    reveals: list[list[ev.PublicEvent]] = [[]]
    decided = False
    for event in news:
        decides = isinstance(event, ev.PotAwarded) and not decided
        if (isinstance(event, _PAUSE_BEFORE) or decides) and reveals[-1]:
            reveals.append([])
        decided = decided or decides
        reveals[-1].append(event)
    return [tuple(reveal) for reveal in reveals]
