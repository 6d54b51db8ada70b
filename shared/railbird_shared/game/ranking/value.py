"""The value of a hand: how it compares, which cards make it and what they count as (DS-1), and what it is called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import total_ordering
from typing import Protocol

from railbird_shared.game.cards import Card, Rank
from railbird_shared.game.ranking.card_use import CardChoice, CardUse
from railbird_shared.game.ranking.order import NO_HAND, Category
from railbird_shared.game.ranking.words import Wording


class HandScale(Protocol):
    """What a value asks of the scale that it stands on; `scale.Scale` is one."""

    circular: bool
    wording: Wording

    def decode(self, strength: int) -> tuple[Category, tuple[Rank, ...]]:
        """Returns the category of a strength and the ranks that decide within it."""
        ...

    def card_uses(self, hand: HandValue) -> tuple[CardUse, ...]:
        """Returns the cards that make a hand and what each counts as."""
        ...

    def lowest_wild(self, hand: HandValue) -> tuple[Card, ...]:
        """Returns the cards that are wild for being the player's lowest."""
        ...

    def deciding_card(self, hand: HandValue) -> Card | None:
        """Returns the card whose suit breaks ties, None where suits break none."""
        ...

    def short_name(self, strength: int) -> str:
        """Returns the name of a hand without kickers."""
        ...

    def special_name(self, strength: int) -> str:
        """Returns the name of a hand that its category does not name, empty for others."""
        ...

    def tiebreak_words(self, hand: HandValue, rivals: Sequence[HandValue]) -> str:
        """Returns what sets a hand apart from others of the same ranks, empty where nothing does."""
        ...


@total_ordering
class HandValue:
    """The value of a hand; the greater one wins and equal ones tie (HR-8), on low scales too.

    Everything but the comparison is computed on request. Under a circular order two values cannot be compared:
    comparing them raises TypeError, and `winners` decides (NU-12).
    """

    __slots__ = ("_scale", "choices", "dealt_cards", "lowest_among", "strength")

    def __init__(
        self,
        scale: HandScale,
        strength: int,
        dealt_cards: tuple[Card, ...],
        lowest_among: tuple[Card, ...] = (),
        choices: tuple[CardChoice, ...] = (),
    ) -> None:
        self._scale = scale
        self.strength = strength
        self.dealt_cards = dealt_cards
        self.lowest_among = lowest_among
        self.choices = choices

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandValue):
            return NotImplemented
        return self.strength == other.strength

    def __lt__(self, other: HandValue) -> bool:
        if self._scale.circular:
            raise TypeError("These hands go round in a circle; winners() finds who wins among them.")
        return self.strength < other.strength

    def __gt__(self, other: HandValue) -> bool:
        return other < self

    def __hash__(self) -> int:
        return hash(self.strength)

    def __repr__(self) -> str:
        return f"<{self.words}: {' '.join(map(str, self.cards))}>"

    @property
    def qualifies(self) -> bool:
        """Whether the hand can win anything; a low that is not eight or better cannot (LO-22)."""
        return self.strength != NO_HAND

    @property
    def category(self) -> Category:
        """The kind of hand; a low hand without a combination is a high card."""
        return self._scale.decode(self.strength)[0]

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks that decide between two hands of the category, the most significant first.

        A straight has one, its top; four of a kind has two, the four and the kicker. A hand that does not qualify has
        none.
        """
        return self._scale.decode(self.strength)[1]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The five cards used, or all of fewer, the most significant first (HR-3, DS-1)."""
        return tuple(card for card, _ in self._scale.card_uses(self))

    @property
    def played_as(self) -> tuple[Card, ...]:
        """The card that each of `cards` counts as: itself, or what a wild card stands for (WC-4)."""
        return tuple(counts_as for _, counts_as in self._scale.card_uses(self))

    @property
    def lowest_wild(self) -> tuple[Card, ...]:
        """The player's lowest cards where these are wild, else none (WC-26, WC-27).

        Of several the player chooses one, unless all of the rank are wild (WC-30).
        """
        return self._scale.lowest_wild(self)

    @property
    def deciding_card(self) -> Card | None:
        """The card whose suit breaks ties under a suit tie-break, else None (SU-6..SU-10)."""
        return self._scale.deciding_card(self)

    @property
    def words(self) -> str:
        """The name of the hand without kickers: "pair of kings", "8-7-6-4-3"."""
        return self._scale.short_name(self.strength)

    def describe(self, others: Iterable[HandValue] = ()) -> str:
        """Returns the name with as many kickers as tell this hand from the others: "pair of kings, ace kicker".

        Where only wild cards or a suit tell it from another hand of the same ranks, the name adds them.
        """
        if title := self._scale.special_name(self.strength):
            return title
        category, ranks = self._scale.decode(self.strength)
        rival_ranks: list[tuple[Rank, ...]] = []
        alike: list[HandValue] = []
        for other in others:
            other_category, other_ranks = self._scale.decode(other.strength)
            if other_category is category and other.strength != NO_HAND:
                rival_ranks.append(other_ranks)
                if other_ranks == ranks and other.strength != self.strength:
                    alike.append(other)
        if not rival_ranks:
            return self.words
        text = self._scale.wording.name_with_kickers(category, ranks, rival_ranks)
        return text + (self._scale.tiebreak_words(self, alike) if alike else "")

    def names(self) -> tuple[str, ...]:
        """Returns every name that players give this hand, `words` first (DS-2..DS-14)."""
        if not self.qualifies:
            return (self.words,)
        return tuple(dict.fromkeys((self.words, *self._scale.wording.names(*self._scale.decode(self.strength)))))
