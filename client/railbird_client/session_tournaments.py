"""What a session knows of tournaments: what the server has told last, and the move that leads to the next table."""

from __future__ import annotations

from dataclasses import replace

from railbird_client.model.known_tournaments import KnownTournaments, Running
from railbird_client.model.table_session import TableSession
from railbird_client.model.tournament_entry import is_entered
from railbird_client.screen_state import LobbyState
from railbird_shared.messages import Message, Snapshot
from railbird_shared.tournament.messages import (
    Moved,
    TournamentMessage,
    TournamentPage,
    Tournaments,
    TournamentUpdate,
    YouFinished,
)


class SessionTournaments:
    """The tournaments of a server as `known`; `handle` takes each message about them."""

    def __init__(self) -> None:
        self.known = KnownTournaments()
        self._moved: Moved | None = None
        self._finish: YouFinished | None = None
        self._seen: YouFinished | None = None

    def handle(self, message: Message, table: TableSession | None, now: float) -> bool:
        """Notes a message about tournaments and hands it to the table, if the player is at one.

        Returns whether the message was about tournaments.
        """
        if not isinstance(message, TournamentMessage):
            return False
        if isinstance(message, Tournaments | TournamentPage | TournamentUpdate):
            self.known = self.known.with_message(message, now)
        elif isinstance(message, Moved):
            self._moved = message
        elif isinstance(message, YouFinished) and table is None:
            self._finish = message
        if table is not None:
            table.receive(message, now)
        return True

    @property
    def entered(self) -> tuple[Running, ...]:
        """The tournaments in which the player is: before their start, or with a seat."""
        return tuple(running for running in self.known.entries if is_entered(running))

    def in_lobby(self, state: LobbyState) -> LobbyState:
        """Returns the lobby with the tournaments as they are known."""
        return replace(state, tournaments=self.known.listed or (), entered=self.entered)

    def finish(self, table: TableSession | None) -> YouFinished | None:
        """Returns how the player has finished a tournament, None until that is shown at the table, and once seen."""
        if table is not None and table.finish is not None:
            self._finish = table.finish
        return None if self._finish is self._seen else self._finish

    def note_finish_seen(self) -> None:
        """Notes that the player has seen how they have finished."""
        self._seen = self._finish

    def refuse(self, sentence: str) -> str:
        """Notes why the server does not do what the player wants, and returns it."""
        self.known = replace(self.known, error=sentence)
        return sentence

    def arrive(self, snapshot: Snapshot, before: TableSession | None, table: TableSession) -> None:
        """Takes the snapshot of a new table: of that to which the player was moved, they are told why."""
        moved, self._moved = self._moved, None
        if before is not None and table is not before and moved is not None and moved.table == snapshot.view.table:
            table.arrive_from(before, moved.sentence)
