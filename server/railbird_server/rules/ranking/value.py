"""What a hand is worth: compares with other hands, knows its cards, and says itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import total_ordering

from railbird_server.rules.ranking import wording
from railbird_server.rules.ranking.category import Category
from railbird_server.rules.ranking.picking import cards_used
from railbird_server.rules.ranking.strength import category_of, ranks_of
from railbird_shared.cards import Card, Rank


@total_ordering
class HandValue:
    """The value of a high hand; the greater one wins and equal ones tie (HR-8).

    Everything but the comparison is worked out when it is asked for.
    """

    __slots__ = ("_held", "strength")

    def __init__(self, strength: int, held: Sequence[Card]) -> None:
        self.strength = strength
        self._held = held

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandValue):
            return NotImplemented
        return self.strength == other.strength

    def __lt__(self, other: HandValue) -> bool:
        return self.strength < other.strength

    def __gt__(self, other: HandValue) -> bool:
        return self.strength > other.strength

    def __hash__(self) -> int:
        return hash(self.strength)

    def __repr__(self) -> str:
        return f"<{self.words}: {' '.join(map(str, self.cards))}>"

    @property
    def category(self) -> Category:
        """The kind of hand."""
        return category_of(self.strength)

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks that decide between two hands of the category, the weightiest first.

        A straight has one, its top; four of a kind the four and the kicker.
        """
        return ranks_of(self.strength)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The five cards used, or all of fewer, the most significant first (HR-3, DS-1)."""
        return cards_used(self.category, self.ranks, self._held)

    @property
    def words(self) -> str:
        """The hand in words, without kickers: "pair of kings"."""
        return wording.short(self.category, self.ranks)

    def describe(self, others: Iterable[HandValue] = ()) -> str:
        """Returns the words with as many kickers as tell this hand from the others: "pair of kings, ace kicker"."""
        rivals = [other.ranks for other in others if other.category is self.category]
        return wording.told_apart(self.category, self.ranks, rivals)

    def names(self) -> tuple[str, ...]:
        """Returns every name players give this hand, `words` first (DS-2..DS-12)."""
        return wording.names(self.category, self.ranks)
