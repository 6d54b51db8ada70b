"""What is done about people at a table: they are banned, muted, or called by another name.

A table knows its players by their ids, so a name changes nothing but what everybody reads.
"""

from __future__ import annotations

from typing import assert_never

from railbird_server.refusal import Refusal
from railbird_server.table.bank import Bank
from railbird_server.table.hand.after_hand_offers import check_staying
from railbird_server.table.hand.bomb_pots import BombPots
from railbird_server.table.host_commands import HostCommands
from railbird_server.table.inputs import BanRequest, MuteRequest, NameChanged
from railbird_server.table.pause import Pauses
from railbird_server.table.seats import Seats
from railbird_server.table.waiting_list import WaitingList
from railbird_shared.protocol.events import PlayerRenamed, TableEvent
from railbird_shared.text.text_cleaning import look_alike


class PersonCommands:
    """The people of one table, wherever it has their names; `called_pauses` are what they may have called for."""

    def __init__(
        self,
        seats: Seats,
        waiting: WaitingList,
        bank: Bank,
        host_commands: HostCommands,
        called_pauses: tuple[Pauses, BombPots],
    ) -> None:
        self._seats = seats
        self._waiting = waiting
        self._bank = bank
        self._host_commands = host_commands
        self._called_pauses = called_pauses

    def handle(self, request: BanRequest | MuteRequest | NameChanged, now: int) -> list[TableEvent]:
        """Bans, mutes or renames a player, or lifts a ban or a mute; raises Refusal with nothing changed."""
        match request:
            case BanRequest():
                return self._host_commands.ban(request, now)
            case MuteRequest():
                return self._host_commands.mute(request)
            case NameChanged(player=player, name=name):
                return [*self._rename(player, name)]
            case _:
                assert_never(request)

    def _rename(self, player: str, name: str) -> list[PlayerRenamed]:
        """Calls a player by another name; returns nothing where the table does not know them. Raises Refusal."""
        seat, before = self._seats.of(player), self._present_name(player)
        if not before or before == name:
            return []
        if seat is not None:
            check_staying(seat)
        self._check_name(player, name)
        if seat is not None:
            seat.name = name
        self._bank.rename(player, name)
        for each in self._called_pauses:
            each.rename_caller(before, name)
        for other in self._seats.occupied:
            other.moved_by = name if other.moved_by == before else other.moved_by
        return [
            PlayerRenamed(
                before,
                name,
                seat.number if seat else None,
                waits=self._waiting.rename(player, name),
                hosts=self._host_commands.rename_host(player, before, name),
                muted=self._host_commands.rename_muted(player, before, name),
            )
        ]

    def _present_name(self, player: str) -> str:
        """Returns what the table calls a player, empty where it does not know them."""
        seat, waiter, account = self._seats.of(player), self._waiting.of(player), self._bank.accounts.get(player)
        host, muted = self._host_commands.host, self._host_commands.state.muted
        if seat is not None:
            return seat.name
        if waiter is not None:
            return waiter.player.name
        if host.id == player:
            return host.name
        muted_as = next((each.name for each in muted if each.player == player), "")
        return muted_as or (account.name if account else "")

    def _check_name(self, player: str, name: str) -> None:
        """Raises Refusal where somebody else here has that name, or one that looks like it."""
        seated = {seat.name for seat in self._seats.occupied if seat.player != player}
        waiting = {waiter.name for waiter in self._waiting.players if waiter.id != player}
        if any(look_alike(name, other) for other in seated | waiting):
            raise Refusal("name-taken", f"Another player here is called {name}; take another name.")
