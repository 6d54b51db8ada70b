"""The inbox of a room: the requests in it, the inputs of the table that they become, and short answers."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.players import Player, Viewer, accept
from railbird_server.table import inputs
from railbird_server.table.host_commands import OWNER, Sanction, names_of
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.table import Table
from railbird_shared.protocol import commands
from railbird_shared.protocol.commands import ChangeName, HuntRabbit, SeeHand, ShowHand
from railbird_shared.protocol.host_commands import Ban, CorrectBooks, ListPeople, Mute
from railbird_shared.protocol.messages import People, Person, RefusalCode, Refused, TableClosed
from railbird_shared.text.text_cleaning import look_alike
from railbird_shared.tournament import messages

InputCommand = commands.TableCommand | Ban | Mute | commands.ChangeName
"""The commands of which a room makes an input of its table."""

OwnCommand = (
    ListPeople
    | commands.WatcherCommand
    | commands.SendChat
    | commands.RemoveBot
    | commands.Resync
    | commands.AskStatement
    | commands.SeedCommand
)
"""The commands that a room carries out itself."""

RoomCommand = InputCommand | OwnCommand

TournamentPlayCommand = messages.EntryCommand | messages.TournamentHostCommand | messages.DealCommand
"""The commands that a tournament takes."""

Command = TypeVar("Command", RoomCommand, TournamentPlayCommand)
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

    One who `follows` the table from elsewhere gives no commands, and does not become its host by coming back. They read
    the sentence `notice` there.
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
"""The end of an answer to a command that is done and will be kept as soon as it can be."""


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


CORRECTS_FROM_RAIL = "The rail is behind; sit down to correct the books, or let a player host the table."
"""The refusal for a host without a seat, as a delayed rail cannot know the books as they are."""


def table_input(
    members: Members, table: Table, viewer: Viewer, by: PlayerIdentity, command: InputCommand
) -> inputs.Input:
    """Returns what a command of a viewer, given as `by`, puts to the table; raises Refusal."""
    state = table.host_commands.state
    if table.rail.terms.is_delayed and by is not OWNER and by.id not in members.seated:
        _check_past(command)
    match command:
        case Ban(name=name, on=True):
            player, address = members.find(name)
            if command.address:
                _check_address(members, viewer, player, address)
            return inputs.BanRequest(by, player.identity, address=address if command.address else "")
        case Ban(name=name):
            return inputs.BanRequest(by, _recall(state.banned, name, "is banned"), on=False)
        case Mute(name=name, on=True):
            return inputs.MuteRequest(by, members.find(name)[0].identity)
        case Mute(name=name):
            return inputs.MuteRequest(by, _recall(state.muted, name, "is muted"), on=False)
        case ChangeName(name=name):
            return inputs.NameChanged(viewer.player.id, name)
        case _:
            return inputs.PlayerCommand(by, command)


def list_people(members: Members, table: Table, *, past: bool = False) -> People:
    """Returns who is at a table: by seat, and then the rail; somebody who sees the `past` learns no stacks."""
    seated = tuple(
        Person(
            name=seat.name,
            seat=seat.number,
            stack=0 if past else seat.stack,
            bot=seat.bot,
            connected=seat.connected,
            host=seat.player == table.host.id,
            requested=seat.requested,
        )
        for seat in table.seats.occupied
    )
    watching = (viewer.player for viewer in members.on_rail)
    rail = [Person(player.name, bot=player.bot, host=player.id == table.host.id) for player in watching]
    state = table.host_commands.state
    banned, muted = map(names_of, (state.banned, state.muted))
    return People(table=table.id, people=(*seated, *rail), banned=banned, muted=muted)


def _check_past(command: InputCommand) -> None:
    """Raises Refusal where the answer would tell somebody how the table stands who sees the past of it only."""
    if isinstance(command, CorrectBooks):
        raise Refusal("rail-delayed", CORRECTS_FROM_RAIL)
    if isinstance(command, ShowHand | SeeHand | HuntRabbit):
        raise Refusal("not-seated", "You have no seat at this table; sit down first.")


def _recall(kept: tuple[Sanction, ...], name: str, what: str) -> PlayerIdentity:
    found = next((each for each in kept if look_alike(each.name, name)), None)
    if found is None:
        raise Refusal("no-player", f"Nobody called {name} {what} at this table.")
    return PlayerIdentity(found.player, found.name)


def _check_address(members: Members, viewer: Viewer, player: Player, address: str) -> None:
    """Raises Refusal where a ban by address would keep out others who sit here, or nobody knows the address."""
    if not address:
        raise Refusal("no-player", f"The address of {player.name} is not known; ban them by name.")
    here = [each for each in members.viewers.values() if each.player.id in members.seated or each is viewer]
    others = {each.player.name for each in here if each.address == address and each.player is not player}
    if others:
        names = ", ".join(sorted(others))
        raise Refusal("not-yourself", f"{names} comes from the same address as {player.name}; ban them by name.")
