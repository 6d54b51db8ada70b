"""One of the people of a night: a connection that may be lost, and the table as they see it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from railbird_server.bots.remote import open_wire
from railbird_shared.carrier import Carrier
from railbird_shared.conversation import CommandRefused, Conversation, ConversationEvent, Received
from railbird_shared.network.address import parse_address
from railbird_shared.protocol.commands import Command, Resume, Resync, Watch
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.messages import Message, Snapshot, Step, TableClosed
from railbird_shared.protocol.view import TableView

ANSWER_SECONDS = 60.0
"""How long anybody waits for the server before the night is called off."""

MessageType = TypeVar("MessageType", bound=Message)

Tell = Callable[[Sequence[Transition]], None]
"""Is told what everybody at the table can see."""


class NightFailed(Exception):
    """The night does not go as it should; the message is one sentence that says how."""


class NightPlayer(Carrier):
    """A player, or somebody on the rail, with the connection that they have at the moment.

    `closed` says why they are not at the table any more. `tell` hears of each step.
    """

    def __init__(self, name: str, tell: Tell = lambda _: None) -> None:
        super().__init__(Conversation(name))
        self.closed: str | None = None
        self._tell = tell

    @property
    def name(self) -> str:
        """What they are called."""
        return self.conversation.name

    @property
    def place(self) -> Resume | None:
        """The last step that they have heard of."""
        return self.conversation.place

    @property
    def table(self) -> TableView:
        """The table as they see it, when they have come to one."""
        assert self.view is not None
        return self.view

    @property
    def connected(self) -> bool:
        """Whether they have a connection, as far as they know."""
        return self.wire is not None

    @property
    def seat(self) -> int:
        """Their seat, 0 for none."""
        return (self.view.you.seat if self.view else None) or 0

    def has_heard(self, place: Resume) -> bool:
        """Whether they have heard of a step, or of a later one."""
        return self.place is not None and self.place.epoch == place.epoch and self.place.seq >= place.seq

    async def connect(self, address: str) -> None:
        """Comes to a server, or back to their table there, and reads what they have missed.

        Raises WireClosed or NightFailed.
        """
        try:
            await self.hello(await open_wire(parse_address(address), self.conversation.tokens))
        except CommandRefused as refused:
            raise NightFailed(f"{self.name} is not let in: {refused}") from None
        if self.place is not None:
            await self.read(Resync(), Snapshot)

    async def receive(self) -> ConversationEvent:
        """Waits for the next message, and tells what everybody can see of it; raises WireClosed or NightFailed."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                event = await super().receive()
        except TimeoutError:
            raise NightFailed(f"{self.name} has heard nothing for {ANSWER_SECONDS:.0f} seconds.") from None
        match event:
            case Received(Snapshot()):
                self.closed = None
            case Received(TableClosed(reason=reason)):
                self.closed = reason
            case Received(Step(public=public), transitions=transitions):
                self._tell(transitions[: len(public)])
            case _:
                pass
        return event

    async def enter(self, table: str) -> None:
        """Goes to a table and sees it; raises CommandRefused, WireClosed or NightFailed."""
        await self.read(Watch(table=table), Snapshot)

    async def read(self, command: Command, kind: type[MessageType]) -> MessageType:
        """Asks for something and returns the message with it; raises CommandRefused, WireClosed or NightFailed."""
        await self.request(command)
        return await self.wait_for(kind)

    async def wait_until(self, is_so: Callable[[], bool], otherwise: str) -> None:
        """Reads until something is so that a message can change; raises NightFailed with a sentence if it never is."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                while not is_so():
                    await self.receive()
        except TimeoutError:
            raise NightFailed(f"{self.name} waits for {ANSWER_SECONDS:.0f} seconds: {otherwise}") from None
