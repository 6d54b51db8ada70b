"""Betting policy for draw games: equity over the draws left, against hands that fit what each opponent drew."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence

from railbird_server.bots.bet_sizing import act_on_equity
from railbird_server.bots.discards import cards_to_keep
from railbird_server.bots.equity import Trial, TrialResult, estimate_equity, shuffled, take_best_hand, take_top
from railbird_server.bots.opponents import Opponent, opponents_of, unseen_cards
from railbird_server.bots.profiles import Style
from railbird_shared.game.cards import HAND_SIZE, Card, Rank, Suit
from railbird_shared.game.game_rules import Order
from railbird_shared.game.ranking import Scale
from railbird_shared.game.ranking.evaluator import HandEvaluator
from railbird_shared.protocol.actions import Action, LegalActions
from railbird_shared.protocol.view import TableView

_FOUR_FLUSH_PROBABILITY = 0.3
"""The probability that a player who drew one card has four to a flush; otherwise they have two pairs.

Of 52 cards dealt five at a time, two pairs (4.75 %) and four to a flush (4.29 %) come about as often, and four to a
flush is folded more often.
"""

_PAT_FLUSH_PROBABILITY = 0.35
_PAT_STRAIGHT_PROBABILITY = 0.4
"""The probabilities that a player who stands pat has a flush or a straight; the rest have two pairs.

Of 52 cards dealt five at a time, straights (0.39 %) are twice as frequent as flushes (0.20 %) and full houses (0.14 %);
the flushes stand for full houses too, and the two pairs for hands that are played as more than they are.
"""

_MAX_LOW_KEPT = 8
"""The highest card that a player drawing to a low hand keeps: an eight, as `discards` keeps with the draws to come."""

_MAX_PAT_LOW = 9
"""The highest card of a low hand that stands pat: a nine, as `discards` has it with one draw left."""

_MAX_PAT_BADUGI = 12
"""The highest card of a badugi that stands pat: a queen, between what `discards` has it with one and two draws left."""

_EQUITY_COSTS = (1, 1, 3, 5)
"""What a trial costs with none to three draws left, against a usual one: see `estimate_equity`."""


def sample_drawn_hand(scale: Scale, drew: int | None, size: int, rest: list[Card], rng: random.Random) -> list[Card]:
    """Takes from the deck a hand of `size` cards that fits the number drawn; None for a number that is not known."""
    if drew is None:
        keep: list[Card] = []
    elif scale.rules.order is Order.HIGH:
        keep = _high_cards_kept(drew, rest, rng)
    else:
        keep = _low_cards_kept(scale, size - drew, rest, pat=drew == 0)
    return [*keep, *take_top(rest, size - len(keep))]


def _low_cards_kept(scale: Scale, count: int, rest: list[Card], *, pat: bool) -> list[Card]:
    """Takes the first low cards of the deck, of different ranks, for a badugi of different suits too."""
    badugi = scale.rules.order is Order.BADUGI
    limit = (_MAX_PAT_BADUGI if badugi else _MAX_PAT_LOW) if pat else _MAX_LOW_KEPT
    cards: list[Card] = []
    for card in rest:
        if len(cards) == count:
            break
        if card.is_joker or scale.hand_order.number(card.rank) > limit or card.rank in {other.rank for other in cards}:
            continue
        if not badugi or card.suit not in {other.suit for other in cards}:
            cards.append(card)
    return _remove_from(rest, cards)


def _high_cards_kept(drew: int, rest: list[Card], rng: random.Random) -> list[Card]:
    match drew:
        case 0:
            return _pat_hand(rest, rng)
        case 1:
            four_flush = rng.random() < _FOUR_FLUSH_PROBABILITY
            return (
                _take_matching(rest, 4, _suit_of)
                if four_flush
                else [*_take_matching(rest, 2, _rank_of), *_take_matching(rest, 2, _rank_of)]
            )
        case 2:
            return _take_matching(rest, 3, _rank_of)
        case 3:
            return _take_matching(rest, 2, _rank_of)
        case _:
            return []


def _pat_hand(rest: list[Card], rng: random.Random) -> list[Card]:
    """Takes a hand that stands pat: a flush, a straight, or two pairs played as if they were more."""
    kind = rng.random()
    if kind < _PAT_FLUSH_PROBABILITY:
        return _take_matching(rest, HAND_SIZE, _suit_of)
    if kind < _PAT_FLUSH_PROBABILITY + _PAT_STRAIGHT_PROBABILITY:
        return _take_straight(rest, rng.randint(Rank.TWO, Rank.TEN))
    return [*_take_matching(rest, 2, _rank_of), *_take_matching(rest, 2, _rank_of)]


def _rank_of(card: Card) -> Rank:
    return card.rank


def _suit_of(card: Card) -> Suit:
    return card.suit


def _take_matching(rest: list[Card], count: int, feature: Callable[[Card], Rank | Suit]) -> list[Card]:
    """Takes the first cards of the deck that share a feature, so many of them; none if there are not so many."""
    groups: dict[int, list[Card]] = defaultdict(list)
    for card in rest:
        group = groups[feature(card)]
        group.append(card)
        if len(group) == count:
            return _remove_from(rest, group)
    return []


def _take_straight(rest: list[Card], low: int) -> list[Card]:
    """Takes the first card of each of five ranks in a row."""
    first = {card.rank: card for card in reversed(rest)}
    return _remove_from(rest, [first[Rank(rank)] for rank in range(low, low + HAND_SIZE) if Rank(rank) in first])


def _remove_from(rest: list[Card], cards: list[Card]) -> list[Card]:
    for card in cards:
        rest.remove(card)
    return cards


def decide(view: TableView, legal: LegalActions, evaluator: HandEvaluator, style: Style, rng: random.Random) -> Action:
    """Returns what a player of the style bets."""
    return act_on_equity(view, legal, own_equity(view, evaluator, rng), style, rng)


def draws_left(view: TableView, *, drawing: bool = False) -> int:
    """Returns how many draws a player still has; the one that they are `drawing` for now counts."""
    return max(0, view.game.draws - max(0, view.street)) + drawing


def own_equity(view: TableView, evaluator: HandEvaluator, rng: random.Random) -> float:
    """Returns the viewer's chance of winning, with the draws that are still to come."""
    cost = _EQUITY_COSTS[min(draws_left(view), len(_EQUITY_COSTS) - 1)]
    return estimate_equity(evaluator, make_trial(view, evaluator), rng, cost=cost)


