"""A server as a session sees it, small enough to be right; answers come late, and the connection breaks at times."""

from __future__ import annotations

import asyncio
import random
from collections import deque

from msgspec.structs import replace

from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.network.link import ConnectionStatus, LinkState, Offline
from railbird_client.player_requests import GoToFollowed, NewTable, ScreenRequest, SeatRequest
from railbird_client.table.table_model import TableState
from railbird_shared.conversation import CommandRefused, Received
from railbird_shared.protocol import commands
from railbird_shared.protocol.commands import Command, FollowTable, Resume, UnfollowTable, Watch
from railbird_shared.protocol.messages import Accepted, Lobby, Message, Refused, Snapshot, TableClosed
from support.controller_harness import ControllerHarness
from support.fake_server import table_info, table_snapshot, welcome_message

TABLES = ("t1", "t2", "t3")
LOCKED = "t3"
CLOSED_CODES = ("no-such-table", "waits")
"""The refusals of a table that a player has come to from another."""

LOBBY_WISHES: tuple[ScreenRequest, ...] = (
    SeatRequest("t1"),
    SeatRequest(LOCKED),
    Watch(table="t2"),
    NewTable(),
    FollowTable(table="t1"),
    FollowTable(table="t2"),
    UnfollowTable(table="t1"),
    commands.ListTables(),
)
TABLE_WISHES: tuple[ScreenRequest, ...] = (
    GoToFollowed(1),
    GoToFollowed(-1),
    Watch(table="t1"),
    Watch(table="t2"),
    commands.Leave(),
)

Answer = asyncio.Future[Accepted]
Told = Message | tuple[Answer, Accepted | CommandRefused | Offline]


