"""What `serve` makes of its settings before it listens, and of the run file once it does."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from railbird_server.cli.serve import RunFileKeeper, _choose_certificate, _listening
from railbird_server.config import ServerSettings
from railbird_server.runtime.server import Server
from railbird_server.runtime.tables.deck_source import shuffled
from railbird_server.store.protocols import StoreError
from railbird_shared.network.run_file import RUN_FILE_NAME, RunFile, decode_run_file


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


def read_run_file(folder: Path) -> RunFile | None:
    return decode_run_file((folder / RUN_FILE_NAME).read_bytes())


def test_the_run_file_is_there_while_the_server_runs(tmp_path: Path) -> None:
    keeper = RunFileKeeper(tmp_path)
    keeper.announce("ws://127.0.0.1:7777", owner="secret", name="Den")
    found = read_run_file(tmp_path)
    assert found is not None
    assert (found.address, found.pid, found.owner, found.name) == ("ws://127.0.0.1:7777", os.getpid(), "secret", "Den")
    keeper.withdraw(kept_tables=False)
    assert list(tmp_path.iterdir()) == []


def test_a_run_file_stays_without_a_process_while_tables_wait(tmp_path: Path) -> None:
    keeper = RunFileKeeper(tmp_path)
    keeper.announce("ws://127.0.0.1:7777", owner="secret", name="Den")
    keeper.withdraw(kept_tables=True)
    found = read_run_file(tmp_path)
    assert found is not None
    assert found.pid == 0


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such modes")
def test_only_its_owner_may_read_the_run_file(tmp_path: Path) -> None:
    RunFileKeeper(tmp_path).announce("ws://127.0.0.1:7777", owner="secret", name="Den")
    assert (tmp_path / RUN_FILE_NAME).stat().st_mode & 0o777 == 0o600


def test_a_run_file_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    with RunFileKeeper(tmp_path / "nowhere") as keeper, pytest.raises(StoreError) as refused:
        keeper.announce("ws://127.0.0.1:7777", owner="secret", name="Den")
    assert str(refused.value) == f"{keeper.path} cannot be written: No such file or directory."
