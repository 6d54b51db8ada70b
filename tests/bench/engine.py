"""Hands per second of the rules alone, six players, beside PokerKit in one run.

    python tests/bench/engine.py [--json]

Both sides follow one policy with dice of one seed: facing a bet a player folds one time in five; one time in five they
bet or raise to a size drawn evenly from the legal ones; otherwise they check or call. In draw games they throw away up
to three cards. Shuffling, making the hand and settling it count. PokerKit has no five card draw, so it
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

from bench.pokerkit_games import (
    FOLD_BELOW,
    MOST_DISCARDS,
    POKERKIT_GAMES,
    SEATS,
    SEED,
    STACK_DEPTH,
    WAGER_BELOW,
    PokerKitEngine,
)
from bench.report import Row, median_rates, print_report
from railbird_server.rules.dealing import SALT_BYTES, Deck
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import Entrant, Setup
from railbird_shared.game.variants import VARIANTS, ForcedBets
from railbird_shared.protocol.actions import Action, BringIn, Call, Check, Draw, Fold, LegalActions

ROUNDS = 5
RAILBIRD_HANDS = 600
POKERKIT_HANDS = 120


class Engine(Protocol):
    """Plays one hand from the shuffle to the last chip; appends the seconds that each act took to `act_seconds`."""

    act_seconds: list[float]

    def play_hand(self) -> None: ...


@dataclass
class RailbirdEngine:
    game: str
    rng: random.Random = field(default_factory=lambda: random.Random(SEED))
    act_seconds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        variant = VARIANTS[self.game]
        self.pack = variant.pack
        game = variant.make_game()
        blinds = variant.forced_bets is ForcedBets.BLINDS
        stack = STACK_DEPTH * game.stakes.minimum_bet
        self.setup = Setup(
            number=1,
            game=game,
            button=SEATS,
            entrants=tuple(Entrant(seat, stack) for seat in range(1, SEATS + 1)),
            small_blind=1 if blinds else None,
            big_blind=2 if blinds else None,
        )

    def play_hand(self) -> None:
        cards = list(self.pack)
        self.rng.shuffle(cards)
        hand = Hand(self.setup, Deck(tuple(cards), self.rng.randbytes(SALT_BYTES)))
        hand.start()
        while (legal := hand.legal_actions()) is not None:
            action = self.choose_action(hand, legal)
            begun = time.perf_counter()
            hand.act(legal.seat, action)
            self.act_seconds.append(time.perf_counter() - begun)

    def choose_action(self, hand: Hand, legal: LegalActions) -> Action:
        rng = self.rng
        if legal.max_discards is not None:
            cards = hand.players[legal.seat].cards
            return Draw(tuple(rng.sample(cards, rng.randint(0, min(MOST_DISCARDS, legal.max_discards)))))
        roll = rng.random()
        if roll < FOLD_BELOW and legal.call is not None:
            return Fold()
        wager = legal.wager
        if FOLD_BELOW <= roll < WAGER_BELOW and wager is not None:
            return wager.action(rng.choice(wager.totals) if wager.totals else rng.randint(wager.minimum, wager.maximum))
        if legal.bring_in is not None:
            return BringIn()
        return Check() if legal.call is None else Call()


def hand_runner(engine: Engine, hands: int) -> Callable[[], int]:
    def run() -> int:
        for _ in range(hands):
            engine.play_hand()
        return hands

    return run


def game_rows(game: str) -> list[Row]:
    ours, theirs = RailbirdEngine(game), PokerKitEngine(POKERKIT_GAMES[game])
    found = median_rates(
        {"ours": hand_runner(ours, RAILBIRD_HANDS), "theirs": hand_runner(theirs, POKERKIT_HANDS)}, ROUNDS
    )
    our_acts = len(ours.act_seconds) / (ROUNDS * RAILBIRD_HANDS)
    their_acts = len(theirs.act_seconds) / (ROUNDS * POKERKIT_HANDS)
    return [
        Row("hands", game, found["ours"], found["theirs"]),
        Row("acts", game, found["ours"] * our_acts, found["theirs"] * their_acts),
        Row("act, p99 in microseconds", game, p99_microseconds(ours), p99_microseconds(theirs), less_is_better=True),
    ]


def p99_microseconds(engine: Engine) -> float:
    ordered = sorted(engine.act_seconds)
    return 1e6 * ordered[len(ordered) * 99 // 100]


def main() -> None:
    notes = (f"Per second; median of {ROUNDS} rounds; {SEATS} players, {STACK_DEPTH} minimum bets each, seed {SEED}.",)
    print_report([row for game in POKERKIT_GAMES for row in game_rows(game)], notes)


if __name__ == "__main__":
    main()
