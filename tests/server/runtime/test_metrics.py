"""The health that the server's parts note, and the counters of two servers in one process."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import get_args

import pytest

from railbird_server.runtime.monitoring import CutOff, Metrics, RefusedConnection, ServerCounts, program_version
from railbird_server.runtime.network.status_page import exposition, metrics_registry


def fault(metrics: Metrics) -> str:
    return metrics.fault


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics_registry(metrics, ServerCounts).get_sample_value(name, labels)


def test_a_journal_that_cannot_commit_makes_a_server_unwell_until_it_commits_again() -> None:
    metrics = Metrics()
    metrics.commit_failed("The disk is full: make room on it.")
    assert fault(metrics) == "The disk is full: make room on it."
    metrics.commit_took(0.001, 3)
    assert not fault(metrics)


def test_a_commit_that_does_not_end_makes_a_server_unwell() -> None:
    now = 100.0
    metrics = Metrics(lambda: now)
    metrics.commit_began()
    now = 109.0
    assert not fault(metrics)
    now = 115.0
    assert fault(metrics) == "The journal has not finished a commit for 15 seconds; look at the disk."
    metrics.commit_took(15.0, 1)
    assert not fault(metrics)


def test_an_event_loop_that_is_late_makes_a_server_unwell_until_it_is_on_time() -> None:
    metrics = Metrics()
    metrics.loop_lag(4.2)
    assert fault(metrics) == "The server is overloaded: its event loop was 4 seconds late."
    metrics.loop_lag(0.01)
    assert not fault(metrics)


def test_two_servers_count_apart() -> None:
    one, two = Metrics(), Metrics()
    one.hands_dealt += 1
    one.hands_dealt += 1
    two.hands_dealt += 1
    assert value(one, "railbird_hands_dealt_total") == 2
    assert value(two, "railbird_hands_dealt_total") == 1


def test_commits_are_counted_with_their_time_and_entries() -> None:
    metrics = Metrics()
    metrics.commit_took(0.0004, 3)
    metrics.commit_took(0.02, 1)
    metrics.commit_failed("The disk is full.")
    assert value(metrics, "railbird_journal_commit_seconds_count") == 2
    assert value(metrics, "railbird_journal_commit_seconds_bucket", le="0.0005") == 1
    assert value(metrics, "railbird_journal_entries_total") == 4
    assert value(metrics, "railbird_journal_failures_total") == 1


@pytest.mark.parametrize("reason", get_args(RefusedConnection))
def test_a_refused_connection_is_counted_by_its_reason(reason: RefusedConnection) -> None:
    metrics = Metrics()
    metrics.refused[reason] += 1
    assert value(metrics, "railbird_connections_refused_total", reason=reason) == 1


@pytest.mark.parametrize("reason", get_args(CutOff))
def test_a_cut_off_is_counted_by_its_reason(reason: CutOff) -> None:
    metrics = Metrics()
    metrics.cut_off[reason] += 1
    assert value(metrics, "railbird_clients_cut_off_total", reason=reason) == 1


def test_what_there_is_is_asked_for_when_somebody_looks() -> None:
    counts = ServerCounts(tables=1)
    registry = metrics_registry(Metrics(), lambda: counts)
    counts = ServerCounts(tables=2, connected=5, seated=3, watching=1, bots=4, outbox_bytes=700)
    assert registry.get_sample_value("railbird_tables") == 2
    assert registry.get_sample_value("railbird_people", {"state": "connected"}) == 5
    assert registry.get_sample_value("railbird_people", {"state": "seated"}) == 3
    assert registry.get_sample_value("railbird_people", {"state": "watching"}) == 1
    assert registry.get_sample_value("railbird_bots") == 4
    assert registry.get_sample_value("railbird_outbox_bytes") == 700


def test_the_format_is_the_one_that_is_asked_for() -> None:
    registry = metrics_registry(Metrics(), ServerCounts)
    _, usual_type = exposition(registry, "")
    assert usual_type.startswith("text/plain; version=")
    content, content_type = exposition(registry, "application/openmetrics-text;version=1.0.0")
    assert content_type.startswith("application/openmetrics-text")
    assert content.endswith("# EOF\n")


def test_the_page_for_operators_names_every_metric_and_every_reason() -> None:
    page = (Path(__file__).parents[3] / "docs" / "operating.md").read_text(encoding="utf-8")
    for family in metrics_registry(Metrics(), ServerCounts).collect():
        if not family.name.startswith("process_"):
            assert f"`{family.name}" in page
    for reason in (*get_args(RefusedConnection), *get_args(CutOff)):
        assert f"`{reason}`" in page


def test_a_reason_that_has_not_occurred_stands_at_nought() -> None:
    metrics = Metrics()
    assert all(
        value(metrics, "railbird_connections_refused_total", reason=reason) == 0
        for reason in get_args(RefusedConnection)
    )
    assert all(value(metrics, "railbird_clients_cut_off_total", reason=reason) == 0 for reason in get_args(CutOff))


@pytest.fixture
def _uninstalled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def find(name: str) -> metadata.Distribution:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", find)
    program_version.cache_clear()
    yield
    program_version.cache_clear()


def test_an_installed_program_knows_its_version() -> None:
    assert program_version()[0].isdigit()


@pytest.mark.usefixtures("_uninstalled")
def test_a_checkout_that_nobody_has_installed_has_metrics_all_the_same() -> None:
    assert program_version() == ""
    registry = metrics_registry(Metrics(), ServerCounts)
    assert registry.get_sample_value("railbird_build_info", {"version": ""}) == 1.0
