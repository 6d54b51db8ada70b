"""The metrics of one server for Prometheus, and the page for whoever runs it, on a port of its own.

The page has `/metrics`, `/health` and `/ready`. This module is loaded only where the settings ask for the page.

Nobody who reaches the port can take more of the server than a few connections for a few seconds. A browser that a page
of somebody else leads there under a name of that page (DNS rebinding) is refused.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from itertools import accumulate
from typing import Any

from prometheus_client import CollectorRegistry, Metric, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
)
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector
from websockets.asyncio.server import Server as Listener
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from railbird_server.config import ServerSettings
from railbird_server.runtime.monitoring import Histogram, Metrics, ServerCounts, logger, program_version
from railbird_server.runtime.network.addresses import CannotListen
from railbird_shared.network.address import Address
from railbird_shared.network.peer import is_known_host


class MetricsCollector(Collector):
    """The metrics of a server, and by `counts` what there is, at the moment when they are asked for."""

    def __init__(self, metrics: Metrics, counts: Callable[[], ServerCounts]) -> None:
        self._metrics = metrics
        self._counts = counts
        self._began = time.time()

    def collect(self) -> Iterable[Metric]:
        """Yields everything."""
        found, now = self._metrics, self._counts()
        yield self._histogram("railbird_event_loop_lag_seconds", "How late the event loop calls back.", found.loop_lags)
        yield self._histogram(
            "railbird_journal_commit_seconds", "How long a commit of the journal takes.", found.commits
        )
        yield self._counter("railbird_journal_entries", "Entries of the journal committed.", found.journal_entries)
        yield self._counter("railbird_journal_failures", "Commits of the journal that failed.", found.journal_failures)
        yield self._counter("railbird_hands_dealt", "Hands dealt.", found.hands_dealt)
        yield self._counter("railbird_acts", "Acts that tables have taken, of people and bots.", found.acts)
        yield self._counter("railbird_connections_refused", "Connections not let in, by reason.", found.refused)
        yield self._counter("railbird_clients_cut_off", "Connections that the server ended, by reason.", found.cut_off)
        yield self._counter("railbird_bad_frames", "Frames that are no command.", found.bad_frames)
        yield InfoMetricFamily("railbird_build", "The version of the server.", {"version": program_version()})
        yield GaugeMetricFamily("railbird_tables", "Tables.", now.tables)
        people = GaugeMetricFamily("railbird_people", "People connected, seated, and at the rail.", labels=["state"])
        for state, count in (("connected", now.connected), ("seated", now.seated), ("watching", now.watching)):
            people.add_metric([state], count)
        yield people
        yield GaugeMetricFamily("railbird_bots", "Bots connected.", now.bots)
        yield GaugeMetricFamily("railbird_outbox_bytes", "Bytes that clients have not taken yet.", now.outbox_bytes)

    def _counter(self, name: str, help_text: str, counted: int | Mapping[Any, int]) -> Metric:
        """Returns a number that only grows, or one for each reason."""
        if isinstance(counted, int):
            return CounterMetricFamily(name, help_text, counted, created=self._began)
        family = CounterMetricFamily(name, help_text, labels=["reason"])
        for reason, times in counted.items():
            family.add_metric([reason], times, created=self._began)
        return family

    def _histogram(self, name: str, help_text: str, measured: Histogram) -> Metric:
        limits = [*map(str, measured.limits), "+Inf"]
        buckets = list(zip(limits, accumulate(measured.counts), strict=True))
        family = HistogramMetricFamily(name, help_text, buckets, measured.sum)
        family.add_sample(f"{name}_created", {}, self._began)
        return family


def metrics_registry(metrics: Metrics, counts: Callable[[], ServerCounts]) -> CollectorRegistry:
    """Returns all that the page shows: what the server counts, and the process as the system sees it."""
    registry = CollectorRegistry()
    registry.register(MetricsCollector(metrics, counts))
    ProcessCollector(registry=registry)
    return registry


def exposition(registry: CollectorRegistry, accept: str) -> tuple[str, str]:
    """Returns the metrics as text, and the type of that, which an Accept header may ask for."""
    encode, content_type = choose_encoder(accept)
    return encode(registry).decode(), content_type


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

    It may be asked for under plain addresses, the name of the machine and those of the settings.
    """

    def __init__(self, metrics: Metrics, counts: Callable[[], ServerCounts], settings: ServerSettings) -> None:
        self.address = ""
        self._metrics = metrics
        self._registry = metrics_registry(metrics, counts)
        self._host, self._port = settings.metrics_host, settings.metrics_port or 0
        names = (self._host, socket.gethostname(), *settings.metrics_name)
        self._names = frozenset(name.lower() for name in names)
        self._open: OrderedDict[ServerConnection, None] = OrderedDict()
        self._listener: Listener | None = None
        self._lag_task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begins to serve, or logs that there is no page; raises CannotListen where the machine has no such address."""
        try:
            self._listener = await serve(
                ServerConnection.close,  # of what has become a websocket: none does, every request is answered before
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
            no = CannotListen(error, self._host, self._port, purpose="for the metrics", settings="metrics-")
            if no.status == 2:
                raise no from None
            logger.error("%s The server runs without metrics and health.", no)
            return
        host, port, *_ = self._listener.sockets[0].getsockname()
        self.address = f"http://{Address(host, port)}"
        self._lag_task = asyncio.create_task(measure_lag(self._metrics), name="event loop lag")

    async def stop(self) -> None:
        """Serves no more."""
        if self._lag_task is not None:
            self._lag_task.cancel()
            await asyncio.wait({self._lag_task})
        if self._listener is not None:
            self._listener.close()
            await self._listener.wait_closed()

    def _connection_type(self) -> type[ServerConnection]:
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
                fault = self._metrics.fault
                status = HTTPStatus.SERVICE_UNAVAILABLE if fault else HTTPStatus.OK
                return connection.respond(status, f"{fault}\n" if fault else IS_WELL)
            case "/ready":
                stopping = self._metrics.stopping
                status = HTTPStatus.SERVICE_UNAVAILABLE if stopping else HTTPStatus.OK
                return connection.respond(status, IS_STOPPING if stopping else IS_READY)
            case _:
                return connection.respond(HTTPStatus.NOT_FOUND, PAGES)

    def _show_metrics(self, connection: ServerConnection, request: Request) -> Response:
        content, content_type = exposition(self._registry, ",".join(request.headers.get_all("Accept")))
        response = connection.respond(HTTPStatus.OK, content)
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = content_type
        return response


async def measure_lag(metrics: Metrics) -> None:
    """Notes again and again how late the event loop calls back."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_INTERVAL
        await asyncio.sleep(LAG_INTERVAL)
        metrics.loop_lag(max(0.0, loop.time() - due))
