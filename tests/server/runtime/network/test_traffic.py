"""What one connection sends is counted by the headers of its frames, however it is cut into pieces."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_server.config import ServerSettings
from railbird_server.runtime.network.connection_limits import FrameMeter, TrafficBudget

REQUEST = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
MANY = 1_000_000
PING = b"\x89\x80" + bytes(4)


def frame(first: int, size: int) -> bytes:
    """A masked frame of a client that carries `size` bytes."""
    if size < 126:
        length = bytes((0x80 | size,))
    elif size < 1 << 16:
        length = bytes((0x80 | 126,)) + size.to_bytes(2, "big")
    else:
        length = bytes((0x80 | 127,)) + size.to_bytes(8, "big")
    return bytes((first,)) + length + bytes(4) + b"\x89" * size


@given(
    sizes=st.lists(st.sampled_from((0, 1, 125, 126, 127, 4096, 70_000)), max_size=6),
    cuts=st.lists(st.integers(0, 80_000), max_size=6),
)
def test_every_frame_is_counted_once_wherever_the_stream_is_cut(sizes: list[int], cuts: list[int]) -> None:
    stream = REQUEST + b"".join(frame(0x81, size) for size in sizes)
    edges = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    meter = FrameMeter()
    pieces = [stream[start:end] for start, end in pairwise(edges)]
    assert sum(meter.count(piece, MANY) for piece in pieces) == len(sizes)


def test_the_request_is_no_frame_byte_by_byte() -> None:
    meter = FrameMeter()
    assert [meter.count(bytes((byte,)), MANY) for byte in REQUEST] == [0] * len(REQUEST)
    assert meter.count(PING, MANY) == 1


def test_counting_stops_just_beyond_the_budget() -> None:
    assert FrameMeter().count(REQUEST + PING * 43_000, 50) == 51


def budget(**limits: float) -> TrafficBudget:
    opened = TrafficBudget(ServerSettings(**limits))  # type: ignore[arg-type]
    assert opened.allows(REQUEST, 0.0)
    return opened


@pytest.mark.parametrize("first", [0x00, 0x01, 0x81, 0x82, 0x88, 0x89, 0x8A])
def test_frames_of_every_kind_are_counted(first: int) -> None:
    traffic = budget(frame_rate=10.0, frame_burst=6)
    assert traffic.allows(frame(first, 0) * 5, 0.0)
    assert not traffic.allows(frame(first, 0), 0.0)
    assert traffic.allows(frame(first, 0), 0.2)


def test_bytes_in_which_no_frame_begins_cost_one_frame() -> None:
    traffic = budget(frame_rate=10.0, frame_burst=6)
    begun = frame(0x81, 4000)
    assert [traffic.allows(begun[at : at + 1], 0.0) for at in range(6)] == [True] * 5 + [False]


def test_bytes_are_counted_too() -> None:
    traffic = budget(byte_rate=1000.0, byte_burst=2000)
    assert traffic.allows(frame(0x81, 1500), 0.0)
    assert not traffic.allows(frame(0x81, 1500), 0.0)
    assert traffic.allows(frame(0x81, 1500), 2.0)


def test_a_rate_of_zero_is_no_limit() -> None:
    traffic = budget(frame_rate=0, byte_rate=0)
    assert traffic.allows(PING * 50_000, 0.0)
