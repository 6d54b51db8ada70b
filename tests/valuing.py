"""Hands written as text, and a second opinion on them that shares no code with the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from railbird_server.rules.ranking import HIGH, HandValue
from railbird_shared.cards import Card, parse_cards

SHAPES = {
    (4, 1): 7,
    (3, 2): 6,
    (3, 1, 1): 3,
    (2, 2, 1): 2,
    (2, 1, 1, 1): 1,
    (4,): 7,
    (3, 1): 3,
    (2, 2): 2,
    (2, 1, 1): 1,
    (3,): 3,
    (2, 1): 1,
    (2,): 1,
}

Opinion = tuple[int, list[int]]


def value(text: str) -> HandValue:
    return HIGH.value(parse_cards(text))


def second_opinion(cards: Sequence[Card]) -> Opinion:
    """The category and the deciding ranks of the best five cards, found by trying every five of them."""
    return max(map(_judged, combinations(cards, min(5, len(cards)))))


def _judged(cards: Iterable[Card]) -> Opinion:
    held = list(cards)
    groups = sorted(Counter(int(card.rank) for card in held).items(), key=lambda group: (-group[1], -group[0]))
    ranks = [rank for rank, _ in groups]
    shape = tuple(count for _, count in groups)
    full = len(held) == 5
    flush = full and len({card.suit for card in held}) == 1
    top = _top_of_straight(ranks) if full else 0
    if top:
        return 8 if flush else 4, [top]
    return 5 if flush else SHAPES.get(shape, 0), ranks


def _top_of_straight(ranks: list[int]) -> int:
    if ranks == [14, 5, 4, 3, 2]:
        return 5
    return ranks[0] if len(ranks) == 5 and ranks[0] - ranks[4] == 4 else 0
