"""What an opponent holds who drew so many cards: three to a pair, one to four low cards, none to a made hand."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable

from railbird_server.bots.chances import take
from railbird_server.rules.ranking import Order, Scale
from railbird_shared.cards import Card, Rank, Suit

_HAND = 5
_FOUR_FLUSHES = 0.3
_PAT_FLUSHES = 0.35
_PAT_STRAIGHTS = 0.4
_LOW = 8
_PAT_LOW = 9
_PAT_BADUGI = 12


def drawn(scale: Scale, drew: int | None, size: int, rest: list[Card], rng: random.Random) -> list[Card]:
    """Takes from the deck a hand of `size` cards that fits the number drawn, None where that is not known."""
    if drew is None:
        keep: list[Card] = []
    elif scale.rules.order is Order.HIGH:
        keep = _high(drew, rest, rng)
    else:
        keep = _low(scale, size - drew, rest, pat=drew == 0)
    return [*keep, *take(rest, size - len(keep))]


def _low(scale: Scale, count: int, rest: list[Card], *, pat: bool) -> list[Card]:
    """The first low cards of the deck, of different ranks, for a badugi of different suits too."""
    badugi = scale.rules.order is Order.BADUGI
    limit = (_PAT_BADUGI if badugi else _PAT_LOW) if pat else _LOW
    cards: list[Card] = []
    for card in rest:
        if len(cards) == count:
            break
        if card.is_joker or scale.ladder.number(card.rank) > limit or card.rank in {held.rank for held in cards}:
            continue
        if not badugi or card.suit not in {held.suit for held in cards}:
            cards.append(card)
    return _without(rest, cards)


def _high(drew: int, rest: list[Card], rng: random.Random) -> list[Card]:
    match drew:
        case 0:
            return _pat(rest, rng)
        case 1:
            four_flush = rng.random() < _FOUR_FLUSHES
            return _alike(rest, 4, _suit) if four_flush else [*_alike(rest, 2, _rank), *_alike(rest, 2, _rank)]
        case 2:
            return _alike(rest, 3, _rank)
        case 3:
            return _alike(rest, 2, _rank)
        case _:
            return []


def _pat(rest: list[Card], rng: random.Random) -> list[Card]:
    """A hand that stands pat: a flush, a straight, or two pairs played as if they were more."""
    kind = rng.random()
    if kind < _PAT_FLUSHES:
        return _alike(rest, _HAND, _suit)
    if kind < _PAT_FLUSHES + _PAT_STRAIGHTS:
        return _row(rest, rng.randint(Rank.TWO, Rank.TEN))
    return [*_alike(rest, 2, _rank), *_alike(rest, 2, _rank)]


def _rank(card: Card) -> Rank:
    return card.rank


def _suit(card: Card) -> Suit:
    return card.suit


def _alike(rest: list[Card], count: int, feature: Callable[[Card], Rank | Suit]) -> list[Card]:
    """Takes the first cards of the deck that share a feature, so many of them; none if there are not so many."""
    groups: dict[int, list[Card]] = defaultdict(list)
    for card in rest:
        group = groups[feature(card)]
        group.append(card)
        if len(group) == count:
            return _without(rest, group)
    return []


def _row(rest: list[Card], low: int) -> list[Card]:
    """Takes the first card of each of five ranks in a row."""
    first = {card.rank: card for card in reversed(rest)}
    return _without(rest, [first[Rank(rank)] for rank in range(low, low + _HAND) if Rank(rank) in first])


def _without(rest: list[Card], cards: list[Card]) -> list[Card]:
    for card in cards:
        rest.remove(card)
    return cards
