"""The http door: the pages that a browser is shown, and the sockets over which its player comes in.

Pages are given under addresses and names that nobody else can point here, and sockets to these pages alone. Without
encryption all of it is for the host's own networks. A browser identifies itself by a key that its page has made; it
tells the key over the socket, as the invite from the fragment of a link, and neither is in the line of a request.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import logging
import ssl
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractContextManager, suppress
from email.utils import formatdate
from http import HTTPStatus
from importlib.resources import files
from typing import Annotated, NamedTuple, Protocol

import msgspec
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State

from railbird_client.guests.channel_driver import Channel
from railbird_client.guests.guest import FAULT, Guest, GuestHome, TerminalKind, describe_fault, logger
from railbird_client.guests.house import DrawnGuest, GuestLine, GuestRefused
from railbird_client.guests.phone_guest import PhoneGuest
from railbird_shared.network.peer import address_group, is_known_host, plain_address, requested_host
from railbird_shared.network.websocket import Throttle

PAGES = {"/": "phone/page", "/terminal": "guests/terminal_page"}
"""The folder of each page; its `index.html` is the page, and what else is in it goes by its own name."""

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}

OPEN_SECONDS = 15.0
"""How long a browser may take to ask and to be answered, and then again to say who comes."""

CLOSE_SECONDS, LEAVE_SECONDS = 10.0, 1.0
"""How long a browser may take to read the end of a page; and all of them, once the door closes."""

PING_SECONDS = 15.0

MOST_CONNECTIONS, MOST_OF_HOUSEHOLD = 128, 40
"""How many connections there may be at a time; one more ends the oldest whose player has not come in."""

MAX_MESSAGE_BYTES = 8192
MESSAGE_RATE, MESSAGE_BURST = 100.0, 300
"""Messages a second and at once that are read of a socket; more of them wait at the sender."""

NOT_OURS = "This page is not known under that name: open it by the number of the host's address."
NOT_NEAR = (
    "This page is not encrypted, so it is shown on the host's own network alone: ask the host for another way in."
)
NOT_ASKED = "This page can be read, and nothing else."
NOT_THIS_PAGE = "Only Railbird's own pages play here."
NOT_HERE = "There is nothing here: open the address as the host gave it to you."
TOO_MANY = "Too many connections come from your address: close some pages, and try again."
BAD_HELLO = "This page is from another time: load it again."

_TRUECOLOUR = TerminalKind(colour_term="truecolor")

_library = logging.getLogger("railbird.http_door")
_library.setLevel(logging.CRITICAL + 1)


class House(Protocol):
    """The house, as far as the door knows it: it runs the clients of guests."""

    async def draw(self, guest: Guest, channel: Channel, size: tuple[int, int], terminal: TerminalKind) -> DrawnGuest:
        """Runs a client that is painted for a guest; raises GuestRefused."""
        ...

    def admit(self, guest: Guest, line: GuestLine) -> AbstractContextManager[GuestHome]:
        """Has a guest in as long as the context lasts; raises GuestRefused."""
        ...


class Hello(msgspec.Struct):
    """The first message of a page: the key that it has made, the name of its player, and their invite."""

    key: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    invite: Annotated[str, msgspec.Meta(max_length=128)] = ""
    columns: int = 0
    rows: int = 0


class ScreenNews(msgspec.Struct):
    """A later message of the terminal page: the size of its screen, or that it wants a sign of life."""

    columns: int = 0
    rows: int = 0
    alive: bool = False


class _Asset(NamedTuple):
    content: bytes
    headers: dict[str, str]


class _Connection(ServerConnection):
    """A connection that tells `on_pause` when it takes no more for the moment, and when it does again."""

    peer = "0.0.0.0"  # noqa: S104  one that has gone again before it was looked at
    on_pause: Callable[[bool], None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes note of where it comes from."""
        super().connection_made(transport)
        if found := transport.get_extra_info("peername"):
            self.peer = str(plain_address(found[0]))

    def pause_writing(self) -> None:
        """Takes note that much waits to be sent."""
        super().pause_writing()
        if self.on_pause is not None:
            self.on_pause(True)

    def resume_writing(self) -> None:
        """Takes note that it has been sent."""
        super().resume_writing()
        if self.on_pause is not None:
            self.on_pause(False)


