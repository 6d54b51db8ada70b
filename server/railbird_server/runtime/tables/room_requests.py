"""What goes into a room and comes out: its inbox with the requests, short answers, reports to its tournament."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.runtime.players import Player, Viewer, accept
from railbird_server.runtime.tables.table_journal import LiveTable
from railbird_server.table import inputs
from railbird_server.tournament.inputs import HandBegun, HandFinished, TableReady
from railbird_server.tournament.state import HandPlaces
from railbird_shared.protocol import commands
from railbird_shared.protocol.host_commands import PeopleCommand
from railbird_shared.protocol.messages import Refused, TableClosed
from railbird_shared.protocol.refusal_codes import RefusalCode
from railbird_shared.tournament import messages

RoomCommand = (
    commands.TableCommand
    | PeopleCommand
    | commands.WatcherCommand
    | commands.ChangeName
    | commands.SendChat
    | commands.RemoveBot
    | commands.Resync
    | commands.AskStatement
    | commands.SeedCommand
)
"""The commands that a room takes."""

PlayCommand = messages.EntryCommand | messages.TournamentHostCommand | messages.DealCommand
"""The commands that a tournament takes."""

Command = TypeVar("Command", RoomCommand, PlayCommand)
Request = TypeVar("Request")


class ViewerCommand(Struct, Generic[Command], frozen=True):
    """A viewer gives a command about a table or a tournament; a line in it, of chat or an announcement, is clean.

    With `by_owner` they own the server, and need not be at the table.
    """

    viewer: Viewer
    command: Command
    by_owner: bool = False


class EnterTable(Struct, frozen=True):
    """A viewer comes to the table; a returning one names the last step they saw. `id` is that of their command.

    Who `follows` the table from elsewhere gives no commands, and does not become its host by coming back. `notice` is a
    sentence that they read there.
    """

    viewer: Viewer
    id: int = 0
    resume: commands.Resume | None = None
    follows: bool = False
    notice: str = ""


class LeaveTable(Struct, frozen=True):
    """A viewer goes back to the lobby for good and gives up their seat; `done` is set when they are out."""

    viewer: Viewer
    id: int
    done: asyncio.Event


class Disconnected(Struct, frozen=True):
    """A viewer's connection has ended; their seat is kept."""

    viewer: Viewer


class SilenceChanged(Struct, frozen=True):
    """A viewer's client does not answer any more, or answers again; its connection stands."""

    viewer: Viewer
    silent: bool


class CloseTable(Struct, frozen=True):
    """The server closes the table."""

    reason: str


class FreezeTable(Struct, frozen=True):
    """The server stops and leaves the table in the journal as it is, for the next one to go on with."""


class OrderTable(Struct, frozen=True):
    """The tournament of the table has it do something; `players` are those who take seats.

    `done` is set when that is kept, or when it never will be, as the table has ended.
    """

    orders: inputs.TournamentOrders
    players: tuple[Player, ...]
    done: asyncio.Event


class ReleasePlayer(Struct, frozen=True):
    """A player gives up their place, because a tournament in which they are begins; `done` is set then."""

    player: Player
    done: asyncio.Event


RoomRequest = (
    OrderTable
    | ReleasePlayer
    | ViewerCommand[RoomCommand]
    | EnterTable
    | LeaveTable
    | Disconnected
    | SilenceChanged
    | CloseTable
    | FreezeTable
)

MAX_WAITING_REQUESTS = 512
"""Requests that may wait for a table or a tournament, as while nothing can be kept; further commands are refused."""


class Inbox(asyncio.Queue[Request]):
    """The requests that wait for the task of a table or a tournament."""

    @property
    def is_crowded(self) -> bool:
        """Whether so many wait that further commands are refused."""
        return self.qsize() >= MAX_WAITING_REQUESTS

    def take_all(self) -> list[Request]:
        """Takes out all that wait."""
        return [self.get_nowait() for _ in range(self.qsize())]

    async def next(self, due: int | None, now: int) -> Request | None:
        """Waits for a request, or until something is `due` (None); both times are in milliseconds."""
        if not self.empty():
            return self.get_nowait()
        try:
            async with asyncio.timeout(None if due is None else (due - now) / 1000):
                return await self.get()
        except TimeoutError:
            return None


CLOSED = "That table is closed."

DONE_LATER = "Your request is carried out then."
"""What those read besides whose command is done, and kept as soon as it can be."""


