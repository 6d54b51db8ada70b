"""A running session of lines whose server is played by the test: what is written, what is sent, and what is typed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from railbird_client.lines import line_session
from railbird_client.lines.line_session import Farewell, LineSession
from railbird_client.network.link import Closed, CloseReason
from railbird_client.player_requests import JoinServer, LaunchPlan
from railbird_client.shell.server_access import AccessEvent, ServerAccess
from railbird_shared.conversation import Received
from railbird_shared.network.address import Address
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.messages import Message, Snapshot, Step
from railbird_shared.protocol.view import TableView
from support.controller_harness import FakeLink, NoTokens
from support.fake_server import welcome_message

DEN = Address("den")


class PlayedServer(ServerAccess):
    """A server that the test plays: `post` gives an event to the session, and `link` keeps what it sends."""

    latest: PlayedServer
    fingerprint = ""

    def __init__(self, plan: LaunchPlan, *, confirm: Callable[[Address, str], Awaitable[bool]], **options: Any) -> None:
        super().__init__(plan, confirm=confirm, **options)
        self.fake_link = FakeLink()
        self._link = self.fake_link
        self.name, self.password = options["name"], options["password"]
        self.confirm_server = confirm
        self.confirmed: bool | None = None
        self.post: Callable[[AccessEvent], object] = lambda _: None
        PlayedServer.latest = self

    async def run(self, on_event: Callable[[AccessEvent], object]) -> None:
        self.post = on_event
        if self.fingerprint:
            self.confirmed = await self.confirm_server(DEN, self.fingerprint)
        await asyncio.get_running_loop().create_future()


class LineHarness:
    """A session and all that it has written, with a mark where it rang."""

    def __init__(self, plan: LaunchPlan, *, name: str, patient: bool) -> None:
        self.written: list[str] = []
        self.session = LineSession(
            plan,
            name=name,
            tokens=NoTokens(),
            write=self.written.append,
            ring=lambda: self.written.append("(bell)"),
            patient=patient,
        )
        self.running: asyncio.Task[Farewell] | None = None
        self._view: TableView | None = None

    @property
    def server(self) -> PlayedServer:
        return PlayedServer.latest

    @property
    def sent(self) -> list[object]:
        return list(self.server.fake_link.sent)

    async def settle(self) -> list[str]:
        """Lets the session do what it can do now; returns what it has written since."""
        for _ in range(50):
            await asyncio.sleep(0)
        written = list(self.written)
        self.written.clear()
        return written

    async def hear(self, *events: Message | AccessEvent) -> list[str]:
        """Gives the session messages or events of its link; returns what it writes."""
        for event in events:
            if not isinstance(event, Message):
                self.server.post(event)
                continue
            transitions: tuple[Any, ...] = ()
            if isinstance(event, Snapshot):
                self._view = event.view
            elif isinstance(event, Step) and self._view is not None:
                transitions = fold_each(self._view, (*event.public, *event.private))
                self._view = transitions[-1].after if transitions else self._view
            self.server.post(Received(event, transitions=transitions))
            await self.settle_quietly()
        return await self.settle()

    async def settle_quietly(self) -> None:
        """Lets the session do what it can do now."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def say(self, *lines: str) -> list[str]:
        """Types lines; returns what the session writes."""
        for line in lines:
            self.session.take(line)
        return await self.settle()

    async def farewell(self) -> Farewell:
        """Returns why the session has ended, which it has to have done by itself."""
        assert self.running is not None
        async with asyncio.timeout(10):
            return await self.running


@asynccontextmanager
async def run_lines(
    monkeypatch: pytest.MonkeyPatch,
    plan: LaunchPlan | None = None,
    *,
    name: str = "Wren",
    patient: bool = False,
    fingerprint: str = "",
    welcomed: bool = True,
) -> AsyncIterator[LineHarness]:
    """Runs a session whose server has welcomed the player, unless that is left to the test."""
    monkeypatch.setattr(line_session, "ServerAccess", PlayedServer)
    monkeypatch.setattr(PlayedServer, "fingerprint", fingerprint)
    harness = LineHarness(plan or JoinServer(DEN), name=name, patient=patient)
    harness.running = asyncio.create_task(harness.session.run())
    if welcomed:
        await harness.settle()
        await harness.hear(welcome_message(table="t1"))
    yield harness
    harness.running.cancel()
    with suppress(asyncio.CancelledError):
        await harness.running


def closed_by_password() -> Closed:
    """The end of a session at a server with a password."""
    return Closed(CloseReason.REFUSED, "This server has a password.", code="password-needed")
