"""The message by which a screen has a command sent to the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from railbird_client.follow.followed_tables import FollowTournament
    from railbird_shared.protocol.commands import Command


@dataclass
class CommandRequested(Message):
    """The player wants a command sent, or the tables of a tournament followed."""

    command: Command | FollowTournament
