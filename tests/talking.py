"""Headless clients for tests: they talk to a server in memory or over a real socket, and keep what they hear."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from typing import Any, Protocol, TypeVar

from msgspec import structs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from patience import PATIENCE_SECONDS
from railbird_server.bots.link import LinkClosed
from railbird_server.config import Settings
from railbird_server.host.serve import Server, running
from railbird_server.host.shuffle import Shuffle, shuffled
from railbird_server.rules.variants import VARIANTS
from railbird_shared import PROTOCOL_VERSION, codec
from railbird_shared.actions import (
    Action,
    BringIn,
    Call,
    Check,
    Claim,
    Declaration,
    Declare,
    Draw,
    Fold,
    LegalActions,
    Run,
)
from railbird_shared.commands import Act, Command, Hello, OpenTable, Resume, Sit, Watch
from railbird_shared.folding import fold_all
from railbird_shared.messages import Accepted, Message, Refused, Snapshot, Step, TableClosed, Welcome
from railbird_shared.view import TableView

M = TypeVar("M", bound=Message)
Choice = Callable[[TableView, LegalActions], Action]

GAMES = ("holdem", "five-card-draw", "seven-card-stud")
"""One game of each family."""

OTHER_GAMES = tuple(game for game in VARIANTS if game not in GAMES)
"""All the others, of which a few hands will do."""


class Line(Protocol):
    """What a talker talks over."""

    async def send(self, command: Command) -> None: ...
    async def receive(self) -> Message: ...
    async def close(self) -> None: ...


class SocketLine:
    """A websocket that keeps every frame it got."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []

    async def send(self, command: Command) -> None:
        await self.say(codec.encode(command).decode())

    async def say(self, frame: str | bytes) -> None:
        try:
            await self.socket.send(frame)
        except ConnectionClosed as closed:
            raise LinkClosed(str(closed)) from None

    async def receive(self) -> Message:
        try:
            frame = await self.socket.recv()
        except ConnectionClosed as closed:
            raise LinkClosed(str(closed)) from None
        assert isinstance(frame, str), "the server speaks in text frames"
        self.frames.append(frame)
        return codec.decode_message(frame)

    async def close(self) -> None:
        await self.socket.close()

    def cut(self) -> None:
        """Breaks the connection without a goodbye."""
        self.socket.transport.abort()

    async def gone(self) -> None:
        """Cuts the connection and waits until it is gone."""
        self.cut()
        await self.socket.wait_closed()

    async def ended(self) -> tuple[int | None, str | None]:
        """Reads until the server ends the conversation; returns its close code and reason."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            try:
                while True:
                    await self.receive()
            except LinkClosed:
                return self.socket.close_code, self.socket.close_reason


class Talker:
    """One client: it answers to a name, folds what it hears of its table, and keeps every message."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.heard: list[Message] = []
        self.welcome: Welcome
        self.view: TableView | None = None
        self.place: Resume | None = None
        self._ids = count(1)
        self._acted = (0, 0)

    async def hello(
        self, name: str = "Wren", *, token: str = "", resume: Resume | None = None, bot: bool = False
    ) -> Welcome:
        await self.line.send(Hello(v=PROTOCOL_VERSION, name=name, token=token, resume=resume, bot=bot))
        self.welcome = await self.until(Welcome)
        return self.welcome

    async def hear(self) -> Message:
        """Waits for the next message."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            message = await self.line.receive()
        self.heard.append(message)
        match message:
            case Snapshot():
                self.view = message.view
                self.place = Resume(message.view.table, message.epoch, message.seq)
            case Step():
                self._follow(message)
            case TableClosed():
                self.view = self.place = None
            case _:
                pass
        return message

    def _follow(self, step: Step) -> None:
        assert self.view is not None, "a step came before the snapshot"
        assert self.place is not None
        assert (step.epoch, step.seq) == (self.place.epoch, self.place.seq + 1), "a step is missing"
        self.place = structs.replace(self.place, seq=step.seq)
        self.view = fold_all(self.view, (*step.news, *step.yours))

    async def until(self, kind: type[M], test: Callable[[M], bool] = lambda _: True) -> M:
        """Reads until a message of that kind that passes the test."""
        while True:
            message = await self.hear()
            if isinstance(message, kind) and test(message):
                return message

    async def until_view(self, test: Callable[[TableView], bool]) -> TableView:
        """Reads until the table looks as wanted."""
        while self.view is None or not test(self.view):
            await self.hear()
        return self.view

    async def ask(self, command: Command) -> Accepted | Refused:
        """Sends a command with an id and reads until its answer."""
        number = command.id or next(self._ids)
        await self.line.send(structs.replace(command, id=number))
        while True:
            message = await self.hear()
            if isinstance(message, Accepted | Refused) and message.id == number:
                return message

    async def agree(self, command: Command) -> Accepted:
        """Asks for what has to be accepted."""
        answer = await self.ask(command)
        assert isinstance(answer, Accepted), answer
        return answer

    async def refusal(self, command: Command) -> str:
        """Asks for what has to be refused; returns the code."""
        answer = await self.ask(command)
        assert isinstance(answer, Refused), answer
        assert answer.sentence.endswith("."), answer.sentence
        return answer.code

    async def open(self, game: str = "holdem", name: str = "Kitchen", **terms: int) -> str:
        """Opens a table and goes there; returns its id."""
        table = (await self.agree(OpenTable(name=name, game=game, **terms))).table
        await self.watch(table)
        return table

    async def watch(self, table: str) -> TableView:
        await self.agree(Watch(table=table))
        await self.until(Snapshot)
        assert self.view is not None
        return self.view

    async def sit(self, seat: int = 0, chips: int = 0) -> int:
        """Takes a seat; returns its number."""
        await self.agree(Sit(seat=seat, chips=chips))
        view = await self.until_view(lambda view: view.you is not None)
        assert view.you is not None
        return view.you.seat

    async def act_if_due(self, choose: Choice) -> None:
        """Acts once in each turn of one's own."""
        view = self.view
        if view is None or view.you is None or view.you.legal is None or view.turn is None:
            return
        moment = (view.hand, view.turn.turn)
        if moment != self._acted:
            self._acted = moment
            act = Act(id=next(self._ids), hand=moment[0], turn=moment[1], action=choose(view, view.you.legal))
            await self.line.send(act)

    async def play(self, choose: Choice, *, hands: int) -> None:
        """Plays until that many hands are over."""
        while not self._has_seen(hands):
            await self.act_if_due(choose)
            await self.hear()

    def _has_seen(self, hands: int) -> bool:
        view = self.view
        return view is not None and (view.hand > hands or (view.hand == hands and not view.playing))

    async def close(self) -> None:
        await self.line.close()


