"""The house of guests: who is in it, one line for each, within limits, and a client that is painted for each."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol

from textual.app import App

from railbird_client.guests.channel_driver import Channel, ChannelDriver
from railbird_client.guests.guest import (
    FAULT,
    USUAL_TERMINAL,
    Guest,
    GuestApp,
    GuestHome,
    TerminalKind,
    describe_fault,
    logger,
)
from railbird_client.record_file import has_own_machine
from railbird_shared.network.address import Address

USUAL_GUESTS = 16
"""How many guests a house takes unless it is told otherwise."""

SHARE_OF_ADDRESS = 0.75
"""How much of a house the guests of one address may fill; those of this machine may fill it all."""

LEAVE_SECONDS = 3.0
"""How long a client may take to end before it is cancelled."""

MAX_EARLY_BYTES = 4096
"""How much is kept of what a guest types before their client takes it."""

OTHER_LINE = "You have come in on another line, so this one ends."
NO_SCREEN = "Your terminal takes plain lines only (TERM=dumb)."


class GuestRefused(Exception):
    """A guest is not let in; the message is a sentence for them."""


class GuestLine(Protocol):
    """The line of a guest who is in."""

    def end(self, sentence: str = "") -> None:
        """Ends it, and tells the guest a sentence; without one the line is gone already."""
        ...


class GuestHouse:
    """The guests of the server at `address`, whose homes are in `folder`; at most `limit` are in at a time."""

    def __init__(self, address: Address, folder: Path, *, limit: int = USUAL_GUESTS) -> None:
        self.address = address
        self.folder = folder
        self.limit = limit
        self._present: dict[str, tuple[Guest, GuestLine]] = {}
        self._is_closed = ""
        self._drawn: set[DrawnGuest] = set()

    def __len__(self) -> int:
        return len(self._present)

    @contextmanager
    def admit(self, guest: Guest, line: GuestLine) -> Iterator[GuestHome]:
        """Has a guest in as long as the context lasts; raises GuestRefused.

        A line by which the same guest is in already ends.
        """
        before = self._present.get(guest.identity)
        if refusal := self._refusal(guest):
            raise GuestRefused(refusal)
        self._present[guest.identity] = guest, line
        if before is not None:
            before[1].end(OTHER_LINE)
        home = GuestHome.of(guest, self.address, self.folder)
        try:
            yield home
        finally:
            if self._present.get(guest.identity) == (guest, line):
                del self._present[guest.identity]
                if not (guest.kept and home.is_known):
                    shutil.rmtree(home.folder, ignore_errors=True)

    def _refusal(self, guest: Guest) -> str:
        """Returns why a guest does not come in, empty if they do."""
        if self._is_closed:
            return self._is_closed
        others = Counter(each.address for each, _ in self._present.values() if each.identity != guest.identity)
        if others.total() >= self.limit:
            return f"The house is full: {self.limit} guests are in. Try again when somebody has left."
        is_near = not guest.address or Address(guest.address).is_loopback
        if not is_near and others[guest.address] >= max(1, int(self.limit * SHARE_OF_ADDRESS)):
            return "Too many guests are in from your address. Try again when one of them has left."
        return ""

    async def draw(
        self, guest: Guest, channel: Channel, size: tuple[int, int], terminal: TerminalKind = USUAL_TERMINAL
    ) -> DrawnGuest:
        """Runs a client that is painted for a guest; raises GuestRefused."""
        if not terminal.is_paintable:
            raise GuestRefused(NO_SCREEN)
        drawn = DrawnGuest(channel, size)
        with ExitStack() as stay:
            home = stay.enter_context(self.admit(guest, drawn))
            try:
                app = home.make_app(terminal)
            except Exception as error:  # noqa: BLE001  it is this guest's alone
                logger.error("A guest's client cannot be made: %s", describe_fault(error))
                raise GuestRefused(FAULT) from None
            drawn.start(app, stay.pop_all())
        self._drawn.add(drawn)
        drawn.ended.add_done_callback(lambda _: self._drawn.discard(drawn))
        return drawn

    async def close(self, sentence: str) -> None:
        """Ends all lines with a sentence, and waits until the painted ones have."""
        self._is_closed = sentence
        for _, line in tuple(self._present.values()):
            line.end(sentence)
        if self._drawn:
            await asyncio.wait([each.ended for each in self._drawn])


class DrawnGuest:
    """A client that is painted for a guest."""

    def __init__(self, channel: Channel, size: tuple[int, int]) -> None:
        self._channel: Channel | None = channel
        self._size = size
        self._driver: ChannelDriver | None = None
        self._early = b""
        self._app: GuestApp | None = None
        self._task: asyncio.Task[None] | None = None
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sentence = ""
        self._is_ending = False

    @property
    def ended(self) -> asyncio.Future[None]:
        """Is done once the client has ended and its channel is closed; to cancel it cancels the waiting alone."""
        return asyncio.shield(self._ended)

    def start(self, app: GuestApp, stay: ExitStack) -> None:
        """Runs the client, and closes `stay` at its end."""
        loop = asyncio.get_running_loop()
        self._app = app
        # Textual would have print() write to the app that came last, which may be gone when another one leaves.
        app._capture_stdout, app._capture_stderr = sys.stdout, sys.stderr  # type: ignore[assignment]  # noqa: SLF001
        app.driver_class = self._make_driver  # type: ignore[assignment]
        factory = loop.get_task_factory()
        self._task = loop.create_task(self._run(app, stay), name="guest")
        # From Python 3.12 on, Textual sets a factory for all tasks of the loop, also for those of the doors.
        loop.call_soon(loop.set_task_factory, factory)

    def _make_driver(self, app: App[Any], *, debug: bool, mouse: bool, size: tuple[int, int] | None) -> ChannelDriver:
        self._driver = ChannelDriver(
            app, debug=debug, mouse=mouse, size=size or self._size, channel=self._channel, on_excess=self.end
        )
        if self._early:
            self._driver.feed(self._early)
        return self._driver

    async def _run(self, app: GuestApp, stay: ExitStack) -> None:
        has_own_machine.set(False)
        sentence = FAULT
        try:
            sentence = await app.run_async() or ""
        except Exception as error:  # noqa: BLE001  it is this guest's alone
            logger.error("A guest's client has failed: %s", describe_fault(error))
        finally:
            stay.close()
            if self._driver is not None:
                self._driver.close()
            if self._channel is not None:
                self._channel.close(self._sentence or sentence)
            self._ended.set_result(None)

    def feed(self, data: bytes) -> None:
        """Takes bytes that the guest has typed."""
        if self._driver is None:
            self._early = (self._early + data)[:MAX_EARLY_BYTES]
        elif not self._is_ending:
            self._driver.feed(data)

    def resize(self, width: int, height: int) -> None:
        """Takes another size of the guest's terminal."""
        self._size = (width, height)
        if self._driver is not None:
            self._driver.resize(self._size)

    def pause(self) -> None:
        """Holds back what is painted, until the channel takes it again."""
        if self._driver is not None:
            self._driver.pause()

    def resume(self) -> None:
        """Sends what was held back."""
        if self._driver is not None:
            self._driver.resume()

    def end(self, sentence: str = "") -> None:
        """Ends the client, whose seat is kept, and tells the guest a sentence; without one the line is gone already."""
        if not sentence:
            self._channel = None
            if self._driver is not None:
                self._driver.close()
        if self._app is None or self._task is None or self._is_ending:
            return
        self._is_ending, self._sentence = True, sentence
        self._app.exit(sentence)
        asyncio.get_running_loop().call_later(LEAVE_SECONDS, self._task.cancel)
