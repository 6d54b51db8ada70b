"""Finds the equities of a spot: exactly where the rest can be dealt in few enough ways, else as an estimate.

Each pot is counted among the hands that contest it. Which way is taken depends on where the cards to come go:

    nowhere          the hands are compared once
    to the board     every board of different classes of cards, or by ranks first where they are many
    to the hands     two hands by inclusion and exclusion, more of them class by class
    to both          dealt at random

An estimate deals the rest at random and is labelled as one.

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
from itertools import combinations
from math import comb, sqrt
from typing import NamedTuple, Protocol

from railbird_server.rules.equity.combos import (
    CardClass,
    Way,
    classes_of,
    count_ways,
    flush_cards,
    suits_that_matter,
    unseen_cards,
    ways_to_deal,
)
from railbird_server.rules.equity.hand_strengths import (
    board_columns,
    dealt_columns,
    own_column,
    scales_of_spot,
    value_hand,
)
from railbird_server.rules.equity.spot import Equities, KnownHand, PotEquity, Spot
from railbird_server.rules.equity.tally import Row, Tally, both_sides
from railbird_shared.game.cards import HAND_SIZE, Card, Suit
from railbird_shared.game.game_rules import LowestWild, Selection
from railbird_shared.game.ranking import Scale
from railbird_shared.game.ranking.lookup import FiveCardLookup, is_wild
from railbird_shared.protocol.events import Pot

Weighted = tuple[list[int], list[Row]]


class _Rest(NamedTuple):
    """The ways in which cards of other suits come: their weights and their rank keys."""

    weights: list[int]
    keys: list[int]


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
        lookup = scale.sum_lookup
        if lookup is None or scale.circular or any(map(is_wild, lookup.key_of.values())):
            return False
        if scale.hand_order.flushes and scale.hand_order.low:
            return False
    needed = sorted(_needed(scales[0], hands, suit) for suit in suits)
    return len(needed) < 2 or needed[0] + needed[1] > to_come


def _needed(scale: Scale, hands: Sequence[Sequence[Card]], suit: Suit) -> int:
    """How many cards of a suit have to come for somebody to have a flush."""
    return max(0, HAND_SIZE - max(flush_cards(scale, hand, suit) for hand in hands))


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
    ways = ways_to_deal(classes_of(unseen, scales, frozenset()), to_come)
    every = _by_rank_keys(sides[0].lookup, ways)
    yield every.weights, _rows_by_ranks(sides, every.keys, 0)
    for suit in suits:
        held = [[card for card in hand if card.suit is suit] for hand in hands]
        suited = classes_of([card for card in unseen if card.suit is suit], scales, frozenset())
        others = classes_of([card for card in unseen if card.suit is not suit], scales, frozenset())
        for size in range(max(0, HAND_SIZE - max(map(len, held))), to_come + 1):
            rest = _by_rank_keys(sides[0].lookup, ways_to_deal(others, to_come - size))
            for way in ways_to_deal(suited, size):
                yield from _corrections(sides, held, way, rest)


def _corrections(
    sides: Sequence[_Side], held: Sequence[Sequence[Card]], suited: Way, rest: _Rest
) -> Iterator[Weighted]:
    """Corrects the ways in which these cards of a suit come; `held` are those of that suit that each player has."""
    lookup = sides[0].lookup
    flushes = [
        lookup.flush_strength(lookup.rank_key((*own, *suited.cards)))
        if len(own) + len(suited.cards) >= HAND_SIZE
        else 0
        for own in held
    ]
    rows = _rows_by_ranks(sides, rest.keys, lookup.rank_key(suited.cards))
    weights = [suited.weight * weight for weight in rest.weights]
    yield [-weight for weight in weights], rows
    yield weights, _rows_with_flushes(sides, rows, flushes)


def _by_rank_keys(lookup: FiveCardLookup, ways: Sequence[Way]) -> _Rest:
    return _Rest([way.weight for way in ways], [lookup.rank_key(way.cards) for way in ways])


def _rows_by_ranks(sides: Sequence[_Side], coming: Sequence[int], suited_key: int) -> list[Row]:
    columns = [side.lookup.rank_strengths(held + suited_key, coming) for side in sides for held in side.held]
    return list(zip(*columns, strict=True))


def _rows_with_flushes(sides: Sequence[_Side], rows: Sequence[Row], flushes: Sequence[int]) -> list[Row]:
    """The rows where a hand with a flush counts for that, if it is better, on the sides on which flushes count."""
    floor = [strength if side.flushes else 0 for side in sides for strength in flushes]
    return [tuple(map(max, row, floor)) for row in rows]


class Compared(NamedTuple):
    """In how many ways the first of two hands is stronger, equal and weaker."""

    stronger: int
    equal: int
    weaker: int


def compare_two(cards: Sequence[tuple[int, ...]], first: Sequence[int], second: Sequence[int]) -> Compared:
    """Compares two hands over all pairs of sets of cards to come that have no card in common.

    `cards` are the sets, as numbers of cards; `first` and `second` have the strengths that each set makes of the two
    hands.
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
    return Compared(stronger, equal, pairs - stronger - equal)


