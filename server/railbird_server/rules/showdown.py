"""The showdown: what hands are worth, who shows in which order, who may muck, and who wins what (SD-1..SD-22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from railbird_server.rules.events import Mucked, RulesEvent
from railbird_server.rules.player import Player
from railbird_server.rules.spot import KnownHand
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import HAND_SIZE, Card
from railbird_shared.game.clauses import Clause, Clauses
from railbird_shared.game.game_rules import LowestWild, OddChip, Selection
from railbird_shared.game.ranking import Category, HandValue, Scale, TwoFromHand, scale_of, winners
from railbird_shared.game.ranking.order import NO_HAND
from railbird_shared.game.ranking_rules import card_order
from railbird_shared.game.variants import Variant
from railbird_shared.protocol.actions import Declaration
from railbird_shared.protocol.events import HandShown, Pot, PotAwarded, Side
from railbird_shared.protocol.view import LastAct

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
        strengths = [on_side[seat] for seat in seats]
        return [seats[place] for place in winners(strengths, self.scales[side])]

    def name_hand(self, side: Side, seat: int, rivals: Sequence[int]) -> str:
        """Returns the name of a hand with as many kickers as tell it from its rivals (DS-3, DS-11)."""
        if self._claimed_strengths:
            return self._players[seat].shown_hand
        return self.value(side, seat).describe([self.value(side, rival) for rival in rivals if rival != seat])

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
        if (side, seat) not in self._values:
            player = self._players[seat]
            self._values[side, seat] = evaluate_hand(self._variant, self.scales[side], player, self._board)
        return self._values[side, seat]

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
    if scale.rules.lowest_wild is LowestWild.CARD:
        return (*player.cards, *held_board)
    return player.hole_cards if scale.rules.lowest_wild is LowestWild.CONCEALED else ()


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
    lowest_among = cards_for_lowest(scale, player, _held_board(variant, board))
    return scale.value([*player.cards, *board], lowest_among)


DECLARED_SIDES = {
    Declaration.HIGH: {Side.HIGH},
    Declaration.LOW: {Side.LOW},
    Declaration.BOTH: {Side.HIGH, Side.LOW},
}
"""The sides that a declaration contests (SD-21)."""


def split_chips(chips: int, recipients: Sequence[int]) -> list[tuple[int, int, int]]:
    """Divides chips among winners, listed in the order in which they get odd chips (SD-15, SD-16).

    Returns seat, chips and how many of them were odd, one chip each from the front of the list.
    """
    share, odd = divmod(chips, len(recipients))
    return [(seat, share + (place < odd), int(place < odd)) for place, seat in enumerate(recipients)]


class PotAwarder:
    """Divides pots among hands and names the clauses that decided.

    `shown_players` are the players who showed, in the order of odd chips by position, and `declarations` says which
    side each player goes for, in games with declarations.
    """

    def __init__(
        self,
        variant: Variant,
        shown_players: Sequence[Player],
        hand_values: HandValues,
        declarations: Mapping[int, Declaration] | None = None,
    ) -> None:
        self._variant = variant
        self._shown_players = {player.seat: player for player in shown_players}
        self._hand_values = hand_values
        self._declarations = declarations or {}

    def award(self, pots: Sequence[Pot], run: int = 0) -> list[PotAwarded]:
        """Divides every pot, the latest side pot first (AI-8), and within a pot the high half first."""
        latest_first = reversed(list(enumerate(pots)))
        return [award for index, pot in latest_first if pot.chips for award in self._divide(index, pot, run)]

    def _divide(self, index: int, pot: Pot, run: int) -> list[PotAwarded]:
        contenders = [seat for seat in self._shown_players if seat in pot.seats]
        winners = self._winners(contenders)
        halves = _split_by_side(pot.chips, winners)
        awards: list[PotAwarded] = []
        for side, chips in halves.items():
            because = self._award_clauses(index, pot, side, winners, chips=chips, run=run)
            for seat, share, odd in split_chips(chips, self._odd_chip_order(winners[side])):
                words = self._hand_values.name_hand(side, seat, contenders)
                part = side if len(self._hand_values.scales) > 1 and len(halves) > 1 else Side.WHOLE
                awards.append(PotAwarded(seat, index, share, part, odd, words, run, because))
        return awards

    def _winners(self, contenders: Sequence[int]) -> dict[Side, list[int]]:
        """The winners of each side; a player who declared both and does not win both wins nothing (SD-22)."""
        values, left = self._hand_values, contenders
        while True:
            won = {side: values.winners(side, self._contesting(side, left)) for side in values.scales}
            both = [seat for seat in left if self._declarations.get(seat) is Declaration.BOTH]
            failed = [seat for seat in both if not all(seat in winners for winners in won.values())]
            if not failed and any(won.values()):
                return won
            if not failed:  # every declaration has failed, and the chips have to go somewhere: by the cards alone
                return {side: values.winners(side, contenders) for side in values.scales}
            left = [seat for seat in left if seat not in failed]

    def _contesting(self, side: Side, seats: Sequence[int]) -> list[int]:
        return [seat for seat in seats if not self._declarations or side in DECLARED_SIDES[self._declarations[seat]]]

    def _odd_chip_order(self, winners: list[int]) -> list[int]:
        by_position = self._variant.odd_chip is OddChip.POSITION
        return winners if by_position else sorted(winners, key=self._highest_card, reverse=True)

    def _highest_card(self, seat: int) -> tuple[int, int]:
        """The highest card of all that the player holds; an odd chip does not go by the five that play."""
        cards = [card for card in self._shown_players[seat].cards if not card.is_joker]
        return max((card_order(card, self._variant.suit_order) for card in cards), default=(0, 0))

    def _award_clauses(
        self, index: int, pot: Pot, side: Side, winners: Mapping[Side, Sequence[int]], *, chips: int, run: int
    ) -> Clauses:
        because: list[Clause] = ["SD-1", "SD-10" if self._variant.declared_hands else "SD-9"]
        if index:
            because.append("AI-9")
        if run:
            because.append("SD-26")
        if self._hand_values.circular:
            because.append("NU-12")
        because += self._declaration_clauses(pot, winners)
        if side is not Side.WHOLE:
            both = all(winners.values())
            because.append("SD-18" if both else "SD-19")
            if both and pot.chips % 2:
                because.append("SD-17")
        if len(winners[side]) > 1:
            because.append("SD-15")
            if chips % len(winners[side]):
                because += self._odd_chip_clauses()
        return tuple(because)

    def _declaration_clauses(self, pot: Pot, winners: Mapping[Side, Sequence[int]]) -> Clauses:
        both = {seat for seat in pot.seats if self._declarations.get(seat) is Declaration.BOTH}
        if any(both.difference(seats) for seats in winners.values()):
            return "SD-21", "SD-22"
        return ("SD-21",) if self._declarations else ()

    def _odd_chip_clauses(self) -> Clauses:
        if self._variant.odd_chip is OddChip.SUIT:
            return "SD-16", "SU-4"
        return ("SD-16", "SIMPLE-19") if self._variant.by_seat_number else ("SD-16",)


def _split_by_side(chips: int, winners: Mapping[Side, Sequence[int]]) -> dict[Side, int]:
    """The chips of each side that has a winner; the odd chip of two halves goes to the high half (SD-17)."""
    sides = [side for side, seats in winners.items() if seats]
    if len(sides) == 1:
        return {sides[0]: chips}
    return {Side.HIGH: chips - chips // 2, Side.LOW: chips // 2}


def order_of_showing(
    live: Sequence[Player], aggressor: int | None, pots: Sequence[Pot] = ()
) -> tuple[list[Player], Clause]:
    """Returns the players in the order of showing, and the clause (SD-2, SD-3).

    `live` runs from the button's left, and `pots` from the main pot to the latest side pot. The last to bet or raise
    comes first, or else the player left of the button; but first of all come those who contest the latest side pot.
    """
    first = next((place for place, player in enumerate(live) if player.seat == aggressor), 0)
    clockwise = [*live[first:], *live[:first]]
    latest = {seat: index for index, pot in enumerate(pots) for seat in pot.seats}
    order = sorted(clockwise, key=lambda player: -latest.get(player.seat, 0))
    by_button = order == clockwise and all(player.seat != aggressor for player in live)
    return order, "SD-3" if by_button else "SD-2"


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
