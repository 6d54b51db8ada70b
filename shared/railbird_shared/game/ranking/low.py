"""The best low hand in ranks and wild cards, avoiding straights and flushes where they count (LO).

A wild card, joker or bug stands for the rank that makes the hand lowest (LO-27, LO-30).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

from railbird_shared.game.cards import HAND_SIZE, Rank
from railbird_shared.game.ranking.order import Category, HandOrder, rank_of, rank_set

_CATEGORY_BY_GROUP_SIZES = {
    (5,): Category.FIVE_OF_A_KIND,
    (4, 1): Category.FOUR_OF_A_KIND,
    (4,): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 1): Category.THREE_OF_A_KIND,
    (3,): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 2): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.ONE_PAIR,
    (2, 1, 1): Category.ONE_PAIR,
    (2, 1): Category.ONE_PAIR,
    (2,): Category.ONE_PAIR,
}


def lowest_of_ranks(hand_order: HandOrder, ranks: Sequence[int], wilds: int = 0) -> int:
    """Returns the strength of the lowest hand in ranks and wild cards of more than one suit (LO-25, LO-27..LO-29)."""
    if not wilds and len(ranks) <= HAND_SIZE:
        return strength_of_low(hand_order, ranks)
    size = min(HAND_SIZE, len(ranks) + wilds)
    held = sorted({hand_order.number(rank) for rank in ranks})
    lowest = held[:size]
    if wilds:
        stand_ins = [number for number in hand_order.numbers_ascending if number not in held][:wilds]
        lowest = sorted(held + stand_ins)[:size]
    if len(lowest) < size:
        return _lowest_by_search(hand_order, ranks, wilds, size)
    if size < HAND_SIZE or not hand_order.straight_top(rank_set(map(rank_of, lowest))):
        return hand_order.encode(Category.HIGH_CARD, lowest[::-1])
    return _lowest_without_straight(hand_order, rank_set(held), wilds) or _lowest_by_search(
        hand_order, ranks, wilds, size
    )


def strength_of_low(hand_order: HandOrder, ranks: Sequence[int], *, suited: bool = False) -> int:
    """Returns the strength of exactly these one to five cards, all of one suit if `suited` (LO-5..LO-15)."""
    counts = Counter(ranks)
    groups = sorted(((count, hand_order.number(rank, count)) for rank, count in counts.items()), reverse=True)
    numbers = [number for _, number in groups]
    category = _CATEGORY_BY_GROUP_SIZES.get(tuple(count for count, _ in groups), Category.HIGH_CARD)
    worst = hand_order.encode(category, numbers)
    top = hand_order.straight_top(rank_set(ranks)) if len(counts) == HAND_SIZE else 0
    flush = suited and len(ranks) == HAND_SIZE and hand_order.flushes
    if top:
        return hand_order.encode(Category.STRAIGHT_FLUSH if flush else Category.STRAIGHT, (top,))
    if flush:
        return min(worst, hand_order.encode(Category.FLUSH, sorted(map(hand_order.number, ranks), reverse=True)))
    return worst


def _lowest_without_straight(hand_order: HandOrder, held: int, wilds: int) -> int:
    for numbers in hand_order.straightless:
        if (numbers & ~held).bit_count() <= wilds:
            return hand_order.encode(Category.HIGH_CARD, [n for n in range(Rank.ACE, 0, -1) if numbers >> n & 1])
    return 0


def _lowest_by_search(hand_order: HandOrder, ranks: Sequence[int], wilds: int, size: int) -> int:
    """The lowest hand in cards that always make a pair or a straight, found by trying every choice and substitution."""
    wilds_used = min(wilds, size)
    return max(
        strength_of_low(hand_order, [*chosen, *stand_ins])
        for chosen in set(combinations(sorted(ranks), size - wilds_used))
        for stand_ins in combinations_with_replacement(hand_order.ranks, wilds_used)
    )
