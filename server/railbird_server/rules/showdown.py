"""The showdown: who shows in which order, who may muck, and what each hand is said to be (SD-1..SD-7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from railbird_server.rules.events import Mucked, RulesEvent
from railbird_server.rules.player import Player
from railbird_server.rules.settling import PotAwarder
from railbird_server.rules.valuing import HandValues, is_made_low, scales_of, evaluate_hand
from railbird_server.rules.variants import Selection, Variant
from railbird_shared.actions import Declaration
from railbird_shared.cards import Card
from railbird_shared.events import HandShown, Pot, PotAwarded, Side
from railbird_shared.view import LastAct

COMPLETE_HAND = 5
OMAHA_BOARD_CARDS = 3


def order_of_showing(live: Sequence[Player], aggressor: int | None) -> tuple[list[Player], str]:
    """Returns the players in the order of showing, and the clause (SD-2, SD-3); `live` runs from the button's left."""
    for index, player in enumerate(live):
        if player.seat == aggressor:
            return [*live[index:], *live[:index]], "SD-2"
    return list(live), "SD-3"


def must_show(player: Player, already_shown: Sequence[Player], pots: Sequence[Pot], hand_values: HandValues) -> bool:
    """Whether a player, when his turn to show comes, is not yet beaten for every part of a pot he could win (SD-6)."""
    for pot in pots:
        if player.seat not in pot.seats:
            continue
        rivals = [other.seat for other in already_shown if other.seat in pot.seats]
        for side in hand_values.sides:
            best = max((hand_values.strength(side, rival) for rival in rivals), default=0)
            if hand_values.can_win(side, player.seat) and hand_values.strength(side, player.seat) >= best:
                return True
    return False


def name_hand(variant: Variant, player: Player, board: Sequence[Card]) -> str:
    """Returns what a player's cards make so far, in words; in hi-lo games the low as well, once there can be one."""
    whole = _is_complete(variant, player, board)
    values = ((side, evaluate_hand(variant, scale, player, board)) for side, scale in scales_of(variant).items())
    return ", ".join(value.words for side, value in values if side is not Side.LOW or (whole and is_made_low(value)))


def find_best_cards(variant: Variant, player: Player, board: Sequence[Card], side: Side) -> tuple[Card, ...]:
    """Returns the cards that a hand is made of on a side of the pot, for the whole of it those of the first scale."""
    scales = scales_of(variant)
    scale = scales.get(side) or next(iter(scales.values()))
    return evaluate_hand(variant, scale, player, board).cards


def _is_complete(variant: Variant, player: Player, board: Sequence[Card]) -> bool:
    """Whether there are cards enough for a hand of five."""
    if variant.selection is Selection.TWO_FROM_HAND:
        return len(board) >= OMAHA_BOARD_CARDS
    return len(player.cards) + len(board) >= COMPLETE_HAND


class Showdown:
    """One showdown over one board: shows and mucks hands, then divides the pots.

    `live` run from the button's left. `claimed` are the strengths of hands that count as declared (SD-10).
    """

    def __init__(
        self,
        variant: Variant,
        live: Sequence[Player],
        board: Sequence[Card],
        *,
        declarations: Mapping[int, Declaration] | None = None,
        claimed_strengths: Mapping[int, int] | None = None,
    ) -> None:
        self._variant = variant
        self._live = live
        self._board = board
        self._declarations = declarations
        self._claimed_strengths = claimed_strengths
        self._hand_values = HandValues(variant, live, board, claimed_strengths or {})
        self._everybody_shows = bool(variant.show_all_hands or declarations or claimed_strengths or self._hand_values.circular)

    def show_hands(self, pots: Sequence[Pot], aggressor: int | None) -> list[RulesEvent]:
        """Shows the hands in order; one that cannot win is mucked, unless it lies open already."""
        order, clause = order_of_showing(self._live, None if self._variant.by_seat_number else aggressor)
        if self._variant.by_seat_number:
            clause = "SIMPLE-16"
        shown: list[Player] = []
        for player in order:
            if player.turned_up or self._everybody_shows or must_show(player, shown, pots, self._hand_values):
                shown.append(player)
        return [
            show_hand(player, self._name_shown_hand(player, shown), clause) if player in shown else muck_hand(player) for player in order
        ]

    def _name_shown_hand(self, player: Player, shown: Sequence[Player]) -> str:
        """Returns the words of a hand, or what its owner claims it to be (SD-10).

        There are as many kickers as tell it from the others that are shown (DS-3, DS-11, DS-13).
        """
        if self._claimed_strengths:
            return player.shown_hand
        hands, rivals = self._hand_values, [other.seat for other in shown]
        whole = _is_complete(self._variant, player, self._board)
        sides = [
            side for side in hands.sides if side is not Side.LOW or (whole and is_made_low(hands.value(side, player.seat)))
        ]
        return ", ".join(hands.name_hand(side, player.seat, rivals) for side in sides)

    def award_pots(self, pots: Sequence[Pot], run: int = 0) -> list[PotAwarded]:
        """Divides the pots among those who showed a hand of the right size (AI-8, SD-13, SD-15..SD-22)."""
        eligible = [player for player in self._live if not player.mucked and self._has_all_cards(player)]
        return PotAwarder(self._variant, eligible, self._hand_values, self._declarations).award(pots, run)

    def _has_all_cards(self, player: Player) -> bool:
        """Whether a player and the board have as many cards as the game deals, a common card counting for all."""
        return len(player.cards) + len(self._board) == self._variant.cards_at_showdown


def show_hand(player: Player, hand_name: str, clause: str) -> HandShown:
    """Turns a player's whole hand up (SD-5)."""
    player.turned_up = True
    player.last_act = LastAct.SHOWED
    player.shown_hand = hand_name
    return HandShown(player.seat, tuple(player.cards), hand_name, (clause, "SD-5"))


def muck_hand(player: Player) -> Mucked:
    """Gives a player's hand up unseen (SD-6, SD-7)."""
    player.mucked = True
    player.last_act = LastAct.MUCKED
    return Mucked(player.seat, tuple(player.cards), ("SD-6", "SD-7"))
