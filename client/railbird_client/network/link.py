"""The client's connection to one server: it carries a conversation over connections, and reconnects by itself.

A link is `connecting` until the first welcome, then `online`, `lost` while it reconnects, and `closed` for good. It
passes what its `Conversation` tells to one listener, in order. A command is sent once or refused, never queued.

A quiet server is pinged; a silent one is reported, and not given up at once, because it may only be busy. A new
connection is opened beside the old one. It takes over only if the server has answered on it, and still not on the old.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import random
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import NoReturn, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from railbird_client.network.lan_search import Search, SearchUnavailable, find_servers, places_claimed
from railbird_shared import CLOSE_FULL, CLOSE_REPLACED
from railbird_shared.conversation import CommandRefused, Conversation, ConversationEvent, Received
from railbird_shared.network.address import Address
from railbird_shared.network.silence import CHECK_INTERVAL_SECONDS, SilenceWatch
from railbird_shared.network.websocket import (
    CONNECTION_ERRORS,
    CertificateRefused,
    ListeningConnection,
    NotEncrypted,
    Throttle,
    abort_opened,
    open_connection,
)
from railbird_shared.protocol.codec import ProtocolError
from railbird_shared.protocol.commands import Act, Command
from railbird_shared.protocol.messages import Accepted, GoingDown, Lobby, Refused, Welcome
from railbird_shared.tournament.messages import Tournaments

GOING_AWAY = 1001

FULL_STATUS_CODES = {429, 503}
"""The HTTP status of a server that accepts no more connections, from one address or at all."""

REDIRECTS = range(300, 400)
"""The HTTP status of what sends its clients elsewhere."""

HANDSHAKE_TIMEOUT_SECONDS = 5.0
"""How long a server may take to open the connection, and again to answer hello."""

REOPEN_TIMEOUT_SECONDS = 3.0
"""How long an attempt at a new connection may take once the first one was there."""

MAX_MESSAGES_PER_SECOND = 500
"""More messages than any table sends in a second, of which half may come at once.

The link queues what it reads together with the player's keys, so a server that floods it could block the keyboard.
Messages over the limit wait in the connection and use no memory.
"""

INITIAL_DELAY_SECONDS = 0.25
MAX_DELAY_SECONDS = 8.0

MAX_UNREACHABLE_DELAY_SECONDS = 1.0
"""How long to wait at most where the network is down: nobody is there whom a pause would spare."""

SEARCH_SECONDS = 4.0
"""How long the network is searched for a server that has moved, before the link closes for want of it."""

GIVE_UP_SECONDS = 20.0
"""How long a server may be silent before its connection is given up."""

LATENCY_INTERVAL_SECONDS = 10.0
"""How often the latency is reported."""

FIRST_ATTEMPT_SECONDS = 2.0
LAST_ATTEMPT_SECONDS = 5.0
"""How long the first attempt at a new connection may take, and the later ones at most.

A system asks a host that does not answer again after 1, 3 and 7 seconds, so a new attempt finds a link that is back
sooner than a long one.
"""

PASSWORD_CODES = frozenset({"password-needed", "password-wrong", "invite-expired", "invite-unknown", "invite-used"})
"""The codes of refusals after which the player may type a password."""

Places = tuple[tuple[str, int], ...]
"""Hosts and ports."""

A = TypeVar("A")
ListT = TypeVar("ListT", Lobby, Tournaments)


class LinkState(StrEnum):
    """The state of a link."""

    NONE = ""
    CONNECTING = "connecting"
    ONLINE = "online"
    LOST = "lost"
    CLOSED = "closed"


class CloseReason(StrEnum):
    """Why a link closed for good; `OWN_SERVER` is the player's own, which did not start or has ended by itself."""

    LEFT = "left"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    REPLACED = "replaced"
    CERTIFICATE = "certificate"
    OWN_SERVER = "own-server"


