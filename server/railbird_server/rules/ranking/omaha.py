"""Omaha hands: two cards from the hand and three from the board, no more and no fewer (VT-OM-2, VT-O8-2, VT-XX-4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product

from railbird_server.rules.ranking.lookup import EMPTY_SUM
from railbird_server.rules.ranking.order import NO_HAND
from railbird_server.rules.ranking.scale import Scale
from railbird_server.rules.ranking.value import CardChoice, HandValue
from railbird_shared.cards import Card

_FROM_HAND = 2
_FROM_BOARD = 3


class TwoFromHand:
    """The hands that players make with one board, on any scale; the work on the board is done once for all players.

    While the board has fewer than three cards, all of them are taken.
    """

    def __init__(self, scale: Scale, board: Sequence[Card]) -> None:
        self._scale = scale
        self._board = tuple(board)
        whole = len(self._board) >= _FROM_BOARD
        self._board_sums = _key_sums(scale, self._board, _FROM_BOARD) if whole and scale.additive else ()

    def strength(self, hand: Sequence[Card]) -> int:
        """Returns a number that compares as the hands do, from two or more cards in hand, unchecked."""
        if not self._board_sums:
            return self._scale.strength_among([*hand, *self._board], self._choices(hand), hand)
        lookup = self._scale.lookup
        by_ranks, suitless_mask, special_bits = lookup.by_ranks, lookup.suitless_mask, lookup.special_bits
        hand_sums = [EMPTY_SUM + two for two in _key_sums(self._scale, hand, _FROM_HAND)]
        totals = [two + three for two in hand_sums for three in self._board_sums]
        best = max([by_ranks[total & suitless_mask] for total in totals if not total & special_bits], default=NO_HAND)
        return max([best, *[lookup.strength_of_five(total) for total in totals if total & special_bits]])

    def value(self, hand: Sequence[Card]) -> HandValue:
        """Returns the best hand of two cards in hand and three of the board; raises ValueError for no such cards."""
        dealt_cards = (*hand, *self._board)
        self._scale.check_cards(dealt_cards, len(dealt_cards))
        return HandValue(self._scale, self.strength(hand), dealt_cards, tuple(hand), self._choices(hand))

    def _choices(self, hand: Sequence[Card]) -> tuple[CardChoice, ...]:
        return _two_from_hand_choices(len(hand), len(self._board))


def _key_sums(scale: Scale, cards: Sequence[Card], size: int) -> list[int]:
    return list(map(sum, combinations([scale.key_of[card] for card in cards], size)))


@lru_cache(maxsize=64)
def _two_from_hand_choices(in_hand: int, on_board: int) -> tuple[CardChoice, ...]:
    twos = combinations(range(in_hand), min(_FROM_HAND, in_hand))
    threes = combinations(range(in_hand, in_hand + on_board), min(_FROM_BOARD, on_board))
    return tuple(two + three for two, three in product(twos, threes))
