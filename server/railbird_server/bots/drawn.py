"""What an opponent holds who drew so many cards: three to a pair, one to four low cards, none to a made hand."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable

from railbird_server.bots.chances import take_top
from railbird_server.rules.ranking import Order, Scale
from railbird_shared.cards import Card, Rank, Suit

_HAND_SIZE = 5
_FOUR_FLUSH_PROBABILITY = 0.3
_PAT_FLUSH_PROBABILITY = 0.35
_PAT_STRAIGHT_PROBABILITY = 0.4
_MAX_LOW_KEPT = 8
_MAX_PAT_LOW = 9
_MAX_PAT_BADUGI = 12


def sample_drawn_hand(scale: Scale, drew: int | None, size: int, rest: list[Card], rng: random.Random) -> list[Card]:
    """Takes from the deck a hand of `size` cards that fits the number drawn, None where that is not known."""
    if drew is None:
        keep: list[Card] = []
    elif scale.rules.order is Order.HIGH:
        keep = _high_cards_kept(drew, rest, rng)
    else:
        keep = _low_cards_kept(scale, size - drew, rest, pat=drew == 0)
    return [*keep, *take_top(rest, size - len(keep))]


def _low_cards_kept(scale: Scale, count: int, rest: list[Card], *, pat: bool) -> list[Card]:
    """The first low cards of the deck, of different ranks, for a badugi of different suits too."""
    badugi = scale.rules.order is Order.BADUGI
    limit = (_MAX_PAT_BADUGI if badugi else _MAX_PAT_LOW) if pat else _MAX_LOW_KEPT
    cards: list[Card] = []
    for card in rest:
        if len(cards) == count:
            break
        if card.is_joker or scale.hand_order.number(card.rank) > limit or card.rank in {held.rank for held in cards}:
            continue
        if not badugi or card.suit not in {held.suit for held in cards}:
            cards.append(card)
    return _remove_from(rest, cards)


def _high_cards_kept(drew: int, rest: list[Card], rng: random.Random) -> list[Card]:
    match drew:
        case 0:
            return _pat_hand(rest, rng)
        case 1:
            four_flush = rng.random() < _FOUR_FLUSH_PROBABILITY
            return _take_matching(rest, 4, _suit_of) if four_flush else [*_take_matching(rest, 2, _rank_of), *_take_matching(rest, 2, _rank_of)]
        case 2:
            return _take_matching(rest, 3, _rank_of)
        case 3:
            return _take_matching(rest, 2, _rank_of)
        case _:
            return []


def _pat_hand(rest: list[Card], rng: random.Random) -> list[Card]:
    """A hand that stands pat: a flush, a straight, or two pairs played as if they were more."""
    kind = rng.random()
    if kind < _PAT_FLUSH_PROBABILITY:
        return _take_matching(rest, _HAND_SIZE, _suit_of)
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
    return _remove_from(rest, [first[Rank(rank)] for rank in range(low, low + _HAND_SIZE) if Rank(rank) in first])


def _remove_from(rest: list[Card], cards: list[Card]) -> list[Card]:
    for card in cards:
        rest.remove(card)
    return cards
