from __future__ import annotations

import asyncio

import pytest

from railbird_server.bots.bot_client import LinkClosed
from railbird_server.runtime.network.memory_transport import MemoryLink
from railbird_server.runtime.network.transport import TransportClosed
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.messages import Lobby
from support.timeouts import TIMEOUT_SECONDS


async def test_frames_arrive_in_order() -> None:
    link = MemoryLink()
    await link.send(ListTables(id=1))
    await link.send(ListTables(id=2))
    assert [codec.decode_command(await link.transport.receive()).id for _ in range(2)] == [1, 2]
    link.transport.write(codec.encode(Lobby(tables=(), people=3)))
    assert await link.receive() == Lobby(tables=(), people=3)


async def test_a_memory_transport_counts_unread_bytes() -> None:
    link = MemoryLink()
    frame = codec.encode(Lobby(tables=()))
    link.transport.write(frame)
    link.transport.write(frame)
    assert link.transport.buffered == 2 * len(frame)
    await link.receive()
    assert link.transport.buffered == len(frame)


async def test_a_waiting_end_is_woken_when_the_other_closes() -> None:
    link = MemoryLink()
    waiting = asyncio.create_task(link.receive())
    await asyncio.sleep(0)
    link.transport.close(1008, "too many messages")
    with pytest.raises(LinkClosed, match="too many messages"):
        await asyncio.wait_for(waiting, TIMEOUT_SECONDS)
    with pytest.raises(LinkClosed):
        await link.send(ListTables())


async def test_frames_sent_before_the_close_can_still_be_read() -> None:
    link = MemoryLink()
    link.transport.write(codec.encode(Lobby(tables=())))
    link.transport.close(1000, "")
    link.transport.write(codec.encode(Lobby(tables=(), people=9)))
    assert await link.receive() == Lobby(tables=())
    with pytest.raises(LinkClosed):
        await link.receive()


async def test_closing_the_link_ends_the_session() -> None:
    link = MemoryLink()
    await link.close()
    with pytest.raises(TransportClosed):
        await link.transport.receive()
    await asyncio.wait_for(link.transport.wait_closed(), TIMEOUT_SECONDS)
