"""All that a hand needs except the cards, and the check that it can be dealt."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from railbird_shared.game.announced_game import Family, Game
from railbird_shared.game.game_rules import BadSetup, Rake
from railbird_shared.game.variants import ForcedBets, Variant, get_variant
from railbird_shared.protocol.events import Post

DEAD_POSTS = frozenset({Post.ANTE, Post.DEAD_BLIND})
"""Extra posts that go into the main pot and count towards no bet."""

MAX_RAKE_PERCENT = 100
"""All of a pot, in percent."""


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
        stack = next((entrant.stack for entrant in self.entrants if entrant.seat == self.big_blind), 0)
        stakes = self.game.stakes
        return min(stakes.big_blind_ante, max(0, stack - stakes.big_blind))

    @property
    def last_blind(self) -> int | None:
        """The seat that acts last before the first round's betting is done: the last straddle, or the big blind."""
        straddles = [posting.seat for posting in self.extra_posts if posting.post is Post.STRADDLE]
        return straddles[-1] if straddles else self.big_blind


def check_setup(setup: Setup) -> Variant:
    """Returns the game that is to be dealt; raises BadSetup when it cannot be."""
    variant = setup.variant or get_variant(setup.game.id)
    seats = [entrant.seat for entrant in setup.entrants]
    if not variant.min_seats <= len(seats) <= variant.max_seats:
        raise BadSetup(f"{variant.name} is for {variant.min_seats} to {variant.max_seats} players.")
    if len(set(seats)) != len(seats) or any(entrant.stack <= 0 for entrant in setup.entrants):
        raise BadSetup("Each player dealt in needs a seat of their own and chips in front of them.")
    posting = [setup.small_blind, setup.big_blind, *(extra.seat for extra in setup.extra_posts)]
    for seat in posting:
        if seat is not None and seat not in seats:
            raise BadSetup(f"Seat {seat} is to post a blind but is not dealt in.")
    if setup.rake and not (0 <= setup.rake.percent <= MAX_RAKE_PERCENT and setup.rake.cap >= 0):
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
