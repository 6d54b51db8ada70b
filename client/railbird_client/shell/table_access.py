"""The way to a table of a server, as the launch plan or the player asks, and the way away from it."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Coroutine
from contextlib import suppress

from msgspec.structs import replace

from railbird_client.network.link import PASSWORD_CODES, NotDone, Offline, Requests, Taken, answer_in_time
from railbird_client.player_requests import HostTable, NewTable, PlayBots, SeatRequest, WatchServer
from railbird_client.shell.server_access import ServerAccess
from railbird_client.shell.session_state import SessionState
from railbird_client.table.departure import LeftTables, others_sentence
from railbird_client.tournament.tournament_controller import TournamentController
from railbird_shared.conversation import CommandRefused
from railbird_shared.game.catalogue import find_mix
from railbird_shared.game.rotation import rotation_of
from railbird_shared.protocol.commands import AddBot, JoinWaitingList, Leave, ListTables, OpenTable, Sit, SitOut, Watch
from railbird_shared.protocol.messages import Lobby, Refused, TableInfo
from railbird_shared.text.text_cleaning import clean_table_name
from railbird_shared.tournament.messages import (
    ListTournaments,
    OpenTournament,
    ReadTournament,
    RegisterTournament,
    Tournaments,
)

ANSWER_TIMEOUT_SECONDS = 1.0
"""How long a server may take to answer a player who goes away."""


class LockedOut(CommandRefused):
    """A table has a password that the player has not shown, or they typed another one, in `request`."""

    def __init__(self, refused: Refused, request: SeatRequest | Watch) -> None:
        super().__init__(refused)
        self.request = request

    def with_password(self, password: str) -> SeatRequest | Watch:
        """Returns the request once more, with another password."""
        if isinstance(self.request, SeatRequest):
            return dataclasses.replace(self.request, password=password)
        return replace(self.request, password=password)


class TableAccess:
    """Takes a player who is welcomed at a server to a table, one way at a time.

    `refused` takes why the way that was begun last does not lead there; nobody hears of an earlier one, in place of
    which the player has chosen another. `waits_in_lobby` says that the tournament of the player's own game is yet to
    start. `goal` is the id of the table to which a way has begun that has not ended yet, else empty: it is known as
    soon as the way begins, even before anything is sent.
    """

    def __init__(self, server: ServerAccess, requests: Requests, refused: Callable[[NotDone], Taken]) -> None:
        self.waits_in_lobby = False
        self.goal = ""
        self._server = server
        self._requests = requests
        self._refused = refused
        self._way: asyncio.Task[None] | None = None
        self._recovered: tuple[TableInfo, ...] = ()

    def go_to(self, request: SeatRequest | Watch) -> None:
        """Goes to a table, and takes a seat there or watches.

        A seat is asked for where the player is: a step of the way before would take one at the wrong table.
        """
        self.begin(self._go(request), request.table)

    def begin(self, way: Coroutine[None, None, None], goal: str = "") -> None:
        """Begins a way in place of the one that is not at its end."""

        def refused(not_done: NotDone) -> Taken:
            return self._refused(not_done) if task is self._way else None

        if self._way is not None:
            self._way.cancel()
        self.goal = goal
        self._way = task = self._requests.start(way, refused=refused)

    def end_way(self) -> str:
        """Notes that the way has ended, wherever it has led; returns its goal, empty without one."""
        goal, self.goal = self.goal, ""
        return goal

    @property
    def watches(self) -> bool:
        """Whether the player has come to watch."""
        return isinstance(self._server.plan, WatchServer)

    async def execute_plan(self) -> None:
        """Carries out the launch plan, or asks for the tables to choose from; raises CommandRefused or Offline."""
        welcome, plan = self._server.welcome, self._server.plan
        assert welcome is not None
        if isinstance(plan, HostTable):
            await self._come_to_own_game(plan)
        elif welcome.table:
            await self._go(Watch(table=welcome.table))
        elif isinstance(plan, PlayBots):
            await self.open_table(plan.new_table)
        elif not welcome.invited:
            await self._server.link.request(ListTables())
        else:
            await self._go(self.entry_to(welcome.invited))

    async def _come_to_own_game(self, plan: HostTable) -> None:
        game = self._server.own_game
        assert game is not None
        if tables := (await self._server.list_tables()).tables:
            self._recovered = () if game.resumed else tables
            await self._go(Watch(table=self.own_table(tables)))
        elif game.resumed and await self._has_tournament():
            await self._go_to_lobby()
        elif plan.new_table.tournament is not None:
            await self._open_tournament(plan.new_table.tournament)
        else:
            await self.open_table(plan.new_table)

    def take_recovered(self) -> tuple[TableInfo, ...]:
        """Returns the tables of an earlier game that the server has brought back, once."""
        taken, self._recovered = self._recovered, ()
        return taken

    def own_table(self, tables: tuple[TableInfo, ...]) -> str:
        """Returns the id of the table to which a host comes back: their seat's, one that they host, or any."""
        welcome = self._server.welcome
        assert welcome is not None
        own = [each.table for each in tables if each.host == welcome.name]
        return welcome.table or (own or [each.table for each in tables])[0]

    async def _has_tournament(self) -> bool:
        listed = await self._server.link.request_list(ListTournaments(), Tournaments)
        return any(not status.phase.is_over for status in listed.tournaments)

    def only_suitable(self, lobby: Lobby) -> TableInfo | None:
        """Returns the table that a player who has just come goes to without asking, None if they choose."""
        suitable = [table for table in lobby.tables if table.has_room or self.watches]
        return suitable[0] if lobby.is_whole and len(suitable) == 1 else None

    def entry_to(self, table: str) -> SeatRequest | Watch:
        """Returns the request for a table that the launch plan makes: to watch there, or to take a seat."""
        return Watch(table=table) if self.watches else SeatRequest(table)

    async def open_table(self, new_table: NewTable) -> None:
        """Opens a table, takes a seat and adds the bots. A table without a name is named for the player.

        Raises CommandRefused or Offline.
        """
        welcome, link = self._server.welcome, self._server.link
        assert welcome is not None
        opening = _opening(new_table)
        name = clean_table_name(opening.name) or f"{link.conversation.name}'s table"
        await self._go(SeatRequest((await link.request(replace(opening, name=name))).table))
        styles = welcome.bots or ("",)
        for number in range(new_table.bots):
            await link.request(AddBot(style=styles[number % len(styles)]))

    async def _open_tournament(self, command: OpenTournament) -> None:
        """Opens a tournament, enters it and goes to the lobby. One without a name is named for the player."""
        link, terms = self._server.link, command.terms
        name = terms.name or clean_table_name(f"{link.conversation.name}'s tournament")
        opened = await link.request(OpenTournament(terms=replace(terms, name=name)))
        await link.request(RegisterTournament(tournament=opened.tournament, password=terms.password))
        await link.request(ReadTournament(tournament=opened.tournament))
        await self._go_to_lobby()

    async def _go_to_lobby(self) -> None:
        """Goes to the lobby of the player's own game, where a tournament is yet to start."""
        self.waits_in_lobby = True
        await self._server.link.request(ListTables())

    async def _go(self, request: SeatRequest | Watch) -> None:
        self.goal = request.table
        try:
            await self._server.link.request(Watch(table=request.table, password=request.password))
        except CommandRefused as refused:
            if refused.refused.code in PASSWORD_CODES:
                raise LockedOut(refused.refused, request) from None
            raise
        if isinstance(request, SeatRequest):
            chips = request.chips
            await self._server.link.request(JoinWaitingList(chips=chips) if request.waits else Sit(chips=chips))


