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

import pokerkit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.report import Row, rates, report
from railbird_server.rules.hand import Entrant, Hand, Setup
from railbird_server.rules.variants import VARIANTS, Forced
from railbird_shared.actions import Action, BringIn, Call, Check, Draw, Fold, LegalActions
from railbird_shared.cards import PACK

SEED = 4
SEATS = 6
ROUNDS = 5
OUR_HANDS = 600
THEIR_HANDS = 120
DEPTH = 100
"""The stacks, in minimum bets."""

FOLDS = 0.2
RAISES = 0.4
MOST_DISCARDS = 3


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
        deck = list(PACK)
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


@dataclass
class PokerKit:
    create: Callable[[], pokerkit.State]
    dice: random.Random = field(default_factory=lambda: random.Random(SEED))
    acts: list[float] = field(default_factory=list)

    def play(self) -> None:
        state = self.create()
        while state.status:
            act = self.choose(state)
            begun = time.perf_counter()
            act()
            self.acts.append(time.perf_counter() - begun)

    def choose(self, state: pokerkit.State) -> Callable[[], object]:
        dice = self.dice
        if state.can_stand_pat_or_discard():
            player = state.stand_patter_or_discarder_index
            assert player is not None
            cards = dice.sample(state.hole_cards[player], dice.randint(0, MOST_DISCARDS))
            return lambda: state.stand_pat_or_discard(cards)
        roll = dice.random()
        if roll < FOLDS and state.checking_or_calling_amount and state.can_fold():
            return state.fold
        if FOLDS <= roll < RAISES and state.can_complete_bet_or_raise_to():
            least = state.min_completion_betting_or_raising_to_amount
            most = state.max_completion_betting_or_raising_to_amount
            assert least is not None
            assert most is not None
            to = dice.randint(int(least), int(most))
            return lambda: state.complete_bet_or_raise_to(to)
        if state.can_post_bring_in():
            return state.post_bring_in
        return state.check_or_call


AUTOMATIONS = tuple(pokerkit.Automation)


def their_holdem() -> pokerkit.State:
    stakes = VARIANTS["holdem"].announce().stakes
    return pokerkit.NoLimitTexasHoldem.create_state(
        AUTOMATIONS,
        True,
        0,
        (stakes.small_blind, stakes.big_blind),
        stakes.big_blind,
        DEPTH * stakes.big_blind,
        SEATS,
    )


def their_stud() -> pokerkit.State:
    stakes = VARIANTS["seven-card-stud"].announce().stakes
    return pokerkit.FixedLimitSevenCardStud.create_state(
        AUTOMATIONS,
        True,
        stakes.ante,
        stakes.bring_in,
        stakes.small_bet,
        stakes.big_bet,
        DEPTH * stakes.small_bet,
        SEATS,
    )


def their_draw() -> pokerkit.State:
    stakes = VARIANTS["five-card-draw"].announce().stakes
    streets = (
        pokerkit.Street(False, (False,) * 5, 0, False, pokerkit.Opening.POSITION, stakes.small_bet, 3),
        pokerkit.Street(True, (), 0, True, pokerkit.Opening.POSITION, stakes.big_bet, 3),
    )
    return pokerkit.State(
        AUTOMATIONS,
        pokerkit.Deck.STANDARD,
        (pokerkit.StandardHighHand,),
        streets,
        pokerkit.BettingStructure.FIXED_LIMIT,
        True,
        stakes.ante,
        0,
        0,
        DEPTH * stakes.small_bet,
        SEATS,
    )


PEERS = {
    "holdem": their_holdem,
    "seven-card-stud": their_stud,
    "five-card-draw": their_draw,
}


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
