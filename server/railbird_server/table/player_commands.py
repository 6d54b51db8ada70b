"""Carries out what players command about seats and chips, what is done about people, and the terms of the rail.

A table knows its players by their ids, so a name changes nothing but what everybody reads.

A player's word holds from the next hand on, so that nobody learns or hides the cards of a hand that has begun.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table.after_hand_offers import check_staying
from railbird_server.table.bomb_pots import BombPots
from railbird_server.table.dealer_button import DealerButton
from railbird_server.table.host_commands import HostCommands, check_host
from railbird_server.table.inputs import AboutPerson, BanRequest, MuteRequest, NameChanged, PlayerIdentity
from railbird_server.table.pauses import Pauses
from railbird_server.table.rotation import GameRotation
from railbird_server.table.seating import Seating, WaitingList
from railbird_server.table.seats import Seat
from railbird_shared.protocol import commands
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.commands import RailCommand, SeatCommand
from railbird_shared.protocol.events import TableEvent
from railbird_shared.protocol.host_commands import ChangeRail, LetRailSee, MovePlayer
from railbird_shared.settings.table_terms import OPEN_RAIL, RailTerms
from railbird_shared.text.text_cleaning import look_alike


class PlayerCommands:
    """The seats, the waiting list, the people and the button of one table, as the commands of players change them.

    Where the dealer of the next hand names its game, a move that is wished from then on waits until that hand is over:
    nobody else gets the button by it. `called_pauses` are what people may have called for.
    """

    def __init__(
        self,
        seating: Seating,
        waiting: WaitingList,
        button: DealerButton,
        host_commands: HostCommands,
        rotation: GameRotation,
        *,
        called_pauses: tuple[Pauses, BombPots],
    ) -> None:
        self._seating = seating
        self._seats = seating.seats
        self._waiting = waiting
        self._button = button
        self._host_commands = host_commands
        self._rotation = rotation
        self._called_pauses = called_pauses

    def apply(
        self, player: PlayerIdentity, command: SeatCommand, now: int, *, hand: int, hand_runs: bool
    ) -> Sequence[TableEvent]:
        """Carries a command out at `now` milliseconds, in or after hand `hand`; raises Refusal with nothing changed."""
        match command:
            case commands.AddChips(chips=chips):
                return self._seating.add_chips(player.id, chips, now)
            case commands.SitOut():
                return self._seating.sit_out(player.id, now)
            case commands.SitIn():
                return self._seating.sit_in(player.id)
            case commands.PostBlind() | commands.Straddle() | commands.ChopBlinds():
                newcomers_wait = self._button.newcomers_wait(self._seating.settings)
                self._seating.note_wish(player.id, command, newcomers_wait=newcomers_wait)
                return ()
            case commands.ChangeSeat() | MovePlayer():
                waits = not hand_runs and self._rotation.dealer_is_settled
                return self._change_seat(player, command, hand, waits=waits)
            case commands.Sit():
                self._check_newcomer(player)
                return self._waiting.sit(player, command, now)
            case commands.Stand():
                return self._seating.stand(player.id)
            case commands.JoinWaitingList(chips=chips):
                self._check_newcomer(player)
                return self._waiting.join(player, chips, now)
            case commands.LeaveWaitingList():
                return self._waiting.leave(player.id)
            case _:
                assert_never(command)

    def _check_newcomer(self, player: PlayerIdentity) -> None:
        if self._seats.of(player.id) is None:
            self._host_commands.check_ban(player.id)
            self._host_commands.check_newcomer()

    def _change_seat(
        self, by: PlayerIdentity, command: commands.ChangeSeat | MovePlayer, hand: int, *, waits: bool
    ) -> Sequence[TableEvent]:
        """Has a player move as they or the host want it, at once where they are in no hand; raises Refusal."""
        before, events = hand + 2 if waits else hand + 1, list[TableEvent]()
        if isinstance(command, commands.ChangeSeat):
            seat = self._seating.change_seat(by.id, command.seat, before_hand=before)
        else:
            check_host(by, self._host_commands.host)
            seat = self._host_commands.seat_at(command.seat)
            self._seating.move_player(seat, command.to, before_hand=before, by=by.name)
            events.append(ev.SeatAssigned(by.name, command.seat, command.to))
        if seat.moves_to and not seat.in_hand and not waits:
            events.append(self._move(seat))
        return events

    def move_all(self, hand: int | None = None) -> list[ev.SeatChanged]:
        """Moves everybody who moves before the hand of that number, or before any hand; none runs."""
        return [self._move(seat) for seat in self._seats.movers(hand)]

    def next_dealer(self, ready: Sequence[int], hand: int) -> int:
        """Returns which of the `ready` seats has the button in the hand of that number, once players have moved."""
        target = {seat.number: seat.moves_to for seat in self._seats.movers(hand)}
        seat_of_place = {target.get(number, number): number for number in ready}
        dealt_last = self._button.last_dealer
        last_dealer = None if dealt_last is None else target.get(dealt_last, dealt_last)
        return seat_of_place[self._button.next_dealer(sorted(seat_of_place), last_dealer)]

    def _move(self, seat: Seat) -> ev.SeatChanged:
        self._rotation.seat_changed(seat.number, seat.moves_to)
        return self._button.change_seat(seat, seat.moves_to, self._seating.settings)

    def handle(self, request: AboutPerson, now: int) -> Sequence[TableEvent]:
        """Bans, mutes or renames a player, or lifts a ban or a mute; raises Refusal with nothing changed."""
        match request:
            case BanRequest():
                return self._host_commands.ban(request, now)
            case MuteRequest():
                return self._host_commands.mute(request)
            case NameChanged(player=player, name=name):
                return self._rename(player, name)
            case _:
                assert_never(request)

    def _rename(self, player: str, name: str) -> list[ev.PlayerRenamed]:
        """Calls a player by another name; returns nothing where the table does not know them. Raises Refusal."""
        seat, before = self._seats.of(player), self._present_name(player)
        if not before or before == name:
            return []
        if seat is not None:
            check_staying(seat)
        others = {other.name for other in self._seats.occupied if other is not seat}
        others |= {waiter.player.name for waiter in self._waiting.waiters if waiter.player.id != player}
        if any(look_alike(name, other) for other in others):
            raise Refusal("name-taken", f"Another player here is called {name}; take another name.")
        if seat is not None:
            seat.name = name
        self._seating.bank.rename(player, name)
        for each in self._called_pauses:
            each.rename_caller(before, name)
        for other in self._seats.occupied:
            other.moved_by = name if other.moved_by == before else other.moved_by
        waits = self._waiting.rename(player, name)
        hosts, muted = self._host_commands.rename(player, before, name)
        return [ev.PlayerRenamed(before, name, seat.number if seat else None, waits=waits, hosts=hosts, muted=muted)]

    def _present_name(self, player: str) -> str:
        """Returns what the table calls a player, empty where it does not know them."""
        seat, waiter = self._seats.of(player), self._waiting.of(player)
        account, host = self._seating.bank.accounts.get(player), self._host_commands.host
        names = [
            seat.name if seat else "",
            waiter.player.name if waiter else "",
            host.name if host.id == player else "",
            *(each.name for each in self._host_commands.state.muted if each.player == player),
            account.name if account else "",
        ]
        return next(filter(None, names), "")


class Rail:
    """The rail of one table, by the `terms` that hold now."""

    def __init__(self, terms: RailTerms, seating: Seating) -> None:
        self.terms = _same_object(terms)
        self._seating = seating

    def handle(self, player: PlayerIdentity, command: RailCommand, host: PlayerIdentity) -> list[ev.RailEvent]:
        """Carries a command out; raises Refusal with nothing changed."""
        match command:
            case ChangeRail(limit=limit, speaks=speaks):
                check_host(player, host)
                changed = replace(self.terms, limit=limit, speaks=speaks)
                if changed == self.terms:
                    raise Refusal("no-change", "The rail is so already; change its limit or whether it speaks.")
                self.terms = _same_object(changed)
                return [ev.RailChanged(player.name, limit, speaks)]
            case LetRailSee(on=on):
                seat = self._seating.staying_seat_of(player.id)
                if not self.terms.is_delayed:
                    raise Refusal("rail-live", "The rail of this table is not delayed, so it never sees a hidden card.")
                if seat.shown_to_rail is on:
                    raise Refusal("no-change", f"The rail {'sees' if on else 'does not see'} your cards already.")
                seat.shown_to_rail = on
                return [ev.RailConsentChanged(seat.number, on)]
            case _:
                assert_never(command)

    def admit_bots(self, events: Iterable[object]) -> list[ev.RailEvent]:
        """Has the bots of the house that sat down in a step let the rail see their cards, where the terms say so."""
        changed: list[ev.RailEvent] = []
        for event in events if self.terms.is_delayed and self.terms.bots else ():
            seat = self._seating.seats.at(event.seat) if isinstance(event, ev.PlayerSat) else None
            if seat is not None and seat.house:
                seat.shown_to_rail = True
                changed.append(ev.RailConsentChanged(seat.number, on=True))
        return changed

    def begin_hand(self) -> None:
        """Notes whose cards of the hand that begins the rail will see."""
        for seat in self._seating.seats.occupied:
            seat.hand_shown_to_rail = seat.shown_to_rail


def _same_object(terms: RailTerms) -> RailTerms:
    """Returns the usual terms themselves in place of equal ones: messages leave a default out by its identity."""
    return OPEN_RAIL if terms == OPEN_RAIL else terms
