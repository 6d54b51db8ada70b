"""A test server, headless clients that connect in memory or by socket, and choosers of actions that play for them."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar

from msgspec import structs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from railbird_server.bots.remote import open_wire
from railbird_server.config import ServerSettings
from railbird_server.runtime.network.transport import ServerCertificate
from railbird_server.runtime.server import Server
from railbird_server.runtime.tables.deck_source import Shuffle, shuffled
from railbird_server.store.protocols import Store
from railbird_shared.carrier import Wire, WireClosed
from railbird_shared.conversation import Conversation, Received
from railbird_shared.game.variants import VARIANTS
from railbird_shared.network.address import parse_address
from railbird_shared.network.websocket import WebSocketWire
from railbird_shared.protocol import codec
from railbird_shared.protocol.actions import (
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
from railbird_shared.protocol.commands import Act, Command, FollowTable, OpenTable, Resume, Sit, Watch
from railbird_shared.protocol.messages import (
    Accepted,
    Followed,
    Lobby,
    LobbyChanged,
    Message,
    Rail,
    Refused,
    Snapshot,
    TableMessage,
    Welcome,
)
from railbird_shared.protocol.view import TableView
from support.timeouts import LONGEST_WAIT_SECONDS, TIMEOUT_SECONDS

M = TypeVar("M", bound=Message)
ActionChooser = Callable[[TableView, LegalActions], Action]

FAMILY_GAMES = ("holdem", "five-card-draw", "seven-card-stud")
"""One game of each family."""

OTHER_GAMES = tuple(game for game in VARIANTS if game not in FAMILY_GAMES)
"""All the others, of which a few hands will do."""


class RawLink:
    """A wire of which a test writes and reads every message itself; it keeps every frame it got."""

    recognition = None

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.frames: list[str] = []

    async def send(self, command: Command) -> None:
        await self.wire.send(codec.encode(command))

    async def receive_frame(self) -> str:
        frame = await self.wire.receive()
        self.frames.append(frame if isinstance(frame, str) else frame.decode())
        return self.frames[-1]

    async def receive(self) -> Message:
        return codec.decode_message(await self.receive_frame())

    async def close(self) -> None:
        await self.wire.close()


async def open_link(address: str) -> RawLink:
    """Opens a websocket to an address as the bots do."""
    return RawLink(await open_wire(parse_address(address)))


class SocketLink(RawLink):
    """A websocket, which may be sent anything, and be cut."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__(WebSocketWire(socket))
        self.socket = socket

    async def send_frame(self, frame: str | bytes) -> None:
        try:
            await self.socket.send(frame)
        except ConnectionClosed as closed:
            raise WireClosed(str(closed)) from None

    async def receive_frame(self) -> str:
        try:
            frame = await self.socket.recv()
        except ConnectionClosed as closed:
            raise WireClosed(str(closed)) from None
        assert isinstance(frame, str), "the server speaks in text frames"
        self.frames.append(frame)
        return frame

    def abort(self) -> None:
        """Breaks the connection without a goodbye."""
        self.socket.transport.abort()

    async def abort_and_wait(self) -> None:
        """Cuts the connection and waits until it is gone."""
        self.abort()
        await self.socket.wait_closed()

    async def wait_closed(self) -> tuple[int | None, str | None]:
        """Reads until the server ends the session; returns its close code and reason."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            try:
                while True:
                    await self.receive()
            except WireClosed:
                return self.socket.close_code, self.socket.close_reason

    async def last_words(self) -> tuple[list[Message], int | None, str | None]:
        """Reads until the server ends the session; returns all that it said, and its close code and reason."""
        code, reason = await self.wait_closed()
        return [codec.decode_message(frame) for frame in self.frames], code, reason


class HeadlessClient:
    """One client: it answers to a name, folds what it hears of its table, and keeps every message."""

    def __init__(self, wire: Wire | RawLink) -> None:
        self.link = wire if isinstance(wire, RawLink) else RawLink(wire)
        self.conversation = Conversation("", cleans=False)
        self.messages: list[Message] = []
        self.welcome: Welcome
        self.watchers = 0
        self.lobby: Lobby | None = None
        self._last_turn_acted = (0, 0)

    @property
    def view(self) -> TableView | None:
        return self.conversation.view

    @view.setter
    def view(self, view: TableView | None) -> None:
        self.conversation._view = view

    @property
    def resume_point(self) -> Resume | None:
        return self.conversation.place

    @resume_point.setter
    def resume_point(self, place: Resume | None) -> None:
        self.conversation.place = place

    async def login(
        self, name: str = "Wren", *, token: str = "", resume: Resume | None = None, **hello: Any
    ) -> Welcome:
        """Says hello, and asks for the steps from `resume` on."""
        before = self.conversation
        tokens = (token,) if token else ()
        self.conversation = Conversation(name, tokens=tokens, cleans=False, **hello)
        self.conversation.place, self.conversation._view = resume, before._view
        self.conversation.begin()
        await self.link.wire.send(self.conversation.frames.popleft())
        self.welcome = await self.wait_for(Welcome)
        return self.welcome

    async def receive(self) -> Message:
        """Waits for the next message."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            event = self.conversation.receive(await self.link.receive_frame())
        assert isinstance(event, Received), f"a step is missing, or cannot be: {event}"
        message = event.message
        self.messages.append(message)
        match message:
            case Snapshot() | Rail():
                self.watchers = message.watchers
            case Lobby():
                self.lobby = message
            case LobbyChanged():
                assert self.lobby is not None, "a change of the lobby came before the lobby"
                self.lobby = self.lobby.after(message)
            case _:
                pass
        return message

    async def wait_for(self, kind: type[M], test: Callable[[M], bool] = lambda _: True) -> M:
        """Reads until a message of that kind that passes the test."""
        async with asyncio.timeout(LONGEST_WAIT_SECONDS):
            while True:
                message = await self.receive()
                if isinstance(message, kind) and test(message):
                    return message

    async def wait_for_view(self, test: Callable[[TableView], bool]) -> TableView:
        """Reads until the table looks as wanted."""
        async with asyncio.timeout(LONGEST_WAIT_SECONDS):
            while self.view is None or not test(self.view):
                await self.receive()
        return self.view

    async def wait_for_watchers(self, number: int) -> None:
        """Reads until the table has that many watchers."""
        async with asyncio.timeout(LONGEST_WAIT_SECONDS):
            while self.watchers != number:
                await self.receive()

    async def wait_for_lobby(self, test: Callable[[Lobby], bool]) -> Lobby:
        """Reads until the page of the lobby looks as wanted."""
        async with asyncio.timeout(LONGEST_WAIT_SECONDS):
            while self.lobby is None or not test(self.lobby):
                await self.receive()
        return self.lobby

    async def request(self, command: Command) -> Accepted | Refused:
        """Sends a command with an id and reads until its answer."""
        number = command.id or self.conversation.take_id()
        await self.link.send(structs.replace(command, id=number))
        async with asyncio.timeout(LONGEST_WAIT_SECONDS):
            while True:
                message = await self.receive()
                if isinstance(message, Accepted | Refused) and message.id == number:
                    return message

    async def expect_accepted(self, command: Command) -> Accepted:
        """Asks for what has to be accepted."""
        answer = await self.request(command)
        assert isinstance(answer, Accepted), answer
        return answer

    async def expect_refusal(self, command: Command) -> str:
        """Asks for what has to be refused; returns the code."""
        answer = await self.request(command)
        assert isinstance(answer, Refused), answer
        assert answer.sentence.endswith("."), answer.sentence
        return answer.code

    async def open_table(
        self, game: str = "holdem", name: str = "Kitchen", *, password: str = "", **terms: object
    ) -> str:
        """Opens a table and goes there; returns its id."""
        wish = structs.replace(OpenTable(name=name, game=game, password=password), **terms)
        table = (await self.expect_accepted(wish)).table
        await self.watch(table)
        return table

    async def watch(self, table: str) -> TableView:
        await self.expect_accepted(Watch(table=table))
        await self.wait_for(Snapshot)
        assert self.view is not None
        return self.view

    async def follow(self, table: str) -> None:
        """Follows a table besides the one that the client is at."""
        await self.expect_accepted(FollowTable(table=table))
        await self.wait_for(Followed, lambda followed: isinstance(followed.message, Snapshot))

    def told_of(self, table: str) -> list[TableMessage]:
        """Returns what a followed table has sent so far."""
        return [each.message for each in self.messages if isinstance(each, Followed) and each.table == table]

    async def sit(self, seat: int = 0, chips: int = 0) -> int:
        """Takes a seat; returns its number."""
        await self.expect_accepted(Sit(seat=seat, chips=chips))
        view = await self.wait_for_view(lambda view: view.you.seat is not None)
        assert view.you.seat is not None
        return view.you.seat

    async def act_if_in_turn(self, choose: ActionChooser) -> None:
        """Acts once in each turn of one's own."""
        view = self.view
        if view is None or view.you.seat is None or view.you.legal is None or view.turn is None:
            return
        turn_key = (view.hand, view.turn.turn)
        if turn_key != self._last_turn_acted:
            self._last_turn_acted = turn_key
            act = Act(
                id=self.conversation.take_id(), hand=turn_key[0], turn=turn_key[1], action=choose(view, view.you.legal)
            )
            await self.link.send(act)

    async def play_hands(self, choose: ActionChooser, *, hands: int) -> None:
        """Plays until that many hands are over."""
        while not self._has_finished(hands):
            await self.act_if_in_turn(choose)
            await self.receive()

    def _has_finished(self, hands: int) -> bool:
        view = self.view
        return view is not None and (view.hand > hands or (view.hand == hands and not view.playing))

    async def close(self) -> None:
        await self.link.close()


