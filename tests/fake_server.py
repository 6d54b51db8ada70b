"""A server whose every word is the test's: it accepts connections and says what it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from websockets.asyncio.server import Server, ServerConnection, serve

from patience import PATIENCE_SECONDS
from railbird_client.address import Address
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.codec import decode_command, encode
from railbird_shared.commands import Command, Hello
from railbird_shared.games import Family, Game, Stakes, Structure
from railbird_shared.messages import Message, Snapshot, Step, TableInfo, Welcome
from railbird_shared.view import SeatView, TableView, You

HOLDEM = Game(
    id="holdem",
    name="Hold'em",
    family=Family.BOARD,
    structure=Structure.NO_LIMIT,
    stakes=Stakes(small_blind=1, big_blind=2),
    streets=("preflop", "flop", "turn", "river"),
    cards=2,
    board=5,
)


class Conversation:
    """One connection, seen from the server."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self.over = asyncio.Event()

    async def hear(self) -> Command:
        """Waits for the client's next command."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            frame = await self.socket.recv()
        return decode_command(frame)

    async def say(self, *messages: Message) -> None:
        for message in messages:
            await self.socket.send(encode(message), text=True)

    async def say_raw(self, frame: str) -> None:
        await self.socket.send(frame)

    async def welcome(self, *, token: str = "secret", table: str = "") -> Hello:
        """Hears hello and answers it."""
        hello = await self.hear()
        assert isinstance(hello, Hello)
        await self.say(welcome(name=hello.name, token=token, table=table))
        return hello

    async def close(self, code: int = 1001) -> None:
        await self.socket.close(code)
        self.over.set()

    def break_off(self) -> None:
        """Ends the connection without a word, as a pulled cable does."""
        self.socket.transport.abort()
        self.over.set()


class FakeServer:
    """Connections as they come in, one after another."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._waiting: asyncio.Queue[Conversation] = asyncio.Queue()
        self.address = Address("127.0.0.1", server.sockets[0].getsockname()[1])

    async def accept(self) -> Conversation:
        """Waits for the next connection."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self._waiting.get()

    async def take(self, socket: ServerConnection) -> None:
        conversation = Conversation(socket)
        self._waiting.put_nowait(conversation)
        leaving = asyncio.create_task(socket.wait_closed())
        over = asyncio.create_task(conversation.over.wait())
        await asyncio.wait({leaving, over}, return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        over.cancel()


@asynccontextmanager
async def fake_server() -> AsyncIterator[FakeServer]:
    """Runs a server on a free port of this machine."""
    fake: FakeServer

    async def take(socket: ServerConnection) -> None:
        await fake.take(socket)

    async with serve(take, "127.0.0.1", 0, compression=None, close_timeout=0.2, ping_interval=None) as server:
        fake = FakeServer(server)
        yield fake


def welcome(*, name: str = "Wren", token: str = "secret", table: str = "") -> Welcome:
    return Welcome(
        v=PROTOCOL_VERSION,
        server="0.1.0",
        name=name,
        token=token,
        games=(HOLDEM,),
        table=table,
        bots=("loose", "tight"),
    )


def snapshot(
    *, table: str = "t1", epoch: str = "e1", seq: int = 1, name: str = "Den", seated: bool = False
) -> Snapshot:
    seats = (SeatView(1, "Wren", 200, brought=200), None) if seated else (None, None)
    you = You(1) if seated else None
    view = TableView(table, name, "Wren", HOLDEM, 40, 400, seats, you=you)
    return Snapshot(epoch=epoch, seq=seq, at=0, view=view)


def step(seq: int, *, epoch: str = "e1") -> Step:
    return Step(epoch=epoch, seq=seq, at=0)


def table_info(*, table: str = "t1", name: str = "Den", players: tuple[str, ...] = (), seats: int = 6) -> TableInfo:
    return TableInfo(table, name, "Wren", HOLDEM, seats, players, min_buy_in=80, max_buy_in=400, clock=30)
