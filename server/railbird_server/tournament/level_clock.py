"""Levels and breaks: when each begins, by time or by hands. Reads no clock."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.tournament.effects import BreakBegan, LevelBegan
from railbird_server.tournament.state import LevelClock
from railbird_shared.tournament.structure import TournamentTerms, level_at

MS_PER_MINUTE = 60_000


def level_begun(terms: TournamentTerms, number: int, at: int) -> LevelClock:
    """Returns the clock as a level begins at a time."""
    return LevelClock(number, left_ms=level_at(terms, number).seconds * 1000 or None, since=at)


def set_running(clock: LevelClock, now: int, *, running: bool) -> LevelClock:
    """Returns the clock running or standing; the time left stays the same."""
    if not running:
        return replace(clock, left_ms=clock.time_left(now), since=None)
    return clock if clock.since is not None else replace(clock, since=now)


def advanced(
    clock: LevelClock, terms: TournamentTerms, now: int, *, idle: bool
) -> tuple[LevelClock, list[LevelBegan | BreakBegan]]:
    """Returns the clock at `now` and what begins by then: levels, and a break when no hand runs any more, so `idle`.

    A level that follows another begins when that ends, however late the clock is read.
    """
    begun: list[LevelBegan | BreakBegan] = []
    while clock.level:
        level = level_at(terms, clock.level)
        if clock.break_due:
            if not idle:
                break
            left = level.break_minutes * MS_PER_MINUTE
            clock = replace(clock, break_due=False, on_break=True, left_ms=left, since=now)
            begun.append(BreakBegan(level.break_minutes))
        elif not _is_over(clock, terms, now):
            break
        elif level.break_minutes and not clock.on_break:
            clock = replace(clock, break_due=True, left_ms=0, since=None)
        else:
            clock = level_begun(terms, clock.level + 1, ends_at(clock) or now)
            begun.append(LevelBegan(clock.level))
    return clock, begun


def ends_at(clock: LevelClock) -> int | None:
    """Returns when the level or the break is over; None while the clock stands, or where hands are counted."""
    if clock.left_ms is None or clock.since is None:
        return None
    return clock.since + clock.left_ms


def _is_over(clock: LevelClock, terms: TournamentTerms, now: int) -> bool:
    if clock.left_ms is None:
        return clock.hands >= level_at(terms, clock.level).hands
    at = ends_at(clock)
    return at is not None and now >= at
