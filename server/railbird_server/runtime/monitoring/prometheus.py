"""The metrics of one server for Prometheus, in a registry of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import get_args

from prometheus_client import CollectorRegistry, Counter, Histogram, Info, Metric, ProcessCollector
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from railbird_server.runtime.monitoring.metrics import (
    CutOff,
    ExposedMetrics,
    Exposition,
    RefusedConnection,
    ServerCounts,
    program_version,
)

LAG_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
COMMIT_BUCKETS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Limits of the histograms, in seconds."""


class PrometheusMetrics(ExposedMetrics):
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