class ConnectionStatus(Struct, frozen=True):
    """The state of a link, its round trip in milliseconds, and for how many seconds the server has not answered."""

    state: LinkState = LinkState.NONE
    latency_ms: int | None = None
    silent_seconds: int = 0

    @property
    def trouble(self) -> bool:
        """Whether nothing reaches the server just now."""
        return self.silent_seconds > 0 or self.state not in {LinkState.NONE, LinkState.ONLINE}

    def __str__(self) -> str:
        if self.silent_seconds:
            return f"no answer for {self.silent_seconds} s"
        return str(self.state) if self.latency_ms is None else f"{self.state} {self.latency_ms} ms".strip()


@dataclass(frozen=True, slots=True)
class TokenWithheld:
    """The player came as somebody new, for the server did not prove to know them; the sentence says so."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The link is closed for good; `code` is the code of the server's refusal, if it refused.

    `certificate` says what is wrong with that of a server that is not the one that is known.
    """

    reason: CloseReason
    sentence: str = ""
    code: str = ""
    certificate: CertificateRefused | None = None

    @property
    def name_refused(self) -> bool:
        """Whether the server takes the player only under another name."""
        return self.code == "name"

    @property
    def password_refused(self) -> bool:
        """Whether the server takes the player only with its password."""
        return self.code in PASSWORD_CODES


@dataclass(frozen=True, slots=True)
class ServerMoved:
    """The server is at another `place` than before, where it has proved by its certificate that it is the same."""

    place: str


LinkEvent = ConversationEvent | ConnectionStatus | TokenWithheld | ServerMoved | Closed
"""An event of a link; its status comes each time that it has changed."""


class Offline(Exception):
    """Nothing can be sent now; the message is a sentence for the player."""


class _LinkClosed(Exception):
    def __init__(self, closed: Closed) -> None:
        super().__init__(closed.sentence)
        self.closed = closed


async def answer_in_time(request: Awaitable[A], seconds: float) -> A | None:
    """Returns the answer to a request, None where it is refused or does not come in time."""
    with contextlib.suppress(TimeoutError, Offline, CommandRefused):
        async with asyncio.timeout(seconds):
            return await request
    return None


def backoff_delays() -> Iterator[float]:
    """Yields the seconds before each reconnection: doubled up to a limit, with up to half taken off at random."""
    delay = INITIAL_DELAY_SECONDS
    while True:
        yield delay * random.uniform(0.5, 1.0)  # noqa: S311 - spreads reconnections, protects nothing
        delay = min(2 * delay, MAX_DELAY_SECONDS)


