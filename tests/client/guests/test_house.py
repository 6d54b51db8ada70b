"""The house of guests: clients on channels of one process, at a real server."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from weakref import WeakSet

import pytest
from argon2 import PasswordHasher
from textual._styles_cache import StylesCache
from textual.screen import Screen

from railbird_client.guests import lag_watch
from railbird_client.guests.channel_driver import ChannelDriver
from railbird_client.guests.guest import FAREWELL, FAULT, Guest, GuestApp, TerminalKind, logger
from railbird_client.guests.house import OTHER_LINE, GuestRefused
from railbird_client.history.exports import write_file
from railbird_client.hosting.profiles import ProfileError, read_house_file, write_house_file
from railbird_client.record_file import NO_FILES, has_own_machine
from railbird_client.widgets.terminal import REPEAT_DELAY
from railbird_server.runtime.server import Server
from railbird_shared.house.house_rules import CASINO
from railbird_shared.protocol.view import TableView
from support.guest_channels import GuestAtTable, GuestTerminal, come_in, run_house
from support.network_clients import HeadlessClient, connect_in_memory
from support.timeouts import TIMEOUT_SECONDS

CTRL_Z = "\x1a"


class Rail:
    """Somebody who has opened a table and looks on."""

    def __init__(self, client: HeadlessClient) -> None:
        self._client = client
        self.changed = asyncio.Event()

    async def read(self) -> None:
        while True:
            await self._client.receive()
            self.changed.set()

    @property
    def view(self) -> TableView:
        assert self._client.view is not None
        return self._client.view

    async def wait_until_seated(self, *names: str) -> None:
        """Waits until these sit at the table and nobody else."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while {seat.name for seat in self.view.occupied} != {*names}:
                self.changed.clear()
                await self.changed.wait()

    async def wait_for_hand(self, hand: int) -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while self.view.hand < hand:
                self.changed.clear()
                await self.changed.wait()


@asynccontextmanager
async def open_table(server: Server) -> AsyncIterator[Rail]:
    client = await connect_in_memory(server, "Robin")
    await client.open_table(seats=4, bet=2)
    rail = Rail(client)
    reading = asyncio.create_task(rail.read())
    try:
        yield rail
    finally:
        reading.cancel()


async def fold_until(rail: Rail, hand: int, *guests: GuestAtTable) -> None:
    """Has guests fold, as a person presses a key, until a hand has begun; a press right after a turn began is none."""
    beginning = asyncio.create_task(rail.wait_for_hand(hand))
    while not beginning.done():
        for guest in guests:
            if "Your turn" in guest.terminal.text:
                guest.type_keys("f")
        await asyncio.wait([beginning], timeout=REPEAT_DELAY)
    await beginning


@pytest.mark.slow
async def test_two_guests_play_a_hand_and_the_same_guest_comes_back_to_seat_chips_and_name(tmp_path: Path) -> None:
    async with run_house(tmp_path) as (house, server), open_table(server) as rail:
        ada, bo = await come_in(house, "Ada"), await come_in(house, "Bo")
        await rail.wait_until_seated("Ada", "Bo")
        await fold_until(rail, 2, ada, bo)
        chips = {seat.name: seat.stack + seat.bet for seat in rail.view.occupied}
        assert sorted(chips.values()) in ([199, 201], [198, 202])
        folded = min(chips, key=chips.__getitem__)
        again = await come_in(house, "Somebody", identity=folded)
        assert await {"Ada": ada, "Bo": bo}[folded].terminal.wait_until_closed() == OTHER_LINE
        await again.terminal.wait_for("Kitchen", f"▟ {folded} ", str(chips[folded] - 2))
        assert len(house) == 2
        again.type_keys(CTRL_Z)
        again.drawn.end()
        await again.drawn.ended
        assert again.terminal.closed_with is None, "nobody reads it"
        back = await come_in(house, "", identity=folded)
        await back.terminal.wait_for(f"▟ {folded} ")
        assert rail.view.you.seat is None
        assert {seat.name for seat in rail.view.occupied} == {"Ada", "Bo"}


