"""Bots for a server elsewhere: the same bots, over a websocket."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import signal
import ssl
import sys
import traceback
from collections.abc import AsyncIterator, Callable

from websockets.exceptions import InvalidHandshake, InvalidURI

from railbird_server.bots.bot import Bot, StyledBot
from railbird_server.bots.bot_client import BotRejected, play, say_hello
from railbird_server.bots.profiles import BOT_NAMES, STYLES
from railbird_server.refusal import describe_error
from railbird_shared.carrier import Carrier, WireClosed
from railbird_shared.conversation import CommandRefused, Conversation
from railbird_shared.network.address import Address, BadAddress, parse_address
from railbird_shared.network.websocket import CertificateRefused, NotEncrypted, Throttle, WebSocketWire, open_connection
from railbird_shared.protocol.codec import ProtocolError
from railbird_shared.protocol.commands import Leave, ListTables
from railbird_shared.protocol.messages import Lobby, TableInfo
from railbird_shared.text.text_cleaning import clean_line, look_alike

MAX_COMMANDS_PER_SECOND = 8
MAX_COMMAND_BURST = 16
"""The most commands that a bot sends in a second, and at once after a pause: a little below a server's limits."""

_CONNECT_TIMEOUT = 10
_KEEPALIVE_SECONDS = 20
_LEAVE_SECONDS = 1.0
_MAX_SENTENCE_LENGTH = 300


async def open_wire(place: Address) -> WebSocketWire:
    """Connects to a server; raises WireClosed.

    A server that encrypts is recognized by the fingerprint in the link, or else by an authority, before anything is
    sent to it.
    """
    try:
        connection = await open_connection(place, _CONNECT_TIMEOUT, keepalive=_KEEPALIVE_SECONDS)
    except (InvalidURI, UnicodeError):  # a name that is none in the domain name system
        raise WireClosed(f"{place} is no address of a server; write host:port.") from None
    except CertificateRefused as refused:
        if refused.found:
            raise WireClosed("The server is not the one of the invite link, so nothing was sent to it.") from None
        raise WireClosed(f"No authority vouches for {place}: give the bots the invite link of its host.") from None
    except (InvalidHandshake, NotEncrypted, EOFError, ssl.SSLError):
        raise WireClosed(f"The program at {place.url} is no Railbird server.") from None
    except (OSError, TimeoutError):
        raise WireClosed(f"Nobody answers at {place.url}; check the address and that the server runs.") from None
    return WebSocketWire(connection, connection.recognition)


class _ThrottledWire(WebSocketWire):
    """A wire that never exceeds a server's limit of commands."""

    def __init__(self, wire: WebSocketWire) -> None:
        super().__init__(wire.connection, wire.recognition)
        self._throttle = Throttle(MAX_COMMANDS_PER_SECOND, MAX_COMMAND_BURST)

    async def send(self, frame: bytes) -> None:
        await asyncio.sleep(self._throttle.delay(asyncio.get_running_loop().time()))
        await super().send(frame)


async def run_bots(
    *,
    address: str,
    count: int,
    table: str,
    human_pace: bool,
    style: str = "",
    bot_class: type[Bot] | None = None,
    password: str = "",
    report: Callable[[str], object] = lambda sentence: sys.stderr.write(f"{sentence}\n"),
) -> int:
    """Sends bots to a running server to play until the table closes or a SIGTERM cancels them; returns the exit status.

    Bots leave the table when they end. They play in a `style` of the house, or are of a class of their own. `table` is
    the id or name of a table, empty for the first with a free seat. `password` is that of the server and of the table;
    the invite in a link does without.

    `report` receives a sentence for each bot that has sat down and each reason why bots could not play, and what each
    of them did not do as it had decided; by default it is written to standard error.
    """
    names = [bot_class.name or bot_class.__name__] * count if bot_class else BOT_NAMES[:count]
    reported: set[str] = set()

    async def connect(name: str) -> Carrier:
        conversation = Conversation(name, bot=True, password=password, invite=place.invite)
        return Carrier(conversation, _ThrottledWire(await open_wire(place)))

    async def run_bot(name: str, connected: Carrier | None = None) -> str:
        """Plays with one bot to the end; returns why it could not, empty if it could, and reports that once."""
        rng = random.Random(secrets.randbits(64))  # noqa: S311  for decisions, not for the deck
        try:
            bot = bot_class() if bot_class else StyledBot(STYLES[style], rng)
            async with connected or await connect(name) as carrier, _leaving(carrier):
                await play(carrier, bot, table_id, 0, password=password, rng=rng, human_pace=human_pace, report=report)
        except (WireClosed, BotRejected, CommandRefused) as refusal:
            sentence = _printable(refusal)
        except Exception as error:  # noqa: BLE001  a server elsewhere may say anything at all
            sentence = _fault_sentence(error, bot_class)
        else:
            return ""
        if sentence not in reported:
            reported.add(sentence)
            report(sentence)
        return sentence

    _cancel_on_sigterm()
    try:
        place = parse_address(address)
        async with await connect(names[0]) as first:
            table_id = await _find_table(first, place, table)
            playing = (run_bot(names[0], first), *map(run_bot, names[1:]))
            failures = await asyncio.gather(*playing, return_exceptions=True)  # when cancelled it waits until all left
    except (BadAddress, WireClosed, BotRejected, CommandRefused) as refusal:
        report(_printable(refusal))
        return 1
    return 1 if any(failures) else 0


