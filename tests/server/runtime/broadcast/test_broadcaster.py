from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import pytest
from msgspec.structs import replace

from railbird_server.runtime.broadcast import rail
from railbird_server.runtime.broadcast.broadcaster import Broadcaster
from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.broadcast.rail import RAIL_SLICE
from railbird_server.runtime.broadcast.rail_chances import GamesPlayed, PastChances
from railbird_server.runtime.broadcast.step_log import SentStep, StepLog
from railbird_server.runtime.outbox import Outbox
from railbird_server.runtime.players import Player, Viewer
from railbird_server.table.inputs import ForSeat
from railbird_server.table.seats import Seat
from railbird_server.table.table import Table
from railbird_shared.protocol import codec
from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.commands import Resume
from railbird_shared.protocol.events import Checked, YourOffers
from railbird_shared.protocol.messages import Chat, Rail, Snapshot, Step
from railbird_shared.settings.table_terms import RailTerms
from support.chances import EvenChances
from support.table_harness import HOST, table_settings

EVENTS = (Checked(3), ForSeat(2, YourOffers(Offers(show=True))))
PRESENT = RailTerms()
PUBLIC, PRIVATE = (Checked(3),), (YourOffers(Offers(show=True)),)


def step_with(log: StepLog, *seated: str, gone: str = "") -> SentStep:
    """A step after which players have the seats from 1 on; seat 2 may belong to a player who has just gone."""
    log.holders = {2: gone} if gone else log.holders
    return log.record(EVENTS, [Seat(number, name, name, 100) for number, name in enumerate(seated, start=1)], at=0)


class FakeOutbox:
    """Keeps the frames for one player in a log that all players share."""

    def __init__(self, player: str, log: list[tuple[str, bytes]]) -> None:
        self._player = player
        self._log = log

    def send_update(self, frame: bytes) -> None:
        self._log.append((self._player, frame))

    send_snapshot = send_update


class FakeViewer:
    """A viewer with an outbox that only keeps frames."""

    address = ""

    def __init__(self, name: str, log: list[tuple[str, bytes]]) -> None:
        self.player = Player(name, b"")
        self.outbox = cast("Outbox", FakeOutbox(name, log))


def broadcaster_to(
    *rail: str, steps: StepLog, seated: tuple[str, ...] = (), terms: RailTerms = PRESENT
) -> tuple[Broadcaster, dict[str, Viewer], list[tuple[str, bytes]]]:
    """Returns a broadcaster to players on the rail and in the seats from 1 on, its viewers, and what they get."""
    log: list[tuple[str, bytes]] = []
    members = Members("t1", Player("host", b""), lambda _player, _table: None)
    for name in (*rail, *seated):
        members.enter(cast("Viewer", FakeViewer(name, log)))
    members.update_seats([Seat(number, name, name, 100) for number, name in enumerate(seated, start=1)])
    table = Table("t1", replace(table_settings(), rail=terms), HOST)
    return Broadcaster(table, steps, members, lambda: 0), members.viewers, log


@asynccontextmanager
async def fed(broadcaster: Broadcaster) -> AsyncIterator[None]:
    """Feeds the rail meanwhile, until it has got all."""
    feeding = asyncio.create_task(broadcaster.feed_rail())
    await asyncio.sleep(0)
    try:
        yield
        await run_until_idle()
    finally:
        feeding.cancel()


