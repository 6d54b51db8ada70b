"""Omaha hands: two cards from the hand and three from the board, no more and no fewer (VT-OM-2, VT-O8-2, VT-XX-4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product

from railbird_shared.game.cards import Card
from railbird_shared.game.ranking.card_use import CardChoice
from railbird_shared.game.ranking.lookup import FiveCardLookup
from railbird_shared.game.ranking.scale import Scale
from railbird_shared.game.ranking.value import HandValue

_FROM_HAND = 2
_FROM_BOARD = 3


class TwoFromHand:
    """The hands that players make with one board, on any scale. The work on the board is done once for all players.

    While the board has fewer than three cards, every hand takes all of them.
    """

    def __init__(self, scale: Scale, board: Sequence[Card]) -> None:
        self._scale = scale
        self._board = tuple(board)
        self._sum_lookup = scale.sum_lookup if len(self._board) >= _FROM_BOARD else None
        self._board_sums = _key_sums(self._sum_lookup, self._board, _FROM_BOARD) if self._sum_lookup else ()

    def strength(self, hand: Sequence[Card]) -> int:
        """Returns a number that compares as the hands do, from two or more cards in hand, unchecked."""
        if self._sum_lookup is None:
            return self._scale.strength_among([*hand, *self._board], self._choices(hand), hand)
        return self._sum_lookup.best_of_pairings(_key_sums(self._sum_lookup, hand, _FROM_HAND), self._board_sums)

    def value(self, hand: Sequence[Card]) -> HandValue:
        """Returns the best hand of two cards in hand and three of the board; raises ValueError for no such cards."""
        dealt_cards = (*hand, *self._board)
        self._scale.check_cards(dealt_cards, len(dealt_cards))
        return HandValue(self._scale, self.strength(hand), dealt_cards, tuple(hand), self._choices(hand))

    def _choices(self, hand: Sequence[Card]) -> tuple[CardChoice, ...]:
        return _two_from_hand_choices(len(hand), len(self._board))


def _key_sums(lookup: FiveCardLookup, cards: Sequence[Card], size: int) -> list[int]:
    return list(map(sum, combinations([lookup.key_of[card] for card in cards], size)))


@lru_cache(maxsize=64)
def _two_from_hand_choices(in_hand: int, on_board: int) -> tuple[CardChoice, ...]:
    twos = combinations(range(in_hand), min(_FROM_HAND, in_hand))
    threes = combinations(range(in_hand, in_hand + on_board), min(_FROM_BOARD, on_board))
    return tuple(two + three for two, three in product(twos, threes))