class SessionModel:
    """The server of one player: `room` is the table whose steps they get, and `seat` the one where they sit.

    Commands wait to be served, and what the server says waits to be received, both in order. A seat outlives some of
    the departures, as one in a tournament does.
    """

    def __init__(self, running: ControllerHarness, rng: random.Random) -> None:
        self.running = running
        self.room = ""
        self.seat = ""
        self._rng = rng
        self._waiting: deque[tuple[Command, Answer | None]] = deque()
        self._told: deque[Told] = deque()
        self._leaving: set[asyncio.Task[None]] = set()
        running.link.take = self._take

    def _take(self, command: Command, answer: Answer | None) -> None:
        self._waiting.append((command, answer))

    # --- the server

    def serve(self) -> None:
        """Carries out the command that waits longest, or refuses it; a table may refuse who has left another for it."""
        if not self._waiting:
            return
        command, answer = self._waiting.popleft()
        code = self._refusal_of(command)
        leaves = isinstance(command, Watch) and self.room not in ("", command.table)
        if leaves and (not code or code in CLOSED_CODES):
            self.room = ""
            self._told.append(TableClosed())
        if code:
            refused = Refused(id=1, code=code, sentence=code)
            self._told.append(refused if answer is None else (answer, CommandRefused(refused)))
            return
        if answer is not None:
            opened = "t2" if isinstance(command, commands.OpenTable) else ""
            self._told.append((answer, Accepted(id=1, table=opened)))
        self._carry_out(command)

    def _refusal_of(self, command: Command) -> str:
        match command:
            case Watch(table=table) if self.seat not in ("", table):
                return "seated-elsewhere"
            case Watch(table=table) if self.seat != table and self._rng.random() < 0.15:
                return self._rng.choice(CLOSED_CODES)
            case Watch(table=table, password="") if table == LOCKED and self.seat != table:
                return "password-needed"
            case commands.Sit() if self.seat or not self.room:
                return "seated"
            case commands.Leave() if not self.room:
                return "no-table"
            case FollowTable(table=table) if table in (self.room, self.seat):
                return "own-table"
            case _:
                return ""

    def _carry_out(self, command: Command) -> None:
        match command:
            case Watch(table=table):
                self._enter(table)
            case commands.Sit():
                self.seat = self.room
                self._enter(self.room)
            case commands.Leave():
                if self._rng.random() < 0.7:
                    self.seat = ""
                self.room = ""
                self._told.append(TableClosed())
            case commands.ListTables():
                self._told.append(Lobby(tables=tuple(table_info(table=table) for table in TABLES)))
            case _:
                pass

    def _enter(self, table: str) -> None:
        self.room = table
        told = table_snapshot(seated=table == self.seat)
        self._told.append(replace(told, view=replace(told.view, table=table, name=table)))

    def give_seat(self, table: str) -> None:
        """Seats a player who has no seat, as a tournament does, and leads them there."""
        if not self.seat:
            self.seat = table
            self._enter(table)

    def break_connection(self) -> None:
        """Loses all that is on the way, and takes the player back on a new connection."""
        unanswered = [answer for _, answer in self._waiting]
        unanswered += [told[0] for told in self._told if isinstance(told, tuple)]
        self._waiting.clear()
        self._told.clear()
        for answer in unanswered:
            if answer is not None and not answer.done():
                answer.set_exception(Offline("The connection broke."))
        for state in (LinkState.LOST, LinkState.ONLINE):
            self.running.posted.append(ConnectionStatus(state))
        self.room = ""
        self.welcome()

    def welcome(self) -> None:
        """Welcomes the player, and takes them back to the table where they were, unless it is gone."""
        table = self.running.link.conversation.table
        self.running.posted.append(Received(welcome_message(table=self.seat)))
        if table and self.seat in ("", table) and self._rng.random() < 0.8:
            self._enter(table)
        elif table:
            self._told.append(TableClosed(reason="The table is gone."))

    # --- the player and their connection

    def receive(self) -> None:
        """Receives what was told first: an answer settles its request, a message waits to be handled."""
        if not self._told:
            return
        told, conversation = self._told.popleft(), self.running.link.conversation
        if isinstance(told, tuple):
            answer, result = told
            if answer.done():
                return
            if isinstance(result, Accepted):
                answer.set_result(result)
            else:
                answer.set_exception(result)
            return
        if isinstance(told, Snapshot):
            conversation.place = Resume(told.view.table, "e1", 1)
        elif isinstance(told, TableClosed):
            conversation.place = None
        self.running.posted.append(Received(told))

    async def handle(self) -> None:
        """Has the session handle what was received first."""
        if self.running.posted:
            await self.running.controller.handle_event(self.running.posted.pop(0))

    async def wish(self) -> None:
        """Has the player wish for something that can be wished for where they are."""
        state = self.running.state
        if isinstance(state, LobbyState):
            await self.running.controller.send(self._rng.choice(LOBBY_WISHES))
        elif isinstance(state, TableState):
            wish = self._rng.choice(TABLE_WISHES)
            if isinstance(wish, commands.Leave):
                task = asyncio.create_task(self.running.controller.exit.leave_table())
                self._leaving.add(task)
                task.add_done_callback(self._leaving.discard)
            else:
                await self.running.controller.send(wish)

    async def step(self) -> None:
        """Does one thing at random."""
        kind = self._rng.random()
        if kind < 0.35:
            self.serve()
        elif kind < 0.5:
            self.receive()
        elif kind < 0.6:
            await self.handle()
        elif kind < 0.85:
            await self.wish()
        elif kind < 0.92:
            self.break_connection()
        elif kind < 0.96 and isinstance(self.running.state, LobbyState | TableState):
            self.give_seat(self._rng.choice(("t1", "t2")))
        for _ in range(self._rng.randrange(5)):
            await asyncio.sleep(0)

    async def come_to_rest(self) -> None:
        """Serves, receives and handles until nothing is on the way."""
        for _ in range(60):
            self.serve()
            for _ in range(2):
                self.receive()
                for _ in range(4):
                    await asyncio.sleep(0)
            while self.running.posted:
                await self.handle()
                for _ in range(3):
                    await asyncio.sleep(0)