def _cancel_on_sigterm() -> None:
    """Has a SIGTERM cancel the running task, once: a second one would break off the bots' leaving."""
    task = asyncio.current_task()

    def cancel() -> None:
        if task is not None and not task.cancelling():
            task.cancel()

    with contextlib.suppress(NotImplementedError):  # Windows
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, cancel)


@contextlib.asynccontextmanager
async def _leaving(carrier: Carrier) -> AsyncIterator[None]:
    """Gives up the seat of a bot in the end, so that nobody waits for it; a silent server is not waited for."""
    try:
        yield
    finally:
        with contextlib.suppress(WireClosed, CommandRefused, ProtocolError, TimeoutError):
            async with asyncio.timeout(_LEAVE_SECONDS):
                await carrier.request(Leave())


def _fault_sentence(error: Exception, bot_class: type[Bot] | None) -> str:
    """Returns the sentence about an error that ends a bot; the whole error is printed for the author of its class."""
    if bot_class is not None:
        traceback.print_exception(error)
        return f"{bot_class.__name__} stopped at an error of its own."
    fault = clean_line(describe_error(error), _MAX_SENTENCE_LENGTH)
    return f"A bot of this version cannot make sense of the table that the server tells of ({fault})."


async def _find_table(carrier: Carrier, place: Address, wanted: str) -> str:
    """Returns the id of the table wanted, invited to, or first with a free seat; raises what `play` does."""
    try:
        async with asyncio.timeout(_CONNECT_TIMEOUT):
            welcome = await say_hello(carrier)
        table, first, more = "" if wanted else welcome.invited, 0, True
        while more and not table:
            async with asyncio.timeout(_CONNECT_TIMEOUT):
                page = await carrier.read(ListTables(first=first, free=not wanted), Lobby)
            table, first = _choose_table(page.tables, wanted), first + len(page.tables)
            more = bool(page.tables) and first < page.total
    except TimeoutError:
        raise BotRejected(f"The program at {place} does not list its tables, so it is no Railbird server.") from None
    if table:
        return table
    if wanted:
        raise BotRejected(f"There is no table {wanted!r} on that server; leave the name out to take any.")
    raise BotRejected("No table on that server has a free seat; open one first.")


def _choose_table(tables: tuple[TableInfo, ...], wanted: str) -> str:
    """Returns the id of the table wanted, or of the first with a free seat; empty if it is not among these."""
    if wanted:
        found = [info for info in tables if wanted == info.table or look_alike(wanted, info.name)]
    else:
        found = [info for info in tables if not info.is_full]
    return found[0].table if found else ""


def _printable(refusal: BadAddress | WireClosed | BotRejected | CommandRefused) -> str:
    """Returns the sentence of a refusal, which may come from a stranger, as one line that is safe to print."""
    wants_password = isinstance(refusal, CommandRefused) and refusal.refused.code.startswith("password")
    hint = " Write it into a file, and name that with --password-file." if wants_password else ""
    if "keepalive ping timeout" in str(refusal):
        hint = " The bots did not answer, as one of their methods took too long: docs/bots.md says how to wait."
    return clean_line(str(refusal), _MAX_SENTENCE_LENGTH) + hint
