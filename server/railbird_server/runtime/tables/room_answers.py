"""The short answers of a room to requests that it does not put to the table, or that take long."""

from __future__ import annotations

from railbird_server.runtime.people.players import Viewer
from railbird_server.runtime.tables.room_requests import (
    CloseTable,
    Disconnected,
    EnterTable,
    FreezeTable,
    LeaveTable,
    OrderTable,
    ReleasePlayer,
    RoomRequest,
    SilenceChanged,
    ViewerCommand,
)
from railbird_shared.messages import Accepted, Refused, TableClosed
from railbird_shared.refusal_codes import RefusalCode

TABLE_STANDS_STILL = "The table cannot take that just now; send it again in a moment."


CLOSED = "That table is closed."

DONE_LATER = "What you asked for is done then."


def refuse_waiting(request: RoomRequest, sentence: str = TABLE_STANDS_STILL) -> bool:
    """Refuses a command to a table that cannot go on just now; returns False where the request is no such command.

    A request for a snapshot comes again by itself.
    """
    return _refuse_later(request, "slow-down", sentence)


def postpone(request: RoomRequest | None, sentence: str) -> None:
    """Tells who has given a command that it is carried out, and kept as soon as it can be."""
    _refuse_later(request, "not-kept", f"{sentence} {DONE_LATER}")


def _refuse_later(request: RoomRequest | None, code: RefusalCode, sentence: str) -> bool:
    match request:
        case ViewerCommand(viewer, command):
            command_id = command.id
        case LeaveTable(viewer, command_id, done):
            done.set()  # the session goes on, at the table
        case _:
            return False
    if command_id:
        viewer.reply(Refused(id=command_id, code=code, sentence=sentence))
    return True


def accept(viewer: Viewer, command_id: int) -> None:
    """Accepts a command that has an id."""
    if command_id:
        viewer.reply(Accepted(id=command_id))


def refuse_entry(request: RoomRequest, table: str, sentence: str) -> bool:
    """Keeps who asks to come to a table in the lobby; returns False where the request is no such command."""
    if not isinstance(request, EnterTable) or not request.id:
        return False
    request.viewer.reply(Refused(id=request.id, code="slow-down", sentence=sentence))
    request.viewer.return_to_lobby(table, TableClosed(reason=sentence))
    return True


def refuse_closed(request: RoomRequest, table: str) -> None:
    """Answers a request to a table that is closed, and sends its client to the lobby."""
    match request:
        case CloseTable() | FreezeTable() | Disconnected() | SilenceChanged():
            return
        case OrderTable(done=done) | ReleasePlayer(done=done):
            done.set()
            return
        case LeaveTable(viewer, command_id, done):
            done.set()
            accept(viewer, command_id)
        case ViewerCommand(viewer, command):
            _refuse_closed_table(viewer, command.id)
        case EnterTable(viewer, command_id):
            _refuse_closed_table(viewer, command_id)
    request.viewer.return_to_lobby(table, TableClosed(reason=CLOSED))


def _refuse_closed_table(viewer: Viewer, command_id: int) -> None:
    """Refuses a command that has an id, because the table is closed."""
    if command_id:
        viewer.reply(Refused(id=command_id, code="no-such-table", sentence=CLOSED))
