from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from fake_server import Conversation, FakeServer, fake_server, snapshot, step, welcome
from patience import PATIENCE_SECONDS
from railbird_client.address import Address
from railbird_client.link import (
    FIRST_DELAY_SECONDS,
    GOING_AWAY,
    LONGEST_DELAY_SECONDS,
    REPLACED,
    Declined,
    Ended,
    Ending,
    Heard,
    Link,
    LinkEvent,
    LinkState,
    Measured,
    Nonsense,
    Offline,
    StateChanged,
    growing_delays,
)
from railbird_client.pace import MOST_A_SECOND
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.actions import Check
from railbird_shared.codec import encode
from railbird_shared.commands import Act, ListTables, Resume, Resync, Sit
from railbird_shared.events import Folded
from railbird_shared.messages import Accepted, Chat, GoingDown, Refused, Snapshot, Step, TableClosed, Welcome


class Ear:
    """Keeps what a link says, and waits for it."""

    def __init__(self) -> None:
        self.events: list[LinkEvent] = []
        self._changed = asyncio.Event()

    def __call__(self, event: LinkEvent) -> None:
        self.events.append(event)
        self._changed.set()

    async def until(self, wanted: Callable[[LinkEvent], bool]) -> LinkEvent:
        """Returns the first event not yet taken that is wanted, and takes all before it."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                while self.events:
                    event = self.events.pop(0)
                    if wanted(event):
                        return event
                self._changed.clear()
                await self._changed.wait()

    async def heard(self, kind: type) -> object:
        event = await self.until(lambda each: isinstance(each, Heard) and isinstance(each.message, kind))
        assert isinstance(event, Heard)
        return event.message

    async def state(self, state: LinkState) -> None:
        await self.until(lambda each: each == StateChanged(state))

    async def ended(self) -> Ended:
        event = await self.until(lambda each: isinstance(each, Ended))
        assert isinstance(event, Ended)
        return event


class Pauses:
    """Remembers how long a link means to wait, and lets it go on at once."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


def steady_delays() -> Iterator[float]:
    return itertools.count(1.0)


@asynccontextmanager
async def running_link(
    address: Address, *, token: str = "", pause: Pauses | None = None
) -> AsyncIterator[tuple[Link, Ear]]:
    ear = Ear()
    link = Link(address, name="Wren", token=token, hear=ear, delays=steady_delays, pause=pause or Pauses())
    task = asyncio.create_task(link.run())
    try:
        yield link, ear
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def online(token: str = "") -> AsyncIterator[tuple[FakeServer, Conversation, Link, Ear]]:
    async with fake_server() as server, running_link(server.address, token=token) as (link, ear):
        conversation = await server.accept()
        await conversation.welcome()
        await ear.heard(Welcome)
        yield server, conversation, link, ear


async def test_says_hello_and_is_welcomed() -> None:
    async with fake_server() as server, running_link(server.address, token="kept") as (link, ear):
        conversation = await server.accept()
        hello = await conversation.welcome()
        assert (hello.v, hello.name, hello.token, hello.resume) == (PROTOCOL_VERSION, "Wren", "kept", None)
        await ear.state(LinkState.ONLINE)
        assert await ear.heard(Welcome) == welcome()
        assert link.state is LinkState.ONLINE


async def test_measures_the_way_to_the_server() -> None:
    async with online() as (_, _, link, ear):
        measured = await ear.until(lambda each: isinstance(each, Measured))
        assert measured == Measured(link.latency_ms or 0)


async def test_sends_commands_with_growing_ids_and_keeps_a_given_one() -> None:
    async with online() as (_, conversation, link, _):
        first, second = await link.send(ListTables()), await link.send(Sit())
        await link.send(Act(hand=1, turn=2, action=Check(), id=7))
        assert 0 < first < second
        assert [(await conversation.hear()).id for _ in range(3)] == [first, second, 7]


async def test_ask_returns_the_answer_that_names_its_id() -> None:
    async with online() as (_, conversation, link, _):
        asking = asyncio.create_task(link.ask(Sit()))
        command = await conversation.hear()
        await conversation.say(Accepted(id=command.id + 1), Accepted(id=command.id, table="t9"))
        assert (await asking).table == "t9"


async def test_ask_raises_what_the_server_refused() -> None:
    async with online() as (_, conversation, link, _):
        asking = asyncio.create_task(link.ask(Sit()))
        command = await conversation.hear()
        await conversation.say(Refused(id=command.id, code="full", sentence="Every seat is taken: watch instead."))
        with pytest.raises(Declined) as declined:
            await asking
        assert declined.value.refused.code == "full"


