"""Finds the equities of a spot: exactly where the rest can be dealt in few enough ways, else as an estimate.

Each pot is counted among the hands that contest it. Which way is taken depends on where the cards to come go:

    to the board     every board of different classes of cards, or by ranks first where they are many
    to the hands     two hands by inclusion and exclusion, more of them class by class
    to both          dealt at random

Boards are counted by their ranks first, and the count is then corrected for flushes. Before the flop there are 1.7
million boards for two hands, but 6,175 sets of ranks. Ranks alone decide nearly all of them. For the rest, suit by
suit, the boards with so many cards of the suit that somebody has a flush are counted again: once less by their ranks,
and once by the better of ranks and flush.

In stud players get cards of their own, and no two the same. Two hands that contest one side are compared without going
through all pairs of cards to come: the cards of one are tried one after the other, and how many cards of the other
lose to it, and have none of them, follows by inclusion and exclusion from sorted lists. More hands, or two sides, are
counted class by class.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from fractions import Fraction
from itertools import chain, combinations, repeat
from math import comb, lcm, prod
from operator import add
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from railbird_server.rules.hand_values import cards_for_lowest
from railbird_server.rules.spot import Equities, KnownHand, PotEquity, Spot
from railbird_shared.game.cards import HAND_SIZE, Card, Suit
from railbird_shared.game.game_rules import LowestWild, Selection
from railbird_shared.game.ranking import Scale, TwoFromHand, scale_of, winners
from railbird_shared.game.ranking.lookup import FiveCardLookup, is_wild
from railbird_shared.game.ranking.scale import FROM_BOARD, FROM_HAND, key_sums
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.protocol.events import Pot

# --- the ways to deal ------------------------------------------------------------------------------------------------
#
# Two cards of a rank make the same hands unless somebody can make a flush with the suit of one of them. Unseen cards
# are put into classes by that, and a way to deal some cards is a multiset of classes with the number of deals that it
# stands for.


class CardClass(NamedTuple):
    """Cards that make the same hands: one of them, and how many are left."""

    card: Card
    left: int


class Way(NamedTuple):
    """Cards that may come, and how many deals bring them or cards of the same classes."""

    weight: int
    cards: tuple[Card, ...]


def unseen_cards(pack: Iterable[Card], seen: Iterable[Card]) -> list[Card]:
    """Returns the cards of a pack that nobody has seen, a card of several packs as often as it is left."""
    left = Counter(pack)
    left.subtract(seen)
    return [card for card, copies in left.items() for _ in range(copies)]


def classes_of(unseen: Iterable[Card], scales: Sequence[Scale], suits: frozenset[Suit]) -> list[CardClass]:
    """Returns the classes of the unseen cards where only these suits matter; every card is its own on odd scales."""
    lookups = [scale.sum_lookup for scale in scales]
    members: dict[tuple[object, Suit], list[Card]] = {}
    for card in unseen:
        keys = [lookup.key_of[card] for lookup in lookups if lookup is not None]
        if len(keys) < len(lookups):
            kind: tuple[object, Suit] = (card, card.suit)
        elif any(map(is_wild, keys)):
            kind = (tuple(keys), Suit.NONE)
        else:
            kind = (card.rank, card.suit if card.suit in suits else Suit.NONE)
        members.setdefault(kind, []).append(card)
    return [CardClass(cards[0], len(cards)) for cards in members.values()]


def ways_to_deal(classes: Sequence[CardClass], size: int) -> list[Way]:
    """Returns every multiset of `size` cards; the weights add up to the number of deals."""
    partial: dict[int, list[Way]] = {left: [] for left in range(size + 1)}
    partial[size] = [Way(1, ())]
    for card, copies_left in classes:
        for left in range(size + 1):
            # Ways with few cards missing come first, so that none gets a second time the cards of the same class.
            for weight, cards in tuple(partial[left]):
                for copies in range(1, min(copies_left, left) + 1):
                    partial[left - copies].append(Way(weight * comb(copies_left, copies), (*cards, *(card,) * copies)))
    return partial[0]


def count_ways(classes: Sequence[CardClass], size: int) -> int:
    """Returns how many multisets `ways_to_deal` returns, without making them."""
    counts = [1] + [0] * size
    for _, left in classes:
        counts = [sum(counts[total - copies] for copies in range(min(left, total) + 1)) for total in range(size + 1)]
    return counts[size]


_ALL_SUITS = frozenset(Suit) - {Suit.NONE}


def suits_that_matter(
    scales: Sequence[Scale], hands: Sequence[Sequence[Card]], board: Sequence[Card], to_come: int, most_from_hand: int
) -> frozenset[Suit]:
    """Returns the suits in which somebody can still make a flush, or every suit where suits decide otherwise.

    `most_from_hand` is how many cards of a hand may play at once.
    """
    suits: set[Suit] = set()
    for scale in scales:
        if scale.sum_lookup is None or scale.rules.lowest_wild is not LowestWild.NONE:
            return _ALL_SUITS
        for suit in _ALL_SUITS if scale.hand_order.flushes else ():
            missing = HAND_SIZE - to_come - flush_cards(scale, board, suit)
            if any(min(most_from_hand, flush_cards(scale, hand, suit)) >= missing for hand in hands):
                suits.add(suit)
    return frozenset(suits)


def flush_cards(scale: Scale, cards: Iterable[Card], suit: Suit) -> int:
    """Returns how many of the cards can be part of a flush of a suit, wild ones included."""
    lookup = scale.sum_lookup
    assert lookup is not None
    return sum(1 for card in cards if card.suit is suit or is_wild(lookup.key_of[card]))


# --- who wins --------------------------------------------------------------------------------------------------------

Row = tuple[int, ...]
"""The strengths of all hands on one side in one way to deal the rest, or on the high side and then on the low side."""


class Tally:
    """The equities of the hands of some seats in one pot, counted row by row.

    Shares are counted in parts that every possible division of the pot leaves whole. Weights may be negative, for rows
    that correct what was counted before.
    """

    def __init__(self, chips: int, seats: Sequence[int], scales: Sequence[Scale]) -> None:
        self._chips = chips
        self._seats = seats
        self._scales = scales
        self._size = len(seats)
        self._units = lcm(*range(1, self._size + 1)) * len(scales)
        self._ways = 0
        self._shares = [0] * self._size

    def add(self, weights: Iterable[int], rows: Iterable[Row]) -> None:
        """Counts rows, each as often as its weight says."""
        if len(self._scales) > 1 or self._scales[0].circular:
            for weight, row in zip(weights, rows, strict=False):
                self._add_row(weight, row)
        else:
            self._add_linear(weights, rows)

    def _add_linear(self, weights: Iterable[int], rows: Iterable[Row]) -> None:
        """One side, where the strongest hands win."""
        won, shares, units, ways = [0] * self._size, self._shares, self._units, 0
        for weight, row in zip(weights, rows, strict=False):
            ways += weight
            best = max(row)
            count = row.count(best)
            if count == 1:
                won[row.index(best)] += weight
            else:
                part = weight * units // count
                for place, strength in enumerate(row):
                    if strength == best:
                        shares[place] += part
        self._ways += ways
        for place, weight in enumerate(won):
            shares[place] += weight * units

    def _add_row(self, weight: int, row: Row) -> None:
        """Any sides: a side that nobody can win leaves its half to the other (SD-19)."""
        size = self._size
        sides = [winners(row[side * size : (side + 1) * size], scale) for side, scale in enumerate(self._scales)]
        contested = [places for places in sides if places]
        self._ways += weight
        for places in contested:
            for place in places:
                self._shares[place] += weight * self._units // (len(contested) * len(places))

    def result(self) -> PotEquity:
        """Returns what was counted."""
        parts = self._ways * self._units
        shares = {seat: Fraction(share, parts) for seat, share in zip(self._seats, self._shares, strict=True)}
        return PotEquity(self._chips, self._ways, shares)


def both_sides(columns: Sequence[Sequence[Sequence[int]]]) -> Iterable[Row]:
    """Returns the rows of the columns of all sides, those of the high side first."""
    return zip(*[column for side in columns for column in side], strict=True)


# --- what hands are worth --------------------------------------------------------------------------------------------
#
# A column holds the strength of one hand on one side of the pot, a row for each way to deal the rest. Where the sum of
# the cards' keys decides, a whole column is looked up at once; on all other scales every hand is valued by itself.

Column = list[int]
"""The strengths of one hand on one side, one for each way to deal the rest."""

Cards = tuple[Card, ...]


def columns_of(
    spot: Spot, scale: Scale, hands: Sequence[KnownHand], boards: Sequence[Cards], owns: Sequence[Sequence[Cards]] = ()
) -> list[Column]:
    """Returns a column for each hand, where `boards` come to the board and `owns`, one row a hand, to the hands.

    The cards that come to a hand are those face down first.
    """
    lookup = scale.sum_lookup
    omaha = spot.rules.selection is Selection.TWO_FROM_HAND
    if lookup is None or (owns and omaha):
        each = owns or [[()] * len(boards)] * len(hands)
        return [
            [value_hand(spot, scale, hand, *cards) for cards in zip(boards, own, strict=True)]
            for hand, own in zip(hands, each, strict=True)
        ]
    if omaha:
        return _omaha_columns(spot, lookup, hands, boards)
    keyed = [lookup.keyed(map(add, own, boards)) for own in owns] if owns else [lookup.keyed(boards)] * len(hands)
    return [lookup.strengths_with((*hand.cards, *spot.board), row) for hand, row in zip(hands, keyed, strict=True)]


def value_hand(spot: Spot, scale: Scale, hand: KnownHand, more_board: Cards, own: Cards) -> int:
    """Returns the strength of one hand with more cards on the board and of its `own`, on any scale."""
    board, down = (*spot.board, *more_board), spot.to_come.down
    whole = KnownHand(hand.seat, (*hand.hole_cards, *own[:down]), (*hand.upcards, *own[down:]))
    if spot.rules.selection is Selection.TWO_FROM_HAND:
        return TwoFromHand(scale, board).strength(whole.cards)
    return scale.strength((*whole.cards, *board), cards_for_lowest(scale, whole, board if spot.board_is_held else ()))


def _omaha_columns(
    spot: Spot, lookup: FiveCardLookup, hands: Sequence[KnownHand], coming: Sequence[Cards]
) -> list[Column]:
    """The best of every three cards of the board; each three is looked up once for a hand, however often it comes."""
    threes = [key_sums(lookup, (*spot.board, *cards), FROM_BOARD) for cards in coming]
    different = set(chain.from_iterable(threes))
    columns: list[Column] = []
    for hand in hands:
        twos = key_sums(lookup, hand.cards, FROM_HAND)
        best = {three: lookup.best_of_pairings(twos, (three,)) for three in different}
        columns.append([max([best[three] for three in row]) for row in threes])
    return columns


# --- boards by their ranks -------------------------------------------------------------------------------------------

Weighted = tuple[Iterable[int], Iterable[Row]]
"""Rows of strengths, and how often each of them comes."""


class _Side(NamedTuple):
    """One side of the pot: the lookup of its scale, the rank keys of the hands, and whether flushes count for it."""

    lookup: FiveCardLookup
    held: list[int]
    flushes: bool


def can_count_by_ranks(
    scales: Sequence[Scale], hands: Sequence[Sequence[Card]], suits: Iterable[Suit], to_come: int
) -> bool:
    """Whether boards can be counted so: a flush in one suit excludes one in another, and flushes only ever help.

    `hands` are all cards that a player may use so far, those of the board included.
    """
    for scale in scales:
        lookup, low_flushes = scale.sum_lookup, scale.hand_order.flushes and scale.hand_order.low
        if lookup is None or scale.circular or low_flushes or any(map(is_wild, lookup.key_of.values())):
            return False
    longest = (max(flush_cards(scales[0], hand, suit) for hand in hands) for suit in suits)
    needed = sorted(max(0, HAND_SIZE - length) for length in longest)
    return len(needed) < 2 or needed[0] + needed[1] > to_come


def count_by_ranks(
    scales: Sequence[Scale],
    hands: Sequence[Sequence[Card]],
    unseen: Sequence[Card],
    suits: Iterable[Suit],
    to_come: int,
) -> Iterator[Weighted]:
    """Yields weighted rows of strengths, first by ranks alone, then the corrections for each suit."""
    sides = []
    for scale in scales:
        lookup = scale.sum_lookup
        assert lookup is not None
        sides.append(_Side(lookup, [lookup.rank_key(hand) for hand in hands], scale.hand_order.flushes))
    weights, keys = _by_rank_keys(sides[0].lookup, ways_to_deal(classes_of(unseen, scales, frozenset()), to_come))
    yield weights, _rows_by_ranks(sides, keys, 0)
    for suit in suits:
        held = [[card for card in hand if card.suit is suit] for hand in hands]
        suited = classes_of([card for card in unseen if card.suit is suit], scales, frozenset())
        others = classes_of([card for card in unseen if card.suit is not suit], scales, frozenset())
        for size in range(max(0, HAND_SIZE - max(map(len, held))), to_come + 1):
            rest = _by_rank_keys(sides[0].lookup, ways_to_deal(others, to_come - size))
            for way in ways_to_deal(suited, size):
                yield from _corrections(sides, held, way, rest)


def _corrections(
    sides: Sequence[_Side], held: Sequence[Sequence[Card]], suited: Way, rest: tuple[list[int], list[int]]
) -> Iterator[Weighted]:
    """Corrects the ways in which these cards of a suit come; `held` are those of that suit that each player has.

    `rest` are the ways in which cards of other suits come: their weights and their rank keys. A hand with a flush
    counts for that, if it is better, on the sides on which flushes count.
    """
    lookup = sides[0].lookup
    together = [(*own, *suited.cards) for own in held]
    flushes = [lookup.flush_strength(lookup.rank_key(cards)) if len(cards) >= HAND_SIZE else 0 for cards in together]
    rows = _rows_by_ranks(sides, rest[1], lookup.rank_key(suited.cards))
    weights = [suited.weight * weight for weight in rest[0]]
    floor = [strength if side.flushes else 0 for side in sides for strength in flushes]
    yield [-weight for weight in weights], rows
    yield weights, [tuple(map(max, row, floor)) for row in rows]


def _by_rank_keys(lookup: FiveCardLookup, ways: Sequence[Way]) -> tuple[list[int], list[int]]:
    return [way.weight for way in ways], [lookup.rank_key(way.cards) for way in ways]


def _rows_by_ranks(sides: Sequence[_Side], coming: Sequence[int], suited_key: int) -> list[Row]:
    columns = [side.lookup.rank_strengths(held + suited_key, coming) for side in sides for held in side.held]
    return list(zip(*columns, strict=True))


# --- cards to the hands ----------------------------------------------------------------------------------------------


def compare_two(cards: Sequence[tuple[int, ...]], first: Sequence[int], second: Sequence[int]) -> tuple[int, int, int]:
    """Compares two hands over all pairs of sets of cards to come that have no card in common.

    Returns in how many of them the first hand is stronger, equal and weaker. `cards` are the sets, as numbers of cards;
    `first` and `second` have the strengths that each set makes of the two hands.
    """
    containing: dict[tuple[int, ...], list[int]] = {}
    for group, strength in zip(cards, second, strict=True):
        for part in _parts(group):
            containing.setdefault(part, []).append(strength)
    for strengths in containing.values():
        strengths.sort()
    stronger = equal = pairs = 0
    for group, strength in zip(cards, first, strict=True):
        for part in _parts(group):
            strengths = containing[part]
            below, upto = bisect_left(strengths, strength), bisect_right(strengths, strength)
            sign = -1 if len(part) % 2 else 1
            stronger += sign * below
            equal += sign * (upto - below)
            pairs += sign * len(strengths)
    return stronger, equal, pairs - stronger - equal


def _parts(group: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [part for size in range(len(group) + 1) for part in combinations(group, size)]


def count_rows(
    classes: Sequence[CardClass], ways: Sequence[Way], strengths: Sequence[Sequence[tuple[int, ...]]]
) -> Counter[Row]:
    """Returns how often each row of strengths comes when the players get cards one after the other.

    `strengths` has for every player the strengths on all sides with each of the ways; a row has those of all players
    on the first side, and then on the next.
    """
    needs = [tuple(Counter(way.cards).items()) for way in ways]
    left = dict(classes)
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()

    def deal(player: int, weight: int, so_far: tuple[tuple[int, ...], ...]) -> None:
        if player == len(strengths):
            found[so_far] += weight
            return
        for need, strength in zip(needs, strengths[player], strict=True):
            deals = weight * prod([comb(left[card], copies) for card, copies in need])
            if deals:
                for card, copies in need:
                    left[card] -= copies
                deal(player + 1, deals, (*so_far, strength))
                for card, copies in need:
                    left[card] += copies

    deal(0, 1, ())
    rows: Counter[Row] = Counter()
    for each, weight in found.items():
        rows[tuple(strength for side in zip(*each, strict=True) for strength in side)] += weight
    return rows


# --- the answer ------------------------------------------------------------------------------------------------------


class Chance(Protocol):
    """A source of random cards for an estimate; `random.Random` is one."""

    def sample(self, population: MutableSequence[Card], k: int) -> list[Card]:
        """Returns `k` different members of a population in a random order."""
        ...


MOST_VALUED = 1_000_000
"""How many hands are valued for an exact answer at most; it takes about a second where the sums of keys decide."""

DEALS = 20_000
"""How often an estimate deals the rest; the standard error of a share is then 0.35 points of 100 at most."""

MIN_DEALS = 1_000
"""How often at least, on a scale on which a hand takes long; the standard error is then 1.6 points of 100 at most."""

_SLOW_SCALE = 60
_OMAHA = 6
"""How many times as long a hand takes where the sums of keys do not decide, and where Omaha's choice does."""

