"""Which cards a bot keeps and which it discards in draw games, for high hands, low hands and badugi."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from railbird_shared.game.cards import HAND_SIZE, Card, Rank
from railbird_shared.game.game_rules import Order
from railbird_shared.game.ranking import Category, Scale
from railbird_shared.protocol.actions import LegalActions

_BADUGI_SIZE = 4

# The highest number on a card with one, two or three draws left: 13 is a king where aces are low. More draws to come
# are more chances of something better, so less is good enough with few of them.

_HIGHEST_KEPT = (8, 8, 7)
"""The highest card of a low hand worth keeping."""

_HIGHEST_PAT = (9, 8, 8)
"""The highest card of a low hand worth standing pat on, where aces are low."""

_HIGHEST_PAT_ACE_HIGH = (10, 9, 8)
"""The same where aces are high: hands are one rank higher there, from 7-5-4-3-2 up."""

_HIGHEST_BADUGI_KEPT = (10, 8, 7)
"""The highest of three cards worth keeping in badugi."""

_HIGHEST_BADUGI_PAT = (13, 11, 9)
"""The highest card of a badugi worth standing pat on: any, with one draw left, since three in four draws miss."""


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
    stands_pat = (
        len(lowest_of_rank) + len(wild) >= HAND_SIZE
        and max(lowest_of_rank) <= (_HIGHEST_PAT_ACE_HIGH if ace_high else _HIGHEST_PAT)[stage]
    )
    if stands_pat and scale.decode(scale.strength(hand))[0] is Category.HIGH_CARD:
        return list(hand)
    low = [lowest_of_rank[rank] for rank in sorted(lowest_of_rank) if rank <= _HIGHEST_KEPT[stage]] or [
        lowest_of_rank[rank] for rank in sorted(lowest_of_rank)[:1]
    ]
    return [*low[: HAND_SIZE - 1 - len(wild)], *wild]


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
    """Returns the most cards of which no two share a rank or a suit, the lowest of equally many."""
    for size in range(min(_BADUGI_SIZE, len(rising)), 1, -1):
        for cards in sorted(combinations(rising, size), key=lambda cards: [rising.index(card) for card in cards[::-1]]):
            if len({card.rank for card in cards}) == len({card.suit for card in cards}) == size:
                return list(cards)
    return list(rising[:1])


def _draws_index(draws: int) -> int:
    return min(max(draws, 1), len(_HIGHEST_KEPT)) - 1


_FOUR_CARDS = 4

_KEEP_ACE_PROBABILITY = 0.25
"""The probability that an ace is kept with a pair, so that two cards drawn do not always mean three of a kind."""


def choose_discards(
    scale: Scale, hand: Sequence[Card], legal: LegalActions, draws: int, rng: random.Random
) -> tuple[Card, ...]:
    """Returns the cards to discard with so many draws left, the worst ones where not all of them may go.

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
    """Returns how many cards may go: the last one only where an ace or a wild card stays (VT-5D-11)."""
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
    """Returns a made hand, pairs, four to a flush or an open straight, or high cards, and wild cards always.

    Four to a flush or an open straight are kept rather than a pair below jacks.
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
    """Returns four cards in a row that either end completes: a row up to the ace is open at one end only."""
    one_each = {card.rank: card for card in hand}
    ranks = sorted(one_each)
    for row in (ranks[-_FOUR_CARDS:], ranks[:_FOUR_CARDS]):
        if len(row) == _FOUR_CARDS and row[-1] - row[0] == _FOUR_CARDS - 1 and row[-1] < Rank.ACE:
            return [one_each[rank] for rank in row]
    return []
