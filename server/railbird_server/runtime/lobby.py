"""The tables of a server, and the people who are at none of them.

Whoever is in the lobby is told of every change of the listing, a little later and all at once.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from itertools import count

from railbird_server.config import ServerSettings
from railbird_server.refusal import Refusal
from railbird_server.runtime import room_requests
from railbird_server.runtime.players import Player, Players, Viewer
from railbird_server.runtime.room import Room
from railbird_server.runtime.room_services import HandRecorder, RoomServices
from railbird_server.runtime.shuffle import Shuffle
from railbird_server.runtime.table_terms import table_terms
from railbird_server.table.table import Table
from railbird_shared import codec
from railbird_shared.commands import OpenTable
from railbird_shared.messages import Chat, Lobby
from railbird_shared.text import TABLE_NAME_LENGTH, clean_table_name, name_key

LISTING_DELAY = 0.3
"""Seconds between a change of the listing and the telling of it."""


class TableLobby:
    """All rooms by table id, and all connected people; `now` is the server's clock in milliseconds."""

    def __init__(
        self, settings: ServerSettings, shuffle: Shuffle, now: Callable[[], int], *, keep: HandRecorder | None = None
    ) -> None:
        self.settings = settings
        self.players = Players()
        self.connected: set[Viewer] = set()
        self._rooms: dict[str, Room] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._opened_from: dict[str, str] = {}
        self._listing_timer: asyncio.TimerHandle | None = None
        self._last_listing = b""
        self._services = RoomServices(
            now=now,
            shuffle=shuffle,
            listing_changed=self.schedule_listing,
            seat_released=self.players.release_if_gone,
            empty_after=round(1000 * settings.empty_after),
            abandoned_after=round(1000 * settings.abandoned_after),
            record_hand=keep,
        )

    # --- tables ---

    def room(self, table: str) -> Room | None:
        """Returns the table of that id, None where there is none."""
        return self._rooms.get(table)

    def open(self, request: OpenTable, host: Player, address: str) -> Room:
        """Opens a table with `host` as its host, who is at that address; raises Refusal where it cannot be."""
        self._check_table_limits(host, address)
        agreed = table_terms(request, host, self._free_name(request.name, host), self.settings)
        table = Table(secrets.token_hex(8), agreed.settings)
        room = Room(table, host, pack=agreed.pack, buy_in=agreed.buy_in, services=self._services)
        self._rooms[room.id] = room
        self._opened_from[room.id] = address
        self._tasks[room.id] = task = asyncio.create_task(room.run(), name=f"table {room.id}")
        task.add_done_callback(lambda _: self._remove_room(room))
        self.schedule_listing()
        return room

    def _check_table_limits(self, host: Player, address: str) -> None:
        """Raises Refusal where the house has tables enough, or enough of that host's or from that address.

        Those in memory have no address and are not counted by it.
        """
        most = self.settings
        if len(self._rooms) >= most.max_tables:
            raise Refusal("tables", "The house has no room for another table; join one that is open.")
        if sum(room.host is host for room in self._rooms.values()) >= most.tables_per_player:
            raise Refusal("tables", f"You host {most.tables_per_player} tables already; close one by leaving it.")
        if address and list(self._opened_from.values()).count(address) >= most.tables_per_address:
            sentence = f"{most.tables_per_address} tables were opened from your address already; join one of them."
            raise Refusal("tables", sentence)

    def _remove_room(self, room: Room) -> None:
        del self._rooms[room.id], self._tasks[room.id], self._opened_from[room.id]
        self.schedule_listing()

    def _free_name(self, wanted: str, host: Player) -> str:
        wanted = clean_table_name(wanted) or f"{host.name}'s table"
        taken = {name_key(room.name) for room in self._rooms.values()}
        name, suffixes = wanted, (f" {number}" for number in count(2))
        while name_key(name) in taken:
            suffix = next(suffixes)
            name = wanted[: TABLE_NAME_LENGTH - len(suffix)].rstrip() + suffix
        return name

    async def close(self, reason: str) -> None:
        """Closes all tables and waits until they are closed."""
        tasks = list(self._tasks.values())
        for room in self._rooms.values():
            room.post(room_requests.CloseTable(reason))
        if tasks:
            await asyncio.wait(tasks)
        if self._listing_timer is not None:
            self._listing_timer.cancel()

    # --- people ---

    def listing(self) -> bytes:
        """Returns the frame that lists the tables."""
        self._last_listing = b""  # whoever gets it has to be told even of a change back to what the others know
        return self._listing()

    def _listing(self) -> bytes:
        people = sum(not viewer.player.bot for viewer in self.connected)
        return codec.encode(Lobby(tables=tuple(room.info() for room in self._rooms.values()), people=people))

    def add(self, viewer: Viewer) -> None:
        """Adds a connected person, in place of an older connection of his."""
        older = viewer.player.viewer
        viewer.player.viewer = viewer
        self.connected.add(viewer)
        if older is not None:
            older.replace()
        self.schedule_listing()

    def remove(self, viewer: Viewer) -> None:
        """Removes a connection that has ended."""
        self.connected.discard(viewer)
        if viewer.player.viewer is viewer:
            viewer.player.viewer = None
            self.players.release_if_gone(viewer.player)
        self.schedule_listing()

    def chat(self, viewer: Viewer, line: str) -> None:
        """Passes a clean line on to everybody in the lobby."""
        self._broadcast(codec.encode(Chat(name=viewer.player.name, text=line)))

    def schedule_listing(self) -> None:
        """Has everybody in the lobby told of the listing shortly."""
        if self._listing_timer is None:
            self._listing_timer = asyncio.get_running_loop().call_later(LISTING_DELAY, self._send_listing)

    def _send_listing(self) -> None:
        self._listing_timer = None
        if any(viewer.in_lobby for viewer in self.connected):
            frame = self._listing()
            if frame != self._last_listing:
                self._last_listing = frame
                self._broadcast(frame)

    def _broadcast(self, frame: bytes) -> None:
        for viewer in self.connected:
            if viewer.in_lobby:
                viewer.send_update(frame)
