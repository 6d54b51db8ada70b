"""The strength of the best hand in ranks and wild cards, by the rule as written; `lookup` fills its caches from it.

Of high hands the cards of each rank or suit are counted; a wild card stands for any card that the valued cards lack
(WC-4, WC-6). Low hands avoid straights and flushes where they count (LO); a wild card, joker or bug stands for the rank
that makes the hand lowest (LO-27, LO-30).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement

from railbird_shared.game.cards import HAND_SIZE, Rank
from railbird_shared.game.ranking.hand_order import GROUP_SIZES, Category, HandOrder, group_count, rank_of, rank_set

_GROUPED_CATEGORIES = [category for category in reversed(Category) if group_count(category)]
EQUAL_RANKS = {category: GROUP_SIZES[category][: group_count(category)] for category in _GROUPED_CATEGORIES}
"""The sizes of the groups of equal ranks in each category that has some, the best category first."""

_CATEGORY_BY_GROUP_SIZES = {
    GROUP_SIZES[category][:count]: category
    for category, groups in EQUAL_RANKS.items()
    for count in range(len(groups), len(GROUP_SIZES[category]) + 1)
}
"""The category of the groups that a hand has, with as many single cards as a short hand has."""


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
    for category, sizes in EQUAL_RANKS.items():
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


# --- low hands -------------------------------------------------------------------------------------------------------


def lowest_of_ranks(hand_order: HandOrder, ranks: Sequence[int], wilds: int = 0) -> int:
    """Returns the strength of the lowest hand in ranks and wild cards of more than one suit (LO-25, LO-27..LO-29)."""
    if not wilds and len(ranks) <= HAND_SIZE:
        return strength_of_low(hand_order, ranks)
    size = min(HAND_SIZE, len(ranks) + wilds)
    held = sorted({hand_order.number(rank) for rank in ranks})
    stand_ins = [number for number in hand_order.numbers_ascending if number not in held][:wilds]
    lowest = sorted(held + stand_ins)[:size]
    if len(lowest) < size:
        return _lowest_by_search(hand_order, ranks, wilds, size)
    if size < HAND_SIZE or not hand_order.straight_top(rank_set(map(rank_of, lowest))):
        return hand_order.encode(Category.HIGH_CARD, lowest[::-1])
    without_straight = _lowest_without_straight(hand_order, rank_set(held), wilds)
    return without_straight or _lowest_by_search(hand_order, ranks, wilds, size)


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