MANY_TO_COME = 3
"""From so many cards to the board on, ranks are counted first."""

_MOST_PAIRED = 3


def find_equities(spot: Spot, chance: Chance) -> Equities:
    """Returns the equities of all hands of a spot; `chance` is used only where an exact answer would take too long.

    Raises BadSetup for rules by which no hand wins, and ValueError for a spot without two hands or with too few cards.
    """
    if len(spot.hands) < 2:
        raise ValueError("A chance needs two hands that contest a pot.")
    finder = _Finder(spot, chance)
    return Equities(tuple([finder.equity(pot) for pot in spot.pots]), exact=not finder.estimated)


class _Finder:
    def __init__(self, spot: Spot, chance: Chance) -> None:
        self._spot = spot
        self._chance = chance
        sides = (spot.rules.high, spot.rules.low)
        self._scales = tuple(scale_of(RankingRules.from_data(side)) for side in sides if side is not None)
        seen = [*spot.board, *spot.gone, *[card for hand in spot.hands for card in hand.cards]]
        self._unseen = unseen_cards(self._scales[0].rules.deck, seen)
        if len(self._unseen) < spot.to_come.board + spot.to_come.own * len(spot.hands):
            raise ValueError("More cards are to come than the pack has left.")
        self._omaha = spot.rules.selection is Selection.TWO_FROM_HAND
        slow = any(scale.sum_lookup is None for scale in self._scales)
        self._cost = len(self._scales) * (_SLOW_SCALE if slow else _OMAHA if self._omaha else 1)
        self._found: dict[tuple[int, ...], PotEquity] = {}
        self.estimated = False

    def equity(self, pot: Pot) -> PotEquity:
        """Returns the equities of a pot; pots that the same seats contest have the same, whatever their chips."""
        hands = [hand for hand in self._spot.hands if hand.seat in pot.seats]
        seats = tuple(hand.seat for hand in hands)
        if seats not in self._found:
            self._found[seats] = self._find(hands)
        return replace(self._found[seats], chips=pot.chips)

    def _find(self, hands: Sequence[KnownHand]) -> PotEquity:
        if len(hands) < 2:
            return self._counted(hands, [([1], [(1,) * len(self._scales)])])
        to_come, exact = self._spot.to_come, None
        if not to_come.own:
            exact = self._count_boards(hands)
        elif not to_come.board:
            exact = self._count_own_cards(hands)
        return self._estimate(hands) if exact is None else exact

    def _counted(self, hands: Sequence[KnownHand], found: Iterable[Weighted]) -> PotEquity:
        tally = Tally(0, [hand.seat for hand in hands], self._scales)
        for weights, rows in found:
            tally.add(weights, rows)
        return tally.result()

    # --- to the board --------------------------------------------------------------------------------------------

    def _count_boards(self, hands: Sequence[KnownHand]) -> PotEquity | None:
        """Counts every board, None where there are too many."""
        spot, size = self._spot, self._spot.to_come.board
        most_from_hand = FROM_HAND if self._omaha else len(self._unseen)
        suits = suits_that_matter(self._scales, [hand.cards for hand in hands], spot.board, size, most_from_hand)
        whole_hands = [(*hand.cards, *spot.board) for hand in hands]
        if size >= MANY_TO_COME and not self._omaha and can_count_by_ranks(self._scales, whole_hands, suits, size):
            return self._counted(hands, count_by_ranks(self._scales, whole_hands, self._unseen, sorted(suits), size))
        classes = classes_of(self._unseen, self._scales, suits)
        if count_ways(classes, size) * len(hands) * self._cost > MOST_VALUED:
            return None
        ways = ways_to_deal(classes, size)
        columns = [columns_of(spot, scale, hands, [way.cards for way in ways]) for scale in self._scales]
        return self._counted(hands, [([way.weight for way in ways], both_sides(columns))])

    # --- to the hands --------------------------------------------------------------------------------------------

    def _count_own_cards(self, hands: Sequence[KnownHand]) -> PotEquity | None:
        """Counts every way to deal cards to the hands, None where there are too many."""
        to_come = self._spot.to_come
        size, cost = to_come.own, self._cost
        if to_come.down and to_come.up and any(s.rules.lowest_wild is LowestWild.CONCEALED for s in self._scales):
            return None  # which of the cards lies face down makes another hand
        linear = len(self._scales) == 1 and not self._scales[0].circular
        groups = comb(len(self._unseen), size)
        if len(hands) == 2 and linear and size <= _MOST_PAIRED and 2 * groups * cost <= MOST_VALUED:
            return self._compare_two(hands)
        held = [hand.cards for hand in hands]
        suits = suits_that_matter(self._scales, held, self._spot.board, size, len(self._unseen))
        classes = classes_of(self._unseen, self._scales, suits)
        count = count_ways(classes, size)
        if count ** len(hands) > MOST_VALUED // 2 or count * len(hands) * cost > MOST_VALUED:
            return None
        ways = ways_to_deal(classes, size)
        sides = [self._own_columns(scale, hands, [way.cards for way in ways]) for scale in self._scales]
        rows = count_rows(classes, ways, [list(zip(*columns, strict=True)) for columns in zip(*sides, strict=True)])
        return self._counted(hands, [(rows.values(), rows)])

    def _compare_two(self, hands: Sequence[KnownHand]) -> PotEquity:
        groups = list(combinations(range(len(self._unseen)), self._spot.to_come.own))
        coming = [tuple(self._unseen[place] for place in group) for group in groups]
        compared = compare_two(groups, *self._own_columns(self._scales[0], hands, coming))
        return self._counted(hands, [(compared, ((2, 1), (1, 1), (1, 2)))])

    def _own_columns(self, scale: Scale, hands: Sequence[KnownHand], coming: Sequence[Cards]) -> list[Column]:
        """Returns the columns of hands where the same cards come to each of them."""
        return columns_of(self._spot, scale, hands, [()] * len(coming), [coming] * len(hands))

    # --- at random -----------------------------------------------------------------------------------------------

    def _estimate(self, hands: Sequence[KnownHand]) -> PotEquity:
        """Deals the rest at random, so many times as the effort allows."""
        spot = self._spot
        board, own = spot.to_come.board, spot.to_come.own
        deals = max(MIN_DEALS, DEALS // max(1, self._cost // _OMAHA))
        drawn = [tuple(self._chance.sample(self._unseen, board + own * len(hands))) for _ in range(deals)]
        boards = [cards[:board] for cards in drawn]
        starts = range(board, board + own * len(hands), own) if own else ()
        owns = [[cards[start : start + own] for cards in drawn] for start in starts]
        columns = [columns_of(spot, scale, hands, boards, owns) for scale in self._scales]
        self.estimated = True
        return self._counted(hands, [(repeat(1), both_sides(columns))])
