"""The forced bets that start a hand: antes, blinds, straddles and what else is owed (DL-7..DL-12)."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.rules.events import RulesEvent
from railbird_server.rules.middle import Middle
from railbird_server.rules.player import Player
from railbird_server.rules.setup import DEAD_POSTS, Setup
from railbird_server.rules.variants import Forced, Variant
from railbird_shared.events import Post


def take_forced_bets(
    setup: Setup, variant: Variant, players: Sequence[Player], middle: Middle
) -> tuple[list[RulesEvent], int]:
    """Takes antes and dead chips, which go to the middle at once, then live bets; returns the bet to match, too."""
    stakes, because = setup.game.stakes, variant.clauses
    seated = {player.seat: player for player in players}
    as_bet = variant.forced is Forced.ANTES_AS_BET
    to_match = stakes.ante if as_bet else 0
    events: list[RulesEvent] = []
    if stakes.ante:
        events += [middle.post(player, Post.ANTE, stakes.ante, to_match, because) for player in players]
    dead = [extra for extra in setup.posts if extra.post in DEAD_POSTS]
    for extra in dead:
        why = ("DL-26",) if extra.post is Post.DEAD_BLIND else because
        events.append(middle.post_dead(seated[extra.seat], extra.post, extra.chips, why))
    if events and not as_bet:
        events += middle.gather(refund=False)
    for seat, post, chips in _live_bets(setup):
        to_match = max(to_match, chips)
        events.append(middle.post(seated[seat], post, chips, to_match, because))
    return events, to_match


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
