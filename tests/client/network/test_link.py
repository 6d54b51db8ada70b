from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeGuard

import pytest
from msgspec.structs import replace

from railbird_client.network.link import (
    GOING_AWAY,
    INITIAL_DELAY_SECONDS,
    MAX_DELAY_SECONDS,
    MAX_MESSAGES_PER_SECOND,
    Closed,
    CloseReason,
    ConnectionStatus,
    Link,
    LinkEvent,
    LinkState,
    Offline,
    backoff_delays,
)
from railbird_shared import CLOSE_FULL, CLOSE_REPLACED, PROTOCOL_VERSION
from railbird_shared.conversation import CommandRefused, InvalidMessage, Received
from railbird_shared.network.address import Address
from railbird_shared.network.websocket import ListeningConnection
from railbird_shared.protocol.actions import Check
from railbird_shared.protocol.codec import encode
from railbird_shared.protocol.commands import Act, ListTables, Resume, Resync, Sit
from railbird_shared.protocol.events import Folded
from railbird_shared.protocol.messages import Accepted, Chat, GoingDown, Refused, Snapshot, Step, TableClosed, Welcome
from support.fake_server import (
    FakeServer,
    FakeServerConnection,
    empty_step,
    run_fake_server,
    table_snapshot,
    welcome_message,
)
from support.timeouts import TIMEOUT_SECONDS


class StatusChange(NamedTuple):
    """The status of a link, and the one before it."""

    before: ConnectionStatus
    after: ConnectionStatus


class EventRecorder:
    """Keeps the events of a link, and waits for them."""

    def __init__(self) -> None:
        self.events: list[LinkEvent | StatusChange] = []
        self._status = ConnectionStatus(LinkState.CONNECTING)
        self._changed = asyncio.Event()

    def __call__(self, event: LinkEvent) -> None:
        if isinstance(event, ConnectionStatus):
            self.events.append(StatusChange(self._status, event))
            self._status = event
        else:
            self.events.append(event)
        self._changed.set()

    async def until(self, wanted: Callable[[LinkEvent | StatusChange], bool]) -> LinkEvent | StatusChange:
        """Returns the first matching event that was not taken yet, and takes all before it."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                while self.events:
                    event = self.events.pop(0)
                    if wanted(event):
                        return event
                self._changed.clear()
                await self._changed.wait()

    async def received(self, kind: type) -> object:
        event = await self.until(lambda each: isinstance(each, Received) and isinstance(each.message, kind))
        assert isinstance(event, Received)
        return event.message

    async def state(self, state: LinkState) -> None:
        await self.until(lambda each: changes_state(each) and each.after.state is state)

    async def silence(self) -> int:
        """Returns for how long the server has not answered, once that changes."""
        change = await self.until(
            lambda each: isinstance(each, StatusChange) and each.before.silent_seconds != each.after.silent_seconds
        )
        assert isinstance(change, StatusChange)
        return change.after.silent_seconds

    async def answer_after_silence(self) -> None:
        """Waits until the server answers again."""
        while await self.silence():
            pass

    async def closed(self) -> Closed:
        event = await self.until(lambda each: isinstance(each, Closed))
        assert isinstance(event, Closed)
        return event


def changes_state(event: LinkEvent | StatusChange) -> TypeGuard[StatusChange]:
    return isinstance(event, StatusChange) and event.before.state is not event.after.state


class SleepRecorder:
    """Keeps how long a link wants to wait, and returns at once."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


