"""The tables of a server: opened with their terms, brought back from the journal, and the players who are at none.

`listing` tells everybody in the lobby of the tables. One that cannot be brought back harms no other.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress

from msgspec.structs import replace

from railbird_server.config import ServerSettings
from railbird_server.refusal import Refusal, describe_error
from railbird_server.runtime.access import EVERY_TABLE, Access
from railbird_server.runtime.broadcast.rail_chances import ChancesFinder
from railbird_server.runtime.hand_archive import HandArchive
from railbird_server.runtime.listing import TableListing
from railbird_server.runtime.monitoring import Metrics, ServerCounts, logger
from railbird_server.runtime.network.addresses import ListedNetworks
from railbird_server.runtime.outbox import SLICE_SIZE
from railbird_server.runtime.players import Player, Players, Viewer, free_table_name
from railbird_server.runtime.tables.deck_source import Shuffle
from railbird_server.runtime.tables.new_table_settings import settings_for_host
from railbird_server.runtime.tables.recovery import Recovered, ReplayFailed, commands_of, recover
from railbird_server.runtime.tables.room import Room
from railbird_server.runtime.tables.room_requests import CloseTable, FreezeTable
from railbird_server.runtime.tables.table_journal import LiveTable, checkpoint_of
from railbird_server.runtime.tables.table_runner import HandRecorder, ReportTaker, RoomServices, TableGone, TableReport
from railbird_server.store.protocols import NotKept, Store
from railbird_server.store.records import Change, KeptState, OpenedTable, StoredTable
from railbird_server.table.host_commands import OWNER
from railbird_server.table.settings import TableSettings
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.protocol.messages import Chat, TableInfo
from railbird_shared.text.text_cleaning import clean_table_name

CHAT_DELAY = 0.1
"""Seconds for which lines of chat are collected, so that each listener is gone to once for all of them."""


class TableLobby:
    """All rooms by table id, and all connected viewers; `now` is the server's clock in milliseconds.

    `take_report` takes what tables of tournaments report, and is set when there are tournaments.
    """

    def __init__(
        self,
        settings: ServerSettings,
        shuffle: Shuffle,
        now: Callable[[], int],
        *,
        store: Store,
        metrics: Metrics,
        access: Access,
        chances: ChancesFinder,
        record_hand: HandRecorder | None = None,
    ) -> None:
        self.settings = settings
        self.access = access
        self.players = Players(now, round(1000 * settings.name_kept))
        self.house = Player(OWNER.id, b"", OWNER.name)  # hosts what the server's owner opens; nobody can be it
        self.connected: set[Viewer] = set()
        self._rooms: dict[str, Room] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._opened_from: dict[str, str] = {}
        self.listing = TableListing(self._rooms, self.people, self._knows_of)
        self._chat_frames: list[bytes] = []
        self._chat_timer: asyncio.Handle | None = None
        self._closed = False
        self.take_report: ReportTaker = lambda *_: None
        self._shared = ListedNetworks(settings.shared_address)
        self._opening = asyncio.Lock()
        self.services = RoomServices(
            now=now,
            store=store,
            shuffle=shuffle,
            listing_changed=self.listing.table_changed,
            players=self.players,
            seat_released=self._release_seat,
            empty_after=round(1000 * settings.empty_after),
            abandoned_after=round(1000 * settings.abandoned_after),
            report=self._pass_on_report,
            record_hand=record_hand,
            metrics=metrics,
            chances=chances,
            owner=lambda: access.owner,
        )
        self.archive = HandArchive(self.services.store, seconds=lambda: now() / 1000)

    def _pass_on_report(self, tournament: str, report: TableReport) -> None:
        self.take_report(tournament, report)

    def _release_seat(self, player: Player, table: str) -> None:
        player.release_seat(table)
        self.players.unbind_name(player, table)

    def _knows_of(self, viewer: Viewer, table: str) -> bool:
        """Whether a client sees a table that is not listed: its host, whoever was let in there, and the owner."""
        player, room = viewer.player, self._rooms.get(table)
        if (room is not None and player is room.host) or table in (player.table, *player.named_at):
            return True
        return any(self.access.is_admitted(player.id, place) for place in (table, EVERY_TABLE))

    # --- tables ---

    def room(self, table: str) -> Room | None:
        """Returns the room of the table with that id, None where there is none."""
        return self._rooms.get(table)

    async def open(self, request: OpenTable, host: Player, address: str, *, password_hash: str = "") -> Room:
        """Opens a table for a host at that address; raises Refusal. `password_hash` stands for its password."""
        async with self._opening:  # what is checked here holds until the table is there
            self.check_table_limits(host, address)
            wanted = clean_table_name(request.name) or f"{host.name}'s table"
            name = free_table_name(wanted, (room.settings.name for room in self._rooms.values()))
            settings = settings_for_host(request, name, self.settings, password_hash=password_hash)
            opened = OpenedTable(_new_id(), _new_id(), settings, host.identity, replace(request, password=""))
            try:
                return await self._run_new(opened, host, address)
            except NotKept as error:
                raise Refusal("tables", f"No table can be opened. {error}") from None

    async def open_for_tournament(self, table: str, settings: TableSettings) -> None:
        """Opens a table of a tournament, which the house hosts; raises NotKept."""
        async with self._opening:
            if not self._closed:
                await self._run_new(OpenedTable(table, _new_id(), settings, self.house.identity), self.house)

    async def _run_new(self, opened: OpenedTable, host: Player, address: str = "") -> Room:
        """Keeps a new table and runs its room; raises NotKept."""
        owned = await self.services.store.open(opened, host.stored)
        room = Room(LiveTable.opened(opened, owned, self.services.now), host, self.services)
        self.run(room, address)
        return room

    def run(self, room: Room, address: str = "") -> None:
        """Runs a room whose table was opened from that address."""
        self._rooms[room.id] = room
        self._opened_from[room.id] = address
        self.access.admit(room.host.id, room.id)
        self._tasks[room.id] = task = asyncio.create_task(room.run(), name=f"table {room.id}")
        task.add_done_callback(lambda _: self._remove_room(room))
        self.listing.table_changed(room.id)

    def check_table_limits(self, host: Player, address: str) -> None:
        """Raises Refusal where the server, the host or the address has as many tables as it may.

        A client in memory has no address and is not counted by it.
        """
        if self._closed:
            raise Refusal("tables", "The server stops; open a table when it is there again.")
        settings = self.settings
        if len(self._rooms) >= settings.max_tables:
            raise Refusal("tables", "The house has no room for another table; join one that is open.")
        if host is self.house:
            return
        if sum(room.host is host for room in self._rooms.values()) >= settings.tables_per_player:
            raise Refusal("tables", f"You host {settings.tables_per_player} tables already; close one by leaving it.")
        opened = list(self._opened_from.values()).count(address)
        if address and opened >= settings.tables_per_address and not self._shared.holds(address):
            sentence = f"{settings.tables_per_address} tables were opened from your address already; join one of them."
            raise Refusal("tables", sentence)

    def _remove_room(self, room: Room) -> None:
        del self._rooms[room.id], self._tasks[room.id], self._opened_from[room.id]
        self.access.forget_table(room.id)
        if (tournament := room.settings.tournament) and not self._closed:
            self.take_report(tournament.tournament, TableGone(tournament.number))
        self.listing.table_changed(room.id)

    async def end(self, request: CloseTable | FreezeTable) -> None:
        """Has all tables close, or be left in the journal as they are, and waits until nothing happens at them."""
        async with self._opening:  # a table that is being opened is there, and ends with the others
            self._closed = True
        tasks = list(self._tasks.values())
        for room in list(self._rooms.values()):
            room.stop(request)
        if tasks:
            await asyncio.wait(tasks)
        self.archive.close()
        self.listing.cancel()
        if self._chat_timer is not None:
            self._chat_timer.cancel()

    def counts(self) -> ServerCounts:
        """Returns how many there are of what at this moment."""
        people = [viewer for viewer in self.connected if not viewer.player.bot]
        return ServerCounts(
            tables=len(self._rooms),
            connected=len(people),
            seated=sum(bool(viewer.player.table) for viewer in people),
            watching=sum(not viewer.in_lobby and not viewer.player.table for viewer in people),
            bots=len(self.connected) - len(people),
            outbox_bytes=sum(viewer.outbox.waiting for viewer in self.connected),
        )

    # --- players ---

    def tables(self, *, of_tournaments: bool = True) -> tuple[TableInfo, ...]:
        """Returns all tables as the lobby lists them, with those of tournaments or without."""
        rooms = self._rooms.values()
        return tuple(room.info() for room in rooms if of_tournaments or room.settings.tournament is None)

    def people(self) -> int:
        """Returns how many people, and not bots, are connected."""
        return sum(not viewer.player.bot for viewer in self.connected)

    def add(self, viewer: Viewer) -> None:
        """Adds a viewer, in place of an older connection of the same player."""
        older = viewer.player.viewer
        viewer.player.viewer = viewer
        self.connected.add(viewer)
        if older is not None:
            older.replace()
        self.listing.add_reader(viewer)

    def remove(self, viewer: Viewer) -> None:
        """Removes a viewer whose connection has ended."""
        self.connected.discard(viewer)
        if viewer.player.viewer is viewer:
            viewer.player.viewer = None
            self.players.release_if_gone(viewer.player)
        self.listing.remove_reader(viewer)

    def chat(self, viewer: Viewer, line: str) -> None:
        """Sends a clean line of chat to everybody in the lobby, shortly and with all others that come meanwhile."""
        self._chat_frames.append(codec.encode(Chat(name=viewer.player.name, text=line)))
        if self._chat_timer is None:
            self._chat_timer = asyncio.get_running_loop().call_later(CHAT_DELAY, self._send_chat)

    def _send_chat(self) -> None:
        frames, self._chat_frames = self._chat_frames, []
        self._send_slice(frames, [viewer for viewer in self.connected if viewer.in_lobby])

    def _send_slice(self, frames: list[bytes], listeners: list[Viewer]) -> None:
        """Sends lines of chat to the first listeners, and to the others after whatever else is due."""
        loop = asyncio.get_running_loop()
        for viewer in listeners[:SLICE_SIZE]:
            if viewer.in_lobby:
                for frame in frames:
                    viewer.outbox.send_update(frame)
        if rest := listeners[SLICE_SIZE:]:
            self._chat_timer = loop.call_soon(self._send_slice, frames, rest)
        else:
            self._chat_timer = loop.call_later(CHAT_DELAY, self._send_chat) if self._chat_frames else None


def _new_id() -> str:
    return secrets.token_hex(8)


NOT_BROUGHT_BACK = "The table could not be brought back after the server was away."
"""Why a table was closed that the journal cannot bring back."""


async def restore_tables(lobby: TableLobby, kept: KeptState) -> list[Room]:
    """Runs the rooms of all open tables again, with their players known."""
    known = [stored for stored in kept.players if stored.id != lobby.house.id]
    players = {lobby.house.id: lobby.house} | {stored.id: lobby.players.restore(stored) for stored in known}
    lobby.access.restore(kept.access, [stored.owned.table for stored in kept.tables])
    return [room for stored in kept.tables if (room := await _restore(lobby, stored, players)) is not None]


async def forget_bots(lobby: TableLobby) -> None:
    """Forgets the bots of the house that have no seat any more: nobody plays on as one of them."""
    gone = lobby.players.unseated_bots
    for player in gone:
        lobby.players.forget(player)
    if gone:
        with suppress(NotKept):  # they are forgotten at the next start
            await lobby.services.store.forget_players([player.id for player in gone])


async def _restore(lobby: TableLobby, stored: StoredTable, players: Mapping[str, Player]) -> Room | None:
    services, store = lobby.services, lobby.services.store
    try:
        recovered = recover(stored, services.now)
        table = recovered.live.table
        waiting = [players[waiter.id] for waiter in table.waiting.players]
        seated = [players[seat.player] for seat in table.seats.occupied]
        host = players[table.host.id]
    except Exception as failure:  # noqa: BLE001  whatever it is, the other tables come back
        fault = str(failure) if isinstance(failure, ReplayFailed) else describe_error(failure)
        logger.error("table %s cannot be brought back, and is put aside: %s", stored.owned.table, fault)
        with suppress(NotKept):  # it is found again at the next start
            await store.keep_evidence(stored.owned, fault)
            await store.append(stored.owned, Change(closed=NOT_BROUGHT_BACK))
        lobby.access.forget_table(stored.owned.table)
        return None
    try:
        await _keep_recovered(store, recovered)
    except NotKept as error:
        logger.error("table %s comes back with the next start only: %s", stored.owned.table, error)
        return None
    for player in (*waiting, *seated):
        lobby.players.bind_name(player, stored.owned.table)
    for request in commands_of(stored):
        if sender := players.get(request.player.id):
            sender.recent_commands.restore(request.command)
    if stored.opened and stored.opened.request and (opener := players.get(stored.opened.host.id)):
        opener.recent_commands.restore(stored.opened.request, table=stored.owned.table)
    opened_by = stored.opened.host.id if stored.opened else ""
    room = Room(recovered.live, host, services, opener=table.host_commands.state.appointed or opened_by)
    room.restore([*seated, *waiting])
    lobby.run(room)
    return room


async def _keep_recovered(store: Store, recovered: Recovered) -> None:
    """Keeps what a table had to be brought back without; raises NotKept."""
    live = recovered.live
    if recovered.fault:
        logger.error("table %s: %s", live.owned.table, recovered.fault)
        await store.keep_evidence(live.owned, recovered.fault)
    if recovered.set_back:  # its journal begins anew from how the table is now
        journal = live.journal
        checkpoint = checkpoint_of(live.table, live.steps, journal.last_entry, live.time.now(), journal.commands)
        await store.append(live.owned, Change(movements=recovered.corrections, checkpoint=checkpoint, afresh=True))
