"""A database that a test leaves open fails this very test."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird_server.store.schema import connect
from support.open_databases import all_closed


def test_a_database_that_stays_open_is_named(tmp_path: Path) -> None:
    test = all_closed()
    test.__enter__()
    connect(tmp_path / "closed.db").close()
    connect(tmp_path / "left.db")
    with pytest.raises(AssertionError, match=r"left open: [^,]*left\.db$"):
        test.__exit__(None, None, None)