class SocketClient(HeadlessClient):
    """A headless client over a real socket, which tests can cut or read frame by frame."""

    def __init__(self, socket_link: SocketLink) -> None:
        super().__init__(socket_link)
        self.socket = socket_link


@asynccontextmanager
async def run_server(
    *,
    shuffle: Shuffle = shuffled,
    password_hash: str = "",
    certificate: ServerCertificate | None = None,
    store: Store | None = None,
    **changes: Any,
) -> AsyncIterator[Server]:
    """Runs a server on a free port, without pauses, clocks or limits on speed unless `changes` say otherwise.

    A server that does not come to its end fails the test.
    """
    no_limits: dict[str, Any] = {
        "connection_rate": 0.0,
        "frame_rate": 0.0,
        "byte_rate": 0.0,
        "command_rate": 0.0,
        "chat_rate": 0.0,
        "room_chat_rate": 0.0,
        "new_player_rate": 0.0,
        "hello_timeout": TIMEOUT_SECONDS,
    }
    defaults: dict[str, Any] = {
        "port": 0,
        "pause": 0.0,
        "clock": 0,
        "bots_human_pace": False,
        "discovery": False,
    } | no_limits
    settings = ServerSettings(**(defaults | changes))
    resources = AsyncExitStack()
    try:
        yield await resources.enter_async_context(
            Server(settings, shuffle=shuffle, store=store, password_hash=password_hash, certificate=certificate)
        )
    finally:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await resources.aclose()
        while _open_links:
            await _open_links.pop().abort_and_wait()


