"""The value of a hand: how it compares, which cards make it and what they count as (DS-1), and what it is called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import total_ordering
from typing import NamedTuple, Protocol

from railbird_server.rules.ranking.order import NO_HAND, Category, HandOrder
from railbird_server.rules.ranking.rules import suits_high_to_low
from railbird_shared.cards import PACK, Card, Rank, Suit

_CARD_BY_RANK_AND_SUIT = {(card.rank, card.suit): card for card in PACK}
_SUITED_CATEGORIES = (Category.FLUSH, Category.STRAIGHT_FLUSH)


class CardUse(NamedTuple):
    """A card of a hand and the card it counts as; the two differ where a wild card stands for another."""

    card: Card
    counts_as: Card


def arrange_cards(
    hand_order: HandOrder, strength: int, natural: Sequence[Card], wild: Sequence[Card], suit_order: str
) -> tuple[CardUse, ...]:
    """Returns the cards of a hand that has this strength, the most significant first.

    A wild card is played as what is printed on it where that serves (WC-8), else as the card of the best suit that
    the hand lacks.
    """
    category, numbers = hand_order.category(strength), hand_order.numbers(strength)
    ranks = hand_order.ranks_of_cards(category, numbers)
    left = list(natural)
    taken = [_take(left, rank) for rank in ranks]
    missing = [rank for rank, card in zip(ranks, taken, strict=True) if card is None]
    suits = _stand_in_suits(category, natural, suit_order)
    stand_ins = _stand_ins(missing, list(wild), natural, suits, differ=hand_order.suits_differ)
    return tuple(next(stand_ins) if card is None else CardUse(card, card) for card in taken)


def _take(cards: list[Card], rank: Rank) -> Card | None:
    card = next((card for card in cards if card.rank is rank), None)
    if card is not None:
        cards.remove(card)
    return card


def _stand_in_suits(category: Category, natural: Sequence[Card], suit_order: str) -> tuple[Suit, ...]:
    """The suits a wild card may take, the best first: that of the flush, or any that makes none."""
    suits = suits_high_to_low(suit_order)
    held = {card.suit for card in natural}
    if category in _SUITED_CATEGORIES:
        return tuple(held) or suits[:1]
    if len(held) == 1 and len(natural) >= 2:
        return tuple(suit for suit in suits if suit not in held)
    return suits


def _stand_ins(
    ranks: Sequence[Rank], wild: list[Card], natural: Sequence[Card], suits: Sequence[Suit], *, differ: bool
) -> Iterator[CardUse]:
    held = list(natural)

    def fits(card: Card) -> bool:
        clash = differ and card.suit in {other.suit for other in held}
        return card not in held and card.suit in suits and not clash

    themselves: dict[Rank, Card] = {}
    for rank in dict.fromkeys(ranks):
        printed = next((card for card in wild if card.rank is rank and fits(card)), None)
        if printed is not None:
            wild.remove(printed)
            held.append(printed)
            themselves[rank] = printed
    for rank in ranks:
        itself = themselves.pop(rank, None)
        if itself is not None:
            yield CardUse(itself, itself)
            continue
        stood_for = next(
            filter(fits, (_CARD_BY_RANK_AND_SUIT[rank, suit] for suit in suits)), _CARD_BY_RANK_AND_SUIT[rank, suits[0]]
        )
        held.append(stood_for)
        yield CardUse(wild.pop(0), stood_for)


CardChoice = tuple[int, ...]
"""Which of the cards held are taken for a hand, by their places."""


class Wording(Protocol):
    """How players say the hands of a scale: a module of words."""

    def short_name(self, category: Category, ranks: Sequence[Rank]) -> str:
        """Returns the words for a hand without kickers."""
        ...

    def name_with_kickers(self, category: Category, ranks: Sequence[Rank], rivals: Iterable[Sequence[Rank]]) -> str:
        """Returns the words with as many more cards as tell the hand from its rivals."""
        ...

    def names(self, category: Category, ranks: Sequence[Rank]) -> tuple[str, ...]:
        """Returns every accepted name of the hand, the one that the server says first."""
        ...


class HandScale(Protocol):
    """What a value asks the scale that it stands on."""

    wording: Wording
    circular: bool

    def decode(self, strength: int) -> tuple[Category, tuple[Rank, ...]]:
        """Returns the category of a strength and the ranks that decide within it."""
        ...

    def short_name(self, strength: int) -> str:
        """Returns the words for a hand of this strength, without kickers."""
        ...

    def special_name(self, strength: int) -> str:
        """Returns what a hand is called beyond its category, or nothing."""
        ...

    def card_uses(self, hand: HandValue) -> tuple[CardUse, ...]:
        """Returns the cards that make a hand and what they are played as."""
        ...

    def lowest_wild(self, hand: HandValue) -> tuple[Card, ...]:
        """Returns the cards that are wild for being the player's lowest, if any are."""
        ...

    def deciding_card(self, hand: HandValue) -> Card | None:
        """Returns the card whose suit breaks the ties of a hand, if suits do."""
        ...

    def tiebreak_words(self, hand: HandValue, rivals: Sequence[HandValue]) -> str:
        """Returns the words that tell a hand from others of the same ranks."""
        ...


