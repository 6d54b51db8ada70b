"""Time from a player's act to the last of nine seats that receives it, over sockets, beside an echo of the library.

    python tests/bench/latency.py [--tables N] [--bot-processes N] [--json]

With `--tables` the server has so many further tables, at each of which six bots of the house play at the pace of people
and nobody looks on. They think in as many processes as `railbird-server serve` gives them on this machine, or in the
number given; with 0 in the server's own. Both servers run in one process, and one process holds all clients. The echo
does nothing but broadcast a message as long as a step to its nine clients whenever one of them speaks. Figures are
microseconds; less is better.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from asyncio.subprocess import PIPE
from contextlib import suppress
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from typing import TypeVar

from msgspec import structs
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.report import Row, argument_parser, print_report
from railbird_server.config import ServerSettings
from railbird_server.runtime.server import Server
from railbird_server.runtime.workers import usual_process_count
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol import codec
from railbird_shared.protocol.actions import Call, Check
from railbird_shared.protocol.commands import Act, AddBot, Command, Hello, Leave, OpenTable, Resync, Sit, Watch
from railbird_shared.protocol.events import TurnBegan, YourTurn
from railbird_shared.protocol.messages import Accepted, Refused, Snapshot, Step
from support.network_clients import RawLink

SEATS = 9
ROUNDS = 5
ACTS = 600
WARM_UP = 200
STEP_BYTES = 300
BOTS_PER_TABLE = 6
NEVER_SECONDS = 1e6
PAUSE = 0.001
"""Seconds between hands: as at a table of people, the next deal is no part of the act that ends a hand."""
SERVE = "--serve"

M = TypeVar("M", Accepted, Snapshot)

SEQ_PATTERN = re.compile(rb'"type":"step".*?"seq":(\d+)')
HAND_PATTERN = re.compile(rb'"hand-started","hand":(\d+)')


class ClientGroup:
    """The clients of one server: the step that each has received last, and its text."""

    def __init__(self, sockets: list[ClientConnection], seq: int = 0) -> None:
        self.sockets = sockets
        self.seq = seq
        self.frames = [b""] * len(sockets)
        self._seqs = [seq] * len(sockets)
        self._step_received = asyncio.Event()
        self._readers = [asyncio.create_task(self._read_frames(number)) for number in range(len(sockets))]

    async def _read_frames(self, number: int) -> None:
        with suppress(ConnectionClosed):
            while True:
                frame = await self.sockets[number].recv(decode=False)
                if found := SEQ_PATTERN.match(frame, 1):
                    self._seqs[number] = int(found[1])
                    self.frames[number] = frame
                    self._step_received.set()

    async def wait_for_next_step(self) -> None:
        """Waits until every client has received one more step."""
        self.seq += 1
        while min(self._seqs) < self.seq:
            self._step_received.clear()
            await self._step_received.wait()

    async def send_and_wait(self, sender: int, frame: bytes) -> float:
        """Sends a frame from one client; returns the seconds until all clients have received the step."""
        begun = time.perf_counter()
        await self.sockets[sender].send(frame, text=True)
        await self.wait_for_next_step()
        return time.perf_counter() - begun

    def skip_to_latest(self) -> None:
        """Skips the steps that no act of ours caused."""
        self.seq = min(self._seqs)

    async def close(self) -> None:
        for socket in self.sockets:
            await socket.close()
        await asyncio.gather(*self._readers)


class CallingPlayers:
    """Nine players who check and call."""

    def __init__(self, ears: ClientGroup, table: str, hand: int, first: tuple[int, Act]) -> None:
        self.clients = ears
        self.table = table
        self._hand = hand
        self._next: tuple[int, Act] | None = first
        self._ids = count(1000)

    async def time_acts(self, acts: int) -> list[float]:
        taken: list[float] = []
        while len(taken) < acts:
            if self._next is None:
                await self.clients.wait_for_next_step()
            else:
                sender, act = self._next
                taken.append(await self.clients.send_and_wait(sender, codec.encode(act)))
            self._next = self._find_turn()
        return taken

    async def wait_for_turn(self) -> None:
        """Waits until a player is to act, so that no further step comes by itself."""
        while self._next is None:
            await self.clients.wait_for_next_step()
            self._next = self._find_turn()

    def _find_turn(self) -> tuple[int, Act] | None:
        for number, frame in enumerate(self.clients.frames):
            if started := HAND_PATTERN.search(frame):
                self._hand = int(started[1])
            if b'"your-turn"' in frame and SEQ_PATTERN.match(frame, 1)[1] == b"%d" % self.clients.seq:  # type: ignore[index]
                return number, self._answer_turn(frame)
        return None

    def _answer_turn(self, frame: bytes) -> Act:
        step = codec.decode_message(frame)
        assert isinstance(step, Step)
        turn = next(event.turn for event in step.public if isinstance(event, TurnBegan))
        legal = next(event.legal for event in step.private if isinstance(event, YourTurn))
        return Act(id=next(self._ids), hand=self._hand, turn=turn, action=Check() if legal.check else Call())


async def seat_players(port: int) -> CallingPlayers:
    """Opens a table of nine and seats everybody; the first to act waits until all are connected."""
    sockets = await connect_clients(port)
    for number, socket in enumerate(sockets):
        await send_command(socket, Hello(v=PROTOCOL_VERSION, name=f"Wren {number}"))
    opened = await request(sockets[0], OpenTable(id=1, name="", game="holdem", seats=SEATS, buy_in=2000), Accepted)
    for socket in sockets:
        await request(socket, Watch(id=2, table=opened.table), Snapshot)
        await request(socket, Sit(id=3, chips=2000), Accepted)
    await asyncio.sleep(1)  # lets the server count its watchers, which all are told
    snapshots = [await request(socket, Resync(), Snapshot) for socket in sockets]
    ears = ClientGroup(sockets, snapshots[0].seq)
    for number, snapshot in enumerate(snapshots):
        view = snapshot.view
        if view.you and view.you.legal and view.turn:
            act = Act(hand=view.hand, turn=view.turn.turn, action=Call())
            return CallingPlayers(ears, view.table, view.hand, (number, act))
    raise AssertionError("nobody is to act")


class EchoClients:
    """Nine clients of the echo server, which send in turn."""

    def __init__(self, ears: ClientGroup) -> None:
        self.clients = ears

    async def time_acts(self, times: int) -> list[float]:
        return [await self.clients.send_and_wait(number % SEATS, b"x" * 80) for number in range(times)]


async def connect_clients(port: int) -> list[ClientConnection]:
    return [await connect(f"ws://127.0.0.1:{port}", compression=None, proxy=None) for _ in range(SEATS)]


async def send_command(socket: ClientConnection, command: Command) -> None:
    await socket.send(codec.encode(command), text=True)


async def request(socket: ClientConnection, command: Command, kind: type[M]) -> M:
    await send_command(socket, command)
    while True:
        message = codec.decode_message(await socket.recv(decode=False))
        if isinstance(message, kind):
            return message


async def open_bot_tables(server: Server, tables: int) -> None:
    """Opens further tables full of bots, and leaves them to play."""
    link = RawLink(server.connect_in_memory())
    await link.send(Hello(v=PROTOCOL_VERSION, name="Robin"))
    ids = count(1)
    for _ in range(tables):
        opening = next(ids)
        await link.send(OpenTable(id=opening, name="", game="holdem", seats=BOTS_PER_TABLE))
        opened = await wait_for_accepted(link, opening)
        await link.send(Watch(table=opened.table))
        commands: list[Command] = [*[AddBot()] * BOTS_PER_TABLE, Leave()]
        for command in commands:
            number = next(ids)
            await link.send(structs.replace(command, id=number))
            await wait_for_accepted(link, number)
    await link.close()


async def wait_for_accepted(link: RawLink, number: int) -> Accepted:
    """Waits until a command is accepted."""
    while not isinstance(message := await link.receive(), Accepted) or message.id != number:
        assert not isinstance(message, Refused), message
    return message


async def serve_table_and_echo(tables: int, bot_processes: int) -> None:
    """Runs the table's server and the echo until standard input closes; prints their ports."""
    connections: set[ServerConnection] = set()
    seqs = count(1)

    async def echo(connection: ServerConnection) -> None:
        connections.add(connection)
        with suppress(ConnectionClosed):
            while True:
                await connection.recv()
                step = b'{"type":"step","epoch":"0123456789abcdef","seq":%d,"public":[]}' % next(seqs)
                broadcast(connections, step.ljust(STEP_BYTES), text=True)

    settings = ServerSettings(
        port=0,
        pause=PAUSE,
        clock=0,
        connection_rate=0,
        frame_rate=0,
        byte_rate=0,
        command_rate=0,
        max_tables=tables + 1,
        tables_per_player=tables + 1,
        empty_after=NEVER_SECONDS,
        bot_processes=bot_processes,
    )
    async with Server(settings) as table, serve(echo, "127.0.0.1", 0, compression=None) as bare:
        await open_bot_tables(table, tables)
        print(table.port, bare.sockets[0].getsockname()[1], flush=True)
        await asyncio.to_thread(sys.stdin.read)


