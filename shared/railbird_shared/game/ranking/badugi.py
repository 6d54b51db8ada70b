"""Badugi: up to four cards of different ranks and suits, more of them beating fewer, the lowest winning (VT-XX-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from railbird_shared.game.cards import Card, Suit
from railbird_shared.game.ranking.lookup import NATURAL_KEYS, HandKeys, card_keys
from railbird_shared.game.ranking.order import BADUGI_SIZE, NO_HAND, HandOrder
from railbird_shared.game.ranking_rules import RankingRules

_SUITS = len(Suit) - 1


class BadugiLookup:
    """The strengths of badugi hands. Which cards clash cannot be told from the sum of their keys, so cards are tried.

    `key_of` holds the key of every card in the deck.
    """

    def __init__(self, rules: RankingRules, hand_order: HandOrder) -> None:
        self.key_of = card_keys(rules)
        self._hand_order = hand_order
        # A bit for the number of the card above one for its suit: cards clash where their sum has fewer bits than they.
        self._bits = {
            key: (1 << _SUITS + hand_order.number(card.rank)) | 1 << card.suit for card, key in NATURAL_KEYS.items()
        }
        self._strengths: dict[int, int] = {}

    def best(self, cards: Sequence[Card], _lowest_among: Sequence[Card] = (), /) -> int:
        """Returns the strength of the best badugi in one to seven cards of the deck, unchecked.

        No card is wild for being a player's lowest.
        """
        return self.best_of_keys(tuple(self.key_of[card] for card in cards))

    def best_of_keys(self, keys: HandKeys) -> int:
        """Returns the strength of the best badugi in cards that count as these keys say."""
        bits = [self._bits[key] for key in keys if key in self._bits]
        wilds = len(keys) - len(bits)
        if wilds:
            return self._with_wilds(bits, wilds)
        return self._strength_of_bits(
            next(filter(None, (_lowest_of_size(bits, size) for size in range(BADUGI_SIZE, 0, -1))))
        )

    def strength_if_all_play(self, keys: HandKeys) -> int:
        """Returns the strength of up to four cards if they do not clash, else `NO_HAND`."""
        strength = self.best_of_keys(keys)
        return strength if len(self._hand_order.numbers(strength)) == len(keys) else NO_HAND

    def choices(self, indices: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yields every choice of one to four of the indices, the fewest first."""
        for size in range(1, BADUGI_SIZE + 1):
            yield from combinations(indices, size)

    def _with_wilds(self, bits: Sequence[int], wilds: int) -> int:
        """The best badugi in which wild cards stand for the lowest missing ranks, in missing suits (LO-27)."""
        naturals = [_lowest_of_size(bits, size) for size in range(BADUGI_SIZE + 1)]
        return max(self._fill_with_wilds(natural, wilds) for natural in naturals)

    def _fill_with_wilds(self, natural: int, wilds: int) -> int:
        numbers = natural >> _SUITS
        free = [number for number in self._hand_order.numbers_ascending if not numbers >> number & 1]
        for number in free[: min(wilds, BADUGI_SIZE - numbers.bit_count())]:
            numbers |= 1 << number
        return self._strength_of_bits(numbers << _SUITS)

    def _strength_of_bits(self, bits: int) -> int:
        numbers = bits >> _SUITS
        if numbers not in self._strengths:
            self._strengths[numbers] = self._hand_order.encode_badugi(
                [number for number in range(numbers.bit_length() - 1, 0, -1) if numbers >> number & 1]
            )
        return self._strengths[numbers]


def _lowest_of_size(bits: Sequence[int], size: int) -> int:
    """The lowest badugi of exactly `size` cards, 0 if there is none."""
    sums = map(sum, combinations(bits, size))
    return min((total for total in sums if total.bit_count() == 2 * size), default=0)
