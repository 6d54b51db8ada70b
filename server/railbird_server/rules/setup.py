"""The stakes and seats of a hand, the check that it can be dealt, and the forced bets that start it (DL-7..12)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.rules.events import RulesEvent
from railbird_server.rules.player import Player
from railbird_server.rules.pots import Pots
from railbird_shared.game.announced_game import Family, Game
from railbird_shared.game.clauses import Clauses
from railbird_shared.game.game_rules import BadSetup, Rake
from railbird_shared.game.variants import ForcedBets, Variant, get_variant
from railbird_shared.protocol.events import Post, PotsMade

DEAD_POSTS = frozenset({Post.ANTE, Post.DEAD_BLIND})
"""Extra posts that go into the main pot and count towards no bet."""


class Entrant(Struct, frozen=True):
    """A player in the hand: the seat, and the chips in front of it."""

    seat: int
    stack: int


class ExtraPost(Struct, frozen=True):
    """A forced bet besides the usual ones: a straddle, a missed blind, one ante for the whole table (DL-26)."""

    seat: int
    post: Post
    chips: int


class Setup(Struct, frozen=True):
    """All that a hand needs except the cards. Amounts are chips.

    `entrants` run clockwise from the button's left. `button` may be an empty seat, and a blind that nobody posts is
    None (DL-25). `extra_posts` come after the usual forced bets. `carried` is what an earlier hand left in the pot and
    `pass_outs` how many hands in a row left it there (VT-5D-23). `variant` is the game as the house plays it; without
    it the game is played as the catalogue has it. With `chop` the blinds take their bets back if all others fold
    (HS-44). In a bomb pot every player posts `bomb_pot` chips in place of all other forced bets (HS-46).
    """

    number: int
    game: Game
    button: int
    entrants: tuple[Entrant, ...]
    small_blind: int | None = None
    big_blind: int | None = None
    carried: int = 0
    extra_posts: tuple[ExtraPost, ...] = ()
    pass_outs: int = 0
    rake: Rake | None = None
    variant: Variant | None = None
    chop: bool = False
    bomb_pot: int = 0

    @property
    def ante(self) -> int:
        """The chips that every player posts as an ante."""
        return self.bomb_pot or self.game.stakes.ante

    @property
    def big_blind_ante(self) -> int:
        """The chips that the big blind posts as the ante of all: what the blind, paid first, leaves of it (CX-46)."""
        stakes = self.game.stakes
        stack = next((entrant.stack for entrant in self.entrants if entrant.seat == self.big_blind), 0)
        return min(stakes.big_blind_ante, max(0, stack - stakes.big_blind))

    @property
    def last_blind(self) -> int | None:
        """The seat that acts last before the first round's betting is done: the last straddle, or the big blind."""
        straddles = [posting.seat for posting in self.extra_posts if posting.post is Post.STRADDLE]
        return straddles[-1] if straddles else self.big_blind

    def live_bets(self) -> list[tuple[int, Post, int]]:
        """Returns the forced bets that others have to match, in the order posted: seat, kind and chips."""
        if self.bomb_pot:
            return []
        stakes = self.game.stakes
        bets = [
            (self.small_blind, Post.SMALL_BLIND, stakes.small_blind),
            (self.big_blind, Post.BIG_BLIND, stakes.big_blind),
            (self.entrants[-1].seat, Post.BUTTON_BLIND, stakes.button_blind),
        ]
        bets += [(extra.seat, extra.post, extra.chips) for extra in self.extra_posts if extra.post not in DEAD_POSTS]
        return [(seat, post, chips) for seat, post, chips in bets if seat is not None and chips]


def check_setup(setup: Setup) -> Variant:
    """Returns the game that is to be dealt; raises BadSetup when it cannot be."""
    variant = setup.variant or get_variant(setup.game.id)
    seats = [entrant.seat for entrant in setup.entrants]
    if not variant.min_seats <= len(seats) <= variant.max_seats:
        raise BadSetup(f"{variant.name} is for {variant.min_seats} to {variant.max_seats} players.")
    if len(set(seats)) != len(seats) or any(entrant.stack <= 0 for entrant in setup.entrants):
        raise BadSetup("Each player dealt in needs a seat of their own and chips in front of them.")
    for seat in (setup.small_blind, setup.big_blind, *(extra.seat for extra in setup.extra_posts)):
        if seat is not None and seat not in seats:
            raise BadSetup(f"Seat {seat} is to post a blind but is not dealt in.")
    if setup.rake and not (0 <= setup.rake.percent <= 100 and setup.rake.cap >= 0):
        raise BadSetup("The rake is a percentage of a pot, from 0 to 100, and its cap no less than 0.")
    if setup.bomb_pot:
        variant = _as_bomb_pot(setup, variant)
    if any(extra.chips <= 0 for extra in setup.extra_posts):
        raise BadSetup("A forced bet is of one chip or more.")
    if variant.forced_bets is ForcedBets.BLINDS and setup.game.stakes.big_blind and setup.big_blind is None:
        raise BadSetup("Somebody has to post the big blind.")
    return variant


def _as_bomb_pot(setup: Setup, variant: Variant) -> Variant:
    """Returns a game that begins with an ante of all and no betting before the flop (HS-46); raises BadSetup."""
    if variant.family is not Family.BOARD:
        raise BadSetup(f"A bomb pot is played with a board, and {variant.name} has none.")
    if setup.bomb_pot < 0 or setup.extra_posts or setup.small_blind or setup.big_blind:
        raise BadSetup("In a bomb pot everybody posts the same amount, and nobody a blind.")
    first, *later = variant.streets
    return replace(
        variant,
        forced_bets=ForcedBets.ANTES,
        forced_bet_clauses=("HS-46",),
        streets=(replace(first, has_betting=False), *later),
    )


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
    seated = {player.seat: player for player in players}
    as_bet = variant.forced_bets is ForcedBets.ANTES_AS_BET
    to_match = setup.ante if as_bet else 0
    events: list[RulesEvent] = []
    if setup.ante:
        because = _clauses(Post.ANTE, variant, setup)
        events += [pots.post(player, Post.ANTE, setup.ante, to_match, because) for player in players]
    if setup.big_blind is not None and (ante := setup.big_blind_ante):
        because = ("CX-46",) if ante == setup.game.stakes.big_blind_ante else ("CX-46", "DL-12")
        events.append(pots.post_dead(seated[setup.big_blind], Post.ANTE, ante, because))
    for extra in setup.extra_posts:
        if extra.post in DEAD_POSTS:
            because = _clauses(extra.post, variant, setup)
            events.append(pots.post_dead(seated[extra.seat], extra.post, extra.chips, because))
    if events and not as_bet:
        events += pots.collect_bets(return_uncalled=False)
    collected = len(events) - 1
    for seat, post, chips in setup.live_bets():
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
    for seat, _, chips in setup.live_bets():
        due[seat] = due.get(seat, 0) + chips
    return sum(max(0, due.get(player.seat, 0) - player.bet) for player in players)


def _clauses(post: Post, variant: Variant, setup: Setup) -> Clauses:
    """The clauses of a forced bet: those of the game, unless the bet belongs to no single game."""
    if post is Post.BIG_BLIND and setup.game.stakes.has_one_blind:
        return "DL-7", "CX-42"
    if post is Post.ANTE and variant.forced_bets is ForcedBets.BLINDS:
        return "DL-7", "DL-8"
    return EXTRA_POST_CLAUSES.get(post, variant.forced_bet_clauses)
