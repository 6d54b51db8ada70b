"""Carries out what players command about their own seats and chips: sit down, stand up, move, wait, post, straddle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from railbird_server.table.hand.dealer_button import DealerButton
from railbird_server.table.hand.rotation import GameRotation
from railbird_server.table.host_commands import HostCommands, check_host
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.seating import Seating
from railbird_server.table.seats import Seat
from railbird_server.table.waiting_list import WaitingList
from railbird_shared.protocol import commands
from railbird_shared.protocol.commands import SeatCommand, SeatingCommand
from railbird_shared.protocol.events import SeatAssigned, SeatChanged, TableEvent
from railbird_shared.protocol.host_commands import MovePlayer


class SeatCommands:
    """The seats, the waiting list and the button of one table, as the commands of players change them.

    Where the dealer of the next hand names its game, a move that is wished from then on waits until that hand is over:
    nobody else gets the button by it.
    """

    def __init__(
        self,
        seating: Seating,
        waiting: WaitingList,
        button: DealerButton,
        host_commands: HostCommands,
        rotation: GameRotation,
    ) -> None:
        self._seating = seating
        self._waiting = waiting
        self._button = button
        self._host_commands = host_commands
        self._rotation = rotation

    def apply(
        self,
        player: PlayerIdentity,
        command: SeatCommand,
        now: int,
        *,
        newcomers_wait: bool,
        hand: int,
        hand_runs: bool,
    ) -> Sequence[TableEvent]:
        """Carries a command out at `now`, in milliseconds; raises Refusal with nothing changed.

        Newcomers may have to wait for the big blind, and `hand` is the number of the hand that runs or was played last.
        """
        match command:
            case commands.AddChips(chips=chips):
                return self._seating.add_chips(player.id, chips)
            case commands.SitOut():
                return self._seating.sit_out(player.id, now)
            case commands.SitIn():
                return self._seating.sit_in(player.id)
            case commands.PostBlind() | commands.Straddle() | commands.ChopBlinds():
                return self._seating.note_wish(player.id, command, newcomers_wait=newcomers_wait)
            case commands.ChangeSeat(seat=number):
                before = self._next_moves(hand, hand_runs=hand_runs)
                seat = self._seating.change_seat(player.id, number, before_hand=before)
                return self._move_at_once(seat, newcomers_wait=newcomers_wait, waits=before > hand + 1)
            case MovePlayer():
                before = self._next_moves(hand, hand_runs=hand_runs)
                return self._move_player(
                    player, command, before, newcomers_wait=newcomers_wait, waits=before > hand + 1
                )
            case _:
                return self._apply_seating(player, command, now)

    def _apply_seating(self, player: PlayerIdentity, command: SeatingCommand, now: int) -> Sequence[TableEvent]:
        match command:
            case commands.Sit():
                self._check_newcomer(player)
                return self._waiting.sit(player, command, now)
            case commands.Stand():
                self._seating.stand(player.id)
                return ()
            case commands.JoinWaitingList(chips=chips):
                self._check_newcomer(player)
                return self._waiting.join(player, chips, now)
            case commands.LeaveWaitingList():
                return self._waiting.leave(player.id)
            case _:
                assert_never(command)

    def _check_newcomer(self, player: PlayerIdentity) -> None:
        if self._seating.seats.of(player.id) is None:
            self._host_commands.check_ban(player.id)
            self._host_commands.check_newcomer()

    def _next_moves(self, hand: int, *, hand_runs: bool) -> int:
        """Returns before which hand those move who ask for it now."""
        return hand + 2 if not hand_runs and self._rotation.dealer_is_settled else hand + 1

    def _move_player(
        self, by: PlayerIdentity, command: MovePlayer, before: int, *, newcomers_wait: bool, waits: bool
    ) -> Sequence[TableEvent]:
        """Has a player move as the host wants it; raises Refusal."""
        check_host(by, self._host_commands.host)
        seat = self._host_commands.seat_at(command.seat)
        self._seating.move_player(seat, command.to, before_hand=before, by=by.name)
        assigned = SeatAssigned(by.name, command.seat, command.to)
        return [assigned, *self._move_at_once(seat, newcomers_wait=newcomers_wait, waits=waits)]

    def _move_at_once(self, seat: Seat, *, newcomers_wait: bool, waits: bool) -> list[SeatChanged]:
        """Moves a player who is in no hand, unless the move waits."""
        at_once = seat.moves_to and not seat.in_hand and not waits
        return [self._move(seat, newcomers_wait=newcomers_wait)] if at_once else []

    def move_all(self, *, newcomers_wait: bool, hand: int | None = None) -> list[SeatChanged]:
        """Moves everybody who moves before the hand of that number, or before any hand; none runs."""
        return [self._move(seat, newcomers_wait=newcomers_wait) for seat in self._seating.seats.movers(hand)]

    def next_dealer(self, ready: Sequence[int], hand: int) -> int:
        """Returns which of the `ready` seats has the button in the hand of that number, once players have moved."""
        target = {seat.number: seat.moves_to for seat in self._seating.seats.movers(hand)}
        seat_of_place = {target.get(number, number): number for number in ready}
        dealt_last = self._button.last_dealer
        last_dealer = None if dealt_last is None else target.get(dealt_last, dealt_last)
        return seat_of_place[self._button.next_dealer(sorted(seat_of_place), last_dealer)]

    def _move(self, seat: Seat, *, newcomers_wait: bool) -> SeatChanged:
        self._rotation.seat_changed(seat.number, seat.moves_to)
        return self._button.change_seat(seat, seat.moves_to, newcomers_wait=newcomers_wait)
