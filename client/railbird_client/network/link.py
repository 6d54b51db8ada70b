"""The client's connection to one server: it says hello, resumes the player's table, and reconnects by itself.

A link is `connecting` until the first welcome, then `online`, `lost` while it reconnects, and `closed` for good. It
passes every message of the server, sanitized and in order, to one listener. Steps of a table arrive without gaps: after
a gap the link asks for a snapshot and drops steps until it comes. A command is sent once or refused, never queued; only
an act whose answer is missing is sent again, under the same id, once the server answers on a new connection.

A server that falls silent is reported, and a new connection is opened beside the old one (`heartbeat`).
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import ssl
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidStatus, InvalidURI

from railbird_client.network.heartbeat import (
    CONNECTION_ERRORS,
    Heartbeat,
    ListeningConnection,
    abort_opened,
    open_connection,
)
from railbird_client.network.sanitize import sanitize
from railbird_client.network.throttle import Throttle
from railbird_client.network.tls import CertificateRefused, NotEncrypted
from railbird_shared import CLOSE_FULL, CLOSE_REPLACED, PROTOCOL_VERSION
from railbird_shared.network.address import Address
from railbird_shared.protocol.codec import ProtocolError, decode_message, encode
from railbird_shared.protocol.commands import Act, Command, Hello, Resume, Resync
from railbird_shared.protocol.messages import (
    Accepted,
    GoingDown,
    History,
    Message,
    Refused,
    Snapshot,
    Step,
    TableClosed,
    Welcome,
)
from railbird_shared.protocol.table_limits import MAX_TOKEN_LENGTH
from railbird_shared.protocol.validation import is_valid

GOING_AWAY = 1001

FULL_STATUS_CODES = {429, 503}
"""The HTTP status of a server that accepts no more connections, from one address or at all."""

REDIRECTS = range(300, 400)
"""The HTTP status of what sends its clients elsewhere."""

HANDSHAKE_TIMEOUT_SECONDS = 5.0
"""How long a server may take to open the connection, and again to answer hello."""

REOPEN_TIMEOUT_SECONDS = 3.0
"""How long an attempt at a new connection may take once the first one was there."""

INITIAL_DELAY_SECONDS = 0.25
MAX_DELAY_SECONDS = 8.0

MAX_UNREACHABLE_DELAY_SECONDS = 1.0
"""How long to wait at most where the network is down: nobody is there whom a pause would spare."""


class LinkState(StrEnum):
    """The state of a link."""

    CONNECTING = "connecting"
    ONLINE = "online"
    LOST = "lost"
    CLOSED = "closed"


class CloseReason(StrEnum):
    """Why a link closed for good."""

    LEFT = "left"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    REPLACED = "replaced"
    NOT_CONFIRMED = "not-confirmed"
    CERTIFICATE = "certificate"


@dataclass(frozen=True, slots=True)
class Received:
    """The server sent a message; a snapshot of the same table is `unasked` where nobody had asked for it."""

    message: Message
    unasked: bool = False


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The state of the link has changed."""

    state: LinkState


@dataclass(frozen=True, slots=True)
class LatencyMeasured:
    """The round trip to the server takes this many milliseconds."""

    latency_ms: int


@dataclass(frozen=True, slots=True)
class SilenceChanged:
    """The server has not answered for this many seconds; with 0 it answers again."""

    seconds: int


@dataclass(frozen=True, slots=True)
class InvalidMessage:
    """The server sent a message that cannot be read; the sentence says so."""

    sentence: str


@dataclass(frozen=True, slots=True)
class TokenWithheld:
    """The player came as somebody new, for the server did not prove to know them; the sentence says so."""

    sentence: str


@dataclass(frozen=True, slots=True)
class ConfirmationNeeded:
    """The player has to compare the fingerprint of a server that they do not know yet."""

    address: Address
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The link is closed for good; `code` is the code of the server's refusal, if it refused.

    Where the server was not the one that is known, `found` is the fingerprint of the certificate that it showed.
    """

    reason: CloseReason
    sentence: str = ""
    code: str = ""
    found: str = ""


LinkEvent = (
    Received
    | StateChanged
    | LatencyMeasured
    | SilenceChanged
    | InvalidMessage
    | TokenWithheld
    | ConfirmationNeeded
    | Closed
)


class Offline(Exception):
    """Nothing can be sent now; the message is a sentence for the player."""


class CommandRefused(Exception):
    """The server refused a command; nothing has changed."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.sentence)
        self.refused = refused


