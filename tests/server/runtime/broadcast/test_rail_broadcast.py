from __future__ import annotations

import asyncio
from typing import cast

import pytest

from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.broadcast.rail import (
    MAX_WAITING_FRAMES,
    RAIL_SLICE,
    PublicFrame,
    RailBroadcast,
    public_frame,
)
from railbird_server.runtime.outbox import Outbox
from railbird_server.runtime.players import Player, Viewer
from railbird_shared.protocol import codec
from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.events import Checked, YourOffers
from railbird_shared.protocol.messages import Step


class Spectator:
    """A viewer who keeps the frames that they are sent."""

    in_lobby = False
    address = ""

    def __init__(self, name: str) -> None:
        self.player = Player(name, b"")
        self.frames: list[bytes] = []
        self.behind = False
        self.outbox = cast("Outbox", self)

    def send_update(self, frame: bytes) -> None:
        if not self.behind:
            self.frames.append(frame)


class Table:
    """A rail of that many spectators, and its feed, which runs only when a test lets it."""

    def __init__(self, spectators: int) -> None:
        self.members = Members("t1", Player("host", b""), lambda _player, _table: None)
        self.crowd = [self.enter(f"p{number}") for number in range(spectators)]
        self.rail = RailBroadcast(self.members)
        self.feeding = asyncio.create_task(self.rail.run())

    def enter(self, name: str) -> Spectator:
        spectator = Spectator(name)
        self.members.enter(cast("Viewer", spectator))
        return spectator

    def publish(self, *names: bytes, at_once: tuple[Spectator, bytes] | None = None) -> None:
        """Publishes frames, the last of them to a spectator at once, in a form of their own."""
        for name in names:
            own = {cast("Viewer", at_once[0]): at_once[1]} if at_once and name is names[-1] else {}
            self.rail.publish(PublicFrame(name), own)


async def turns(count: int) -> None:
    """Lets other tasks have that many turns."""
    for _ in range(count):
        await asyncio.sleep(0)


async def table_with(spectators: int) -> Table:
    table = Table(spectators)
    await turns(1)
    return table


async def test_a_crowd_gets_every_frame_in_order_without_the_table_waiting() -> None:
    table = await table_with(3 * RAIL_SLICE)
    table.publish(b"1", b"2", b"3")
    assert not any(spectator.frames for spectator in table.crowd)
    await turns(20)
    assert all(spectator.frames == [b"1", b"2", b"3"] for spectator in table.crowd)


async def test_the_last_of_the_crowd_who_takes_a_seat_gets_first_what_the_others_have_got() -> None:
    table = await table_with(2 * RAIL_SLICE)
    table.publish(b"1", b"2")
    await turns(1)
    first, last = table.crowd[0], table.crowd[-1]
    assert (first.frames, last.frames) == ([b"1"], [])
    table.publish(b"3", at_once=(last, b"3 with cards"))
    assert last.frames == [b"1", b"2", b"3 with cards"]
    await turns(20)
    assert last.frames == [b"1", b"2", b"3 with cards"]
    assert first.frames == [b"1", b"2", b"3"]


async def test_a_player_who_leaves_their_seat_gets_nothing_twice() -> None:
    table = await table_with(2 * RAIL_SLICE)
    player = table.crowd[-1]
    table.publish(b"1", at_once=(player, b"1 with cards"))
    table.publish(b"2")
    await turns(20)
    assert player.frames == [b"1 with cards", b"2"]


async def test_a_newcomer_with_a_snapshot_gets_nothing_of_before() -> None:
    table = await table_with(2 * RAIL_SLICE)
    table.publish(b"1", b"2")
    await turns(1)
    newcomer = table.enter("newcomer")
    table.rail.skip(cast("Viewer", newcomer))
    table.publish(b"3")
    await turns(20)
    assert newcomer.frames == [b"3"]


async def test_who_has_left_gets_no_more() -> None:
    table = await table_with(2 * RAIL_SLICE)
    gone = table.crowd[-1]
    table.publish(b"1")
    await turns(1)
    table.members.leave(cast("Viewer", gone))
    await turns(20)
    assert not gone.frames


async def test_a_rail_that_lags_too_far_behind_waits_for_snapshots() -> None:
    table = await table_with(2)
    names = [b"%d" % number for number in range(MAX_WAITING_FRAMES + 1)]
    table.publish(*names)
    await turns(200)
    assert all(spectator.behind and not spectator.frames for spectator in table.crowd)


async def test_a_player_who_sits_down_far_behind_waits_for_a_snapshot_too() -> None:
    table = await table_with(1)
    names = [b"%d" % number for number in range(MAX_WAITING_FRAMES + 1)]
    table.publish(*names, at_once=(table.crowd[0], b"with cards"))
    assert table.crowd[0].behind
    assert not table.crowd[0].frames


async def test_who_has_gone_is_forgotten_even_where_something_always_waits() -> None:
    table = await table_with(1)
    table.publish(b"1", b"2")
    for number in range(2 * RAIL_SLICE):
        visitor = cast("Viewer", table.enter(f"visitor {number}"))
        table.rail.skip(visitor)
        table.members.leave(visitor)
    assert len(table.rail._told) == 2 * RAIL_SLICE
    table.rail._forget(1)
    assert not table.rail._told
    assert table.rail._unfinished


async def test_at_the_end_everybody_gets_the_rest_at_once() -> None:
    table = await table_with(2 * RAIL_SLICE)
    table.publish(b"1", b"2")
    await turns(1)
    table.rail.finish()
    assert all(spectator.frames == [b"1", b"2"] for spectator in table.crowd)
    await turns(20)
    assert all(spectator.frames == [b"1", b"2"] for spectator in table.crowd)


async def test_every_viewer_of_a_table_gets_its_frames_in_order_and_none_of_another() -> None:
    table, other = await table_with(2), await table_with(1)
    for number in range(1, 4):
        table.publish(b"%d" % number)
        other.publish(b"9")
    await turns(5)
    assert [spectator.frames for spectator in table.crowd] == [[b"1", b"2", b"3"]] * 2


async def test_a_rail_that_lags_loses_the_oldest_and_sees_it_by_the_numbers() -> None:
    table = await table_with(1)
    for number in range(1, MAX_WAITING_FRAMES + 6):
        table.publish(b"%d" % number)
    assert table.rail._unfinished[0] == (6, b"6")
    await turns(5)
    assert table.crowd[0].behind


async def test_a_rail_that_waits_is_woken_by_a_frame() -> None:
    table = await table_with(1)
    await turns(5)
    assert not table.crowd[0].frames
    table.publish(b"1")
    await turns(2)
    assert table.crowd[0].frames == [b"1"]


def test_a_step_with_a_private_part_cannot_become_public() -> None:
    public = Step(epoch="e1", seq=1, at=0, public=(Checked(3),))
    assert codec.decode_message(public_frame(public)) == public
    with pytest.raises(ValueError, match="private part"):
        public_frame(Step(epoch="e1", seq=1, at=0, private=(YourOffers(Offers(show=True)),)))
