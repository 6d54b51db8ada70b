from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from railbird_client.guests.guest import Guest
from railbird_client.guests.house import GuestHouse
from railbird_client.guests.phone_guest import PhoneGuest
from railbird_client.lines.line_session import Question
from railbird_client.phone.phone_session import PhoneSession
from railbird_client.player_requests import SeatRequest
from railbird_client.shell.session_controller import PasswordRequest
from railbird_server.table.inputs import Input, Outcome
from railbird_server.table.table import Table
from railbird_shared.game.cards import RANK_OF_LETTER, SUIT_OF_LETTER, parse_cards
from railbird_shared.protocol.commands import Act
from railbird_shared.protocol.events import HandStarted
from railbird_shared.protocol.messages import Refused
from support.guest_channels import run_house
from support.known_cards import KnownCards, known_after
from support.line_harness import LineHarness, closed_by_password, run_lines
from support.network_clients import FAMILY_GAMES, HeadlessClient, choose_passively, connect_in_memory
from support.timeouts import TIMEOUT_SECONDS
from support.view_builders import holdem_view, run_out, snapshot_message


class PhoneHarness:
    """A page's session over one of lines whose server is played by the test, and the messages that it has sent."""

    def __init__(self, lines: LineHarness) -> None:
        self.lines = lines
        self.sent: list[dict[str, Any]] = []
        self.phone = PhoneSession(self._make, lambda data: self.sent.append(msgspec.json.decode(data)))

    def _make(self, **outlets: Any) -> Any:
        session = self.lines.session
        session._out = session._out._replace(**outlets)
        return session

    async def say(self, word: str, turn: str = "") -> list[object]:
        """Sends a word; returns what goes to the server."""
        before = len(self.lines.sent)
        self.phone.take(msgspec.json.encode({"word": word, "turn": turn}))
        await self.lines.settle_quietly()
        return self.lines.sent[before:]

    def shown(self, name: str) -> Any:
        """The latest of a fact that was sent."""
        return next(message[name] for message in reversed(self.sent) if name in message)

    @property
    def log(self) -> list[str]:
        return [line for message in self.sent for line, _ in message.get("log", ())]


@asynccontextmanager
async def run_phone(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PhoneHarness]:
    async with run_lines(monkeypatch) as lines:
        yield PhoneHarness(lines)


async def test_a_word_counts_once_in_its_turn_and_in_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_phone(monkeypatch) as page:
        await page.lines.hear(snapshot_message(holdem_view()))
        assert page.shown("turn")["id"] == "148.31"
        assert await page.say("call", "148.30") == []
        (act,) = await page.say("call", "148.31")
        assert isinstance(act, Act)
        assert await page.say("call", "148.31") == []
        await page.lines.hear(Refused(id=act.id, code="x", sentence="Not so."))
        assert page.shown("notice") == "Not so."
        assert len(await page.say("fold", "148.31")) == 1


async def test_an_act_that_is_not_done_leaves_the_turn_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_phone(monkeypatch) as page:
        await page.lines.hear(snapshot_message(holdem_view()))
        assert await page.say("draw 1", "148.31") == []
        assert len(await page.say("call", "148.31")) == 1


async def test_a_password_that_is_not_given_is_asked_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_phone(monkeypatch) as page:
        await page.lines.hear(snapshot_message(holdem_view()))
        request = PasswordRequest("Den", "Den has a password.", lambda password: SeatRequest("t2", password=password))
        page.lines.session.question = Question("Type the password.", "password", "password", request)
        assert await page.say("no") == []
        assert page.lines.session.question is None
        assert page.log[-1] == "Good, nothing is done."
        assert await page.say("name Jay") != []


async def test_what_is_asked_is_told_with_how_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_phone(monkeypatch) as page:
        await page.lines.hear(snapshot_message(holdem_view()))
        assert await page.say("leave") == []
        assert page.shown("asked")["kind"] == "yes"
        await page.say("no")
        assert page.shown("asked") is None
        await page.lines.hear(closed_by_password())
        assert page.shown("place") == "connecting"
        assert page.shown("asked")["kind"] == "password"


async def test_a_page_that_takes_nothing_gets_later_what_has_become_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_phone(monkeypatch) as page:
        await page.lines.hear(snapshot_message(holdem_view()))
        count = len(page.sent)
        page.phone.hold(True)
        for board in ("Kd 9s 4h 2c 3c", "Kd 9s 4h 2c 3d"):
            await page.lines.hear(snapshot_message(replace(holdem_view(), board=parse_cards(board))))
        assert len(page.sent) == count
        page.phone.hold(False)
        assert len(page.sent) == count + 1
        assert page.sent[-1]["board"]["runs"][0][0][-1] == {"card": "3d"}


