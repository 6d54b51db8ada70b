"""A guest on the page for phones, as long as the socket of their page is open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable
from functools import partial
from typing import Protocol

from railbird_client.guests.guest import FAREWELL, FAULT, GuestHome, describe_fault, logger
from railbird_client.lines.line_session import Farewell, LineSession
from railbird_client.network.known_servers import KnownServers
from railbird_client.phone.phone_session import PhoneSession
from railbird_client.record_file import has_own_machine
from railbird_client.settings.player_settings import KeptServers, table_options
from railbird_shared.network.websocket import Throttle

MESSAGE_RATE, MESSAGE_BURST = 10.0, 40
"""Messages a second and at once that are read of a page; more of them wait at the sender."""


class PageLine(Protocol):
    """The socket of a page."""

    def tell(self, text: bytes) -> None:
        """Sends a text, which is JSON."""
        ...

    def close(self, sentence: str) -> None:
        """Tells the page that it is over, with a sentence for the player, and closes the socket."""
        ...


class PhoneGuest:
    """The line of a guest on the page for phones."""

    def __init__(self, line: PageLine) -> None:
        self._line = line
        self._session: PhoneSession | None = None
        self._playing: asyncio.Task[Farewell] | None = None

    async def run(self, home: GuestHome, messages: AsyncIterable[str | bytes]) -> None:
        """Leads the guest by the messages of their page, until it has no more; raises msgspec.MsgspecError."""
        has_own_machine.set(False)
        file = home.settings_file
        kept = KeptServers(file, home.find_name(file))
        make = partial(
            LineSession,
            home.plan,
            name=kept.player,
            tokens=kept,
            known_servers=KnownServers(),
            rename=kept.rename,
            options=table_options(file.load()),
        )
        session = self._session = PhoneSession(make, self._line.tell)
        playing = self._playing = asyncio.create_task(session.run())
        playing.add_done_callback(self._say_farewell)
        loop, throttle = asyncio.get_running_loop(), Throttle(MESSAGE_RATE, MESSAGE_BURST)
        try:
            async for message in messages:
                session.take(message)
                await asyncio.sleep(throttle.delay(loop.time()))
        finally:
            playing.cancel()
            await asyncio.wait([playing])

    def _say_farewell(self, playing: asyncio.Task[Farewell]) -> None:
        if playing.cancelled():
            return
        if (error := playing.exception()) is not None:
            logger.error("A guest's page has failed: %s", describe_fault(error))
        self._line.close(FAULT if error is not None else playing.result().sentence or FAREWELL)

    def hold(self, holds: bool) -> None:
        """Holds back what the page is to get while its socket takes no more."""
        if self._session is not None:
            self._session.hold(holds)

    def end(self, sentence: str = "") -> None:
        """Ends the line, whose seat is kept, and tells the guest a sentence; without one the line is gone already."""
        if sentence:
            self._line.close(sentence)
        if self._playing is not None:
            self._playing.cancel()
