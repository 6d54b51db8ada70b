"""The state of the lobby as its screen shows it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from railbird_client.follow.followed_tables import FollowedTables
from railbird_client.network.invitation import Invitation
from railbird_client.network.link import ConnectionStatus
from railbird_client.tournament.known_tournaments import Running
from railbird_shared.game.announced_game import Game
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.messages import Chat, Lobby, LobbyChanged, Statement
from railbird_shared.tournament.view import TournamentStatus

MAX_CHAT_LINES = 200
"""How many lines of lobby chat are kept."""


@dataclass(frozen=True, slots=True)
class LobbyState:
    """The player is in the lobby of a server.

    `games` are those that the server deals, `invitation` says how friends join, and `chat` holds the lines received,
    oldest first. `lobby` is the page of tables that is shown, `request` asks for the one that the player wants to see,
    and `asked` is the request that the server has yet to answer, None for none; it was sent under `asked_id`, 0 before.
    One list is asked for at a time, and a later request once the last is answered. `full_table` is the table where the
    player hoped for a seat as they came and every seat is taken, empty if there is none. `last_result` says how the
    player's last table closed, and with how many chips, and `last_statement` is that of this table; `has_finished` says
    that they finished a tournament since. `followed` are the tables that the player follows, which change as messages
    come. `tournaments` are those of the server, as far as it has listed them, and `entered` those in which the player
    is.
    """

    player: str
    server: str
    games: tuple[Game, ...] = ()
    invitation: Invitation = field(default_factory=Invitation)
    lobby: Lobby = field(default_factory=lambda: Lobby(tables=()))
    request: ListTables = field(default_factory=ListTables)
    asked: ListTables | None = None
    asked_id: int = 0
    chat: tuple[Chat, ...] = ()
    connection: ConnectionStatus = field(default_factory=ConnectionStatus)
    full_table: str = ""
    last_result: str = ""
    last_statement: Statement | None = None
    has_finished: bool = False
    followed: FollowedTables = field(default_factory=FollowedTables)
    tournaments: tuple[TournamentStatus, ...] = ()
    entered: tuple[Running, ...] = ()

    @property
    def open_tournaments(self) -> tuple[TournamentStatus, ...]:
        """The tournaments that players can enter now."""
        return tuple(status for status in self.tournaments if status.open)

    @property
    def is_list_due(self) -> bool:
        """Whether the list that the player wants to see is to be asked for now."""
        return self.asked is not None and not self.asked_id

    def with_request(self, request: ListTables) -> LobbyState:
        """Returns the lobby with a list that the player wants to see: it is due unless another one is yet to come."""
        if self.asked not in (None, request):
            return replace(self, request=request)
        return replace(self, request=request, asked=request, asked_id=0)

    def with_asked(self, command_id: int) -> LobbyState:
        """Returns the lobby whose list has been asked for under an id."""
        return replace(self, asked_id=command_id)

    def with_list(self, listed: Lobby, *, wants_seat: bool = False) -> LobbyState:
        """Returns the lobby with a list, the answer to the last request; another one that the player wants is due now.

        A player who `wants_seat` is told where no table of the server has one.
        """
        answered = replace(self, lobby=listed, asked=None)
        if wants_seat and listed.tables and listed.is_whole and not any(each.has_room for each in listed.tables):
            answered = replace(answered, full_table=listed.tables[0].table)
        return answered if self.asked in (None, self.request) else answered.with_request(self.request)

    def unanswered(self, command_id: int) -> LobbyState:
        """Returns the lobby after a command was refused or lost; where it asked for the list, another can be due."""
        return replace(self, asked=None) if command_id == self.asked_id else self

    def with_change(self, message: LobbyChanged | Chat) -> LobbyState:
        """Returns the lobby with what has changed, or been said, there."""
        if isinstance(message, Chat):
            return replace(self, chat=(*self.chat, message)[-MAX_CHAT_LINES:])
        return replace(self, lobby=self.lobby.after(message))