async def test_the_log_does_not_tell_the_end_of_a_hand_before_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    view, messages = run_out(1)
    async with run_phone(monkeypatch) as page:
        page.lines.session._options = replace(page.lines.session._options, street_pause=3.0)
        await page.lines.hear(snapshot_message(view))
        controller = page.lines.session.controller
        assert controller is not None
        controller.change_options(page.lines.session._options)
        await page.lines.hear(*messages)
        assert not any("wins" in line for line in page.log)


async def test_a_sign_of_life_is_answered_and_anything_else_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_phone(monkeypatch) as page:
        page.phone.take(b'{"alive": true}')
        assert page.sent == [{}]
        for wrong in (b"", b"[]", b'{"word": 3}', b"\xff"):
            with pytest.raises(msgspec.MsgspecError):
                page.phone.take(wrong)


# --- no card that the guest may not know


class SocketOfTest:
    """The socket of a page: it keeps every byte, and gives the words that the test says."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.words: asyncio.Queue[str] = asyncio.Queue()
        self.over = asyncio.Event()

    def tell(self, text: bytes) -> None:
        self.sent.append(text)
        message = msgspec.json.decode(text)
        if any(line.startswith("Hand 2") for line, _ in message.get("log", ())):
            self.over.set()
        elif turn := message.get("turn"):
            words = [button["word"] for button in turn.get("buttons", ())] or ["pat"]
            word = next((each for each in words if each in {"check", "call", "bring"}), words[0])
            self.words.put_nowait(msgspec.json.encode({"word": word, "turn": turn["id"]}).decode())

    def close(self, sentence: str) -> None:
        assert sentence

    async def messages(self) -> AsyncIterator[str]:
        while True:
            yield await self.words.get()


WORDS = {rank.word: letter for letter, rank in RANK_OF_LETTER.items()}
SUITS = {suit.name.lower(): letter for letter, suit in SUIT_OF_LETTER.items()}
SPOKEN = re.compile(rf"({'|'.join(WORDS)}) of ({'|'.join(SUITS)})", re.IGNORECASE)


def cards_in(data: bytes) -> set[str]:
    """Every card in a message, as a code or in words."""
    text = data.decode()
    spoken = {WORDS[rank.lower()] + SUITS[suit.lower()] for rank, suit in SPOKEN.findall(text)}
    return spoken | set(re.findall(r'"([2-9TJQKA][cdhs])"', text))


async def play(client: HeadlessClient) -> None:
    while True:
        await client.act_if_in_turn(choose_passively)
        await client.receive()


async def follow_by_page(house: GuestHouse, socket: SocketOfTest) -> None:
    phone = PhoneGuest(socket)
    with house.admit(Guest("page:test", "Pia", "127.0.0.1"), phone) as home:
        await phone.run(home, socket.messages())


@pytest.mark.parametrize("game", FAMILY_GAMES)
async def test_no_byte_tells_a_card_that_the_guest_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    known, handle = KnownCards(), Table.handle

    def handle_and_record(table: Table, request: Input, now: int) -> Outcome:
        nonlocal known
        holders = {seat.number: seat.name for seat in table.seats.occupied}
        outcome = handle(table, request, now)
        if table.hand_number < 2:
            holders |= {seat.number: seat.name for seat in table.seats.occupied}
            dealt = [event for event in outcome.events if not isinstance(event, HandStarted)]  # that forgets the draw
            known = known_after(known, dealt, holders)
        return outcome

    monkeypatch.setattr(Table, "handle", handle_and_record)
    async with run_house(tmp_path) as (house, server):
        others = [await connect_in_memory(server, name) for name in ("Heron", "Jay")]
        table = await others[0].open_table(game)
        await others[1].watch(table)
        socket = SocketOfTest()
        page = asyncio.create_task(follow_by_page(house, socket))
        await others[0].wait_for_view(lambda view: len(view.occupied) == 1)
        for client in others:
            await client.sit()
        playing = [asyncio.create_task(play(client)) for client in others]
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await socket.over.wait()
        for task in (*playing, page):
            task.cancel()
    told = [data for data in socket.sent if b'"hand":2' not in data]
    assert known.own["Pia"] & set().union(*map(cards_in, told))
    for data in told[:-1]:
        assert cards_in(data) <= known.of("Pia"), data