@total_ordering
class HandValue:
    """The value of a hand; the greater one wins and equal ones tie (HR-8), on low scales too.

    Everything but the comparison is worked out when it is asked for. Under a circular order values cannot be compared
    two by two: TypeError is raised, and `winners` decides (NU-12).
    """

    __slots__ = ("_scale", "choices", "concealed", "dealt_cards", "strength")

    def __init__(
        self,
        scale: HandScale,
        strength: int,
        dealt_cards: tuple[Card, ...],
        concealed: tuple[Card, ...] = (),
        choices: tuple[CardChoice, ...] = (),
    ) -> None:
        self._scale = scale
        self.strength = strength
        self.dealt_cards = dealt_cards
        self.concealed = concealed
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
        """Whether the hand can win anything: false for a low that is not eight or better (LO-22)."""
        return self.strength != NO_HAND

    @property
    def category(self) -> Category:
        """The kind of hand; a low hand without a combination is a high card."""
        return self._scale.decode(self.strength)[0]

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks that decide between two hands of the category, the weightiest first.

        A straight has one, its top; four of a kind the four and the kicker. A hand that does not qualify has none.
        """
        return self._scale.decode(self.strength)[1]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The five cards used, or all of fewer, the most significant first (HR-3, DS-1)."""
        return tuple(card for card, _ in self._scale.card_uses(self))

    @property
    def played_as(self) -> tuple[Card, ...]:
        """What each of `cards` counts as: itself, or what a wild card stands for (WC-4)."""
        return tuple(counts_as for _, counts_as in self._scale.card_uses(self))

    @property
    def lowest_wild(self) -> tuple[Card, ...]:
        """The player's lowest cards where they are wild, else none (WC-26, WC-27).

        Of several the player chooses one, unless all of the rank are wild (WC-30).
        """
        return self._scale.lowest_wild(self)

    @property
    def deciding_card(self) -> Card | None:
        """The card whose suit breaks ties under a suit tie-break, else None (SU-6..SU-10)."""
        return self._scale.deciding_card(self)

    @property
    def words(self) -> str:
        """The hand in words, without kickers: "pair of kings", "8-low"."""
        return self._scale.short_name(self.strength)

    def describe(self, others: Iterable[HandValue] = ()) -> str:
        """Returns the words with as many kickers as tell this hand from the others: "pair of kings, ace kicker".

        Where only wild cards or a suit tell it from another hand of the same ranks, that is said as well.
        """
        if title := self._scale.special_name(self.strength):
            return title
        category, ranks = self._scale.decode(self.strength)
        rivals = [other for other in others if other.qualifies and other.category is category]
        text = self._scale.wording.name_with_kickers(category, ranks, [rival.ranks for rival in rivals])
        alike = [rival for rival in rivals if rival.ranks == ranks and rival.strength != self.strength]
        return text + (self._scale.tiebreak_words(self, alike) if alike else "")

    def names(self) -> tuple[str, ...]:
        """Returns every name players give this hand, `words` first (DS-2..DS-14)."""
        if not self.qualifies:
            return (self.words,)
        return tuple(dict.fromkeys((self.words, *self._scale.wording.names(*self._scale.decode(self.strength)))))