async def test_a_fault_of_one_guest_ends_that_guest_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with run_house(tmp_path) as (house, server), open_table(server) as rail:
        ada, bo = await come_in(house, "Ada"), await come_in(house, "Bo")
        await rail.wait_until_seated("Ada", "Bo")
        await bo.terminal.wait_for("Kitchen")

        def fail(_: GuestApp) -> None:
            raise RuntimeError("a secret of Bo's")

        monkeypatch.setattr(GuestApp, "action_suspend_process", fail)
        bo.type_keys(CTRL_Z)
        assert await bo.terminal.wait_until_closed() == FAULT
        assert b"Traceback" not in bo.terminal.written
        assert "\x1b[?1049l" in bo.terminal.written.decode()
        (line,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
        assert line.startswith("A guest's client has failed: RuntimeError at test_house.py:")
        assert len(house) == 1
        ada.type_keys("?")
        await ada.terminal.wait_for("Esc")
        assert ada.terminal.closed_with is None


@pytest.mark.slow
async def test_guests_leave_the_process_as_it_was_whoever_goes_first(tmp_path: Path) -> None:
    loop, out, err = asyncio.get_running_loop(), sys.stdout, sys.stderr
    factory = loop.get_task_factory()
    async with run_house(tmp_path) as (house, _):
        ada, bo = await come_in(house, "Ada"), await come_in(house, "Bo")
        for guest in (ada, bo):
            await guest.terminal.wait_for("Lobby")
            assert (sys.stdout, sys.stderr, loop.get_task_factory()) == (out, err, factory)
        for guest in (ada, bo):
            guest.type_keys("q")
            assert await guest.terminal.wait_until_closed() == FAREWELL
            assert (sys.stdout, sys.stderr, loop.get_task_factory()) == (out, err, factory)
        assert not len(house)


@pytest.mark.slow
async def test_a_full_house_refuses_and_so_does_one_that_closes(tmp_path: Path) -> None:
    async with run_house(tmp_path, limit=4) as (house, _):
        for name in ("Ada", "Bo", "Cy"):
            await come_in(house, name)
        with pytest.raises(GuestRefused, match="from your address"):
            await come_in(house, "Dee")
        await come_in(house, "Ada")
        dee = await come_in(house, "Dee", address="127.0.0.1")
        with pytest.raises(GuestRefused, match="4 guests are in"):
            await come_in(house, "Eve", address="127.0.0.1")
        await dee.terminal.wait_for("Lobby")
        await house.close("The server stops.")
        assert dee.terminal.closed_with == "The server stops."
        with pytest.raises(GuestRefused, match=r"The server stops\."):
            await come_in(house, "Dee")


@pytest.mark.slow
async def test_a_password_is_asked_and_a_guest_without_a_name_too(tmp_path: Path) -> None:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    async with run_house(tmp_path, password_hash=quick.hash("chips")) as (house, _):
        guest = await come_in(house, "\x1b[31m", identity="x")
        await guest.terminal.wait_for("name")
        guest.type_keys("Ada\r")
        await guest.terminal.wait_for("Password of the server")
        guest.type_keys("wrong\r")
        await guest.terminal.wait_for("another password")
        guest.type_keys("chips\r")
        await guest.terminal.wait_for("you are Ada")


async def test_a_guest_reads_and_writes_no_file_of_the_host(tmp_path: Path) -> None:
    has_own_machine.set(False)
    assert write_file("text", "name", "txt") == NO_FILES
    target = tmp_path / "house.toml"
    for refused in (partial(read_house_file, "/etc/passwd"), partial(write_house_file, str(target), CASINO)):
        with pytest.raises(ProfileError, match="where no file of yours"):
            refused()
    assert not target.exists()


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        (TerminalKind("xterm-256color", "truecolor"), "48;2;"),
        (TerminalKind("xterm-256color"), "48;5;"),
        (TerminalKind("linux"), "4"),
    ],
)
async def test_each_guest_has_the_colours_of_their_terminal(kind: TerminalKind, codes: str, tmp_path: Path) -> None:
    async with run_house(tmp_path) as (house, _):
        guest = await come_in(house, "Ada", kind)
        await guest.terminal.wait_for("Lobby")
        written = guest.terminal.written.decode()
        assert codes in written
        assert ("48;2;" in written) == (codes == "48;2;")
        assert ("48;5;" in written) == (codes == "48;5;")