def make_trial(view: TableView, evaluator: HandEvaluator) -> Trial:
    """Returns how everybody draws to the end, from hands that fit what the others have done."""
    own = list(view.you.cards)
    opponents = opponents_of(view)
    deck = unseen_cards(view, evaluator.pack)
    simulation = _DrawSimulation(evaluator, view.game.cards, draws_left(view), drawing_begun=view.street > 0)
    evaluate = evaluator.final_evaluator()

    def run_trial(rng: random.Random) -> TrialResult:
        rest = shuffled(deck, rng)
        others = [
            evaluate(simulation.draw_to_end(simulation.sample_opponent_hand(opponent, rest, rng), rest))
            for opponent in opponents
            if opponent.stays_in(rng)
        ]
        return TrialResult(evaluate(simulation.draw_to_end(own, rest)), others)

    return run_trial


class _DrawSimulation:
    """Plays the draws that are left, with hands of `hand_size` cards.

    `drawing_begun` says whether everybody has drawn at least once.
    """

    def __init__(self, evaluator: HandEvaluator, hand_size: int, remaining_draws: int, *, drawing_begun: bool) -> None:
        self._scale = evaluator.scales[0]
        self._strength_of = evaluator.early_evaluator()
        self._hand_size = hand_size
        self._remaining_draws = remaining_draws
        self._drawing_begun = drawing_begun
        self._keep_cache: dict[tuple[tuple[Card, ...], int], list[Card]] = {}

    def sample_opponent_hand(self, opponent: Opponent, rest: list[Card], rng: random.Random) -> Sequence[Card]:
        """Takes from the deck what an opponent may hold now: the best of as many hands as their betting promises."""
        if not self._drawing_begun:
            return take_best_hand(rest, self._hand_size, opponent.sample_candidates(rng), self._strength_of)
        best = sample_drawn_hand(self._scale, opponent.drew, self._hand_size, rest, rng)
        for _ in range(opponent.sample_candidates(rng) - 1):
            hand = sample_drawn_hand(self._scale, opponent.drew, self._hand_size, rest, rng)
            best, other = (hand, best) if self._strength_of(hand) > self._strength_of(best) else (best, hand)
            rest += other
        return best

    def draw_to_end(self, hand: Sequence[Card], rest: list[Card]) -> Sequence[Card]:
        """Draws to the end as the bot itself does; discarded cards go under the deck."""
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
