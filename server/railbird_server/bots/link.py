"""How a bot talks to a table: the same commands and messages as people, whatever carries them."""

from __future__ import annotations

from typing import Protocol

from railbird_shared.commands import Command
from railbird_shared.messages import Message


class LinkClosed(Exception):
    """The other end is gone; the sentence says why where that is known."""


class Link(Protocol):
    """One player's conversation with a server, in memory or over a websocket."""

    async def send(self, command: Command) -> None:
        """Sends a command; raises LinkClosed."""
        ...

    async def receive(self) -> Message:
        """Waits for the next message; raises LinkClosed. Who gives up waiting loses no message."""
        ...

    async def close(self) -> None:
        """Ends the conversation."""
        ...
