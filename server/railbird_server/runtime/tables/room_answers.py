"""The short answers of a room to requests that it does not put to the table, or that take long."""

from __future__ import annotations

from msgspec.structs import replace

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
from railbird_shared.protocol.messages import Accepted, Refused, TableClosed
from railbird_shared.protocol.refusal_codes import RefusalCode

TABLE_STANDS_STILL = "The table cannot take that just now; send it again in a moment."

CLOSED = "That table is closed."

DONE_LATER = "Your request is carried out then."


def refuse_crowd(request: ViewerCommand) -> None:
    """Refuses a command behind which too many wait; a request for a snapshot comes again by itself."""
    _refuse(request, "slow-down", TABLE_STANDS_STILL)


def answer_waiting(request: RoomRequest, table: str, sentence: str) -> RoomRequest | None:
    """Answers a request to a table that waits until something can be kept; returns what is to be done of it then.

    Commands are refused. Whoever asks to come stays in the lobby, unless they have a place at the table.
    """
    if _refuse(request, "waits", sentence):
        return None
    if not isinstance(request, EnterTable) or not request.id:
        return request
    if request.viewer.player.table == table:
        accept(request.viewer, request.id)
        return replace(request, id=0)
    request.viewer.reply(Refused(id=request.id, code="waits", sentence=sentence))
    request.viewer.return_to_lobby(table, TableClosed(reason=sentence))
    return None


def postpone(request: RoomRequest | None, sentence: str) -> None:
    """Tells who has given a command that it is carried out, and kept as soon as it can be."""
    _refuse(request, "not-kept", f"{sentence} {DONE_LATER}")


def _refuse(request: RoomRequest | None, code: RefusalCode, sentence: str) -> bool:
    """Refuses a command that has an id; returns False where the request is no command."""
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
