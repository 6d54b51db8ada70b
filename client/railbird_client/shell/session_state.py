"""Where the player is in a session, and thereby which screen is shown.

The states are Connecting -> Lobby <-> Table -> Closed, and from everywhere -> Closed, which nothing leads away from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from railbird_client.follow.followed_tables import FollowedTables
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.network.invitation import Invitation, InviteController
from railbird_client.network.link import Closed, CloseReason
from railbird_client.shell.server_access import ServerAccess
from railbird_client.table.departure import Departure
from railbird_client.table.table_model import TableModel, TableState
from railbird_client.table.table_words import owner_sentence
from railbird_client.tournament.tournament_controller import TournamentController
from railbird_shared.protocol.view import TableView


@dataclass(frozen=True, slots=True)
class ConnectingState:
    """The server starts, or has not answered yet."""


ScreenState = ConnectingState | LobbyState | TableState | Closed
"""The state of a session as the app shows it: one type for each screen, and why the server is left."""


class SessionState:
    """The state of a session; every way from one screen to another is one of its methods.

    `followed`, the tournaments and the invites tell what their controllers know by now.
    """

    def __init__(
        self,
        server: ServerAccess,
        followed: FollowedTables,
        tournaments: TournamentController,
        invites: InviteController,
    ) -> None:
        self._server = server
        self._followed = followed
        self._tournaments = tournaments
        self._invites = invites
        self._state: ScreenState = ConnectingState()

    @property
    def shown(self) -> ScreenState:
        """The state as its screen shows it, with all that is known by now."""
        match self._state:
            case LobbyState() as lobby:
                server, entered = self._server, self._tournaments.entered
                invitation = server.invitation if server.owns_server else Invitation()
                seen = replace(lobby, player=self.player, connection=server.connection, entered=entered)
                return replace(seen, invitation=invitation, has_finished=self._tournaments.has_finished)
            case TableState() as table:
                owner = owner_sentence(self.view) if self.view is not None else ""
                invitation = replace(self._server.invitation, invites=self._invites.shown, owner=owner)
                return replace(table, invitation=invitation, connection=self._server.connection)
            case _:
                return self._state

    @property
    def is_connecting(self) -> bool:
        """Whether the server has led to no screen yet."""
        return isinstance(self._state, ConnectingState)

    @property
    def is_closed(self) -> bool:
        """Whether the session has ended."""
        return isinstance(self._state, Closed)

    @property
    def lobby(self) -> LobbyState | None:
        """The lobby while the player is there."""
        return self._state if isinstance(self._state, LobbyState) else None

    @property
    def table(self) -> TableModel | None:
        """The table while the player is there."""
        return self._state.table_model if isinstance(self._state, TableState) else None

    @property
    def is_in(self) -> bool:
        """Whether the player is in the lobby or at a table."""
        return isinstance(self._state, LobbyState | TableState)

    @property
    def view(self) -> TableView | None:
        """The table as the player knows it, None in the lobby."""
        return None if self.table is None else self.table.latest_view

    @property
    def departure(self) -> Departure:
        """The player's departure from the table shown, or from none."""
        return Departure() if self.table is None else self.table.departure

    @property
    def player(self) -> str:
        """The name by which the server knows the player, empty before it has welcomed them."""
        return self._server.link.conversation.name if self._server.welcome else ""

    # --- the ways from one screen to another

    def enter_lobby(self) -> LobbyState:
        """Leads to the lobby, where the player is not there already, and returns it."""
        assert not self.is_closed
        lobby = self.lobby
        if lobby is None:
            server = self._server
            lobby = LobbyState(
                player=self.player,
                server=server.link.address.short,
                games=server.welcome.games if server.welcome else (),
                followed=self._followed,
            )
            self._state = lobby
        return lobby

    def update_lobby(self, lobby: LobbyState) -> None:
        """Takes what has changed in the lobby, where the player is."""
        assert self.lobby is not None
        self._state = lobby

    def come_to_table(self, table: TableModel) -> None:
        """Leads to a table, from the lobby or from another one."""
        assert not self.is_closed
        self._state = TableState(table, followed=self._followed)

    def close(self, closed: Closed) -> None:
        """Ends the session; a session that has ended says why it ended first."""
        if not self.is_closed:
            self._state = closed

    def leave(self, sentence: str = "") -> None:
        """Ends the session by the player's own wish; the sentence says why."""
        self.close(Closed(CloseReason.LEFT, sentence))