async def test_ask_is_told_when_the_connection_breaks_first() -> None:
    async with online() as (_, conversation, link, _):
        asking = asyncio.create_task(link.ask(Sit()))
        await conversation.hear()
        conversation.break_off()
        with pytest.raises(Offline):
            await asking


async def test_nothing_is_sent_while_offline_or_later() -> None:
    async with online() as (server, conversation, link, ear):
        conversation.break_off()
        await ear.state(LinkState.LOST)
        with pytest.raises(Offline, match="nothing was sent"):
            await link.send(Act(hand=1, turn=1, action=Check()))
        again = await server.accept()
        await again.welcome()
        await ear.state(LinkState.ONLINE)
        await link.send(ListTables())
        assert isinstance(await again.hear(), ListTables)


async def test_comes_back_with_its_secret_and_its_place() -> None:
    async with online() as (server, conversation, link, ear):
        await conversation.say(snapshot(table="t1", epoch="e1", seq=4), step(5))
        await ear.heard(Step)
        assert link.table == "t1"
        conversation.break_off()
        again = await server.accept()
        hello = await again.welcome(table="t1")
        assert hello.token == "secret"
        assert hello.resume == Resume("t1", "e1", 5)
        await ear.state(LinkState.ONLINE)
        await again.say(step(6))
        assert await ear.heard(Step) == step(6)


async def test_backs_off_while_the_server_is_away() -> None:
    pauses = Pauses()
    async with fake_server() as server, running_link(server.address, pause=pauses) as (_, ear):
        first = await server.accept()
        await first.welcome()
        first.break_off()
        for _ in range(2):
            (await server.accept()).break_off()
        fourth = await server.accept()
        await fourth.welcome()
        await ear.state(LinkState.LOST)
        await ear.state(LinkState.ONLINE)
        assert pauses.seconds == [1.0, 2.0, 3.0]
        fourth.break_off()
        await (await server.accept()).welcome()
        assert pauses.seconds == [1.0, 2.0, 3.0, 1.0]


async def test_a_server_that_goes_down_says_when_to_come_again() -> None:
    pauses = Pauses()
    async with fake_server() as server, running_link(server.address, pause=pauses) as (_, ear):
        conversation = await server.accept()
        await conversation.welcome()
        await conversation.say(GoingDown(retry=2500))
        await ear.heard(GoingDown)
        await conversation.close(1012)
        await (await server.accept()).welcome()
        assert pauses.seconds == [2.5]


def test_delays_double_up_to_a_limit_with_chance_taking_off_at_most_half() -> None:
    delays = list(itertools.islice(growing_delays(), 9))
    whole = [min(FIRST_DELAY_SECONDS * 2**n, LONGEST_DELAY_SECONDS) for n in range(9)]
    assert all(full / 2 <= delay <= full for delay, full in zip(delays, whole, strict=True))
    assert whole[-1] == LONGEST_DELAY_SECONDS


async def test_a_gap_asks_for_the_whole_table_once_and_stays_silent_until_it_comes() -> None:
    async with online() as (_, conversation, _, ear):
        await conversation.say(snapshot(seq=1), step(2), step(4), step(5))
        assert isinstance(await conversation.hear(), Resync)
        await conversation.say(snapshot(seq=5), step(6), Chat(name="Jay", text="back"))
        told: list[int] = []
        for kind in (Snapshot, Step, Snapshot, Step):
            message = await ear.heard(kind)
            assert isinstance(message, Snapshot | Step)
            told.append(message.seq)
        assert told == [1, 2, 5, 6]


async def test_news_of_a_seat_that_the_table_does_not_have_are_left_out() -> None:
    async with online() as (_, conversation, _, ear):
        await conversation.say(snapshot(seq=1), replace(step(2), news=(Folded(9),)), step(3))
        assert isinstance(await conversation.hear(), Resync)
        await conversation.say(snapshot(seq=3))
        assert await ear.heard(Snapshot) == snapshot(seq=1)
        assert isinstance(await ear.until(lambda each: isinstance(each, Nonsense)), Nonsense)
        assert await ear.heard(Snapshot) == snapshot(seq=3)


async def test_another_epoch_is_a_gap() -> None:
    async with online() as (_, conversation, _, _):
        await conversation.say(snapshot(epoch="e1", seq=1), step(2, epoch="e2"))
        assert isinstance(await conversation.hear(), Resync)


async def test_back_in_the_lobby_there_is_no_place_to_resume() -> None:
    async with online() as (server, conversation, link, ear):
        await conversation.say(snapshot(), TableClosed(reason="The host closed the table."), step(2))
        await ear.heard(TableClosed)
        assert link.table == ""
        conversation.break_off()
        hello = await (await server.accept()).welcome()
        assert hello.resume is None


