"""The page of the lobby that a client sees: what a change makes of it."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.protocol.messages import Lobby, LobbyChanged
from railbird_shared.protocol.table_limits import LOBBY_PAGE_SIZE


def apply_change(page: Lobby, change: LobbyChanged) -> Lobby:
    """Returns the page after a change; it has at most `LOBBY_PAGE_SIZE` tables, whatever the change says."""
    known = {table.table: table for table in page.tables}
    order = tuple(known) if change.order is None else tuple(dict.fromkeys(change.order))[:LOBBY_PAGE_SIZE]
    known |= {table.table: table for table in change.changed}
    tables = tuple(known[table] for table in order if table in known)
    return replace(page, tables=tables, people=change.people, first=change.first, total=change.total)
