"""How a screen asks: the server by a message, and the player by a screen over itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from textual.app import App
from textual.message import Message
from textual.screen import Screen

if TYPE_CHECKING:
    from railbird_client.follow.followed_tables import FollowTournament
    from railbird_client.start.launch import NewTable
    from railbird_shared.protocol.commands import Command

Answer = TypeVar("Answer")


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


def ask(app: App[Any], screen: Screen[Answer | None], then: Callable[[Answer], object]) -> None:
    """Shows a screen over the others, and calls `then` with its answer; one that is closed without any is forgotten."""

    def on_answer(answer: Answer | None) -> None:
        if answer is not None:
            then(answer)

    app.push_screen(screen, on_answer)
