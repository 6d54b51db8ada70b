"""The values of the players' hands on one board, for each side of the pot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from railbird_server.rules.player import Player
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card
from railbird_shared.game.game_rules import LowestWild, Selection
from railbird_shared.game.ranking import Category, HandValue, Scale, TwoFromHand, scale_of, winners
from railbird_shared.game.ranking.order import NO_HAND
from railbird_shared.game.variants import Variant
from railbird_shared.protocol.events import Side


class HandValues:
    """The hands of some players with one board. A hand of no value cannot win its side (SD-13, SD-19).

    `claimed_strengths` are the strengths of hands that count as their owners claim (SD-10), by seat.
    """

    def __init__(
        self, variant: Variant, players: Sequence[Player], board: Sequence[Card], claimed_strengths: Mapping[int, int]
    ) -> None:
        self._variant = variant
        self._players = {player.seat: player for player in players}
        self._board = tuple(board)
        self._claimed_strengths = claimed_strengths
        self.scales = scales_of(variant)
        self._values: dict[tuple[Side, int], HandValue] = {}
        self._strengths = {
            side: claimed_strengths or self._compute_strengths(scale) for side, scale in self.scales.items()
        }

    @property
    def circular(self) -> bool:
        """Whether the winner can be found only among all hands at once (NU-12)."""
        return any(scale.circular for scale in self.scales.values())

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that the pots are divided into: high and low, or the whole."""
        return tuple(self.scales)

    def strength(self, side: Side, seat: int) -> int:
        """Returns a number that compares as the hands of this side do."""
        return self._strengths[side][seat]

    def can_win(self, side: Side, seat: int) -> bool:
        """Whether a hand has any value on a side; a low may not qualify (LO-22)."""
        return self._strengths[side][seat] != NO_HAND

    def winners(self, side: Side, seats: Sequence[int]) -> list[int]:
        """Returns which of the seats win a side between them, in the order given (NU-12)."""
        strengths = [self._strengths[side][seat] for seat in seats]
        return [seats[place] for place in winners(strengths, self.scales[side])]

    def name_hand(self, side: Side, seat: int, rivals: Sequence[int]) -> str:
        """Returns the name of a hand with as many kickers as tell it from its rivals (DS-3, DS-11)."""
        if self._claimed_strengths:
            return self._players[seat].shown_hand
        others = [self.value(side, rival) for rival in rivals if rival != seat]
        return self.value(side, seat).describe(others)

    def value(self, side: Side, seat: int) -> HandValue:
        """Returns what a hand is worth on a side."""
        value = self._values.get((side, seat))
        if value is None:
            value = evaluate_hand(self._variant, self.scales[side], self._players[seat], self._board)
            self._values[side, seat] = value
        return value

    def _compute_strengths(self, scale: Scale) -> Mapping[int, int]:
        rank = self._strength_function(scale)
        return {seat: rank(player) for seat, player in self._players.items()}

    def _strength_function(self, scale: Scale) -> Callable[[Player], int]:
        if self._variant.selection is Selection.TWO_FROM_HAND:
            omaha = TwoFromHand(scale, self._board)
            return lambda player: omaha.strength(player.cards)
        held = _held_board(self._variant, self._board)
        return lambda player: scale.strength([*player.cards, *self._board], cards_for_lowest(scale, player, held))


def cards_for_lowest(scale: Scale, player: Player, held_board: Sequence[Card] = ()) -> Sequence[Card]:
    """Returns the cards among which a player's lowest is sought on a scale where it is wild (WC-26, WC-27).

    A board card is none of them, but a common last card of stud is: `held_board` (CX-41).
    """
    match scale.rules.lowest_wild:
        case LowestWild.NONE:
            return ()
        case LowestWild.CARD:
            return (*player.cards, *held_board)
        case LowestWild.CONCEALED:
            return player.hole_cards


def _held_board(variant: Variant, board: Sequence[Card]) -> Sequence[Card]:
    """The common cards that each player holds: the last card of stud, where the pack is short (VT-S7-12)."""
    return board if variant.family is Family.STUD else ()


def scales_of(variant: Variant) -> dict[Side, Scale]:
    """Returns the scales by which a variant divides a pot."""
    high, low = variant.high, variant.low
    if high is not None and low is not None:
        return {Side.HIGH: scale_of(high), Side.LOW: scale_of(low)}
    return {Side.WHOLE: scale_of(variant.ranking)}


def is_made_low(value: HandValue) -> bool:
    """Whether a hand is named as a low one: it qualifies and has no pair."""
    return value.qualifies and value.category is Category.HIGH_CARD


def evaluate_hand(variant: Variant, scale: Scale, player: Player, board: Sequence[Card]) -> HandValue:
    """Returns what a player's cards and a board, which may still grow, make on a scale."""
    if variant.selection is Selection.TWO_FROM_HAND:
        return TwoFromHand(scale, board).value(player.cards)
    lowest_among = cards_for_lowest(scale, player, _held_board(variant, board))
    return scale.value([*player.cards, *board], lowest_among)
