"""Shortens the pauses that batch many changes, so that tests need not wait for them."""

from __future__ import annotations

import pytest

from railbird_server.runtime import listing
from railbird_server.runtime.tables import table_time


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "LISTING_DELAY", 0.005)
    monkeypatch.setattr(table_time, "WATCHER_COUNT_INTERVAL", 10)