def expire_idle_timers(server: Server, *, empty: bool = True, deserted: bool = False) -> None:
    """Has the tables that are open wait no more for their hosts and for anybody at all, or for people with seats.

    Settings of no patience would close a table on a slow machine before its opener has come to it.
    """
    for room in server._lobby._rooms.values():
        if empty:
            room._timers._empty_after = 0
        if deserted:
            room._timers._abandoned_after = 0


_open_links: list[SocketLink] = []


async def open_socket(server: Server, *, small_buffers: bool = False) -> SocketLink:
    """Opens a websocket to a server; a narrow one holds next to nothing unread. It is cut when `run_server` ends."""
    tcp_socket = socket.socket()
    if small_buffers:
        tcp_socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32768)
    tcp_socket.setblocking(False)
    try:
        await asyncio.get_running_loop().sock_connect(tcp_socket, ("127.0.0.1", server.port))
        websocket = await connect(
            server.address,
            sock=tcp_socket,
            compression=None,
            max_size=codec.MAX_MESSAGE_BYTES,
            max_queue=1 if small_buffers else 16,
            proxy=None,
        )
    except BaseException:
        tcp_socket.close()
        raise
    _open_links.append(SocketLink(websocket))
    return _open_links[-1]


async def connect_in_memory(server: Server, name: str = "Wren", **hello: Any) -> HeadlessClient:
    """Opens a session in memory."""
    client = HeadlessClient(server.connect_in_memory())
    await client.login(name, **hello)
    return client


async def connect_over_socket(server: Server, name: str = "Wren", **hello: Any) -> SocketClient:
    """Opens a session over a real socket."""
    client = SocketClient(await open_socket(server))
    await client.login(name, **hello)
    return client


def random_chooser(rng: random.Random) -> ActionChooser:
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
        if legal.max_discards is not None:
            held = view.you.cards
            options.append(Draw(tuple(rng.sample(held, rng.randint(legal.min_discards, legal.max_discards)))))
        if legal.declare:
            options.append(Declare(rng.choice(tuple(Declaration))))
        if legal.claims:
            options.append(Claim(rng.choice(legal.claims)))
        if legal.max_runs is not None:
            options.append(Run(rng.randint(1, legal.max_runs)))
        if legal.wager is not None:
            options.append(legal.wager.action(rng.choice((legal.wager.minimum, legal.wager.maximum))))
        return rng.choice(options)

    return choose


def choose_passively(view: TableView, legal: LegalActions) -> Action:
    """Checks or calls, and never folds, bets or draws more than it must."""
    if legal.check:
        return Check()
    if legal.bring_in is not None:
        return BringIn()
    if legal.max_discards is not None:
        return Draw(view.you.cards[: legal.min_discards] if view.you else ())
    return Call()
