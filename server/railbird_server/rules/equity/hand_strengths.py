"""The strengths of hands in every way to deal the rest, in columns.

A column holds the strength of one hand on one side of the pot, a row for each way. Where the sum of the cards' keys
decides, a whole column is looked up at once; on all other scales every hand is valued by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from railbird_server.rules.equity.spot import KnownHand, Spot
from railbird_shared.game.cards import Card
from railbird_shared.game.game_rules import LowestWild, Selection
from railbird_shared.game.ranking import Scale, TwoFromHand, scale_of
from railbird_shared.game.ranking.lookup import FiveCardLookup
from railbird_shared.game.ranking_rules import RankingRules

Column = list[int]
"""The strengths of one hand on one side, one for each way to deal the rest."""

_FROM_BOARD = 3
_FROM_HAND = 2


def scales_of_spot(spot: Spot) -> tuple[Scale, ...]:
    """Returns the scales of the sides of the pot, high before low; raises BadSetup."""
    sides = (spot.rules.high, spot.rules.low)
    return tuple(scale_of(RankingRules.from_data(side)) for side in sides if side is not None)


def board_columns(
    spot: Spot, scale: Scale, hands: Sequence[KnownHand], coming: Sequence[tuple[Card, ...]]
) -> list[Column]:
    """Returns a column for each hand, where the cards that come go to the board."""
    lookup = scale.sum_lookup
    if lookup is not None and spot.rules.selection is Selection.TWO_FROM_HAND:
        return _omaha_columns(spot, lookup, hands, coming)
    if lookup is not None:
        keyed = lookup.keyed(coming)
        return [lookup.strengths_with((*hand.cards, *spot.board), keyed) for hand in hands]
    return [[value_hand(spot, scale, hand, cards) for cards in coming] for hand in hands]


def own_column(spot: Spot, scale: Scale, hand: KnownHand, coming: Sequence[tuple[Card, ...]]) -> Column:
    """Returns the column of a hand, where the cards that come go to that hand, those face down first."""
    lookup = scale.sum_lookup
    if lookup is not None and spot.rules.selection is not Selection.TWO_FROM_HAND:
        return lookup.strengths_with((*hand.cards, *spot.board), lookup.keyed(coming))
    down = spot.to_come.down
    return [value_hand(spot, scale, with_cards(hand, cards[:down], cards[down:]), ()) for cards in coming]


def dealt_columns(
    spot: Spot, scale: Scale, hands: Sequence[KnownHand], drawn: Sequence[Sequence[Card]]
) -> list[Column]:
    """Returns a column for each hand where cards drawn at random go to the board first, and then to one hand each."""
    board, down, own = spot.to_come.board, spot.to_come.down, spot.to_come.own
    commons = [tuple(cards[:board]) for cards in drawn]
    if not own:
        return board_columns(spot, scale, hands, commons)
    columns: list[Column] = []
    for place, hand in enumerate(hands):
        start = board + place * own
        owns = [tuple(cards[start : start + own]) for cards in drawn]
        if scale.sum_lookup is not None and spot.rules.selection is not Selection.TWO_FROM_HAND:
            coming = [more + common for more, common in zip(owns, commons, strict=True)]
            columns.append(own_column(spot, scale, hand, coming))
        else:
            columns.append(
                [
                    value_hand(spot, scale, with_cards(hand, more[:down], more[down:]), common)
                    for more, common in zip(owns, commons, strict=True)
                ]
            )
    return columns


def with_cards(hand: KnownHand, down: Sequence[Card], up: Sequence[Card]) -> KnownHand:
    """Returns a hand with more cards."""
    return KnownHand(hand.seat, (*hand.concealed, *down), (*hand.upcards, *up))


def value_hand(spot: Spot, scale: Scale, hand: KnownHand, more_board: Sequence[Card]) -> int:
    """Returns the strength of one hand with the board and more cards on it, on any scale."""
    board = (*spot.board, *more_board)
    if spot.rules.selection is Selection.TWO_FROM_HAND:
        return TwoFromHand(scale, board).strength(hand.cards)
    match scale.rules.lowest_wild:
        case LowestWild.CARD:
            return scale.strength((*hand.cards, *board), (*hand.cards, *(board if spot.board_is_held else ())))
        case LowestWild.CONCEALED:
            return scale.strength((*hand.cards, *board), hand.concealed)
        case LowestWild.NONE:
            return scale.strength((*hand.cards, *board))


def _omaha_columns(
    spot: Spot, lookup: FiveCardLookup, hands: Sequence[KnownHand], coming: Sequence[tuple[Card, ...]]
) -> list[Column]:
    """The best of every three cards of the board; each three is looked up once for a hand, however often it comes."""
    key_of = lookup.key_of
    known = tuple(key_of[card] for card in spot.board)
    threes = [
        list(map(sum, combinations((*known, *[key_of[card] for card in cards]), _FROM_BOARD))) for cards in coming
    ]
    columns: list[Column] = []
    for hand in hands:
        twos = list(map(sum, combinations([key_of[card] for card in hand.cards], _FROM_HAND)))
        best = _BestWithThree(lookup, twos)
        columns.append([max([best[three] for three in row]) for row in threes])
    return columns


class _BestWithThree(dict[int, int]):
    """The best strength with three cards of the board, by the sum of their keys."""

    def __init__(self, lookup: FiveCardLookup, twos: Sequence[int]) -> None:
        super().__init__()
        self._lookup = lookup
        self._twos = twos

    def __missing__(self, three: int) -> int:
        strength = self[three] = self._lookup.best_of_pairings(self._twos, (three,))
        return strength