@asynccontextmanager
async def serving(*, shuffle: Shuffle = shuffled, **changes: Any) -> AsyncIterator[Server]:
    """Runs a server on a free port, without pauses, clocks or limits on speed unless `changes` say otherwise.

    A server that does not come to its end fails the test.
    """
    at_ease: dict[str, Any] = {"rate": 0.0, "chat_rate": 0.0, "arrival_rate": 0.0, "hello_within": PATIENCE_SECONDS}
    plain: dict[str, Any] = {"port": 0, "pause": 0.0, "clock": 0, "bots_pause": False} | at_ease
    house = AsyncExitStack()
    try:
        yield await house.enter_async_context(running(Settings(**(plain | changes)), shuffle=shuffle))
    finally:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await house.aclose()
        while _dialled:
            await _dialled.pop().gone()


def run_out_of_patience(server: Server, *, empty: bool = True, deserted: bool = False) -> None:
    """Has the tables that are open wait no more for their hosts and for anybody at all, or for people with seats.

    Settings of no patience would close a table on a slow machine before its opener has come to it.
    """
    for room in server._lobby._rooms.values():
        if empty:
            room._vigil._empty_after = 0
        if deserted:
            room._vigil._deserted_after = 0


_dialled: list[SocketLine] = []


async def dial(server: Server, *, narrow: bool = False) -> SocketLine:
    """Opens a websocket to a server; a narrow one holds next to nothing unread. It is cut when `serving` ends."""
    raw = socket.socket()
    if narrow:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32768)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", server.port))
    line = await connect(
        server.address,
        sock=raw,
        compression=None,
        max_size=codec.MAX_MESSAGE_BYTES,
        max_queue=1 if narrow else 16,
        proxy=None,
    )
    _dialled.append(SocketLine(line))
    return _dialled[-1]


async def call(server: Server, name: str = "Wren", **hello: Any) -> Talker:
    """Begins a conversation in memory."""
    talker = Talker(server.link())
    await talker.hello(name, **hello)
    return talker


async def call_by_socket(server: Server, name: str = "Wren", **hello: Any) -> tuple[Talker, SocketLine]:
    """Begins a conversation over a real socket."""
    line = await dial(server)
    talker = Talker(line)
    await talker.hello(name, **hello)
    return talker, line


def at_random(chance: random.Random) -> Choice:
    """Returns a player who does anything legal, more often calling than not."""

    def choose(view: TableView, legal: LegalActions) -> Action:
        options: list[Action] = []
        if legal.check:
            options += [Check(), Check()]
        if legal.call is not None:
            options += [Call(), Call(), Call()]
        if legal.fold:
            options.append(Fold())
        if legal.bring_in is not None:
            options.append(BringIn())
        if legal.draw is not None:
            held = view.you.cards if view.you else ()
            options.append(Draw(tuple(chance.sample(held, chance.randint(legal.draw_least, legal.draw)))))
        if legal.declare:
            options.append(Declare(chance.choice(tuple(Declaration))))
        if legal.claims:
            options.append(Claim(chance.choice(legal.claims)))
        if legal.runs is not None:
            options.append(Run(chance.randint(1, legal.runs)))
        if legal.wager is not None:
            options.append(legal.wager.action(chance.choice((legal.wager.minimum, legal.wager.maximum))))
        return chance.choice(options)

    return choose


def passive(view: TableView, legal: LegalActions) -> Action:
    """Checks or calls, and never folds, bets or draws more than it must."""
    if legal.check:
        return Check()
    if legal.bring_in is not None:
        return BringIn()
    if legal.draw is not None:
        return Draw(view.you.cards[: legal.draw_least] if view.you else ())
    return Call()
