"""What a player asks of the server and waits for: each request is a task, and its outcome a session event."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress

from railbird_client.history.past_hands import PastHandsRefused
from railbird_client.network.link import Offline
from railbird_client.shell.launch import NewTable, WatchServer
from railbird_client.shell.link_events import (
    FollowRefused,
    InvitesAnswered,
    NameAnswered,
    RequestRefused,
    SessionEvent,
    TableLocked,
    TournamentRefused,
)
from railbird_client.shell.screen_state import PasswordRequest
from railbird_client.shell.server_link import LockedOut, ServerLink
from railbird_client.start.invitation import MadeInvite
from railbird_shared.conversation import CommandRefused
from railbird_shared.protocol import commands
from railbird_shared.protocol.follow_commands import FollowTable, UnfollowTable
from railbird_shared.tournament.commands import ReadTournament, TournamentCommand


class SessionRequests:
    """Runs the requests of one server session, as long as it is `running`."""

    def __init__(self, server: ServerLink) -> None:
        self._server = server
        self._tasks = asyncio.TaskGroup()
        self._is_running = False
        self._post: Callable[[SessionEvent], None] = lambda _: None

    @asynccontextmanager
    async def running(self, post: Callable[[SessionEvent], None]) -> AsyncIterator[None]:
        """Takes requests inside the block; `post` gets their events."""
        self._post = post
        async with self._tasks:
            self._is_running = True
            try:
                yield
            finally:
                self._is_running = False

    def execute_plan(self) -> None:
        """Does what the player started the program for, as far as it leads to a table."""
        wants_seat = not isinstance(self._server.plan, WatchServer)
        self._go_to_table(self._server.execute_plan(), 0 if wants_seat else None)

    def sit(self, table: str, chips: int = 0, password: str = "", *, waits: bool = False) -> None:
        """Goes to a table and takes a seat with so many chips, or waits for one."""
        self._go_to_table(self._server.sit(table, chips, password, waits=waits), chips)

    def watch(self, table: str, password: str = "") -> None:
        """Goes to a table and watches."""
        self._go_to_table(self._server.watch(table, password), None)

    def open_table(self, new_table: NewTable) -> None:
        """Opens a table and takes a seat there."""
        self._go_to_table(self._server.open_table(new_table))

    def follow(self, command: FollowTable | UnfollowTable) -> None:
        """Asks the server to send a table besides the player's own, or no longer."""
        self._start(self._follow(command))

    def change_name(self, name: str) -> None:
        """Asks for another name; NameAnswered has the outcome."""
        self._start(self._change_name(name))

    def manage_invites(self, command: commands.InviteCommand) -> None:
        """Makes, revokes or lists invites to the player's own table; the server then sends the list."""
        self._start(self._manage_invites(command))

    def ask_past_hands(self, command: commands.HistoryCommand) -> None:
        """Asks for finished hands or statistics, which the server sends in a message."""
        self._start(self._ask_past_hands(command))

    def ask_tournaments(self, command: TournamentCommand) -> None:
        """Asks something of a tournament; the server sends what changes, and TournamentRefused says why it does not."""
        self._start(self._ask_tournaments(command))

    def _go_to_table(self, request: Coroutine[None, None, None], chips: int | None = 0) -> None:
        """Starts a step on the way to a table, which takes several commands and answers.

        `chips` are those with which the player wants to sit there, None to watch.
        """
        self._start(self._run_request(request, chips))

    def _start(self, request: Coroutine[None, None, None]) -> None:
        """Runs a request, unless the session has ended: nobody waits for its answer then."""
        if self._is_running:
            self._tasks.create_task(request)
        else:
            request.close()

    async def _run_request(self, request: Coroutine[None, None, None], chips: int | None) -> None:
        try:
            await request
        except LockedOut as locked:
            self._post(TableLocked(PasswordRequest(locked.table, chips, str(locked))))
        except CommandRefused as refused:
            self._post(RequestRefused(str(refused)))
        except Offline:
            pass  # the link reports it, and the next welcome starts the request anew

    async def _follow(self, command: FollowTable | UnfollowTable) -> None:
        with suppress(Offline):  # every table is asked for again once there is a connection
            try:
                await self._server.link.request(command)
            except CommandRefused as refused:
                self._post(FollowRefused(command.table, refused.refused.code, str(refused)))

    async def _change_name(self, name: str) -> None:
        try:
            await self._server.link.request(commands.ChangeName(name=name))
        except (CommandRefused, Offline) as refused:
            self._post(NameAnswered(name, str(refused)))
        else:
            self._post(NameAnswered(name))

    async def _manage_invites(self, command: commands.InviteCommand) -> None:
        try:
            secret = await self._server.manage_invites(command)
            if isinstance(command, commands.MakeInvite):
                self._post(InvitesAnswered(MadeInvite(secret, command.expires, command.once)))
            if not isinstance(command, commands.ListInvites):
                await self._server.manage_invites(commands.ListInvites())
        except (CommandRefused, Offline) as refused:
            self._post(InvitesAnswered(error=str(refused)))

    async def _ask_past_hands(self, command: commands.HistoryCommand) -> None:
        try:
            await self._server.link.request(command)
        except (CommandRefused, Offline) as refused:
            self._post(PastHandsRefused(str(refused)))

    async def _ask_tournaments(self, command: TournamentCommand) -> None:
        try:
            accepted = await self._server.link.request(command)
            if accepted.tournament:
                await self._server.link.request(ReadTournament(tournament=accepted.tournament))
        except (CommandRefused, Offline) as refused:
            self._post(TournamentRefused(str(refused)))
