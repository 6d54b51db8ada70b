"""What no websocket library would send, written by hand: it ends that connection, and the table goes on."""

from __future__ import annotations

import asyncio
import logging

import pytest

from railbird_server.runtime.server import Server
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Hello
from support.network_clients import choose_passively, connect_in_memory, run_server
from support.timeouts import TIMEOUT_SECONDS

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)

FIN, MASKED = 0x80, 0x80
GO_ON, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA
PROTOCOL_ERROR = 1002


def frame(first: int, data: bytes = b"", *, masked: bool = True) -> bytes:
    """A frame as it goes over the wire, under a mask that leaves the data as they are."""
    size = len(data)
    length = bytes((size,)) if size < 126 else bytes((126, *size.to_bytes(2, "big")))
    if not masked:
        return bytes((first,)) + length + data
    return bytes((first, length[0] | MASKED)) + length[1:] + bytes(4) + data


MALFORMED = {
    "a ping of 126 bytes": frame(FIN | PING, b"x" * 126),
    "a pong of 126 bytes": frame(FIN | PONG, b"x" * 126),
    "a ping in pieces": frame(PING, b"x"),
    "a goodbye of one byte": frame(FIN | CLOSE, b"x"),
    "a goodbye of 126 bytes": frame(FIN | CLOSE, (1000).to_bytes(2, "big") + b"x" * 124),
    "a goodbye for a reason that there is not": frame(FIN | CLOSE, (1005).to_bytes(2, "big")),
    "a goodbye in pieces": frame(CLOSE),
    "a command without a mask": frame(FIN | TEXT, b'{"type":"list-tables"}', masked=False),
    "a ping without a mask": frame(FIN | PING, masked=False),
    "the rest of nothing": frame(FIN | GO_ON, b"x"),
    "a command within another": frame(TEXT, b"{") + frame(FIN | TEXT, b"{}"),
    "a kind of frame that there is not": frame(FIN | 0xB),
    "a kind of message that there is not": frame(FIN | 0x3),
    "a bit that means nothing": frame(FIN | 0x40 | TEXT, b"{}"),
}


async def shake_hands(server: Server) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Opens a websocket by hand and says hello; the welcome has been read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(REQUEST)
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
    writer.write(frame(FIN | TEXT, codec.encode(Hello(v=PROTOCOL_VERSION, name="Rook"))))
    opcode, data = await read(reader)
    assert opcode == TEXT
    assert b'"welcome"' in data
    return reader, writer


async def read(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Reads one whole frame of the server's; returns its kind and what it carries."""
    first, size = await reader.readexactly(2)
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    elif size == 127:
        size = int.from_bytes(await reader.readexactly(8), "big")
    return first & 0xF, await reader.readexactly(size)


@pytest.mark.parametrize("bad", MALFORMED.values(), ids=MALFORMED)
async def test_a_malformed_frame_ends_its_connection_and_no_hand(bad: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await heron.watch(await wren.open_table())
        await wren.sit()
        await heron.sit()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            reader, writer = await shake_hands(server)
            await asyncio.gather(
                wren.play_hands(choose_passively, hands=1), heron.play_hands(choose_passively, hands=1)
            )
            writer.write(bad)
            opcode, data = TEXT, b""
            while opcode != CLOSE:  # listings of the lobby may come first
                opcode, data = await read(reader)
            assert int.from_bytes(data[:2], "big") == PROTOCOL_ERROR
            assert await reader.read() == b""
            writer.close()
            await writer.wait_closed()
            await asyncio.gather(
                wren.play_hands(choose_passively, hands=3), heron.play_hands(choose_passively, hands=3)
            )
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_a_well_formed_hand_written_frame_is_answered() -> None:
    async with run_server() as server:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            reader, writer = await shake_hands(server)
            writer.write(frame(FIN | PING, b"x" * 125))
            while (answer := await read(reader))[0] == TEXT:
                pass
            assert answer == (PONG, b"x" * 125)
            writer.write(frame(TEXT, b'{"type":') + frame(FIN | GO_ON, b'"leave","id":7}'))
            while b'"id":7' not in (answer := await read(reader))[1]:
                pass
            assert b'"no-table"' in answer[1]
            writer.close()
            await writer.wait_closed()
