"""Betting policy for stud: equity with the cards face up and face down, against the boards of the opponents."""

from __future__ import annotations

import random

from railbird_server.bots.bet_sizing import act_on_equity, check_or_fold
from railbird_server.bots.equity import Trial, TrialResult, estimate_equity, shuffled, take_best_hand, take_top
from railbird_server.bots.hand_strength import evaluator_for
from railbird_server.bots.opponents import fair_share, opponents_of, unseen_cards
from railbird_server.bots.profiles import Style
from railbird_shared.actions import Action, LegalActions
from railbird_shared.view import TableView


def decide(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns what a player of the style does with his cards and those he sees."""
    equity = own_equity(view, rng)
    fair = fair_share(view)
    if view.street == 0 and equity < fair + style.stud_entry_margin * (1 - fair):
        return check_or_fold(legal)
    return act_on_equity(view, legal, equity, style, rng)


def own_equity(view: TableView, rng: random.Random) -> float:
    """Returns the viewer's chance of winning once all cards are out, against those who stay in."""
    evaluator = evaluator_for(view.game)
    return estimate_equity(evaluator, make_trial(view), rng, cost=evaluator.side_count)


def make_trial(view: TableView) -> Trial:
    """Returns how the rest of the cards is dealt out, to hands that fit what the others have done."""
    evaluator = evaluator_for(view.game)
    own, common = view.you.cards, view.board
    opponents = opponents_of(view)
    deck = unseen_cards(view)
    full = view.game.cards
    evaluate = evaluator.final_evaluator(common)
    evaluators = [
        [evaluator.early_evaluator((*rival.upcards, *common), side) for side in range(evaluator.side_count)]
        for rival in opponents
    ]

    def run_trial(rng: random.Random) -> TrialResult:
        rest = shuffled(deck, rng)
        others = []
        for opponent, sides in zip(opponents, evaluators, strict=True):
            if not opponent.stays_in(rng):
                continue
            strength_of = rng.choice(sides) if len(sides) > 1 else sides[0]
            hidden = take_best_hand(rest, opponent.hidden_count, opponent.sample_candidates(rng), strength_of)
            to_come = full - len(hidden) - len(opponent.upcards) - len(common)
            others.append(evaluate((*hidden, *opponent.upcards, *take_top(rest, to_come))))
        return TrialResult(evaluate((*own, *take_top(rest, full - len(own) - len(common)))), others)

    return run_trial
