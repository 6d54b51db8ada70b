"""A client's conversation with one server: it says hello, keeps the player's place, and comes back by itself.

A link is `connecting` until the first welcome, then `online`, `lost` while it tries again, and `closed` for good. It
hands on what the server says, in order and cleaned, to one listener. Steps of a table arrive without gaps: after a gap
the link asks for the whole table and stays silent until that comes. What a player does is sent once or refused, never
kept for later.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from railbird_client.address import Address
from railbird_client.foreign import cleaned
from railbird_client.pace import Pace
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.codec import MAX_MESSAGE_BYTES, BadFrame, decode_message, encode
from railbird_shared.commands import Command, Hello, Resume, Resync
from railbird_shared.messages import Accepted, GoingDown, Message, Refused, Snapshot, Step, TableClosed, Welcome
from railbird_shared.soundness import is_sound

GOING_AWAY = 1001

FULL = {429, 503}
"""The HTTP answers of a server that has as many connections as it takes, from one address or in all."""

REPLACED = 4001
"""The close code of a server when the same player has come by another connection."""

GREETING_SECONDS = 5.0
"""How long a server may take to open the connection, and again to answer hello."""

LONGEST_TOKEN = 64
"""What hello has room for: a longer secret would be refused by every server, and by this address's next one, too."""

PING_SECONDS = 10.0
"""How often the way to the server is measured."""

FIRST_DELAY_SECONDS = 0.25
LONGEST_DELAY_SECONDS = 8.0


class LinkState(StrEnum):
    """How a link stands."""

    CONNECTING = "connecting"
    ONLINE = "online"
    LOST = "lost"
    CLOSED = "closed"


class Ending(StrEnum):
    """Why a link closed for good."""

    LEFT = "left"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class Heard:
    """The server said something."""

    message: Message


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The link stands differently now."""

    state: LinkState


@dataclass(frozen=True, slots=True)
class Measured:
    """The way to the server and back takes this long, in milliseconds."""

    latency_ms: int


@dataclass(frozen=True, slots=True)
class Nonsense:
    """The server sent what cannot be read; the sentence says so."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The link is closed for good; `code` is the server's word where it refused."""

    why: Ending
    sentence: str = ""
    code: str = ""


LinkEvent = Heard | StateChanged | Measured | Nonsense | Ended


class Offline(Exception):
    """Nothing can be sent now; the message is a sentence for the player."""


