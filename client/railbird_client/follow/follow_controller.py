"""Follows tables besides the one that the player is at: takes their choices, and asks the server for the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from railbird_client.follow.followed_tables import TOO_MANY, FollowedTables
from railbird_client.shell.screen_state import PasswordRequest
from railbird_client.shell.server_link import PASSWORD_CODES
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.protocol.commands import Command, FollowTable, UnfollowTable, Watch
from railbird_shared.protocol.messages import Followed, Refused, TableClosed
from railbird_shared.protocol.view import TableView

SEATED = "You have a seat here: give it up first ([L]), or look at the tables that you follow with [F7]."
NO_OTHER = "You follow no other table: choose some in the lobby with [Space]."

_STEPS = {TableKey.NEXT_FOLLOWED: 1, TableKey.FOLLOWED_BEFORE: -1}


class FollowRequests(Protocol):
    """The controller of the session, as far as it asks the server for tables."""

    def follow(self, command: FollowTable | UnfollowTable) -> None:
        """Asks the server to send a table, or no longer."""
        ...

    def watch(self, table: str, password: str = "") -> None:
        """Goes to a table and watches."""
        ...


class FollowController:
    """The tables that the player follows in one session; `say` shows them a sentence.

    `is_moving` says that they are on the way from one table to another, and not to the lobby.
    """

    def __init__(self, requests: FollowRequests, say: Callable[[str], None]) -> None:
        self.tables = FollowedTables()
        self.is_moving = False
        self._requests = requests
        self._say = say

    def take(self, command: Command, view: TableView | None = None) -> bool:
        """Takes a choice of the player: to follow a table, no longer, or to go to it; returns False for all others.

        `view` is the table that they are at.
        """
        match command:
            case FollowTable(table=table, password=password):
                if not self.tables.choose(table, password=password):
                    self._say(TOO_MANY)
            case UnfollowTable(table=table):
                self.tables.drop(table)
            case Watch() if _is_seated(view):
                self._say(SEATED)
            case Watch(table=table, password=password):
                self.go_to(table, password)
            case _:
                return False
        return True

    def press(self, key: object, view: TableView | None) -> bool:
        """Goes to the next followed table, or the one before; returns False for every other key."""
        by = next((step for each, step in _STEPS.items() if each is key), 0)
        if not by:
            return False
        other = self.tables.beside(by)
        if _is_seated(view):
            self._say(SEATED)
        elif other is None:
            self._say(NO_OTHER)
        else:
            self.go_to(other.table)
        return True

    def go_to(self, table: str, password: str = "") -> None:
        """Goes to a table; the one that is left is followed from now on, if there is room."""
        if self.tables.current and self.tables.current != table:
            self.tables.choose(self.tables.current)
        if self.tables.current != table:
            self.is_moving = bool(self.tables.current)
            self._requests.watch(table, password)

    def stop_moving(self) -> bool:
        """Notes that the way to another table has ended; returns whether the player was on one."""
        was_moving, self.is_moving = self.is_moving, False
        return was_moving

    def place(self, table: str) -> str:
        """Returns a sentence that says which of the followed tables this is; empty where it is no one of several."""
        chosen = [each.table for each in self.tables.tables]
        if table not in chosen or len(chosen) < 2:
            return ""
        return f"Table {chosen.index(table) + 1} of {len(chosen)} that you follow: [PgDn] the next, [F7] all."

    # --- what the server says

    def sync(self, current: str) -> None:
        """Asks the server for what is missing, now that the player is at that table, or in the lobby."""
        self.tables.go_to(current)
        for command in self.tables.requests():
            self._requests.follow(command)

    def note_connection(self, *, online: bool) -> None:
        """Notes whether there is a connection to the server."""
        if online:
            self.tables.reconnect()
        else:
            self.tables.lose_connection()

    def receive(self, followed: Followed) -> None:
        """Takes a message of a followed table."""
        command = self.tables.receive(followed)
        if command is not None:
            self._requests.follow(command)
        table = self.tables.get(followed.table)
        if table is not None and isinstance(followed.message, TableClosed):
            self._say(f"{table.name}: {table.closed}")

    def refuse(self, table_id: str, refused: Refused) -> PasswordRequest | None:
        """Takes a refusal to follow a table; returns the question for its password, if that is what is missing."""
        table = self.tables.get(table_id)
        if table is None:
            return None
        self.tables.refuse(table_id)
        if refused.code == "no-such-table":
            table.close(refused.sentence)
            return None
        self.tables.drop(table_id)
        if refused.code in PASSWORD_CODES:
            return PasswordRequest(table_id, None, refused.sentence, follow=True)
        self._say(f"{table.name}: {refused.sentence}")
        return None


def _is_seated(view: TableView | None) -> bool:
    return view is not None and view.you.seat is not None
