"""The quick way from cards to strength: one number per card, one sum per hand, one look into a table.

A card's key holds a counter for its rank and a counter for its suit, so that the sum of the keys of a hand says
how many cards of each rank and suit it has. Suit counters start three below their highest bit: five of a suit set
it, and then the flush decides, since seven cards that hold one can hold neither a full house nor four of a kind.
Nothing is built beforehand: a table counts out a hand that it has not met and remembers it, 76,154 in the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.rules.ranking.counting import strength_of_ranks, strength_of_suited
from railbird_shared.cards import PACK, Card, Rank, Suit

_RANK_BITS = 3
_SUIT_BITS = 4
_SUITS_AT = _RANK_BITS * (Rank.ACE - Rank.TWO + 1)
_RANKS = (1 << _SUITS_AT) - 1
_SUITS = tuple(suit for suit in Suit if suit is not Suit.NONE)


def _rank_key(rank: int) -> int:
    return 1 << _RANK_BITS * (rank - Rank.TWO)


def _suit_key(suit: int, count: int = 1) -> int:
    return count << _SUITS_AT + _SUIT_BITS * suit


_KEYS = {card: _rank_key(card.rank) + _suit_key(card.suit) for card in PACK}
_key = _KEYS.__getitem__
_START = sum(_suit_key(suit, 3) for suit in _SUITS)
_FLUSH = sum(_suit_key(suit, 8) for suit in _SUITS)


def _ranks_in(key: int) -> list[int]:
    counter = (1 << _RANK_BITS) - 1
    return [
        rank for rank in range(Rank.TWO, Rank.ACE + 1) for _ in range(key >> _RANK_BITS * (rank - Rank.TWO) & counter)
    ]


class _ByRanks(dict[int, int]):
    """The strength of every hand met that holds no flush, by the sum of its rank keys."""

    def __missing__(self, key: int) -> int:
        strength = self[key] = strength_of_ranks(_ranks_in(key))
        return strength


class _BySuited(dict[int, int]):
    """The strength of every flush met, by the sum of the rank keys of its suit."""

    def __missing__(self, key: int) -> int:
        strength = self[key] = strength_of_suited(_ranks_in(key))
        return strength


_by_ranks = _ByRanks()
_by_suited = _BySuited()


def strength_of(cards: Sequence[Card]) -> int:
    """Returns the strength of the best high hand in one to seven different cards of the pack, unchecked."""
    key = sum(map(_key, cards), _START)
    if key & _FLUSH:
        return _by_suited[_flush_key(key, cards)]
    return _by_ranks[key & _RANKS]


def _flush_key(key: int, cards: Sequence[Card]) -> int:
    suit = next(suit for suit in _SUITS if key & _suit_key(suit, 8))
    return sum(_rank_key(card.rank) for card in cards if card.suit is suit)