class _LinkClosed(Exception):
    def __init__(self, closed: Closed) -> None:
        super().__init__(closed.sentence)
        self.closed = closed


def backoff_delays() -> Iterator[float]:
    """Yields the seconds before each reconnection: doubled up to a limit, with up to half taken off at random."""
    delay = INITIAL_DELAY_SECONDS
    while True:
        yield delay * random.uniform(0.5, 1.0)  # noqa: S311 - spreads reconnections, protects nothing
        delay = min(2 * delay, MAX_DELAY_SECONDS)


def _command_ids() -> Iterator[int]:
    # A server repeats its answer to a repeated id, so ids keep growing when the client starts again.
    return itertools.count(time.time_ns() // 1_000_000)


class Link:
    """One player's link to one server.

    `tokens` are those that the player may have there, the latest first. On a plain connection one is sent once the
    server has proved to know it, or if it has given it in this session and could prove nothing then, as an older one.
    """

    def __init__(
        self,
        address: Address,
        *,
        name: str,
        tokens: Sequence[str],
        on_event: Callable[[LinkEvent], None],
        password: str = "",
        delays: Callable[[], Iterator[float]] = backoff_delays,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.address = address
        self.name = name
        self.state = LinkState.CONNECTING
        self.latency_ms: int | None = None
        self.silent_seconds = 0
        self._tokens = tuple(tokens)
        self._needs_proof = True
        self._password = password
        self._on_event = on_event
        self._delays = delays
        self._sleep = sleep
        self._ids = _command_ids()
        self._socket: ListeningConnection | None = None
        self._unanswered_act: Act | None = None
        self._resume_from: Resume | None = None
        self._seat_count = 0
        self._resyncing = False
        self._awaits_table = True
        self._retry_seconds = 0.0
        self._pending_answers: dict[int, asyncio.Future[Accepted]] = {}

    @property
    def table(self) -> str:
        """The id of the table whose steps arrive, empty in the lobby."""
        return self._resume_from.table if self._resume_from else ""

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
        numbered = command if command.id else replace(command, id=next(self._ids))
        if self._socket is None or self.state is not LinkState.ONLINE:
            raise Offline("There is no connection to the server just now, so nothing was sent.")
        if isinstance(numbered, Act):
            self._unanswered_act = numbered
        try:
            await self._socket.send(encode(numbered), text=True)
        except ConnectionClosed:
            if isinstance(numbered, Act):
                return numbered.id
            raise Offline("The connection broke just then; the table will show whether it was done.") from None
        return numbered.id

    def take_command_id(self) -> int:
        """Returns an id for a command that no other command of this link has."""
        return next(self._ids)

    async def request(self, command: Command) -> Accepted:
        """Sends a command and waits for its answer; raises Offline or CommandRefused."""
        command_id = next(self._ids)
        answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        self._pending_answers[command_id] = answer
        try:
            await self.send(replace(command, id=command_id))
            return await answer
        finally:
            self._pending_answers.pop(command_id, None)

    async def _reconnect_forever(self) -> NoReturn:
        delays = self._delays()
        replacement: ListeningConnection | None = None
        while True:
            try:
                socket, replacement = replacement or await self._open(), None
                try:
                    await self._handshake(socket)
                    delays = self._delays()
                    replacement = await self._run_connection(socket)
                    continue
                finally:
                    await socket.close()
            except CertificateRefused as refused:
                raise _LinkClosed(refused_certificate(refused)) from None
            except (*CONNECTION_ERRORS, ConnectionClosed, ProtocolError) as trouble:
                self._handle_connection_loss(trouble)
                delay = next(delays)
                if isinstance(trouble, OSError) and not isinstance(trouble, ConnectionError):
                    delay = min(delay, MAX_UNREACHABLE_DELAY_SECONDS)
            await self._sleep(max(self._retry_seconds, delay))
            self._retry_seconds = 0.0

    async def _open(self) -> ListeningConnection:
        connecting = self.state is LinkState.CONNECTING
        seconds = HANDSHAKE_TIMEOUT_SECONDS if connecting else REOPEN_TIMEOUT_SECONDS
        return await open_connection(self.address, seconds, self._tokens)

    async def _handshake(self, socket: ListeningConnection) -> None:
        token = socket.recognition.token if self._needs_proof else next(iter(self._tokens), "")
        comes_first = self.state is LinkState.CONNECTING
        hello = Hello(
            v=PROTOCOL_VERSION,
            name=self.name,
            token=token,
            resume=self._resume_from,
            password=self._password if token or comes_first else "",
            invite=self.address.invite if comes_first else "",
            id=next(self._ids),
        )
        await socket.send(encode(hello), text=True)
        async with asyncio.timeout(HANDSHAKE_TIMEOUT_SECONDS):
            answer = sanitize(decode_message(await socket.recv()))
        match answer:
            case Welcome() if len(answer.token) <= MAX_TOKEN_LENGTH:
                is_withheld = bool(self._tokens) and not token
                self._tokens, self.name = (answer.token,) if answer.token else (), answer.name
                self._needs_proof = socket.recognition.can_prove
                self._socket = socket
                self._resyncing, self._awaits_table = False, True
                self._set_state(LinkState.ONLINE)
                self._report_silence(0)
                self._on_event(Received(answer))
                if is_withheld:
                    self._on_event(TokenWithheld(withheld_sentence(self.address)))
                await self._send_unanswered_act(answer)
            case Refused():
                raise _LinkClosed(Closed(CloseReason.REFUSED, answer.sentence, answer.code))
            case _:
                raise ProtocolError("invalid", "The server did not answer hello with a welcome.")

    async def _send_unanswered_act(self, welcome: Welcome) -> None:
        """Sends an act again that may not have arrived, at the table for which it was meant."""
        act = self._unanswered_act
        if act is not None and self.table and welcome.table == self.table:
            await self.send(act)
        else:
            self._unanswered_act = None

    async def _run_connection(self, socket: ListeningConnection) -> ListeningConnection:
        """Reads until the connection ends, or until another one takes over from it, which is returned."""
        heartbeat = Heartbeat(
            socket,
            self.address,
            tokens=self._tokens,
            on_silence=self._report_silence,
            on_latency=self._report_latency,
        )
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
            await _cancel(receiving, watching)
        self._socket = None
        self._fail_pending_answers()
        socket.transport.abort()
        return replacement

    async def _receive_loop(self, socket: ListeningConnection) -> NoReturn:
        throttle, clock = Throttle(), asyncio.get_running_loop().time
        while True:
            frame = await socket.recv()
            try:
                message = sanitize(decode_message(frame))
            except ProtocolError as fault:
                self._on_event(InvalidMessage(fault.sentence))
            else:
                await self._dispatch(message)
            if delay := throttle.delay(clock()):
                await self._sleep(delay)

    def _report_latency(self, milliseconds: int) -> None:
        if milliseconds != self.latency_ms and not self.silent_seconds:
            self.latency_ms = milliseconds
            self._on_event(LatencyMeasured(milliseconds))

    def _report_silence(self, seconds: int) -> None:
        if seconds != self.silent_seconds:
            self.silent_seconds = seconds
            self._on_event(SilenceChanged(seconds))

    async def _dispatch(self, message: Message) -> None:
        if isinstance(message, Accepted | Refused) and self._unanswered_act and message.id == self._unanswered_act.id:
            self._unanswered_act = None
        unasked = False
        match message:
            case Accepted() | Refused() if message.id in self._pending_answers:
                self._resolve_request(message)
                return
            case History() if not is_valid(message, 0):
                self._on_event(InvalidMessage("The server sent a hand that cannot be; it was ignored."))
                return
            case Snapshot() | Step() if not is_valid(message, self._seat_count):
                self._on_event(InvalidMessage("The server sent something impossible about the table; it was ignored."))
                await self._resync()
                return
            case Snapshot():
                if message.view.table != self.table:
                    self._unanswered_act = None  # it was meant for the table before
                else:
                    unasked = not (self._resyncing or self._awaits_table)
                self._resume_from = Resume(message.view.table, message.epoch, message.seq)
                self._seat_count = len(message.view.seats)
                self._resyncing = self._awaits_table = False
            case Step():
                if not await self._advance_or_resync(message):
                    return
            case TableClosed():
                self._resume_from = self._unanswered_act = None
            case GoingDown():
                self._retry_seconds = min(message.retry / 1000, MAX_DELAY_SECONDS)
            case _:
                pass
        self._on_event(Received(message, unasked))

    def _resolve_request(self, answer: Accepted | Refused) -> None:
        future = self._pending_answers.pop(answer.id)
        if future.done():
            return
        if isinstance(answer, Accepted):
            future.set_result(answer)
        else:
            future.set_exception(CommandRefused(answer))

    async def _advance_or_resync(self, step: Step) -> bool:
        """Whether the step follows the last one; if it does not, a snapshot is asked for."""
        last = self._resume_from
        if last is None:
            return False
        if step.epoch == last.epoch and step.seq == last.seq + 1 and not self._resyncing:
            self._resume_from = Resume(last.table, step.epoch, step.seq)
            return True
        await self._resync()
        return False

    async def _resync(self) -> None:
        if not self._resyncing and self._resume_from is not None:
            self._resyncing = True
            with contextlib.suppress(Offline):
                await self.send(Resync())

    def _handle_connection_loss(self, error: Exception) -> None:
        self._socket = None
        self.latency_ms = None
        self.silent_seconds = 0
        self._fail_pending_answers()
        if _close_code(error) == CLOSE_REPLACED:
            raise _LinkClosed(
                Closed(CloseReason.REPLACED, "You connected from another window or machine, so this one is closed.")
            )
        if self.state is LinkState.CONNECTING:
            raise _LinkClosed(Closed(CloseReason.UNREACHABLE, unreachable_sentence(self.address, error)))
        self._set_state(LinkState.LOST)

    def _fail_pending_answers(self) -> None:
        for future in self._pending_answers.values():
            if not future.done():
                future.set_exception(Offline("The connection broke before the server answered."))

    def _set_state(self, state: LinkState) -> None:
        if state is not self.state:
            self.state = state
            self._on_event(StateChanged(state))

    def _close(self, closed: Closed) -> None:
        self._socket = None
        self._set_state(LinkState.CLOSED)
        self._on_event(closed)


def unreachable_sentence(address: Address, error: Exception) -> str:
    """Returns why there is no connection to a server, as a sentence for the player."""
    if isinstance(error, TimeoutError):
        return f"The machine at {address} does not answer: check the address, and that you share a network."
    if isinstance(error, NotEncrypted):
        return f"What answers at {address} does not encrypt: check the address and the port."
    if isinstance(error, ssl.SSLError):
        reason = (error.reason or "no reason given").replace("_", " ").lower()
        return f"What answers at {address} agrees on no encryption ({reason}): check the address and the port."
    if isinstance(error, OSError | InvalidURI | UnicodeError):
        return f"No server answers at {address}: check the address, and that the host has started the game."
    status = error.response.status_code if isinstance(error, InvalidStatus) else 0
    if status in REDIRECTS:
        return (
            f"What answers at {address} points to another address, which is not followed: "
            "ask the host for the address of the game."
        )
    if status in FULL_STATUS_CODES or _close_code(error) == CLOSE_FULL:
        return f"The server at {address} takes no more connections just now: try again in a moment."
    return f"What answers at {address} is not a Railbird server: check the address and the port."


def withheld_sentence(address: Address) -> str:
    """Returns that a player has come as somebody new, as a sentence for them."""
    return f"What answers at {address} did not prove that it knows you, so you came as somebody new."


def refused_certificate(refused: CertificateRefused) -> Closed:
    """Returns the end of a link to a server that is not the one that is known; nothing was sent to it."""
    if refused.found:
        sentence = f"The server at {refused.address} is not the one that you know: its certificate is another."
    else:
        sentence = f"The server at {refused.address} has no valid certificate: {refused.reason}."
    return Closed(CloseReason.CERTIFICATE, f"{sentence} Nothing was sent to it.", found=refused.found)


def _close_code(error: Exception) -> int | None:
    """Returns the code with which the server closed the connection, None where it did not."""
    return error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else None


async def _cancel(*tasks: asyncio.Task[NoReturn] | asyncio.Task[ListeningConnection]) -> None:
    """Cancels tasks and waits until they have ended, with whatever they end."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
