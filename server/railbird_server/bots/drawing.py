"""Which cards of a draw hand are worth keeping."""

from __future__ import annotations

import random
from collections.abc import Sequence

from railbird_server.rules.ranking import HIGH, Category
from railbird_shared.cards import Card, Rank

_FOUR = 4
_KICKER_KEPT = 0.25


def discards(hand: Sequence[Card], most: int, rng: random.Random) -> tuple[Card, ...]:
    """Returns the cards to throw away, the lowest where not all of them may go; an ace sometimes stays with a pair."""
    keep = kept(hand)
    if [card.rank for card in keep].count(keep[0].rank) == len(keep) == 2 and rng.random() < _KICKER_KEPT:
        keep = [*keep, *[card for card in hand if card.rank is Rank.ACE and card not in keep][:1]]
    thrown = sorted((card for card in hand if card not in keep), key=lambda card: (card.rank, card.suit))
    return tuple(thrown[:most])


def kept(hand: Sequence[Card]) -> list[Card]:
    """Returns the cards worth keeping: a made hand, pairs, four to a flush or an open straight, high cards.

    A pair below jacks gives way to four cards that draw to more.
    """
    category = HIGH.value(hand).category
    if category >= Category.STRAIGHT:
        return list(hand)
    paired = _paired(hand)
    if category >= Category.TWO_PAIR:
        return paired
    drawing = _four_flush(hand) or _open_straight(hand)
    if paired and (not drawing or paired[0].rank >= Rank.JACK):
        return paired
    if drawing:
        return drawing
    high = sorted(hand, key=lambda card: card.rank, reverse=True)
    return [card for card in high[:2] if card.rank >= Rank.KING] or high[:1]


def _paired(hand: Sequence[Card]) -> list[Card]:
    ranks = [card.rank for card in hand]
    return [card for card in hand if ranks.count(card.rank) > 1]


def _four_flush(hand: Sequence[Card]) -> list[Card]:
    suits = [card.suit for card in hand]
    return [card for card in hand if suits.count(card.suit) == _FOUR]


def _open_straight(hand: Sequence[Card]) -> list[Card]:
    """Four in a row that either end completes: a row up to the ace is open at one end only."""
    one_each = {card.rank: card for card in hand}
    ranks = sorted(one_each)
    for row in (ranks[-_FOUR:], ranks[:_FOUR]):
        if len(row) == _FOUR and row[-1] - row[0] == _FOUR - 1 and row[-1] < Rank.ACE:
            return [one_each[rank] for rank in row]
    return []
