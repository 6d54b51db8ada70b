"""Bots for a server elsewhere: the same bots, over a websocket."""

from __future__ import annotations

import asyncio
import random
import secrets
import ssl
import sys
import traceback
from collections.abc import Callable, Sequence

from websockets.exceptions import InvalidHandshake, InvalidURI

from railbird_server.bots.bot import Bot, StyledBot
from railbird_server.bots.bot_client import BotRejected, play, say_hello
from railbird_server.bots.profiles import BOT_NAMES, STYLES
from railbird_server.refusal import describe_error
from railbird_shared.carrier import Carrier, WireClosed
from railbird_shared.conversation import CommandRefused, Conversation
from railbird_shared.network.address import Address, BadAddress, parse_address
from railbird_shared.network.websocket import CertificateRefused, NotEncrypted, Throttle, WebSocketWire, open_connection
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.messages import Lobby, TableInfo
from railbird_shared.text.text_cleaning import clean_line, look_alike

MAX_COMMANDS_PER_SECOND = 8
MAX_COMMAND_BURST = 16
"""The most commands that a bot sends in a second, and at once after a pause: a little below a server's limits."""

_CONNECT_TIMEOUT = 10
_KEEPALIVE_SECONDS = 20
_MAX_SENTENCE_LENGTH = 300


async def open_wire(place: Address, tokens: Sequence[str] = ()) -> WebSocketWire:
    """Connects to a server at which the player may have one of these tokens, none of which is sent; raises WireClosed.

    A server that encrypts is recognized by the fingerprint in the link, or else by an authority, before anything is
    sent to it.
    """
    try:
        connection = await open_connection(place, _CONNECT_TIMEOUT, tokens, keepalive=_KEEPALIVE_SECONDS)
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


class _ThrottledWire:
    """A wire that never exceeds a server's limit of commands."""

    def __init__(self, wire: WebSocketWire) -> None:
        self.recognition = wire.recognition
        self.receive, self.close = wire.receive, wire.close
        self._wire = wire
        self._throttle = Throttle(MAX_COMMANDS_PER_SECOND, MAX_COMMAND_BURST)

    async def send(self, frame: bytes) -> None:
        """Sends a frame, delayed if need be; raises WireClosed."""
        await asyncio.sleep(self._throttle.delay(asyncio.get_running_loop().time()))
        await self._wire.send(frame)


async def run_bots(
    *,
    address: str,
    count: int,
    table: str,
    human_pace: bool,
    style: str = "",
    bot_class: type[Bot] | None = None,
    password: str = "",
    report_failure: Callable[[str], object] = lambda sentence: sys.stderr.write(f"{sentence}\n"),
) -> int:
    """Sends bots to a running server to play until the table closes or they are cancelled; returns the exit status.

    They play in a `style` of the house, or are of a class of their own. `table` is the id or name of a table, empty for
    the first with a free seat. `password` is that of the server and of the table; the invite in a link does without.
    `report_failure` receives a sentence for each reason why bots could not play; by default it is written to standard
    error.
    """
    names = [bot_class.name or bot_class.__name__] * count if bot_class else BOT_NAMES[:count]
    crew = [_RemoteBot(name, style, bot_class, password) for name in names]
    try:
        place = parse_address(address)
        table_id = await crew[0].find_table(place, table)
    except (BadAddress, WireClosed, BotRejected) as refusal:
        report_failure(_printable(refusal))
        await crew[0].close()
        return 1
    reported: set[str] = set()

    async def run_bot(bot: _RemoteBot) -> str:
        """Runs a bot, and reports a failure at once, but the same one only once."""
        sentence = await bot.run(place, table_id, human_pace=human_pace)
        if sentence and sentence not in reported:
            reported.add(sentence)
            report_failure(sentence)
        return sentence

    failures = await asyncio.gather(*map(run_bot, crew))
    return 1 if any(failures) else 0


class _RemoteBot:
    """A bot with its connection to a server elsewhere."""

    def __init__(self, name: str, style: str, bot_class: type[Bot] | None, password: str) -> None:
        self._name = name
        self._password = password
        self._is_ours = bot_class is None
        self._rng = random.Random(secrets.randbits(64))  # noqa: S311  for decisions, not for the deck
        self._bot = StyledBot(STYLES[style], self._rng) if bot_class is None else bot_class()
        self._carrier: Carrier | None = None

    async def _open(self, place: Address) -> Carrier:
        conversation = Conversation(self._name, bot=True, password=self._password, invite=place.invite)
        self._carrier = Carrier(conversation, _ThrottledWire(await open_wire(place)))
        return self._carrier

    async def close(self) -> None:
        """Ends the connection, if there is one."""
        if self._carrier is not None:
            await self._carrier.close()

    async def run(self, place: Address, table: str, *, human_pace: bool) -> str:
        """Plays to the end; returns the reason why the bot could not, empty if it could."""
        try:
            carrier = self._carrier or await self._open(place)
            await play(carrier, self._bot, table, 0, password=self._password, rng=self._rng, human_pace=human_pace)
        except (WireClosed, BotRejected) as refusal:
            return _printable(refusal)
        except Exception as error:  # noqa: BLE001  a server elsewhere may say anything at all
            if not self._is_ours:
                traceback.print_exception(error)
                return f"{type(self._bot).__name__} stopped at an error of its own."
            fault = clean_line(describe_error(error), _MAX_SENTENCE_LENGTH)
            return f"A bot of this version cannot make sense of the table that the server tells of ({fault})."
        finally:
            await self.close()
        return ""

    async def find_table(self, place: Address, wanted: str) -> str:
        """Returns the id of the table wanted, or of the one of an invite, or of the first with a free seat.

        Raises WireClosed or BotRejected.
        """
        carrier = await self._open(place)
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
            raise BotRejected(
                f"The program at {place} does not list its tables, so it is no Railbird server."
            ) from None
        except CommandRefused as refused:
            raise BotRejected(str(refused)) from None
        if table:
            return table
        if wanted:
            raise BotRejected(f"There is no table {wanted!r} on that server; leave the name out to take any.")
        raise BotRejected("No table on that server has a free seat; open one first.")


def _choose_table(tables: tuple[TableInfo, ...], wanted: str) -> str:
    """Returns the id of the table wanted, or of the first with a free seat; empty if it is not among these."""
    for info in tables:
        if wanted in ("", info.table) and not (info.is_full and not wanted):
            return info.table
        if wanted and look_alike(wanted, info.name):
            return info.table
    return ""


def _printable(refusal: BadAddress | WireClosed | BotRejected) -> str:
    """Returns the sentence of a refusal, which may come from a stranger, as one line that is safe to print."""
    return clean_line(str(refusal), _MAX_SENTENCE_LENGTH)
