"""The best low hand of ranks and wild cards: the lowest that can be made, straights and flushes avoided (LO).

A wild card is a fitter: it stands for the rank that makes the hand lowest, be it joker or bug (LO-27, LO-30).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

from railbird_server.rules.ranking.category import Category
from railbird_server.rules.ranking.ladder import Ladder, rank_of, rank_set
from railbird_server.rules.ranking.strength import HAND_SIZE
from railbird_shared.cards import Rank

_BY_SHAPE = {
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


def lowest_of_ranks(ladder: Ladder, ranks: Sequence[int], wilds: int = 0) -> int:
    """Returns the strength of the lowest hand in ranks and wild cards of more than one suit (LO-25, LO-27..LO-29)."""
    size = min(HAND_SIZE, len(ranks) + wilds)
    held = sorted({ladder.number(rank) for rank in ranks})
    fitted = [number for number in ladder.numbers_up if number not in held][:wilds]
    lowest = sorted(held + fitted)[:size]
    if len(lowest) < size:
        return _lowest_of_any(ladder, ranks, wilds, size)
    if size < HAND_SIZE or not ladder.run_top(rank_set(map(rank_of, lowest))):
        return ladder.pack(Category.HIGH_CARD, lowest[::-1])
    return _lowest_straightless(ladder, rank_set(held), wilds) or _lowest_of_any(ladder, ranks, wilds, size)


def strength_of_low(ladder: Ladder, ranks: Sequence[int], *, suited: bool = False) -> int:
    """Returns the strength of just these one to five cards, all of one suit if `suited` (LO-5..LO-15)."""
    counts = Counter(ranks)
    groups = sorted(((count, ladder.number(rank, count)) for rank, count in counts.items()), reverse=True)
    numbers = [number for _, number in groups]
    category = _BY_SHAPE.get(tuple(count for count, _ in groups), Category.HIGH_CARD)
    worst = ladder.pack(category, numbers)
    full = len(ranks) == HAND_SIZE
    top = ladder.run_top(rank_set(ranks)) if full else 0
    flush = full and suited and ladder.flushes
    if top:
        return ladder.pack(Category.STRAIGHT_FLUSH if flush else Category.STRAIGHT, (top,))
    if flush:
        return min(worst, ladder.pack(Category.FLUSH, sorted(map(ladder.number, ranks), reverse=True)))
    return worst


def _lowest_straightless(ladder: Ladder, held: int, wilds: int) -> int:
    for numbers in ladder.straightless:
        if (numbers & ~held).bit_count() <= wilds:
            return ladder.pack(Category.HIGH_CARD, [n for n in range(Rank.ACE, 0, -1) if numbers >> n & 1])
    return 0


def _lowest_of_any(ladder: Ladder, ranks: Sequence[int], wilds: int, size: int) -> int:
    """The lowest hand where one must hold a pair or a straight, found by trying every choice and substitution."""
    stood_in = min(wilds, size)
    return max(
        strength_of_low(ladder, [*chosen, *fitted])
        for chosen in set(combinations(sorted(ranks), size - stood_in))
        for fitted in combinations_with_replacement(ladder.ranks, stood_in)
    )
