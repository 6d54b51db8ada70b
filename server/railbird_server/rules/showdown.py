"""The showdown: who shows in which order, who may muck, and what each hand is said to be (SD-1..SD-7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from railbird_server.rules.events import Mucked, RulesEvent
from railbird_server.rules.player import Player
from railbird_server.rules.settling import Settlement
from railbird_server.rules.valuing import Hands, is_low, scales_of, value_of
from railbird_server.rules.variants import Selection, Variant
from railbird_shared.actions import Declaration
from railbird_shared.cards import Card
from railbird_shared.events import HandShown, Pot, PotAwarded, Side
from railbird_shared.view import LastAct

FIVE = 5
FROM_BOARD = 3


def show_order(live: Sequence[Player], aggressor: int | None) -> tuple[list[Player], str]:
    """Returns the players in the order of showing, and the clause (SD-2, SD-3); `live` runs from the button's left."""
    for index, player in enumerate(live):
        if player.seat == aggressor:
            return [*live[index:], *live[:index]], "SD-2"
    return list(live), "SD-3"


def must_show(player: Player, shown: Sequence[Player], pots: Sequence[Pot], hands: Hands) -> bool:
    """Whether a player, when his turn to show comes, is not yet beaten for every part of a pot he could win (SD-6)."""
    for pot in pots:
        if player.seat not in pot.seats:
            continue
        rivals = [other.seat for other in shown if other.seat in pot.seats]
        for side in hands.sides:
            best = max((hands.strength(side, rival) for rival in rivals), default=0)
            if hands.can_win(side, player.seat) and hands.strength(side, player.seat) >= best:
                return True
    return False


def words_of(variant: Variant, player: Player, board: Sequence[Card]) -> str:
    """Returns what a player's cards make so far, in words; in hi-lo games the low as well, once there can be one."""
    whole = _is_whole(variant, player, board)
    values = ((side, value_of(variant, scale, player, board)) for side, scale in scales_of(variant).items())
    return ", ".join(value.words for side, value in values if side is not Side.LOW or (whole and is_low(value)))


def cards_of(variant: Variant, player: Player, board: Sequence[Card], side: Side) -> tuple[Card, ...]:
    """Returns the cards that a hand is made of on a side of the pot, for the whole of it those of the first scale."""
    scales = scales_of(variant)
    scale = scales.get(side) or next(iter(scales.values()))
    return value_of(variant, scale, player, board).cards


def _is_whole(variant: Variant, player: Player, board: Sequence[Card]) -> bool:
    """Whether there are cards enough for a hand of five."""
    if variant.selection is Selection.TWO_FROM_HAND:
        return len(board) >= FROM_BOARD
    return len(player.cards) + len(board) >= FIVE


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
        declared: Mapping[int, Declaration] | None = None,
        claimed: Mapping[int, int] | None = None,
    ) -> None:
        self._variant = variant
        self._live = live
        self._board = board
        self._declared = declared
        self._claimed = claimed
        self._hands = Hands(variant, live, board, claimed or {})
        self._all_show = bool(variant.show_all or declared or claimed or self._hands.circular)

    def show(self, pots: Sequence[Pot], aggressor: int | None) -> list[RulesEvent]:
        """Shows the hands in order; one that cannot win is mucked, unless it lies open already."""
        order, clause = show_order(self._live, None if self._variant.by_seat else aggressor)
        if self._variant.by_seat:
            clause = "SIMPLE-16"
        shown: list[Player] = []
        for player in order:
            if player.turned_up or self._all_show or must_show(player, shown, pots, self._hands):
                shown.append(player)
        return [
            show(player, self._words(player, shown), clause) if player in shown else muck(player) for player in order
        ]

    def _words(self, player: Player, shown: Sequence[Player]) -> str:
        """Returns the words of a hand, or what its owner claims it to be (SD-10).

        There are as many kickers as tell it from the others that are shown (DS-3, DS-11, DS-13).
        """
        if self._claimed:
            return player.shown
        hands, rivals = self._hands, [other.seat for other in shown]
        whole = _is_whole(self._variant, player, self._board)
        sides = [
            side for side in hands.sides if side is not Side.LOW or (whole and is_low(hands.value(side, player.seat)))
        ]
        return ", ".join(hands.words(side, player.seat, rivals) for side in sides)

    def award(self, pots: Sequence[Pot], run: int = 0) -> list[PotAwarded]:
        """Divides the pots among those who showed a hand of the right size (AI-8, SD-13, SD-15..SD-22)."""
        standing = [player for player in self._live if not player.mucked and self._is_whole(player)]
        return Settlement(self._variant, standing, self._hands, self._declared).award(pots, run)

    def _is_whole(self, player: Player) -> bool:
        """Whether a player and the board have as many cards as the game deals, a common card counting for all."""
        return len(player.cards) + len(self._board) == self._variant.cards_at_showdown


def show(player: Player, words: str, clause: str) -> HandShown:
    """Turns a player's whole hand up (SD-5)."""
    player.turned_up = True
    player.last = LastAct.SHOWED
    player.shown = words
    return HandShown(player.seat, tuple(player.cards), words, (clause, "SD-5"))


def muck(player: Player) -> Mucked:
    """Gives a player's hand up unseen (SD-6, SD-7)."""
    player.mucked = True
    player.last = LastAct.MUCKED
    return Mucked(player.seat, tuple(player.cards), ("SD-6", "SD-7"))
