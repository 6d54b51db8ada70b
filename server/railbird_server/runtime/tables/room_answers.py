"""The short answers of a room to commands that it does not put to the table."""

from __future__ import annotations

from railbird_server.runtime.people.players import Viewer
from railbird_server.runtime.tables.room_requests import ViewerCommand
from railbird_shared.messages import Accepted, Refused

TABLE_STANDS_STILL = "The table cannot take that just now; send it again in a moment."


def refuse_waiting(request: ViewerCommand) -> None:
    """Refuses a command to a table that cannot go on just now; a request for a snapshot comes again by itself."""
    if request.command.id:
        refused = Refused(id=request.command.id, code="slow-down", sentence=TABLE_STANDS_STILL)
        request.viewer.reply(refused)


def accept(viewer: Viewer, command_id: int) -> None:
    """Accepts a command that has an id."""
    if command_id:
        viewer.reply(Accepted(id=command_id))


def refuse_closed_table(viewer: Viewer, command_id: int) -> None:
    """Refuses a command that has an id, because the table is closed."""
    if command_id:
        viewer.reply(Refused(id=command_id, code="no-such-table", sentence="That table is closed."))
