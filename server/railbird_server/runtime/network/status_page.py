"""The metrics of one server for Prometheus, and the page for whoever runs it, on a port of its own.

The page has `/metrics`, `/health` and `/ready`. This module is loaded only where the settings ask for the page.

Nobody who reaches the port can take more of the server than a few connections for a few seconds. A browser that a page
of somebody else leads there under a name of that page (DNS rebinding) is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections import OrderedDict
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import NamedTuple, get_args

from prometheus_client import CollectorRegistry, Counter, Histogram, Info, Metric, ProcessCollector
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector
from websockets.asyncio.server import Server as Listener
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from railbird_server.runtime.monitoring import (
    CannotListen,
    CutOff,
    Metrics,
    RefusedConnection,
    ServerCounts,
    program_version,
)
from railbird_server.runtime.network.addresses import is_known_host

LAG_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
COMMIT_BUCKETS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Limits of the histograms, in seconds."""


class Exposition(NamedTuple):
    """Metrics as text, and the type of this text."""

    content: str
    content_type: str


class PrometheusMetrics(Metrics):
    """Counts what happens in a server; `counts` is asked for what there is whenever somebody looks."""

    def __init__(self, counts: Callable[[], ServerCounts]) -> None:
        super().__init__()
        self.registry = registry = CollectorRegistry()
        self._loop_lag = Histogram(
            "railbird_event_loop_lag_seconds",
            "How late the event loop calls back.",
            buckets=LAG_BUCKETS,
            registry=registry,
        )
        self._commits = Histogram(
            "railbird_journal_commit_seconds",
            "How long a commit of the journal takes.",
            buckets=COMMIT_BUCKETS,
            registry=registry,
        )
        self._entries = Counter("railbird_journal_entries", "Entries of the journal committed.", registry=registry)
        self._failures = Counter("railbird_journal_failures", "Commits of the journal that failed.", registry=registry)
        self._hands = Counter("railbird_hands_dealt", "Hands dealt.", registry=registry)
        self._acts = Counter("railbird_acts", "Acts that tables have taken, of people and bots.", registry=registry)
        self._refused = Counter(
            "railbird_connections_refused", "Connections not let in, by reason.", ["reason"], registry=registry
        )
        self._cut_off = Counter(
            "railbird_clients_cut_off", "Connections that the server ended, by reason.", ["reason"], registry=registry
        )
        self._bad_frames = Counter("railbird_bad_frames", "Frames that are no command.", registry=registry)
        Info("railbird_build", "The version of the server.", registry=registry).info({"version": program_version()})
        # A reason that has not occurred yet stands at 0, so that its first time shows as a change.
        for refused in get_args(RefusedConnection):
            self._refused.labels(refused)
        for cut_off in get_args(CutOff):
            self._cut_off.labels(cut_off)
        registry.register(_Counts(counts))
        ProcessCollector(registry=registry)

    def exposition(self, accept: str) -> Exposition:
        """Returns the metrics in the format that an Accept header asks for, in the usual one where it asks for none."""
        encode, content_type = choose_encoder(accept)
        return Exposition(encode(self.registry).decode(), content_type)

    def commit_took(self, seconds: float, entries: int) -> None:
        """Counts a commit of the journal with that many entries."""
        super().commit_took(seconds, entries)
        self._commits.observe(seconds)
        self._entries.inc(entries)

    def commit_failed(self, sentence: str) -> None:
        """Counts a commit of the journal that failed."""
        super().commit_failed(sentence)
        self._failures.inc()

    def hand_dealt(self) -> None:
        """Counts a hand."""
        self._hands.inc()

    def act_taken(self) -> None:
        """Counts an act."""
        self._acts.inc()

    def connection_refused(self, reason: RefusedConnection) -> None:
        """Counts a connection that is not let in."""
        self._refused.labels(reason).inc()

    def client_cut_off(self, reason: CutOff) -> None:
        """Counts a connection that the server ends."""
        self._cut_off.labels(reason).inc()

    def bad_frame(self) -> None:
        """Counts a frame that is no command."""
        self._bad_frames.inc()

    def loop_lag(self, seconds: float) -> None:
        """Counts how late the event loop called back."""
        super().loop_lag(seconds)
        self._loop_lag.observe(seconds)


class _Counts(Collector):
    """What there is at the moment when somebody looks."""

    def __init__(self, counts: Callable[[], ServerCounts]) -> None:
        self._counts = counts

    def describe(self) -> Iterable[Metric]:
        """Yields nothing: what there is is asked for only when somebody looks."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """Yields what there is."""
        found = self._counts()
        yield GaugeMetricFamily("railbird_tables", "Tables.", found.tables)
        people = GaugeMetricFamily("railbird_people", "People connected, seated, and at the rail.", labels=["state"])
        people.add_metric(["connected"], found.connected)
        people.add_metric(["seated"], found.seated)
        people.add_metric(["watching"], found.watching)
        yield people
        yield GaugeMetricFamily("railbird_bots", "Bots connected.", found.bots)
        yield GaugeMetricFamily("railbird_outbox_bytes", "Bytes that clients have not taken yet.", found.outbox_bytes)


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

    def __init__(self, metrics: PrometheusMetrics, *, host: str, port: int, names: Iterable[str] = ()) -> None:
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
