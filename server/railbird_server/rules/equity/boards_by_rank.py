"""Counts the boards to come by their ranks first, and then corrects the count for flushes.

Before the flop there are 1.7 million boards for two hands, but 6,175 sets of ranks. Ranks alone decide nearly all of
them. For the rest, suit by suit, the boards with so many cards of the suit that somebody has a flush are counted again:
once less by their ranks, and once by the better of ranks and flush.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from railbird_server.rules.equity.combos import Way, classes_of, flush_cards, ways_to_deal
from railbird_server.rules.equity.tally import Row
from railbird_shared.game.cards import HAND_SIZE, Card, Suit
from railbird_shared.game.ranking import Scale
from railbird_shared.game.ranking.lookup import FiveCardLookup, is_wild

Weighted = tuple[list[int], list[Row]]


class _Rest(NamedTuple):
    """The ways in which cards of other suits come: their weights and their rank keys."""

    weights: list[int]
    keys: list[int]


class _Side(NamedTuple):
    """One side of the pot: the lookup of its scale, the rank keys of the hands, and whether flushes count for it."""

    lookup: FiveCardLookup
    held: list[int]
    flushes: bool


def can_count_by_ranks(
    scales: Sequence[Scale], hands: Sequence[Sequence[Card]], suits: Iterable[Suit], to_come: int
) -> bool:
    """Whether boards can be counted so: a flush in one suit excludes one in another, and flushes only ever help.

    `hands` are all cards that a player may use so far, those of the board included.
    """
    for scale in scales:
        lookup = scale.sum_lookup
        if lookup is None or scale.circular or any(map(is_wild, lookup.key_of.values())):
            return False
        if scale.hand_order.flushes and scale.hand_order.low:
            return False
    needed = sorted(_needed(scales[0], hands, suit) for suit in suits)
    return len(needed) < 2 or needed[0] + needed[1] > to_come


def _needed(scale: Scale, hands: Sequence[Sequence[Card]], suit: Suit) -> int:
    """How many cards of a suit have to come for somebody to have a flush."""
    return max(0, HAND_SIZE - max(flush_cards(scale, hand, suit) for hand in hands))


def count_by_ranks(
    scales: Sequence[Scale],
    hands: Sequence[Sequence[Card]],
    unseen: Sequence[Card],
    suits: Iterable[Suit],
    to_come: int,
) -> Iterator[Weighted]:
    """Yields weighted rows of strengths, first by ranks alone, then the corrections for each suit."""
    sides = []
    for scale in scales:
        lookup = scale.sum_lookup
        assert lookup is not None
        sides.append(_Side(lookup, [lookup.rank_key(hand) for hand in hands], scale.hand_order.flushes))
    ways = ways_to_deal(classes_of(unseen, scales, frozenset()), to_come)
    every = _by_rank_keys(sides[0].lookup, ways)
    yield every.weights, _rows_by_ranks(sides, every.keys, 0)
    for suit in suits:
        held = [[card for card in hand if card.suit is suit] for hand in hands]
        suited = classes_of([card for card in unseen if card.suit is suit], scales, frozenset())
        others = classes_of([card for card in unseen if card.suit is not suit], scales, frozenset())
        for size in range(max(0, HAND_SIZE - max(map(len, held))), to_come + 1):
            rest = _by_rank_keys(sides[0].lookup, ways_to_deal(others, to_come - size))
            for way in ways_to_deal(suited, size):
                yield from _corrections(sides, held, way, rest)


def _corrections(
    sides: Sequence[_Side], held: Sequence[Sequence[Card]], suited: Way, rest: _Rest
) -> Iterator[Weighted]:
    """Corrects the ways in which these cards of a suit come; `held` are those of that suit that each player has."""
    lookup = sides[0].lookup
    flushes = [
        lookup.flush_strength(lookup.rank_key((*own, *suited.cards)))
        if len(own) + len(suited.cards) >= HAND_SIZE
        else 0
        for own in held
    ]
    rows = _rows_by_ranks(sides, rest.keys, lookup.rank_key(suited.cards))
    weights = [suited.weight * weight for weight in rest.weights]
    yield [-weight for weight in weights], rows
    yield weights, _rows_with_flushes(sides, rows, flushes)


def _by_rank_keys(lookup: FiveCardLookup, ways: Sequence[Way]) -> _Rest:
    return _Rest([way.weight for way in ways], [lookup.rank_key(way.cards) for way in ways])


def _rows_by_ranks(sides: Sequence[_Side], coming: Sequence[int], suited_key: int) -> list[Row]:
    columns = [side.lookup.rank_strengths(held + suited_key, coming) for side in sides for held in side.held]
    return list(zip(*columns, strict=True))


def _rows_with_flushes(sides: Sequence[_Side], rows: Sequence[Row], flushes: Sequence[int]) -> list[Row]:
    """The rows where a hand with a flush counts for that, if it is better, on the sides on which flushes count."""
    floor = [strength if side.flushes else 0 for side in sides for strength in flushes]
    return [tuple(map(max, row, floor)) for row in rows]
