"""Betting policy for games with a board: ranked starting hands before the flop, estimated equity after it."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import combinations

from railbird_server.bots.bet_sizing import act_on_equity, check_or_call, check_or_fold, pot_odds, wager_to
from railbird_server.bots.equity import Trial, TrialResult, estimate_equity
from railbird_server.bots.hand_strength import FinalEvaluator, HandEvaluator, Strengths, evaluator_for
from railbird_server.bots.opponents import Opponent, average_investment, opponents_of, unseen_cards
from railbird_server.bots.profiles import Style
from railbird_server.bots.starting_hands import Hole, starting_hands
from railbird_shared.actions import Action, LegalActions
from railbird_shared.cards import Card
from railbird_shared.view import LastAct, TableView

_HOLDEM_CARDS = 2
_MAX_SAMPLES = 12


def decide(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns what a player of the style does with his cards and the board."""
    if view.board:
        return act_on_equity(view, legal, own_equity(view, rng), style, rng)
    return _act_preflop(view, legal, style, rng)


# --- starting hands ----------------------------------------------------------------------------------------------


def _act_preflop(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    own = view.you.cards
    hand_rank = starting_hands(evaluator_for(view.game), len(own)).rank(own) * rng.uniform(0.85, 1.15)
    short_handed = (6 / max(2, sum(1 for seat in view.occupied if seat.in_hand))) ** 0.6
    big_blind = max(1, view.game.stakes.minimum_bet)
    if view.to_match <= big_blind:
        return _act_preflop_unraised(view, legal, hand_rank / short_handed, style, rng)
    cost = max(1.0, (legal.call or 0) / big_blind)
    raise_cost = max(cost, view.to_match / big_blind - 1)
    defend_share = style.defend_share * short_handed * min(2.0, 0.4 / max(0.05, pot_odds(view, legal)))
    if legal.wager and hand_rank < defend_share * (3 / raise_cost) ** 0.75 / 5:
        return _raise_to(legal, 3 * view.to_match, rng)
    return check_or_call(legal) if hand_rank < defend_share * (3 / cost) ** 0.75 else check_or_fold(legal)


def _act_preflop_unraised(
    view: TableView, legal: LegalActions, hand_rank: float, style: Style, rng: random.Random
) -> Action:
    """Opens with more hands the fewer are still to act; calls along behind limpers and from the small blind."""
    still_to_act = sum(1 for seat in view.occupied if seat.live and seat.last_act in {LastAct.NONE, LastAct.POSTED}) - 1
    limpers = sum(1 for seat in view.occupied if seat.last_act is LastAct.CALLED)
    open_share = style.open_share * (1.35 - 0.12 * min(still_to_act, 5))
    if legal.wager and hand_rank < open_share / (1 + 0.4 * limpers):
        big_blind = view.game.stakes.minimum_bet
        return _raise_to(legal, big_blind * (2.5 + limpers), rng)
    has_posted = (legal.call or 0) < view.to_match
    if hand_rank < open_share * (1.2 + 0.4 * min(limpers, 2) + 0.6 * has_posted) and (
        limpers or has_posted or rng.random() < style.bluff_frequency
    ):
        return check_or_call(legal)
    return check_or_fold(legal)


def _raise_to(legal: LegalActions, to: float, rng: random.Random) -> Action:
    to *= rng.uniform(0.9, 1.2)
    return wager_to(legal, legal.all_in_to if to > 0.4 * legal.all_in_to else to)


# --- with a board ------------------------------------------------------------------------------------------------


def own_equity(view: TableView, rng: random.Random) -> float:
    """Returns the viewer's chance of winning against the hands that the others seem to hold, as a share of the pot."""
    evaluator = evaluator_for(view.game)
    cost = (
        evaluator.side_count * math.comb(len(view.you.cards), 2) // 3
        if evaluator.two_from_hand
        else evaluator.side_count
    )
    return estimate_equity(evaluator, make_trial(view), rng, cost=max(1, cost))


def make_trial(view: TableView) -> Trial:
    """Returns how the board is dealt out, against hands that fit what the others have done."""
    evaluator = evaluator_for(view.game)
    own, board = view.you.cards, view.board
    opponents = opponents_of(view)
    deck = unseen_cards(view)
    known = {*own, *board}
    sampler = _HoleCardSampler(view, evaluator, deck)

    def run_trial(rng: random.Random) -> TrialResult:
        river = (*board, *rng.sample(deck, max(0, view.game.board - len(board))))
        used = known.union(river)
        evaluate = _river_evaluator(evaluator, river)
        others = [evaluate(sampler.sample(rival, used, rng)) for rival in opponents]
        return TrialResult(evaluate(own), others)

    return run_trial


def best_kept_cards(view: TableView, evaluator: HandEvaluator, count: int) -> Hole:
    """Returns those of the viewer's cards that are worth most with the board, or as a start where there is none."""
    hands = combinations(view.you.cards, count)
    if not view.board:
        return max(hands, key=starting_hands(evaluator, count).points)
    strength_of_side = [evaluator.early_evaluator(view.board, side) for side in range(evaluator.side_count)]
    return max(hands, key=lambda hand: [grade(hand) for grade in strength_of_side])


def _river_evaluator(evaluator: HandEvaluator, river: Sequence[Card]) -> FinalEvaluator:
    """What hands are worth on the river; of three cards with one to be thrown away, the best two."""
    evaluate = evaluator.final_evaluator(river)
    if evaluator.two_from_hand:
        return evaluate

    def best_two(hand: Sequence[Card]) -> Strengths:
        return evaluate(hand) if len(hand) <= _HOLDEM_CARDS else max(map(evaluate, combinations(hand, _HOLDEM_CARDS)))

    return best_two


class _HoleCardSampler:
    """What the others may hold: hands that are played as dearly as this one, picked by what the flop made of them."""

    def __init__(self, view: TableView, evaluator: HandEvaluator, deck: Sequence[Card]) -> None:
        self._deck = deck
        self._side_evaluators = [evaluator.early_evaluator(view.board, side) for side in range(evaluator.side_count)]
        self._evaluator = evaluator
        self._played_share = _played_share(view)

    def sample(self, opponent: Opponent, used: set[Card], rng: random.Random) -> Hole:
        """Returns a hand for a rival, and adds it to the cards that are taken."""
        cards = max(_HOLDEM_CARDS, opponent.hidden_count)
        best = self._sample_available(cards, used, rng)
        candidates = opponent.sample_candidates(rng)
        if candidates > 1:
            strength_of = (
                rng.choice(self._side_evaluators) if len(self._side_evaluators) > 1 else self._side_evaluators[0]
            )
            strongest = strength_of(best)
            for _ in range(candidates - 1):
                hole = self._sample_available(cards, used, rng)
                strength = strength_of(hole)
                if strength > strongest:
                    best, strongest = hole, strength
        used.update(best)
        return best

    def _sample_available(self, cards: int, used: set[Card], rng: random.Random) -> Hole:
        hands = starting_hands(self._evaluator, cards).hands
        playable = int(len(hands) * self._played_share)
        for _ in range(_MAX_SAMPLES):
            hole = hands[int(rng.random() * playable)]
            if used.isdisjoint(hole):
                return hole
        return tuple(rng.sample([card for card in self._deck if card not in used], cards))


def _played_share(view: TableView) -> float:
    """The share of starting hands that come this far: the fewer, the more the pot has cost each player."""
    return min(0.75, max(0.15, 0.7 / math.pow(max(0.5, average_investment(view)), 0.75)))
