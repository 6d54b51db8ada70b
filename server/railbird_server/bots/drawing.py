"""Which cards of a draw hand are worth keeping, where the high hand wins and where the low one does."""

from __future__ import annotations

import random
from collections.abc import Sequence

from railbird_server.bots.low_drawing import cards_to_keep_badugi, cards_to_keep_low
from railbird_server.rules.ranking import Category, Order, Scale
from railbird_shared.actions import LegalActions
from railbird_shared.cards import Card, Rank

_FOUR_CARDS = 4
_KEEP_ACE_PROBABILITY = 0.25


def choose_discards(
    scale: Scale, hand: Sequence[Card], legal: LegalActions, draws: int, rng: random.Random
) -> tuple[Card, ...]:
    """Returns the cards to throw away with so many draws left, the worst ones where not all of them may go.

    An ace sometimes stays with a pair.
    """
    keep = cards_to_keep(scale, hand, draws)
    high = scale.rules.order is Order.HIGH
    if high and len(keep) == 2 and keep[0].rank == keep[1].rank and rng.random() < _KEEP_ACE_PROBABILITY:
        keep = [*keep, *[card for card in hand if card.rank is Rank.ACE and card not in keep][:1]]
    discarded = sorted(
        (card for card in hand if card not in keep),
        key=lambda card: (scale.hand_order.number(card.rank), card.suit),
        reverse=not high,
    )
    return tuple(discarded[: _max_discards(legal, keep)])


def _max_discards(legal: LegalActions, keep: Sequence[Card]) -> int:
    """How many may go: the last one only where a card stays that has to (VT-5D-11)."""
    most = legal.max_discards or 0
    return most - 1 if legal.fourth_discard_keeps and not set(keep) & set(legal.fourth_discard_keeps) else most


def cards_to_keep(scale: Scale, hand: Sequence[Card], draws: int = 1) -> list[Card]:
    """Returns the cards worth keeping with so many draws left."""
    match scale.rules.order:
        case Order.HIGH:
            return cards_to_keep_high(scale, hand)
        case Order.BADUGI:
            return cards_to_keep_badugi(scale, hand, draws)
        case _:
            return cards_to_keep_low(scale, hand, draws)


def cards_to_keep_high(scale: Scale, hand: Sequence[Card]) -> list[Card]:
    """Returns a made hand, pairs, four to a flush or an open straight, high cards; wild cards always.

    A pair below jacks gives way to four cards that draw to more.
    """
    category = scale.decode(scale.strength(hand))[0]
    if category >= Category.STRAIGHT:
        return list(hand)
    wild = [card for card in hand if card.is_joker or card in scale.rules.wild_cards]
    natural = [card for card in hand if card not in wild]
    paired = _paired(natural)
    if category >= Category.TWO_PAIR:
        return [*paired, *wild]
    drawing = _four_flush(natural, _FOUR_CARDS - len(wild)) or _open_straight(natural)
    if paired and (not drawing or paired[0].rank >= Rank.JACK):
        return [*paired, *wild]
    if drawing:
        return [*drawing, *wild]
    high = sorted(natural, key=lambda card: card.rank, reverse=True)
    return [*([card for card in high[:2] if card.rank >= Rank.KING] or high[:1]), *wild]


def _paired(hand: Sequence[Card]) -> list[Card]:
    ranks = [card.rank for card in hand]
    return [card for card in hand if ranks.count(card.rank) > 1]


def _four_flush(hand: Sequence[Card], size: int) -> list[Card]:
    suits = [card.suit for card in hand]
    return [card for card in hand if suits.count(card.suit) == size]


def _open_straight(hand: Sequence[Card]) -> list[Card]:
    """Four in a row that either end completes: a row up to the ace is open at one end only."""
    one_each = {card.rank: card for card in hand}
    ranks = sorted(one_each)
    for row in (ranks[-_FOUR_CARDS:], ranks[:_FOUR_CARDS]):
        if len(row) == _FOUR_CARDS and row[-1] - row[0] == _FOUR_CARDS - 1 and row[-1] < Rank.ACE:
            return [one_each[rank] for rank in row]
    return []
