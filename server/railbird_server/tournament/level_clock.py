"""Levels and breaks: when each begins, by time or by hands. Reads no clock."""

from __future__ import annotations

from collections.abc import Iterator

from railbird_server.tournament.effects import BreakBegan, LevelBegan
from railbird_server.tournament.state import LevelClock
from railbird_shared.tournament.structure import TournamentTerms, level_at

MS_PER_MINUTE = 60_000


def begin_level(clock: LevelClock, terms: TournamentTerms, number: int, at: int) -> None:
    """Begins a level at a time."""
    level = level_at(terms, number)
    clock.level, clock.hands = number, 0
    clock.break_due = clock.on_break = False
    clock.left_ms, clock.since = level.seconds * 1000 or None, at


def run_clock(clock: LevelClock, now: int, *, running: bool) -> None:
    """Lets the clock run or stand; what is left stays the same."""
    if not running:
        clock.left_ms, clock.since = clock.time_left(now), None
    elif clock.since is None:
        clock.since = now


def advance(clock: LevelClock, terms: TournamentTerms, now: int, *, idle: bool) -> Iterator[LevelBegan | BreakBegan]:
    """Yields what begins by `now`: levels, and a break when no hand runs any more, so `idle`.

    A level that follows another begins when that ends, however late the clock is read.
    """
    while clock.level:
        level = level_at(terms, clock.level)
        if clock.break_due:
            if not idle:
                return
            clock.break_due, clock.on_break = False, True
            clock.left_ms, clock.since = level.break_minutes * MS_PER_MINUTE, now
            yield BreakBegan(level.break_minutes)
        elif not _is_over(clock, terms, now):
            return
        elif level.break_minutes and not clock.on_break:
            clock.break_due, clock.left_ms, clock.since = True, 0, None
        else:
            begin_level(clock, terms, clock.level + 1, ends_at(clock) or now)
            yield LevelBegan(clock.level)


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
