"""All that is kept, as a check and a backup read it."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from railbird_server.store import schema
from railbird_server.store.contents import back_up, contents
from railbird_server.store.protocols import StoreError
from railbird_server.store.sqlite import SqliteStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A new database with many pages."""
    path = tmp_path / "railbird.db"
    asyncio.run(SqliteStore(path).close())
    connection = sqlite3.connect(path)
    with connection:
        rows = [("t1", number, "a fault", b"x" * 400) for number in range(1000)]
        connection.executemany("insert into evidence (tbl, kept_at, reason, body) values (?,?,?,?)", rows)
    connection.execute("pragma wal_checkpoint(truncate)")
    connection.close()
    return path


def test_every_page_is_searched_however_large_the_file_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "MAX_CHECKED_BYTES", 0)
    content = bytearray(path.read_bytes())
    for page in range(30, 40):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    path.write_bytes(bytes(content))
    with pytest.raises(StoreError, match="damaged"), contents(path):
        pass


def test_a_backup_that_fails_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    before = {each.name for each in path.parent.iterdir()}
    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(StoreError):
        back_up(path, path.with_name("copy.db"))
    assert {each.name for each in path.parent.iterdir()} - {"railbird.db-wal", "railbird.db-shm"} == before


@pytest.mark.parametrize("lost", [b"", b"S"])
def test_no_backup_is_made_of_a_database_that_has_lost_its_content(path: Path, lost: bytes) -> None:
    path.write_bytes(lost)
    with pytest.raises(StoreError, match="is empty: name another file"):
        back_up(path, path.with_name("tuesday.db"))
    with pytest.raises(StoreError, match="is empty: name another file"), contents(path):
        pass
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_backup_takes_nothing_over_that_another_has_begun(path: Path) -> None:
    begun = path.with_name("copy.db.unfinished")
    begun.write_text("another backup is under way")
    back_up(path, path.with_name("copy.db"))
    assert begun.read_text() == "another backup is under way"
