"""Badugi: up to four cards of different ranks and suits, more of them beating fewer, the lowest winning (VT-XX-2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from railbird_server.rules.ranking.lookup import NATURAL_KEYS, StrengthLookup
from railbird_server.rules.ranking.order import NO_HAND, HandOrder
from railbird_server.rules.ranking.rules import RankingRules
from railbird_server.rules.ranking.value import CardChoice
from railbird_shared.cards import Suit

BADUGI_SIZE = 4

_SUITS = len(Suit) - 1
_ALL_BITS = -1


class BadugiLookup(StrengthLookup):
    """The strengths of badugi hands; which cards clash cannot be told from a sum of keys, so that none is used."""

    additive = False

    def __init__(self, rules: RankingRules, hand_order: HandOrder) -> None:
        super().__init__(rules, hand_order)
        self.special_bits = _ALL_BITS
        # A bit for the number of the card above one for its suit: cards clash where the sum of theirs has fewer bits.
        self._bits = {
            key: (1 << _SUITS + hand_order.number(card.rank)) | 1 << card.suit for card, key in NATURAL_KEYS.items()
        }
        self._strengths: dict[int, int] = {}

    def choices(self, indices: Sequence[int]) -> Iterator[CardChoice]:
        """Yields every one to four of the places, the fewest first."""
        for size in range(1, BADUGI_SIZE + 1):
            yield from combinations(indices, size)

    def strength_if_all_play(self, keys: Sequence[int]) -> int:
        """Returns the strength of up to four cards with these keys if they do not clash, else none."""
        strength = self.strength(keys)
        return strength if len(self._hand_order.numbers(strength)) == len(keys) else NO_HAND

    def special_strength(self, total: int, keys: Iterable[int]) -> int:  # noqa: ARG002
        """Returns the strength of the best badugi in the cards with these keys."""
        key_list = list(keys)
        bits = [self._bits[key] for key in key_list if key in self._bits]
        wilds = len(key_list) - len(bits)
        if wilds:
            return self._with_wilds(bits, wilds)
        return self._strength_of_bits(
            next(filter(None, (_lowest_of_size(bits, size) for size in range(BADUGI_SIZE, 0, -1))))
        )

    def strength_of_five(self, total: int) -> int:
        """Raises TypeError: a sum of keys does not say which cards clash."""
        raise TypeError(f"A badugi cannot be told from a sum of keys ({total}).")

    def _with_wilds(self, bits: Sequence[int], wilds: int) -> int:
        """Wild cards stand for the lowest ranks that are missing (LO-27), in the suits that are."""
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
    """The lowest badugi of just so many cards, 0 without one."""
    sums = map(sum, combinations(bits, size))
    return min((total for total in sums if total.bit_count() == 2 * size), default=0)
