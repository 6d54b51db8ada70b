"""Hands played per second by the rules alone, six players, beside PokerKit in one run.

    python tests/bench/engine.py [--json]

Both sides follow one policy with dice of one seed: facing a bet a player folds one time in five; one time in five he
bets or raises to a size drawn evenly from the legal ones; otherwise he checks or calls. In draw games he throws away
up to three cards. Shuffling, making the hand and settling it count. PokerKit has no five card draw, so it
gets one built from its own streets.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.peers import DEPTH, FOLDS, MOST_DISCARDS, PEERS, RAISES, SEATS, SEED, PokerKit
from bench.report import Row, rates, report
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import Entrant, Setup
from railbird_server.rules.variants import VARIANTS, Forced
from railbird_shared.actions import Action, BringIn, Call, Check, Draw, Fold, LegalActions

ROUNDS = 5
OUR_HANDS = 600
THEIR_HANDS = 120


class Engine(Protocol):
    """Plays one hand from the shuffle to the last chip; appends the seconds that each act took to `acts`."""

    acts: list[float]

    def play(self) -> None: ...


@dataclass
class Ours:
    game: str
    dice: random.Random = field(default_factory=lambda: random.Random(SEED))
    acts: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        variant = VARIANTS[self.game]
        self.pack = variant.pack
        game = variant.announce()
        blinds = variant.forced is Forced.BLINDS
        stack = DEPTH * game.stakes.minimum_bet
        self.setup = Setup(
            number=1,
            game=game,
            button=SEATS,
            entrants=tuple(Entrant(seat, stack) for seat in range(1, SEATS + 1)),
            small_blind=1 if blinds else None,
            big_blind=2 if blinds else None,
        )

    def play(self) -> None:
        deck = list(self.pack)
        self.dice.shuffle(deck)
        hand = Hand(self.setup, deck)
        hand.start()
        while (legal := hand.legal()) is not None:
            action = self.choose(hand, legal)
            begun = time.perf_counter()
            hand.act(legal.seat, action)
            self.acts.append(time.perf_counter() - begun)

    def choose(self, hand: Hand, legal: LegalActions) -> Action:
        dice = self.dice
        if legal.draw is not None:
            cards = hand.players[legal.seat].cards
            return Draw(tuple(dice.sample(cards, dice.randint(0, min(MOST_DISCARDS, legal.draw)))))
        roll = dice.random()
        if roll < FOLDS and legal.call is not None:
            return Fold()
        wager = legal.wager
        if FOLDS <= roll < RAISES and wager is not None:
            return wager.action(dice.choice(wager.only) if wager.only else dice.randint(wager.minimum, wager.maximum))
        if legal.bring_in is not None:
            return BringIn()
        return Check() if legal.call is None else Call()


def play(engine: Engine, hands: int) -> Callable[[], int]:
    def run() -> int:
        for _ in range(hands):
            engine.play()
        return hands

    return run


def rows_of(game: str) -> list[Row]:
    ours, theirs = Ours(game), PokerKit(PEERS[game])
    found = rates({"ours": play(ours, OUR_HANDS), "theirs": play(theirs, THEIR_HANDS)}, ROUNDS)
    our_acts = len(ours.acts) / (ROUNDS * OUR_HANDS)
    their_acts = len(theirs.acts) / (ROUNDS * THEIR_HANDS)
    return [
        Row("hands", game, found["ours"], found["theirs"]),
        Row("acts", game, found["ours"] * our_acts, found["theirs"] * their_acts),
        Row("act, p99 in microseconds", game, p99(ours), p99(theirs), less_is_better=True),
    ]


def p99(engine: Engine) -> float:
    ordered = sorted(engine.acts)
    return 1e6 * ordered[len(ordered) * 99 // 100]


def main() -> None:
    notes = (
        f"Per second; median of {ROUNDS} rounds; {SEATS} players, {DEPTH} minimum bets each, dice of seed {SEED}.",
    )
    report([row for game in PEERS for row in rows_of(game)], notes)


if __name__ == "__main__":
    main()