class Link:
    """One player's link to one server; `tokens` are those that they may have there, the latest first.

    `search` looks on the network for a server that does not answer, by its certificate. `owner` is the secret of the
    server's run file.
    """

    def __init__(
        self,
        address: Address,
        *,
        name: str,
        tokens: Sequence[str],
        on_event: Callable[[LinkEvent], object],
        password: str = "",
        delays: Callable[[], Iterator[float]] = backoff_delays,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        search: Search | None = None,
        owner: str = "",
    ) -> None:
        self.address = address
        self._search = search
        self.status = ConnectionStatus(LinkState.CONNECTING)
        self.conversation = Conversation(
            name,
            tokens=tokens,
            password=password,
            invite=address.invite,
            owner=owner,
            # A server repeats its answer to a repeated id, so ids keep growing when the client starts again.
            first_id=time.time_ns() // 1_000_000,
        )
        self._on_event = on_event
        self._delays = delays
        self._sleep = sleep
        self._socket: ListeningConnection | None = None
        self._retry_seconds = 0.0
        self._pending_answers: dict[int, asyncio.Future[Accepted]] = {}
        self._pending_lists: dict[asyncio.Future[Lobby | Tournaments], type[Lobby | Tournaments]] = {}

    async def run(self) -> None:
        """Connects and reconnects until the link closes for good; cancelling it closes the connection."""
        try:
            await self._reconnect_forever()
        except _LinkClosed as over:
            self._close(over.closed)
        except asyncio.CancelledError:
            self._close(Closed(CloseReason.LEFT))
            raise

    async def send(self, command: Command) -> int:
        """Sends a command once, with an id if it has none, and returns the id; raises Offline.

        An act that breaks with the connection is sent again after it.
        """
        if self._socket is None or self.status.state is not LinkState.ONLINE:
            raise Offline("There is no connection to the server just now, so nothing was sent.")
        number = self.conversation.send(command)
        try:
            await self._flush(self._socket)
        except ConnectionClosed:
            if not isinstance(command, Act):
                raise Offline("The connection broke just then; the table will show whether it was done.") from None
        return number

    async def _flush(self, socket: ListeningConnection) -> None:
        while self.conversation.frames:
            await socket.send(self.conversation.frames.popleft(), text=True)

    async def request(self, command: Command) -> Accepted:
        """Sends a command and waits for its answer; raises Offline or CommandRefused."""
        command_id = self.conversation.take_id()
        answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        self._pending_answers[command_id] = answer
        try:
            await self.send(replace(command, id=command_id))
            return await answer
        finally:
            if not answer.cancelled():  # else it may still come, and nobody is to hear of it
                self._pending_answers.pop(command_id, None)

    async def request_list(self, command: Command, kind: type[ListT]) -> ListT:
        """Asks for a list, and returns it once it has come; raises Offline or CommandRefused."""
        listing: asyncio.Future[Lobby | Tournaments] = asyncio.get_running_loop().create_future()
        self._pending_lists[listing] = kind
        try:
            await self.request(command)
            listed = await listing
            assert isinstance(listed, kind)
            return listed
        finally:
            del self._pending_lists[listing]
            listing.cancel()

    async def _reconnect_forever(self) -> NoReturn:
        delays = self._delays()
        replacement: ListeningConnection | None = None
        claims: Places = ()
        while True:
            try:
                connecting = self.status.state is LinkState.CONNECTING
                seconds = HANDSHAKE_TIMEOUT_SECONDS if connecting else REOPEN_TIMEOUT_SECONDS
                socket = replacement or await self._open(seconds, claims)
                replacement, claims = None, ()
                try:
                    await self._handshake(socket)
                    delays = self._delays()
                    replacement = await self._run_connection(socket)
                    continue
                finally:
                    await socket.close()
            except (*CONNECTION_ERRORS, ConnectionClosed, ProtocolError) as trouble:
                if self._is_final(trouble) and not claims and (claims := await self._find_claims(SEARCH_SECONDS)):
                    continue
                self._handle_connection_loss(trouble)
                delay = next(delays)
                if isinstance(trouble, OSError) and not isinstance(trouble, ConnectionError):
                    delay = min(delay, MAX_UNREACHABLE_DELAY_SECONDS)
            pause, self._retry_seconds = max(self._retry_seconds, delay), 0.0
            claims = await self._find_claims(pause) if pause >= MAX_UNREACHABLE_DELAY_SECONDS else ()
            if not claims:
                await self._sleep(pause)

    async def _open(self, seconds: float, claims: Places) -> ListeningConnection:
        """Opens a connection where the server was, else where one has its certificate of those that claim to."""
        tokens = self.conversation.tokens
        try:
            return await open_connection(self.address, seconds, tokens)
        except CONNECTION_ERRORS:
            if claims:
                (host, port), *others = claims
                claimed = dataclasses.replace(self.address, host=host, port=port, others=tuple(others))
                with contextlib.suppress(*CONNECTION_ERRORS):  # a false claim says nothing about the server
                    return await open_connection(claimed, seconds, tokens)
            raise

    async def _find_claims(self, seconds: float) -> Places:
        """Returns where servers on the network say that they have the certificate, the only one that is trusted."""
        if self._search is None or not self.address.fingerprint:
            return ()
        with contextlib.suppress(SearchUnavailable):
            return places_claimed(await find_servers(seconds, self._search), self.address.fingerprint)
        return ()

    def _arrive(self, place: Address | None) -> None:
        """Notes the place that has proved to be the server's; a new one is where it is from now on."""
        before = self.address
        if place is not None and place not in before.places:
            self.address = place
            self._on_event(ServerMoved(f"port {place.port}" if place.host == before.host else str(place)))

    async def _handshake(self, socket: ListeningConnection) -> None:
        self.conversation.begin(socket.recognition)
        await self._flush(socket)
        async with asyncio.timeout(HANDSHAKE_TIMEOUT_SECONDS):
            answer = self.conversation.receive(await socket.recv())
        match answer:
            case Received(Refused(sentence=sentence, code=code)):
                raise _LinkClosed(Closed(CloseReason.REFUSED, sentence, code))
            case Received():
                self._socket = socket
                self._change_status(state=LinkState.ONLINE, silent_seconds=0)
                self._arrive(socket.server_address)
                self._on_event(answer)
        if self.conversation.token_withheld:
            sentence = f"The program at {self.address} did not prove that it knows you, so you came as somebody new."
            self._on_event(TokenWithheld(sentence))
        with contextlib.suppress(ConnectionClosed):
            await self._flush(socket)

    async def _run_connection(self, socket: ListeningConnection) -> ListeningConnection:
        """Reads until the connection ends, or until another one takes over from it, which is returned."""

        def on_silence(seconds: int) -> None:
            self._change_status(silent_seconds=seconds)

        def on_latency(milliseconds: int) -> None:
            if not self.status.silent_seconds:
                self._change_status(latency_ms=milliseconds)

        heartbeat = Heartbeat(socket, self.address, on_silence, on_latency, self.conversation.tokens)
        receiving = asyncio.create_task(self._receive_loop(socket))
        watching = asyncio.create_task(heartbeat.run())
        try:
            await asyncio.wait({receiving, watching}, return_when=asyncio.FIRST_COMPLETED)
            if receiving.done():
                watching.add_done_callback(abort_opened)
                await receiving
            replacement = await watching
        except asyncio.CancelledError:
            await socket.close(GOING_AWAY)
            raise
        finally:
            receiving.cancel()
            watching.cancel()
            await asyncio.gather(receiving, watching, return_exceptions=True)
        self._socket = None
        self._fail_pending()
        socket.transport.abort()
        return replacement

    async def _receive_loop(self, socket: ListeningConnection) -> NoReturn:
        throttle = Throttle(MAX_MESSAGES_PER_SECOND, MAX_MESSAGES_PER_SECOND // 2)
        clock = asyncio.get_running_loop().time
        while True:
            event = self.conversation.receive(await socket.recv())
            if event is not None and not self._settle(event):
                self._on_event(event)
            with contextlib.suppress(ConnectionClosed):  # what has come before the end is yet to be read
                await self._flush(socket)
            if delay := throttle.delay(clock()):
                await self._sleep(delay)

    def _change_status(self, **changes: object) -> None:
        if (status := replace(self.status, **changes)) != self.status:
            self.status = status
            self._on_event(status)

    def _settle(self, event: ConversationEvent) -> bool:
        """Takes from an event what the link has waited for; returns whether it answers a request, and says no more."""
        match event:
            case Received(Accepted() | Refused() as answer) if future := self._pending_answers.pop(answer.id, None):
                if future.done():
                    pass
                elif isinstance(answer, Accepted):
                    future.set_result(answer)
                else:
                    future.set_exception(CommandRefused(answer))
                return True
            case Received(Lobby() | Tournaments() as listed):
                for listing, kind in self._pending_lists.items():
                    if isinstance(listed, kind) and not listing.done():
                        listing.set_result(listed)
            case Received(Welcome()):
                self._fail_pending(lists_only=True)
            case Received(GoingDown(retry=retry)):
                self._retry_seconds = min(retry / 1000, MAX_DELAY_SECONDS)
            case _:
                pass
        return False

    def _handle_connection_loss(self, error: Exception) -> None:
        self._socket = None
        self._fail_pending()
        if _close_code(error) == CLOSE_REPLACED:
            sentence = "You connected from another window or machine, so this one is closed."
            raise _LinkClosed(Closed(CloseReason.REPLACED, sentence))
        if self._is_final(error):
            raise _LinkClosed(closed_by(error, self.address))
        self._change_status(state=LinkState.LOST, latency_ms=None, silent_seconds=0)

    def _is_final(self, error: Exception) -> bool:
        """Whether a link that knows no other place of the server ends with an error."""
        return self.status.state is LinkState.CONNECTING or isinstance(error, CertificateRefused)

    def _fail_pending(self, *, lists_only: bool = False) -> None:
        """Tells everybody who waits for the server that no answer comes over a connection that has ended."""
        for future in (*self._pending_lists, *(() if lists_only else self._pending_answers.values())):
            if not future.done():
                future.set_exception(Offline("The connection broke before the server answered."))
                future.exception()  # a request may fail before its list, and nobody looks at that then
        if not lists_only:
            self._pending_answers.clear()

    def _close(self, closed: Closed) -> None:
        self._socket = None
        self._change_status(state=LinkState.CLOSED, latency_ms=None, silent_seconds=0)
        self._on_event(closed)


Taken = Coroutine[None, None, None] | None
"""The work of an answer that may have to be waited for."""

NotDone = CommandRefused | Offline
"""Why a request was not carried out."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A request has its answer; `handle` does what follows, in its place among the messages of the server."""

    handle: Callable[[], Taken]


class Requests:
    """Runs the requests of one session over its `link`, as long as it is `running`."""

    def __init__(self, link: Callable[[], Link]) -> None:
        self._link = link
        self._tasks = asyncio.TaskGroup()
        self._post: Callable[[Answered], object] | None = None

    @contextlib.asynccontextmanager
    async def running(self, post: Callable[[Answered], object]) -> AsyncIterator[None]:
        """Takes requests inside the block; `post` gets their answers."""
        async with self._tasks:
            self._post = post
            try:
                yield
            finally:
                self._post = None

    def ask(
        self,
        command: Command,
        *,
        refused: Callable[[NotDone], Taken],
        accepted: Callable[[Accepted], Taken] = lambda _: None,
    ) -> None:
        """Runs the request of a command, as `start` does."""
        self.start(self.answer(command), refused=refused, accepted=accepted)

    async def answer(self, command: Command) -> Accepted:
        """Sends a command and waits for its answer; raises Offline or CommandRefused."""
        return await self._link().request(command)

    def start(
        self,
        request: Coroutine[None, None, A],
        *,
        refused: Callable[[NotDone], Taken],
        accepted: Callable[[A], Taken] = lambda _: None,
    ) -> asyncio.Task[None] | None:
        """Runs a request of one or more commands, unless the session has ended: nobody waits for its answer then.

        Returns the task, which may be cancelled to send no further command; its answer is then not told.
        """
        if (post := self._post) is None:
            request.close()
            return None

        async def run() -> None:
            try:
                handle = partial(accepted, await request)
            except (CommandRefused, Offline) as not_done:
                handle = partial(refused, not_done)
            post(Answered(handle))

        task = self._tasks.create_task(run())
        task.add_done_callback(lambda _: request.close())  # one that is cancelled before it has begun runs nothing
        return task


@dataclass(eq=False)
class Heartbeat:
    """Watches one connection of a link.

    `on_silence` gets the whole seconds for which the server has not answered at every check, 0 while it answers, and
    `on_latency` the round trip in milliseconds. `tokens` are those of `open_connection`.
    """

    connection: ListeningConnection
    address: Address
    on_silence: Callable[[int], None]
    on_latency: Callable[[int], None]
    tokens: Sequence[str] = ()
    _latency_due: float = field(default=0.0, init=False)
    _replacement: asyncio.Task[ListeningConnection] | None = field(default=None, init=False)

    async def run(self) -> ListeningConnection:
        """Watches until a new connection is to take over, and returns it."""
        clock = asyncio.get_running_loop().time
        watch = SilenceWatch(clock())
        try:
            while True:
                await asyncio.sleep(CHECK_INTERVAL_SECONDS)
                now, connection = clock(), self.connection
                heard, connection.heard = connection.heard, False
                quiet, measure = watch.check(now, heard=heard), now >= self._latency_due
                if quiet or measure:
                    await self._ping(measure=measure)
                if measure:
                    self._latency_due = now + LATENCY_INTERVAL_SECONDS
                self.on_silence(max(1, int(watch.seconds)) if watch.silent else 0)
                if watch.seconds >= GIVE_UP_SECONDS:
                    connection.transport.abort()
                if (replacement := self._seek_replacement(needed=watch.silent)) is not None:
                    return replacement
        finally:
            self._drop_replacement()

    async def _ping(self, *, measure: bool) -> None:
        """Sends a ping, whose answer may measure the latency; does nothing on a connection that has ended."""

        def take_pong(pong: asyncio.Future[float]) -> None:
            if not pong.cancelled() and pong.exception() is None:
                self.on_latency(round(1000 * pong.result()))

        with contextlib.suppress(ConnectionClosed):
            pong = asyncio.ensure_future(await self.connection.ping())
            if measure:
                pong.add_done_callback(take_pong)

    def _seek_replacement(self, *, needed: bool) -> ListeningConnection | None:
        """Opens a new connection while one is needed; returns it once it is open."""
        if not needed:
            self._drop_replacement()
        elif self._replacement is None:
            self._replacement = asyncio.create_task(_keep_trying(self.address, self.tokens))
        elif self._replacement.done():
            replacement, self._replacement = self._replacement.result(), None
            return replacement
        return None

    def _drop_replacement(self) -> None:
        if self._replacement is not None:
            self._replacement.add_done_callback(abort_opened)
            self._replacement.cancel()
            self._replacement = None


async def _keep_trying(address: Address, tokens: Sequence[str]) -> ListeningConnection:
    """Tries to connect again and again, and returns the first connection that opens."""
    seconds = FIRST_ATTEMPT_SECONDS
    while True:
        try:
            return await open_connection(address, seconds, tokens)
        except (OSError, InvalidHandshake, ConnectionClosed, NotEncrypted):
            # Clients that lost the same network do not all come back in the same moment.
            await asyncio.sleep(random.uniform(0.2, 0.8))  # noqa: S311 - spreads reconnections, protects nothing
        seconds = min(seconds + 0.5, LAST_ATTEMPT_SECONDS)


def closed_by(error: Exception, address: Address) -> Closed:
    """Returns the end of a link that there never was, or whose server is not the one that is known any more."""
    if not isinstance(error, CertificateRefused):
        return Closed(CloseReason.UNREACHABLE, unreachable_sentence(address, error))
    if error.found:
        sentence = f"The server at {error.address} is not the one that you know: its certificate is another."
    else:
        sentence = f"The server at {error.address} has no valid certificate: {error.reason}."
    return Closed(CloseReason.CERTIFICATE, f"{sentence} Nothing was sent to it.", certificate=error)


def unreachable_sentence(address: Address, error: Exception) -> str:
    """Returns why there is no connection to a server, as a sentence for the player."""
    if isinstance(error, TimeoutError):
        return f"The machine at {address} does not answer: check the address, and that you share a network."
    if isinstance(error, NotEncrypted):
        return f"The program at {address} does not encrypt: check the address and the port."
    if isinstance(error, ssl.SSLError):
        reason = (error.reason or "no reason given").replace("_", " ").lower()
        return f"The program at {address} agrees on no encryption ({reason}): check the address and the port."
    if isinstance(error, OSError | InvalidURI | UnicodeError):
        return f"No server answers at {address}: check the address, and that the host has started the game."
    status = error.response.status_code if isinstance(error, InvalidStatus) else 0
    if status in REDIRECTS:
        elsewhere = "points to another address, which is not followed: ask the host for the address of the game"
        return f"The program at {address} {elsewhere}."
    if status in FULL_STATUS_CODES or _close_code(error) == CLOSE_FULL:
        return f"The server at {address} takes no more connections just now: try again in a moment."
    return f"The program at {address} is not a Railbird server: check the address and the port."


def _close_code(error: Exception) -> int | None:
    """Returns the code with which the server closed the connection, None where it did not."""
    return error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else None
