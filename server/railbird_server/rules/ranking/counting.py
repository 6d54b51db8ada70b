"""The high hand found by counting: any one to seven cards of a plain pack, the best five of them (HR-3).

This is the rule as it is written. `keys` fills its tables from the parts of it, and is tested against the whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from railbird_server.rules.ranking.category import Category
from railbird_server.rules.ranking.strength import HAND_SIZE, pack
from railbird_shared.cards import Card, Rank

# The ace also stands below the two, and nowhere inside a sequence (HR-20, HR-22).
_RUNS = tuple(
    (top, frozenset(Rank.ACE if rank == 1 else Rank(rank) for rank in range(top - HAND_SIZE + 1, top + 1)))
    for top in range(Rank.ACE, Rank.FIVE - 1, -1)
)


def counted_strength(cards: Sequence[Card]) -> int:
    """Returns the strength of the best high hand in one to seven cards."""
    strongest = strength_of_ranks(card.rank for card in cards)
    for suit, held in Counter(card.suit for card in cards).items():
        if held >= HAND_SIZE:
            suited = {card.rank for card in cards if card.suit is suit}
            strongest = max(strongest, strength_of_suited(suited))
    return strongest


def strength_of_suited(ranks: Collection[int]) -> int:
    """Returns the strength of five or more different ranks of one suit (HR-10..HR-13, HR-17)."""
    top = straight_top(ranks)
    if top:
        return pack(Category.STRAIGHT_FLUSH, (top,))
    return pack(Category.FLUSH, sorted(ranks, reverse=True))


def strength_of_ranks(ranks: Iterable[int]) -> int:
    """Returns the strength of one to seven ranks when suits are left aside (HR-14..HR-28, PH-1..PH-5)."""
    counts = Counter(ranks)
    ordered = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    most, next_most = counts[ordered[0]], counts[ordered[1]] if len(ordered) > 1 else 0
    top = straight_top(counts)
    match most:
        case 4:
            return _with_kickers(Category.FOUR_OF_A_KIND, ordered[:1], counts, 1)
        case 3 if next_most > 1:
            return pack(Category.FULL_HOUSE, ordered[:2])
        case _ if top:
            return pack(Category.STRAIGHT, (top,))
        case 3:
            return _with_kickers(Category.THREE_OF_A_KIND, ordered[:1], counts, 2)
        case 2 if next_most > 1:
            return _with_kickers(Category.TWO_PAIR, ordered[:2], counts, 1)
        case 2:
            return _with_kickers(Category.ONE_PAIR, ordered[:1], counts, 3)
        case _:
            return _with_kickers(Category.HIGH_CARD, [], counts, HAND_SIZE)


def straight_top(ranks: Collection[int]) -> int:
    """Returns the top rank of the highest straight among the ranks, 0 without one (HR-19..HR-22)."""
    return next((top for top, run in _RUNS if run.issubset(ranks)), 0)


def _with_kickers(category: Category, combination: list[int], ranks: Iterable[int], kickers: int) -> int:
    others = sorted(set(ranks).difference(combination), reverse=True)
    return pack(category, combination + others[:kickers])
