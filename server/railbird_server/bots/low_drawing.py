"""Which cards of a draw hand are worth keeping where the lowest hand wins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from railbird_server.rules.ranking import Category, Order, Scale
from railbird_shared.cards import Card

_FULL_HAND = 5
_BADUGI_SIZE = 4
_HIGHEST_KEPT = (8, 8, 7)
_HIGHEST_PAT = (9, 8, 8)
_HIGHEST_PAT_ACE_HIGH = (10, 9, 8)
_HIGHEST_BADUGI_KEPT = (10, 8, 7)
_HIGHEST_BADUGI_PAT = (13, 11, 9)
"""The highest card worth keeping, and the highest of a hand worth standing pat on, with one, two or three draws."""


def cards_to_keep_low(scale: Scale, hand: Sequence[Card], draws: int) -> list[Card]:
    """Returns one low card of each rank; a whole hand that is low enough stays as it is."""
    ace_high = scale.rules.order is Order.DEUCE_TO_SEVEN
    number = scale.hand_order.number
    lowest_of_rank: dict[int, Card] = {}
    wild: list[Card] = []
    for card in hand:
        if card.is_joker or card in scale.rules.wild_cards:
            wild.append(card)
        else:
            lowest_of_rank.setdefault(number(card.rank), card)
    stage = _draws_index(draws)
    stands_pat = len(lowest_of_rank) + len(wild) >= _FULL_HAND and max(lowest_of_rank) <= (_HIGHEST_PAT_ACE_HIGH if ace_high else _HIGHEST_PAT)[stage]
    if stands_pat and scale.decode(scale.strength(hand))[0] is Category.HIGH_CARD:
        return list(hand)
    low = [lowest_of_rank[rank] for rank in sorted(lowest_of_rank) if rank <= _HIGHEST_KEPT[stage]] or [lowest_of_rank[rank] for rank in sorted(lowest_of_rank)[:1]]
    return [*low[: _FULL_HAND - 1 - len(wild)], *wild]


def cards_to_keep_badugi(scale: Scale, hand: Sequence[Card], draws: int) -> list[Card]:
    """Returns the low cards of different ranks and suits; four of them stay unless one is very high."""
    number = scale.hand_order.number
    best = _best_badugi([card for card in sorted(hand, key=lambda card: number(card.rank)) if not card.is_joker])
    stage = _draws_index(draws)
    if len(best) == _BADUGI_SIZE and number(best[-1].rank) <= _HIGHEST_BADUGI_PAT[stage]:
        return best
    low = [card for card in best[: _BADUGI_SIZE - 1] if number(card.rank) <= _HIGHEST_BADUGI_KEPT[stage]]
    return [*(low or best[:1]), *[card for card in hand if card.is_joker]]


def _best_badugi(rising: Sequence[Card]) -> list[Card]:
    """The most cards of which no two share a rank or a suit, the lowest such."""
    for size in range(min(_BADUGI_SIZE, len(rising)), 1, -1):
        for cards in sorted(combinations(rising, size), key=lambda cards: [rising.index(card) for card in cards[::-1]]):
            if len({card.rank for card in cards}) == len({card.suit for card in cards}) == size:
                return list(cards)
    return list(rising[:1])


def _draws_index(draws: int) -> int:
    return min(max(draws, 1), len(_HIGHEST_KEPT)) - 1
