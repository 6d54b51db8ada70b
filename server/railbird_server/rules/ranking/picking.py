"""Which cards make a hand and what they are played as, in the order they are shown (DS-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from railbird_server.rules.ranking.category import Category
from railbird_server.rules.ranking.ladder import HandOrder
from railbird_server.rules.ranking.suits import suits_high_to_low
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
        stood_for = next(filter(fits, (_CARD_BY_RANK_AND_SUIT[rank, suit] for suit in suits)), _CARD_BY_RANK_AND_SUIT[rank, suits[0]])
        held.append(stood_for)
        yield CardUse(wild.pop(0), stood_for)
