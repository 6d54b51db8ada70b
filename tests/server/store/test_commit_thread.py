"""Whatever waits is committed together, nobody answers for another, and what is written again is kept once."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from railbird_server.store import schema
from railbird_server.store.commit_thread import JournalRow, Work, Writer
from railbird_server.store.protocols import NotKept
from railbird_server.store.records import Change, Entry, Movement, MovementKind, OpenedTable, StoredPlayer
from railbird_server.store.rows import keep_movements
from railbird_server.store.schema import connect
from railbird_server.store.sqlite import SqliteStore
from railbird_server.table import inputs
from support.table_harness import HOST, table_settings


class Commits:
    """Counts commits, and what they kept."""

    def __init__(self) -> None:
        self.took: list[int] = []
        self.failed: list[str] = []

    def commit_began(self) -> None: ...

    def commit_took(self, seconds: float, entries: int) -> None:
        assert seconds >= 0
        self.took.append(entries)

    def commit_failed(self, sentence: str) -> None:
        self.failed.append(sentence)


class Connection:
    """A connection whose statements wait while it is held, and fail where a test says so."""

    def __init__(self, path: Path) -> None:
        self._real = connect(path)
        self.free = threading.Event()
        self.free.set()
        self.fail_after_commit = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def execute(self, sql: str, *arguments: Any) -> Any:
        self.free.wait()
        done = self._real.execute(sql, *arguments)
        written = sql == "commit" or (sql.startswith("insert") and not self._real.in_transaction)
        if written and self.fail_after_commit:
            self.fail_after_commit -= 1
            raise sqlite3.OperationalError("disk I/O error")
        return done


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "railbird.db"


@pytest.fixture
async def held(path: Path) -> AsyncIterator[tuple[Connection, Writer]]:
    connection = Connection(path)
    writer = Writer(connection)  # type: ignore[arg-type]
    yield connection, writer
    connection.free.set()
    await writer.close()


def row(n: int, body: object = b"{}") -> JournalRow:
    return n, "t1", 1, n, 0, body  # type: ignore[return-value]


def kept(path: Path) -> list[int]:
    connection = sqlite3.connect(path)
    numbers = [n for (n,) in connection.execute("select n from journal order by n")]
    connection.close()
    return numbers


async def test_what_waits_is_committed_together(held: tuple[Connection, Writer], path: Path) -> None:
    connection, writer = held
    writer.observer = commits = Commits()
    connection.free.clear()
    first = asyncio.create_task(writer.write(Work([row(1)])))
    await asyncio.sleep(0)
    others = [asyncio.create_task(writer.write(Work([row(n)]))) for n in range(2, 102)]
    await asyncio.sleep(0)
    connection.free.set()
    await asyncio.gather(first, *others)
    assert sum(commits.took) == 101
    assert len(commits.took) <= 3
    assert kept(path) == list(range(1, 102))


async def test_a_change_that_cannot_be_kept_fails_alone(held: tuple[Connection, Writer], path: Path) -> None:
    connection, writer = held
    connection.free.clear()
    bad = Work([row(3, object())])
    works = [Work([row(1)]), Work([row(2)]), bad, Work(statements=[("insert into nowhere values (?)", [(1,)])])]
    writing = [asyncio.create_task(writer.write(work)) for work in (*works, Work([row(5)]))]
    await asyncio.sleep(0)
    connection.free.set()
    answers = await asyncio.gather(*writing, return_exceptions=True)
    assert [isinstance(answer, NotKept) for answer in answers] == [False, False, True, True, False]
    assert kept(path) == [1, 2, 5]


@pytest.mark.parametrize("statements", [False, True])
async def test_a_change_that_was_kept_after_all_is_kept_once_when_repeated(
    held: tuple[Connection, Writer], path: Path, *, statements: bool
) -> None:
    connection, writer = held
    (moved,) = keep_movements("t1", 1, [Movement("a", "b", 5, MovementKind.RAKE)], 0, count(1))
    work = Work([row(1), row(2)], [moved] if statements else [])
    connection.fail_after_commit = 1
    with pytest.raises(NotKept, match="disk I/O error"):
        await writer.write(work)
    assert kept(path) == [1, 2]
    await writer.write(work)
    await writer.write(Work([row(3)]))
    assert kept(path) == [1, 2, 3]
    if statements:
        assert connection._real.execute("select sum(chips) from movements").fetchone() == (5,)


async def test_an_observer_that_fails_ends_nothing(held: tuple[Connection, Writer], path: Path) -> None:
    class Broken(Commits):
        def commit_began(self) -> None:
            raise RuntimeError

    _, writer = held
    writer.observer = Broken()
    with pytest.raises(NotKept):
        await writer.write(Work([row(1)]))
    writer.observer = None
    await writer.write(Work([row(1)]))
    assert kept(path) == [1]


async def test_a_change_whose_writer_was_cancelled_is_written_all_the_same(
    held: tuple[Connection, Writer], path: Path
) -> None:
    connection, writer = held
    connection.free.clear()
    writing = asyncio.create_task(writer.write(Work([row(1)])))
    await asyncio.sleep(0)
    writing.cancel()
    connection.free.set()
    await writer.write(Work([row(2)]))
    assert kept(path) == [1, 2]


# --- a store whose disk is full


async def test_a_full_disk_is_told_in_a_sentence_and_the_same_change_is_kept_later(path: Path) -> None:
    store = SqliteStore(path)
    owned = await store.open(OpenedTable("t1", "epoch", table_settings(), HOST), StoredPlayer("p1", b"1", "Wren"))
    await store.append(owned, Change())
    connection = store._writer._connection
    (pages,) = connection.execute("pragma page_count").fetchone()
    connection.execute(f"pragma max_page_count = {pages}")
    entries = tuple(Entry(number, 0, inputs.Tick(), "digest" * 20) for number in range(1, 400))
    change = Change(entries=entries, movements=(Movement("player/p1", "table/t1", 100, MovementKind.BUY_IN),))
    for _ in range(3):
        with pytest.raises(NotKept) as full:
            await store.append(owned, change)
        assert str(full.value) == "The disk is full: make room, and the tables go on by themselves."
    with pytest.raises(NotKept):
        await store.open(OpenedTable("t2", "e" * 9000, table_settings(), HOST), StoredPlayer("p1", b"1", "Wren"))
    connection.execute("pragma max_page_count = 100000")
    await store.append(owned, change)
    await store.append(owned, Change(entries=(Entry(400, 0, inputs.Tick(), "digest"),)))
    await store.close()
    again = SqliteStore(path)
    (table,) = again.take_kept().tables
    await again.close()
    assert [entry.number for entry in table.entries] == list(range(1, 401))
    assert table.balances == {"player/p1": 100}


def test_the_schema_is_the_one_that_the_rows_are_written_for(path: Path) -> None:
    connection = connect(path)
    columns = [name for _, name, *_ in connection.execute("pragma table_info(journal)")]
    connection.close()
    assert columns == ["n", "tbl", "term", "number", "at", "body"]
    assert len(schema.MIGRATIONS) == schema.VERSION
    assert schema.MAX_CHECKED_BYTES > 0
