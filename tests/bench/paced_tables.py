"""Tables of players over bare connections, who check and call at the pace of people, and come back after a crash."""

from __future__ import annotations

import asyncio
import random
import re
import time
from itertools import count

from msgspec import structs

from bench.bare_client import BareClient
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol import codec
from railbird_shared.protocol.actions import Call, Check, LegalActions
from railbird_shared.protocol.commands import Act, Command, Hello, OpenTable, Resume, Sit, Watch
from railbird_shared.protocol.events import HandStarted, TurnBegan, YourTurn
from railbird_shared.protocol.messages import Accepted, Refused, Snapshot, Step, Welcome

SEATS = 6
CHIPS = 2000
ACT_SECONDS = 2.0
"""Seconds that a player takes for an act, on average."""

STEP = b'{"type":"step"'
HAND_STARTED = re.compile(rb'"hand-started","hand":(\d+)')


class PacedTable:
    """A table and when its acts were sent.

    `acts` are the seconds until every seat had the step of each; `acted` is set then. A player takes `seconds` for one.
    """

    def __init__(self, number: int, seconds: float) -> None:
        self.id = ""
        self.acts: list[float] = []
        self.acted = asyncio.Event()
        self.seconds = seconds
        self.hand = 0
        self.players = [PacedPlayer(self, f"Wren {number} {seat}") for seat in range(SEATS)]
        self._sent_at = 0.0
        self._missing: set[PacedPlayer] = set()

    async def open(self, port: int) -> None:
        """Seats everybody at a new table."""
        for player in self.players:
            await player.connect(port)
            if not self.id:
                opened = await player.request(OpenTable(name="", game="holdem", seats=SEATS, buy_in=CHIPS))
                self.id = opened.table
            await player.request(Watch(table=self.id))
            await player.request(Sit(chips=CHIPS))

    async def come_back(self, port: int) -> None:
        """Connects everybody to a server that has the table again."""
        self._missing.clear()
        for player in self.players:
            await player.connect(port, Resume(self.id, "elsewhere", 0))

    def act_sent(self) -> None:
        self._sent_at = time.perf_counter()
        self._missing = set(self.players)

    def step_received(self, player: PacedPlayer) -> None:
        if player in self._missing:
            self._missing.remove(player)
            if not self._missing:
                self.acts.append(time.perf_counter() - self._sent_at)
                self.acted.set()


class PacedPlayer(BareClient):
    """A player who takes some time for each act."""

    def __init__(self, table: PacedTable, name: str) -> None:
        super().__init__()
        self._table = table
        self._name = name
        self._token = ""
        self._ids = count(1)
        self._answers: dict[int, asyncio.Future[Accepted]] = {}
        self._welcomed: asyncio.Future[None]
        self._hello = b""
        self._turn = (0, 0)
        self._acting: asyncio.TimerHandle | None = None

    async def connect(self, port: int, resume: Resume | None = None) -> None:
        """Says hello, and waits for the welcome."""
        loop = asyncio.get_running_loop()
        self._welcomed = loop.create_future()
        self._turn = (0, 0)
        self._hello = codec.encode(Hello(v=PROTOCOL_VERSION, name=self._name, token=self._token, resume=resume))
        await loop.create_connection(lambda: self, "127.0.0.1", port)
        await self._welcomed

    async def request(self, command: Command) -> Accepted:
        """Gives a command and waits until it is accepted."""
        number = self._send(command)
        self._answers[number] = asyncio.get_running_loop().create_future()
        return await self._answers[number]

    def _send(self, command: Command) -> int:
        number = next(self._ids)
        self.send(codec.encode(structs.replace(command, id=number)))
        return number

    def upgraded(self) -> None:
        self.send(self._hello)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if self._acting is not None:
            self._acting.cancel()
        lost = ConnectionError("The server closed the connection: it cannot keep up.")
        if not self._welcomed.done():
            self._welcomed.set_exception(lost)
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(lost)

    def message_received(self, payload: bytes) -> None:
        if payload.startswith(STEP):
            self._table.step_received(self)
            if b'"your-turn"' in payload or b'"hand-started"' in payload:
                self._read_step(payload)
        elif not payload.startswith((b'{"type":"lobby', b'{"type":"rail')):
            self._read_message(payload)

    def _read_step(self, payload: bytes) -> None:
        if found := HAND_STARTED.search(payload):
            self._table.hand = int(found[1])
        if b'"your-turn"' not in payload:
            return
        step = codec.decode_message(payload)
        assert isinstance(step, Step)
        for event in step.public:
            if isinstance(event, HandStarted):
                self._table.hand = event.hand
        turn = next(event.turn for event in step.public if isinstance(event, TurnBegan))
        legal = next(event.legal for event in step.private if isinstance(event, YourTurn))
        self._take_turn(turn, legal)

    def _read_message(self, payload: bytes) -> None:
        match codec.decode_message(payload):
            case Welcome(token=token):
                self._token = token or self._token
                self._welcomed.set_result(None)
            case Accepted(id=number) as accepted if number in self._answers:
                self._answers.pop(number).set_result(accepted)
            case Snapshot(view=view):
                self._table.hand = view.hand or self._table.hand
                if view.you and view.you.legal and view.turn:
                    self._take_turn(view.turn.turn, view.you.legal)
            case Refused(sentence=sentence):
                raise AssertionError(sentence)
            case _:
                pass

    def _take_turn(self, turn: int, legal: LegalActions) -> None:
        if self._turn == (self._table.hand, turn):
            return
        self._turn = self._table.hand, turn
        seconds = self._table.seconds * random.uniform(0.5, 1.5)
        action = Check() if legal.check else Call()
        self._acting = asyncio.get_running_loop().call_later(seconds, self._act, turn, action)

    def _act(self, turn: int, action: Check | Call) -> None:
        self._table.act_sent()
        self._send(Act(hand=self._table.hand, turn=turn, action=action))


async def open_tables(port: int, tables: int, seconds: float = ACT_SECONDS) -> list[PacedTable]:
    """Opens that many tables at a server, whose players take so many seconds for an act on average."""
    opened = [PacedTable(number, seconds) for number in range(tables)]
    for begin in range(0, tables, 20):
        await asyncio.gather(*(table.open(port) for table in opened[begin : begin + 20]))
    return opened


def close(tables: list[PacedTable]) -> None:
    """Cuts the connections of everybody."""
    for table in tables:
        for player in table.players:
            player.transport.abort()
