"""Bots for a server elsewhere: the same players over a websocket."""

from __future__ import annotations

import asyncio
import random
import secrets
import sys
from collections.abc import Callable
from typing import Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from railbird_server.bots.link import LinkClosed
from railbird_server.bots.names import BIRDS
from railbird_server.bots.player import TurnedAway, play
from railbird_server.bots.style import STYLES
from railbird_shared import PROTOCOL_VERSION, codec
from railbird_shared.commands import Command, Hello, ListTables
from railbird_shared.messages import Lobby, Message, Refused, TableInfo
from railbird_shared.text import clean_line, name_key

MOST_A_SECOND = 8
MOST_AT_ONCE = 16
"""Commands that a bot gives in a second, and after a silence; a little less than servers put up with."""

_PORT = 7777
_PATIENCE = 10
_CLOSING = 1
_LONGEST_SENTENCE = 300


class WebsocketLink:
    """A conversation with a server over a websocket."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    @classmethod
    async def open(cls, address: str) -> Self:
        """Connects to a server at "ws://host:port", or "host" with or without ":port"; raises LinkClosed."""
        url = _url(address)
        try:
            connection = await connect(
                url,
                max_size=codec.MAX_MESSAGE_BYTES,
                compression=None,
                open_timeout=_PATIENCE,
                close_timeout=_CLOSING,
                proxy=None,
            )
        except InvalidURI:
            raise LinkClosed(f"{address} is no address of a server; write host:port.") from None
        except (InvalidHandshake, EOFError):
            raise LinkClosed(f"What answers at {url} is no Railbird server.") from None
        except (OSError, TimeoutError):
            raise LinkClosed(f"Nobody answers at {url}; check the address and that the server runs.") from None
        return cls(connection)

    async def send(self, command: Command) -> None:
        """Sends a command; raises LinkClosed."""
        try:
            await self._connection.send(codec.encode(command), text=True)
        except ConnectionClosed as closed:
            raise LinkClosed(_why(closed)) from None

    async def receive(self) -> Message:
        """Waits for the next message; raises LinkClosed."""
        try:
            return codec.decode_message(await self._connection.recv(decode=False))
        except ConnectionClosed as closed:
            raise LinkClosed(_why(closed)) from None
        except codec.BadFrame as fault:
            raise LinkClosed(fault.sentence) from None

    async def close(self) -> None:
        """Ends the conversation."""
        await self._connection.close()


class Pace:
    """How long to hold commands back so that they come `rate` a second, after a silence `burst` of them at once."""

    def __init__(self, rate: float, burst: int) -> None:
        self._gap = 1 / rate
        self._ahead = (burst - 1) / rate
        self._next = 0.0

    def wait(self, now: float) -> float:
        """Returns the seconds to wait before the command that is due at `now` seconds."""
        at = max(now - self._ahead, self._next)
        self._next = at + self._gap
        return max(0.0, at - now)


class PacedLink(WebsocketLink):
    """A conversation in which a bot never says more than a server puts up with."""

    def __init__(self, connection: ClientConnection) -> None:
        super().__init__(connection)
        self._pace = Pace(MOST_A_SECOND, MOST_AT_ONCE)

    async def send(self, command: Command) -> None:
        """Sends a command when it is time for it; raises LinkClosed."""
        await asyncio.sleep(self._pace.wait(asyncio.get_running_loop().time()))
        await super().send(command)


async def run_bots(
    *,
    address: str,
    count: int,
    style: str,
    table: str,
    pause: bool,
    complain: Callable[[str], object] | None = None,
) -> int:
    """Sends bots to a running server to play until the table closes or the caller ends them; returns the exit status.

    `table` is the id or name of a table, empty for the first with a free seat. `complain` is told, in a sentence, why
    bots could not play; without it standard error is.
    """
    complain = complain or _to_standard_error
    try:
        chosen = await _find_table(address, table)
    except (LinkClosed, TurnedAway) as refusal:
        complain(_safe(refusal))
        return 1
    seed = secrets.randbits(64)
    told: set[str] = set()

    async def send(name: str) -> str:
        """Sends a bot to play; complains as soon as it cannot, but of the same only once."""
        sentence = await _send(address, chosen, style, name, f"{seed}/{name}", pause=pause)
        if sentence and sentence not in told:
            told.add(sentence)
            complain(sentence)
        return sentence

    outcomes = await asyncio.gather(*map(send, BIRDS[:count]))
    return 1 if any(outcomes) else 0


async def _send(address: str, table: str, style: str, name: str, seed: str, *, pause: bool) -> str:
    """Plays one bot to its end; returns why it could not play, empty if it could."""
    try:
        link = await PacedLink.open(address)
    except LinkClosed as closed:
        return _safe(closed)
    rng = random.Random(seed)  # noqa: S311  it plays, it does not deal
    try:
        await play(link, name, table, 0, STYLES[style], rng=rng, pause=pause)
    except (LinkClosed, TurnedAway) as refusal:
        return _safe(refusal)
    except Exception as error:  # noqa: BLE001  a server elsewhere may say anything at all
        return f"What the server says of the table makes no sense to a bot of this version ({type(error).__name__})."
    finally:
        await link.close()
    return ""


async def _find_table(address: str, wanted: str) -> str:
    """Returns the id of the table wanted, or of the first with a free seat; raises LinkClosed or TurnedAway."""
    link = await WebsocketLink.open(address)
    try:
        async with asyncio.timeout(_PATIENCE):
            await link.send(Hello(v=PROTOCOL_VERSION, name=BIRDS[0], bot=True))
            await link.send(ListTables())
            while not isinstance(answer := await link.receive(), Lobby):
                if isinstance(answer, Refused):
                    raise TurnedAway(answer.sentence)
    except TimeoutError:
        raise TurnedAway(f"What answers at {address} does not list its tables, so it is no Railbird server.") from None
    finally:
        await link.close()
    return _choose(answer.tables, wanted)


def _choose(tables: tuple[TableInfo, ...], wanted: str) -> str:
    if wanted:
        for info in tables:
            if wanted == info.table or name_key(wanted) == name_key(info.name):
                return info.table
        raise TurnedAway(f"There is no table {wanted!r} on that server; leave the name out to take any.")
    for info in tables:
        if len(info.players) < info.seats:
            return info.table
    raise TurnedAway("No table on that server has a free seat; open one first.")


def _url(address: str) -> str:
    if "://" in address:
        return address
    _, colon, port = address.rpartition(":")
    return f"ws://{address}" if colon and port.isdigit() else f"ws://{address}:{_PORT}"


def _why(closed: ConnectionClosed) -> str:
    frame = closed.rcvd
    return f"The server ended the conversation: {frame.reason}." if frame and frame.reason else "The server is gone."


def _safe(refusal: LinkClosed | TurnedAway) -> str:
    """Returns the sentence of a refusal, which may be a stranger's, as one line that does nothing to a terminal."""
    return clean_line(str(refusal), _LONGEST_SENTENCE)


def _to_standard_error(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
