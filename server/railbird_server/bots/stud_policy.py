"""Trials of stud: the cards face up and face down are dealt out against the boards of the opponents."""

from __future__ import annotations

import random
from collections.abc import Sequence

from railbird_server.bots.opponents import (
    Trial,
    TrialResult,
    opponents_of,
    shuffled,
    take_best_hand,
    take_top,
    unseen_cards,
)
from railbird_shared.game.cards import Card
from railbird_shared.game.ranking.scale import HandEvaluator, Strengths
from railbird_shared.protocol.view import TableView

_UPCARDS = 4
"""The cards of a whole hand that are dealt face up, in games of five and of seven cards (VT-S5-1, VT-S7-1)."""


def make_trial(view: TableView, evaluator: HandEvaluator) -> Trial:
    """Returns how the rest of the cards is dealt out, to hands that fit what the others have done."""
    own_upcards = [card for card in view.own_seat.cards if card is not None] if view.own_seat else []
    own_concealed = [card for card in view.you.cards if card not in own_upcards]
    opponents, deck = opponents_of(view), unseen_cards(view, evaluator.pack)
    hand_size = view.game.cards - len(view.board)
    evaluate = evaluator.final_evaluator(view.board, board_is_held=True)
    early_evaluators = [
        [evaluator.early_evaluator((*opponent.upcards, *view.board), side) for side in range(evaluator.side_count)]
        for opponent in opponents
    ]

    def complete_hand(concealed: Sequence[Card], upcards: Sequence[Card], rest: list[Card]) -> Strengths:
        """Deals the rest of a hand, the cards face down before those face up, and evaluates it."""
        to_come = max(0, hand_size - len(concealed) - len(upcards))
        down = take_top(rest, min(to_come, max(0, hand_size - _UPCARDS - len(concealed))))
        return evaluate((*concealed, *down), (*upcards, *take_top(rest, to_come - len(down))))

    def run_trial(rng: random.Random) -> TrialResult:
        rest = shuffled(deck, rng)
        others = []
        for opponent, sides in zip(opponents, early_evaluators, strict=True):
            if not opponent.stays_in(rng):
                continue
            strength_of = rng.choice(sides) if len(sides) > 1 else sides[0]
            concealed = take_best_hand(rest, opponent.hidden_count, opponent.sample_candidates(rng), strength_of)
            others.append(complete_hand(concealed, opponent.upcards, rest))
        return TrialResult(complete_hand(own_concealed, own_upcards, rest), others)

    return Trial(run_trial, evaluator.side_count)
