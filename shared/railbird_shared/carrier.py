"""Carries a conversation over any wire: a websocket (`network.websocket`), or a connection in memory."""

from __future__ import annotations

from typing import Protocol, Self, TypeVar

from railbird_shared.conversation import CommandRefused, Conversation, ConversationEvent, Received
from railbird_shared.network.recognition import Recognition
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.messages import Accepted, Message, Refused, Welcome
from railbird_shared.protocol.view import TableView

MessageType = TypeVar("MessageType", bound=Message)


class WireClosed(Exception):
    """The connection is closed; the message is one sentence with the reason, empty if it is unknown."""


class Wire(Protocol):
    """A connection to a server that carries frames."""

    @property
    def recognition(self) -> Recognition | None:
        """The secret that the server has proved to know, None where it is recognized otherwise."""
        ...

    async def send(self, frame: bytes) -> None:
        """Sends a frame; raises WireClosed."""
        ...

    async def receive(self) -> str | bytes:
        """Waits for the next frame; raises WireClosed. A cancelled wait loses no frame."""
        ...

    async def close(self) -> None:
        """Ends the connection."""
        ...


class Carrier:
    """Carries a conversation over wire after wire, for a program that reads at leisure; `async with` closes it."""

    def __init__(self, conversation: Conversation, wire: Wire | None = None) -> None:
        self.conversation = conversation
        self.wire = wire

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def view(self) -> TableView | None:
        """The table as the conversation has it."""
        return self.conversation.view

    async def hello(self, wire: Wire | None = None) -> Welcome:
        """Says hello, on a new wire if one is given, and goes on there.

        Raises CommandRefused, WireClosed, or ProtocolError where something else is answered.
        """
        self.wire = wire or self._open_wire
        self.conversation.begin(self.wire.recognition)
        match await self.receive():
            case Received(Welcome() as welcome):
                return welcome
            case Received(Refused() as refused):
                raise CommandRefused(refused)
            case event:
                raise AssertionError(f"A hello is answered by {event}.")

    async def send(self, command: Command) -> int:
        """Sends a command; returns its id. Raises WireClosed."""
        number = self.conversation.send(command)
        await self._flush()
        return number

    async def receive(self) -> ConversationEvent:
        """Waits until the server tells something; raises WireClosed. A cancelled wait loses nothing."""
        while True:
            try:
                await self._flush()
            except WireClosed:
                self.conversation.frames.clear()  # what has come before the end is yet to be read
            event = self.conversation.receive(await self._open_wire.receive())
            if event is not None:
                return event

    async def request(self, command: Command) -> Accepted:
        """Sends a command and reads until it is accepted; raises CommandRefused or WireClosed."""
        number = await self.send(command)
        while True:
            match await self.receive():
                case Received(Accepted() as accepted) if accepted.id == number:
                    return accepted
                case Received(Refused() as refused) if refused.id in (0, number):
                    raise CommandRefused(refused)

    async def read(self, command: Command, kind: type[MessageType]) -> MessageType:
        """Sends a command and returns the message of that kind that it brings; raises CommandRefused or WireClosed."""
        await self.request(command)
        return await self.wait_for(kind)

    async def wait_for(self, kind: type[MessageType]) -> MessageType:
        """Reads until a message of that kind comes; raises WireClosed."""
        while True:
            event = await self.receive()
            if isinstance(event, Received) and isinstance(event.message, kind):
                return event.message

    async def close(self) -> None:
        """Ends the connection, if there is one."""
        self.conversation.end()
        wire, self.wire = self.wire, None
        if wire is not None:
            await wire.close()

    @property
    def _open_wire(self) -> Wire:
        if self.wire is None:
            raise WireClosed("There is no connection.")
        return self.wire

    async def _flush(self) -> None:
        """Sends the frames of the conversation; those that a cancelled wait has not sent, the next one sends."""
        frames = self.conversation.frames
        while frames:
            await self._open_wire.send(frames[0])
            frames.popleft()
