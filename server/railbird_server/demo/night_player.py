"""One of the people of a night: a connection that may be lost, and the table as they see it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from itertools import count
from typing import TypeVar

from msgspec import structs

from railbird_server.bots.bot_client import LinkClosed
from railbird_server.bots.remote import WebsocketLink
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.network.address import parse_address
from railbird_shared.protocol.commands import Command, Hello, Resume, Resync, Watch
from railbird_shared.protocol.folding import Transition, fold_all, fold_each
from railbird_shared.protocol.messages import Accepted, Message, Refused, Snapshot, Step, TableClosed, Welcome
from railbird_shared.protocol.view import TableView

ANSWER_SECONDS = 60.0
"""How long anybody waits for the server before the night is called off."""

MessageType = TypeVar("MessageType", bound=Message)

Tell = Callable[[Sequence[Transition]], None]
"""Is told what everybody at the table can see."""


class NightFailed(Exception):
    """The night does not go as it should; the message is one sentence that says how."""


class CommandRefused(Exception):
    """The server refuses a command; the message is its sentence."""


class NightPlayer:
    """A player, or whoever looks on, with the connection that they have at the moment.

    `view` is the table as they see it and `place` the last step that they have heard of; both are None before the first
    snapshot. `closed` says why they are not at the table any more. `tell` hears of each step.
    """

    def __init__(self, name: str, tell: Tell = lambda _: None) -> None:
        self.name = name
        self.view: TableView | None = None
        self.place: Resume | None = None
        self.closed: str | None = None
        self._tell = tell
        self._token = ""
        self._ids = count(1)
        self._link: WebsocketLink | None = None
        self._receiving: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._answers: dict[int, Accepted | Refused] = {}
        self._unread: list[Message] = []

    @property
    def table(self) -> TableView:
        """The table as they see it, when they have come to one."""
        assert self.view is not None
        return self.view

    @property
    def connected(self) -> bool:
        """Whether they have a connection, as far as they know."""
        return self._link is not None

    def has_heard(self, place: Resume) -> bool:
        """Whether they have heard of a step, or of a later one."""
        return self.place is not None and self.place.epoch == place.epoch and self.place.seq >= place.seq

    @property
    def seat(self) -> int:
        """Their seat, 0 for none."""
        return (self.view.you.seat if self.view else None) or 0

    # --- the connection

    async def connect(self, address: str) -> None:
        """Comes to a server, or back to it with the seat that they have there; raises LinkClosed or NightFailed.

        What they have missed meanwhile they read then.
        """
        link = await WebsocketLink.open(parse_address(address))
        await link.send(Hello(v=PROTOCOL_VERSION, name=self.name, token=self._token, resume=self.place))
        while not isinstance(welcome := await link.receive(), Welcome):
            if isinstance(welcome, Refused):
                raise NightFailed(f"{self.name} is not let in: {welcome.sentence}")
        self.name, self._token, self._link = welcome.name, welcome.token, link
        self._receiving = asyncio.create_task(self._receive(link), name=self.name)

    async def disconnect(self) -> None:
        """Loses the connection, and nothing else."""
        if self._link is not None:
            with contextlib.suppress(LinkClosed):
                await self._link.close()
        if self._receiving is not None:
            await self._receiving
        self._link = self._receiving = None

    async def _receive(self, link: WebsocketLink) -> None:
        with contextlib.suppress(LinkClosed):
            while True:
                await self._take(await link.receive())

    async def _take(self, message: Message) -> None:
        match message:
            case Snapshot(epoch=epoch, seq=seq, view=view):
                self.view, self.place, self.closed = view, Resume(view.table, epoch, seq), None
            case Step():
                await self._take_step(message)
            case Accepted(id=number) | Refused(id=number):
                self._answers[number] = message
            case TableClosed(reason=reason):
                self.closed, self.view, self.place = reason, None, None
            case _:
                self._unread.append(message)
        async with self._changed:
            self._changed.notify_all()

    async def _take_step(self, step: Step) -> None:
        place = self.place
        if self.view is None or place is None or (step.epoch == place.epoch and step.seq <= place.seq):
            return
        if (step.epoch, step.seq) != (place.epoch, place.seq + 1):
            self.view = None
            await self._send(Resync())
            return
        transitions = fold_each(self.view, step.public)
        after = transitions[-1].after if transitions else self.view
        self.view = fold_all(after, step.private)
        self.place = structs.replace(place, seq=step.seq)
        self._tell(transitions)

    # --- what they say

    async def ask(self, command: Command) -> Accepted:
        """Gives a command and waits for the answer; raises CommandRefused, LinkClosed or NightFailed."""
        number = await self._send(command)
        await self.wait_until(lambda: number in self._answers, f"{type(command).__name__} is not answered.")
        answer = self._answers.pop(number)
        if isinstance(answer, Refused):
            raise CommandRefused(answer.sentence)
        return answer

    async def enter(self, table: str) -> None:
        """Goes to a table and sees it; raises CommandRefused, LinkClosed or NightFailed."""
        await self.ask(Watch(table=table))
        await self.wait_until(lambda: self.view is not None, "the table is not shown.")

    async def read(self, command: Command, kind: type[MessageType]) -> MessageType:
        """Asks for something and returns the message with it; raises CommandRefused, LinkClosed or NightFailed."""
        await self.ask(command)
        await self.wait_until(
            lambda: any(isinstance(each, kind) for each in self._unread), f"No {kind.__name__} comes."
        )
        found = next(each for each in self._unread if isinstance(each, kind))
        self._unread.clear()
        return found

    def _of(self, kind: type[MessageType]) -> list[MessageType]:
        return [each for each in self._unread if isinstance(each, kind)]

    async def _send(self, command: Command) -> int:
        number = next(self._ids)
        if self._link is None:
            raise LinkClosed(f"{self.name} has lost the connection.")
        await self._link.send(structs.replace(command, id=number))
        return number

    async def wait_until(self, is_so: Callable[[], bool], otherwise: str) -> None:
        """Waits until something is so that a message can change; raises NightFailed with a sentence if it never is."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._changed:
                await self._changed.wait_for(is_so)
        except TimeoutError:
            raise NightFailed(f"{self.name} waits for {ANSWER_SECONDS:.0f} seconds: {otherwise}") from None
