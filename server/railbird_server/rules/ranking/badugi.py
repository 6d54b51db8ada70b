"""Badugi: up to four cards of different ranks and suits, more of them beating fewer, the lowest winning (VT-XX-2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from railbird_server.rules.ranking.keys import NATURAL, Tables
from railbird_server.rules.ranking.ladder import Ladder
from railbird_server.rules.ranking.rules import RankingRules
from railbird_server.rules.ranking.strength import NO_HAND
from railbird_server.rules.ranking.value import Choice
from railbird_shared.cards import Suit

SIZE = 4

_SUITS = len(Suit) - 1
_ALWAYS = -1


class BadugiTables(Tables):
    """The strengths of badugi hands; which cards clash cannot be told from a sum of keys, so that none is used."""

    sums = False

    def __init__(self, rules: RankingRules, ladder: Ladder) -> None:
        super().__init__(rules, ladder)
        self.special = _ALWAYS
        # A bit for the number of the card above one for its suit: cards clash where the sum of theirs has fewer bits.
        self._bits = {key: (1 << _SUITS + ladder.number(card.rank)) | 1 << card.suit for card, key in NATURAL.items()}
        self._strengths: dict[int, int] = {}

    def choices(self, places: Sequence[int]) -> Iterator[Choice]:
        """Yields every one to four of the places, the fewest first."""
        for size in range(1, SIZE + 1):
            yield from combinations(places, size)

    def exact(self, keys: Sequence[int]) -> int:
        """Returns the strength of up to four cards with these keys if they do not clash, else none."""
        strength = self.strength(keys)
        return strength if len(self._ladder.numbers(strength)) == len(keys) else NO_HAND

    def special_strength(self, total: int, keys: Iterable[int]) -> int:  # noqa: ARG002
        """Returns the strength of the best badugi in the cards with these keys."""
        held = list(keys)
        bits = [self._bits[key] for key in held if key in self._bits]
        wilds = len(held) - len(bits)
        if wilds:
            return self._with_wilds(bits, wilds)
        return self._strength_of(next(filter(None, (_lowest(bits, size) for size in range(SIZE, 0, -1)))))

    def strength_of_five(self, total: int) -> int:
        """Raises TypeError: a sum of keys does not say which cards clash."""
        raise TypeError(f"A badugi cannot be told from a sum of keys ({total}).")

    def _with_wilds(self, bits: Sequence[int], wilds: int) -> int:
        """Wild cards stand for the lowest ranks that are missing (LO-27), in the suits that are."""
        naturals = [_lowest(bits, size) for size in range(SIZE + 1)]
        return max(self._filled(natural, wilds) for natural in naturals)

    def _filled(self, natural: int, wilds: int) -> int:
        held = natural >> _SUITS
        free = [number for number in self._ladder.numbers_up if not held >> number & 1]
        for number in free[: min(wilds, SIZE - held.bit_count())]:
            held |= 1 << number
        return self._strength_of(held << _SUITS)

    def _strength_of(self, bits: int) -> int:
        numbers = bits >> _SUITS
        if numbers not in self._strengths:
            self._strengths[numbers] = self._ladder.pack_badugi(
                [number for number in range(numbers.bit_length() - 1, 0, -1) if numbers >> number & 1]
            )
        return self._strengths[numbers]


def _lowest(bits: Sequence[int], size: int) -> int:
    """The lowest badugi of just so many cards, 0 without one."""
    sums = map(sum, combinations(bits, size))
    return min((total for total in sums if total.bit_count() == 2 * size), default=0)
