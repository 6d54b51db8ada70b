"""The controller of one server session: it decides which screen is shown.

Everything goes one way. An event of the link changes the table session and `state`; the app then shows the screen of
that state. An act of the player comes back as a command, which the controller sends over the link. The controller
draws nothing and never calls the app.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace

from railbird_client.fair_deal.deal_controller import FairDeals
from railbird_client.follow.followed_tables import FollowController
from railbird_client.history.past_hands import PastHands
from railbird_client.lobby.lobby_state import LobbyState, PasswordRequest
from railbird_client.network import link
from railbird_client.network.invitation import Invitation, MadeInvite, TableInvites
from railbird_client.network.link import Closed, CloseReason, LinkState, Offline
from railbird_client.player_requests import (
    FollowTournament,
    GoToFollowed,
    HostTable,
    JoinServer,
    NewTable,
    PlayBots,
    ScreenRequest,
    SeatRequest,
)
from railbird_client.shell.requests import Answered, NotDone, Requests
from railbird_client.shell.server_access import ServerAccess
from railbird_client.shell.table_access import LockedOut, TableAccess
from railbird_client.table.departure import Departure, LeftTables, others_sentence
from railbird_client.table.table_model import TableModel, TableState
from railbird_client.table.table_options import TableOptions
from railbird_client.tournament.tournament_controller import TournamentController
from railbird_shared.conversation import CommandRefused, InvalidMessage, Received
from railbird_shared.protocol import commands, messages
from railbird_shared.protocol.commands import FollowTable, UnfollowTable
from railbird_shared.protocol.view import TableView
from railbird_shared.tournament.messages import (
    ListTournaments,
    OpenTournament,
    ReadTournament,
    TournamentCommand,
    TournamentCommandBase,
)


@dataclass(frozen=True, slots=True)
class ConnectingState:
    """The server starts, or has not answered yet."""


ScreenState = ConnectingState | LobbyState | TableState | Closed
"""The state of a session as the app shows it: one type for each screen, and why the server is left."""


SessionEvent = link.LinkEvent | Answered
"""An event of a session: on its link, or the answer to a request."""


ANSWER_TIMEOUT_SECONDS = 1.0
"""How long a server may take to answer a player who goes away."""


class SessionController:
    """Leads a player through one server session; `state` is the screen to be shown.

    `rename` gets another name of the player once the server has agreed to it. `now` is a clock in seconds that never
    goes back.

    The states are Connecting -> Lobby <-> Table -> Closed. A `Welcome` in Connecting carries out the launch plan. Then
    a `Snapshot` leads to its table, from the lobby and from another table, too. A `Lobby` leads from Connecting to the
    lobby, except past it to the only suitable table; it never leads away from a table. A `TableClosed` leads to the
    lobby, except on the way to another table; so do a table that wants a password, and a way that is refused before it
    has led to a table. A game against bots has no lobby to go back to, and goes to Closed instead. `leave_server` leads
    to Closed from everywhere, as does the end of the link, which tells it by its own `Closed`.

    Its `LeftTables` keeps the results. Three fields remember something from one event to a later one:

    - `_resuming`: the player was welcomed again, and no `Snapshot` or `Step` has come since. If a `TableClosed` comes
      first, the server has lost the table in a restart.
    - `_tables_asked`: the request whose list the lobby waits for, from sending it to a `Lobby` or a refusal. The lobby
      may want another list meanwhile, which is asked for after that.
    - `_last_invalid_message`: the last sentence that was shown about a message that cannot be read, or about a token
      that was not sent; it stays to the end of the session, so that the same sentence is not shown again and again.
    """

    def __init__(
        self,
        server: ServerAccess,
        *,
        options: TableOptions,
        rename: Callable[[str], None] = lambda _: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.server = server
        self.tables = TableAccess(server)
        self.state: ScreenState = ConnectingState()
        self.past_hands = PastHands()
        self._options = options
        self._rename = rename
        self._now = now
        self._requests = Requests()
        self._notices: list[str] = []
        self.following = FollowController(self._follow, self.watch, self.show_notice)
        self.tournaments = TournamentController(self._ask_tournament, self.following, self._notices.append)
        self._resuming = False
        self._last_invalid_message = ""
        self._left_tables = LeftTables()
        self._tables_asked: commands.ListTables | None = None

        def take_command_id() -> int:  # there is no link yet
            return server.link.conversation.take_id()

        self._fair_deals = FairDeals(server.deals_folder, take_command_id)

    async def run(self, post: Callable[[SessionEvent], object]) -> None:
        """Runs the session until it is cancelled; the caller hands what `post` gets to `handle_event`, in order."""
        async with self._requests.running(post):
            await self.server.run(post)
            # The last events are yet to be handled, and may start requests.
            await asyncio.get_running_loop().create_future()

    # --- what is known -----------------------------------------------------------------------------------------------

    @property
    def at_table(self) -> bool:
        """Whether the table is shown."""
        return isinstance(self.state, TableState)

    @property
    def seated(self) -> bool:
        """Whether the player has a seat at the table shown, in a game that goes on."""
        return self.departure.seated

    @property
    def quit_question(self) -> str:
        """The question before the program ends; empty if the player loses nothing."""
        if isinstance(self.state, ConnectingState | Closed):
            return ""
        seat_question = self.departure.question("You have a seat at the table. Give it up and quit?")
        return seat_question or self.tournaments.leave_question

    @property
    def leave_table_question(self) -> str:
        """The question before the player leaves the table; empty without a seat."""
        return self.departure.question("Give up your seat and leave the table?")

    @property
    def hosts_game(self) -> bool:
        """Whether the player is at a game of their own, which may go on without them."""
        return isinstance(self.server.plan, HostTable) and isinstance(self.state, LobbyState | TableState)

    @property
    def tournament_goes_on(self) -> bool:
        """Whether the server has told of a tournament that is not over."""
        return bool(self.tournaments.going_on)

    @property
    def is_own_turn(self) -> bool:
        """Whether the player has to act at the table shown."""
        return self._table is not None and self._table.is_own_turn

    def change_options(self, options: TableOptions) -> None:
        """Takes the player's other choices for the table."""
        self._options = options
        if self._table is not None:
            self._table.change_options(options)

    def change_name(self, name: str) -> bool:
        """Asks the server for another name; returns False before the lobby."""

        def take(_: messages.Accepted) -> None:
            self.server.rename(name)
            self._rename(name)
            if isinstance(self.state, LobbyState):
                self.state = replace(self.state, player=name)
            elif self._table is not None:
                self._table.rename(name)

        if is_there := isinstance(self.state, LobbyState | TableState):
            request = self.server.link.request(commands.ChangeName(name=name))
            self._requests.start(request, accepted=take, refused=lambda not_done: self._notices.append(str(not_done)))
        return is_there

    def take_notices(self) -> tuple[str, ...]:
        """Returns the sentences to be shown over a screen other than the table, each once."""
        taken = tuple(filter(None, (*self._notices, self.server.take_error())))
        self._notices.clear()
        return taken

    @property
    def _table(self) -> TableModel | None:
        return self.state.table_model if isinstance(self.state, TableState) else None

    @property
    def table_view(self) -> TableView | None:
        """The table as the player knows it, None in the lobby."""
        return None if self._table is None else self._table.latest_view

    @property
    def departure(self) -> Departure:
        """The player's departure from the table shown, or from none."""
        return Departure() if self._table is None else self._table.departure

    @property
    def result(self) -> int | None:
        """The result of the player at the tables that they have left, in chips; None if they sat at none."""
        return self._left_tables.result

    @property
    def player_name(self) -> str:
        """The name by which the server knows the player, empty before it has welcomed them."""
        return self.server.link.conversation.name if self.server.welcome else ""

    # --- what the player does ----------------------------------------------------------------------------------------

    async def send(self, command: ScreenRequest) -> None:
        """Sends a command or takes the steps to what is wanted, or says why not."""
        match command:
            case NewTable():
                self._go_to_table(self.tables.open_table(command))
            case SeatRequest(table, chips, password, waits):
                self._go_to_table(self.tables.sit(table, chips, password, waits=waits), chips)
            case FollowTournament() | ListTournaments() | OpenTournament() | TournamentCommandBase():
                self.tournaments.ask(command)
                self._sync_followed()
            case FollowTable() | UnfollowTable() | commands.Watch() | GoToFollowed():
                self.following.take(command, self.table_view)
                self._sync_followed()
            case commands.ListHands() | commands.ReadHand() | commands.ReadStatistics() | commands.ReadStatement():
                self._requests.start(self.server.link.request(command), refused=self._refuse_past_hands)
            case commands.MakeInvite() | commands.ListInvites() | commands.RevokeInvite():
                self._manage_invites(command)
            case commands.ListTables() if isinstance(self.state, LobbyState):
                await self._list_tables(self.state, command)
            case _:
                await self._send_at_once(command)

    async def _send_at_once(self, command: commands.Command) -> None:
        try:
            await self.server.link.send(command)
        except Offline as offline:
            await self._handle_refusal(messages.Refused(id=command.id, code="offline", sentence=str(offline)))

    async def _list_tables(self, lobby: LobbyState, command: commands.ListTables) -> None:
        """Has the lobby show other tables; one list at a time: the answer to the last request leads to this one."""
        self.state = replace(lobby, request=command)
        if self._tables_asked in (None, command):
            self._tables_asked = command
            await self._send_at_once(command)

    async def ask_lobby(self) -> None:
        """Asks for the tournaments, which the lobby lists beside the tables."""
        if isinstance(self.state, LobbyState):
            await self.send(ListTournaments())

    def watch(self, table: str, password: str = "") -> None:
        """Goes to a table and watches."""
        self._go_to_table(self.tables.watch(table, password), None)

    def _go_to_table(self, way: Coroutine[None, None, None], chips: int | None = 0) -> None:
        """Takes a step on the way to a table; `chips` are those to sit there with, None to watch."""

        async def refused(not_done: NotDone) -> None:
            if isinstance(not_done, LockedOut):
                if not isinstance(self.state, LobbyState):
                    await self._return_to_lobby()
                request = PasswordRequest(not_done.table, chips, str(not_done))
                self.state = replace(self._ensure_lobby(), password_request=request)
            elif isinstance(not_done, CommandRefused):  # else the link reports it, and the next welcome starts anew
                await self._handle_refused_request(str(not_done))

        self._requests.start(way, refused=refused)

    def _follow(self, command: FollowTable | UnfollowTable) -> None:
        """Asks the server to send a table besides the player's own, or no longer."""

        def refused(not_done: NotDone) -> None:
            # Every table is asked for again once there is a connection.
            if isinstance(not_done, Offline) or not self.following.refuse(command.table, not_done.refused):
                return
            if isinstance(self.state, LobbyState):
                request = PasswordRequest(command.table, None, str(not_done), follow=True)
                self.state = replace(self.state, password_request=request)
            else:
                self.show_notice(str(not_done))

        self._requests.start(self.server.link.request(command), refused=refused)

    def _ask_tournament(self, command: TournamentCommand) -> None:
        """Asks something of a tournament, and then for the page of one that the player has opened or entered."""

        async def ask() -> None:
            if tournament := (await self.server.link.request(command)).tournament:
                await self.server.link.request(ReadTournament(tournament=tournament))

        def refused(not_done: NotDone) -> None:
            self._notices.append(self.tournaments.refuse(str(not_done)))

        self._requests.start(ask(), refused=refused)

    def _manage_invites(self, command: commands.InviteCommand) -> None:
        """Makes, revokes or lists invites to the player's own table; the server then sends the list."""

        async def ask() -> None:
            accepted = await self.server.link.request(command)
            if isinstance(command, commands.MakeInvite):
                made = MadeInvite(accepted.invite, command.expires, command.once)
                self._update_invites(lambda shown: replace(shown, made=made, error=""))
            if not isinstance(command, commands.ListInvites):
                await self.server.link.request(commands.ListInvites())

        def refused(not_done: NotDone) -> None:
            self._update_invites(lambda shown: replace(shown, error=str(not_done)))

        self._requests.start(ask(), refused=refused)

    def _refuse_past_hands(self, not_done: NotDone) -> None:
        self.past_hands = replace(self.past_hands, error=str(not_done))

    async def leave_table(self) -> None:
        """Gives up the seat, or the place on the rail. The server's answer leads to the lobby."""
        if self._table is None:
            return
        self._left_tables.record(self.departure, asked=True)
        try:
            await self.server.link.send(commands.Leave())
        except Offline:
            self.leave_server(self._table.notices.end or self.departure.offline_summary)

    def leave_server(self, sentence: str = "") -> None:
        """Ends the session; the sentence says why."""
        self.state = Closed(CloseReason.LEFT, sentence)

    async def give_up_seat(self) -> str:
        """Gives up the seat before the program ends; returns the result, empty if the server did not confirm it."""
        self._left_tables.record(departure := self.departure)
        if self.seated and not isinstance(self.server.plan, PlayBots):
            try:
                async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                    await self.server.link.request(commands.Leave())
            except Offline:
                return self.departure.offline_summary
            except (CommandRefused, TimeoutError):
                return ""
        return departure.summary

    async def sit_out(self) -> None:
        """Sits out, so that nobody waits for a player who goes away from their own game."""
        if self.seated:
            await link.answer_in_time(self.server.link.request(commands.SitOut()), ANSWER_TIMEOUT_SECONDS)

    async def describe_others(self) -> str:
        """Returns a sentence about the people or a tournament in the player's own game; empty if there are none."""
        lobby = await link.answer_in_time(self.tables.list_tables(), ANSWER_TIMEOUT_SECONDS)
        return others_sentence(self.table_view, lobby) or self.tournaments.going_on

    # --- what happens ------------------------------------------------------------------------------------------------

    def show_notice(self, sentence: str) -> None:
        """Shows a sentence for some seconds: at a table in its bar, elsewhere by `take_notices`."""
        if self._table is not None:
            self._table.notices.show(sentence, self._now())
        else:
            self._notices.append(sentence)

    def tick(self) -> commands.Command | None:
        """Reveals what is due by now at the table; returns the command of a press that waited, if any."""
        return None if self._table is None else self._table.tick(self._now())

    async def handle_event(self, event: SessionEvent) -> None:
        """Handles an event of the link, or the answer to a request."""
        match event:
            case Received(messages.Followed() as message):
                self.following.receive(message)
            case Received(message, unasked):
                view = self.table_view
                if found := await self._fair_deals.witness(message, view, self.server.link.send, unasked=unasked):
                    self._notices.append(found)  # the table that it is about closes now
                if not self.tournaments.handle(message, self._table, self._now()):
                    await self._handle_message(message)
                elif isinstance(self.state, LobbyState):
                    known, entered = self.tournaments.known.listed or (), self.tournaments.entered
                    self.state = replace(self.state, tournaments=known, entered=entered)
                self._fair_deals.tell(self._table)
            case Answered(handle):
                if (handling := handle()) is not None:
                    await handling
            case _:
                self._handle_connection(event)
        self._sync_followed()

    def _handle_connection(self, event: link.LinkEvent) -> None:
        match event:
            case Closed(CloseReason.LEFT):
                pass  # the player has ended it
            case Closed(CloseReason.OWN_SERVER, sentence):
                self.leave_server(f"{self.departure.void_summary} {sentence}".strip())
            case Closed():
                self.state = event
            case InvalidMessage(sentence) | link.TokenWithheld(sentence):
                if sentence != self._last_invalid_message:
                    self._last_invalid_message = sentence
                    self.show_notice(sentence)
            case link.ConnectionStatus():
                self._note_connection(event)
            case Received():
                pass  # it is handled among the messages

    def _sync_followed(self) -> None:
        """Asks the server for the followed tables that it does not send yet, and no more for others."""
        if isinstance(self.state, LobbyState | TableState):
            self.following.sync(self.table_view.table if self.table_view is not None else "")
        if self._table is not None:
            self._table.note_followed(others=self.following.tables.beside(1) is not None)

    def _update_invites(self, change: Callable[[TableInvites], TableInvites]) -> None:
        if isinstance(self.state, TableState):
            invitation = self.state.invitation
            invites = change(invitation.invites or TableInvites())
            self.state = replace(self.state, invitation=replace(invitation, invites=invites))

    def _note_connection(self, status: link.ConnectionStatus) -> None:
        before = self.server.connection
        if self.server.record_connection(status):
            self.show_notice("The connection is lost. Trying to reconnect…")
        if isinstance(self.state, LobbyState | TableState):
            self.state = replace(self.state, connection=status)
        if self._table is not None and before.trouble and not status.trouble:
            self._table.note_server_back()
        if status.state is not before.state:
            self.following.tables.note_connection(online=status.state is LinkState.ONLINE)

    async def _handle_refused_request(self, sentence: str) -> None:
        if isinstance(self.state, ConnectingState):
            if isinstance(self.server.plan, PlayBots):
                self.leave_server(sentence)
                return
            await self._return_to_lobby()
        await self._return_if_stranded()
        self.show_notice(sentence)

    async def _return_if_stranded(self) -> None:
        """Returns to the lobby from a way between two tables that has led to neither."""
        if self.following.stop_moving() and not self.server.link.conversation.table:
            await self._return_to_lobby()

    async def _handle_message(self, message: messages.Message) -> None:
        match message:
            case messages.Welcome():
                await self._handle_welcome(message)
            case messages.Lobby():
                await self._handle_lobby(message)
            case messages.LobbyChanged() | messages.Chat() if isinstance(self.state, LobbyState):
                self.state = self.state.with_change(message)
            case messages.Snapshot():
                await self._handle_snapshot(message)
            case messages.TableClosed():
                await self._handle_table_closed(message)
            case messages.GoingDown():
                self._handle_going_down(message)
            case messages.Invites():
                self._update_invites(lambda shown: shown.with_list(message))
            case messages.Hands() | messages.History() | messages.Statistics() | messages.Statement():
                self.past_hands = self.past_hands.with_answer(message)
                await self._pass_to_table(message)
            case messages.Refused():
                await self._handle_refusal(message)
            case _:
                await self._pass_to_table(message)
        if isinstance(message, messages.Snapshot | messages.Step | messages.TableClosed):
            self._resuming = False

    async def _pass_to_table(self, message: messages.Message) -> None:
        """Hands a message to the table session, and sends the act that a planned action leads to."""
        if self._table is not None:
            command = self._table.receive(message, self._now())
            if command is not None:
                await self.send(command)

    async def _handle_welcome(self, welcome: messages.Welcome) -> None:
        first = self.server.record_welcome(welcome)
        self._resuming = not first
        if first or isinstance(self.state, ConnectingState):
            self._go_to_table(self.tables.execute_plan(), self.tables.chips_on_arrival)
        elif isinstance(self.state, LobbyState):
            self.state = replace(self.state, player=welcome.name)
            await self._request_tables()
        elif self._table is not None:
            self._table.rename(welcome.name)
            await self._return_if_stranded()

    async def _handle_lobby(self, lobby: messages.Lobby) -> None:
        has_just_come = isinstance(self.state, ConnectingState)
        if self._table is not None or (has_just_come and self._pass_lobby(lobby)):
            return
        state = self._ensure_lobby()
        wants_seat = isinstance(self.server.plan, JoinServer) and has_just_come
        if wants_seat and lobby.tables and lobby.is_whole and not any(each.has_room for each in lobby.tables):
            state = replace(state, full_table=lobby.tables[0].table)
        self.state = replace(state, lobby=lobby)
        asked, self._tables_asked = self._tables_asked, None
        if asked not in (None, state.request):
            await self.send(state.request)

    def _pass_lobby(self, lobby: messages.Lobby) -> bool:
        """Leads a player who has just come past the lobby to a table; returns False where they choose one there."""
        if self.server.own_game is not None:
            return not self.tables.waits_in_lobby  # the launch plan goes on to a table of it
        if (table := self.tables.only_suitable(lobby)) is None:
            return False
        self._go_to_table(self.tables.enter(table.table), self.tables.chips_on_arrival)
        return True

    async def _handle_snapshot(self, snapshot: messages.Snapshot) -> None:
        view, was_seated, before = self.table_view, self.seated, self._table
        known = before if view is None or view.table == snapshot.view.table else None
        is_new, table_model = known is None, known or TableModel(self._options, self.player_name)
        if is_new:
            self.following.stop_moving()
            self.state = TableState(table_model, self.server.invitation, self.server.connection, self.following.tables)
        self.tournaments.arrive(snapshot, before, table_model)
        await self._pass_to_table(snapshot)
        if is_new and (place := self.following.place(snapshot.view.table)):
            self.show_notice(place)
        if was_seated and not self.seated and not is_new:
            self.show_notice("Your seat is gone: the server restarted, or your time to come back ran out.")
        if is_new and self.server.own_game is not None:
            if self.server.own_game.take_return():
                self.show_notice("Your game of this evening is still running: you are back, and its host.")
            for note in self.server.invitation.notes:
                table_model.log.add_note(note)

    async def _handle_table_closed(self, closed: messages.TableClosed) -> None:
        self._left_tables.record(self.departure)
        if self.following.is_moving and not closed.reason:
            return
        if self._resuming:
            reason = f"The server restarted, and your table is gone. {self.departure.void_summary}".strip()
        else:
            result = "" if self._table is None else self._table.tournament.result
            reason = f"{closed.reason} {result}".strip() if closed.reason else ""
        summary = self._left_tables.take_summary()
        reason = f"{self._fair_deals.take_alarm()} {reason or summary}".strip()
        if isinstance(self.server.plan, PlayBots):
            self.leave_server(reason)
            return
        await self._return_to_lobby()
        if reason:
            self.state = replace(self._ensure_lobby(), last_result=reason, last_statement=closed.statement)
            self.show_notice(reason)

    def _handle_going_down(self, message: messages.GoingDown) -> None:
        self.server.announce_loss()
        if self._table is not None and message.kept:
            self.show_notice("The server restarts. Your seat and the hand are kept, and you come back by yourself.")
        elif self._table is not None:
            self._table.end_game()
        elif not self.server.ends_own_game:
            self.show_notice("The server is stopping. Trying to reconnect…")

    async def _handle_refusal(self, refused: messages.Refused) -> None:
        if refused.code in {"seed-late", "seed-wrong"}:
            return  # the deal goes on without the player's seed, and its check says so
        if self._table is not None:
            await self._pass_to_table(refused)
        else:
            self._tables_asked = None
            self.show_notice(refused.sentence)

    async def _return_to_lobby(self) -> None:
        self.state = self._ensure_lobby()
        await self._request_tables()

    async def _request_tables(self) -> None:
        self._tables_asked = self.state.request if isinstance(self.state, LobbyState) else None
        with suppress(Offline):  # the next welcome asks anew
            await self.server.link.send(self._tables_asked or commands.ListTables())

    def _ensure_lobby(self) -> LobbyState:
        if isinstance(self.state, LobbyState):
            return self.state
        welcome = self.server.welcome
        return LobbyState(
            player=self.player_name,
            server=self.server.link.address.short,
            games=welcome.games if welcome else (),
            invitation=self.server.invitation if self.server.owns_server else Invitation(),
            connection=self.server.connection,
            followed=self.following.tables,
            entered=self.tournaments.entered,
        )
