"""The controller of one server session: routes messages and commands to the feature that handles them.

Everything goes one way. An event of the link changes the table and the `SessionState`; the app then shows the screen of
that state. A wish of the player comes back as a command, which the controller sends over the link. The controller
draws nothing and never calls the app.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from railbird_client.fair_deal.deal_controller import FairDeals
from railbird_client.follow.followed_tables import FollowController
from railbird_client.history.past_hands import PastHandsController
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.network import link
from railbird_client.network.invitation import InvitationChanged, InviteController
from railbird_client.network.link import Answered, Closed, CloseReason, LinkState, NotDone, Offline, Requests
from railbird_client.player_requests import (
    FollowTournament,
    GoToFollowed,
    JoinServer,
    NewTable,
    ScreenRequest,
    SeatRequest,
    ShowFinish,
)
from railbird_client.shell.server_access import AccessEvent, ServerAccess
from railbird_client.shell.session_state import SessionState
from railbird_client.shell.table_access import LockedOut, TableAccess, TableExit
from railbird_client.table.table_model import TableModel
from railbird_client.table.table_options import TableOptions
from railbird_client.tournament.tournament_controller import TournamentController
from railbird_shared.conversation import InvalidMessage, Received
from railbird_shared.protocol import commands, messages
from railbird_shared.protocol.commands import FollowTable, UnfollowTable, Watch
from railbird_shared.tournament.messages import ListTournaments, OpenTournament, TournamentCommandBase

SessionEvent = AccessEvent | Answered
"""An event of a session: of the access to its server, or the answer to a request."""


TABLE_LOST = "The server restarted, and your table is gone."


class PasswordRequest(NamedTuple):
    """The player has to show the password of a table, named `title`; `retry` makes their wish again with it."""

    title: str
    sentence: str
    retry: Callable[[str], ScreenRequest]


class SessionController:
    """Leads a player through one server session; `state` says where they are.

    `rename` gets another name of the player once the server has agreed to it. `now` is a clock in seconds that never
    goes back.

    The first `Welcome` carries out the launch plan. Then a `Snapshot` leads to its table, from the lobby and from
    another table, too. A `Lobby` leads to the lobby, except past it to the only suitable table; it never leads away
    from a table. A `TableClosed` leads to the lobby, except on the way to another table; so does a way that is refused
    before it has led to a table. A later `Welcome` leads to the table where the player has got a seat meanwhile. A game
    against bots has no lobby to go back to, and ends the session instead, as does the end of the link.

    Three fields remember something from one event to a later one:

    - `_resuming`: the player was welcomed again, and nothing of their table has come since. If a `TableClosed` comes
      first, that table was lost or closed while they were away.
    - `_went_down`: the server said that it goes down, and nothing of the table has come since.
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
        self._options = options
        self._rename = rename
        self._now = now
        self._notices: list[str] = []
        self._password_request: PasswordRequest | None = None
        self._resuming = False
        self._went_down = False
        self._last_invalid_message = ""
        self._requests = Requests(lambda: server.link)
        self.tables = TableAccess(server, self._requests, self._handle_refused_way)
        self.following = FollowController(self._requests, self.tables.go_to, self._ask_password_to_follow, self.say)
        self.tournaments = TournamentController(self._requests, self.following, self.say)
        self.past_hands = PastHandsController(self._requests)
        self._invites = InviteController(self._requests)
        self.state = SessionState(server, self.following.tables, self.tournaments, self._invites)
        self.exit = TableExit(server, self.state, self._requests, self.tournaments, self.say)

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
    def hosts_game(self) -> bool:
        """Whether the player is at a game of their own, which may go on without them."""
        return self.server.own_game is not None and self.state.is_in

    def say(self, sentence: str) -> None:
        """Has a sentence shown to the player for some seconds."""
        self._notices.append(sentence)

    def take_notices(self) -> tuple[str, ...]:
        """Returns the sentences to be shown, each once."""
        taken = tuple(dict.fromkeys(filter(None, (*self._notices, self.server.take_error()))))
        self._notices.clear()
        return taken

    def take_password_request(self) -> PasswordRequest | None:
        """Returns the password that the player is to be asked for, once."""
        taken, self._password_request = self._password_request, None
        return taken

    # --- what the player does ----------------------------------------------------------------------------------------

    def change_options(self, options: TableOptions) -> None:
        """Takes the player's other choices for the table."""
        self._options = options
        if self.state.table is not None:
            self.state.table.change_options(options)

    def change_name(self, name: str) -> bool:
        """Asks the server for another name; returns False before the lobby."""

        def take(_: messages.Accepted) -> None:
            self.server.rename(name)
            self._rename(name)
            if self.state.table is not None:
                self.state.table.rename(name)

        def refused(not_done: NotDone) -> None:
            self.say(str(not_done))

        if is_there := self.state.is_in:
            self._requests.ask(commands.ChangeName(name=name), accepted=take, refused=refused)
        return is_there

    def tick(self) -> commands.Command | None:
        """Reveals what is due by now at the table; returns the command of a press that waited, if any."""
        return None if self.state.table is None else self.state.table.tick(self._now())

    async def send(self, command: ScreenRequest) -> None:
        """Sends a command or takes the steps to what is wanted, or says why not."""
        match command:
            case NewTable():
                self.tables.begin(self.tables.open_table(command))
            case SeatRequest():
                self.tables.go_to(command)
            case FollowTournament() | ShowFinish() | ListTournaments() | OpenTournament() | TournamentCommandBase():
                self.tournaments.ask(command)
                self._sync_followed()
            case FollowTable() | UnfollowTable() | Watch() | GoToFollowed():
                self.following.take(command, self.state.view, self.tables.goal)
                self._sync_followed()
            case commands.ListHands() | commands.ReadHand() | commands.ReadStatistics() | commands.ReadStatement():
                self.past_hands.ask(command)
            case commands.MakeInvite() | commands.ListInvites() | commands.RevokeInvite():
                self._invites.ask(command)
            case _:
                try:
                    if isinstance(command, commands.ListTables) and (lobby := self.state.lobby):
                        await self._show_lobby(lobby.with_request(command))
                    else:
                        await self.server.link.send(command)
                except Offline as offline:
                    self._handle_refusal(messages.Refused(id=command.id, code="offline", sentence=str(offline)))

    async def _show_lobby(self, lobby: LobbyState) -> None:
        """Shows the lobby, and asks for the list that is due there; raises Offline."""
        self.state.update_lobby(lobby)
        if lobby.is_list_due:
            command_id = await self.server.link.send(lobby.request)
            if (shown := self.state.lobby) is not None:  # the player may have left meanwhile
                self.state.update_lobby(shown.with_asked(command_id))

    async def ask_tables(self) -> None:
        """Asks for the tables of the lobby again, after another list of tables that was asked for besides."""
        if self.state.lobby is not None:
            await self.send(self.state.lobby.request)

    def _ask_password(self, table: str, sentence: str, retry: Callable[[str], ScreenRequest]) -> None:
        known = self.following.tables.tables if self.state.lobby is None else self.state.lobby.lobby.tables
        name = next((each.name for each in known if each.table == table), "This table")
        self._password_request = PasswordRequest(name, sentence, retry)

    def _ask_password_to_follow(self, table: str, sentence: str) -> None:
        """Asks in the lobby for the password of a table to follow; elsewhere says why the server refuses."""
        if self.state.lobby is not None:
            self._ask_password(table, sentence, lambda password: FollowTable(table=table, password=password))
        else:
            self.say(sentence)

    # --- what happens ------------------------------------------------------------------------------------------------

    async def handle_event(self, event: SessionEvent) -> None:
        """Handles an event of the link, or the answer to a request; a session that has ended takes none."""
        if self.state.is_closed:
            return
        match event:
            case Received(messages.Followed() as message):
                self.following.receive(message)
            case Received(message, unasked):
                view = self.state.view
                if found := await self._fair_deals.witness(message, view, self.server.link.send, unasked=unasked):
                    self.say(found)  # the table that it is about closes now
                if self.state.is_closed:  # the player has left meanwhile
                    return
                if not self.tournaments.handle(message, self.state.table, self._now()):
                    await self._handle_message(message)
                    self.exit.left.note(self.state.departure)
                elif lobby := self.state.lobby:
                    self.state.update_lobby(replace(lobby, tournaments=self.tournaments.known.listed or ()))
                self._fair_deals.tell(self.state.table)
            case Answered(handle):
                if (handling := handle()) is not None:
                    await handling
            case _:
                self._handle_connection(event)
        self._sync_followed()

    def _handle_connection(self, event: AccessEvent) -> None:
        match event:
            case Closed(CloseReason.OWN_SERVER, sentence):
                self.state.leave(f"{self.state.departure.void_summary} {sentence}".strip())
            case Closed():
                self.state.close(event)
            case InvalidMessage(sentence) | link.TokenWithheld(sentence):
                if sentence != self._last_invalid_message:
                    self._last_invalid_message = sentence
                    self.say(sentence)
            case link.ConnectionStatus():
                self._note_connection(event)
            case link.ServerMoved(place):
                back = "; you are back in your seat" if self.state.departure.seated else ""
                self.say(f"The game moved to {place}{back}.")
                self._note_in_log((f"the game moved to {place}",))
            case InvitationChanged(notes):
                self._note_in_log(notes)
            case Received():
                pass  # it is handled among the messages

    def _note_in_log(self, notes: Iterable[str]) -> None:
        """Writes what concerns the player alone into the log of their table."""
        if self.state.table is not None:
            for note in notes:
                self.state.table.log.add_note(note)

    def _note_connection(self, status: link.ConnectionStatus) -> None:
        before = self.server.connection
        if self.server.record_connection(status):
            self.say("The connection is lost. Trying to reconnect…")
        if self.state.table is not None and before.trouble and not status.trouble:
            self.state.table.note_server_back()
        if status.state is not before.state:
            self.following.tables.note_connection(online=status.state is LinkState.ONLINE)

    def _sync_followed(self) -> None:
        """Asks the server for the followed tables that it does not send yet, and no more for others."""
        if self.state.is_in:
            self.following.sync(self.state.view.table if self.state.view is not None else "")
        if self.state.table is not None:
            followed = self.following.tables
            self.state.table.note_followed(others=followed.beside(followed.current, 1) is not None)

    async def _handle_message(self, message: messages.Message) -> None:
        """Takes what a message changes outside the table, hands it to the table, and sends an act planned there."""
        match message:
            case messages.Welcome():
                await self._handle_welcome(message)
            case messages.Lobby():
                await self._handle_lobby(message)
            case messages.LobbyChanged() | messages.Chat() if lobby := self.state.lobby:
                self.state.update_lobby(lobby.with_change(message))
            case messages.Snapshot():
                self._handle_snapshot(message)
            case messages.TableClosed():
                await self._handle_table_closed(message)
            case messages.GoingDown():
                self._handle_going_down(message)
            case messages.Invites():
                self._invites.receive(message)
            case messages.Hands() | messages.History() | messages.Statistics() | messages.Statement():
                self.past_hands.receive(message)
            case messages.Refused():
                self._handle_refusal(message)
                return
            case _:
                pass
        if isinstance(message, messages.Snapshot | messages.Step | messages.Rail | messages.TableClosed):
            self._resuming = self._went_down = False
        if self.state.table is not None and (act := self.state.table.receive(message, self._now())):
            await self.send(act)

    async def _handle_welcome(self, welcome: messages.Welcome) -> None:
        first, here = self.server.record_welcome(welcome), self.server.link.conversation.table
        self._resuming = not first
        if first or self.state.is_connecting:
            self.tables.begin(self.tables.execute_plan())
            return
        if self.state.lobby is not None:
            self.tables.end_way()
            await self._go_to_lobby()
        elif self.state.table is not None:
            self.state.table.rename(welcome.name)
            await self._return_if_stranded()
        kept = "" if self.state.lobby is None else self.exit.left.latest.table  # a seat that a tournament keeps
        if welcome.table not in ("", here, kept):
            self.tables.go_to(Watch(table=welcome.table))

    async def _handle_lobby(self, listed: messages.Lobby) -> None:
        has_just_come = self.state.is_connecting
        if self.state.table is not None or (has_just_come and self._pass_lobby(listed)):
            return
        is_new = self.state.lobby is None
        lobby = self.state.enter_lobby()
        if self.server.own_game is not None:
            self.server.own_game.note_arrival()
        wants_seat = isinstance(self.server.plan, JoinServer) and has_just_come
        with suppress(Offline):  # the next welcome asks anew
            await self._show_lobby(lobby.with_list(listed, wants_seat=wants_seat))
            if is_new:
                await self.server.link.send(ListTournaments())

    def _pass_lobby(self, lobby: messages.Lobby) -> bool:
        """Leads a player who has just come past the lobby to a table; returns False where they choose one there."""
        if self.server.own_game is not None:
            return not self.tables.waits_in_lobby  # the launch plan goes on to a table of it
        if (table := self.tables.only_suitable(lobby)) is None:
            return False
        self.tables.go_to(self.tables.entry_to(table.table))
        return True

    def _handle_snapshot(self, snapshot: messages.Snapshot) -> None:
        view, before = self.state.view, self.state.table
        if snapshot.view.table == self.tables.goal:
            self.tables.end_way()
        if before is not None and (view is None or view.table == snapshot.view.table):
            self.tournaments.arrive(snapshot, before, before)
            if self.state.departure.seated and snapshot.view.you.seat is None:
                self.say("Your seat is gone: the server restarted, or your time to come back ran out.")
            return
        table = TableModel(self._options, self.state.player)
        self.state.come_to_table(table)
        self._invites.forget()
        self.tournaments.arrive(snapshot, before, table)
        if place := self.following.place(snapshot.view.table):
            self.say(place)
        if self.server.own_game is not None:
            self.server.own_game.note_arrival()
            if news := self.server.own_game.take_news():
                self.say(news)
            self._note_in_log(self.server.invitation.notes)

    async def _handle_table_closed(self, closed: messages.TableClosed) -> None:
        if self.tables.goal and (self._resuming or not closed.reason):
            self.exit.left.confirm()
            return
        if self._resuming and (self._went_down or not closed.reason):
            reason = f"{TABLE_LOST} {self.state.departure.void_summary}".strip()
        else:
            result = "" if self.state.table is None else self.state.table.tournament.result
            reason = f"{closed.reason} {result}".strip() if closed.reason else ""
        summary = self.exit.left.confirm()
        reason = f"{self._fair_deals.take_alarm()} {reason or summary}".strip()
        if self.server.plan.is_private:
            self.state.leave(reason)
            return
        lobby = self.state.enter_lobby()
        if reason:
            self.state.update_lobby(replace(lobby, last_result=reason, last_statement=closed.statement))
            self.say(reason)
        await self._go_to_lobby()

    def _handle_going_down(self, message: messages.GoingDown) -> None:
        self.server.announce_loss()
        self._went_down = True
        if self.state.table is not None and message.kept:
            self.say("The server restarts. Your seat and the hand are kept, and you come back by yourself.")
        elif self.state.table is not None:
            self.state.table.end_game()
        elif not self.server.ends_own_game:
            self.say("The server is stopping. Trying to reconnect…")

    def _handle_refusal(self, refused: messages.Refused) -> None:
        if refused.code in {"seed-late", "seed-wrong"}:
            return  # the deal goes on without the player's seed, and its check says so
        if self.state.table is not None:
            self.state.table.receive(refused, self._now())
            return
        if self.state.lobby is not None:
            self.state.update_lobby(self.state.lobby.unanswered(refused.id))
        self.say(refused.sentence)

    async def _handle_refused_way(self, not_done: NotDone) -> None:
        """Says why a way does not lead to its table; a player on the way there from a table that they left goes on."""
        if isinstance(not_done, Offline):
            if not self.state.is_connecting:  # else the link reports it, and the next welcome starts anew
                self.say(str(not_done))
            return
        self.following.tables.refuse(self.tables.goal)  # the server gave up following it as the way began
        if self.state.is_connecting:
            if self.server.plan.is_private:
                self.state.leave(str(not_done))
                return
            await self._go_to_lobby()
        await self._return_if_stranded()
        if isinstance(not_done, LockedOut):
            self._ask_password(not_done.request.table, str(not_done), not_done.with_password)
        else:
            self.say(str(not_done))

    async def _return_if_stranded(self) -> None:
        """Returns to the lobby from a way between two tables that has led to neither."""
        was_on_way = self.tables.end_way()
        if was_on_way and self.state.table is not None and not self.server.link.conversation.table:
            await self._go_to_lobby()

    async def _go_to_lobby(self) -> None:
        """Leads to the lobby, and asks for the lists that it shows, even if an answer is yet to come."""
        lobby = self.state.enter_lobby()
        with suppress(Offline):  # the next welcome asks anew
            await self._show_lobby(lobby.unanswered(lobby.asked_id).with_request(lobby.request))
            await self.server.link.send(ListTournaments())
