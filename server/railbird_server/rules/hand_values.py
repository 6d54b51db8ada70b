"""The worth of hands at a showdown, on each side of the pot: their values, names and the cards that play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from railbird_server.rules.player import Player
from railbird_server.rules.spot import KnownHand
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import HAND_SIZE, Card
from railbird_shared.game.game_rules import LowestWild, Selection
from railbird_shared.game.ranking import Category, HandValue, Scale, TwoFromHand, scale_of, winners
from railbird_shared.game.variants import Variant
from railbird_shared.protocol.events import Side

OMAHA_BOARD_CARDS = 3
"""The cards of the board from which on an Omaha hand is one of five cards."""


class HandValues:
    """The values of players' hands with one board, on each side. A hand of no value cannot win (SD-13, SD-19).

    `scales` are those of the sides that the pots are divided into: high and low, or the whole. `claimed_strengths` are
    the strengths of hands that count as their owners claim (SD-10), by seat.
    """

    def __init__(
        self,
        variant: Variant,
        players: Sequence[Player],
        board: Sequence[Card],
        claimed_strengths: Mapping[int, int] | None = None,
    ) -> None:
        self._variant = variant
        self._players = {player.seat: player for player in players}
        self._board = tuple(board)
        self._claimed_strengths = claimed_strengths
        self.scales = scales_of(variant)
        self._values: dict[tuple[Side, int], HandValue] = {}

    @cached_property
    def strengths(self) -> dict[Side, Mapping[int, int]]:
        """Numbers that compare as the hands of each side do, by seat."""
        return {side: self._claimed_strengths or self._compute_strengths(scale) for side, scale in self.scales.items()}

    @property
    def circular(self) -> bool:
        """Whether the winner can be found only among all hands at once (NU-12)."""
        return any(scale.circular for scale in self.scales.values())

    def winners(self, side: Side, seats: Sequence[int]) -> list[int]:
        """Returns which of the seats win a side between them, in the order given (NU-12)."""
        on_side = self.strengths[side]
        return [seats[place] for place in winners([on_side[seat] for seat in seats], self.scales[side])]

    def name_hand(self, side: Side, seat: int, rivals: Sequence[int]) -> str:
        """Returns the name of a hand with as many kickers as tell it from its rivals (DS-3, DS-11)."""
        if self._claimed_strengths:
            return self._players[seat].shown_hand
        value, others = self.value(side, seat), [self.value(side, rival) for rival in rivals if rival != seat]
        return value.describe(others) if others else value.words

    def name_whole_hand(self, seat: int, rivals: Sequence[int] = ()) -> str:
        """Returns the name that the owner of a hand claims (SD-10), or that of its sides, of a low once it is made."""
        if self._claimed_strengths:
            return self._players[seat].shown_hand
        named = [(side, self.name_hand(side, seat, rivals)) for side in self.scales if self._is_named(side, seat)]
        return ", ".join(f"{words} low" if side is Side.LOW else words for side, words in named)

    def _is_named(self, side: Side, seat: int) -> bool:
        """Whether a hand is named on a side: a low only if it is of five cards, qualifies and has no pair."""
        if side is not Side.LOW:
            return True
        omaha, own = self._variant.selection is Selection.TWO_FROM_HAND, len(self._players[seat].cards)
        if len(self._board) < OMAHA_BOARD_CARDS if omaha else own + len(self._board) < HAND_SIZE:
            return False
        value = self.value(side, seat)
        return value.qualifies and value.category is Category.HIGH_CARD

    def playing_cards(self, seat: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Returns the cards that play of a hand and of its low in a hi-lo game, none of a hand that is not complete.

        A hand folded early is short of cards; one whose owner named it counts as that and not by its cards (SD-10).
        """
        cards = len(self._players[seat].cards) + len(self._board)
        if self._variant.declared_hands or cards < self._variant.cards_at_showdown:
            return (), ()
        high, *low = (self.value(side, seat).cards if self._is_named(side, seat) else () for side in self.scales)
        return high, low[0] if low else ()

    def value(self, side: Side, seat: int) -> HandValue:
        """Returns what a hand is worth on a side."""
        value = self._values.get((side, seat))
        if value is None:
            value = evaluate_hand(self._variant, self.scales[side], self._players[seat], self._board)
            self._values[side, seat] = value
        return value

    def _compute_strengths(self, scale: Scale) -> Mapping[int, int]:
        players, board = self._players.items(), self._board
        if self._variant.selection is Selection.TWO_FROM_HAND:
            omaha = TwoFromHand(scale, board)
            return {seat: omaha.strength(player.cards) for seat, player in players}
        held = _held_board(self._variant, board)
        return {
            seat: scale.strength([*player.cards, *board], cards_for_lowest(scale, player, held))
            for seat, player in players
        }


def cards_for_lowest(scale: Scale, player: Player | KnownHand, held_board: Sequence[Card] = ()) -> Sequence[Card]:
    """Returns the cards among which a player's lowest is sought on a scale where it is wild (WC-26, WC-27).

    A board card is none of them, but a common last card of stud is: `held_board` (CX-41).
    """
    lowest_wild = scale.rules.lowest_wild
    if lowest_wild is LowestWild.NONE:
        return ()
    return player.hole_cards if lowest_wild is LowestWild.CONCEALED else (*player.cards, *held_board)


def _held_board(variant: Variant, board: Sequence[Card]) -> Sequence[Card]:
    """The common cards that each player holds: the last card of stud, where the pack is short (VT-S7-12)."""
    return board if variant.family is Family.STUD else ()


def scales_of(variant: Variant) -> dict[Side, Scale]:
    """Returns the scales by which a variant divides a pot."""
    high, low = variant.high, variant.low
    if high is not None and low is not None:
        return {Side.HIGH: scale_of(high), Side.LOW: scale_of(low)}
    return {Side.WHOLE: scale_of(variant.ranking)}


def evaluate_hand(variant: Variant, scale: Scale, player: Player, board: Sequence[Card]) -> HandValue:
    """Returns what a player's cards and a board, which may still grow, make on a scale."""
    if variant.selection is Selection.TWO_FROM_HAND:
        return TwoFromHand(scale, board).value(player.cards)
    return scale.value([*player.cards, *board], cards_for_lowest(scale, player, _held_board(variant, board)))
