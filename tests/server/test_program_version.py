"""The version is told where the program is installed, and nothing fails where it is not."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata

import pytest

from railbird_server.program_version import program_version
from railbird_server.runtime.monitoring.metrics import ServerCounts
from railbird_server.runtime.monitoring.prometheus import PrometheusMetrics


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
    metrics = PrometheusMetrics(ServerCounts)
    assert metrics.registry.get_sample_value("railbird_build_info", {"version": ""}) == 1.0
