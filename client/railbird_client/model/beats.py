"""A hand that deals itself out, in beats: each street is shown for a moment before the next."""

from __future__ import annotations

from railbird_shared import events as ev

_REST = ev.StreetBegan | ev.RunBegan


def beats(news: tuple[ev.PublicEvent, ...]) -> list[tuple[ev.PublicEvent, ...]]:
    """Splits the events of a step where the eye should rest; most steps are a single beat.

    Only a step that deals more than one street, or the rest more than once, is split: before each street and run, and
    before what decides the hand.
    """
    if sum(isinstance(event, _REST) for event in news) < 2:
        return [news]
    found: list[list[ev.PublicEvent]] = [[]]
    decided = False
    for event in news:
        decides = isinstance(event, ev.PotAwarded) and not decided
        if (isinstance(event, _REST) or decides) and found[-1]:
            found.append([])
        decided = decided or decides
        found[-1].append(event)
    return [tuple(beat) for beat in found]