class TableExit:
    """Takes a player away from the table that is shown; `left` are the tables that they have left.

    `tournaments` tells what goes on without them, and `say` shows the player a sentence.
    """

    def __init__(
        self,
        server: ServerAccess,
        state: SessionState,
        requests: Requests,
        tournaments: TournamentController,
        say: Callable[[str], None],
    ) -> None:
        self.left = LeftTables()
        self._server = server
        self._state = state
        self._requests = requests
        self._tournaments = tournaments
        self._say = say

    @property
    def quit_question(self) -> str:
        """The question before the program ends; empty if the player loses nothing."""
        if not self._state.is_in:
            return ""
        seat_question = self._state.departure.question("You have a seat at the table. Give it up and quit?")
        return seat_question or self._tournaments.leave_question

    @property
    def leave_question(self) -> str:
        """The question before the player leaves the table; empty without a seat."""
        return self._state.departure.question("Give up your seat and leave the table?")

    async def leave_table(self) -> None:
        """Gives up the seat, or the place on the rail. The `TableClosed` of the server leads to the lobby."""
        if (table := self._state.table) is None:
            return
        self.left.ask(table.departure)
        try:
            await self._server.link.request(Leave())
        except Offline:
            if self._state.table is table:
                self.left.refuse()
                self._state.leave(table.notices.end or table.departure.offline_summary)
        except CommandRefused as refused:
            self.left.refuse()
            self._say(str(refused))
        except asyncio.CancelledError:
            self.left.refuse()
            raise

    async def give_up_seat(self) -> str:
        """Gives up the seat before the program ends; returns the result, empty if the server did not confirm it."""
        departure = self._state.departure
        if not departure.seated or self.left.is_asked or self._server.plan.is_private:
            self.left.confirm()
            return departure.summary
        answered: asyncio.Future[NotDone | None] = asyncio.get_running_loop().create_future()
        # What has come before the answer is yet to be handled: a hand may have ended.
        self._requests.ask(Leave(), accepted=lambda _: answered.set_result(None), refused=answered.set_result)
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                not_done = await asyncio.shield(answered)  # the answer comes even where nobody waits for it
                if not_done is None:
                    self.left.confirm()
                    return self.left.latest.summary
                if isinstance(not_done, Offline):
                    return departure.offline_summary
        return ""

    async def sit_out(self) -> None:
        """Sits out, so that nobody waits for a player who goes away from their own game."""
        if self._state.departure.seated:
            await answer_in_time(self._server.link.request(SitOut()), ANSWER_TIMEOUT_SECONDS)

    async def end_game(self) -> str:
        """Ends the player's own game for everybody; returns the player's result."""
        departure = self._state.departure
        if await self._server.end_own_game():
            return departure.end_summary
        return "Your game's server does not answer, so it was not told to end; `railbird host` brings you back to it."

    async def leave_game_running(self) -> str:
        """Leaves the player's own game to the others; returns how they come back."""
        await self.sit_out()
        return "Your game goes on without you; `railbird host` brings you back to it."

    async def describe_others(self) -> str:
        """Returns a sentence about the people or a tournament in the player's own game; empty if there are none."""
        lobby = await answer_in_time(self._server.list_tables(), ANSWER_TIMEOUT_SECONDS)
        return others_sentence(self._state.view, lobby) or self._tournaments.going_on


def _opening(new_table: NewTable) -> OpenTable:
    """Returns the command that opens a table; one of which the form says nothing has no name."""
    if new_table.opening is not None:
        return new_table.opening
    mix = find_mix(new_table.game)
    return OpenTable(
        name="",
        game=mix.games[0] if mix else new_table.game,
        rotation=rotation_of(mix, new_table.bet) if mix else None,
        seats=new_table.seats,
        bet=new_table.bet,
        password=new_table.password,
    )
