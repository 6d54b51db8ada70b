"""What can be put into the inbox of a room: commands of viewers, their coming and going, and orders of the server."""

from __future__ import annotations

import asyncio

from msgspec import Struct

from railbird_server.runtime.people.players import Player, Viewer
from railbird_server.table import inputs
from railbird_shared.protocol.commands import (
    AskStatement,
    ChangeName,
    RemoveBot,
    Resume,
    Resync,
    SeedCommand,
    SendChat,
    TableCommand,
    WatcherCommand,
)
from railbird_shared.protocol.host_commands import PeopleCommand

RoomCommand = (
    TableCommand
    | PeopleCommand
    | WatcherCommand
    | ChangeName
    | SendChat
    | RemoveBot
    | Resync
    | AskStatement
    | SeedCommand
)
"""The commands that a room takes."""


class ViewerCommand(Struct, frozen=True):
    """A viewer gives a command about the table; a line in it, of chat or an announcement, is clean.

    With `by_owner` they own the server, and need not be at the table.
    """

    viewer: Viewer
    command: RoomCommand
    by_owner: bool = False


class EnterTable(Struct, frozen=True):
    """A viewer comes to the table; a returning one names the last step they saw. `id` is that of their command.

    Who `follows` the table from elsewhere gives no commands, and does not become its host by coming back. `notice` is a
    sentence that they read there.
    """

    viewer: Viewer
    id: int = 0
    resume: Resume | None = None
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
    | ViewerCommand
    | EnterTable
    | LeaveTable
    | Disconnected
    | SilenceChanged
    | CloseTable
    | FreezeTable
)
