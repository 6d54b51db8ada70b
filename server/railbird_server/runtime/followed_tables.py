"""The tables that one client follows besides the one that it is at.

To its room a followed table is one more viewer on the rail: the same requests, the same limits and the same frames,
which reach the client wrapped in `Followed`.
"""

from __future__ import annotations

from collections.abc import Callable

from railbird_server.refusal import Refusal
from railbird_server.runtime.outbox import FollowedOutbox
from railbird_server.runtime.players import Viewer, accept
from railbird_server.runtime.tables.room import Room
from railbird_server.runtime.tables.room_requests import Disconnected, EnterTable, ViewerCommand
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import FollowTable, Resume, Resync, UnfollowTable
from railbird_shared.protocol.messages import Accepted, Message, Refused, TableClosed, TableMessage
from railbird_shared.protocol.table_limits import MAX_FOLLOWED

OWN_TABLE = "You are at that table, or have a seat there; go there to see it."
TOO_MANY = f"You follow {MAX_FOLLOWED} tables already; give one of them up first."
NOT_FOLLOWED = "You do not follow that table."


class FollowedTable:
    """A client that follows one table, as the room of that table sees it.

    `on_end` is called when the room lets nobody follow it any more, or this client no longer. The lobby asks the
    session itself whether the client is there.
    """

    in_lobby = False

    def __init__(self, client: Viewer, room: Room, on_end: Callable[[str], None]) -> None:
        self.room = room
        self.player = client.player
        self.address = client.address
        self.outbox = FollowedOutbox(client.outbox, room.id)
        self._client = client
        self._on_end = on_end

    def reply(self, message: Message) -> None:
        """Answers a command of the client, or sends what the table sends to those who watch; drops anything else."""
        if isinstance(message, Accepted | Refused):
            self._client.reply(message)
        elif isinstance(message, TableMessage):
            self.outbox.send(codec.encode(message))

    def return_to_lobby(self, table: str, closed: TableClosed) -> None:
        """Tells the client that it follows the table no longer."""
        self.reply(closed)
        self.outbox.close()
        self._on_end(table)

    def follow(self, table: str, notice: str = "") -> None:
        """Does nothing: a tournament takes the client itself to the table where its player sits."""

    def replace(self) -> None:
        """Sends nothing more, because another connection of the same player is there."""
        self.outbox.close()


class FollowedTables:
    """The tables that one client follows, by their ids."""

    def __init__(self, client: Viewer) -> None:
        self._client = client
        self._followed: dict[str, FollowedTable] = {}

    def check(self, table: str, current: str) -> None:
        """Raises Refusal where the client, which is at the table `current`, may not follow another one."""
        player = self._client.player
        if table in (current, player.table, *player.named_at):
            raise Refusal("own-table", OWN_TABLE)
        if table not in self._followed and len(self._followed) >= MAX_FOLLOWED:
            raise Refusal("follow-limit", TOO_MANY)

    def follow(self, room: Room, command: FollowTable) -> None:
        """Has the client follow a table that it may watch; the answer comes from the room."""
        followed = self._followed.get(room.id)
        if followed is None:
            followed = self._followed[room.id] = FollowedTable(self._client, room, self._forget)
        resume = Resume(room.id, command.epoch, command.seq) if command.epoch else None
        room.post(EnterTable(followed, command.id, resume, follows=True))

    def unfollow(self, command: UnfollowTable) -> None:
        """Follows a table no longer, and answers; raises Refusal where the client does not follow it."""
        if command.table not in self._followed:
            raise Refusal("not-followed", NOT_FOLLOWED)
        self._end(command.table)
        accept(self._client, command.id)

    def release(self, table: str) -> None:
        """Follows a table no longer because the client goes there, which takes the place of the viewer on its rail."""
        if (followed := self._followed.pop(table, None)) is not None:
            followed.outbox.close()

    def disconnect(self) -> None:
        """Follows no table any more, because the session has ended."""
        for table in tuple(self._followed):
            self._end(table)

    def catch_up(self) -> None:
        """Asks for a snapshot of each table whose updates were held back, once the client has read the rest."""
        for followed in tuple(self._followed.values()):
            if followed.outbox.wants_snapshot:
                followed.room.post(ViewerCommand(followed, Resync()))

    def _end(self, table: str) -> None:
        followed = self._followed.pop(table)
        followed.outbox.close()
        followed.room.post(Disconnected(followed))

    def _forget(self, table: str) -> None:
        self._followed.pop(table, None)
