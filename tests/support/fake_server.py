"""A server scripted by the test: it accepts connections, receives commands and sends the messages it is given."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.game.announced_game import Family, Game, Stakes, Structure
from railbird_shared.game.game_rules import GameRules, HandRanking
from railbird_shared.network.address import Address, Scheme
from railbird_shared.network.recognition import (
    CHALLENGE_HEADER,
    PROOF_HEADER,
    parse_challenge,
    place_of,
    prove,
    token_digest,
    token_mark,
)
from railbird_shared.protocol.codec import decode_command, encode
from railbird_shared.protocol.commands import Command, Hello
from railbird_shared.protocol.messages import Accepted, Message, Snapshot, Step, TableInfo, Welcome
from railbird_shared.protocol.view import SeatView, TableView, You
from railbird_shared.tournament.messages import ListTournaments, Tournaments
from support.certificates import CertificateFiles
from support.timeouts import TIMEOUT_SECONDS

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
HIGH_HANDS = GameRules(high=HandRanking())


class FakeServerConnection:
    """One connection, on the side of the server."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self.closed = asyncio.Event()

    async def receive(self) -> Command:
        """Waits for the client's next command; a lobby that asks for tournaments is told that there are none."""
        while True:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                command = decode_command(await self.socket.recv())
            if not isinstance(command, ListTournaments):
                return command
            await self.send(Accepted(id=command.id), Tournaments())

    async def send(self, *messages: Message) -> None:
        for message in messages:
            await self.socket.send(encode(message), text=True)

    async def send_frame(self, frame: str) -> None:
        await self.socket.send(frame)

    async def answer_hello(self, *, token: str = "secret", table: str = "") -> Hello:
        """Receives hello and answers it."""
        hello = await self.receive()
        assert isinstance(hello, Hello)
        await self.send(welcome_message(name=hello.name, token=token, table=table))
        return hello

    async def close(self, code: int = 1001) -> None:
        await self.socket.close(code)
        self.closed.set()

    def abort(self) -> None:
        """Breaks the connection without a closing handshake, as a pulled cable does."""
        self.socket.transport.abort()
        self.closed.set()


class FakeServer:
    """A server that hands over its connections in order."""

    def __init__(self, server: Server, files: CertificateFiles | None = None) -> None:
        self._server = server
        self._unaccepted: asyncio.Queue[FakeServerConnection] = asyncio.Queue()
        scheme = Scheme.ENCRYPTED if files else Scheme.PLAIN
        self.address = Address("127.0.0.1", server.sockets[0].getsockname()[1], scheme)
        """Where it listens, without its fingerprint."""
        self.known_tokens: tuple[str, ...] | None = None
        """The tokens that it proves to know; None for a server that is too old for it."""

    async def accept(self) -> FakeServerConnection:
        """Waits for the next connection."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return await self._unaccepted.get()

    def stop_listening(self) -> None:
        """Takes no further connections; those that there are go on."""
        self._server.close(close_connections=False)

    def process_response(self, socket: ServerConnection, request: Request, response: Response) -> None:
        challenge = parse_challenge(request.headers.get(CHALLENGE_HEADER, ""))
        if self.known_tokens is not None and challenge is not None:
            place, digests = place_of(socket.local_address), map(token_digest, self.known_tokens)
            proofs = [prove(each, challenge.nonce, place) for each in digests if token_mark(each) in challenge.marks]
            response.headers[PROOF_HEADER] = " ".join((place, *proofs[:1]))

    async def handle_connection(self, socket: ServerConnection) -> None:
        connection = FakeServerConnection(socket)
        self._unaccepted.put_nowait(connection)
        client_closed = asyncio.create_task(socket.wait_closed())
        server_closed = asyncio.create_task(connection.closed.wait())
        await asyncio.wait({client_closed, server_closed}, return_when=asyncio.FIRST_COMPLETED)
        client_closed.cancel()
        server_closed.cancel()


@asynccontextmanager
async def run_fake_server(files: CertificateFiles | None = None, *, port: int = 0) -> AsyncIterator[FakeServer]:
    """Runs a server on a free port of this machine, encrypted if it gets a certificate."""
    fake: FakeServer

    async def handle(socket: ServerConnection) -> None:
        await fake.handle_connection(socket)

    def process_response(socket: ServerConnection, request: Request, response: Response) -> None:
        fake.process_response(socket, request, response)

    context = files.context if files else None
    async with serve(
        handle,
        "127.0.0.1",
        port,
        ssl=context,
        compression=None,
        close_timeout=0.2,
        ping_interval=None,
        process_response=process_response,
    ) as server:
        fake = FakeServer(server, files)
        yield fake


def welcome_message(*, name: str = "Wren", token: str = "secret", table: str = "", invited: str = "") -> Welcome:
    return Welcome(
        v=PROTOCOL_VERSION,
        server="0.1.0",
        name=name,
        token=token,
        games=(HOLDEM,),
        table=table,
        bots=("loose", "tight"),
        invited=invited,
    )


def table_snapshot(
    *, table: str = "t1", epoch: str = "e1", seq: int = 1, name: str = "Den", seated: bool = False
) -> Snapshot:
    seats = (SeatView(1, "Wren", 200, bought_in=200), None) if seated else (None, None)
    you = You(1) if seated else You()
    view = TableView(table, name, "Wren", HOLDEM, HIGH_HANDS, 40, 400, 200, seats, you=you)
    return Snapshot(epoch=epoch, seq=seq, at=0, view=view)


def empty_step(seq: int, *, epoch: str = "e1") -> Step:
    return Step(epoch=epoch, seq=seq, at=0)


def table_info(*, table: str = "t1", name: str = "Den", players: tuple[str, ...] = (), seats: int = 6) -> TableInfo:
    return TableInfo(table, name, "Wren", HOLDEM, seats, players, min_buy_in=80, max_buy_in=400, buy_in=200, clock=30)
