"""A server that encrypts and keeps every byte that a client says after the handshake."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from railbird_shared.network.address import Address
from support.certificates import CertificateFiles
from support.timeouts import TIMEOUT_SECONDS


class RecordingServer:
    """Listens; `said` has the bytes of each connection, in order, once the client has ended it."""

    def __init__(self) -> None:
        self.address = Address("127.0.0.1")
        self.said: list[bytes] = []
        self._ended = asyncio.Event()

    async def wait_for_end(self) -> bytes:
        """Waits until a client has ended its connection; returns all that it said."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await self._ended.wait()
        return b"".join(self.said)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        said = b""
        with contextlib.suppress(OSError):
            while some := await reader.read(1000):
                said += some
        self.said.append(said)
        writer.transport.abort()
        self._ended.set()


@asynccontextmanager
async def run_recording_server(files: CertificateFiles | None) -> AsyncIterator[RecordingServer]:
    """Runs a server that encrypts with a certificate, or a plain one without."""
    recording = RecordingServer()
    context = files.context if files else None
    server = await asyncio.start_server(recording.handle, "127.0.0.1", 0, ssl=context)
    recording.address = Address("127.0.0.1", server.sockets[0].getsockname()[1])
    try:
        yield recording
    finally:
        server.close()
