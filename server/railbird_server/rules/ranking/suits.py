"""Orders of suits, for every use of suits at a table (SU-1..SU-4, SU-12, SU-13)."""

from __future__ import annotations

from functools import cache

from railbird_shared.cards import SUIT_OF_LETTER, Card, Rank, Suit

STANDARD_SUIT_ORDER = "shdc"
SUIT_ORDERS = (STANDARD_SUIT_ORDER, "shcd", "sdch", "hsdc", "hdsc", "hdcs", "dshc", "dhsc", "cshd")
"""The orders a table may choose, each from high to low, the standard one first (SU-12)."""


def suits_high_to_low(suit_order: str) -> tuple[Suit, ...]:
    """Returns the suits of an order from high to low."""
    return tuple(SUIT_OF_LETTER[letter] for letter in suit_order)


@cache
def card_order(card: Card, suit_order: str = STANDARD_SUIT_ORDER, *, ace_low: bool = False) -> tuple[int, int]:
    """Returns what orders single cards: the rank, and of equal ranks the better suit (DL-2, SU-3).

    The ace is high unless `ace_low`, as it is where razz begins (VT-RZ-2).
    """
    rank = 1 if ace_low and card.rank is Rank.ACE else int(card.rank)
    return rank, len(suit_order) - 1 - suit_order.index(card.suit.letter)
