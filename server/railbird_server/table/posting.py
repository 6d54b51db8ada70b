"""The bets besides the game's own that players owe or wish to make before a hand: blinds posted late, and straddles."""

from __future__ import annotations

from railbird_server.rules.setup import Posting
from railbird_server.table.button import Positions
from railbird_server.table.seats import Seats
from railbird_server.table.spec import TableSpec
from railbird_shared.events import Post

HEADS_UP = 2


def late_blinds(positions: Positions, seats: Seats, spec: TableSpec) -> tuple[Posting, ...]:
    """Returns what those post who are dealt in before the big blind has reached them (DL-26, DL-27).

    It is a live big blind, and for a player whom the blinds have passed a dead small blind, too.
    """
    stakes = spec.game.stakes
    posts: list[Posting] = []
    for seat in seats.occupied:
        if not (seat.waits and seat.posts) or seat.number not in positions.dealt or positions.is_blind(seat.number):
            continue
        if seat.missed:
            posts.append(Posting(seat.number, Post.DEAD_BLIND, stakes.small_blind))
        posts.append(Posting(seat.number, Post.LIVE_BLIND, stakes.big_blind))
    return tuple(posts)


def straddles(positions: Positions, seats: Seats, spec: TableSpec) -> tuple[Posting, ...]:
    """Returns the straddles of players in a row from the big blind's left who want to, each twice the bet before it.

    Whoever does not want to, cannot, or posts a blind late ends the row (BT-43).
    """
    if positions.big not in positions.dealt or len(positions.dealt) == HEADS_UP:
        return ()
    posts: list[Posting] = []
    chips = spec.game.stakes.big_blind
    first = positions.dealt.index(positions.big) + 1
    for number in positions.dealt[first : first + spec.straddles]:
        seat, chips = seats.at(number), 2 * chips
        if seat is None or not seat.straddles or seat.stack < chips or (seat.waits and seat.posts):
            break
        posts.append(Posting(number, Post.STRADDLE, chips))
    return tuple(posts)