class SocketLine:
    """A websocket as the channel to a guest."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._closing: asyncio.Task[None] | None = None

    def write(self, data: bytes) -> None:
        """Sends bytes of a terminal."""
        self._send(Opcode.BINARY, data)

    def tell(self, text: bytes) -> None:
        """Sends a text, which is JSON."""
        self._send(Opcode.TEXT, text)

    def _send(self, opcode: Opcode, data: bytes) -> None:
        connection = self._connection
        if self._closing is None and connection.state is State.OPEN and not connection.transport.is_closing():
            connection.transport.write(Frame(opcode, data).serialize(mask=False))

    def close(self, sentence: str) -> None:
        """Tells the page that it is over, with a sentence for the player, and closes the socket."""
        if sentence:
            self.tell(msgspec.json.encode({"end": sentence}))
        if self._closing is None:
            self._closing = asyncio.create_task(self._connection.close())


class HttpDoor:
    """The http door; `port` is where it listens once it is open, and it is `secure` where it encrypts."""

    def __init__(self, house: House, *, names: Collection[str] = (), encryption: ssl.SSLContext | None = None) -> None:
        self.port = 0
        self.secure = encryption is not None
        self._house = house
        self._names = frozenset(name.lower() for name in names)
        self._encryption = encryption
        self._assets = dict(_assets())
        self._open: OrderedDict[_Connection, bool] = OrderedDict()
        self._households: Counter[str] = Counter()
        self._sockets: dict[str, Callable[[_Connection, SocketLine, Hello], Awaitable[None]]] = {
            "/screen": self._show_screen,
            "/play": self._play,
        }
        self._listener: Server | None = None

    async def listen(self, host: str | None, port: int) -> None:
        """Listens on a port, on any free one for 0; raises OSError where it is taken."""
        self._listener = await serve(
            self._greet,
            host,
            port,
            ssl=self._encryption,
            ssl_handshake_timeout=None if self._encryption is None else OPEN_SECONDS,
            create_connection=self._connection_type(),
            process_request=self._answer,
            process_response=_guard,
            compression=None,
            max_size=MAX_MESSAGE_BYTES,
            open_timeout=OPEN_SECONDS,
            close_timeout=CLOSE_SECONDS,
            ping_interval=PING_SECONDS,
            ping_timeout=PING_SECONDS,
            server_header=None,
            logger=_library,
        )
        self.port = self._listener.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Takes nobody any more, and waits a moment for pages that were told to leave."""
        if self._listener is None:
            return
        self._listener.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._listener.wait_closed()
        for connection in tuple(self._open):
            connection.transport.abort()
        await self._listener.wait_closed()

    def _connection_type(self) -> type[_Connection]:
        door = self

        class CountedConnection(_Connection):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                super().connection_made(transport)
                door.count(self)

            def connection_lost(self, exc: Exception | None) -> None:
                door.count_out(self)
                super().connection_lost(exc)

        return CountedConnection

    def count(self, connection: _Connection) -> None:
        """Counts a new connection; the oldest whose player has not come in makes room for it."""
        self._households[address_group(connection.peer)] += 1
        self._open[connection] = False
        waiting = (each for each, is_in in self._open.items() if not is_in)
        if len(self._open) > MOST_CONNECTIONS and (oldest := next(waiting, None)) is not None:
            self.count_out(oldest)  # more may come before its end is told
            oldest.transport.abort()

    def count_out(self, connection: _Connection) -> None:
        """Counts a connection that has ended."""
        if self._open.pop(connection, None) is not None:
            self._households[address_group(connection.peer)] -= 1

    # --- pages -------------------------------------------------------------------------------------------------------

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answers a request; returns None for one that may become a socket."""
        assert isinstance(connection, _Connection)
        path = request.path.partition("?")[0]
        if refusal := self._refusal(connection, request, path):
            return _sentence(*refusal)
        if path in self._sockets:
            return None
        found = self._assets.get(path)
        if found is None:
            return _sentence(HTTPStatus.NOT_FOUND, NOT_HERE)
        if request.headers.get("If-None-Match") == found.headers["ETag"]:
            return _respond(HTTPStatus.NOT_MODIFIED, b"", found.headers)
        return _respond(HTTPStatus.OK, found.content, found.headers)

    def _refusal(self, connection: _Connection, request: Request, path: str) -> tuple[HTTPStatus, str] | None:
        hosts = request.headers.get_all("Host")
        name = requested_host(hosts)
        if not (is_known_host(hosts, self._names) or (name and "." not in name) or name.endswith(".local")):
            return HTTPStatus.MISDIRECTED_REQUEST, NOT_OURS
        local = (connection.local_address or ("0.0.0.0",))[0]  # noqa: S104  it has gone again
        if self._encryption is None and not is_near(connection.peer, str(local)):
            return HTTPStatus.FORBIDDEN, NOT_NEAR
        if self._households[address_group(connection.peer)] > MOST_OF_HOUSEHOLD:
            return HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY
        if request.method != "GET":
            return HTTPStatus.METHOD_NOT_ALLOWED, NOT_ASKED
        if path in self._sockets:  # a page of somebody else comes with its own origin, and another program with none
            own = {f"{scheme}://{hosts[0].strip().lower()}" for scheme in ("http", "https")}
            if not own.issuperset(origins := request.headers.get_all("Origin")) or len(origins) != 1:
                return HTTPStatus.FORBIDDEN, NOT_THIS_PAGE
        return None

    # --- sockets -----------------------------------------------------------------------------------------------------

    async def _greet(self, connection: ServerConnection) -> None:
        """Waits until a page has said who comes, and has them in."""
        assert isinstance(connection, _Connection)
        assert connection.request is not None
        line = SocketLine(connection)
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                hello = msgspec.json.decode(await connection.recv(), type=Hello)
            self._open[connection] = True
            await self._sockets[connection.request.path.partition("?")[0]](connection, line, hello)
        except GuestRefused as refusal:
            line.close(str(refusal))
        except (msgspec.MsgspecError, TimeoutError):
            line.close(BAD_HELLO)
        except ConnectionClosed:
            pass
        except Exception as error:  # noqa: BLE001  it is this guest's alone
            logger.error("A guest cannot play in a browser: %s", describe_fault(error))
            line.close(FAULT)

    async def _play(self, connection: _Connection, line: SocketLine, hello: Hello) -> None:
        phone = PhoneGuest(line)
        with self._house.admit(_guest(connection, hello), phone) as home:
            connection.on_pause = phone.hold
            await phone.run(home, connection)

    async def _show_screen(self, connection: _Connection, line: SocketLine, hello: Hello) -> None:
        drawn = await self._house.draw(_guest(connection, hello), line, (hello.columns, hello.rows), _TRUECOLOUR)
        connection.on_pause = lambda pauses: drawn.pause() if pauses else drawn.resume()
        loop, throttle = asyncio.get_running_loop(), Throttle(MESSAGE_RATE, MESSAGE_BURST)
        try:
            async for message in connection:
                if isinstance(message, bytes):
                    drawn.feed(message)
                else:
                    news = msgspec.json.decode(message, type=ScreenNews)
                    if news.columns or news.rows:
                        drawn.resize(news.columns, news.rows)
                    if news.alive:
                        line.tell(b"{}")
                await asyncio.sleep(throttle.delay(loop.time()))
        finally:
            drawn.end()


async def open_http_door(
    house: House,
    port: int,
    *,
    host: str | None = None,
    names: Collection[str] = (),
    encryption: ssl.SSLContext | None = None,
) -> HttpDoor:
    """Opens the door on a port, on any free one for 0; raises OSError where it is taken.

    `names` are those under which the pages are asked for besides addresses and the names of the own network. With
    `encryption` they are shown over https and everywhere.
    """
    door = HttpDoor(house, names=names, encryption=encryption)
    await door.listen(host, port)
    return door


def load_encryption(certificate: str, key: str) -> ssl.SSLContext:
    """Reads the certificate of an authority and its key; raises OSError, of which ssl.SSLError is one."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificate, key)
    return context


