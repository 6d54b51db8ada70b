"""Builders for the tests of hand histories: short files by hand, and random hands of every game of the format."""

from __future__ import annotations

import json
import random

from msgspec import Struct

from railbird_server.history.reading import read_histories
from railbird_server.history.replaying import replay
from railbird_server.history.stakes import CODES
from railbird_server.history.verdict import Verdict
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import Entrant, Posting, Setup
from railbird_server.rules.variants import VARIANTS, Forced
from railbird_shared.actions import Action, Bet, BringIn, Call, Check, Draw, Fold, LegalActions, Raise
from railbird_shared.cards import Card
from railbird_shared.events import Post


class Finished(Struct, frozen=True):
    """A hand that was played to its end, and what it was made of."""

    setup: Setup
    deck: tuple[Card, ...]
    acts: tuple[tuple[int, Action], ...]
    hand: Hand


STAKES: dict[str, dict[str, object]] = {
    "stud": {"antes": [1, 1, 1], "bring_in": 1, "small_bet": 2, "big_bet": 4},
    "fixed": {"antes": [0, 0, 0], "blinds_or_straddles": [1, 2, 0], "small_bet": 2, "big_bet": 4},
    "short": {"antes": [2, 2, 2], "blinds_or_straddles": [0, 0, 2], "min_bet": 2},
    "open": {"antes": [0, 0, 0], "blinds_or_straddles": [1, 2, 0], "min_bet": 2},
}


def history(actions: str, *, variant: str = "NT", **fields: object) -> str:
    """Returns a file: no-limit hold'em of three with 100 chips each unless told otherwise; an action on each line."""
    kind = {"F7S": "stud", "F7S/8": "stud", "FR": "stud", "NS": "short"}.get(
        variant, "fixed" if variant.startswith("F") else "open"
    )
    lines = [line.strip() for line in actions.strip().splitlines()]
    usual = {"variant": variant, "ante_trimming_status": True, "starting_stacks": [100, 100, 100], "actions": lines}
    return "\n".join(f"{name} = {json.dumps(value)}" for name, value in (usual | STAKES[kind] | fields).items())


def judged(actions: str, *, variant: str = "NT", **fields: object) -> Verdict:
    """Replays the one hand of such a file."""
    return replay(read_histories(history(actions, variant=variant, **fields))[""])


def random_setup(code: str, chance: random.Random, *, usual: bool = False) -> Setup:
    """Returns a random table for a game of the format: any seats, stacks and, unless `usual`, antes and straddles."""
    variant = VARIANTS[CODES[code]]
    count = chance.randint(2, min(variant.most_seats, 6 if usual else 10))
    seats = sorted(chance.sample(range(1, 11), count))
    deep = chance.choice((30, 400))
    entrants = tuple(Entrant(seat, chance.randint(12 if usual else 1, deep)) for seat in seats)
    bet = chance.choice((2, 4))
    small, big = (seats[0], seats[1]) if count > 2 else (seats[1], seats[0])
    blinds = variant.forced is Forced.BLINDS
    posts: list[Posting] = []
    if blinds and not usual and chance.random() < 0.3:
        posts.append(Posting(big, Post.ANTE, bet))
    if blinds and not usual and count > 3 and chance.random() < 0.3:
        posts.append(Posting(seats[2], Post.STRADDLE, 2 * bet))
    ante = chance.choice((0, 1)) if not posts else 0
    return Setup(
        number=chance.randint(1, 999),
        game=variant.announce(bet, ante),
        button=seats[-1],
        entrants=entrants,
        small_blind=small if blinds else None,
        big_blind=big if blinds else None,
        posts=tuple(posts),
    )


def random_hand(code: str, seed: int, *, usual: bool = False) -> Finished:
    """Plays a random hand of a game of the format to its end; the seed decides everything."""
    chance = random.Random(f"{code} {seed}")
    setup = random_setup(code, chance, usual=usual)
    deck = list(VARIANTS[setup.game.id].pack)
    chance.shuffle(deck)
    hand = Hand(setup, deck)
    hand.start()
    acts: list[tuple[int, Action]] = []
    while legal := hand.legal():
        acts.append((legal.seat, random_act(legal, hand.players[legal.seat].cards, chance)))
        hand.act(*acts[-1])
    return Finished(setup, tuple(deck), tuple(acts), hand)


def random_act(legal: LegalActions, cards: list[Card], chance: random.Random) -> Action:
    """Chooses among the legal acts, folding seldom."""
    if legal.draw is not None:
        return Draw(tuple(chance.sample(cards, chance.randint(0, legal.draw))))
    if legal.wager and chance.random() < 0.3:
        return wager(legal, chance)
    if legal.bring_in is not None:
        return BringIn()
    if legal.check:
        return Check()
    return Fold() if chance.random() < 0.2 else Call()


def wager(legal: LegalActions, chance: random.Random) -> Bet | Raise:
    """Bets or raises to a random amount, often the least."""
    assert legal.wager
    amounts = legal.wager.only or (legal.wager.minimum, chance.randint(legal.wager.minimum, legal.wager.maximum))
    return legal.wager.action(chance.choice(amounts))
