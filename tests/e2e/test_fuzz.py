"""Frames at random against a real server: it refuses them in a sentence each, and plays on with every chip.

`RAILBIRD_FUZZED=1000000 pytest -m slow -s tests/e2e/test_fuzz.py -k memory` sends that many frames and prints the rate.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from railbird_server.runtime import session
from railbird_server.runtime.audit import audit
from railbird_server.runtime.server import Server
from railbird_server.runtime.tables.table_runner import TABLE_FAILED
from railbird_server.store.contents import contents
from railbird_server.store.sqlite import SqliteStore
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.carrier import WireClosed
from railbird_shared.protocol.commands import Hello, ListTables
from railbird_shared.protocol.messages import Accepted, Message, Refused, TableClosed
from support.frame_fuzzer import FrameFuzzer
from support.network_clients import (
    HeadlessClient,
    RawLink,
    choose_passively,
    connect_in_memory,
    open_socket,
    run_server,
)
from support.timeouts import TIMEOUT_SECONDS

pytestmark = pytest.mark.slow

FRAMES = int(os.environ.get("RAILBIRD_FUZZED", "20000"))
GUESTS = 4
AT_ONCE = 20
"""Frames that a guest sends before they read the answers."""


MARKS = count(10**6)
"""Ids of the commands that are to be answered, which no frame at random has."""


class Answers:
    """What the server answered to frames at random."""

    def __init__(self) -> None:
        self.frames = 0
        self.cut_off = 0
        self.codes: Counter[str] = Counter()

    def count(self, message: Message) -> None:
        """Counts an answer; a fault of the server is none."""
        match message:
            case Refused(code=code, sentence=sentence):
                assert code != "fault", sentence
                assert sentence.endswith((".", "?")), sentence
                self.codes[code] += 1
            case Accepted():
                self.codes["accepted"] += 1
            case TableClosed(reason=reason):
                assert reason != TABLE_FAILED
            case _:
                pass

    def __str__(self) -> str:
        found = ", ".join(f"{code} {number:,}" for code, number in self.codes.most_common())
        return f"{self.frames:,} frames, {self.cut_off:,} connections cut off; {found}"


async def fuzz_in_memory(server: Server, fuzzer: FrameFuzzer, answers: Answers, frames: int) -> None:
    """Sends frames to a session in memory, and reads all that comes."""
    wire = server.connect_in_memory()
    link = RawLink(wire)
    await link.send(Hello(v=PROTOCOL_VERSION, name="Rook"))
    for _ in range(frames // AT_ONCE):
        for _ in range(AT_ONCE):
            frame = fuzzer.frame()
            wire.transport.incoming.put(
                frame.encode() if isinstance(frame, str) else frame.decode(errors="replace").encode()
            )
        answers.frames += AT_ONCE
        await read_until_answered(link, next(MARKS), answers)
    await link.close()


async def read_until_answered(link: RawLink, mark: int, answers: Answers) -> None:
    """Asks for something and reads until its answer; raises WireClosed."""
    await link.send(ListTables(id=mark))
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            message = await link.receive()
            answers.count(message)
            if isinstance(message, Accepted | Refused) and message.id == mark:
                return


async def fuzz_by_socket(server: Server, fuzzer: FrameFuzzer, answers: Answers, frames: int) -> None:
    """Sends frames over sockets, and connects again whenever the server has cut one off."""
    sent = 0
    while sent < frames:
        link = await open_socket(server)
        try:
            await link.send(Hello(v=PROTOCOL_VERSION, name="Rook"))
            while sent < frames:
                for _ in range(5):
                    frame = fuzzer.frame()
                    if isinstance(frame, bytes) and fuzzer.chance.random() < 0.3:
                        await link.socket.send(frame, text=True)
                    else:
                        await link.send_frame(frame)
                sent += 5
                answers.frames += 5
                await read_until_answered(link, next(MARKS), answers)
                link.frames.clear()
        except (WireClosed, ConnectionClosed):
            sent += 5
            answers.cut_off += 1
        await link.abort_and_wait()


class HonestTable:
    """Two players at a full table who play on whatever happens beside them."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.players: list[HeadlessClient] = []
        self.table = ""
        self._playing: list[asyncio.Task[None]] = []

    async def begin(self, server: Server) -> None:
        """Opens the table and plays."""
        wren, heron = await connect_in_memory(server, "Wren"), await connect_in_memory(server, "Heron")
        self.table = await wren.open_table(seats=2)
        await heron.watch(self.table)
        self.players = [wren, heron]
        for player in self.players:
            await player.sit()
            self._playing.append(asyncio.create_task(self._play(player)))

    async def _play(self, player: HeadlessClient) -> None:
        while True:
            await player.act_if_in_turn(choose_passively)
            await player.receive()
            player.messages.clear()

    async def wait_for_hand(self, number: int) -> None:
        """Waits until that hand has begun."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while (view := self.players[0].view) is None or view.hand < number:
                for task in self._playing:
                    assert not task.done(), task.result()
                await asyncio.sleep(0.01)

    async def end(self) -> int:
        """Ends the play; returns how many hands there were, with every chip where it was."""
        for task in self._playing:
            assert not task.done(), task.result()
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        view = self.players[0].view
        assert view is not None
        assert sum(seat.stack for seat in view.occupied) + view.total_pot == sum(
            seat.bought_in for seat in view.occupied
        )
        return view.hand

    def examine(self) -> None:
        """Examines all that the server has kept."""
        with contents(self.database) as kept:
            found = audit(kept)
        assert not found.faults


async def run_fuzz(
    fuzz: Callable[[Server, FrameFuzzer, Answers, int], Awaitable[None]], database: Path, frames: int, **settings: Any
) -> Answers:
    """Has guests send frames at random beside an honest table; returns what they were answered."""
    answers, honest = Answers(), HonestTable(database)
    began = time.monotonic()
    async with run_server(store=SqliteStore(database), pause=0.02, max_tables=6, **settings) as server:
        await honest.begin(server)
        guests = [FrameFuzzer(random.Random(f"guest {number}"), honest.table) for number in range(GUESTS)]
        await asyncio.gather(*(fuzz(server, guest, answers, frames // GUESTS) for guest in guests))
        await honest.wait_for_hand(2)
        hands = await honest.end()
    honest.examine()
    took = time.monotonic() - began
    print(f"\n{answers}; {answers.frames / took:,.0f} frames a second beside {hands:,} hands")
    return answers


@pytest.fixture(name="no_faults", autouse=True)
def _no_faults(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails a test in which the server has logged a warning or a fault."""
    caplog.set_level(logging.WARNING)
    yield
    assert [record.getMessage() for record in caplog.get_records("call") if record.name.startswith("railbird")] == []


async def test_a_session_in_memory_refuses_frames_at_random(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MAX_BAD_FRAMES", 10**9)
    answers = await run_fuzz(fuzz_in_memory, tmp_path / "railbird.db", 2000)
    assert {"not-json", "invalid", "accepted"} <= set(answers.codes)


@pytest.mark.slow
async def test_many_frames_at_random_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MAX_BAD_FRAMES", 10**9)
    answers = await run_fuzz(fuzz_in_memory, tmp_path / "railbird.db", FRAMES)
    assert answers.frames >= FRAMES * 0.99


@pytest.mark.slow
async def test_many_frames_at_random_by_socket(tmp_path: Path) -> None:
    answers = await run_fuzz(fuzz_by_socket, tmp_path / "railbird.db", FRAMES // 20, connections_per_address=1000)
    assert answers.cut_off > 10
