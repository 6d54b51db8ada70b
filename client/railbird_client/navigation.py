"""Chooses the screen for what the server sends: connecting, the lobby, a table, or back.

The navigator receives the link's events for one server session, decides which screen is shown, and forwards the
rest to it. The app puts screens on the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Protocol

from railbird_client.launch import HostTable, PlayBots, WatchServer
from railbird_client.link import (
    Closed,
    CloseReason,
    CommandRefused,
    InvalidMessage,
    LatencyMeasured,
    LinkEvent,
    LinkState,
    Offline,
    Received,
    StateChanged,
)
from railbird_client.model.summaries import leave_summary, leave_warning
from railbird_client.model.table_options import TableOptions
from railbird_client.screens.connecting import ConnectingScreen
from railbird_client.screens.lobby import LobbyScreen
from railbird_client.screens.start import StartScreen
from railbird_client.screens.table import TableScreen
from railbird_client.server_session import ServerSession
from railbird_shared import commands, messages
from railbird_shared.events import YourSeat
from railbird_shared.view import TableView

MainScreen = StartScreen | ConnectingScreen | LobbyScreen | TableScreen


class AppInterface(Protocol):
    """What an usher needs of the app."""

    @property
    def main_screen(self) -> MainScreen | None:
        """The place on the screen."""
        ...

    async def show_screen(self, screen: MainScreen) -> None:
        """Puts a place on the screen instead of the one before."""
        ...

    async def leave_server(self, sentence: str) -> None:
        """Leaves the server; the sentence says why, where there is something to say."""
        ...

    def remember_server(self, session: ServerSession, welcome: messages.Welcome) -> None:
        """Remembers a server that has let the player in."""
        ...

    def show_notice(self, sentence: str) -> None:
        """Says a sentence without getting in the way."""
        ...

    def add_to_table_log(self, sentence: str) -> None:
        """Writes a sentence of our own into the log of the table."""
        ...

    def run_in_background(self, request: Coroutine[None, None, None]) -> None:
        """Runs what takes several words with the server, while everything else goes on."""
        ...

    def enqueue(self, step: Callable[[], Coroutine[None, None, None]]) -> None:
        """Takes a step when everything that happened before has been dealt with."""
        ...


class Navigator:
    """Leads a player through one visit; `seated` says whether he has a seat at the table shown."""

    def __init__(
        self, app: AppInterface, session: ServerSession, *, options: TableOptions, own_addresses: tuple[str, ...]
    ) -> None:
        self.session = session
        self.seated = False
        self.own_addresses = own_addresses
        self._app = app
        self._options = options
        self._last_invalid_message = ""
        self._resuming = False
        self._connection_warned = False
        self._leave_summary = ""

    @property
    def leave_summary(self) -> str:
        """What is said to the player when he gives up his seat now, or when the game was ended for him."""
        table = self._table_view
        return leave_summary(table) if table is not None and self.seated else self.shutdown_summary

    @property
    def shutdown_summary(self) -> str:
        """What the player reads of a game that the server has ended; nothing while it goes on."""
        screen = self._app.main_screen
        return screen.table_session.input_state.end_notice if isinstance(screen, TableScreen) else ""

    @property
    def leave_warning(self) -> str:
        """What becomes of the player's hand if he gives up his seat now; nothing where he holds none."""
        table = self._table_view
        return leave_warning(table) if table is not None and self.seated else ""

    @property
    def _table_view(self) -> TableView | None:
        screen = self._app.main_screen
        return screen.table_session.input_state.view if isinstance(screen, TableScreen) else None

    async def leave_table(self) -> None:
        """Gives up the seat, or the place on the rail; raises Offline."""
        self._leave_summary = self.leave_summary
        await self.session.link.send(commands.Leave())

    async def handle_event(self, event: LinkEvent) -> None:
        """Takes what the link tells."""
        match event:
            case Received(message):
                await self._handle_message(message)
            case Closed(why, sentence):
                if why is not CloseReason.LEFT:
                    await self._app.leave_server(sentence)
            case InvalidMessage(sentence):
                if sentence != self._last_invalid_message:
                    self._last_invalid_message = sentence
                    self._app.show_notice(sentence)
            case StateChanged(state):
                self._show_connection()
                self._warn_connection_lost(state)
            case LatencyMeasured():
                self._show_connection()

    def _warn_connection_lost(self, state: LinkState) -> None:
        own_server = isinstance(self.session.plan, PlayBots | HostTable)
        if state is LinkState.LOST and not self._connection_warned and not own_server:
            self._app.show_notice("The connection is lost; the way back is tried again and again.")
        self._connection_warned = state is LinkState.LOST

    async def send(self, command: commands.Command) -> None:
        """Sends a command, or says why it cannot be sent."""
        try:
            await self.session.link.send(command)
        except Offline as offline:
            self._show_refusal(messages.Refused(id=command.id, code="offline", sentence=str(offline)))

    def run_request(self, request: Coroutine[None, None, None]) -> None:
        """Runs a step on the way to a table; where the server refuses it, the player hears why."""
        self._app.run_in_background(self._await_request(request))

    async def _await_request(self, request: Coroutine[None, None, None]) -> None:
        try:
            await request
        except CommandRefused as declined:
            self._app.enqueue(partial(self._request_refused, str(declined)))
        except Offline:
            pass  # the link tells it by itself, and a welcome starts the errand anew

    async def _request_refused(self, sentence: str) -> None:
        connecting = isinstance(self._app.main_screen, ConnectingScreen)
        if connecting and isinstance(self.session.plan, PlayBots):
            await self._app.leave_server(sentence)
            return
        if connecting:
            await self._return_to_lobby()
        self._app.show_notice(sentence)

    async def _handle_message(self, message: messages.Message) -> None:
        screen = self._app.main_screen
        match message:
            case messages.Welcome():
                await self._handle_welcome(message)
            case messages.Lobby():
                await self._handle_lobby(message)
            case messages.Snapshot():
                await self._handle_snapshot(message)
            case messages.TableClosed():
                await self._handle_table_closed(message)
            case messages.GoingDown():
                self._connection_warned = True
                self._handle_going_down()
            case messages.Chat() if isinstance(screen, LobbyScreen):
                screen.receive(message)
            case messages.Refused():
                self._show_refusal(message)
            case messages.Step():
                self._resuming = False
                self._update_seated(message)
                self._forward_to_table(message)
            case messages.Chat() | messages.Accepted():
                self._forward_to_table(message)

    async def _handle_welcome(self, welcome: messages.Welcome) -> None:
        first = self.session.record_welcome(welcome)
        self._app.remember_server(self.session, welcome)
        self._resuming = not first
        if first or isinstance(self._app.main_screen, ConnectingScreen):
            self.run_request(self.session.execute_plan())
        elif isinstance(self._app.main_screen, LobbyScreen):
            await self.send(commands.ListTables())

    async def _handle_lobby(self, lobby: messages.Lobby) -> None:
        table = self.session.autoselect_table(lobby)
        if table is not None and isinstance(self.session.plan, WatchServer):
            self.run_request(self.session.watch(table.table))
        elif table is not None:
            self.run_request(self.session.sit(table.table))
        elif not isinstance(self._app.main_screen, TableScreen):
            (await self._ensure_lobby()).receive(lobby)

    async def _handle_snapshot(self, snapshot: messages.Snapshot) -> None:
        self._resuming = False
        seated, self.seated = self.seated, snapshot.view.you.seat is not None
        if not isinstance(self._app.main_screen, TableScreen):
            await self._app.show_screen(
                TableScreen(options=self._options, player=self._player_name, join_addresses=self._join_addresses)
            )
            self._show_connection()
            self._forward_to_table(snapshot)
            for address in self.own_addresses:
                self._app.add_to_table_log(f"friends type: railbird join {address} (J shows it again)")
            return
        if seated and not self.seated:
            self._app.show_notice("Your seat is gone: the server was started anew, or did not wait any longer.")
        self._forward_to_table(snapshot)

    async def _handle_table_closed(self, closed: messages.TableClosed) -> None:
        self.seated = False
        reason = "The server was started anew: the table you were at is gone." if self._resuming else closed.reason
        reason, self._leave_summary = reason or self._leave_summary, ""
        self._resuming = False
        if isinstance(self.session.plan, PlayBots):
            await self._app.leave_server(reason)
            return
        await self._return_to_lobby()
        if reason:
            self._app.show_notice(reason)

    def _handle_going_down(self) -> None:
        screen = self._app.main_screen
        if isinstance(screen, TableScreen):
            self.seated = False
            screen.show_game_ended()
        else:
            self._app.show_notice("The server is stopping; the way back is tried again and again.")

    def _update_seated(self, step: messages.Step) -> None:
        for event in step.private:
            if isinstance(event, YourSeat):
                self.seated = event.seat is not None

    def _show_refusal(self, refused: messages.Refused) -> None:
        if isinstance(self._app.main_screen, TableScreen):
            self._app.main_screen.receive(refused)
        else:
            self._app.show_notice(refused.sentence)

    def _forward_to_table(self, message: messages.Message) -> None:
        if isinstance(self._app.main_screen, TableScreen):
            self._app.main_screen.receive(message)

    async def _return_to_lobby(self) -> None:
        await self._ensure_lobby()
        await self.send(commands.ListTables())

    async def _ensure_lobby(self) -> LobbyScreen:
        screen = self._app.main_screen
        if isinstance(screen, LobbyScreen):
            return screen
        welcome = self.session.welcome
        server = self.session.link.address.short
        games = welcome.games if welcome else ()
        lobby = LobbyScreen(player=self._player_name, server=server, games=games, join_addresses=self.own_addresses)
        await self._app.show_screen(lobby)
        self._show_connection()
        return lobby

    @property
    def _player_name(self) -> str:
        return self.session.welcome.name if self.session.welcome else ""

    @property
    def _join_addresses(self) -> tuple[str, ...]:
        """The addresses by which friends come here."""
        return self.own_addresses if self.session.owns_server else (self.session.link.address.short,)

    def _show_connection(self) -> None:
        screen = self._app.main_screen
        if isinstance(screen, LobbyScreen | TableScreen):
            screen.show_connection(self.session.link.state, self.session.link.latency_ms)
