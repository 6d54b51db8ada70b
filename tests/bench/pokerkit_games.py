"""PokerKit's games at the stakes of ours, and an engine that plays random hands of them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pokerkit

from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.variants import VARIANTS

SEED = 4
SEATS = 6
STACK_DEPTH = 100
"""The stacks, in minimum bets."""

FOLD_BELOW = 0.2
WAGER_BELOW = 0.4
MOST_DISCARDS = 3

AUTOMATIONS = tuple(pokerkit.Automation)


@dataclass
class PokerKitEngine:
    create_state: Callable[[], pokerkit.State]
    rng: random.Random = field(default_factory=lambda: random.Random(SEED))
    act_seconds: list[float] = field(default_factory=list)

    def play_hand(self) -> None:
        state = self.create_state()
        while state.status:
            act = self.choose_action(state)
            begun = time.perf_counter()
            act()
            self.act_seconds.append(time.perf_counter() - begun)

    def choose_action(self, state: pokerkit.State) -> Callable[[], object]:
        rng = self.rng
        if state.can_stand_pat_or_discard():
            player = state.stand_patter_or_discarder_index
            assert player is not None
            cards = rng.sample(state.hole_cards[player], rng.randint(0, MOST_DISCARDS))
            return lambda: state.stand_pat_or_discard(cards)
        roll = rng.random()
        if roll < FOLD_BELOW and state.checking_or_calling_amount and state.can_fold():
            return state.fold
        if FOLD_BELOW <= roll < WAGER_BELOW and state.can_complete_bet_or_raise_to():
            least = state.min_completion_betting_or_raising_to_amount
            most = state.max_completion_betting_or_raising_to_amount
            assert least is not None
            assert most is not None
            to = rng.randint(int(least), int(most))
            return lambda: state.complete_bet_or_raise_to(to)
        if state.can_post_bring_in():
            return state.post_bring_in
        return state.check_or_call


def blinds_game(game: str, create: Callable[..., pokerkit.State]) -> Callable[[], pokerkit.State]:
    """A game with blinds and no limit or pot limit."""
    stakes = VARIANTS[game].make_game().stakes
    blinds = (stakes.small_blind, stakes.big_blind)
    return lambda: create(AUTOMATIONS, True, 0, blinds, stakes.big_blind, STACK_DEPTH * stakes.big_blind, SEATS)


def limit_game(game: str, create: Callable[..., pokerkit.State]) -> Callable[[], pokerkit.State]:
    """A game with blinds and fixed limits."""
    stakes = VARIANTS[game].make_game().stakes
    blinds = (stakes.small_blind, stakes.big_blind)
    return lambda: create(
        AUTOMATIONS, True, 0, blinds, stakes.small_bet, stakes.big_bet, STACK_DEPTH * stakes.minimum_bet, SEATS
    )


def stud_game(game: str, create: Callable[..., pokerkit.State]) -> Callable[[], pokerkit.State]:
    """A stud game."""
    stakes = VARIANTS[game].make_game().stakes
    sizes = (stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet)
    return lambda: create(AUTOMATIONS, True, *sizes, STACK_DEPTH * stakes.minimum_bet, SEATS)


def create_short_deck() -> pokerkit.State:
    """Short-deck hold'em: an ante from all, and as much again from the button."""
    stakes = VARIANTS["short-deck"].make_game().stakes
    blinds = (*(0,) * (SEATS - 1), stakes.button_blind)
    return pokerkit.NoLimitShortDeckHoldem.create_state(
        AUTOMATIONS, True, stakes.ante, blinds, stakes.minimum_bet, STACK_DEPTH * stakes.minimum_bet, SEATS
    )


def create_five_card_draw() -> pokerkit.State:
    """Five card draw, which PokerKit has not, built from its streets."""
    stakes: Stakes = VARIANTS["five-card-draw"].make_game().stakes
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
        STACK_DEPTH * stakes.small_bet,
        SEATS,
    )


POKERKIT_GAMES: dict[str, Callable[[], pokerkit.State]] = {
    "holdem": blinds_game("holdem", pokerkit.NoLimitTexasHoldem.create_state),
    "limit-holdem": limit_game("limit-holdem", pokerkit.FixedLimitTexasHoldem.create_state),
    "short-deck": create_short_deck,
    "omaha": blinds_game("omaha", pokerkit.PotLimitOmahaHoldem.create_state),
    "omaha8": limit_game("omaha8", pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state),
    "seven-card-stud": stud_game("seven-card-stud", pokerkit.FixedLimitSevenCardStud.create_state),
    "stud8": stud_game("stud8", pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter.create_state),
    "razz": stud_game("razz", pokerkit.FixedLimitRazz.create_state),
    "five-card-draw": create_five_card_draw,
    "single-draw": blinds_game("single-draw", pokerkit.NoLimitDeuceToSevenLowballSingleDraw.create_state),
    "triple-draw": limit_game("triple-draw", pokerkit.FixedLimitDeuceToSevenLowballTripleDraw.create_state),
    "badugi": limit_game("badugi", pokerkit.FixedLimitBadugi.create_state),
}
"""How to start a hand of each game at PokerKit's table."""
