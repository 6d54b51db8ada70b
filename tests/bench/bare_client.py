"""A websocket client that costs next to nothing, so that a bench measures the server and not its load."""

from __future__ import annotations

import asyncio

UPGRADE_REQUEST = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, BINARY, PING, PONG = 0x81, 0x82, 0x89, 0x8A


def mask_frame(first: int, payload: bytes) -> bytes:
    """Returns a frame under a mask that changes nothing."""
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126,)) + size.to_bytes(2, "big")
    return bytes((first,)) + length + bytes(4) + payload


class BareClient(asyncio.Protocol):
    """One connection: it upgrades, answers pings, and hands on every message.

    Long frames, and frames in pieces, do not come from our server.
    """

    def __init__(self) -> None:
        self.transport: asyncio.Transport
        self._upgraded = False
        self._unread = b""

    def upgraded(self) -> None:
        """Says the first words, now that the connection is a websocket."""

    def message_received(self, payload: bytes) -> None:
        """Takes a message of the server."""

    def send(self, payload: bytes) -> None:
        """Sends a message to the server."""
        self.transport.write(mask_frame(TEXT, payload))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport, self._upgraded, self._unread = transport, False, b""
        transport.write(UPGRADE_REQUEST)

    def data_received(self, data: bytes) -> None:
        data = self._unread + data
        if not self._upgraded:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._unread = head
                return
            assert head.startswith(b"HTTP/1.1 101 "), head
            self._upgraded = True
            self.upgraded()
        begin = 0
        while len(data) >= begin + 4:
            size, start = data[begin + 1], begin + 2
            if size == 126:
                size, start = int.from_bytes(data[begin + 2 : begin + 4], "big"), begin + 4
            if len(data) < start + size:
                break
            payload = data[start : start + size]
            if data[begin] == PING:
                self.transport.write(mask_frame(PONG, payload))
            elif data[begin] in {TEXT, BINARY}:
                self.message_received(payload)
            begin = start + size
        self._unread = data[begin:]
