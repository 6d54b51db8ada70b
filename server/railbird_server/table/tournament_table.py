"""A table of a tournament: its players come and go, and it deals, as the tournament orders it.

Chips, seats and stakes are the tournament's to give. A player who is away is dealt in and posts every forced bet, and
the table checks or folds for them at once; nobody waits for a blind but between the button and the small blind, and
nobody owes one. Offers of a table beyond the hand are refused here with a sentence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.rules.pots import build_pots
from railbird_server.table import inputs
from railbird_server.table.dealer_button import clockwise
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.table.inputs import TakenAlong, TournamentOrder
from railbird_server.table.rotation import GameRotation
from railbird_server.table.seating import Seating
from railbird_server.table.seats import Seat, Seats
from railbird_server.table.settings import TableSettings
from railbird_server.table.turn_clock import TurnClock
from railbird_shared.protocol import commands
from railbird_shared.protocol.commands import TableCommand
from railbird_shared.protocol.events import ConnectionChanged, PotAwarded, RailConsentChanged, TableEvent
from railbird_shared.protocol.host_commands import Announce, LetRailSee

_OFFERED = (
    commands.Act
    | commands.SitOut
    | commands.SitIn
    | commands.ChooseGame
    | commands.ShowHand
    | commands.SeeHand
    | Announce
    | LetRailSee
    | inputs.NameChanged
    | inputs.MuteRequest
)

_REFUSALS: tuple[tuple[tuple[type[TableCommand], ...], str], ...] = (
    ((commands.Sit, commands.JoinWaitingList), "register for it in the lobby"),
    ((commands.Stand,), "you play until you are out of chips; sit out, and your blinds are posted for you"),
    ((commands.AddChips,), "chips come by a rebuy or the add-on alone; ask for them on the tournament's page"),
    ((commands.ChangeSeat,), "seats are drawn, and moves keep the tables even"),
    ((commands.Pause, commands.GoOn, commands.TakeBreak, commands.Vote), "it pauses for all tables at once"),
)
"""The acts in place of some commands."""

_NOT_OFFERED = "that is the tournament's to decide"


class HandReport(Struct, frozen=True):
    """A hand that has ended at a table of a tournament, by player id.

    `stacks_before` and `stacks` are those of everybody at the table, at the start and the end. `busted_by` names for
    each who lost their last chips the winners of the pot that took them, in order from the button's left.
    """

    hand: int
    stacks_before: dict[str, int]
    stacks: dict[str, int]
    busted_by: dict[str, tuple[str, ...]]


class TournamentTableState(Struct, frozen=True):
    """The orders of a table: the number of the last one, and up to which hand it may deal."""

    last_order: int = 0
    allowed_hand: int = 0


class TournamentTable:
    """The orders that a table has from its tournament."""

    def __init__(
        self, settings: TableSettings, seating: Seating, rotation: GameRotation, turn_clock: TurnClock
    ) -> None:
        self.is_on = settings.tournament is not None
        self.state = TournamentTableState()
        self._seating = seating
        self._rotation = rotation
        self._turn_clock = turn_clock

    def allows_hand(self, number: int) -> bool:
        """Whether a hand of that number may be dealt; always at a table of its own."""
        return not self.is_on or number <= self.state.allowed_hand

    def check_offered(self, request: TableCommand | inputs.AboutPerson) -> None:
        """Raises Refusal for what a table of a tournament does not offer."""
        if not self.is_on or isinstance(request, _OFFERED):
            return
        instead = next((words for kinds, words in _REFUSALS if isinstance(request, kinds)), _NOT_OFFERED)
        raise Refusal("tournament", f"This is a table of a tournament: {instead}.")

    def obey(self, request: inputs.TournamentOrders, now: int) -> list[TableEvent]:
        """Carries out orders that are new."""
        if request.number <= self.state.last_order:
            return []
        self.state = replace(self.state, last_order=request.number)
        return [event for order in request.orders for event in self._carry_out(order, now)]

    def taken_along(self, player: str) -> TakenAlong:
        """Returns what the player with that id takes along to another table; nothing without a seat."""
        seat = self._seating.seats.of(player)
        if seat is None:
            return TakenAlong()
        return TakenAlong(seat.sitting_out, seat.shown_to_rail, self._turn_clock.banks.get(player))

    def _carry_out(self, order: TournamentOrder, now: int) -> Sequence[TableEvent]:
        match order:
            case inputs.TakeSeat():
                return self._take_seat(order, now)
            case inputs.GiveUpSeat(player, reason):
                if (seat := self._seating.seats.of(player)) is not None:
                    seat.leaving, seat.leave_reason = True, reason
                return ()
            case inputs.GetChips(player, chips):
                seat = self._seating.seats.of(player)
                return () if seat is None else self._seating.add_soon(seat, chips)
            case inputs.AllowHand(hand, level):
                self._rotation.set_level(level)
                self.state = replace(self.state, allowed_hand=hand)
                return ()
            case _:
                assert_never(order)

    def _take_seat(self, order: inputs.TakeSeat, now: int) -> list[TableEvent]:
        """Seats a player with their chips; one who has a seat already keeps it."""
        player, chips, number = order.player, order.chips, order.seat
        if self._seating.seats.of(player.id) is not None:
            return []
        seat = Seat(number, player.id, player.name, chips, bot=player.bot, house=player.house, in_tournament=True)
        seat.disconnected_since = None if order.connected else now
        events: list[TableEvent] = [self._seating.take_seat(seat)]
        if not order.connected:
            events.append(ConnectionChanged(number, connected=False))
        along = order.taken_along
        if along.time_bank is not None:
            self._turn_clock.banks[player.id] = along.time_bank
        if along.shown_to_rail and not player.house:  # a bot of the house shows its cards by the terms of the rail
            seat.shown_to_rail = True
            events.append(RailConsentChanged(number, on=True))
        if along.away:
            events.append(self._seating.mark_sitting_out(seat, now))
        return events


def report_of(current: HandInProgress | None, seats: Seats) -> HandReport | None:
    """Returns the hand that has just ended for its tournament, before any seat changes; None without one."""
    if current is None or not current.over:
        return None
    began = {entrant.seat: entrant.stack for entrant in current.setup.entrants}
    before = {seat.player: began.get(seat.number, seat.stack) for seat in seats.occupied}
    stacks = {seat.player: seat.stack for seat in seats.occupied}
    busted = [seat for seat in seats.occupied if began.get(seat.number) and not seat.stack]
    winners = _last_pot_winners(current, [seat.number for seat in busted])
    busted_by = {
        seat.player: tuple(winner.player for number in winners[seat.number] if (winner := seats.at(number)))
        for seat in busted
    }
    return HandReport(current.setup.number, before, stacks, busted_by)


def _last_pot_winners(current: HandInProgress, busted: Sequence[int]) -> dict[int, list[int]]:
    """Returns for each seat that lost its last chips those that won its last pot, from the button's left."""
    won: defaultdict[int, set[int]] = defaultdict(set)
    for event in current.last_events:
        if isinstance(event, PotAwarded):
            won[event.pot].add(event.seat)
    players = current.hand.players.values()
    paid = {player.seat: player.paid for player in players}
    dead = sum(player.dead_chips for player in players)
    pots = build_pots(paid, [player.seat for player in players if not player.folded], dead)
    last = {seat: max((index for index, pot in enumerate(pots) if seat in pot.seats), default=0) for seat in busted}
    return {seat: clockwise(won[pot] - {seat}, current.setup.button) for seat, pot in last.items()}
