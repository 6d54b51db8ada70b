from __future__ import annotations

from typing import cast

from railbird_server.runtime.monitoring import Metrics
from railbird_server.runtime.network.transport import Transport
from railbird_server.runtime.outbox import MAX_STALL_SECONDS, MAX_UNREAD_FRAMES, FollowedOutbox, Outbox
from railbird_shared.protocol import codec
from railbird_shared.protocol.messages import Followed, Rail


class SlowTransport:
    """A transport whose client reads nothing until the test says so."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.buffered = 0
        self.aborted = False

    def write(self, frame: bytes) -> None:
        self.written.append(frame)
        self.buffered += len(frame)

    def abort(self) -> None:
        self.aborted = True


def boxes(*tables: str) -> tuple[SlowTransport, Outbox, list[FollowedOutbox]]:
    transport = SlowTransport()
    outbox = Outbox(cast("Transport", transport), lambda: None, Metrics())
    return transport, outbox, [FollowedOutbox(outbox, table) for table in tables]


def test_a_frame_is_wrapped_as_the_message_that_it_encodes() -> None:
    transport, _, [attic] = boxes('at"tic')
    attic.send_update(codec.encode(Rail(watchers=3)))
    assert codec.decode_message(transport.written[0].decode()) == Followed(table='at"tic', message=Rail(watchers=3))
    assert transport.written[0] == codec.encode(Followed(table='at"tic', message=Rail(watchers=3)))


def test_each_table_waits_for_a_snapshot_of_its_own_once_the_client_is_far_behind() -> None:
    transport, outbox, [attic, cellar] = boxes("attic", "cellar")
    for _ in range(2 * MAX_UNREAD_FRAMES):
        attic.send_update(b"{}")
    assert len(transport.written) == MAX_UNREAD_FRAMES + 1
    assert attic.behind
    assert not attic.wants_snapshot
    cellar.send_update(b"{}")
    assert cellar.behind
    transport.buffered = 0
    assert attic.wants_snapshot
    attic.send_snapshot(b"{}")
    attic.send_update(b"{}")
    assert (attic.behind, cellar.wants_snapshot) == (False, False)
    assert not outbox.behind


def test_a_closed_box_sends_nothing() -> None:
    transport, _, [attic] = boxes("attic")
    attic.behind = True
    attic.close()
    attic.send(b"{}")
    attic.send_snapshot(b"{}")
    assert not transport.written
    assert not attic.wants_snapshot


def test_what_followed_tables_send_counts_as_read_when_the_client_reads_it() -> None:
    transport, outbox, [attic] = boxes("attic")
    attic.send(b"x" * 50_000)
    for second in range(3 * int(MAX_STALL_SECONDS)):
        attic.send(b"x" * 900)
        transport.buffered -= 1000
        outbox.check_backpressure(float(second))
    assert not transport.aborted
