"""When a tournament will end, by a rule of thumb.

Play ends about when all chips in play are `FINAL_BETS` bets: two players then have a dozen each, and one more hand or
two decides. Only the stakes against the chips decide that, so it holds for any number of players, and for rebuys,
which add chips.
"""

from __future__ import annotations

from railbird_shared.tournament.structure import Level, TournamentTerms, level_at

FINAL_BETS = 25
"""How many bets of its last level all chips of a tournament are together."""

SECONDS_A_HAND = 75
"""How long a hand takes, about, in seconds: for levels that are counted in hands."""

MAX_ESTIMATED_LEVELS = 100
"""No estimate looks at more levels."""


def level_seconds(level: Level) -> int:
    """Returns how long a level lasts, in seconds, without the break after it."""
    return level.seconds or level.hands * SECONDS_A_HAND


def final_level(terms: TournamentTerms, chips: int) -> int:
    """Returns the number of the level in which a tournament with so many chips in play will end, about."""
    reached = (number for number in range(1, MAX_ESTIMATED_LEVELS) if level_at(terms, number).bet * FINAL_BETS >= chips)
    return next(reached, MAX_ESTIMATED_LEVELS)


def total_seconds(terms: TournamentTerms, chips: int) -> int:
    """Returns how long a tournament with so many chips in play will last, in seconds, breaks included."""
    return seconds_to_end(terms, chips, 1, level_seconds(level_at(terms, 1)))


def seconds_to_end(terms: TournamentTerms, chips: int, level: int, left: int, *, on_break: bool = False) -> int:
    """Returns how long a tournament will go on, in seconds, from a level with `left` seconds to its end.

    With `on_break` they are those of the break that follows the level. A tournament that should have ended goes on for
    half a level.
    """
    last = final_level(terms, chips)
    if level > last or (level == last and on_break):
        return left * on_break + level_seconds(level_at(terms, level)) // 2
    if level == last:
        return left
    first_break = 0 if on_break else level_at(terms, level).break_minutes * 60
    between = sum(
        level_seconds(each) + each.break_minutes * 60
        for each in (level_at(terms, number) for number in range(level + 1, last))
    )
    return left + first_break + between + level_seconds(level_at(terms, last))
