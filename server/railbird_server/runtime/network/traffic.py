"""The budget of what one client sends, spent before the bytes are parsed.

The websocket library reads up to 256 KiB at a time and parses them in one go: 43,000 empty pings take it seconds, in
which nobody else is served. Here frames are counted by their headers alone, and no further than the budget goes.
"""

from __future__ import annotations

from railbird_server.config import ServerSettings
from railbird_server.runtime.token_buckets import TokenBucket

END_OF_REQUEST = b"\r\n\r\n"

_SHORT_HEADER = 2
_LENGTH_BITS = 0x7F
_EXTENDED_LENGTH_BYTES = {126: 2, 127: 8}
_MASK_BIT = 0x80
_MASK_BYTES = 4


class FrameMeter:
    """Counts the websocket frames that begin in a stream of bytes, after the HTTP request that opens it (RFC 6455)."""

    def __init__(self) -> None:
        self._in_request = True
        self._request_end = b""
        self._header = bytearray()
        self._payload_left = 0

    def count(self, data: bytes, most: int) -> int:
        """Returns how many frames begin in the next bytes of the stream; stops reading at one more than `most`."""
        position = self._skip_request(data) if self._in_request else 0
        frames = 0
        while position < len(data) and frames <= most:
            if self._payload_left:
                skipped = min(self._payload_left, len(data) - position)
                self._payload_left -= skipped
                position += skipped
                continue
            frames += not self._header
            wanted = _header_length(self._header) - len(self._header)
            self._header += data[position : position + wanted]
            position += wanted
            if len(self._header) >= _SHORT_HEADER and len(self._header) == _header_length(self._header):
                self._payload_left = _payload_length(self._header)
                self._header.clear()
        return frames

    def _skip_request(self, data: bytes) -> int:
        """Returns where the frames begin in the next bytes of the stream; beyond them where the request goes on."""
        joined = self._request_end + data
        end = joined.find(END_OF_REQUEST)
        if end < 0:
            self._request_end = joined[1 - len(END_OF_REQUEST) :]
            return len(data)
        self._in_request = False
        return end + len(END_OF_REQUEST) - len(self._request_end)


class TrafficBudget:
    """The frames and bytes that one connection may send; a rate of 0 is no limit."""

    def __init__(self, settings: ServerSettings) -> None:
        self._meter = FrameMeter()
        self._frame_burst = settings.frame_burst
        self._frames = TokenBucket(settings.frame_rate, settings.frame_burst) if settings.frame_rate else None
        self._bytes = TokenBucket(settings.byte_rate, settings.byte_burst) if settings.byte_rate else None

    def allows(self, data: bytes, now: float) -> bool:
        """Counts what came at `now` seconds, as one frame at least; returns False where it is too much."""
        if self._bytes is not None and not self._bytes.spend(now, len(data)):
            return False
        return self._frames is None or self._frames.spend(now, max(1, self._meter.count(data, self._frame_burst)))


def _header_length(header: bytearray) -> int:
    """Returns the length of a frame's header as far as its beginning tells."""
    if len(header) < _SHORT_HEADER:
        return _SHORT_HEADER
    mask = _MASK_BYTES if header[1] & _MASK_BIT else 0
    return _SHORT_HEADER + _EXTENDED_LENGTH_BYTES.get(header[1] & _LENGTH_BITS, 0) + mask


def _payload_length(header: bytearray) -> int:
    length = header[1] & _LENGTH_BITS
    extended = _EXTENDED_LENGTH_BYTES.get(length, 0)
    return int.from_bytes(header[_SHORT_HEADER : _SHORT_HEADER + extended], "big") if extended else length