class Declined(Exception):
    """The server refused a command; nothing has changed."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.sentence)
        self.refused = refused


class _Over(Exception):
    def __init__(self, ended: Ended) -> None:
        super().__init__(ended.sentence)
        self.ended = ended


def growing_delays() -> Iterator[float]:
    """Yields seconds to wait before each new try: doubling up to a limit, with up to a half taken off by chance."""
    delay = FIRST_DELAY_SECONDS
    while True:
        yield delay * random.uniform(0.5, 1.0)  # noqa: S311 - it spreads clients out and guards nothing
        delay = min(2 * delay, LONGEST_DELAY_SECONDS)


def _next_ids() -> Iterator[int]:
    # A server answers a repeated id as it did the first time, so ids go on growing when the client starts again.
    return itertools.count(time.time_ns() // 1_000_000)


class Link:
    """One player's link to one server."""

    def __init__(
        self,
        address: Address,
        *,
        name: str,
        token: str,
        hear: Callable[[LinkEvent], None],
        delays: Callable[[], Iterator[float]] = growing_delays,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.address = address
        self.name = name
        self.state = LinkState.CONNECTING
        self.latency_ms: int | None = None
        self._token = token
        self._hear = hear
        self._delays = delays
        self._pause = pause
        self._ids = _next_ids()
        self._socket: ClientConnection | None = None
        self._place: Resume | None = None
        self._seats = 0
        self._resyncing = False
        self._retry_seconds = 0.0
        self._asked: dict[int, asyncio.Future[Accepted]] = {}

    @property
    def table(self) -> str:
        """The table whose news arrive, empty in the lobby."""
        return self._place.table if self._place else ""

    async def run(self) -> None:
        """Talks to the server until the link closes for good; cancelling this leaves quietly."""
        try:
            await self._keep_coming_back()
        except _Over as over:
            self._close(over.ended)
        except asyncio.CancelledError:
            self._close(Ended(Ending.LEFT))
            raise

    async def send(self, command: Command) -> int:
        """Sends a command once, with an id if it has none, and returns the id; raises Offline."""
        numbered = command if command.id else replace(command, id=next(self._ids))
        if self._socket is None or self.state is not LinkState.ONLINE:
            raise Offline("There is no connection to the server just now, so nothing was sent.")
        try:
            await self._socket.send(encode(numbered), text=True)
        except ConnectionClosed:
            raise Offline("The connection broke just then; the table will show what was done.") from None
        return numbered.id

    async def ask(self, command: Command) -> Accepted:
        """Sends a command and waits for its answer; raises Offline or Declined."""
        number = next(self._ids)
        answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        try:
            await self.send(replace(command, id=number))
            return await answer
        finally:
            self._asked.pop(number, None)

    async def _keep_coming_back(self) -> NoReturn:
        delays = self._delays()
        while True:
            try:
                async with self._opened() as socket:
                    await self._greet(socket)
                    delays = self._delays()
                    await self._stay(socket)
            except (OSError, InvalidURI, InvalidHandshake, ConnectionClosed, BadFrame, UnicodeError) as trouble:
                self._lose(trouble)
            await self._pause(max(self._retry_seconds, next(delays)))
            self._retry_seconds = 0.0

    def _opened(self) -> connect:
        # Naming host and port forbids redirects to elsewhere: the secret is for this server alone.
        return connect(
            self.address.url,
            host=self.address.host,
            port=self.address.port,
            compression=None,
            max_size=MAX_MESSAGE_BYTES,
            open_timeout=GREETING_SECONDS,
            close_timeout=1,
            proxy=None,
        )

    async def _greet(self, socket: ClientConnection) -> None:
        hello = Hello(v=PROTOCOL_VERSION, name=self.name, token=self._token, resume=self._place, id=next(self._ids))
        await socket.send(encode(hello), text=True)
        async with asyncio.timeout(GREETING_SECONDS):
            answer = cleaned(decode_message(await socket.recv()))
        match answer:
            case Welcome() if len(answer.token) <= LONGEST_TOKEN:
                self._token, self.name = answer.token, answer.name
                self._socket = socket
                self._resyncing = False
                self._become(LinkState.ONLINE)
                self._hear(Heard(answer))
            case Refused():
                raise _Over(Ended(Ending.REFUSED, answer.sentence, answer.code))
            case _:
                raise BadFrame("no-welcome", "The server did not answer hello with a welcome.")

    async def _stay(self, socket: ClientConnection) -> NoReturn:
        try:
            await self._converse(socket)
        except asyncio.CancelledError:
            await socket.close(GOING_AWAY)
            raise

    async def _converse(self, socket: ClientConnection) -> NoReturn:
        measuring = asyncio.create_task(self._measure(socket))
        pace, clock = Pace(), asyncio.get_running_loop().time
        try:
            while True:
                frame = await socket.recv()
                try:
                    message = cleaned(decode_message(frame))
                except BadFrame as fault:
                    self._hear(Nonsense(fault.sentence))
                else:
                    await self._take(message)
                if rest := pace.rest(clock()):
                    await self._pause(rest)
        finally:
            measuring.cancel()

    async def _measure(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.latency_ms = round(1000 * await (await socket.ping()))
                self._hear(Measured(self.latency_ms))
                await asyncio.sleep(PING_SECONDS)

    async def _take(self, message: Message) -> None:
        match message:
            case Accepted() | Refused() if message.id in self._asked:
                self._answer(message)
                return
            case Snapshot() | Step() if not is_sound(message, self._seats):
                self._hear(Nonsense("The server said of the table what cannot be; it was left out."))
                await self._resync()
                return
            case Snapshot():
                self._place = Resume(message.view.table, message.epoch, message.seq)
                self._seats = len(message.view.seats)
                self._resyncing = False
            case Step():
                if not await self._follows(message):
                    return
            case TableClosed():
                self._place = None
            case GoingDown():
                self._retry_seconds = min(message.retry / 1000, LONGEST_DELAY_SECONDS)
            case _:
                pass
        self._hear(Heard(message))

    def _answer(self, answer: Accepted | Refused) -> None:
        waiting = self._asked.pop(answer.id)
        if waiting.done():
            return
        if isinstance(answer, Accepted):
            waiting.set_result(answer)
        else:
            waiting.set_exception(Declined(answer))

    async def _follows(self, step: Step) -> bool:
        """Whether the step is the very next of the table's; if it is not, the whole table is asked for."""
        place = self._place
        if place is None:
            return False
        if step.epoch == place.epoch and step.seq == place.seq + 1 and not self._resyncing:
            self._place = Resume(place.table, step.epoch, step.seq)
            return True
        await self._resync()
        return False

    async def _resync(self) -> None:
        if not self._resyncing and self._place is not None:
            self._resyncing = True
            with contextlib.suppress(Offline):
                await self.send(Resync())

    def _lose(self, trouble: Exception) -> None:
        self._socket = None
        self.latency_ms = None
        for waiting in self._asked.values():
            if not waiting.done():
                waiting.set_exception(Offline("The connection broke before the server answered."))
        if isinstance(trouble, ConnectionClosed) and trouble.rcvd and trouble.rcvd.code == REPLACED:
            raise _Over(Ended(Ending.REPLACED, "You came back from another window or machine, so this one let go."))
        if self.state is LinkState.CONNECTING:
            raise _Over(Ended(Ending.UNREACHABLE, self._why_unreachable(trouble)))
        self._become(LinkState.LOST)

    def _why_unreachable(self, trouble: Exception) -> str:
        if isinstance(trouble, TimeoutError):
            return f"The machine at {self.address} does not answer: check the address, and that you share a network."
        if isinstance(trouble, OSError | InvalidURI | UnicodeError):
            return f"No server answers at {self.address}: check the address, and that the host has started the game."
        if isinstance(trouble, InvalidStatus) and trouble.response.status_code in FULL:
            return f"The server at {self.address} takes no more connections just now: try again in a moment."
        return f"What answers at {self.address} is not a Railbird server: check the address and the port."

    def _become(self, state: LinkState) -> None:
        if state is not self.state:
            self.state = state
            self._hear(StateChanged(state))

    def _close(self, ended: Ended) -> None:
        self._socket = None
        self._become(LinkState.CLOSED)
        self._hear(ended)
