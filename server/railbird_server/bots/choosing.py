"""Choices outside betting: what to throw away, what part of the pot to go for, what to claim, how often to deal."""

from __future__ import annotations

import random

from railbird_server.bots import board
from railbird_server.bots.chances import DEFAULT_TRIALS, Trial
from railbird_server.bots.draw import draws_left
from railbird_server.bots.drawing import choose_discards
from railbird_server.bots.worth import HandEvaluator, evaluator_for
from railbird_shared.actions import Declaration, Declare, Draw, LegalActions, Run
from railbird_shared.games import Family
from railbird_shared.view import TableView

_RUN_TWICE_PROBABILITY = 0.5
_BOTH_THRESHOLD = 0.75


def choose_draw(view: TableView, legal: LegalActions, rng: random.Random) -> Draw:
    """Returns which cards the viewer throws away, never fewer than he must."""
    assert view.you is not None
    cards = view.you.cards
    evaluator = evaluator_for(view.game)
    if view.game.family is Family.DRAW:
        discarded = choose_discards(evaluator.scales[0], cards, legal, draws_left(view, drawing=True), rng)
    else:
        keep = board.best_kept_cards(view, evaluator, max(1, len(cards) - legal.min_discards))
        discarded = tuple(card for card in cards if card not in keep)
    missing = legal.min_discards - len(discarded)
    return Draw((*discarded, *[card for card in cards if card not in discarded][: max(0, missing)]))


def choose_declaration(view: TableView, trial: Trial, rng: random.Random) -> Declare:
    """Returns the part of the pot that the viewer is likeliest to win; both only where he is likely to win both."""
    evaluator = evaluator_for(view.game)
    if evaluator.side_count < 2:
        return Declare(Declaration.LOW if evaluator.scales[0].hand_order.low else Declaration.HIGH)
    high, low = _side_chances(evaluator, trial, rng)
    if min(high, low) > _BOTH_THRESHOLD:
        return Declare(Declaration.BOTH)
    return Declare(Declaration.HIGH if high >= low else Declaration.LOW)


def choose_run_count(legal: LegalActions, rng: random.Random) -> Run:
    """Returns how often to deal the rest: twice now and then, else once."""
    return Run(2 if (legal.max_runs or 1) > 1 and rng.random() < _RUN_TWICE_PROBABILITY else 1)


def _side_chances(evaluator: HandEvaluator, trial: Trial, rng: random.Random) -> tuple[float, float]:
    """The chances to win the high and the low side."""
    side_shares = [evaluator.side_shares(*trial(rng)) for _ in range(DEFAULT_TRIALS // 2)]
    high, low = (sum(each[side] or 0.0 for each in side_shares) / len(side_shares) for side in (0, 1))
    return high, low