async def test_a_dumb_terminal_is_not_painted_on(tmp_path: Path) -> None:
    async with run_house(tmp_path) as (house, _):
        with pytest.raises(GuestRefused, match="plain lines"):
            await come_in(house, "Ada", TerminalKind("dumb"))


@pytest.mark.slow
async def test_what_holds_up_all_guests_is_told_with_the_guest_in_whose_client_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, is_told = list[str](), threading.Event()

    def note(text: str, *parts: str) -> None:
        told.append(text % parts)
        if "threading.py" in told[-1]:
            is_told.set()

    monkeypatch.setattr(logger, "warning", note)
    monkeypatch.setattr(lag_watch, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(lag_watch, "LAG_SECONDS", 0.1)
    monkeypatch.setattr(GuestApp, "action_suspend_process", lambda _: is_told.wait(TIMEOUT_SECONDS))
    async with run_house(tmp_path) as (house, _):
        ada = await come_in(house, "Ada")
        await ada.terminal.wait_for("Lobby")
        with lag_watch.watch_lag():
            ada.type_keys(CTRL_Z)
            ada.type_keys("?")
            await ada.terminal.wait_for("Esc")
    assert any(re.search(r"at threading\.py:\d+, in the client of guest [0-9a-f]{24}\.$", each) for each in told)


def folders_in(folder: Path) -> list[Path]:
    return [*folder.iterdir()]


@pytest.mark.slow
async def test_a_guest_who_cannot_come_again_leaves_nothing(tmp_path: Path) -> None:
    async with run_house(tmp_path) as (house, _):
        for kept in (True, False):
            terminal = GuestTerminal()
            drawn = await house.draw(Guest(f"test:{kept}", "Ada", "10.0.0.9", kept=kept), terminal, (80, 24))
            await terminal.wait_for("Lobby")
            drawn.end("The line ends.")
            await drawn.ended
            assert len(folders_in(tmp_path)) == 1


@pytest.mark.slow
async def test_of_a_stranger_whom_the_server_has_not_taken_nothing_is_kept(tmp_path: Path) -> None:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    async with run_house(tmp_path, password_hash=quick.hash("chips")) as (house, _):
        terminal = GuestTerminal()
        drawn = await house.draw(Guest("test:stranger", "Ada", "10.0.0.9"), terminal, (80, 24))
        await terminal.wait_for("password")
        drawn.end("The line ends.")
        await drawn.ended
        assert folders_in(tmp_path) == []


@pytest.mark.slow
async def test_a_terminal_whose_size_never_rests_is_painted_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_house(tmp_path) as (house, _):
        guest = await come_in(house, "Ada")
        await guest.terminal.wait_for("Lobby")
        sizes: list[tuple[int, int] | None] = []
        settled = asyncio.Event()

        def note(driver: ChannelDriver) -> None:
            sizes.append(driver._size)
            if len(sizes) == 2:
                settled.set()

        monkeypatch.setattr(ChannelDriver, "_post_size", note)
        for width in range(100, 150):
            guest.drawn.resize(width, 30)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await settled.wait()
        assert sizes == [(100, 30), (149, 30)]


@pytest.mark.slow
async def test_pages_that_a_guest_has_closed_are_forgotten(tmp_path: Path) -> None:
    async with run_house(tmp_path) as (house, _):
        ada = await come_in(house, "Ada")
        await ada.terminal.wait_for("Lobby")
        app = ada.drawn._app
        assert app is not None
        opened = WeakSet[Screen[object]]()
        for _ in range(4):
            ada.type_keys("?")
            await ada.terminal.wait_until(lambda: "No table is open" not in ada.terminal.text)
            opened.add(app.screen)
            ada.type_keys("?")
            await ada.terminal.wait_for("No table is open")
        gc.collect()
        assert len(opened) <= 1, "the last one may be in use for a moment"
        assert StylesCache.get_inner_outer.cache_info().currsize < 50
