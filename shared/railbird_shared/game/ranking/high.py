"""The best high hand in ranks and wild cards, found by counting the cards of each rank or suit.

This is the rule as written; `lookup` fills its caches from it. A wild card stands for any card that the valued cards
lack (WC-4, WC-6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from railbird_shared.game.cards import HAND_SIZE, Rank
from railbird_shared.game.ranking.order import Category, HandOrder, rank_set

# The sizes of the groups of equal ranks in each category, the best category first. Straights and flushes have none.
_GROUP_SIZES = (
    (Category.FIVE_OF_A_KIND, (5,)),
    (Category.FOUR_OF_A_KIND, (4,)),
    (Category.FULL_HOUSE, (3, 2)),
    (Category.THREE_OF_A_KIND, (3,)),
    (Category.TWO_PAIR, (2, 2)),
    (Category.ONE_PAIR, (2,)),
)


def strength_of_ranks(hand_order: HandOrder, ranks: Sequence[int], wilds: int = 0, bugs: int = 0) -> int:
    """Returns the strength of ranks and wild cards, suits aside (HR-14..HR-28, PH-1..PH-5).

    A bug completes a straight like any wild card and is an ace otherwise (WC-13).
    """
    grouped = _best_without_straights(hand_order, Counter([*ranks, *[Rank.ACE] * bugs]), wilds)
    top = hand_order.straight_top(rank_set(ranks), wilds + bugs)
    return max(grouped, hand_order.encode(Category.STRAIGHT, (top,))) if top else grouped


def strength_of_suited(hand_order: HandOrder, ranks: Sequence[int], wilds: int = 0, copies: int = 1) -> int:
    """Returns the strength of cards of one suit and wild cards, five or more in all (HR-10..HR-13, HR-17, WC-17).

    Each wild card is the highest card of the suit of which the hand has fewer than `copies` (WC-7, WC-19, MD-5).
    """
    top = hand_order.straight_top(rank_set(ranks), wilds)
    if top:
        return hand_order.encode(Category.STRAIGHT_FLUSH, (top,))
    missing = [rank for rank in hand_order.ranks for _ in range(copies - ranks.count(rank))]
    return hand_order.encode(Category.FLUSH, sorted([*ranks, *missing[:wilds]], reverse=True)[:HAND_SIZE])


def _best_without_straights(hand_order: HandOrder, counts: Counter[int], wilds: int) -> int:
    most = max(counts.values(), default=0) + wilds
    for category, sizes in _GROUP_SIZES:
        if most >= sizes[0] and (groups := _highest_groups(hand_order, counts, wilds, sizes)):
            return hand_order.encode(category, groups + _kickers(counts, groups, HAND_SIZE - sum(sizes)))
    return hand_order.encode(Category.HIGH_CARD, _kickers(counts or hand_order.ranks[:wilds], [], HAND_SIZE))


def _highest_groups(hand_order: HandOrder, counts: Counter[int], wilds: int, sizes: Iterable[int]) -> list[int]:
    """The highest ranks that make groups of these sizes, none if the cards do not make them.

    As categories are tried from the best down, two groups never need the same wild card.
    """
    groups: list[int] = []
    ranks = hand_order.ranks if wilds else sorted(counts, reverse=True)
    for size in sizes:
        for rank in ranks:
            held = counts.get(rank, 0)
            if held + wilds >= size and rank not in groups:
                wilds -= max(0, size - held)
                groups.append(rank)
                break
        else:
            return []
    return groups


def _kickers(ranks: Iterable[int], groups: list[int], count: int) -> list[int]:
    return sorted(set(ranks).difference(groups), reverse=True)[:count]
