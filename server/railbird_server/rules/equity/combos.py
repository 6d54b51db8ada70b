"""The ways to deal the cards to come, with those that make the same hands counted together.

Two cards of a rank make the same hands unless somebody can make a flush with the suit of one of them. Unseen cards are
put into classes by that, and a way to deal some cards is a multiset of classes with the number of deals that it stands
for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb
from typing import NamedTuple

from railbird_shared.game.cards import HAND_SIZE, Card, Suit
from railbird_shared.game.game_rules import LowestWild
from railbird_shared.game.ranking import Scale
from railbird_shared.game.ranking.lookup import is_wild


class CardClass(NamedTuple):
    """Cards that make the same hands: one of them, and how many are left."""

    card: Card
    left: int


class Way(NamedTuple):
    """Cards that may come, and how many deals bring them or cards of the same classes."""

    weight: int
    cards: tuple[Card, ...]


def unseen_cards(pack: Iterable[Card], seen: Iterable[Card]) -> list[Card]:
    """Returns the cards of a pack that nobody has seen, a card of several packs as often as it is left."""
    left = Counter(pack)
    left.subtract(seen)
    return [card for card, copies in left.items() for _ in range(copies)]


def classes_of(unseen: Iterable[Card], scales: Sequence[Scale], suits: frozenset[Suit]) -> list[CardClass]:
    """Returns the classes of the unseen cards where only these suits matter; every card is its own on odd scales."""
    lookups = [scale.sum_lookup for scale in scales]
    counts: Counter[tuple[object, Suit]] = Counter()
    members: dict[tuple[object, Suit], Card] = {}
    for card in unseen:
        keys = [lookup.key_of[card] for lookup in lookups if lookup is not None]
        if len(keys) < len(lookups):
            kind: tuple[object, Suit] = (card, card.suit)
        elif any(map(is_wild, keys)):
            kind = (tuple(keys), Suit.NONE)
        else:
            kind = (card.rank, card.suit if card.suit in suits else Suit.NONE)
        counts[kind] += 1
        members.setdefault(kind, card)
    return [CardClass(members[kind], count) for kind, count in counts.items()]


def ways_to_deal(classes: Sequence[CardClass], size: int) -> list[Way]:
    """Returns every multiset of `size` cards; the weights add up to the number of deals."""
    partial: dict[int, list[Way]] = {left: [] for left in range(size + 1)}
    partial[size] = [Way(1, ())]
    for card, copies_left in classes:
        for left in range(size + 1):
            # Ways with few cards missing come first, so that none gets a second time the cards of the same class.
            for weight, cards in tuple(partial[left]):
                for copies in range(1, min(copies_left, left) + 1):
                    partial[left - copies].append(Way(weight * comb(copies_left, copies), (*cards, *(card,) * copies)))
    return partial[0]


def count_ways(classes: Sequence[CardClass], size: int) -> int:
    """Returns how many multisets `ways_to_deal` returns, without making them."""
    counts = [1] + [0] * size
    for _, left in classes:
        counts = [sum(counts[total - copies] for copies in range(min(left, total) + 1)) for total in range(size + 1)]
    return counts[size]


def suits_that_matter(
    scales: Sequence[Scale], hands: Sequence[Sequence[Card]], board: Sequence[Card], to_come: int, most_from_hand: int
) -> frozenset[Suit]:
    """Returns the suits in which somebody can still make a flush, or every suit where suits decide otherwise.

    `most_from_hand` is how many cards of a hand may play at once.
    """
    suits: set[Suit] = set()
    for scale in scales:
        if scale.sum_lookup is None or scale.rules.lowest_wild is not LowestWild.NONE:
            return frozenset(Suit) - {Suit.NONE}
        if scale.hand_order.flushes:
            for hand in hands:
                suits |= {
                    suit
                    for suit in Suit
                    if suit is not Suit.NONE
                    and min(most_from_hand, flush_cards(scale, hand, suit)) + flush_cards(scale, board, suit) + to_come
                    >= HAND_SIZE
                }
    return frozenset(suits)


def flush_cards(scale: Scale, cards: Iterable[Card], suit: Suit) -> int:
    """Returns how many of the cards can be part of a flush of a suit, wild ones included."""
    lookup = scale.sum_lookup
    assert lookup is not None
    return sum(1 for card in cards if card.suit is suit or is_wild(lookup.key_of[card]))
