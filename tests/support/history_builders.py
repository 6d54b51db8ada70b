"""Builders for history tests: short history files, and random hands of every game of the format."""

from __future__ import annotations

import json
import random

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.history.game_setup import GAME_CODES
from railbird_server.history.parser import parse_histories
from railbird_server.history.replay import Verdict, replay
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import Entrant, ExtraPost, Setup
from railbird_shared.game.cards import Card
from railbird_shared.game.variants import VARIANTS, ForcedBets
from railbird_shared.protocol.actions import Action, Bet, BringIn, Call, Check, Draw, Fold, LegalActions, Raise
from railbird_shared.protocol.events import Post


class FinishedHand(Struct, frozen=True):
    """A hand that was played to its end, and what it was made of."""

    setup: Setup
    deck: tuple[Card, ...]
    acts: tuple[tuple[int, Action], ...]
    hand: Hand


STAKES_BY_KIND: dict[str, dict[str, object]] = {
    "stud": {"antes": [1, 1, 1], "bring_in": 1, "small_bet": 2, "big_bet": 4},
    "fixed": {"antes": [0, 0, 0], "blinds_or_straddles": [1, 2, 0], "small_bet": 2, "big_bet": 4},
    "short": {"antes": [2, 2, 2], "blinds_or_straddles": [0, 0, 2], "min_bet": 2},
    "open": {"antes": [0, 0, 0], "blinds_or_straddles": [1, 2, 0], "min_bet": 2},
}


def history_text(actions: str, *, variant: str = "NT", **fields: object) -> str:
    """Returns a file: no-limit hold'em of three with 100 chips each unless told otherwise; an action on each line."""
    kind = {"F7S": "stud", "F7S/8": "stud", "FR": "stud", "NS": "short"}.get(
        variant, "fixed" if variant.startswith("F") else "open"
    )
    lines = [line.strip() for line in actions.strip().splitlines()]
    defaults = {"variant": variant, "ante_trimming_status": True, "starting_stacks": [100, 100, 100], "actions": lines}
    return "\n".join(
        f"{name} = {json.dumps(value)}" for name, value in (defaults | STAKES_BY_KIND[kind] | fields).items()
    )


def replay_history(actions: str, *, variant: str = "NT", **fields: object) -> Verdict:
    """Replays the one hand of such a file."""
    return replay(parse_histories(history_text(actions, variant=variant, **fields))[""])


def random_setup(code: str, rng: random.Random, *, without_extras: bool = False) -> Setup:
    """Returns a random table for a game of the format: any seats, stacks and, unless `without_extras`, antes and
    straddles.
    """
    variant = VARIANTS[GAME_CODES[code]]
    count = rng.randint(2, min(variant.max_seats, 6 if without_extras else 10))
    seats = sorted(rng.sample(range(1, 11), count))
    deep = rng.choice((30, 400))
    entrants = tuple(Entrant(seat, rng.randint(12 if without_extras else 1, deep)) for seat in seats)
    bet = rng.choice((2, 4))
    small: int | None
    small, big = (seats[0], seats[1]) if count > 2 else (seats[1], seats[0])
    blinds = variant.forced_bets is ForcedBets.BLINDS
    posts: list[ExtraPost] = []
    if blinds and not without_extras and rng.random() < 0.3:
        posts.append(ExtraPost(big, Post.ANTE, bet))
    if blinds and not without_extras and count > 3 and rng.random() < 0.3:
        posts.append(ExtraPost(seats[2], Post.STRADDLE, 2 * bet))
    ante = rng.choice((0, 1)) if not posts else 0
    game = variant.make_game(bet, ante)
    if blinds and not without_extras and not posts and rng.random() < 0.2:
        game = replace(game, stakes=replace(game.stakes, small_blind=0))
        small, big = None, seats[0]
    if blinds and not without_extras and not posts and not ante and rng.random() < 0.3:
        game = replace(game, stakes=replace(game.stakes, big_blind_ante=bet))
    return Setup(
        number=rng.randint(1, 999),
        game=game,
        button=seats[-1],
        entrants=entrants,
        small_blind=small if blinds else None,
        big_blind=big if blinds else None,
        extra_posts=tuple(posts),
    )


def play_random_hand(code: str, seed: int, *, without_extras: bool = False) -> FinishedHand:
    """Plays a random hand of a game of the format to its end; the seed decides everything."""
    rng = random.Random(f"{code} {seed}")
    setup = random_setup(code, rng, without_extras=without_extras)
    deck = list(VARIANTS[setup.game.id].pack)
    rng.shuffle(deck)
    hand = Hand(setup, deck)
    hand.start()
    acts: list[tuple[int, Action]] = []
    while legal := hand.legal_actions():
        acts.append((legal.seat, random_action(legal, hand.players[legal.seat].cards, rng)))
        hand.act(*acts[-1])
    return FinishedHand(setup, tuple(deck), tuple(acts), hand)


def random_action(legal: LegalActions, cards: list[Card], rng: random.Random) -> Action:
    """Chooses among the legal acts, folding seldom."""
    if legal.max_discards is not None:
        return Draw(tuple(rng.sample(cards, rng.randint(0, legal.max_discards))))
    if legal.wager and rng.random() < 0.3:
        return random_wager(legal, rng)
    if legal.bring_in is not None:
        return BringIn()
    if legal.check:
        return Check()
    return Fold() if rng.random() < 0.2 else Call()


def random_wager(legal: LegalActions, rng: random.Random) -> Bet | Raise:
    """Bets or raises to a random amount, often the least."""
    assert legal.wager
    amounts = legal.wager.totals or (legal.wager.minimum, rng.randint(legal.wager.minimum, legal.wager.maximum))
    return legal.wager.action(rng.choice(amounts))
