"""The messages by which a screen has something asked of the server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from railbird_client.follow.followed_tables import FollowTournament
    from railbird_client.start.launch import NewTable
    from railbird_shared.protocol.commands import Command


@dataclass
class CommandRequested(Message):
    """The player wants a command sent, or the tables of a tournament followed."""

    command: Command | FollowTournament


@dataclass
class SitRequested(Message):
    """The player wants to sit at a table with so many chips, or to wait for a seat there."""

    table: str
    chips: int
    password: str = field(default="", repr=False)
    waits: bool = False


@dataclass
class OpenTableRequested(Message):
    """The player wants to open a table."""

    new_table: NewTable
