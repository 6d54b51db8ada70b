"""What `serve` makes of its settings before it listens."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from railbird_server.cli.serve import _choose_certificate, _listening
from railbird_server.config import ServerSettings
from railbird_server.runtime.server import Server
from railbird_server.runtime.tables.deck_source import shuffled


def test_a_certificate_is_kept_beside_the_tables(tmp_path: Path) -> None:
    settings = ServerSettings(host="0.0.0.0", data=str(tmp_path / "data"))
    made, found = _choose_certificate(settings), _choose_certificate(settings)
    assert made is not None
    assert found is not None
    assert made.fingerprint == found.fingerprint


def test_with_memory_a_certificate_is_made_for_the_run_and_kept_nowhere(tmp_path: Path) -> None:
    settings = ServerSettings(host="0.0.0.0", data=str(tmp_path / "data"), memory=True)
    made, other = _choose_certificate(settings), _choose_certificate(settings)
    assert made is not None
    assert other is not None
    assert made.fingerprint != other.fingerprint
    assert not (tmp_path / "data").exists()


async def test_a_fault_of_a_server_that_listens_is_not_taken_for_one_of_its_port() -> None:
    @contextlib.asynccontextmanager
    async def serving() -> AsyncIterator[Server]:
        yield Server(ServerSettings(), shuffled)

    with pytest.raises(OSError, match="a disk"):
        async with _listening(serving(), ServerSettings()):
            raise OSError("a disk")
