"""The games that PokerKit knows, at the stakes that ours are announced with, and a player for them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pokerkit

from railbird_server.rules.variants import VARIANTS
from railbird_shared.games import Stakes

SEED = 4
SEATS = 6
DEPTH = 100
"""The stacks, in minimum bets."""

FOLDS = 0.2
RAISES = 0.4
MOST_DISCARDS = 3

AUTOMATIONS = tuple(pokerkit.Automation)


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


def with_blinds(game: str, create: Callable[..., pokerkit.State]) -> Callable[[], pokerkit.State]:
    """A game with blinds and no limit or pot limit."""
    stakes = VARIANTS[game].announce().stakes
    blinds = (stakes.small_blind, stakes.big_blind)
    return lambda: create(AUTOMATIONS, True, 0, blinds, stakes.big_blind, DEPTH * stakes.big_blind, SEATS)


def with_limits(game: str, create: Callable[..., pokerkit.State]) -> Callable[[], pokerkit.State]:
    """A game with blinds and fixed limits."""
    stakes = VARIANTS[game].announce().stakes
    blinds = (stakes.small_blind, stakes.big_blind)
    return lambda: create(
        AUTOMATIONS, True, 0, blinds, stakes.small_bet, stakes.big_bet, DEPTH * stakes.minimum_bet, SEATS
    )


def with_bring_in(game: str, create: Callable[..., pokerkit.State]) -> Callable[[], pokerkit.State]:
    """A stud game."""
    stakes = VARIANTS[game].announce().stakes
    sizes = (stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet)
    return lambda: create(AUTOMATIONS, True, *sizes, DEPTH * stakes.minimum_bet, SEATS)


def short_deck() -> pokerkit.State:
    """Short-deck hold'em: an ante from all, and as much again from the button."""
    stakes = VARIANTS["short-deck"].announce().stakes
    blinds = (*(0,) * (SEATS - 1), stakes.button_blind)
    return pokerkit.NoLimitShortDeckHoldem.create_state(
        AUTOMATIONS, True, stakes.ante, blinds, stakes.minimum_bet, DEPTH * stakes.minimum_bet, SEATS
    )


def five_card_draw() -> pokerkit.State:
    """Five card draw, which PokerKit has not, built from its streets."""
    stakes: Stakes = VARIANTS["five-card-draw"].announce().stakes
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


PEERS: dict[str, Callable[[], pokerkit.State]] = {
    "holdem": with_blinds("holdem", pokerkit.NoLimitTexasHoldem.create_state),
    "limit-holdem": with_limits("limit-holdem", pokerkit.FixedLimitTexasHoldem.create_state),
    "short-deck": short_deck,
    "omaha": with_blinds("omaha", pokerkit.PotLimitOmahaHoldem.create_state),
    "omaha8": with_limits("omaha8", pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state),
    "seven-card-stud": with_bring_in("seven-card-stud", pokerkit.FixedLimitSevenCardStud.create_state),
    "stud8": with_bring_in("stud8", pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter.create_state),
    "razz": with_bring_in("razz", pokerkit.FixedLimitRazz.create_state),
    "five-card-draw": five_card_draw,
    "single-draw": with_blinds("single-draw", pokerkit.NoLimitDeuceToSevenLowballSingleDraw.create_state),
    "triple-draw": with_limits("triple-draw", pokerkit.FixedLimitDeuceToSevenLowballTripleDraw.create_state),
    "badugi": with_limits("badugi", pokerkit.FixedLimitBadugi.create_state),
}
"""How to start a hand of each game at PokerKit's table."""
