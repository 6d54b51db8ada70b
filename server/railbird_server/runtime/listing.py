"""The listing of the tables: each client in the lobby reads one page of it, and is sent what changes there.

A page is made once for all who read it, and so is the frame that leads from what they were sent to what is true now.
A table is described anew only after it has changed, and a page is looked at a little after a change, for all changes
of that time at once.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from railbird_server.runtime.outbox import SLICE_SIZE
from railbird_server.runtime.players import Viewer
from railbird_server.runtime.tables.room import Room
from railbird_server.store.hand_search import fold_text
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.messages import Lobby, LobbyChanged, TableInfo
from railbird_shared.protocol.table_limits import LOBBY_PAGE_SIZE
from railbird_shared.text.text_cleaning import TABLE_NAME_LENGTH, clean_line

LISTING_DELAY = 0.3
"""Seconds between a change of the listing and its sending."""

PAGES_A_SLICE = 20
"""Pages that are made in one go where every client reads another; between two slices other tasks get their turn."""


class Query(NamedTuple):
    """Which tables a client wants to see: those that have `find` in a name, perhaps with a free seat, from `first` on.

    `find` is folded; `first` counts from 0. `unlisted` are the tables that only those see who know of them, and that
    this client does.
    """

    find: str = ""
    free: bool = False
    first: int = 0
    unlisted: frozenset[str] = frozenset()


@dataclass
class Reader:
    """A client in the lobby: their query, and the page that they know, None if they have to be sent one."""

    query: Query = field(default_factory=Query)
    known: Lobby | None = None
    seen_unlisted: frozenset[str] = frozenset()
    """The unlisted tables of which it was looked up whether the client knows of them."""


class _Listed:
    """A table with its description, and the text in which a query looks for words."""

    def __init__(self, info: TableInfo) -> None:
        self.info = info
        game = info.game
        self.text = fold_text("\n".join((info.name, info.host, game.name, game.title, game.id, *info.players)))


class _Round:
    """One round of sending: the readers yet to go to, the pages made for it, and the frames made of them.

    The frames keep the pages that they lead from, so that no other page gets the identity of one.
    """

    def __init__(self, waiting: Iterable[Viewer]) -> None:
        self.waiting = deque(waiting)
        self.pages: dict[Query, Lobby] = {}
        self._frames: dict[tuple[int, int], tuple[Lobby | None, bytes]] = {}

    def frame(self, known: Lobby | None, page: Lobby) -> bytes:
        key = (id(known), id(page))
        if key not in self._frames:
            self._frames[key] = (known, codec.encode(page if known is None else difference(known, page)))
        return self._frames[key][1]


class TableListing:
    """The listing of `tables`, which are in the order of their opening; `people` counts those who are connected.

    `knows` says whether a client has been let in to a table that is not listed for everybody.
    """

    def __init__(
        self, tables: Mapping[str, Room], people: Callable[[], int], knows: Callable[[Viewer, str], bool]
    ) -> None:
        self._tables = tables
        self._people = people
        self._knows = knows
        self._unlisted: frozenset[str] = frozenset()
        self._listed: dict[str, _Listed] = {}
        self._changed: set[str] = set()
        self._readers: dict[Viewer, Reader] = {}
        self._timer: asyncio.Handle | None = None
        self._is_due = False

    def table_changed(self, table: str) -> None:
        """Notes that a table was opened, has changed or is closed."""
        self._changed.add(table)
        self.schedule()

    def add_reader(self, viewer: Viewer) -> None:
        """Adds a client, who is sent the first page shortly if they are still in the lobby."""
        self._readers[viewer] = Reader()
        self.schedule()

    def remove_reader(self, viewer: Viewer) -> None:
        """Removes a client."""
        self._readers.pop(viewer, None)
        self.schedule()

    def read(self, viewer: Viewer, request: ListTables | None = None) -> bytes:
        """Returns the frame with the page that a client asks for, or else with the one that they read."""
        reader = self._readers.setdefault(viewer, Reader())
        if request is not None:
            find = fold_text(clean_line(request.find, TABLE_NAME_LENGTH))
            reader.query = Query(find, request.free, request.first)
        self._describe_changed()
        self._look_up_unlisted(viewer, reader)
        reader.known = self._page(reader.query)
        return codec.encode(reader.known)

    def _describe_changed(self) -> None:
        for table in self._changed:
            before = self._listed.pop(table, None)
            self._unlisted -= {table}
            if (room := self._tables.get(table)) is not None:
                self._unlisted |= set() if room.settings.listed else {table}
                info = room.info()
                self._listed[table] = before if before is not None and before.info == info else _Listed(info)
        self._changed.clear()

    def _look_up_unlisted(self, viewer: Viewer, reader: Reader) -> None:
        known = frozenset(table for table in self._unlisted if self._knows(viewer, table))
        reader.query = reader.query._replace(unlisted=known)
        reader.seen_unlisted = self._unlisted

    def _page(self, query: Query) -> Lobby:
        """Returns the page for a query; beyond the last table it is the last page."""
        found, first = list(self._find(query)), query.first
        if first >= len(found):
            first = max(0, len(found) - 1) // LOBBY_PAGE_SIZE * LOBBY_PAGE_SIZE
        tables = tuple(found[first : first + LOBBY_PAGE_SIZE])
        return Lobby(tables=tables, people=self._people(), first=first, total=len(found))

    def _find(self, query: Query) -> Iterator[TableInfo]:
        for table, room in self._tables.items():
            if (listed := self._listed.get(table)) is None:
                listed = self._listed[table] = _Listed(room.info())
            named = query.find == table
            if not (room.settings.listed or table in query.unlisted or named) or (query.free and listed.info.is_full):
                continue
            if named or query.find in listed.text:
                yield listed.info

    def schedule(self) -> None:
        """Has every reader sent shortly what has changed for them."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LISTING_DELAY, self._send_changes)
        else:
            self._is_due = True

    def cancel(self) -> None:
        """Sends nothing any more of itself."""
        if self._timer is not None:
            self._timer.cancel()

    def _send_changes(self) -> None:
        self._is_due = False
        self._describe_changed()
        self._send_slice(_Round(self._readers))

    def _send_slice(self, sending: _Round) -> None:
        """Sends to the first readers, and to the others after whatever else is due."""
        most_waiting = len(sending.waiting) - SLICE_SIZE
        most_pages = len(sending.pages) + PAGES_A_SLICE
        while sending.waiting and len(sending.waiting) > most_waiting and len(sending.pages) < most_pages:
            viewer = sending.waiting.popleft()
            if (reader := self._readers.get(viewer)) is not None:
                self._send_page(viewer, reader, sending)
        loop = asyncio.get_running_loop()
        if sending.waiting:
            self._timer = loop.call_soon(self._send_slice, sending)
        else:
            self._timer = loop.call_later(LISTING_DELAY, self._send_changes) if self._is_due else None

    def _send_page(self, viewer: Viewer, reader: Reader, sending: _Round) -> None:
        """Sends a reader what leads from the page that they know to the one that is true now, if they differ."""
        if not viewer.in_lobby:
            reader.known = None
            return
        if reader.seen_unlisted != self._unlisted:
            self._look_up_unlisted(viewer, reader)
        if reader.query not in sending.pages:
            sending.pages[reader.query] = self._page(reader.query)
        known, page = reader.known, sending.pages[reader.query]
        reader.known = page
        if known != page:
            viewer.outbox.send_update(sending.frame(known, page))


def difference(known: Lobby, page: Lobby) -> LobbyChanged:
    """Returns the change that leads from one page to another."""
    before = {table.table: table for table in known.tables}
    order = tuple(table.table for table in page.tables)
    return LobbyChanged(
        changed=tuple(table for table in page.tables if before.get(table.table) != table),
        order=None if order == tuple(before) else order,
        people=page.people,
        first=page.first,
        total=page.total,
    )
