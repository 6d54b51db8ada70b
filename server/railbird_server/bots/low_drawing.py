"""Which cards of a draw hand are worth keeping where the lowest hand wins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from railbird_server.rules.ranking import Category, Order, Scale
from railbird_shared.cards import Card

_WHOLE = 5
_BADUGI = 4
_KEPT = (8, 8, 7)
_PAT = (9, 8, 8)
_PAT_ACE_HIGH = (10, 9, 8)
_BADUGI_KEPT = (10, 8, 7)
_BADUGI_PAT = (13, 11, 9)
"""The highest card worth keeping, and the highest of a hand worth standing pat on, with one, two or three draws."""


def kept_low(scale: Scale, hand: Sequence[Card], draws: int) -> list[Card]:
    """Returns one low card of each rank; a whole hand that is low enough stays as it is."""
    ace_high = scale.rules.order is Order.DEUCE_TO_SEVEN
    number = scale.ladder.number
    each: dict[int, Card] = {}
    wild: list[Card] = []
    for card in hand:
        if card.is_joker or card in scale.rules.wild_cards:
            wild.append(card)
        else:
            each.setdefault(number(card.rank), card)
    stage = _stage(draws)
    whole = len(each) + len(wild) >= _WHOLE and max(each) <= (_PAT_ACE_HIGH if ace_high else _PAT)[stage]
    if whole and scale.read(scale.strength(hand))[0] is Category.HIGH_CARD:
        return list(hand)
    low = [each[rank] for rank in sorted(each) if rank <= _KEPT[stage]] or [each[rank] for rank in sorted(each)[:1]]
    return [*low[: _WHOLE - 1 - len(wild)], *wild]


def kept_for_badugi(scale: Scale, hand: Sequence[Card], draws: int) -> list[Card]:
    """Returns the low cards of different ranks and suits; four of them stay unless one is very high."""
    number = scale.ladder.number
    best = _badugi([card for card in sorted(hand, key=lambda card: number(card.rank)) if not card.is_joker])
    stage = _stage(draws)
    if len(best) == _BADUGI and number(best[-1].rank) <= _BADUGI_PAT[stage]:
        return best
    low = [card for card in best[: _BADUGI - 1] if number(card.rank) <= _BADUGI_KEPT[stage]]
    return [*(low or best[:1]), *[card for card in hand if card.is_joker]]


def _badugi(rising: Sequence[Card]) -> list[Card]:
    """The most cards of which no two share a rank or a suit, the lowest such."""
    for size in range(min(_BADUGI, len(rising)), 1, -1):
        for cards in sorted(combinations(rising, size), key=lambda cards: [rising.index(card) for card in cards[::-1]]):
            if len({card.rank for card in cards}) == len({card.suit for card in cards}) == size:
                return list(cards)
    return list(rising[:1])


def _stage(draws: int) -> int:
    return min(max(draws, 1), len(_KEPT)) - 1
