"""Names of low hands (DS-13, DS-14). A hand with a pair, straight or flush is named like a high hand.

Ranks up to ten are written in figures: "8-6 low", "king-down".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from railbird_server.rules.ranking import words
from railbird_server.rules.ranking.order import Category
from railbird_shared.cards import Rank

_WHEEL = (Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO, Rank.ACE)


def short_name(category: Category, ranks: Sequence[Rank]) -> str:
    """Returns the words for the hand without kickers: "8-low", "king-down"."""
    return name_with_kickers(category, ranks, ())


def name_with_kickers(category: Category, ranks: Sequence[Rank], rivals: Iterable[Sequence[Rank]]) -> str:
    """Returns the words with as many more cards as tell the hand from rivals of its category that it does not tie."""
    if category is not Category.HIGH_CARD:
        return words.name_with_kickers(category, ranks, rivals)
    depth = words.ranks_needed(1, ranks, rivals)
    if depth > 1:
        return f"{figures(ranks[:depth])} low"
    return f"{figures(ranks[:1])}-{'low' if ranks[0] <= Rank.TEN else 'down'}"


def names(category: Category, ranks: Sequence[Rank]) -> tuple[str, ...]:
    """Returns every accepted name of the hand once, the one that the server says first."""
    if category is not Category.HIGH_CARD:
        return words.names(category, ranks)
    top = [f"{said}{end}" for said in (_figure(ranks[0]), ranks[0].word) for end in ("-low", "-down", " low", " down")]
    more = [figures(ranks[:depth]) for depth in range(2, len(ranks) + 1)]
    said = [short_name(category, ranks), *top, *(f"{figures} low" for figures in more), *more]
    if tuple(ranks) == _WHEEL:
        said += ["wheel", "bicycle"]
    return tuple(dict.fromkeys(said))


def figures(ranks: Sequence[Rank]) -> str:
    """Returns ranks as they are said one after the other: "king-9-6"."""
    return "-".join(map(_figure, ranks))


def _figure(rank: Rank) -> str:
    return rank.word if rank > Rank.TEN else str(int(rank))
