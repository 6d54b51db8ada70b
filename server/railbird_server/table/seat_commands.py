"""Carries out what players command about their own seats and chips: sit down, stand up, move, wait, post, straddle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from railbird_server.table.dealer_button import DealerButton
from railbird_server.table.host_acts import HostActs
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.rotation import GameRotation
from railbird_server.table.seating import Seating
from railbird_server.table.seats import Seat
from railbird_server.table.waiting_list import WaitingList
from railbird_shared import commands
from railbird_shared.commands import SeatCommand, SeatingCommand
from railbird_shared.events import SeatChanged, TableEvent


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
        host_acts: HostActs,
        rotation: GameRotation,
    ) -> None:
        self._seating = seating
        self._waiting = waiting
        self._button = button
        self._host_acts = host_acts
        self._rotation = rotation

    def apply(
        self, player: PlayerIdentity, command: SeatCommand, now: int, *, settled: bool, hand: int, hand_runs: bool
    ) -> Sequence[TableEvent]:
        """Carries a command out at `now`, in milliseconds; raises Refusal with nothing changed.

        `settled` says that newcomers wait for the big blind, and `hand` is the number of the hand that runs or was
        played last.
        """
        match command:
            case commands.AddChips(chips=chips):
                return self._seating.add_chips(player.id, chips)
            case commands.SitOut():
                return self._seating.sit_out(player.id, now)
            case commands.SitIn():
                return self._seating.sit_in(player.id)
            case commands.PostBlind() | commands.Straddle() | commands.ChopBlinds():
                return self._seating.note_wish(player.id, command, settled=settled)
            case commands.ChangeSeat(seat=number):
                return self._change_seat(player, number, settled=settled, hand=hand, hand_runs=hand_runs)
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
            self._host_acts.check_ban(player.id)
            self._host_acts.check_newcomer()

    def _change_seat(
        self, player: PlayerIdentity, number: int, *, settled: bool, hand: int, hand_runs: bool
    ) -> Sequence[TableEvent]:
        waits = not hand_runs and self._rotation.dealer_is_settled
        seat = self._seating.change_seat(player.id, number, before_hand=hand + 2 if waits else hand + 1)
        at_once = seat.moves_to and not seat.in_hand and not waits
        return [self._move(seat, settled=settled)] if at_once else ()

    def move_all(self, *, settled: bool, hand: int | None = None) -> list[SeatChanged]:
        """Moves everybody who moves before the hand of that number, or before any hand; none runs."""
        return [self._move(seat, settled=settled) for seat in self._seating.seats.movers(hand)]

    def next_dealer(self, ready: Sequence[int], hand: int) -> int:
        """Returns which of the `ready` seats has the button in the hand of that number, once players have moved."""
        target = {seat.number: seat.moves_to for seat in self._seating.seats.movers(hand)}
        seat_of_place = {target.get(number, number): number for number in ready}
        dealt_last = self._button.last_dealer
        last_dealer = None if dealt_last is None else target.get(dealt_last, dealt_last)
        return seat_of_place[self._button.next_dealer(sorted(seat_of_place), last_dealer)]

    def _move(self, seat: Seat, *, settled: bool) -> SeatChanged:
        self._rotation.seat_changed(seat.number, seat.moves_to)
        return self._button.change_seat(seat, seat.moves_to, settled=settled)
