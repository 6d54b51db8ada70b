"""Which of the cards held make the hand, in the order they are shown (DS-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from railbird_server.rules.ranking.category import Category
from railbird_server.rules.ranking.strength import HAND_SIZE
from railbird_shared.cards import Card, Rank

_SINGLES = (1,) * HAND_SIZE
_COPIES = {
    Category.HIGH_CARD: _SINGLES,
    Category.ONE_PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.STRAIGHT: _SINGLES,
    Category.FLUSH: _SINGLES,
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.STRAIGHT_FLUSH: _SINGLES,
}


def cards_used(category: Category, ranks: Sequence[Rank], held: Sequence[Card]) -> tuple[Card, ...]:
    """Returns the cards of `held` that make the hand; of cards that serve alike, those held first."""
    if category in (Category.FLUSH, Category.STRAIGHT_FLUSH):
        suit, _ = Counter(card.suit for card in held).most_common(1)[0]
        held = [card for card in held if card.suit is suit]
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        ranks = _run_down_from(ranks[0])
    used: list[Card] = []
    for rank, copies in zip(ranks, _COPIES[category], strict=False):
        used += [card for card in held if card.rank is rank][:copies]
    return tuple(used)


def _run_down_from(top: Rank) -> list[Rank]:
    lower = [Rank(rank) for rank in range(top, max(top - HAND_SIZE, 1), -1)]
    return lower if len(lower) == HAND_SIZE else [*lower, Rank.ACE]
