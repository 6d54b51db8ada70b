"""The driver of guests: what it takes of them, what it sends, and what it bears."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import ClassVar

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from railbird_client.guests.channel_driver import (
    BYTE_BURST,
    DOES_NOT_READ,
    EVENT_BURST,
    MAX_UNSENT_BYTES,
    MOVE_RESERVE,
    SENDS_TOO_MUCH,
    ChannelDriver,
    clamp_size,
)
from support.guest_channels import GuestTerminal
from support.timeouts import TIMEOUT_SECONDS


class Plain(App[None]):
    """An app that keeps the events of its guest."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+z", "suspend_process")]
    taken: ClassVar[list[events.Event]] = []

    def compose(self) -> ComposeResult:
        yield Input()

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key | events.MouseEvent | events.Paste | events.Resize):
            self.taken.append(event)
        await super().on_event(event)


class Guest:
    """A guest of such an app; `excess` are the sentences about them."""

    def __init__(self) -> None:
        self.terminal = GuestTerminal()
        self.app = Plain()
        self.app.taken.clear()
        self.excess: list[str] = []
        self.app.driver_class = partial(  # type: ignore[assignment]
            ChannelDriver, channel=self.terminal, on_excess=self.excess.append
        )

    @property
    def driver(self) -> ChannelDriver:
        assert isinstance(self.app._driver, ChannelDriver)
        return self.app._driver

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not condition():  # noqa: ASYNC110  an app tells nobody of its events
                await asyncio.sleep(0.001)

    async def feed(self, data: bytes) -> list[events.Event]:
        """Feeds bytes, and returns the events that the app gets of them."""
        self.app.taken.clear()
        self.driver.feed(data)
        await self.wait_until(lambda: not self.app._message_queue.qsize())
        return [*self.app.taken]

    @property
    def typed(self) -> str:
        return self.app.query_one(Input).value


@asynccontextmanager
async def run_guest() -> AsyncIterator[Guest]:
    guest = Guest()
    running = asyncio.create_task(guest.app.run_async())
    await guest.terminal.wait_until(lambda: guest.app._is_mounted and b"\x1b[?1049h" in guest.terminal.written)
    try:
        yield guest
    finally:
        guest.app.exit()
        await running


async def test_what_is_typed_and_pasted_arrives_and_the_terminal_is_given_back() -> None:
    async with run_guest() as guest:
        await guest.feed("hé".encode()[:2])
        await guest.feed("hé".encode()[2:])
        await guest.feed(b"\x1b[200~llo \xe2\x99\xa0\x1b[201~\x1a")
        await guest.wait_until(lambda: guest.typed == "héllo ♠")
        assert not guest.driver.can_suspend
        before = guest.terminal.pieces
        for _ in range(5):
            guest.driver.write("x")
        await asyncio.sleep(0)
        assert guest.terminal.pieces == before + 1, "what is written in one turn goes out together"
    assert b"\x1b[?1049l" in guest.terminal.written
    assert b"\x1b[>" not in guest.terminal.written, "no protocol of keys is asked for"


@pytest.mark.parametrize(
    "hostile",
    [
        b"\x1b[99999999999999u",
        b"\x1b[1;1;99999999u",
        b"\x1b[48;1000000;1000000;9;9t",
        b"\x1b[<99999999999;9999999999;99999999M",
        b"\x1b[?2048;1$y",
        b"\xff\xfe\xc0\x80\x00",
        b"\x1bP" + b"9" * 500 + b"\x1b\\",
    ],
)
async def test_no_bytes_of_a_guest_end_the_app_or_change_its_size(hostile: bytes) -> None:
    async with run_guest() as guest:
        taken = await guest.feed(hostile)
        assert not [event for event in taken if isinstance(event, events.Resize)]
        await guest.feed(b"\x1b[201~")
        guest.driver.feed(b"\x1b")
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while "ok" not in guest.typed:
                await guest.feed(b"ok")
        assert guest.app.size == (80, 24)
        assert not guest.excess


async def test_a_flood_of_keys_and_moves_is_cut_and_one_of_bytes_ends_the_line() -> None:
    async with run_guest() as guest:
        moves = b"".join(b"\x1b[<35;%d;%dM" % (x % 80 + 1, x % 24 + 1) for x in range(500))
        assert len(await guest.feed(moves)) < 5, "the last of those that come together, and what Textual makes of it"
        most = EVENT_BURST + 5 * 50.0  # of five seconds, on a slow machine
        assert MOVE_RESERVE < len(await guest.feed(b"a" * 5000)) <= most
        assert not guest.excess
        guest.driver.feed(b"\x1b[200~" + b"a" * int(BYTE_BURST))
        assert guest.excess == [SENDS_TOO_MUCH]


async def test_a_guest_who_does_not_read_gets_what_was_held_back_until_it_is_too_much() -> None:
    async with run_guest() as guest:
        await asyncio.sleep(0)
        guest.driver.pause()
        before = guest.terminal.written
        guest.driver.write("held back")
        await asyncio.sleep(0)
        assert guest.terminal.written == before
        guest.driver.resume()
        assert b"held back" in guest.terminal.written
        guest.driver.pause()
        for _ in range(3):
            guest.driver.write("x" * (MAX_UNSENT_BYTES // 2))
        assert guest.excess == [DOES_NOT_READ]


@pytest.mark.parametrize(
    ("named", "painted"),
    [((0, 0), (80, 24)), ((2**32 - 1, 2**32 - 1), (500, 200)), ((1, 1), (1, 1)), ((-5, 30), (80, 30))],
)
async def test_a_size_is_clamped(named: tuple[int, int], painted: tuple[int, int]) -> None:
    assert clamp_size(named) == painted
    async with run_guest() as guest:
        guest.driver.resize(named)
        await guest.wait_until(lambda: guest.app.size == painted)
