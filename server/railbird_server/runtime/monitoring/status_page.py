"""The page for whoever runs the server, on a port of its own: `/metrics` for Prometheus, `/health` and `/ready`.

Nobody who reaches the port can take more of the server than a few connections for a few seconds. A browser that a page
of somebody else leads there under a name of that page (DNS rebinding) is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections import OrderedDict
from collections.abc import Iterable
from http import HTTPStatus

from websockets.asyncio.server import Server as Listener
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from railbird_server.runtime.host_names import is_known_host
from railbird_server.runtime.monitoring.error_reporting import CannotListen
from railbird_server.runtime.monitoring.metrics import ExposedMetrics, Metrics

LAG_INTERVAL = 0.5
"""Seconds between two measurements of how late the event loop is."""

OPEN_TIMEOUT = 5.0
"""Seconds that somebody has to ask for a page."""

CLOSE_TIMEOUT = 2.0
"""Seconds that somebody has to read the page."""

MAX_CONNECTIONS = 32
"""The most connections at a time; where there is another one, the oldest makes room."""

IS_WELL = "The server is well.\n"
IS_READY = "The server takes players in.\n"
IS_STOPPING = "The server stops.\n"
UNKNOWN_NAME = "This page is not known under that name; list it with --metrics-name.\n"
PAGES = "There are three pages here: /metrics, /health and /ready.\n"

_library = logging.getLogger("railbird.status_page")
_library.setLevel(logging.CRITICAL + 1)


class StatusPage:
    """Serves the metrics and the health of a server; `address` is the page's, known once it is served.

    It may be asked for under plain addresses, the name of the machine and `names`.
    """

    def __init__(self, metrics: ExposedMetrics, *, host: str, port: int, names: Iterable[str] = ()) -> None:
        self.address = ""
        self.metrics = metrics
        self._host = host
        self._port = port
        self._names = frozenset(name.lower() for name in (host, socket.gethostname(), *names))
        self._open: OrderedDict[ServerConnection, None] = OrderedDict()
        self._listener: Listener | None = None
        self._lag_task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begins to serve; raises CannotListen."""
        try:
            self._listener = await serve(
                _close,
                self._host,
                self._port,
                create_connection=self._connection_type(),
                process_request=self._answer,
                compression=None,
                open_timeout=OPEN_TIMEOUT,
                close_timeout=CLOSE_TIMEOUT,
                server_header=None,
                logger=_library,
            )
        except (OSError, UnicodeError) as error:
            raise CannotListen(error, self._host, self._port, purpose="for the metrics", settings="metrics-") from None
        name = self._listener.sockets[0].getsockname()
        host, port = str(name[0]), int(name[1])
        self.address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        self._lag_task = asyncio.create_task(measure_lag(self.metrics), name="event loop lag")

    async def stop(self) -> None:
        """Serves no more."""
        if self._lag_task is not None:
            self._lag_task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._lag_task
        if self._listener is not None:
            self._listener.close()
            await self._listener.wait_closed()

    def _connection_type(self) -> type[ServerConnection]:
        """Returns the type of a connection that is counted as long as it is open."""
        counted = self._open

        class CountedConnection(ServerConnection):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                super().connection_made(transport)
                counted[self] = None
                if len(counted) > MAX_CONNECTIONS:
                    oldest, _ = counted.popitem(last=False)
                    oldest.transport.abort()

            def connection_lost(self, exc: Exception | None) -> None:
                counted.pop(self, None)
                super().connection_lost(exc)

        return CountedConnection

    def _answer(self, connection: ServerConnection, request: Request) -> Response:
        if not is_known_host(request.headers.get_all("Host"), self._names):
            return connection.respond(HTTPStatus.MISDIRECTED_REQUEST, UNKNOWN_NAME)
        match request.path.partition("?")[0]:
            case "/metrics":
                return self._show_metrics(connection, request)
            case "/health":
                fault = self.metrics.fault
                status = HTTPStatus.SERVICE_UNAVAILABLE if fault else HTTPStatus.OK
                return connection.respond(status, f"{fault}\n" if fault else IS_WELL)
            case "/ready":
                stopping = self.metrics.stopping
                status = HTTPStatus.SERVICE_UNAVAILABLE if stopping else HTTPStatus.OK
                return connection.respond(status, IS_STOPPING if stopping else IS_READY)
            case _:
                return connection.respond(HTTPStatus.NOT_FOUND, PAGES)

    def _show_metrics(self, connection: ServerConnection, request: Request) -> Response:
        shown = self.metrics.exposition(",".join(request.headers.get_all("Accept")))
        response = connection.respond(HTTPStatus.OK, shown.content)
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = shown.content_type
        return response


async def measure_lag(metrics: Metrics) -> None:
    """Notes again and again how late the event loop calls back."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_INTERVAL
        await asyncio.sleep(LAG_INTERVAL)
        metrics.loop_lag(max(0.0, loop.time() - due))


async def _close(connection: ServerConnection) -> None:
    """Ends a connection that has become a websocket; none does, since every request is answered before."""
    await connection.close()
