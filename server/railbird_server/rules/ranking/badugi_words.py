"""Names of badugi hands: the highest card, and the number of cards if fewer than four."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from railbird_server.rules.ranking.low_words import figures
from railbird_server.rules.ranking.order import Category
from railbird_server.rules.ranking.words import ranks_needed
from railbird_shared.cards import Rank

_COUNT_WORDS = {1: "one-card ", 2: "two-card ", 3: "three-card ", 4: ""}


def short_name(category: Category, ranks: Sequence[Rank]) -> str:
    """Returns the words for the hand: "8 badugi", "three-card 7 badugi"."""
    return name_with_kickers(category, ranks, ())


def name_with_kickers(category: Category, ranks: Sequence[Rank], rivals: Iterable[Sequence[Rank]]) -> str:  # noqa: ARG001
    """Returns the words with as many more cards as tell the hand from rivals of as many cards."""
    depth = ranks_needed(1, ranks, [rival for rival in rivals if len(rival) == len(ranks)])
    return f"{_COUNT_WORDS[len(ranks)]}{figures(ranks[:depth])} badugi"


def names(category: Category, ranks: Sequence[Rank]) -> tuple[str, ...]:
    """Returns every accepted name of the hand once, the one that the server says first."""
    more = [f"{_COUNT_WORDS[len(ranks)]}{figures(ranks[:depth])} badugi" for depth in range(1, len(ranks) + 1)]
    return tuple(dict.fromkeys((short_name(category, ranks), *more, figures(ranks))))
