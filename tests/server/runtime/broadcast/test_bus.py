from __future__ import annotations

import asyncio

import pytest

from railbird_server.runtime.broadcast.bus import MAX_WAITING, LocalBus, PublicFrame, public_frame
from railbird_shared.protocol import codec
from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.events import Checked, YourOffers
from railbird_shared.protocol.messages import Chat, Step


def frame(number: int) -> PublicFrame:
    return public_frame(Chat(name="Wren", text=f"line {number}"))


async def test_every_follower_of_a_table_gets_its_frames_in_order_and_none_of_another() -> None:
    bus = LocalBus()
    first, second = bus.follow("t1"), bus.follow("t1")
    for number in range(1, 4):
        bus.publish("t1", number, frame(number))
        bus.publish("t2", number, frame(9))
    for follower in (first, second):
        assert [await anext(follower) for _ in range(3)] == [(number, frame(number)) for number in (1, 2, 3)]


async def test_a_follower_that_lags_loses_the_oldest_and_sees_it_by_the_numbers() -> None:
    bus = LocalBus()
    follower = bus.follow("t1")
    for number in range(1, MAX_WAITING + 6):
        bus.publish("t1", number, frame(number))
    assert await anext(follower) == (6, frame(6))


async def test_a_follower_that_waits_is_woken_by_a_frame() -> None:
    bus = LocalBus()
    waiting = asyncio.ensure_future(anext(bus.follow("t1")))
    await asyncio.sleep(0)
    assert not waiting.done()
    bus.publish("t1", 1, frame(1))
    assert await waiting == (1, frame(1))


def test_a_step_with_a_private_part_cannot_become_public() -> None:
    public = Step(epoch="e1", seq=1, at=0, public=(Checked(3),))
    assert codec.decode_message(public_frame(public)) == public
    with pytest.raises(ValueError, match="private part"):
        public_frame(Step(epoch="e1", seq=1, at=0, private=(YourOffers(Offers(show=True)),)))
