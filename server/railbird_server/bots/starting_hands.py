"""Starting hands of games with a board, sorted from best to worst, and the rank of each hand among all of them."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from functools import cache, lru_cache
from itertools import combinations
from math import comb

from railbird_shared.game.cards import Card, Rank
from railbird_shared.game.game_rules import Order
from railbird_shared.game.ranking.evaluator import HandEvaluator

Hole = tuple[Card, ...]

_TWO_CARDS = 2

_SAMPLE_SIZE = 800
"""How many hands stand for all of them where there are more than two cards: a rank is right to within 2 points of 100.

The standard error of a share of a half is then 1.8 points.
"""

# Bill Chen's points for two cards of hold'em, as published in "Hold'em Excellence" (Lou Krieger).

_HIGH_CARD_POINTS = {Rank.ACE: 10.0, Rank.KING: 8.0, Rank.QUEEN: 7.0, Rank.JACK: 6.0}
_LOW_RANK_POINTS = 1 / 2
"""The points of the higher card; for each rank of a ten and less half a point."""

_PAIR_FACTOR = 2
_LEAST_PAIR_POINTS = 5.0
"""A pair has twice the points of its card, five at least."""

_SUITED_POINTS = 2
_GAP_PENALTIES = (0.0, 0.0, 1.0, 2.0, 4.0)
_WIDE_GAP_PENALTY = 5.0
"""The points off for cards that are one, two, three, four or more ranks apart."""

_STRAIGHT_POINTS = 1
_STRAIGHT_GAP = 2
"""The point for cards at most two ranks apart and below a queen, which make more straights."""

_HIGH_TIEBREAK, _LOW_TIEBREAK = 1 / 100, 1 / 1000
"""Points for each rank of the higher and the lower card: less than a point of Chen's, so that they only break ties."""

# Points for more cards than two, added by us to Chen's and in his unit.

_SECOND_PAIR_WEIGHT = 1 / 4
"""The part that the second best two cards of three count: one card is discarded after the flop, not before."""

_CROWDED = 3
_CROWDED_PENALTY = 6
"""The points off for each suit or rank that three cards share: one card fewer plays with the others, about a jack."""

_WHEEL_TOP = 5
_LOW_HALF_WEIGHT = 3.0
_LOW_HALF_BASE = 14
_LOW_HALF_RANK_PENALTY = 3
_THIRD_LOW_POINTS = 3
"""The points for the low half with two cards of a five or less: 3 x (14 - 3 x their sum, + 3 with a third).

An ace and a two have 15 points, an ace and a three 6; cards with a higher sum lose points unless there is a third.
"""


@cache
def chen_points(hole: Hole) -> float:
    """Returns the points of two cards after Bill Chen's count; the ranks break ties."""
    high, low = sorted((card.rank for card in hole), reverse=True)
    top = _HIGH_CARD_POINTS.get(high, high * _LOW_RANK_POINTS)
    if high == low:
        return max(_LEAST_PAIR_POINTS, _PAIR_FACTOR * top) + high * _HIGH_TIEBREAK
    gap = high - low
    total = top - (_GAP_PENALTIES[gap] if gap < len(_GAP_PENALTIES) else _WIDE_GAP_PENALTY)
    total += _SUITED_POINTS if hole[0].suit is hole[1].suit else 0
    total += _STRAIGHT_POINTS if gap <= _STRAIGHT_GAP and high < Rank.QUEEN else 0
    return total + high * _HIGH_TIEBREAK + low * _LOW_TIEBREAK


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
        """Returns the points of a starting hand: of its two best cards, or of all its pairs where any two may play."""
        if len(hole) == _TWO_CARDS:
            return chen_points(hole)
        if not self._two_from_hand:
            best, second = sorted(map(chen_points, combinations(hole, 2)), reverse=True)[:2]
            return best + second * _SECOND_PAIR_WEIGHT
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
    """Returns the points of all pairs of the cards, equal ones counted once; three cards alike cost points."""
    pair_points = {(*sorted((a.rank, b.rank)), a.suit is b.suit): chen_points((a, b)) for a, b in combinations(hole, 2)}
    crowded_count = sum(1 for count in Counter(card.suit for card in hole).values() if count >= _CROWDED)
    crowded_count += sum(1 for count in Counter(card.rank for card in hole).values() if count >= _CROWDED)
    return sum(max(0.0, each) for each in pair_points.values()) - _CROWDED_PENALTY * crowded_count


def _low_half_points(hole: Hole) -> float:
    """Returns the points of the cards for the low half."""
    lows = sorted({1 if card.rank is Rank.ACE else int(card.rank) for card in hole})
    lows = [low for low in lows if low <= _WHEEL_TOP]
    if len(lows) < _TWO_CARDS:
        return 0.0
    points = _LOW_HALF_BASE - _LOW_HALF_RANK_PENALTY * sum(lows[:_TWO_CARDS])
    return _LOW_HALF_WEIGHT * (points + _THIRD_LOW_POINTS * (len(lows) > _TWO_CARDS))
