"""The bets besides the game's own that players owe or wish to make before a hand: blinds posted late, and straddles."""

from __future__ import annotations

from railbird_server.rules.setup import ExtraPost
from railbird_server.table.button import Positions
from railbird_server.table.seats import Seats
from railbird_server.table.spec import TableSettings
from railbird_shared.events import Post

HEADS_UP = 2


def late_blind_posts(positions: Positions, seats: Seats, spec: TableSettings) -> tuple[ExtraPost, ...]:
    """Returns what those post who are dealt in before the big blind has reached them (DL-26, DL-27).

    It is a live big blind, and for a player whom the blinds have passed a dead small blind, too.
    """
    stakes = spec.game.stakes
    posts: list[ExtraPost] = []
    for seat in seats.occupied:
        if not (seat.waits_for_big_blind and seat.wants_to_post) or seat.number not in positions.dealt or positions.is_blind(seat.number):
            continue
        if seat.missed_blind:
            posts.append(ExtraPost(seat.number, Post.DEAD_BLIND, stakes.small_blind))
        posts.append(ExtraPost(seat.number, Post.LIVE_BLIND, stakes.big_blind))
    return tuple(posts)


def straddle_posts(positions: Positions, seats: Seats, spec: TableSettings) -> tuple[ExtraPost, ...]:
    """Returns the straddles of players in a row from the big blind's left who want to, each twice the bet before it.

    Whoever does not want to, cannot, or posts a blind late ends the row (BT-43).
    """
    if positions.big_blind_place not in positions.dealt or len(positions.dealt) == HEADS_UP:
        return ()
    posts: list[ExtraPost] = []
    chips = spec.game.stakes.big_blind
    first = positions.dealt.index(positions.big_blind_place) + 1
    for number in positions.dealt[first : first + spec.straddles]:
        seat, chips = seats.at(number), 2 * chips
        if seat is None or not seat.wants_to_straddle or seat.stack < chips or (seat.waits_for_big_blind and seat.wants_to_post):
            break
        posts.append(ExtraPost(number, Post.STRADDLE, chips))
    return tuple(posts)
