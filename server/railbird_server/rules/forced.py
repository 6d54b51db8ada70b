"""The forced bets that start a hand: antes, blinds, straddles and what else is owed (DL-7..DL-12)."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.rules.events import RulesEvent
from railbird_server.rules.middle import Middle
from railbird_server.rules.player import Player
from railbird_server.rules.setup import DEAD_POSTS, Setup
from railbird_server.rules.variants import Forced, Variant
from railbird_shared.events import Post

NOT_THE_GAMES = {
    Post.DEAD_BLIND: ("DL-26",),
    Post.LIVE_BLIND: ("DL-26", "DL-27"),
    Post.STRADDLE: ("BT-43",),
}
"""The clauses of forced bets that no game of itself has."""


def take_forced_bets(
    setup: Setup, variant: Variant, players: Sequence[Player], middle: Middle
) -> tuple[list[RulesEvent], int]:
    """Takes antes and dead chips, which go to the middle at once, then live bets; returns the bet to match, too."""
    stakes = setup.game.stakes
    seated = {player.seat: player for player in players}
    as_bet = variant.forced is Forced.ANTES_AS_BET
    to_match = stakes.ante if as_bet else 0
    events: list[RulesEvent] = []
    if stakes.ante:
        because = _because(Post.ANTE, variant)
        events += [middle.post(player, Post.ANTE, stakes.ante, to_match, because) for player in players]
    for extra in setup.posts:
        if extra.post in DEAD_POSTS:
            because = _because(extra.post, variant)
            events.append(middle.post_dead(seated[extra.seat], extra.post, extra.chips, because))
    if events and not as_bet:
        events += middle.gather(refund=False)
    for seat, post, chips in _live_bets(setup):
        to_match = max(to_match, chips)
        events.append(middle.post(seated[seat], post, chips, to_match, _because(post, variant)))
    return events, to_match


def _because(post: Post, variant: Variant) -> tuple[str, ...]:
    """The clauses of a forced bet: those of the game, unless the bet is none of its own."""
    if post is Post.ANTE and variant.forced is Forced.BLINDS:
        return "DL-7", "DL-8"
    return NOT_THE_GAMES.get(post, variant.clauses)


def _live_bets(setup: Setup) -> list[tuple[int, Post, int]]:
    stakes = setup.game.stakes
    button = setup.entrants[-1].seat
    bets = [
        (setup.small_blind, Post.SMALL_BLIND, stakes.small_blind),
        (setup.big_blind, Post.BIG_BLIND, stakes.big_blind),
        (button, Post.BUTTON_BLIND, stakes.button_blind),
    ]
    bets += [(extra.seat, extra.post, extra.chips) for extra in setup.posts if extra.post not in DEAD_POSTS]
    return [(seat, post, chips) for seat, post, chips in bets if seat is not None and chips]
