"""The message by which a screen has something asked of the server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from textual.message import Message

if TYPE_CHECKING:
    from railbird_client.follow.followed_tables import FollowTournament
    from railbird_client.start.launch import NewTable
    from railbird_shared.protocol.commands import Command


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """The player wants to sit at a table with so many chips, or to wait for a seat there."""

    table: str
    chips: int = 0
    password: str = field(default="", repr=False)
    waits: bool = False


Request: TypeAlias = "Command | SeatRequest | NewTable | FollowTournament"
"""What a screen has asked of the server."""


@dataclass
class CommandRequested(Message):
    """The player wants a command sent, a seat, a table opened, or the tables of a tournament followed."""

    command: Request
