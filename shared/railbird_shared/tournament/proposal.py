"""Proposes the levels of a tournament, and estimates when it will end.

All round schedules are compared: how deep the stacks are at first, how steeply the stakes rise, and how long a level
lasts. The one whose estimated end is nearest to what was asked for is proposed; among equals, one with levels of a
usual length and the usual depth.

Play ends about when all chips in play are `FINAL_BETS` bets: two players then have a dozen each, and one more hand or
two decides. Only the stakes against the chips decide that, so it holds for any number of players, and for rebuys,
which add chips.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from railbird_shared.protocol.table_limits import MAX_BET, MIN_BET
from railbird_shared.tournament.checks import MIN_CHIPS_IN_BETS
from railbird_shared.tournament.structure import MAX_LEVELS, Level, TournamentTerms, level_at, next_bet

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
    levels = [level_at(terms, number) for number in range(level + 1, last)]
    between = sum(level_seconds(each) + each.break_minutes * 60 for each in levels)
    return left + first_break + between + level_seconds(level_at(terms, last))


LEVEL_MINUTES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60)
"""How long a proposed level may be."""

USUAL_MINUTES = 15
"""The usual length of a level."""

DEPTHS = (100, 75, 150, 50, 200, 300, 30)
"""How many bets of the first level everybody may start with; the first is the usual number."""

STRIDES = (1, 2)
"""By how many of the usual steps a level may be above the one before."""

MINUTES_TO_BREAK = 60
"""How long players play before a break, about."""

SHORT_BREAK, LONG_BREAK = 5, 10
"""The minutes of a break in a short tournament, and in one of more than three hours."""

SPARE_LEVELS = 4
"""How many levels are listed past the estimated end."""

ANTE_FROM_DEPTH = 50
"""Antes begin when everybody's first chips are this many bets or fewer."""


class Wish(NamedTuple):
    """The wishes of a host for a tournament: its players, the chips that each brings, and the minutes it may last.

    `more_chips` are those that rebuys and an add-on will bring in, all together. The levels begin with `first_bet`, 0
    for a usual one, and rise by `stride` of the usual steps each, 0 for as many as it takes.
    """

    players: int
    chips: int
    minutes: int
    antes: bool = True
    more_chips: int = 0
    first_bet: int = 0
    stride: int = 0

    @property
    def in_play(self) -> int:
        """All chips that there will be in play."""
        return self.players * self.chips + self.more_chips


@lru_cache(maxsize=64)
def propose_levels(wish: Wish) -> tuple[Level, ...]:
    """Returns the levels that a tournament should have to last about as long as its host wishes."""
    depths = [depth for depth in DEPTHS if wish.chips // depth >= MIN_BET] or [MIN_CHIPS_IN_BETS]
    strides = (wish.stride,) if wish.stride else STRIDES
    schedules = (
        (_misfit(wish, levels) + _strangeness(minutes, depth, stride), levels)
        for minutes, depth, stride in product(LEVEL_MINUTES, depths[:1] if wish.first_bet else depths, strides)
        for levels in [_schedule(wish, minutes, depth, stride)]
    )
    return min(schedules, key=lambda scored: scored[0])[1]


def _misfit(wish: Wish, levels: tuple[Level, ...]) -> float:
    """By which part of the time wished for the estimated end is too early or too late."""
    seconds = total_seconds(TournamentTerms(name="", chips=wish.chips, levels=levels), wish.in_play)
    return abs(seconds / 60 - wish.minutes) / wish.minutes


def _strangeness(minutes: int, depth: int, stride: int) -> float:
    """How unusual a schedule is, in the measure of the misfit; little, so that the end counts first."""
    length = max(minutes, USUAL_MINUTES) / min(minutes, USUAL_MINUTES) - 1
    unusual = DEPTHS.index(depth) if depth in DEPTHS else len(DEPTHS)
    return 0.01 * length + 0.02 * unusual + 0.1 * (stride - 1)


def _schedule(wish: Wish, minutes: int, depth: int, stride: int) -> tuple[Level, ...]:
    """Returns the levels of so many minutes, from a first bet on, with antes and breaks."""
    first = wish.first_bet or _bet_at_most(max(MIN_BET, wish.chips // depth))
    bets = _bets(first, wish.in_play, stride)
    rest = LONG_BREAK if wish.minutes > 180 else SHORT_BREAK
    to_break = max(1, round(MINUTES_TO_BREAK / minutes))
    return tuple(
        Level(
            bet=bet,
            big_blind_ante=bet if wish.antes and number > 1 and bet * ANTE_FROM_DEPTH >= wish.chips else 0,
            seconds=60 * minutes,
            break_minutes=rest if number % to_break == 0 and wish.minutes > MINUTES_TO_BREAK * 3 // 2 else 0,
        )
        for number, bet in enumerate(bets, 1)
    )


def _bet_at_most(most: int) -> int:
    bet = MIN_BET
    while next_bet(bet) <= most:
        bet = next_bet(bet)
    return bet


def _bets(bet: int, chips: int, stride: int) -> tuple[int, ...]:
    """Returns round bets after a first one, each `stride` steps above the last, to some past the estimated end."""
    bets, spare = [bet], SPARE_LEVELS
    while spare and len(bets) < MAX_LEVELS:
        for _ in range(stride):
            bet = next_bet(bet)
        if bet > MAX_BET:
            break
        bets.append(bet)
        spare -= bets[-2] * FINAL_BETS >= chips
    return tuple(bets)
