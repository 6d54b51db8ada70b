"""Fast lookup of strengths: one integer key per card, one sum per hand, one cached strength per sum.

A card's key holds a counter for its rank and a counter for its suit; the key of a wild card holds one for its role. The
sum of the keys of a hand then tells how many cards of each it has. Suit counters start three below their highest bit,
so that five cards of a suit set it. Caches start empty and are filled as hands are met.

    60            44     42      39                          0
    | four suits  | bugs | wilds | A K Q J T 9 8 7 6 5 4 3 2 |
    | 4 bits each |    2 |     3 | 3 bits each               |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from railbird_shared.game.cards import HAND_SIZE, JOKER, PACK, Card, Rank, Suit
from railbird_shared.game.game_rules import JokerRole
from railbird_shared.game.ranking.hand_order import BADUGI_SIZE, NO_HAND, Category, HandOrder
from railbird_shared.game.ranking.strengths import (
    lowest_of_ranks,
    strength_of_low,
    strength_of_ranks,
    strength_of_suited,
)
from railbird_shared.game.ranking_rules import RankingRules

_RANK_BITS = 3
_WILD_SHIFT = _RANK_BITS * (Rank.ACE - Rank.TWO + 1)
_BUG_SHIFT = _WILD_SHIFT + 3
_SUIT_SHIFT = _BUG_SHIFT + 2
_SUIT_BITS = 4
_RANK_MASK = (1 << _WILD_SHIFT) - 1
_RANK_COUNTER = (1 << _RANK_BITS) - 1
_RANK_SHIFTS = tuple((int(rank), _RANK_BITS * (rank - Rank.TWO)) for rank in Rank if rank is not Rank.JOKER)
_SUITLESS_MASK = (1 << _SUIT_SHIFT) - 1
_WILD_MASK = _SUITLESS_MASK - _RANK_MASK
_FLUSH_OFFSET = 3
_SUIT_SHIFTS = tuple(_SUIT_SHIFT + _SUIT_BITS * suit for suit in Suit if suit is not Suit.NONE)
_SUIT_MASK = (1 << _SUIT_BITS) - 1
_HEARTS_SHIFT = _SUIT_SHIFT + _SUIT_BITS * Suit.HEARTS
_FLUSH_BITS = sum((_FLUSH_OFFSET + HAND_SIZE) << place for place in _SUIT_SHIFTS)

HandKeys = tuple[int, ...]
"""The key of every card of a hand, and so whether it is wild."""

KeyedCards = tuple[int, HandKeys]
"""Some cards as the sum of their keys and the keys themselves."""

EMPTY_SUM = sum(_FLUSH_OFFSET << place for place in _SUIT_SHIFTS)
"""The start of every sum of keys."""

WILD_KEY = 1 << _WILD_SHIFT
"""The key of a card that stands for any card."""

BUG_KEY = 1 << _BUG_SHIFT
"""The key of a card that stands for an ace or completes a straight or flush."""

NATURAL_KEYS = {
    card: (1 << _RANK_BITS * (card.rank - Rank.TWO)) + (1 << _SUIT_SHIFT + _SUIT_BITS * card.suit) for card in PACK
}
"""The key of every card that counts as what is printed on it."""


def is_wild(key: int) -> bool:
    """Whether a card with this key is wild or the bug."""
    return bool(key & _WILD_MASK)


def card_keys(rules: RankingRules) -> dict[Card, int]:
    """Returns the key of every card of the deck, as it counts unless it is a player's own wild card (WC-1..WC-3)."""
    joker_key = BUG_KEY if rules.joker_role is JokerRole.BUG else WILD_KEY
    keys = NATURAL_KEYS | dict.fromkeys(rules.wild_cards, WILD_KEY) | {JOKER: joker_key}
    return {card: keys[card] for card in rules.deck}


class _StrengthCache(dict[int, int]):
    __slots__ = ("_compute",)

    def __init__(self, compute: Callable[[int], int]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, key: int) -> int:
        strength = self[key] = self._compute(key)
        return strength