def refuse(request: object, code: RefusalCode, sentence: str) -> bool:
    """Refuses a command, where it has an id; returns False for a request that is no command."""
    if not isinstance(request, ViewerCommand | LeaveTable | EnterTable):
        return False
    if command_id := request.command.id if isinstance(request, ViewerCommand) else request.id:
        request.viewer.reply(Refused(id=command_id, code=code, sentence=sentence))
    return True


def finish(request: RoomRequest) -> None:
    """Has those go on who wait for a request."""
    if isinstance(request, LeaveTable | OrderTable | ReleasePlayer):
        request.done.set()


def answer_waiting(request: RoomRequest, table: str, sentence: str) -> RoomRequest | None:
    """Answers a request to a table that waits until something can be kept; returns what is to be done of it then.

    Commands are refused. A viewer who asks to come stays in the lobby, unless they have a place at the table.
    """
    if isinstance(request, EnterTable):
        if not request.id:
            return request
        if request.viewer.player.table == table:
            accept(request.viewer, request.id)
            return replace(request, id=0)
        refuse(request, "waits", sentence)
        request.viewer.return_to_lobby(table, TableClosed(reason=sentence))
        return None
    if not refuse(request, "waits", sentence):
        return request
    finish(request)  # the session of who wants to leave goes on, at the table
    return None


def refuse_closed(request: RoomRequest, table: str) -> None:
    """Answers a request to a table that is closed, and sends its client to the lobby."""
    finish(request)
    match request:
        case LeaveTable(viewer, command_id):
            accept(viewer, command_id)
        case ViewerCommand(viewer) | EnterTable(viewer):
            refuse(request, "no-such-table", CLOSED)
        case _:
            return
    viewer.return_to_lobby(table, TableClosed(reason=CLOSED))


class ViewerCame(Struct, frozen=True):
    """A viewer has come to a table of the tournament, and knows nothing of it yet."""

    viewer: Viewer


class TableGone(Struct, frozen=True):
    """A table of that number has ended, or deals no more after a fault, whether the tournament wants it or not."""

    table: int


TableReport = TableReady | HandBegun | HandFinished | ViewerCame | TableGone
"""What a table reports to its tournament."""

ReportTaker = Callable[[str, TableReport], None]
"""Takes a report for the tournament of that id."""


class TournamentLink:
    """The link of one table to its tournament, if it belongs to one; each report is given once by a process.

    A hand has ended for the tournament when its cards have been shown, so that nobody leaves before; the pause until
    the next hand is for moves. After the server was away the latest reports are given again, which a tournament knows
    already or has missed.
    """

    def __init__(self, live: LiveTable, take_report: ReportTaker) -> None:
        self._live = live
        self._table = live.table
        self._take_report = take_report
        self._begun = 0
        self._finished = 0
        self._asked = 0
        self._is_gone = False

    @property
    def due(self) -> int | None:
        """When the table reports the end of a hand or asks to deal, in milliseconds of the server's clock, or None."""
        asks_at = self._table.asks_to_deal_at
        if asks_at is None or self._asked > self._table.hand_number:
            return None
        shows_hand = self._table.hand_number > self._finished
        return self._live.time.on_server(asks_at - self._table.settings.pause_ms if shows_hand else asks_at)

    def report(self, now: int) -> None:
        """Reports what has come about by `now`, in milliseconds of the server's clock."""
        if tournament := self._table.settings.tournament:
            for report in self._reports(tournament.number, now):
                self._take_report(tournament.tournament, report)

    def _reports(self, number: int, now: int) -> Iterator[TableReport]:
        table, hand, positions = self._table, self._table.hand_number, self._table.button.positions
        if hand > self._begun and table.current_hand is not None:
            self._begun = hand
            small, big = (positions.small_blind_place, positions.big_blind_place) if positions else (None, None)
            yield HandBegun(number, hand, HandPlaces(table.current_hand.setup.button, small, big))
        if table.faults.halted and not self._is_gone:
            self._is_gone = True
            yield TableGone(number)
            return
        if hand > self._finished and self._is_due(now):
            self._finished = hand
            if (ended := table.hand_report) is not None:
                yield HandFinished(number, hand, ended.stacks_before, ended.stacks, ended.busted_by)
        if hand == self._finished and self._is_due(now):
            self._asked = hand + 1
            yield TableReady(number)

    def _is_due(self, now: int) -> bool:
        due = self.due
        return due is not None and due <= now
