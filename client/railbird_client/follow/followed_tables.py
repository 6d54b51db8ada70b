"""The tables that the player follows, each as far as the server has told of it, and what to ask the server for next.

The player chooses tables; which of them the server has to send is worked out from where the player is: their own table
comes by itself. Every event is folded once, when it arrives.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from railbird_client.table.narration.table_log import last_event_words
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.commands import FollowTable, UnfollowTable
from railbird_shared.protocol.folding import Transition, fold_each
from railbird_shared.protocol.messages import Followed, HandChances, Rail, Snapshot, Step, TableClosed
from railbird_shared.protocol.table_limits import MAX_FOLLOWED
from railbird_shared.protocol.validation import is_valid
from railbird_shared.protocol.view import SpotChances, TableView

TOO_MANY = f"You follow {MAX_FOLLOWED} tables already; give one of them up first."


class FollowTournament(NamedTuple):
    """The player follows all tables of a tournament, and those that open later; or no longer, if they did."""

    tournament: str


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
        self._told_chances: HandChances | None = None

    @property
    def chances(self) -> SpotChances | None:
        """The chances of the hands in play, None where nobody has told them, or once a pot is won."""
        view, told = self.view, self._told_chances
        if view is None or told is None or told.hand != view.hand or not view.playing:
            return None
        if any(seat.won for seat in view.occupied):
            return None
        return next((spot for spot in told.spots if spot.holds_for(view, 0)), None)

    @property
    def name(self) -> str:
        """The name of the table, as far as it is known."""
        return self.view.name if self.view is not None else "a table"

    @property
    def request(self) -> FollowTable:
        """The command that has the server send the table from the last step on that was seen."""
        return FollowTable(table=self.table, password=self.password, epoch=self.epoch, seq=self.seq)

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
        self._note_winners(transitions)
        return True

    def take_chances(self, told: HandChances) -> None:
        """Takes the chances of the hands of a deal."""
        self._told_chances = told

    def close(self, reason: str) -> None:
        """Notes that the table is followed no longer."""
        self.closed = reason or "The table is closed."

    def _note_winners(self, transitions: Iterable[Transition]) -> None:
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

    def beside(self, by: int) -> FollowedTable | None:
        """Returns the open table that comes `by` places after the current one, in a ring; None where it is the same."""
        ring = [each for each in self._chosen.values() if not each.closed]
        here = next((place for place, each in enumerate(ring) if each.table == self.current), None)
        if here is None:
            return ring[0 if by > 0 else -1] if ring else None
        found = ring[(here + by) % len(ring)]
        return None if found.table == self.current else found

    # --- the server's side

    def go_to(self, table: str) -> None:
        """Notes the table that the player is at, which the server then sends by itself; empty for the lobby."""
        if table and table != self.current:
            self._sent.discard(table)
        self.current = table

    def lose_connection(self) -> None:
        """Notes that the connection is lost: the server has to be asked for every table again."""
        self.lost = True
        self._sent.clear()
        self._awaited.clear()

    def reconnect(self) -> None:
        """Notes that there is a connection again."""
        self.lost = False

    def requests(self) -> tuple[FollowTable | UnfollowTable, ...]:
        """Returns the commands by which the server comes to send what is chosen, each of them once."""
        if self.lost:
            return ()
        wanted = {table for table, each in self._chosen.items() if not each.closed and table != self.current}
        ended = [table for table in sorted(self._sent - wanted) if table != self.current]
        begun = [each for table, each in self._chosen.items() if table in wanted - self._sent]
        self._sent = wanted
        return (*(UnfollowTable(table=table) for table in ended), *(each.request for each in begun))

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
                if table.take_snapshot(snapshot):
                    self._awaited.discard(table.table)
                    return None
                return self._ask_snapshot(table)
            case Step() as step:
                return None if table.take_step(step) else self._ask_snapshot(table)
            case HandChances() as chances:
                table.take_chances(chances)
            case Rail(watchers=watchers):
                table.watchers = watchers
            case TableClosed(reason=reason):
                self._sent.discard(table.table)
                table.close(reason)
            case _:
                pass  # chat, notices and statements are read at the table itself
        return None

    def _ask_snapshot(self, table: FollowedTable) -> FollowTable | None:
        """Returns the command for a snapshot, unless one is on its way."""
        if table.table in self._awaited:
            return None
        self._awaited.add(table.table)
        return FollowTable(table=table.table, password=table.password)