async def test_a_player_who_came_by_another_way_is_not_fought_over() -> None:
    async with online() as (_, conversation, link, ear):
        await conversation.close(REPLACED)
        ended = await ear.ended()
        assert ended.why is Ending.REPLACED
        assert "another window" in ended.sentence
        assert link.state is LinkState.CLOSED


async def test_a_refused_hello_ends_the_link_with_the_servers_sentence() -> None:
    async with fake_server() as server, running_link(server.address) as (_, ear):
        conversation = await server.accept()
        await conversation.hear()
        await conversation.say(Refused(code="name-taken", sentence="Wren is taken: choose another name."))
        assert await ear.ended() == Ended(Ending.REFUSED, "Wren is taken: choose another name.", "name-taken")


async def test_no_server_at_all_ends_the_link() -> None:
    async with fake_server() as server:
        address = server.address
    async with running_link(address) as (_, ear):
        ended = await ear.ended()
        assert ended.why is Ending.UNREACHABLE
        assert str(address) in ended.sentence


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("200 OK", "not a Railbird server"),
        ("429 Too Many Requests", "takes no more connections just now"),
        ("503 Service Unavailable", "takes no more connections just now"),
    ],
)
async def test_what_does_not_let_the_player_in_ends_the_link(status: str, words: str) -> None:
    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as web:
        address = Address("127.0.0.1", web.sockets[0].getsockname()[1])
        async with running_link(address) as (_, ear):
            assert words in (await ear.ended()).sentence


async def test_a_machine_that_stays_silent_ends_the_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.link.GREETING_SECONDS", 0.01)
    async with fake_server() as server, running_link(server.address) as (_, ear):
        assert "does not answer" in (await ear.ended()).sentence


@pytest.mark.parametrize(
    "answer",
    [
        "{}",
        "nonsense",
        '{"type":"chat","name":"Jay","text":"hi"}',
        encode(welcome(token="a secret that no hello has room for" * 2)).decode(),
    ],
)
async def test_an_answer_to_hello_that_is_no_welcome_ends_the_link(answer: str) -> None:
    async with fake_server() as server, running_link(server.address) as (_, ear):
        conversation = await server.accept()
        await conversation.hear()
        await conversation.say_raw(answer)
        assert (await ear.ended()).why is Ending.UNREACHABLE


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
async def test_a_broken_frame_is_told_and_survived(frame: str) -> None:
    async with online() as (_, conversation, _, ear):
        await conversation.say_raw(frame)
        nonsense = await ear.until(lambda each: isinstance(each, Nonsense))
        assert isinstance(nonsense, Nonsense)
        assert nonsense.sentence.endswith(".")
        await conversation.say(Chat(name="Jay", text="still here"))
        assert await ear.heard(Chat) == Chat(name="Jay", text="still here")


async def test_a_frame_beyond_the_limit_costs_the_connection_but_not_the_client() -> None:
    async with online() as (server, conversation, _, ear):
        await conversation.say_raw('"' + "x" * 70_000 + '"')
        await ear.state(LinkState.LOST)
        await (await server.accept()).welcome()
        await ear.state(LinkState.ONLINE)


async def test_a_flood_is_read_no_faster_than_it_can_be_shown() -> None:
    pauses = Pauses()
    async with fake_server() as server, running_link(server.address, pause=pauses) as (_, ear):
        conversation = await server.accept()
        await conversation.welcome()
        await conversation.say(*[Chat(name="Jay", text="spam")] * MOST_A_SECOND, Chat(name="Jay", text="the end"))
        await ear.until(lambda each: each == Heard(Chat(name="Jay", text="the end")))
        assert pauses.seconds


async def test_hostile_text_is_cleaned_before_anybody_hears_it() -> None:
    async with online() as (_, conversation, _, ear):
        await conversation.say(Chat(name="J\x1b[2Jay\u202e", text="[b]hi[/b]\x9b\nthere"))
        assert await ear.heard(Chat) == Chat(name="Jay", text="[b]hi[/b] there")


async def test_leaving_closes_the_link() -> None:
    async with fake_server() as server:
        async with running_link(server.address) as (link, ear):
            conversation = await server.accept()
            await conversation.welcome()
            await ear.state(LinkState.ONLINE)
        assert link.state is LinkState.CLOSED
        assert (await ear.ended()).why is Ending.LEFT
        await conversation.socket.wait_closed()
        assert conversation.socket.close_code == GOING_AWAY