class FiveCardLookup:
    """The strengths of five-card hands under one set of rules, found by the sum of the cards' keys.

    `key_of` holds the key of every card in the deck.
    """

    def __init__(self, rules: RankingRules, hand_order: HandOrder) -> None:
        self.key_of = card_keys(rules)
        self._key = self.key_of.__getitem__
        self._hand_order = hand_order
        self._copies = HAND_SIZE if rules.double_ace_flush else rules.packs
        qualified = rules.qualifier and hand_order.low
        self._qualifying_strength = hand_order.encode(Category.HIGH_CARD, (8, 7, 6, 5, 4)) if qualified else NO_HAND
        self._by_ranks = _StrengthCache(self._low_strength if hand_order.low else self._high_strength)
        self._by_suit = _StrengthCache(self._suited_low_strength if hand_order.low else self._suited_high_strength)
        self._special_bits = 0
        """The bits of a sum that are set where ranks alone do not tell the strength: a flush is possible."""
        if hand_order.flushes:
            self._special_bits = _FLUSH_BITS if hand_order.low else _FLUSH_BITS | _WILD_MASK

    def best(self, cards: Sequence[Card], _lowest_among: Sequence[Card] = (), /) -> int:
        """Returns the strength of the best hand in one to seven cards, unchecked; none is wild for being the lowest."""
        total = sum(map(self._key, cards), EMPTY_SUM)
        if total & self._special_bits:
            return self._special_strength(total, map(self._key, cards))
        return self._by_ranks[total & _SUITLESS_MASK]

    def best_of_keys(self, keys: HandKeys) -> int:
        """Returns the strength of the best hand in one to seven cards that count as these keys say."""
        total = sum(keys, EMPTY_SUM)
        if total & self._special_bits:
            return self._special_strength(total, keys)
        return self._by_ranks[total & _SUITLESS_MASK]

    def ranks_decide(self, cards: Sequence[Card]) -> bool:
        """Whether the ranks of the cards alone tell the best hand: none is wild, and no five make a flush."""
        return not sum(map(self._key, cards), EMPTY_SUM) & (self._special_bits | _WILD_MASK)

    strength_if_all_play = best_of_keys
    """The strength of at most five cards, all of which always play."""

    def best_of_pairings(self, hand_sums: Iterable[int], board_sums: Sequence[int]) -> int:
        """Returns the best strength of five cards that are some from the hand and the others from the board.

        Each sum is that of the keys of the cards taken, without `EMPTY_SUM`.
        """
        by_ranks, special_bits = self._by_ranks, self._special_bits
        from_hand = [EMPTY_SUM + hand_sum for hand_sum in hand_sums]
        totals = [hand_sum + board_sum for hand_sum in from_hand for board_sum in board_sums]
        best = max([by_ranks[total & _SUITLESS_MASK] for total in totals if not total & special_bits], default=NO_HAND)
        return max([best, *[self.strength_of_five(total) for total in totals if total & special_bits]])

    def keyed(self, card_groups: Iterable[Sequence[Card]]) -> list[KeyedCards]:
        """Returns each group of cards as `strengths_with` takes it."""
        keyed = [tuple(map(self._key, cards)) for cards in card_groups]
        return [(sum(keys), keys) for keys in keyed]

    def strengths_with(self, held: Sequence[Card], additions: Iterable[KeyedCards]) -> list[int]:
        """Returns the strengths of the best hands in the cards held with each addition, seven cards at most."""
        held_keys = tuple(map(self._key, held))
        base, by_ranks, special_bits = sum(held_keys, EMPTY_SUM), self._by_ranks, self._special_bits
        return [
            self._special_strength(total, held_keys + keys)
            if (total := base + added) & special_bits
            else by_ranks[total & _SUITLESS_MASK]
            for added, keys in additions
        ]

    def rank_strengths(self, held: int, additions: Iterable[int]) -> list[int]:
        """Returns the strengths of the ranks alone, of what is held with each addition; all are sums of `rank_key`."""
        by_ranks = self._by_ranks
        return [by_ranks[held + added] for added in additions]

    def rank_key(self, cards: Iterable[Card]) -> int:
        """Returns the sum of the keys of cards without their suits."""
        return sum(map(self._key, cards)) & _SUITLESS_MASK

    def flush_strength(self, ranks: int) -> int:
        """Returns the strength of five or more natural cards of one suit; `ranks` is their `rank_key`."""
        return self._by_suit[ranks]

    def choices(self, indices: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yields every choice of five of the indices, or all of fewer."""
        return combinations(indices, min(HAND_SIZE, len(indices)))

    def strength_of_five(self, total: int) -> int:
        """Returns the strength of exactly five cards; `total` is the sum of their keys and `EMPTY_SUM`."""
        if not total & self._special_bits:
            return self._by_ranks[total & _SUITLESS_MASK]
        if not self._hand_order.low:
            return self._best_high(total, dict.fromkeys(_flush_shifts(total), total & _RANK_MASK))
        return self._by_ranks[total & _SUITLESS_MASK] if total & _WILD_MASK else self._by_suit[total & _RANK_MASK]

    def _special_strength(self, total: int, keys: Iterable[int]) -> int:
        """The strength of a hand that may hold a flush; `total` is the sum of its keys."""
        if not self._hand_order.low:
            key_list = list(keys)
            flushes = {at: sum(key & _RANK_MASK for key in key_list if key >> at & 1) for at in _flush_shifts(total)}
            return self._best_high(total, flushes)
        if total & _WILD_MASK:
            return self._by_ranks[total & _SUITLESS_MASK]  # a wild card takes another suit
        return max(self.strength_of_five(sum(five, EMPTY_SUM)) for five in combinations(keys, HAND_SIZE))

    def _best_high(self, total: int, flushes: Mapping[int, int]) -> int:
        """The better of the hand that the ranks make and of the flushes.

        `flushes` holds the sum of the rank keys of a flush by the shift of its suit.
        """
        best = self._by_ranks[total & _SUITLESS_MASK]
        wilds = _wild_count(total)
        for shift, ranks in flushes.items():
            of_hearts = bool(self._hand_order.imperial_strength) and shift == _HEARTS_SHIFT
            best = max(best, self._by_suit[ranks | wilds << _WILD_SHIFT | of_hearts << _BUG_SHIFT])
        return best

    def _high_strength(self, key: int) -> int:
        bugs = key >> _BUG_SHIFT
        return strength_of_ranks(self._hand_order, _ranks_of_key(key), _wild_count(key) - bugs, bugs)

    def _low_strength(self, key: int) -> int:
        ranks, wilds, least = _ranks_of_key(key), _wild_count(key), self._qualifying_strength
        strength = lowest_of_ranks(self._hand_order, ranks, wilds)
        qualified = not least or (strength >= least and len(ranks) + wilds >= HAND_SIZE)
        return strength if qualified else NO_HAND

    def _suited_high_strength(self, key: int) -> int:
        of_hearts = key >> _BUG_SHIFT
        strength = strength_of_suited(self._hand_order, _ranks_of_key(key), _wild_count(key) - of_hearts, self._copies)
        royal = strength == self._hand_order.encode(Category.STRAIGHT_FLUSH, (Rank.ACE,))
        return self._hand_order.imperial_strength if of_hearts and royal else strength

    def _suited_low_strength(self, key: int) -> int:
        return strength_of_low(self._hand_order, _ranks_of_key(key), suited=True)


def _flush_shifts(total: int) -> list[int]:
    """The shifts of the suits that have five cards, wild ones included."""
    least = HAND_SIZE + _FLUSH_OFFSET - _wild_count(total)
    return [place for place in _SUIT_SHIFTS if total >> place & _SUIT_MASK >= least]


def _wild_count(total: int) -> int:
    """How many cards are wild, bugs included."""
    return (total >> _WILD_SHIFT & 7) + (total >> _BUG_SHIFT & 3)


def _ranks_of_key(key: int) -> list[int]:
    return [rank for rank, shift in _RANK_SHIFTS for _ in range(key >> shift & _RANK_COUNTER)]


_SUIT_COUNT = len(Suit) - 1


class BadugiLookup:
    """The strengths of badugi hands. Which cards clash cannot be told from the sum of their keys, so cards are tried.

    `key_of` holds the key of every card in the deck.
    """

    def __init__(self, rules: RankingRules, hand_order: HandOrder) -> None:
        self.key_of = card_keys(rules)
        self._hand_order = hand_order
        # A bit for the number of the card above one for its suit: cards clash where their sum has fewer bits than they.
        self._bits = {
            key: (1 << _SUIT_COUNT + hand_order.number(card.rank)) | 1 << card.suit
            for card, key in NATURAL_KEYS.items()
        }
        self._strengths: dict[int, int] = {}

    def best(self, cards: Sequence[Card], _lowest_among: Sequence[Card] = (), /) -> int:
        """Returns the strength of the best badugi in one to seven cards of the deck, unchecked."""
        return self.best_of_keys(tuple(self.key_of[card] for card in cards))

    def best_of_keys(self, keys: HandKeys) -> int:
        """Returns the strength of the best badugi in cards that count as these keys say."""
        bits = [self._bits[key] for key in keys if key in self._bits]
        lowest = (_lowest_of_size(bits, size) for size in range(BADUGI_SIZE, -1, -1))
        if wilds := len(keys) - len(bits):
            return max(self._fill_with_wilds(natural, wilds) for natural in lowest)
        return self._strength_of_bits(next(filter(None, lowest)))

    def strength_if_all_play(self, keys: HandKeys) -> int:
        """Returns the strength of up to four cards if they do not clash, else `NO_HAND`."""
        strength = self.best_of_keys(keys)
        return strength if len(self._hand_order.numbers(strength)) == len(keys) else NO_HAND

    def choices(self, indices: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yields every choice of one to four of the indices, the fewest first."""
        for size in range(1, BADUGI_SIZE + 1):
            yield from combinations(indices, size)

    def _fill_with_wilds(self, natural: int, wilds: int) -> int:
        """A badugi in which wild cards stand for the lowest missing ranks, in missing suits (LO-27)."""
        numbers = natural >> _SUIT_COUNT
        free = [number for number in self._hand_order.numbers_ascending if not numbers >> number & 1]
        for number in free[: min(wilds, BADUGI_SIZE - numbers.bit_count())]:
            numbers |= 1 << number
        return self._strength_of_bits(numbers << _SUIT_COUNT)

    def _strength_of_bits(self, bits: int) -> int:
        numbers = bits >> _SUIT_COUNT
        if numbers not in self._strengths:
            self._strengths[numbers] = self._hand_order.encode_badugi(
                [number for number in range(numbers.bit_length() - 1, 0, -1) if numbers >> number & 1]
            )
        return self._strengths[numbers]


def _lowest_of_size(bits: Sequence[int], size: int) -> int:
    """The lowest badugi of exactly `size` cards, 0 if there is none."""
    return min((total for total in map(sum, combinations(bits, size)) if total.bit_count() == 2 * size), default=0)
