"""Draw: the chance of winning with the draws that are left, against opponents known by how many cards they drew."""

from __future__ import annotations

import random
from collections.abc import Sequence

from railbird_server.bots.chances import TrialResult, Trial, take_best_hand, estimate_equity, shuffled, take_top
from railbird_server.bots.drawing import cards_to_keep
from railbird_server.bots.drawn import sample_drawn_hand
from railbird_server.bots.reading import Opponent, opponents_of, unseen_cards
from railbird_server.bots.style import Style
from railbird_server.bots.wagering import act_on_equity
from railbird_server.bots.worth import HandEvaluator, evaluator_for
from railbird_shared.actions import Action, LegalActions
from railbird_shared.cards import Card
from railbird_shared.view import TableView


def decide(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns what a player of the style bets."""
    return act_on_equity(view, legal, own_equity(view, rng), style, rng)


def draws_left(view: TableView, *, drawing: bool = False) -> int:
    """Returns how many draws a player still has; the one that he is `drawing` for now counts."""
    return max(0, view.game.draws - max(0, view.street)) + drawing


def own_equity(view: TableView, rng: random.Random) -> float:
    """Returns the viewer's chance of winning, with the draws that are still to come."""
    return estimate_equity(evaluator_for(view.game), make_trial(view), rng, cost=max(1, 2 * draws_left(view) - 1))


def make_trial(view: TableView) -> Trial:
    """Returns how everybody draws to the end, from hands that fit what the others have done."""
    assert view.you is not None
    own = list(view.you.cards)
    opponents = opponents_of(view)
    deck = unseen_cards(view)
    simulation = _DrawSimulation(evaluator_for(view.game), view.game.cards, draws_left(view), drawing_begun=view.street > 0)
    evaluate = evaluator_for(view.game).final_evaluator()

    def run_trial(rng: random.Random) -> TrialResult:
        rest = shuffled(deck, rng)
        others = [evaluate(simulation.draw_to_end(simulation.sample_opponent_hand(rival, rest, rng), rest)) for rival in opponents if rival.stays_in(rng)]
        return TrialResult(evaluate(simulation.draw_to_end(own, rest)), others)

    return run_trial


class _DrawSimulation:
    """What is still to come: hands of `size` cards with so many draws left; `begun` once everybody has drawn."""

    def __init__(self, evaluator: HandEvaluator, hand_size: int, remaining_draws: int, *, drawing_begun: bool) -> None:
        self._scale = evaluator.scales[0]
        self._strength_of = evaluator.early_evaluator()
        self._hand_size = hand_size
        self._remaining_draws = remaining_draws
        self._drawing_begun = drawing_begun
        self._keep_cache: dict[tuple[tuple[Card, ...], int], list[Card]] = {}

    def sample_opponent_hand(self, opponent: Opponent, rest: list[Card], rng: random.Random) -> Sequence[Card]:
        """Takes from the deck what a rival may hold now: the best of as many hands as his betting promises."""
        if not self._drawing_begun:
            return take_best_hand(rest, self._hand_size, opponent.sample_candidates(rng), self._strength_of)
        best = sample_drawn_hand(self._scale, opponent.drew, self._hand_size, rest, rng)
        for _ in range(opponent.sample_candidates(rng) - 1):
            hand = sample_drawn_hand(self._scale, opponent.drew, self._hand_size, rest, rng)
            best, other = (hand, best) if self._strength_of(hand) > self._strength_of(best) else (best, hand)
            rest += other
        return best

    def draw_to_end(self, hand: Sequence[Card], rest: list[Card]) -> Sequence[Card]:
        """Draws to the end as we would; what is thrown away goes under the deck."""
        for draws in range(self._remaining_draws, 0, -1):
            keep = self._cards_kept(tuple(hand), draws)
            rest += [card for card in hand if card not in keep]
            hand = [*keep, *take_top(rest, self._hand_size - len(keep))]
        return hand

    def _cards_kept(self, hand: tuple[Card, ...], draws: int) -> list[Card]:
        found = self._keep_cache.get((hand, draws))
        if found is None:
            found = self._keep_cache[hand, draws] = cards_to_keep(self._scale, hand, draws)
        return found
