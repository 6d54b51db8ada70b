"""A bad network between a client and a server of this machine: it delays, dribbles, loses one direction, and is cut."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class TcpProxy:
    """Passes on what comes to `port`, in the way that its fields say at that moment.

    Every piece of at most `piece` bytes takes `delay` seconds each way, one after the other. While it is `half_open`,
    clients hear the server, and nothing of what they send arrives; a connection is of no use afterwards.
    """

    def __init__(self, target_port: int) -> None:
        self.port = 0
        self.piece = 65536
        self.delay = 0.0
        self.half_open = False
        self.pieces = 0
        self.connections = 0
        self._target_port = target_port
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        """Where clients connect."""
        return f"ws://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Resets every connection that there is; new ones may come."""
        for writer in self._writers:
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self._target_port)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, server_writer}
        self._writers |= ends
        passing = [
            asyncio.create_task(self._pass_on(reader, server_writer, to_server=True)),
            asyncio.create_task(self._pass_on(server_reader, writer, to_server=False)),
        ]
        self._tasks.update(passing)
        try:
            await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in passing:
                task.cancel()
            await asyncio.gather(*passing, return_exceptions=True)
            for end in ends:
                end.transport.abort()
            self._writers -= ends
            self._tasks.difference_update(passing)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, to_server: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(self.piece):
                self.pieces += 1
                await asyncio.sleep(self.delay)
                if self.half_open and to_server:
                    continue
                writer.write(data)
                await writer.drain()


@asynccontextmanager
async def bad_network(target_port: int) -> AsyncIterator[TcpProxy]:
    """Runs a proxy before a port of this machine."""
    proxy = TcpProxy(target_port)
    listener = await asyncio.start_server(proxy._accept, "127.0.0.1", 0)
    proxy.port = int(listener.sockets[0].getsockname()[1])
    try:
        yield proxy
    finally:
        listener.close()
        proxy.cut()
        while proxy._tasks:
            await asyncio.wait(set(proxy._tasks))
            await asyncio.sleep(0)
