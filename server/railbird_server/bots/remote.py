"""Bots for a server elsewhere: the same bots, over a websocket."""

from __future__ import annotations

import asyncio
import random
import secrets
import ssl
import sys
from collections.abc import Callable
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from railbird_server.bots.bot_client import BotRejected, Credentials, LinkClosed, play
from railbird_server.bots.profiles import BOT_NAMES, STYLES
from railbird_server.error_text import describe_error
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.network.address import Address, BadAddress, parse_address
from railbird_shared.network.fingerprint import certificate_fingerprint
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Command, Hello, ListTables
from railbird_shared.protocol.messages import Accepted, Lobby, Message, Refused, TableInfo, Welcome
from railbird_shared.text.text_cleaning import clean_line, look_alike

MAX_COMMANDS_PER_SECOND = 8
MAX_COMMAND_BURST = 16
"""The most commands that a bot sends in a second, and at once after a pause: a little below a server's limits."""

_CONNECT_TIMEOUT = 10
_CLOSE_TIMEOUT = 1
_MAX_SENTENCE_LENGTH = 300


class _PinnedConnection(ClientConnection):
    """A websocket that says nothing to a server whose certificate has another fingerprint than it has to have."""

    fingerprint = ""

    async def handshake(self, *arguments: Any, **options: Any) -> None:
        """Opens the websocket; raises LinkClosed."""
        if self.fingerprint:
            shown = self.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
            if certificate_fingerprint(shown) != self.fingerprint:
                raise LinkClosed("The server is not the one of the invite link, so nothing was sent to it.")
        await super().handshake(*arguments, **options)


class _ConnectHere(connect):
    """Connects to an address and follows no redirect from there: what is said is for this server alone."""

    def process_redirect(self, exc: Exception) -> Exception:
        """Returns the error as it is."""
        return exc


class WebsocketLink:
    """A connection to a server over a websocket."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    @classmethod
    async def open(cls, place: Address) -> Self:
        """Connects to a server; raises LinkClosed.

        A server that encrypts is recognized by the fingerprint in the link, or else by an authority, before anything is
        sent to it.
        """

        class PlaceConnection(_PinnedConnection):
            fingerprint = place.fingerprint

        try:
            connection = await _ConnectHere(
                place.url,
                ssl=_client_context(place),
                create_connection=PlaceConnection,
                max_size=codec.MAX_MESSAGE_BYTES,
                compression=None,
                open_timeout=_CONNECT_TIMEOUT,
                close_timeout=_CLOSE_TIMEOUT,
                proxy=None,
            )
        except (InvalidURI, UnicodeError):  # a name that is none in the domain name system
            raise LinkClosed(f"{place} is no address of a server; write host:port.") from None
        except ssl.SSLCertVerificationError:
            raise LinkClosed(f"No authority vouches for {place}: give the bots the invite link of its host.") from None
        except (InvalidHandshake, EOFError, ssl.SSLError):
            raise LinkClosed(f"What answers at {place.url} is no Railbird server.") from None
        except (OSError, TimeoutError):
            raise LinkClosed(f"Nobody answers at {place.url}; check the address and that the server runs.") from None
        return cls(connection)

    async def send(self, command: Command) -> None:
        """Sends a command; raises LinkClosed."""
        try:
            await self._connection.send(codec.encode(command), text=True)
        except ConnectionClosed as closed:
            raise LinkClosed(_close_reason(closed)) from None

    async def receive(self) -> Message:
        """Waits for the next message; raises LinkClosed."""
        try:
            return codec.decode_message(await self._connection.recv(decode=False))
        except ConnectionClosed as closed:
            raise LinkClosed(_close_reason(closed)) from None
        except codec.ProtocolError as fault:
            raise LinkClosed(fault.sentence) from None

    async def close(self) -> None:
        """Closes the connection."""
        await self._connection.close()


class Throttle:
    """Delays commands so that at most `rate` are sent in a second, and `burst` at once after a pause."""

    def __init__(self, rate: float, burst: int) -> None:
        self._interval = 1 / rate
        self._burst_window = (burst - 1) / rate
        self._next_send = 0.0

    def delay(self, now: float) -> float:
        """Returns the seconds to wait before the command that is due at `now` seconds."""
        at = max(now - self._burst_window, self._next_send)
        self._next_send = at + self._interval
        return max(0.0, at - now)


class ThrottledLink(WebsocketLink):
    """A connection that never exceeds a server's limit of commands."""

    def __init__(self, connection: ClientConnection) -> None:
        super().__init__(connection)
        self._throttle = Throttle(MAX_COMMANDS_PER_SECOND, MAX_COMMAND_BURST)

    async def send(self, command: Command) -> None:
        """Sends a command, delayed if need be; raises LinkClosed."""
        await asyncio.sleep(self._throttle.delay(asyncio.get_running_loop().time()))
        await super().send(command)


