"""The tournaments of a session: the last answers of the server, and the move that leads to the next table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from railbird_client.follow.followed_tables import FollowController
from railbird_client.network.link import NotDone, Requests
from railbird_client.player_requests import FollowTournament, ShowFinish
from railbird_client.table.table_model import TableModel
from railbird_client.tournament.known_tournaments import KnownTournaments, Running
from railbird_client.tournament.own_tournament import News
from railbird_client.tournament.tournament_words import is_entered, leave_question, players_words
from railbird_shared.conversation import CommandRefused
from railbird_shared.protocol.commands import FollowTable, UnfollowTable
from railbird_shared.protocol.messages import Message, Snapshot, Welcome
from railbird_shared.protocol.table_limits import MAX_FOLLOWED
from railbird_shared.tournament import messages
from railbird_shared.tournament.view import Phase, TournamentView

FOLLOWS_ALL = "You follow the tables of this tournament, and those that open later: [F7] shows them side by side."
NOT_FINISHED = "You are still in the tournament, or have not played: [^T] shows its places and prizes."
FOLLOWS_NO_MORE = "You follow the tables of this tournament no longer."


class TournamentController:
    """The tournaments of a server as `known`; `handle` takes each message about them.

    `following` follows tables, and `say` shows the player a sentence.
    """

    def __init__(self, requests: Requests, following: FollowController, say: Callable[[str], None]) -> None:
        self.known = KnownTournaments()
        self._requests = requests
        self._following = following
        self._say = say
        self._followed = ""
        self._read = ""
        self._seen_tables: set[str] = set()
        self._moved: messages.Moved | None = None
        self._told: messages.YouFinished | None = None
        self._finish: messages.YouFinished | None = None
        self._seen: messages.YouFinished | None = None

    def ask(self, command: messages.TournamentCommand | FollowTournament | ShowFinish) -> None:
        """Asks the server for something of a tournament, follows its tables, or shows how it ended once more."""
        if isinstance(command, FollowTournament):
            self._follow(command.tournament)
        elif isinstance(command, ShowFinish):
            self._seen = None
            if not self.has_finished:
                self._say(NOT_FINISHED)
        elif command == messages.ReadTournament(tournament="") and self._followed:
            self._send(messages.ReadTournament(tournament=self._followed))  # it tells of the tables that open
        else:
            self._send(command)

    def _send(self, command: messages.TournamentCommand) -> None:
        """Asks the server for something, and then for the page of a tournament that the player opened or entered."""

        async def ask() -> None:
            if tournament := (await self._requests.answer(command)).tournament:
                self._read = tournament
                await self._requests.answer(messages.ReadTournament(tournament=tournament))

        if isinstance(command, messages.ReadTournament):
            self._read = command.tournament
        self._requests.start(ask(), refused=partial(self._refuse, command))

    def _refuse(self, command: messages.TournamentCommand, not_done: NotDone) -> None:
        """Notes and says why the server does not do what the player wants."""
        if isinstance(not_done, CommandRefused) and command == messages.ReadTournament(tournament=self._read):
            self._read = ""
        self.known = replace(self.known, error=str(not_done))
        self._say(str(not_done))

    def _follow(self, tournament: str) -> None:
        """Follows the tables of a tournament in place of those of another; no longer, if they are followed."""
        was_followed, self._followed = self._followed == tournament, tournament
        for table in self._seen_tables:
            self._following.take(UnfollowTable(table=table))
        self._seen_tables.clear()
        if was_followed:
            self._followed = ""
        elif self.known.view is not None:
            self._follow_tables(self.known.view)
        self._say(FOLLOWS_NO_MORE if was_followed else FOLLOWS_ALL)

    def _follow_tables(self, view: TournamentView) -> None:
        """Follows the tables of the tournament that are new, as many as may be followed, in place of closed ones."""
        if view.status.tournament != self._followed:
            return
        for each in self._following.tables.tables:
            if each.closed and each.table in self._seen_tables:
                self._following.take(UnfollowTable(table=each.table))
        for table in sorted(view.tables, key=lambda table: table.number):
            if table.table not in self._seen_tables and len(self._following.tables) < MAX_FOLLOWED:
                self._seen_tables.add(table.table)
                self._following.take(FollowTable(table=table.table))

    def handle(self, message: Message, table: TableModel | None, now: float) -> bool:
        """Notes a message about tournaments and hands it to the table, if the player is at one.

        Returns whether the message was about tournaments.
        """
        if isinstance(message, Welcome) and self._read:  # the server has forgotten what the player reads
            self._send(messages.ReadTournament(tournament=self._read))
        if not isinstance(message, messages.TournamentMessage):
            return False
        if isinstance(message, messages.Tournaments | messages.TournamentPage | messages.TournamentUpdate):
            self.known = self.known.with_message(message, now)
        match message:
            case messages.TournamentPage(view=view):
                self._follow_tables(view)
            case messages.TournamentUpdate(status=status):
                self._hand_to_table(message, status.tournament, table, now)
            case messages.TournamentLine(tournament=tournament):
                self._hand_to_table(message, tournament, table, now)
            case messages.YouFinished(tournament=tournament):
                self._told = message
                if table is not None and not self._hand_to_table(message, tournament, table, now):
                    self._finish = message
            case messages.Moved():
                self._moved = message
        return True

    @staticmethod
    def _hand_to_table(message: News, of: str, table: TableModel | None, now: float) -> bool:
        """Hands a message to the table if that is of the same tournament: the player may be entered in others."""
        view = None if table is None else table.latest_view
        if table is None or view is None or view.tournament != of:
            return False
        table.receive(message, now)
        return True

    @property
    def entered(self) -> tuple[Running, ...]:
        """The tournaments in which the player is: before their start, or with a seat."""
        return tuple(running for running in self.known.entries if is_entered(running))

    @property
    def leave_question(self) -> str:
        """The question before the player leaves the server; empty where they are in no tournament."""
        return leave_question(self.entered)

    @property
    def going_on(self) -> str:
        """A sentence about a tournament that is not over, as far as the server has told; empty without one."""
        statuses = [running.status for running in self.known.entries]
        statuses += [status for status in self.known.listed or () if not status.phase.is_over]
        if not statuses:
            return ""
        what = "is open for entries" if statuses[0].phase is Phase.REGISTERING else "goes on"
        return f"{statuses[0].name} {what}: {players_words(statuses[0])}."

    def finish(self, table: TableModel | None) -> messages.YouFinished | None:
        """Returns how the player has finished a tournament, None until that is shown at the table, and once seen."""
        if table is None:
            self._finish = self._told  # the table may have closed before it was shown there
        elif table.tournament.finish is not None:
            self._finish = table.tournament.finish
        return None if self._finish is self._seen else self._finish

    @property
    def has_finished(self) -> bool:
        """Whether the player has finished a tournament at their last table, and may see how again."""
        return self._finish is not None

    def note_finish_seen(self) -> None:
        """Notes that the player has seen how they have finished."""
        self._seen = self._finish

    def arrive(self, snapshot: Snapshot, before: TableModel | None, table: TableModel) -> None:
        """Takes the snapshot of a new table: of that to which the player was moved, they are told why."""
        moved, self._moved = self._moved, None
        seen = self._seen
        if table is not before and seen is not None and snapshot.view.tournament != seen.tournament:
            self._told = self._finish = self._seen = None
        if table is not before and snapshot.view.you.seat is None and self._told is not None:
            self._finish = self._told  # the table where it was to be shown may have closed before
        if before is not None and table is not before and moved is not None and moved.table == snapshot.view.table:
            table.arrive_from(before, moved.sentence)
