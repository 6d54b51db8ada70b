"""What a room's inbox takes: each job is done whole before the next is begun."""

from __future__ import annotations

import asyncio

from msgspec import Struct

from railbird_server.runtime.players import Viewer
from railbird_server.table.inputs import Input
from railbird_shared.commands import Resume


class TableRequest(Struct, frozen=True):
    """A viewer asks something of the table."""

    viewer: Viewer
    id: int
    request: Input


class EnterTable(Struct, frozen=True):
    """A viewer comes to the table; a returning one says what it saw last."""

    viewer: Viewer
    id: int = 0
    resume: Resume | None = None


class LeaveTable(Struct, frozen=True):
    """A viewer goes back to the lobby for good and gives up its seat; `done` is set when it is out."""

    viewer: Viewer
    id: int
    done: asyncio.Event


class Disconnected(Struct, frozen=True):
    """A viewer's connection has ended; its seat waits for it."""

    viewer: Viewer


class SnapshotRequest(Struct, frozen=True):
    """A viewer wants to see the whole table; `id` is 0 where nobody asked."""

    viewer: Viewer
    id: int = 0


class ChatLine(Struct, frozen=True):
    """A viewer said a line, which is clean."""

    viewer: Viewer
    id: int
    line: str


class RemoveBot(Struct, frozen=True):
    """The host wants the bot in a seat to go."""

    viewer: Viewer
    id: int
    seat: int


class CloseTable(Struct, frozen=True):
    """The server closes the table."""

    reason: str


RoomRequest = (
    TableRequest | EnterTable | LeaveTable | Disconnected | SnapshotRequest | ChatLine | RemoveBot | CloseTable
)
