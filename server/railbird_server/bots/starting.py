"""Starting hands of games with a board: their order from the best to the worst, and the place of each among all."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from functools import cache, lru_cache
from itertools import combinations
from math import comb

from railbird_server.bots.worth import Worth
from railbird_server.rules.ranking import Order
from railbird_shared.cards import Card, Rank

Hole = tuple[Card, ...]

_PAIR = 2
_SAMPLE = 800
_POINTS = {Rank.ACE: 10.0, Rank.KING: 8.0, Rank.QUEEN: 7.0, Rank.JACK: 6.0}
_GAPS = (0.0, 0.0, 1.0, 2.0, 4.0)
_WIDE_GAP = 5.0
_WHEEL = 5
_TOO_MANY = 3


@cache
def points(hole: Hole) -> float:
    """Returns the worth of two cards in points after Bill Chen's count, ranks telling equals apart."""
    high, low = sorted((card.rank for card in hole), reverse=True)
    top = _POINTS.get(high, high / 2)
    if high == low:
        return max(5.0, 2 * top) + high / 100
    gap = high - low
    counted = top - (_GAPS[gap] if gap < len(_GAPS) else _WIDE_GAP)
    counted += 2 if hole[0].suit is hole[1].suit else 0
    counted += 1 if gap <= 2 and high < Rank.QUEEN else 0
    return counted + high / 100 + low / 1000


class Starts:
    """The starting hands of one game, all of two cards or a fair sample of more, the best first."""

    def __init__(self, worth: Worth, cards: int) -> None:
        self._two_from_hand = worth.two_from_hand
        self._low = any(scale.rules.order is Order.ACE_TO_FIVE for scale in worth.scales)
        self.hands: tuple[Hole, ...] = tuple(sorted(_hands(worth.pack, cards), key=self.points, reverse=True))
        self._points = [self.points(hole) for hole in reversed(self.hands)]

    def points(self, hole: Hole) -> float:
        """Returns the worth of a starting hand: of its two best cards, or of all its pairs where any two may play."""
        if len(hole) == _PAIR:
            return points(hole)
        if not self._two_from_hand:
            best, second = sorted(map(points, combinations(hole, 2)), reverse=True)[:2]
            return best + second / 4
        return _work_together(hole) + (_low_points(hole) if self._low else 0.0)

    def place(self, hole: Hole) -> float:
        """Returns the share of all starting hands that are better: 0 for the best, near 1 for the worst."""
        return 1 - bisect_right(self._points, self.points(hole)) / len(self._points)


@lru_cache(maxsize=32)
def starts_of(worth: Worth, cards: int) -> Starts:
    """Returns the starting hands of a game with so many cards."""
    return Starts(worth, cards)


def _hands(pack: tuple[Card, ...], cards: int) -> list[Hole]:
    if comb(len(pack), cards) <= comb(len(pack), _PAIR):
        return list(combinations(pack, cards))
    rng = random.Random(cards)  # noqa: S311  a fair sample, the same every time
    return [tuple(rng.sample(pack, cards)) for _ in range(_SAMPLE)]


def _work_together(hole: Hole) -> float:
    """What all pairs of the cards are worth, a rank's own pair counted once; cards alike get in each other's way."""
    worth = {(*sorted((a.rank, b.rank)), a.suit is b.suit): points((a, b)) for a, b in combinations(hole, 2)}
    crowded = sum(1 for count in Counter(card.suit for card in hole).values() if count >= _TOO_MANY)
    crowded += sum(1 for count in Counter(card.rank for card in hole).values() if count >= _TOO_MANY)
    return sum(max(0.0, each) for each in worth.values()) - 6 * crowded


def _low_points(hole: Hole) -> float:
    """What the cards promise for the low half: an ace and a two more than anything else."""
    lows = sorted({1 if card.rank is Rank.ACE else int(card.rank) for card in hole})
    lows = [low for low in lows if low <= _WHEEL]
    if len(lows) < _PAIR:
        return 0.0
    return 3.0 * (14 - 3 * sum(lows[:2]) + 3 * (len(lows) > _PAIR))
