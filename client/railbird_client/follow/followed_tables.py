"""The tables that the player follows, each as far as the server has told of it, and what to ask the server for next.

The player chooses tables, and goes from one to another. Which of them the server has to send is worked out from where
the player is: their own table comes by itself. Every event is folded once, when it arrives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from railbird_client.drawing.canvas import Press
from railbird_client.network.link import PASSWORD_CODES, NotDone, Requests
from railbird_client.player_requests import GoToFollowed
from railbird_client.table.table_log import last_event_words
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.conversation import CommandRefused
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.commands import FollowTable, UnfollowTable, Watch
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.messages import Followed, HandChances, Rail, Refused, Snapshot, Step, TableClosed
from railbird_shared.protocol.table_limits import MAX_FOLLOWED
from railbird_shared.protocol.validation import is_valid
from railbird_shared.protocol.view import TableView

SEATED = "You have a seat here: give it up first ([L]), or look at the tables that you follow with [F7]."
TABLE_CLOSED = "The table is closed."
NO_OTHER = "You follow no other table: choose some in the lobby with [Space]."

TOO_MANY = f"You follow {MAX_FOLLOWED} tables already; give one of them up first."

FOLLOWED_KEYS: Mapping[Press, GoToFollowed] = {
    TableKey.NEXT_FOLLOWED: GoToFollowed(1),
    TableKey.FOLLOWED_BEFORE: GoToFollowed(-1),
}
"""The keys of a table that lead to another one."""


class FollowedTable:
    """One table that the player follows.

    `view` is None until the server has sent the table. `last_event` and `last_hand` tell in few words the last event,
    and the winner of the last hand that was seen. `closed` says why the table is followed no longer.
    """

    def __init__(self, table: str) -> None:
        self.table = table
        self.closed = ""
        self.view: TableView | None = None
        self.watchers = 0
        self.last_event = ""
        self.last_hand = ""
        self.epoch = ""
        self.seq = 0
        self.password = ""
        self._winners: dict[int, str] = {}
        self.told_chances: HandChances | None = None

    @property
    def name(self) -> str:
        """The name of the table, as far as it is known."""
        return self.view.name if self.view is not None else "a table"

    def take_snapshot(self, snapshot: Snapshot) -> bool:
        """Takes the whole table; returns False where it cannot be true."""
        if not is_valid(snapshot, 0) or snapshot.view.table != self.table:
            return False
        if self.view is None or self.view.hand != snapshot.view.hand:
            self.last_event, self._winners = "", {}
        self.view, self.watchers = snapshot.view, snapshot.watchers
        self.epoch, self.seq = snapshot.epoch, snapshot.seq
        return True

    def take_step(self, step: Step) -> bool:
        """Takes a step; returns False where one was missed, or it cannot be true."""
        view = self.view
        if view is None or step.epoch != self.epoch or step.seq != self.seq + 1 or not is_valid(step, len(view.seats)):
            return False
        self.seq = step.seq
        transitions = fold_each(view, step.public + step.private)
        if transitions:
            self.view = transitions[-1].after
        self.last_event = last_event_words(transitions, self.last_event)
        for transition in transitions:
            match transition.event:
                case ev.HandStarted():
                    self._winners = {}
                case ev.PotAwarded(seat=seat):
                    self._winners[seat] = last_event_words([transition])
                case ev.HandEnded(hand=hand):
                    if won := " · ".join(self._winners.values()):
                        self.last_hand = f"hand {hand}: {won}"
                case _:
                    pass
        return True


class FollowedTables:
    """The tables that the player has chosen to follow, in the order of choice.

    `current` is the id of the table that the player is at, empty in the lobby. With `lost` there is no connection.
    """

    def __init__(self) -> None:
        self.current = ""
        self.lost = False
        self._chosen: dict[str, FollowedTable] = {}
        self._sent: set[str] = set()
        self._awaited: set[str] = set()

    def __contains__(self, table: str) -> bool:
        return table in self._chosen

    def __len__(self) -> int:
        return len(self._chosen)

    @property
    def tables(self) -> tuple[FollowedTable, ...]:
        """The chosen tables in order."""
        return tuple(self._chosen.values())

    def get(self, table: str) -> FollowedTable | None:
        """Returns a chosen table, None where it is not chosen."""
        return self._chosen.get(table)

    def choose(self, table: str, password: str = "") -> bool:
        """Follows a table from now on; returns False where the player follows as many as they may."""
        if table not in self._chosen and len(self._chosen) >= MAX_FOLLOWED:
            return False
        followed = self._chosen.setdefault(table, FollowedTable(table))
        followed.closed, followed.password = "", password or followed.password
        return True

    def drop(self, table: str) -> None:
        """Follows a table no longer."""
        self._chosen.pop(table, None)

    def beside(self, table: str, by: int) -> FollowedTable | None:
        """Returns the open table that comes `by` places after a table, in a ring; None where it is the same."""
        ring = [each for each in self._chosen.values() if not each.closed]
        here = next((place for place, each in enumerate(ring) if each.table == table), None)
        if here is None:
            return ring[0 if by > 0 else -1] if ring else None
        found = ring[(here + by) % len(ring)]
        return None if found.table == table else found

    # --- the server's side

    def go_to(self, table: str) -> None:
        """Notes the table that the player is at, which the server then sends by itself; empty for the lobby."""
        if table and table != self.current:
            self._sent.discard(table)
        self.current = table

    def note_connection(self, *, online: bool) -> None:
        """Notes whether there is a connection; once it is lost the server has to be asked for every table again."""
        self.lost = not online
        if not online:
            self._sent.clear()
            self._awaited.clear()

    def requests(self) -> tuple[FollowTable | UnfollowTable, ...]:
        """Returns the commands by which the server comes to send what is chosen, each of them once.

        A table is sent from the last step on that was seen.
        """
        if self.lost:
            return ()
        wanted = {table for table, each in self._chosen.items() if not each.closed and table != self.current}
        ended = [table for table in sorted(self._sent - wanted) if table != self.current]
        begun = [each for table, each in self._chosen.items() if table in wanted - self._sent]
        self._sent = wanted
        follow = (
            FollowTable(table=each.table, password=each.password, epoch=each.epoch, seq=each.seq) for each in begun
        )
        return (*(UnfollowTable(table=table) for table in ended), *follow)

    def refuse(self, table: str) -> None:
        """Notes that the server does not send a table."""
        self._sent.discard(table)

    def receive(self, followed: Followed) -> FollowTable | None:
        """Takes a message of a followed table; returns the command that asks for a snapshot, where one is missing."""
        table = self._chosen.get(followed.table)
        if table is None or followed.table not in self._sent:
            return None
        match followed.message:
            case Snapshot() as snapshot:
                if not table.take_snapshot(snapshot):
                    return self._ask_snapshot(table)
                self._awaited.discard(table.table)
            case Step() as step:
                return None if table.take_step(step) else self._ask_snapshot(table)
            case HandChances() as chances:
                table.told_chances = chances
            case Rail(watchers=watchers):
                table.watchers = watchers
            case TableClosed(reason=reason):
                self._sent.discard(table.table)
                table.closed = reason or TABLE_CLOSED
            case _:
                pass  # chat, notices and statements are read at the table itself
        return None

    def _ask_snapshot(self, table: FollowedTable) -> FollowTable | None:
        """Returns the command for a snapshot, unless one is on its way."""
        if table.table in self._awaited:
            return None
        self._awaited.add(table.table)
        return FollowTable(table=table.table, password=table.password)


class FollowController:
    """The tables that the player follows in one session, and the way from one to another.

    `watch` goes to a table, `ask_password` asks for that of a table, with the sentence that says why, and `say` shows
    the player a sentence.
    """

    def __init__(
        self,
        requests: Requests,
        watch: Callable[[Watch], None],
        ask_password: Callable[[str, str], None],
        say: Callable[[str], None],
    ) -> None:
        self.tables = FollowedTables()
        self._requests = requests
        self._watch = watch
        self._ask_password = ask_password
        self._say = say

    def take(
        self, command: FollowTable | UnfollowTable | Watch | GoToFollowed, view: TableView | None = None, goal: str = ""
    ) -> None:
        """Takes a choice of the player: to follow a table or no longer, or to go to it.

        `view` is the table that they are at; from the lobby no step leads to another. `goal` is a table that they are
        on the way to already, from which a step counts.
        """
        match command:
            case FollowTable(table=table, password=password):
                if not self.tables.choose(table, password=password):
                    self._say(TOO_MANY)
            case UnfollowTable(table=table):
                self.tables.drop(table)
            case GoToFollowed() if view is None:
                pass  # the table has closed since the key was pressed
            case Watch() | GoToFollowed() if view is not None and view.you.seat is not None:
                self._say(SEATED)
            case GoToFollowed(step=step):
                if (other := self.tables.beside(goal or self.tables.current, step)) is None:
                    self._say(NO_OTHER)
                else:
                    self._go_to(Watch(table=other.table))
            case Watch(table=table):
                if goal or table != self.tables.current:
                    self._go_to(command)
            case _:
                assert_never(command)

    def _go_to(self, request: Watch) -> None:
        """Goes to a table; the one that is left is followed from now on, if there is room."""
        if self.tables.current:
            self.tables.choose(self.tables.current)
        self._watch(request)

    def place(self, table: str) -> str:
        """Returns a sentence that says which of the followed tables this is; empty unless it is one of several."""
        chosen = [each.table for each in self.tables.tables]
        if table not in chosen or len(chosen) < 2:
            return ""
        return f"Table {chosen.index(table) + 1} of {len(chosen)} that you follow: [PgDn] the next, [F7] all."

    # --- what the server says

    def sync(self, current: str) -> None:
        """Asks the server for what is missing, now that the player is at that table, or in the lobby."""
        self.tables.go_to(current)
        for command in self.tables.requests():
            self._follow(command)

    def receive(self, followed: Followed) -> None:
        """Takes a message of a followed table."""
        if command := self.tables.receive(followed):
            self._follow(command)
        table = self.tables.get(followed.table)
        if table is not None and isinstance(followed.message, TableClosed):
            self._say(f"{table.name}: {table.closed}")

    def _follow(self, command: FollowTable | UnfollowTable) -> None:
        """Asks the server to start or stop sending a table besides the player's own."""

        def refused(not_done: NotDone) -> None:
            if isinstance(not_done, CommandRefused):  # else every table is asked for again once there is a connection
                self._refuse(command.table, not_done.refused)

        self._requests.ask(command, refused=refused)

    def _refuse(self, table_id: str, refused: Refused) -> None:
        """Takes a refusal to follow a table, of which the password may be missing; the player's own stays chosen."""
        table = self.tables.get(table_id)
        if table is None:
            return
        if refused.code == "own-table":
            if not self.tables.current:
                self._say(f"{table.name}: {refused.sentence}")
            return
        self.tables.refuse(table_id)
        if refused.code == "no-such-table":
            table.closed = refused.sentence or TABLE_CLOSED
            return
        self.tables.drop(table_id)
        if refused.code in PASSWORD_CODES:
            self._ask_password(table_id, refused.sentence)
        else:
            self._say(f"{table.name}: {refused.sentence}")
