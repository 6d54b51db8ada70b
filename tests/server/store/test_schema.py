"""An older database is made current when it is opened, each step whole or not at all."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from railbird_server.store import schema
from railbird_server.store.data_directory import APPLICATION_ID
from railbird_server.store.protocols import StoreError
from railbird_server.store.records import Movement, MovementKind
from railbird_server.store.rows import read_movements
from railbird_server.store.schema import connect
from railbird_server.store.sqlite import SqliteStore


def add_migrations(monkeypatch: pytest.MonkeyPatch, *migrations: str) -> None:
    """Makes the program one that has more migrations."""
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, *migrations))
    monkeypatch.setattr(schema, "VERSION", len(schema.MIGRATIONS))


def version(path: Path) -> tuple[int, int]:
    connection = sqlite3.connect(path)
    found = [connection.execute(f"pragma {name}").fetchone()[0] for name in ("application_id", "user_version")]
    connection.close()
    return found[0], found[1]


def test_a_new_database_is_marked_as_ours(tmp_path: Path) -> None:
    connect(tmp_path / "railbird.db").close()
    assert version(tmp_path / "railbird.db") == (APPLICATION_ID, schema.VERSION)


async def test_an_older_database_is_made_current_and_keeps_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "railbird.db"
    connection = connect(path)
    connection.execute("insert into players values ('p1', x'01', 'Wren', 0, '')")
    connection.close()
    before = schema.VERSION
    add_migrations(
        monkeypatch,
        "alter table players add column colour text not null default 'red';",
        "update players set colour = 'blue'; create table songs (name text) strict;",
    )
    store = SqliteStore(path)
    assert [player.name for player in store.take_kept().players] == ["Wren"]
    await store.close()
    assert version(path) == (APPLICATION_ID, before + 2)
    with contextlib.closing(connect(path)) as connection:
        assert connection.execute("select colour from players").fetchall() == [("blue",)]


def test_movements_of_an_older_database_say_whose_and_what_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, a movement had payer, payee and chips alone; who is forgotten by now is called as in the last hand."""
    path = tmp_path / "railbird.db"
    with monkeypatch.context() as patches:
        patches.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:3])
        patches.setattr(schema, "VERSION", 3)
        connection = connect(path)
    connection.execute("insert into players values ('p1', x'01', 'Wren', 1, '')")
    connection.execute("insert into hand_seats values (1, 2, 'p2', 'Heron', 5)")
    for n, (payer, payee) in enumerate(
        (("player/p1", "table/t1"), ("table/t1", "player/p2"), ("table/t1", "house"), ("player/p3", "table/t1"))
    ):
        connection.execute("insert into movements values (?, 't1', 1, ?, ?, 5, 7)", (n + 1, payer, payee))
    connection.close()
    with contextlib.closing(connect(path)) as connection:
        movements = [stored.movement for stored in read_movements(connection)["t1"]]
    assert movements == [
        Movement("player/p1", "table/t1", 5, MovementKind.BUY_IN, "Wren", bot=True),
        Movement("table/t1", "player/p2", 5, MovementKind.CASH_OUT, "Heron"),
        Movement("table/t1", "house", 5, MovementKind.RAKE),
        Movement("player/p3", "table/t1", 5, MovementKind.BUY_IN),
    ]


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "railbird.db"
    connect(path).close()
    before = version(path)
    with monkeypatch.context() as patches:
        add_migrations(patches, "create table songs (name text) strict; create table songs (name text) strict;")
        with pytest.raises(StoreError):
            connect(path)
    assert version(path) == before
    with contextlib.closing(connect(path)) as connection:
        assert connection.execute("select count(*) from sqlite_schema where name = 'songs'").fetchone() == (0,)


def test_a_database_that_is_only_read_is_not_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "railbird.db"
    connect(path).close()
    before = version(path)
    add_migrations(monkeypatch, "create table songs (name text) strict;")
    connect(path, read_only=True).close()
    assert version(path) == before
