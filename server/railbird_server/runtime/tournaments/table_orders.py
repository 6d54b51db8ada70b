"""The orders that one tournament gives to its tables: each has the number of the effect that it carries out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import assert_never

from railbird_server.refusal import Refusal
from railbird_server.runtime.lobby import TableLobby
from railbird_server.runtime.players import Player
from railbird_server.runtime.tables import room_requests
from railbird_server.runtime.tables.new_table_settings import settings_for_tournament, table_id
from railbird_server.runtime.tables.room import Room
from railbird_server.runtime.tables.table_runner import RETRY_INTERVAL
from railbird_server.store.records import OpenedTournament
from railbird_server.table import inputs
from railbird_server.tournament import effects
from railbird_shared.protocol.events import LeaveReason
from railbird_shared.tournament.messages import Moved
from railbird_shared.tournament.structure import level_at

BROKEN_UP = "The table is broken up; its players sit at other tables now."
"""Why a table of a tournament that goes on closes."""


class TableOrders:
    """Gives orders to the tables of one tournament; `on_wait` learns why a table stands still that is to obey one."""

    def __init__(self, opened: OpenedTournament, lobby: TableLobby, on_wait: Callable[[str], None]) -> None:
        self._opened = opened
        self._lobby = lobby
        self._on_wait = on_wait

    def room(self, table: int) -> Room | None:
        """Returns the room of a table, None where it is closed."""
        return self._lobby.room(table_id(self._opened.tournament, table))

    async def open_table(self, table: int, level: int, *, final: bool) -> None:
        """Opens a table unless it is open; raises NotKept."""
        if self.room(table) is None:
            settings = settings_for_tournament(self._opened, table, level, self._lobby.settings, final=final)
            await self._lobby.open_for_tournament(table_id(self._opened.tournament, table), settings)

    def close_table(self, table: int, reason: str) -> None:
        """Closes a table unless it is closed."""
        if room := self.room(table):
            room.stop(room_requests.CloseTable(reason))

    def lead_rail(self, table: int, to: int) -> None:
        """Takes those who watch a table that closes to another one, unless they may not watch that."""
        room, other = self.room(table), self.room(to)
        if room is None or other is None:
            return
        for viewer in room.viewers:
            if viewer.player.viewer is viewer and not viewer.player.table:
                with suppress(Refusal):
                    other.check_entry(viewer.player, viewer.address)
                    viewer.follow(other.id, f"Table {table} has closed; you watch {other.settings.name} now.")

    async def carry_out(self, number: int, effect: effects.TableEffect) -> None:
        """Has tables do what the effect of that number says; nothing where they have closed since."""
        match effect:
            case effects.CloseTable(table):
                self.close_table(table, BROKEN_UP)
            case effects.SeatPlayer(player):
                if known := self._lobby.players.by_id(player):
                    await self._seat(number, known, effect)
            case effects.MovePlayer(player):
                if known := self._lobby.players.by_id(player):
                    await self._move(number, known, effect)
            case effects.FreeSeat(player, table):
                await self._order(table, number, inputs.GiveUpSeat(player, LeaveReason.KNOCKED_OUT))
            case effects.GiveChips(player, table, _, chips):
                await self._order(table, number, inputs.GetChips(player, chips))
            case effects.MayDeal(table, hand, level):
                await self._order(table, number, inputs.AllowHand(hand, level_at(self._opened.terms, level)))
            case _:
                assert_never(effect)

    async def _seat(self, number: int, player: Player, effect: effects.SeatPlayer) -> None:
        """Seats a player, wherever they are, and takes their client there."""
        if (elsewhere := self._lobby.room(player.table)) and elsewhere.tournament != self._opened.tournament:
            done = asyncio.Event()
            elsewhere.post(room_requests.ReleasePlayer(player, done))
            await self._wait_for(elsewhere, done)
        moved = Moved(
            tournament=self._opened.tournament,
            table=table_id(self._opened.tournament, effect.table),
            from_table=0,
            to_table=effect.table,
            seat=effect.seat,
            sentence=f"{self._opened.terms.name}: you sit at table {effect.table}, seat {effect.seat}.",
        )
        await self._sit_down(number, player, moved, effect.chips, inputs.TakenAlong())

    async def _move(self, number: int, player: Player, effect: effects.MovePlayer) -> None:
        """Moves a player between tables with their chips, and takes their client along."""
        room = self.room(effect.table)
        along = room.taken_along(player) if room is not None else inputs.TakenAlong()
        await self._order(effect.table, number, inputs.GiveUpSeat(player.id, LeaveReason.MOVED))
        moved = Moved(
            tournament=self._opened.tournament,
            table=table_id(self._opened.tournament, effect.to_table),
            from_table=effect.table,
            to_table=effect.to_table,
            seat=effect.to_seat,
            sentence=effect.why,
            from_seat=effect.seat or None,
        )
        await self._sit_down(number, player, moved, effect.chips, along)

    async def _sit_down(self, number: int, player: Player, moved: Moved, chips: int, along: inputs.TakenAlong) -> None:
        """Seats a player, takes their client to the table where they sit now, and says why."""
        order = inputs.TakeSeat(player.identity, moved.seat, chips, player.viewer is not None, along)
        await self._order(moved.to_table, number, order, player)
        if (viewer := player.viewer) is not None:
            viewer.reply(moved)
            viewer.follow(moved.table)

    async def _order(self, table: int, number: int, order: inputs.TournamentOrder, *players: Player) -> None:
        """Gives a table an order; returns when it is kept. `players` are those who take seats by it."""
        if (room := self.room(table)) is not None:
            done = asyncio.Event()
            room.post(room_requests.OrderTable(inputs.TournamentOrders(number, (order,)), players, done))
            await self._wait_for(room, done)

    async def _wait_for(self, room: Room, done: asyncio.Event) -> None:
        while not done.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(RETRY_INTERVAL):
                    await done.wait()
            if room.waits:
                self._on_wait(room.waits)