@pytest.fixture(name="hasty")
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a link take a server for silent after a few checks, without seconds of waiting."""
    monkeypatch.setattr("railbird_client.network.link.CHECK_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr("railbird_shared.network.silence.CHECK_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr("railbird_shared.network.silence.PING_AFTER_SECONDS", 0.03)
    monkeypatch.setattr("railbird_shared.network.silence.SILENT_AFTER_SECONDS", 0.09)


async def fail_to_open(*_: object) -> ListeningConnection:
    raise OSError("no route to host")


def counting_delays() -> Iterator[float]:
    return itertools.count(1.0)


@asynccontextmanager
async def running_link(
    address: Address, *, token: str = "", sleep: SleepRecorder | None = None
) -> AsyncIterator[tuple[Link, EventRecorder]]:
    events = EventRecorder()
    link = Link(
        address,
        name="Wren",
        tokens=[token] if token else (),
        on_event=events,
        delays=counting_delays,
        sleep=sleep or SleepRecorder(),
    )
    task = asyncio.create_task(link.run())
    try:
        yield link, events
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def online(token: str = "") -> AsyncIterator[tuple[FakeServer, FakeServerConnection, Link, EventRecorder]]:
    async with run_fake_server() as server, running_link(server.address, token=token) as (link, events):
        connection = await server.accept()
        await connection.answer_hello()
        await events.received(Welcome)
        yield server, connection, link, events


async def test_says_hello_and_is_welcomed() -> None:
    async with run_fake_server() as server, running_link(server.address, token="kept") as (link, events):
        server.known_tokens = ("kept",)
        connection = await server.accept()
        hello = await connection.answer_hello()
        assert (hello.v, hello.name, hello.token, hello.resume) == (PROTOCOL_VERSION, "Wren", "kept", None)
        await events.state(LinkState.ONLINE)
        assert await events.received(Welcome) == welcome_message()
        assert link.status.state is LinkState.ONLINE


async def test_measures_the_latency_to_the_server() -> None:
    async with online() as (_, _, link, events):
        measured = await events.until(lambda each: isinstance(each, StatusChange) and each.after.latency_ms is not None)
        assert isinstance(measured, StatusChange)
        assert measured.after == link.status


async def test_sends_commands_with_growing_ids_and_keeps_a_given_one() -> None:
    async with online() as (_, connection, link, _):
        first, second = await link.send(ListTables()), await link.send(Sit())
        await link.send(Act(hand=1, turn=2, action=Check(), id=7))
        assert 0 < first < second
        assert [(await connection.receive()).id for _ in range(3)] == [first, second, 7]


async def test_request_returns_the_answer_with_its_id() -> None:
    async with online() as (_, connection, link, _):
        asking = asyncio.create_task(link.request(Sit()))
        command = await connection.receive()
        await connection.send(Accepted(id=command.id + 1), Accepted(id=command.id, table="t9"))
        assert (await asking).table == "t9"


async def test_request_raises_when_the_server_refuses() -> None:
    async with online() as (_, connection, link, _):
        asking = asyncio.create_task(link.request(Sit()))
        command = await connection.receive()
        await connection.send(Refused(id=command.id, code="full", sentence="Every seat is taken: watch instead."))
        with pytest.raises(CommandRefused) as declined:
            await asking
        assert declined.value.refused.code == "full"


async def test_request_raises_when_the_connection_breaks_first() -> None:
    async with online() as (_, connection, link, _):
        asking = asyncio.create_task(link.request(Sit()))
        await connection.receive()
        connection.abort()
        with pytest.raises(Offline):
            await asking


async def test_commands_are_refused_while_offline_and_never_queued() -> None:
    async with online() as (server, connection, link, events):
        connection.abort()
        await events.state(LinkState.LOST)
        with pytest.raises(Offline, match="nothing was sent"):
            await link.send(Act(hand=1, turn=1, action=Check()))
        again = await server.accept()
        await again.answer_hello()
        await events.state(LinkState.ONLINE)
        await link.send(ListTables())
        assert isinstance(await again.receive(), ListTables)


async def test_reconnects_with_its_token_and_resume_position() -> None:
    async with online() as (server, connection, link, events):
        await connection.send(table_snapshot(table="t1", epoch="e1", seq=4), empty_step(5))
        await events.received(Step)
        assert link.conversation.table == "t1"
        connection.abort()
        again = await server.accept()
        hello = await again.answer_hello(table="t1")
        assert hello.token == "secret"
        assert hello.resume == Resume("t1", "e1", 5)
        await events.state(LinkState.ONLINE)
        await again.send(empty_step(6))
        assert await events.received(Step) == empty_step(6)


@pytest.mark.usefixtures("hasty")
async def test_a_silent_server_is_reported_until_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    async with online() as (_, connection, link, events):
        monkeypatch.setattr("railbird_client.network.link.open_connection", fail_to_open)
        connection.socket.transport.pause_reading()
        assert await events.silence() == link.status.silent_seconds > 0
        assert link.status.state is LinkState.ONLINE
        connection.socket.transport.resume_reading()
        await events.answer_after_silence()
        assert link.status.state is LinkState.ONLINE


@pytest.mark.usefixtures("hasty")
async def test_a_new_connection_takes_over_from_a_silent_one() -> None:
    async with online() as (server, connection, _, events):
        await connection.send(table_snapshot(table="t1", epoch="e1", seq=4))
        await events.received(Snapshot)
        connection.socket.transport.pause_reading()
        hello = await (await server.accept()).answer_hello(table="t1")
        assert hello.resume == Resume("t1", "e1", 4)
        await events.answer_after_silence()
        assert not any(map(changes_state, events.events))


@pytest.mark.usefixtures("hasty")
async def test_an_act_without_an_answer_is_sent_again_by_its_id_on_the_new_connection() -> None:
    async with online() as (server, connection, link, events):
        await connection.send(table_snapshot(table="t1"))
        await events.received(Snapshot)
        connection.socket.transport.pause_reading()
        act_id = await link.send(Act(hand=1, turn=2, action=Check()))
        again = await server.accept()
        await again.answer_hello(table="t1")
        assert await again.receive() == Act(id=act_id, hand=1, turn=2, action=Check())


async def test_an_act_that_was_answered_is_not_sent_again() -> None:
    async with online() as (server, connection, link, events):
        await connection.send(table_snapshot(table="t1"))
        act_id = await link.send(Act(hand=1, turn=2, action=Check()))
        await connection.send(Accepted(id=act_id))
        await events.received(Accepted)
        connection.abort()
        again = await server.accept()
        await again.answer_hello(table="t1")
        await events.state(LinkState.ONLINE)
        await link.send(ListTables())
        assert isinstance(await again.receive(), ListTables)


async def test_an_act_is_not_sent_to_another_table() -> None:
    async with online() as (server, connection, link, events):
        await connection.send(table_snapshot(table="t1"))
        await events.received(Snapshot)
        await link.send(Act(hand=1, turn=2, action=Check()))
        connection.abort()
        again = await server.accept()
        await again.answer_hello(table="")
        await events.state(LinkState.ONLINE)
        await events.received(Welcome)
        await link.send(ListTables())
        assert isinstance(await again.receive(), ListTables)


async def test_an_act_of_the_table_before_is_not_sent_again_at_the_next() -> None:
    async with online() as (server, connection, link, events):
        await connection.send(table_snapshot(table="t1"))
        await events.received(Snapshot)
        await link.send(Act(hand=1, turn=2, action=Check()))
        await connection.send(table_snapshot(table="t2"))
        await events.received(Snapshot)
        connection.abort()
        again = await server.accept()
        await again.answer_hello(table="t2")
        await events.state(LinkState.ONLINE)
        await events.received(Welcome)
        await link.send(ListTables())
        assert isinstance(await again.receive(), ListTables)


@pytest.mark.usefixtures("hasty")
async def test_a_server_that_stays_silent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.network.link.GIVE_UP_SECONDS", 0.1)
    async with online() as (_, connection, _, events):
        monkeypatch.setattr("railbird_client.network.link.open_connection", fail_to_open)
        connection.socket.transport.pause_reading()
        await events.state(LinkState.LOST)


async def test_backs_off_while_the_server_is_away() -> None:
    pauses = SleepRecorder()
    async with run_fake_server() as server, running_link(server.address, sleep=pauses) as (_, events):
        first = await server.accept()
        await first.answer_hello()
        first.abort()
        for _ in range(2):
            (await server.accept()).abort()
        fourth = await server.accept()
        await fourth.answer_hello()
        await events.state(LinkState.LOST)
        await events.state(LinkState.ONLINE)
        assert pauses.seconds == [1.0, 2.0, 3.0]
        fourth.abort()
        await (await server.accept()).answer_hello()
        assert pauses.seconds == [1.0, 2.0, 3.0, 1.0]


async def test_going_down_sets_the_delay_before_reconnecting() -> None:
    pauses = SleepRecorder()
    async with run_fake_server() as server, running_link(server.address, sleep=pauses) as (_, events):
        connection = await server.accept()
        await connection.answer_hello()
        await connection.send(GoingDown(retry=2500))
        await events.received(GoingDown)
        await connection.close(1012)
        await (await server.accept()).answer_hello()
        assert pauses.seconds == [2.5]


def test_delays_double_up_to_a_limit_with_chance_taking_off_at_most_half() -> None:
    delays = list(itertools.islice(backoff_delays(), 9))
    whole = [min(INITIAL_DELAY_SECONDS * 2**n, MAX_DELAY_SECONDS) for n in range(9)]
    assert all(full / 2 <= delay <= full for delay, full in zip(delays, whole, strict=True))
    assert whole[-1] == MAX_DELAY_SECONDS


async def test_a_gap_requests_one_resync_and_holds_steps_until_the_snapshot() -> None:
    async with online() as (_, connection, _, events):
        await connection.send(table_snapshot(seq=1), empty_step(2), empty_step(4), empty_step(5))
        assert isinstance(await connection.receive(), Resync)
        await connection.send(table_snapshot(seq=5), empty_step(6), Chat(name="Jay", text="back"))
        told: list[int] = []
        for kind in (Snapshot, Step, Snapshot, Step):
            message = await events.received(kind)
            assert isinstance(message, Snapshot | Step)
            told.append(message.seq)
        assert told == [1, 2, 5, 6]


async def test_an_event_of_a_seat_that_does_not_exist_is_dropped() -> None:
    async with online() as (_, connection, _, events):
        await connection.send(table_snapshot(seq=1), replace(empty_step(2), public=(Folded(9),)), empty_step(3))
        assert isinstance(await connection.receive(), Resync)
        await connection.send(table_snapshot(seq=3))
        assert await events.received(Snapshot) == table_snapshot(seq=1)
        assert isinstance(await events.until(lambda each: isinstance(each, InvalidMessage)), InvalidMessage)
        assert await events.received(Snapshot) == table_snapshot(seq=3)


async def test_another_epoch_is_a_gap() -> None:
    async with online() as (_, connection, _, _):
        await connection.send(table_snapshot(epoch="e1", seq=1), empty_step(2, epoch="e2"))
        assert isinstance(await connection.receive(), Resync)


async def test_a_closed_table_clears_the_resume_position() -> None:
    async with online() as (server, connection, link, events):
        await connection.send(table_snapshot(), TableClosed(reason="The host closed the table."), empty_step(2))
        await events.received(TableClosed)
        assert link.conversation.table == ""
        connection.abort()
        hello = await (await server.accept()).answer_hello()
        assert hello.resume is None


async def test_a_replaced_connection_closes_the_link() -> None:
    async with online() as (_, connection, link, events):
        await connection.close(CLOSE_REPLACED)
        ended = await events.closed()
        assert ended.reason is CloseReason.REPLACED
        assert "another window" in ended.sentence
        assert link.status.state is LinkState.CLOSED


async def test_a_refused_hello_ends_the_link_with_the_servers_sentence() -> None:
    async with run_fake_server() as server, running_link(server.address) as (_, events):
        connection = await server.accept()
        await connection.receive()
        await connection.send(Refused(code="name-taken", sentence="Wren is taken: choose another name."))
        assert await events.closed() == Closed(CloseReason.REFUSED, "Wren is taken: choose another name.", "name-taken")


async def test_no_server_at_all_ends_the_link() -> None:
    async with run_fake_server() as server:
        address = server.address
    async with running_link(address) as (_, events):
        ended = await events.closed()
        assert ended.reason is CloseReason.UNREACHABLE
        assert str(address) in ended.sentence


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("200 OK", "not a Railbird server"),
        ("429 Too Many Requests", "takes no more connections just now"),
        ("503 Service Unavailable", "takes no more connections just now"),
    ],
)
async def test_a_failed_http_handshake_closes_the_link(status: str, words: str) -> None:
    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as web:
        address = Address("127.0.0.1", web.sockets[0].getsockname()[1])
        async with running_link(address) as (_, events):
            assert words in (await events.closed()).sentence


async def test_a_server_without_room_closes_the_link() -> None:
    async with run_fake_server() as server, running_link(server.address) as (_, events):
        connection = await server.accept()
        await connection.close(CLOSE_FULL)
        assert "takes no more connections just now" in (await events.closed()).sentence


async def test_a_handshake_timeout_closes_the_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.network.link.HANDSHAKE_TIMEOUT_SECONDS", 0.01)
    async with run_fake_server() as server, running_link(server.address) as (_, events):
        assert "does not answer" in (await events.closed()).sentence


@pytest.mark.parametrize(
    "answer",
    [
        "{}",
        "nonsense",
        '{"type":"chat","name":"Jay","text":"hi"}',
        encode(welcome_message(token="a secret that no hello has room for" * 2)).decode(),
    ],
)
async def test_an_answer_to_hello_other_than_a_welcome_closes_the_link(answer: str) -> None:
    async with run_fake_server() as server, running_link(server.address) as (_, events):
        connection = await server.accept()
        await connection.receive()
        await connection.send_frame(answer)
        assert (await events.closed()).reason is CloseReason.UNREACHABLE


@pytest.mark.parametrize(
    "frame",
    [
        "{",
        "[]",
        "null",
        '{"type":"step","epoch":"e","seq":"x","at":0}',
        '{"type":"going-down","retry":1' + "0" * 400 + "}",
        "[" * 5000,
    ],
)
async def test_an_invalid_frame_is_reported_and_survived(frame: str) -> None:
    async with online() as (_, connection, _, events):
        await connection.send_frame(frame)
        nonsense = await events.until(lambda each: isinstance(each, InvalidMessage))
        assert isinstance(nonsense, InvalidMessage)
        assert nonsense.sentence.endswith(".")
        await connection.send(Chat(name="Jay", text="still here"))
        assert await events.received(Chat) == Chat(name="Jay", text="still here")


async def test_an_oversized_frame_breaks_the_connection_and_the_link_reconnects() -> None:
    async with online() as (server, connection, _, events):
        await connection.send_frame('"' + "x" * 70_000 + '"')
        await events.state(LinkState.LOST)
        await (await server.accept()).answer_hello()
        await events.state(LinkState.ONLINE)


async def test_a_flood_of_messages_is_throttled() -> None:
    pauses = SleepRecorder()
    async with run_fake_server() as server, running_link(server.address, sleep=pauses) as (_, events):
        connection = await server.accept()
        await connection.answer_hello()
        await connection.send(
            *[Chat(name="Jay", text="spam")] * MAX_MESSAGES_PER_SECOND, Chat(name="Jay", text="the end")
        )
        await events.until(lambda each: each == Received(Chat(name="Jay", text="the end")))
        assert pauses.seconds


async def test_hostile_text_is_sanitized_before_it_is_passed_on() -> None:
    async with online() as (_, connection, _, events):
        await connection.send(Chat(name="J\x1b[2Jay\u202e", text="[b]hi[/b]\x9b\nthere"))
        assert await events.received(Chat) == Chat(name="Jay", text="[b]hi[/b] there")


async def test_leaving_closes_the_link() -> None:
    async with run_fake_server() as server:
        async with running_link(server.address) as (link, events):
            connection = await server.accept()
            await connection.answer_hello()
            await events.state(LinkState.ONLINE)
        assert link.status.state is LinkState.CLOSED
        assert (await events.closed()).reason is CloseReason.LEFT
        await connection.socket.wait_closed()
        assert connection.socket.close_code == GOING_AWAY