async def measure(tables: int, bot_processes: int) -> tuple[list[float], list[float]]:
    """Returns the seconds that acts and echoes took, measured in turns beside that many further tables."""
    command = (sys.executable, __file__, SERVE, str(tables), str(bot_processes))
    server = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    assert server.stdout is not None
    assert server.stdin is not None
    ours, theirs = map(int, (await server.stdout.readline()).split())
    players, echo_clients = await seat_players(ours), EchoClients(ClientGroup(await connect_clients(theirs)))
    acts: list[float] = []
    echoes: list[float] = []
    for group in (players, echo_clients):
        await group.time_acts(WARM_UP)
    for _ in range(ROUNDS):
        acts += await players.time_acts(ACTS)
        echoes += await echo_clients.time_acts(ACTS)
    await players.clients.close()
    await echo_clients.clients.close()
    server.stdin.close()
    await server.wait()
    return acts, echoes


def main() -> None:
    parser = argument_parser()
    parser.add_argument("--tables", type=int, default=0, help="how many further tables are busy meanwhile")
    parser.add_argument(
        "--bot-processes", type=int, default=usual_process_count(), help="processes in which bots think"
    )
    options = parser.parse_args()
    tables: int = options.tables
    acts, echoes = asyncio.run(measure(tables, options.bot_processes))
    rows = [
        Row(f"act to {SEATS} seats, {name} (us)", "holdem", 1e6 * of(acts), 1e6 * of(echoes), less_is_better=True)
        for name, of in (("median", median), ("p99", lambda taken: quantiles(taken, n=100)[98]), ("slowest", max))
    ]
    thinkers = f"{options.bot_processes} processes" if options.bot_processes else "the server's process"
    beside = f", beside {tables} tables of bots, who think in {thinkers}" if tables else ""
    print_report(rows, [f"{len(acts)} acts and as many echoes of {STEP_BYTES} bytes, in turns{beside}."], parser)


if __name__ == "__main__":
    if SERVE in sys.argv:
        asyncio.run(serve_table_and_echo(*map(int, sys.argv[-2:])))
    else:
        main()
