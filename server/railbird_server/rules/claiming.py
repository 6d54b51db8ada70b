"""What hand a player's cards can be claimed to make, and what a claim is worth (SD-10, SD-11).

A hand counts for what its owner says, though it be better: four kings may be claimed as three of a kind, a flush as
ace high. Claims are compared by category and then by rank after rank, like hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from railbird_server.rules.player import Player
from railbird_server.rules.ranking import Category, HandValue, Scale
from railbird_server.rules.ranking.strength import HAND_SIZE, encode_strength
from railbird_shared.cards import Card

GROUP_SIZES = {
    Category.ONE_PAIR: (2,),
    Category.TWO_PAIR: (2, 2),
    Category.THREE_OF_A_KIND: (3,),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4,),
    Category.FIVE_OF_A_KIND: (5,),
}
"""How many cards of one rank a category needs, group after group."""


def claimable_categories(scale: Scale, player: Player, board: Sequence[Card]) -> dict[Category, int]:
    """Returns every category that the cards can make, the best first, with what its best hand is worth."""
    strengths: dict[Category, int] = {}
    for value in _five_card_hands(scale, player, board):
        for category in (value.category, *_lower_categories(value)):
            strength = encode_strength(category.value, _deciding_ranks(value, category))
            strengths[category] = max(strength, strengths.get(category, 0))
    return dict(sorted(strengths.items(), key=lambda claim: claim[1], reverse=True))


def _five_card_hands(scale: Scale, player: Player, board: Sequence[Card]) -> Iterator[HandValue]:
    cards = [*player.cards, *board]
    for five in combinations(cards, min(HAND_SIZE, len(cards))):
        yield scale.value(five, player.hole_cards)


def _lower_categories(value: HandValue) -> Iterable[Category]:
    """The categories below its own that the same five cards also make."""
    counts = _rank_counts(value)
    own = value.category
    if own is Category.STRAIGHT_FLUSH:
        yield Category.FLUSH
        yield Category.STRAIGHT
    for category, groups in GROUP_SIZES.items():
        if category is not own and _contains_groups(counts, groups):
            yield category
    yield Category.HIGH_CARD


def _rank_counts(value: HandValue) -> list[int]:
    return sorted(Counter(card.rank for card in value.played_as).values(), reverse=True)


def _contains_groups(counts: Sequence[int], groups: Sequence[int]) -> bool:
    return len(counts) >= len(groups) and all(count >= size for count, size in zip(counts, groups, strict=False))


def _deciding_ranks(value: HandValue, category: Category) -> list[int]:
    """The deciding ranks of five cards read as a category: its groups, largest first, then the rest from the top."""
    if category is value.category:
        return [int(rank) for rank in value.ranks]
    left = sorted((int(card.rank) for card in value.played_as), reverse=True)
    ranks: list[int] = []
    if category is Category.STRAIGHT:
        return [int(value.ranks[0])]
    for size in GROUP_SIZES.get(category, ()):
        rank = max(rank for rank, count in Counter(left).items() if count >= size)
        ranks.append(rank)
        for _ in range(size):
            left.remove(rank)
    return [*ranks, *left][:HAND_SIZE]
