"""Proposes the levels of a tournament from its players, their chips and the time that there is.

All round schedules are compared: how deep the stacks are at first, how steeply the stakes rise, and how long a level
lasts. The one whose estimated end is nearest to what was asked for is proposed; among equals, one with levels of a
usual length and the usual depth.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from railbird_shared.protocol.table_limits import MAX_BET, MIN_BET
from railbird_shared.tournament.checks import MIN_CHIPS_IN_BETS
from railbird_shared.tournament.estimate import FINAL_BETS, total_seconds
from railbird_shared.tournament.limits import MAX_LEVELS
from railbird_shared.tournament.structure import Level, TournamentTerms, next_bet

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
    """What a host says of a tournament: its players, the chips that each brings into play, and the minutes it may last.

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
    """Returns the largest round bet up to `most`."""
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
