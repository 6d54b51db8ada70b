"""The forced bets that start a hand: antes, blinds, straddles and late posts (DL-7..DL-12)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from railbird_server.rules.events import RulesEvent
from railbird_server.rules.player import Player
from railbird_server.rules.pots import Pots
from railbird_server.rules.setup import DEAD_POSTS, Setup
from railbird_shared.game.clauses import Clauses
from railbird_shared.game.variants import ForcedBets, Variant
from railbird_shared.protocol.events import Post, PotsMade

EXTRA_POST_CLAUSES: dict[Post, Clauses] = {
    Post.DEAD_BLIND: ("DL-26",),
    Post.LIVE_BLIND: ("DL-26", "DL-27"),
    Post.STRADDLE: ("BT-43",),
}
"""The clauses of the forced bets that belong to no single game."""


def post_forced_bets(
    setup: Setup, variant: Variant, players: Sequence[Player], pots: Pots
) -> tuple[list[RulesEvent], int]:
    """Takes the antes and dead chips, which go to the middle at once, then the live bets.

    The ante of the big blind is what its stack has left after the blind, which is paid first (CX-46). A player who has
    put their last chips in already posts nothing more, and the bet that the others face is told with the pots. Returns
    the events and the bet to match, in chips.
    """
    stakes = setup.game.stakes
    seated = {player.seat: player for player in players}
    as_bet = variant.forced_bets is ForcedBets.ANTES_AS_BET
    to_match = setup.ante if as_bet else 0
    events: list[RulesEvent] = []
    if setup.ante:
        because = _clauses(Post.ANTE, variant, setup)
        events += [pots.post(player, Post.ANTE, setup.ante, to_match, because) for player in players]
    if setup.big_blind is not None and setup.big_blind_ante:
        because = ("CX-46",) if setup.big_blind_ante == stakes.big_blind_ante else ("CX-46", "DL-12")
        events.append(pots.post_dead(seated[setup.big_blind], Post.ANTE, setup.big_blind_ante, because))
    for extra in setup.extra_posts:
        if extra.post in DEAD_POSTS:
            because = _clauses(extra.post, variant, setup)
            events.append(pots.post_dead(seated[extra.seat], extra.post, extra.chips, because))
    if events and not as_bet:
        events += pots.collect_bets(return_uncalled=False)
    collected = len(events) - 1
    for seat, post, chips in _live_bets(setup):
        to_match = max(to_match, chips)
        if seated[seat].stack:
            events.append(pots.post(seated[seat], post, chips, to_match, _clauses(post, variant, setup)))
        elif isinstance(made := events[collected], PotsMade):
            events[collected] = replace(made, to_match=to_match)
    return events, to_match


def missing_chips(setup: Setup, players: Sequence[Player]) -> int:
    """Returns what short stacks lack of their blinds, which the pot counts as posted for its limit (CX-45).

    It is asked while the blinds lie before the seats.
    """
    due: dict[int, int] = {}
    for seat, _, chips in _live_bets(setup):
        due[seat] = due.get(seat, 0) + chips
    return sum(max(0, due.get(player.seat, 0) - player.bet) for player in players)


def _clauses(post: Post, variant: Variant, setup: Setup) -> Clauses:
    """The clauses of a forced bet: those of the game, unless the bet belongs to no single game."""
    if post is Post.BIG_BLIND and setup.game.stakes.has_one_blind:
        return "DL-7", "CX-42"
    if post is Post.ANTE and variant.forced_bets is ForcedBets.BLINDS:
        return "DL-7", "DL-8"
    return EXTRA_POST_CLAUSES.get(post, variant.forced_bet_clauses)


def _live_bets(setup: Setup) -> list[tuple[int, Post, int]]:
    if setup.bomb_pot:
        return []
    stakes = setup.game.stakes
    button = setup.entrants[-1].seat
    bets = [
        (setup.small_blind, Post.SMALL_BLIND, stakes.small_blind),
        (setup.big_blind, Post.BIG_BLIND, stakes.big_blind),
        (button, Post.BUTTON_BLIND, stakes.button_blind),
    ]
    bets += [(extra.seat, extra.post, extra.chips) for extra in setup.extra_posts if extra.post not in DEAD_POSTS]
    return [(seat, post, chips) for seat, post, chips in bets if seat is not None and chips]
