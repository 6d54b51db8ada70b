"""The showdown: who shows in which order, and who may muck (SD-1..SD-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from railbird_server.rules.events import Mucked, RulesEvent
from railbird_server.rules.hand_values import HandValues
from railbird_server.rules.player import Player
from railbird_server.rules.pots import PotAwarder
from railbird_shared.game.cards import Card
from railbird_shared.game.clauses import Clause
from railbird_shared.game.ranking.hand_order import NO_HAND
from railbird_shared.game.variants import Variant
from railbird_shared.protocol.actions import Declaration
from railbird_shared.protocol.events import HandShown, Pot, PotAwarded
from railbird_shared.protocol.view import LastAct


def order_of_showing(
    live: Sequence[Player], aggressor: int | None, pots: Sequence[Pot] = ()
) -> tuple[list[Player], Clause]:
    """Returns the players in the order of showing, and the clause (SD-2, SD-3).

    `live` runs from the button's left, and `pots` from the main pot to the latest side pot. The last to bet or raise
    comes first, or else the player left of the button; but first of all come those who contest the latest side pot.
    """
    places = {player.seat: place for place, player in enumerate(live)}
    first = places.get(aggressor, 0) if aggressor is not None else 0
    clockwise = [*live[first:], *live[:first]]
    latest = {seat: index for index, pot in enumerate(pots) for seat in pot.seats}
    order = sorted(clockwise, key=lambda player: -latest.get(player.seat, 0))
    return order, "SD-2" if aggressor in places or order != clockwise else "SD-3"


def must_show(player: Player, already_shown: Sequence[Player], pots: Sequence[Pot], hand_values: HandValues) -> bool:
    """Whether a player whose turn it is to show can still win some part of a pot (SD-6)."""
    for pot in pots:
        rivals = [other.seat for other in already_shown if other.seat in pot.seats]
        for strengths in hand_values.strengths.values() if player.seat in pot.seats else ():
            own, best = strengths[player.seat], max((strengths[rival] for rival in rivals), default=NO_HAND)
            if own != NO_HAND and own >= best:
                return True
    return False


class Showdown:
    """One showdown over one board: shows and mucks hands, then divides the pots.

    `live` run from the button's left. `claimed_strengths` are those of hands that count as claimed (SD-10). With
    `name_playing_cards` a hand that is shown names the cards that play.
    """

    def __init__(
        self,
        variant: Variant,
        live: Sequence[Player],
        board: Sequence[Card],
        *,
        declarations: Mapping[int, Declaration] | None = None,
        claimed_strengths: Mapping[int, int] | None = None,
        name_playing_cards: bool = False,
    ) -> None:
        self._variant = variant
        self._live = live
        self._name_playing_cards = name_playing_cards
        self._board = board
        self._declarations = declarations
        self._hand_values = HandValues(variant, live, board, claimed_strengths)
        shows_all = variant.show_all_hands or declarations or claimed_strengths or self._hand_values.circular
        self._everybody_shows = bool(shows_all)

    def show_hands(self, pots: Sequence[Pot], aggressor: int | None) -> list[RulesEvent]:
        """Shows the hands in order; one that cannot win is mucked, unless it lies open already."""
        order, clause = order_of_showing(self._live, aggressor, pots)
        if self._variant.by_seat_number:
            order, clause = list(self._live), "SIMPLE-16"
        shown: list[Player] = []
        for player in order:
            if player.turned_up or self._everybody_shows or must_show(player, shown, pots, self._hand_values):
                shown.append(player)
        return [self._show(player, shown, clause) if player in shown else muck_hand(player) for player in order]

    def _show(self, player: Player, shown: Sequence[Player], clause: Clause) -> HandShown:
        name = self._hand_values.name_whole_hand(player.seat, [other.seat for other in shown])
        event = show_hand(player, name, clause)
        if not self._name_playing_cards or not self._has_all_cards(player):
            return event
        best_cards, best_low_cards = self._hand_values.playing_cards(player.seat)
        return replace(event, best_cards=best_cards, best_low_cards=best_low_cards)

    def award_pots(self, pots: Sequence[Pot], run: int = 0) -> list[PotAwarded]:
        """Divides the pots among those who showed a hand of the right size (AI-8, SD-13, SD-15..SD-22)."""
        eligible = [player for player in self._live if not player.mucked and self._has_all_cards(player)]
        return PotAwarder(self._variant, eligible, self._hand_values, self._declarations).award(pots, run)

    def _has_all_cards(self, player: Player) -> bool:
        """Whether a player and the board have as many cards as the game deals, a common card counting for all."""
        return len(player.cards) + len(self._board) == self._variant.cards_at_showdown


def show_hand(player: Player, hand_name: str, clause: Clause) -> HandShown:
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