def _guest(connection: _Connection, hello: Hello) -> Guest:
    return Guest(f"page:{hello.key}", hello.name, connection.peer, hello.invite)


def is_near(peer: str, local: str) -> bool:
    """Whether both ends of a connection are on a network of the host's own."""
    return all(plain_address(end).is_private for end in (peer, local)) or address_group(peer) == address_group(local)


def _assets() -> list[tuple[str, _Asset]]:
    """Returns all that the door gives out, by path."""
    found = []
    for page, folder in PAGES.items():
        root = files("railbird_client").joinpath(folder)
        folders = (each for each in (root, root.joinpath("vendor")) if each.is_dir())
        for file in (file for each in folders for file in each.iterdir()):
            suffix = f".{file.name.rpartition('.')[2]}"
            if suffix in TYPES:
                path = page if file.name == "index.html" else f"/{file.name}"
                found.append((path, _asset(file.read_bytes(), suffix)))
    return found


def _asset(content: bytes, suffix: str) -> _Asset:
    headers = {
        "Content-Type": TYPES[suffix],
        "ETag": f'"{hashlib.sha256(content).hexdigest()[:32]}"',
        "Cache-Control": "no-cache",
    }
    if suffix == ".woff2":  # packed already
        return _Asset(content, headers)
    return _Asset(gzip.compress(content, mtime=0), headers | {"Content-Encoding": "gzip"})


def _respond(status: HTTPStatus, content: bytes, headers: dict[str, str]) -> Response:
    usual = {"Date": formatdate(usegmt=True), "Connection": "close", "Content-Length": str(len(content))}
    return Response(status, status.phrase, Headers(usual | headers), content)


def _sentence(status: HTTPStatus, sentence: str) -> Response:
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Railbird</title>'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark light">'
        f"<p>{sentence}</p></html>\n"
    )
    allowed = {"Allow": "GET"} if status is HTTPStatus.METHOD_NOT_ALLOWED else {}
    return _respond(status, page.encode(), {"Content-Type": TYPES[".html"], "Cache-Control": "no-store"} | allowed)


def _guard(_: ServerConnection, request: Request, response: Response) -> None:
    """Adds what keeps pages of others away from ours; the pages load nothing from elsewhere."""
    hosts = request.headers.get_all("Host")
    is_page = response.status_code in {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED}  # a browser keeps the newer headers
    sockets = f" ws://{hosts[0]} wss://{hosts[0]}" if is_page else ""  # an older Safari wants them named
    # The library of the terminal page writes styles of its own.
    styles = " 'unsafe-inline'" if request.path.partition("?")[0] == "/terminal" else ""
    response.headers.update(
        {
            "Content-Security-Policy": "default-src 'none'; script-src 'self'; font-src 'self'; img-src 'self' data:; "
            f"style-src 'self'{styles}; connect-src 'self'{sockets}; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }
    )