async def run_bots(
    *,
    address: str,
    count: int,
    style: str,
    table: str,
    human_pace: bool,
    password: str = "",
    report_failure: Callable[[str], object] | None = None,
) -> int:
    """Sends bots to a running server to play until the table closes or they are cancelled; returns the exit status.

    `table` is the id or name of a table, empty for the first with a free seat. `password` is that of the server and of
    the table; the invite in a link does without. `report_failure` receives a sentence for each reason why bots could
    not play; by default it is written to standard error.
    """
    report_failure = report_failure or _to_standard_error
    try:
        place = parse_address(address)
        newcomers = Credentials(password=password, invite=place.invite)
        table_id, token = await _find_table(place, table, newcomers)
    except (BadAddress, LinkClosed, BotRejected) as refusal:
        report_failure(_printable(refusal))
        return 1
    seed = secrets.randbits(64)
    reported: set[str] = set()

    async def run_bot(name: str) -> str:
        """Runs a bot, and reports a failure at once, but the same one only once."""
        # The first bot is the player who has found the table: an invite that serves once has let them in.
        credentials = newcomers._replace(token=token) if name == BOT_NAMES[0] else newcomers
        sentence = await _run_bot(
            place, table_id, style, name, f"{seed}/{name}", credentials=credentials, human_pace=human_pace
        )
        if sentence and sentence not in reported:
            reported.add(sentence)
            report_failure(sentence)
        return sentence

    failures = await asyncio.gather(*map(run_bot, BOT_NAMES[:count]))
    return 1 if any(failures) else 0


async def _run_bot(
    place: Address, table: str, style: str, name: str, seed: str, *, credentials: Credentials, human_pace: bool
) -> str:
    """Runs one bot to its end; returns the reason why it could not play, empty if it could."""
    try:
        link = await ThrottledLink.open(place)
    except LinkClosed as closed:
        return _printable(closed)
    rng = random.Random(seed)  # noqa: S311  for decisions, not for the deck
    try:
        await play(link, name, table, 0, STYLES[style], credentials=credentials, rng=rng, human_pace=human_pace)
    except (LinkClosed, BotRejected) as refusal:
        return _printable(refusal)
    except Exception as error:  # noqa: BLE001  a server elsewhere may say anything at all
        fault = clean_line(describe_error(error), _MAX_SENTENCE_LENGTH)
        return f"What the server says of the table makes no sense to a bot of this version ({fault})."
    finally:
        await link.close()
    return ""


async def _find_table(place: Address, wanted: str, credentials: Credentials) -> tuple[str, str]:
    """Returns the id of the table wanted, or of the one that an invite leads to, or of the first with a free seat.

    Also returns the token of the player who has looked for it. Raises LinkClosed or BotRejected.
    """
    link = await ThrottledLink.open(place)
    try:
        async with asyncio.timeout(_CONNECT_TIMEOUT):
            await link.send(Hello(v=PROTOCOL_VERSION, name=BOT_NAMES[0], bot=True, **credentials._asdict()))
            welcome = await link.receive()
        if isinstance(welcome, Refused):
            raise BotRejected(welcome.sentence)
        token, invited = (welcome.token, welcome.invited) if isinstance(welcome, Welcome) else ("", "")
        table, first, more = "" if wanted else invited, 0, True
        while more and not table:
            async with asyncio.timeout(_CONNECT_TIMEOUT):
                page = await _list_tables(link, ListTables(id=first + 1, first=first, free=not wanted))
            table, first = _choose_table(page.tables, wanted), first + len(page.tables)
            more = bool(page.tables) and first < page.total
    except TimeoutError:
        raise BotRejected(f"What answers at {place} does not list its tables, so it is no Railbird server.") from None
    finally:
        await link.close()
    if table:
        return table, token
    if wanted:
        raise BotRejected(f"There is no table {wanted!r} on that server; leave the name out to take any.")
    raise BotRejected("No table on that server has a free seat; open one first.")


async def _list_tables(link: WebsocketLink, request: ListTables) -> Lobby:
    """Asks for a page of the tables; raises LinkClosed or BotRejected."""
    await link.send(request)
    accepted = False
    while not isinstance(answer := await link.receive(), Lobby) or not accepted:
        accepted = accepted or answer == Accepted(id=request.id)
        if isinstance(answer, Refused):
            raise BotRejected(answer.sentence)
    return answer


def _choose_table(tables: tuple[TableInfo, ...], wanted: str) -> str:
    """Returns the id of the table wanted, or of the first with a free seat; empty if it is not among these."""
    for info in tables:
        if wanted in ("", info.table) and not (info.is_full and not wanted):
            return info.table
        if wanted and look_alike(wanted, info.name):
            return info.table
    return ""


def _client_context(place: Address) -> ssl.SSLContext | None:
    if not place.is_encrypted:
        return None
    context = ssl.create_default_context()
    if place.fingerprint:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _close_reason(closed: ConnectionClosed) -> str:
    frame = closed.rcvd
    return f"The server ended the conversation: {frame.reason}." if frame and frame.reason else "The server is gone."


def _printable(refusal: BadAddress | LinkClosed | BotRejected) -> str:
    """Returns the sentence of a refusal, which may come from a stranger, as one line that is safe to print."""
    return clean_line(str(refusal), _MAX_SENTENCE_LENGTH)


def _to_standard_error(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
