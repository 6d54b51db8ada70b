"""Which cards make a hand and what they are played as, in the order they are shown (DS-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from railbird_server.rules.ranking.category import Category
from railbird_server.rules.ranking.ladder import Ladder
from railbird_server.rules.ranking.suits import best_first
from railbird_shared.cards import PACK, Card, Rank, Suit

_CARD = {(card.rank, card.suit): card for card in PACK}
_SUITED = (Category.FLUSH, Category.STRAIGHT_FLUSH)


class Played(NamedTuple):
    """A card of a hand and the card it counts as; the two differ where a wild card stands for another."""

    card: Card
    counts_as: Card


def played(
    ladder: Ladder, strength: int, natural: Sequence[Card], wild: Sequence[Card], suit_order: str
) -> tuple[Played, ...]:
    """Returns the cards of a hand that has this strength, the most significant first.

    A wild card is played as what is printed on it where that serves (WC-8), else as the card of the best suit that
    the hand lacks.
    """
    category, numbers = ladder.category(strength), ladder.numbers(strength)
    ranks = ladder.spread(category, numbers)
    left = list(natural)
    taken = [_take(left, rank) for rank in ranks]
    missing = [rank for rank, card in zip(ranks, taken, strict=True) if card is None]
    suits = _suits(category, natural, suit_order)
    stand_ins = _stand_ins(missing, list(wild), natural, suits, differ=ladder.suits_differ)
    return tuple(next(stand_ins) if card is None else Played(card, card) for card in taken)


def _take(cards: list[Card], rank: Rank) -> Card | None:
    card = next((card for card in cards if card.rank is rank), None)
    if card is not None:
        cards.remove(card)
    return card


def _suits(category: Category, natural: Sequence[Card], order: str) -> tuple[Suit, ...]:
    """The suits a wild card may take, the best first: that of the flush, or any that makes none."""
    suits = best_first(order)
    held = {card.suit for card in natural}
    if category in _SUITED:
        return tuple(held) or suits[:1]
    if len(held) == 1 and len(natural) >= 2:
        return tuple(suit for suit in suits if suit not in held)
    return suits


def _stand_ins(
    ranks: Sequence[Rank], wild: list[Card], natural: Sequence[Card], suits: Sequence[Suit], *, differ: bool
) -> Iterator[Played]:
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
            yield Played(itself, itself)
            continue
        stood_for = next(filter(fits, (_CARD[rank, suit] for suit in suits)), _CARD[rank, suits[0]])
        held.append(stood_for)
        yield Played(wild.pop(0), stood_for)