def _parts(group: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [part for size in range(len(group) + 1) for part in combinations(group, size)]


def count_rows(
    classes: Sequence[CardClass], ways: Sequence[Way], strengths: Sequence[Sequence[tuple[int, ...]]]
) -> Counter[Row]:
    """Returns how often each row of strengths comes when the players get cards one after the other.

    `strengths` has for every player the strengths on all sides with each of the ways; a row has those of all players
    on the first side, and then on the next.
    """
    places = {each.card: place for place, each in enumerate(classes)}
    needs = [tuple(Counter(places[card] for card in way.cards).items()) for way in ways]
    left = [each.left for each in classes]
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()

    def deal(player: int, weight: int, so_far: tuple[tuple[int, ...], ...]) -> None:
        if player == len(strengths):
            found[so_far] += weight
            return
        for need, strength in zip(needs, strengths[player], strict=True):
            deals = weight
            for place, copies in need:
                deals *= comb(left[place], copies)
            if deals:
                for place, copies in need:
                    left[place] -= copies
                deal(player + 1, deals, (*so_far, strength))
                for place, copies in need:
                    left[place] += copies

    deal(0, 1, ())
    rows: Counter[Row] = Counter()
    for each, weight in found.items():
        rows[tuple(strength for side in zip(*each, strict=True) for strength in side)] += weight
    return rows


class Chance(Protocol):
    """What an estimate draws cards with; `random.Random` is one."""

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
_FROM_HAND = 2


def find_equities(spot: Spot, chance: Chance) -> Equities:
    """Returns the equities of all hands of a spot; `chance` is used only where an exact answer would take too long.

    Raises BadSetup for rules by which no hand wins, and ValueError for a spot without two hands or with too few cards.
    """
    if len(spot.hands) < 2:
        raise ValueError("A chance needs two hands that contest a pot.")
    finder = _Finder(spot, chance)
    pots = [finder.equity(pot) for pot in spot.pots]
    return Equities(tuple(pots), exact=not finder.estimated, standard_error=finder.error)


class _Finder:
    """Finds the equities of the pots of one spot."""

    def __init__(self, spot: Spot, chance: Chance) -> None:
        self._spot = spot
        self._chance = chance
        self._scales = scales_of_spot(spot)
        seen = [*spot.board, *spot.gone, *[card for hand in spot.hands for card in hand.cards]]
        self._unseen = unseen_cards(self._scales[0].rules.deck, seen)
        if len(self._unseen) < spot.to_come.board + spot.to_come.own * len(spot.hands):
            raise ValueError("More cards are to come than the pack has left.")
        self._found: dict[tuple[int, ...], PotEquity] = {}
        self.estimated = False
        self.error = 0.0

    def equity(self, pot: Pot) -> PotEquity:
        """Returns the equities of a pot; pots that the same seats contest have the same, whatever their chips."""
        hands = [hand for hand in self._spot.hands if hand.seat in pot.seats]
        seats = tuple(hand.seat for hand in hands)
        if seats not in self._found:
            self._found[seats] = self._find(hands)
        found = self._found[seats]
        return PotEquity(pot.chips, found.ways, found.parts, found.hands)

    def _find(self, hands: Sequence[KnownHand]) -> PotEquity:
        to_come = self._spot.to_come
        exact: PotEquity | None = None
        if len(hands) < 2 or not (to_come.board or to_come.own):
            exact = self._compare_now(hands)
        elif not to_come.own:
            exact = self._count_boards(hands)
        elif not to_come.board:
            exact = self._count_own_cards(hands)
        return self._estimate(hands) if exact is None else exact

    def _tally(self, hands: Sequence[KnownHand]) -> Tally:
        return Tally(0, [hand.seat for hand in hands], self._scales)

    def _compare_now(self, hands: Sequence[KnownHand]) -> PotEquity:
        """Compares hands that are complete, or one that contests its pot alone."""
        tally = self._tally(hands)
        if len(hands) == 1:
            tally.add_all([(1,) * len(self._scales)])
        else:
            columns = [[value_hand(self._spot, scale, hand, ()) for hand in hands] for scale in self._scales]
            tally.add_all([tuple(strength for side in columns for strength in side)])
        return tally.result()

    # --- to the board --------------------------------------------------------------------------------------------

    def _count_boards(self, hands: Sequence[KnownHand]) -> PotEquity | None:
        """Counts every board, None where there are too many."""
        spot, size = self._spot, self._spot.to_come.board
        omaha = spot.rules.selection is Selection.TWO_FROM_HAND
        suits = suits_that_matter(
            self._scales, [hand.cards for hand in hands], spot.board, size, _FROM_HAND if omaha else len(self._unseen)
        )
        whole_hands = [(*hand.cards, *spot.board) for hand in hands]
        if size >= MANY_TO_COME and not omaha and can_count_by_ranks(self._scales, whole_hands, suits, size):
            tally = self._tally(hands)
            for weights, rows in count_by_ranks(self._scales, whole_hands, self._unseen, sorted(suits), size):
                tally.add(weights, rows)
            return tally.result()
        classes = classes_of(self._unseen, self._scales, suits)
        if count_ways(classes, size) * len(hands) * self._cost_of_a_hand() > MOST_VALUED:
            return None
        ways = ways_to_deal(classes, size)
        coming = [way.cards for way in ways]
        tally = self._tally(hands)
        columns = [board_columns(spot, scale, hands, coming) for scale in self._scales]
        tally.add([way.weight for way in ways], both_sides(columns))
        return tally.result()

    def _cost_of_a_hand(self) -> int:
        if any(scale.sum_lookup is None for scale in self._scales):
            return _SLOW_SCALE * len(self._scales)
        omaha = self._spot.rules.selection is Selection.TWO_FROM_HAND
        return (_OMAHA if omaha else 1) * len(self._scales)

    # --- to the hands --------------------------------------------------------------------------------------------

    def _count_own_cards(self, hands: Sequence[KnownHand]) -> PotEquity | None:
        """Counts every way to deal cards to the hands, None where there are too many."""
        to_come = self._spot.to_come
        size, cost = to_come.own, self._cost_of_a_hand()
        if to_come.down and to_come.up and any(s.rules.lowest_wild is LowestWild.CONCEALED for s in self._scales):
            return None  # which of the cards lies face down makes another hand
        linear = len(self._scales) == 1 and not self._scales[0].circular
        groups = comb(len(self._unseen), size)
        if len(hands) == 2 and linear and size <= _MOST_PAIRED and 2 * groups * cost <= MOST_VALUED:
            return self._compare_two(hands)
        suits = suits_that_matter(
            self._scales, [hand.cards for hand in hands], self._spot.board, size, len(self._unseen)
        )
        classes = classes_of(self._unseen, self._scales, suits)
        count = count_ways(classes, size)
        if count ** len(hands) > MOST_VALUED // 2 or count * len(hands) * cost > MOST_VALUED:
            return None
        ways = ways_to_deal(classes, size)
        coming = [way.cards for way in ways]
        strengths = [
            list(zip(*[own_column(self._spot, scale, hand, coming) for scale in self._scales], strict=True))
            for hand in hands
        ]
        rows = count_rows(classes, ways, strengths)
        tally = self._tally(hands)
        tally.add(rows.values(), rows)
        return tally.result()

    def _compare_two(self, hands: Sequence[KnownHand]) -> PotEquity:
        spot, size = self._spot, self._spot.to_come.own
        [scale] = self._scales
        groups = list(combinations(range(len(self._unseen)), size))
        coming = [tuple(self._unseen[place] for place in group) for group in groups]
        first, second = (own_column(spot, scale, hand, coming) for hand in hands)
        stronger, equal, weaker = compare_two(groups, first, second)
        tally = self._tally(hands)
        tally.add((stronger, equal, weaker), ((2, 1), (1, 1), (1, 2)))
        return tally.result()

    # --- at random -----------------------------------------------------------------------------------------------

    def _estimate(self, hands: Sequence[KnownHand]) -> PotEquity:
        """Deals the rest at random, so many times as the effort allows."""
        spot = self._spot
        board, own = spot.to_come.board, spot.to_come.own
        deals = max(MIN_DEALS, DEALS // max(1, self._cost_of_a_hand() // _OMAHA))
        drawn = [self._chance.sample(self._unseen, board + own * len(hands)) for _ in range(deals)]
        tally = self._tally(hands)
        columns = [dealt_columns(spot, scale, hands, drawn) for scale in self._scales]
        tally.add_all(both_sides(columns))
        found = tally.result()
        self.estimated = True
        self.error = max(self.error, *[_standard_error(hand.share / found.parts, deals) for hand in found.hands])
        return found


def _standard_error(share: float, deals: int) -> float:
    """An upper limit of the standard error: a part of a pot varies less than a pot that is won whole or not at all."""
    return sqrt(max(share * (1 - share), 1 / deals) / deals)
