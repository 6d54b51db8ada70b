"""Starting hands of games with a board, sorted from best to worst, and the rank of each hand among all of them."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from functools import cache, lru_cache
from itertools import combinations
from math import comb

from railbird_server.bots.hand_strength import HandEvaluator
from railbird_shared.cards import Card, Rank
from railbird_shared.game_rules import Order

Hole = tuple[Card, ...]

_TWO_CARDS = 2
_SAMPLE_SIZE = 800
_RANK_POINTS = {Rank.ACE: 10.0, Rank.KING: 8.0, Rank.QUEEN: 7.0, Rank.JACK: 6.0}
_GAP_PENALTIES = (0.0, 0.0, 1.0, 2.0, 4.0)
_WIDE_GAP_PENALTY = 5.0
_WHEEL_TOP = 5
_CROWDED = 3


@cache
def chen_points(hole: Hole) -> float:
    """Returns the worth of two cards in points after Bill Chen's count, ranks telling equals apart."""
    high, low = sorted((card.rank for card in hole), reverse=True)
    top = _RANK_POINTS.get(high, high / 2)
    if high == low:
        return max(5.0, 2 * top) + high / 100
    gap = high - low
    total = top - (_GAP_PENALTIES[gap] if gap < len(_GAP_PENALTIES) else _WIDE_GAP_PENALTY)
    total += 2 if hole[0].suit is hole[1].suit else 0
    total += 1 if gap <= 2 and high < Rank.QUEEN else 0
    return total + high / 100 + low / 1000


class StartingHands:
    """The starting hands of one game, all of two cards or a fair sample of more, the best first."""

    def __init__(self, evaluator: HandEvaluator, cards: int) -> None:
        self._two_from_hand = evaluator.two_from_hand
        self._low_half = any(scale.rules.order is Order.ACE_TO_FIVE for scale in evaluator.scales)
        self.hands: tuple[Hole, ...] = tuple(
            sorted(_all_or_sample(evaluator.pack, cards), key=self.points, reverse=True)
        )
        self._rising_points = [self.points(hole) for hole in reversed(self.hands)]

    def points(self, hole: Hole) -> float:
        """Returns the worth of a starting hand: of its two best cards, or of all its pairs where any two may play."""
        if len(hole) == _TWO_CARDS:
            return chen_points(hole)
        if not self._two_from_hand:
            best, second = sorted(map(chen_points, combinations(hole, 2)), reverse=True)[:2]
            return best + second / 4
        return _pair_points(hole) + (_low_half_points(hole) if self._low_half else 0.0)

    def rank(self, hole: Hole) -> float:
        """Returns the share of all starting hands that are better: 0 for the best, near 1 for the worst."""
        return 1 - bisect_right(self._rising_points, self.points(hole)) / len(self._rising_points)


@lru_cache(maxsize=32)
def starting_hands(evaluator: HandEvaluator, cards: int) -> StartingHands:
    """Returns the starting hands of a game with so many cards."""
    return StartingHands(evaluator, cards)


def _all_or_sample(pack: tuple[Card, ...], cards: int) -> list[Hole]:
    if comb(len(pack), cards) <= comb(len(pack), _TWO_CARDS):
        return list(combinations(pack, cards))
    rng = random.Random(cards)  # noqa: S311  a fair sample, the same every time
    return [tuple(rng.sample(pack, cards)) for _ in range(_SAMPLE_SIZE)]


def _pair_points(hole: Hole) -> float:
    """What all pairs of the cards are worth, a rank's own pair counted once; cards alike get in each other's way."""
    pair_points = {(*sorted((a.rank, b.rank)), a.suit is b.suit): chen_points((a, b)) for a, b in combinations(hole, 2)}
    crowded_count = sum(1 for count in Counter(card.suit for card in hole).values() if count >= _CROWDED)
    crowded_count += sum(1 for count in Counter(card.rank for card in hole).values() if count >= _CROWDED)
    return sum(max(0.0, each) for each in pair_points.values()) - 6 * crowded_count


def _low_half_points(hole: Hole) -> float:
    """What the cards promise for the low half: an ace and a two more than anything else."""
    lows = sorted({1 if card.rank is Rank.ACE else int(card.rank) for card in hole})
    lows = [low for low in lows if low <= _WHEEL_TOP]
    if len(lows) < _TWO_CARDS:
        return 0.0
    return 3.0 * (14 - 3 * sum(lows[:2]) + 3 * (len(lows) > _TWO_CARDS))
