"""A running controller of a server session over a link that keeps what is sent, without an application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from railbird_client.drawing.canvas import Press
from railbird_client.network.link import ConnectionStatus, Link, LinkEvent, LinkState, Offline
from railbird_client.player_requests import GoToFollowed, JoinServer, LaunchPlan
from railbird_client.shell.server_access import ServerAccess
from railbird_client.shell.session_controller import SessionController, SessionEvent
from railbird_client.shell.session_state import ScreenState
from railbird_client.table.table_model import TableState
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.conversation import CommandRefused, Received
from railbird_shared.network.address import Address
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.messages import Accepted, Refused
from support.fake_server import table_snapshot, welcome_message


class NoTokens:
    """A store of tokens that has none and keeps none."""

    def find_tokens(self, address: Address, *, hosting: bool) -> tuple[str, ...]:
        assert address is not None or hosting
        return ()

    def save_token(self, address: Address, token: str) -> None:
        assert address is not None or token


class FakeLink(Link):
    """Keeps what is sent; a request is accepted, or refused with `refusal` under `refusal_code`.

    With `take` somebody else answers: it gets every command, with the future of its answer where one is awaited.
    """

    take: Callable[[Command, asyncio.Future[Accepted] | None], None] | None = None

    def __init__(self) -> None:
        super().__init__(Address("den"), name="Wren", tokens=(), on_event=lambda _: None)
        self.status = ConnectionStatus(LinkState.ONLINE)
        self.sent: list[Command] = []
        self.refusal = ""
        self.refusal_code = "x"

    async def send(self, command: Command) -> int:
        if self.status.state is not LinkState.ONLINE:
            raise Offline("There is no connection.")
        self.sent.append(command)
        if self.take is not None:
            self.take(command, None)
        return command.id or len(self.sent)

    async def request(self, command: Command) -> Accepted:
        if self.take is not None:
            answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
            self.take(command, answer)
            return await answer
        await self.send(command)
        if self.refusal:
            raise CommandRefused(Refused(id=command.id, code=self.refusal_code, sentence=self.refusal))
        return Accepted(id=command.id, table="t1")


class LinkedServer(ServerAccess):
    """A session whose link is there from the beginning."""

    def __init__(self, plan: LaunchPlan, link: Link) -> None:
        super().__init__(plan, name="Wren", tokens=NoTokens())
        self._link = link
        self.running = asyncio.Event()

    async def run(self, on_event: Callable[[LinkEvent], object]) -> None:  # noqa: ARG002
        self.running.set()
        await asyncio.get_running_loop().create_future()


class ControllerHarness:
    """A running controller and its link; `handle` hands events over, and those that the controller posts."""

    def __init__(self, controller: SessionController, link: FakeLink, posted: list[SessionEvent]) -> None:
        self.controller = controller
        self.link = link
        self.posted = posted

    @property
    def state(self) -> ScreenState:
        return self.controller.state.shown

    @property
    def table_notice(self) -> str:
        """The notice in the bar of the table, where the application puts what the controller says."""
        assert isinstance(self.state, TableState)
        notices = self.state.table_model.notices
        for sentence in self.controller.take_notices():
            notices.show(sentence, 100.0)
        return notices.current(100.0)

    async def handle(self, *events: SessionEvent) -> None:
        for event in events:
            await self.controller.handle_event(event)
        for _ in range(10):
            await asyncio.sleep(0)
        while self.posted:
            await self.controller.handle_event(self.posted.pop(0))

    def press(self, press: Press) -> Command | GoToFollowed | None:
        """Presses a key of the table, as its screen does; returns what it leads to."""
        assert isinstance(self.state, TableState)
        return self.state.table_model.press(press, 100.0)

    async def go(self, key: TableKey) -> None:
        """Presses a key that leads to another table, and takes the step."""
        step = self.press(key)
        assert isinstance(step, GoToFollowed)
        await self.controller.send(step)

    async def give_up_seat(self) -> str:
        """Gives up the seat, as the program does before it ends."""
        giving_up = asyncio.create_task(self.controller.exit.give_up_seat())
        while not giving_up.done():
            await self.handle()
        return giving_up.result()

    async def set_link(self, state: LinkState) -> None:
        self.link.status = ConnectionStatus(state)
        await self.handle(self.link.status)


@asynccontextmanager
async def run_controller(
    plan: LaunchPlan | None = None, *, deals_folder: Path | None = None
) -> AsyncIterator[ControllerHarness]:
    link, posted = FakeLink(), list[SessionEvent]()
    session = LinkedServer(plan or JoinServer(link.address), link)
    session.deals_folder = deals_folder
    controller = SessionController(session, options=TableOptions(bell=False), now=lambda: 100.0)
    running = asyncio.create_task(controller.run(posted.append))
    await session.running.wait()
    yield ControllerHarness(controller, link, posted)
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


@asynccontextmanager
async def run_controller_at_table(*, seated: bool = True) -> AsyncIterator[ControllerHarness]:
    async with run_controller() as running:
        await running.handle(Received(welcome_message(table="t1")))
        await running.handle(Received(table_snapshot(seated=seated)))
        running.link.sent.clear()
        yield running