async def run_until_idle() -> None:
    """Lets other tasks run for longer than any of these rails takes."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_seats_are_sent_to_first_and_each_gets_their_own_private_part() -> None:
    told = StepLog("e1")
    broadcaster, _, log = broadcaster_to("rail 1", "rail 2", steps=told, seated=("seat 1", "seat 2"))
    async with fed(broadcaster):
        broadcaster.send_step(step_with(told, "seat 1", "seat 2"))
    steps = {player: codec.decode_message(frame) for player, frame in log}
    assert {player for player, _ in log[:2]} == {"seat 1", "seat 2"}
    assert [player for player, _ in log[2:]] == ["rail 1", "rail 2"]
    for player, step in steps.items():
        assert isinstance(step, Step)
        assert step.public == PUBLIC
        assert step.private == (PRIVATE if player == "seat 2" else ())


async def test_a_player_who_left_in_the_step_gets_the_private_part_of_their_old_seat() -> None:
    told = StepLog("e1")
    broadcaster, _, log = broadcaster_to("gone", steps=told)
    broadcaster.send_step(step_with(told, gone="gone"))
    (frame,) = (codec.decode_message(frame) for _, frame in log)
    assert isinstance(frame, Step)
    assert frame.private == PRIVATE


async def test_a_long_rail_is_sent_to_in_slices_with_room_for_other_tasks_between() -> None:
    broadcaster, _, log = broadcaster_to(*(f"p{number}" for number in range(2 * RAIL_SLICE + 1)), steps=StepLog("e1"))
    async with fed(broadcaster):
        broadcaster.send_chat(Chat(name="Wren", text="hello"), players_read=True)
        assert not log
        lengths = []
        while len(log) < 2 * RAIL_SLICE + 1:
            await asyncio.sleep(0)
            lengths.append(len(log))
    assert set(lengths) - {0} == {RAIL_SLICE, 2 * RAIL_SLICE, 2 * RAIL_SLICE + 1}


async def test_a_new_epoch_cannot_be_resumed_from_a_step_of_the_old_one() -> None:
    told = StepLog("e1")
    broadcaster, viewers, log = broadcaster_to("p1", steps=told)
    viewer = viewers["p1"]
    broadcaster.send_snapshot(viewer)
    snapshot = codec.decode_message(log.pop()[1])
    assert isinstance(snapshot, Snapshot)
    resume = Resume("t1", snapshot.epoch, snapshot.seq)
    broadcaster.send_step(step_with(told, gone="p1"))
    broadcaster.catch_up(viewer, resume)
    assert log[0] == log[1]
    told.begin_epoch("e2")
    broadcaster.catch_up(viewer, resume)
    assert isinstance(codec.decode_message(log[-1][1]), Snapshot)


async def test_every_viewer_knows_the_same_number_of_watchers_a_newcomer_too() -> None:
    broadcaster, viewers, log = broadcaster_to("p1", steps=StepLog("e1"), seated=("seat 1",))
    broadcaster.send_watchers(7)
    broadcaster.rail.finish()
    assert [(player, codec.decode_message(frame)) for player, frame in log] == [
        ("seat 1", Rail(watchers=7)),
        ("p1", Rail(watchers=7)),
    ]
    broadcaster.send_snapshot(viewers["p1"])
    snapshot = codec.decode_message(log[-1][1])
    assert isinstance(snapshot, Snapshot)
    assert (snapshot.seq, snapshot.watchers) == (0, 7)


async def test_the_number_of_watchers_follows_the_steps_that_a_returning_viewer_missed() -> None:
    told = StepLog("e1")
    broadcaster, viewers, log = broadcaster_to("p1", steps=told)
    broadcaster.send_snapshot(viewers["p1"])
    snapshot = codec.decode_message(log[-1][1])
    assert isinstance(snapshot, Snapshot)
    broadcaster.send_step(step_with(told, gone="p1"))
    broadcaster.send_watchers(3)
    log.clear()
    broadcaster.catch_up(viewers["p1"], Resume("t1", snapshot.epoch, 0))
    assert [type(codec.decode_message(frame)) for _, frame in log] == [Step, Rail]


def test_a_delayed_rail_is_promised_no_whole_table_before_all_that_happened_there_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rail, "MAX_WAITING", 2)
    log, time = StepLog("e1"), [0]
    broadcaster, _, _ = broadcaster_to(steps=log, terms=RailTerms(delay_seconds=1))
    chances = PastChances("t1 rail", EvenChances(), GamesPlayed(broadcaster._table))
    broadcaster.delay_rail(lambda: time[0], chances)
    assert broadcaster.delayed is not None
    queue = broadcaster.delayed._queue
    for _ in range(2):
        broadcaster.send_step(step_with(log, "Wren", "Heron"))
    assert queue.is_behind
    broadcaster.is_up_to_date = False
    time[0] = 10_000
    broadcaster.delayed.release()
    assert (len(queue), queue.wants_table) == (0, True)
    broadcaster.note_all_told()
    assert (len(queue), queue.is_behind) == (1, False)
