"""The schema of the database, its versions, and what is wrong with a file that is no database of ours.

A migration only adds. `user_version` is the number of migrations done; a file of a newer program is refused.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec

from railbird_server.store.data_directory import APPLICATION_ID, unfinished_file
from railbird_server.store.hand_search import index_of_kept
from railbird_server.store.protocols import StoreError

MIGRATIONS = (
    """
    create table players (
        id text primary key,
        digest blob not null unique,
        name text not null,
        bot integer not null,
        style text not null
    ) strict;
    create table tables (
        id text primary key,
        term integer not null,
        opened_at integer not null,
        body blob not null,
        closed_at integer,
        reason text not null default ''
    ) strict;
    create table journal (
        n integer primary key,
        tbl text not null,
        term integer not null,
        number integer not null,
        at integer not null,
        body blob not null
    ) strict;
    create table checkpoints (
        n integer primary key,
        tbl text not null,
        entry integer not null,
        body blob not null
    ) strict;
    create table movements (
        n integer primary key,
        tbl text not null,
        entry integer not null,
        payer text not null,
        payee text not null,
        chips integer not null check (chips > 0),
        kept_at integer not null
    ) strict;
    create table hands (
        n integer primary key,
        tbl text not null,
        number integer not null,
        kept_at integer not null,
        body blob not null
    ) strict;
    create unique index hands_by_table on hands (tbl, number);
    create index hands_by_time on hands (kept_at);
    create table evidence (
        n integer primary key,
        tbl text not null,
        kept_at integer not null,
        reason text not null,
        body blob not null
    ) strict;
    """,
    """
    create table invites (
        number integer primary key autoincrement,
        tbl text not null,
        digest blob not null unique,
        expires_at integer not null,
        once integer not null,
        used_by text not null
    ) strict;
    create table admissions (
        n integer primary key,
        tbl text not null,
        player text not null,
        unique (tbl, player)
    ) strict;
    """,
    """
    alter table hands add column game text not null default '';
    alter table hands add column title text not null default '';
    alter table hands add column pot integer not null default 0;
    create table hand_seats (
        n integer not null,
        seat integer not null,
        player text not null,
        name text not null,
        net integer not null,
        primary key (n, seat)
    ) strict, without rowid;
    create index hand_seats_by_player on hand_seats (player, n);
    create trigger seats_of_forgotten_hands after delete on hands begin
        delete from hand_seats where n = old.n;
    end;
    create temporary table indexed as select n, index_of_hand(body) as found from hands;
    update hands set
        game = (select found ->> '$.game' from indexed where indexed.n = hands.n),
        title = (select found ->> '$.title' from indexed where indexed.n = hands.n),
        pot = (select found ->> '$.pot' from indexed where indexed.n = hands.n);
    insert into hand_seats (n, seat, player, name, net)
        select indexed.n, s.value ->> '$.seat', s.value ->> '$.player', s.value ->> '$.name', s.value ->> '$.net'
        from indexed, json_each(indexed.found, '$.seats') as s;
    drop table indexed;
    """,
    """
    alter table movements add column kind text not null default '';
    alter table movements add column name text not null default '';
    alter table movements add column bot integer not null default 0;
    alter table movements add column hand integer not null default 0;
    alter table movements add column reason text not null default '';
    alter table movements add column by_name text not null default '';
    update movements set
        kind = case
            when 'corrections' in (payer, payee) then 'correction'
            when payer like 'player/%' then 'buy-in'
            when payee like 'player/%' then 'cash-out'
            else 'rake' end,
        name = coalesce(
            (select name from players where 'player/' || id in (payer, payee)),
            (select name from hand_seats where 'player/' || player in (payer, payee) order by n desc limit 1),
            ''),
        bot = coalesce((select bot from players where 'player/' || id in (payer, payee)), 0);
    """,
    """
    alter table hands add column showdown integer not null default 0;
    update hands set showdown = coalesce(index_of_hand(body) ->> '$.showdown', 0);
    """,
    """
    create table tournaments (
        id text primary key,
        opened_at integer not null,
        body blob not null,
        snapshot blob,
        closed_at integer,
        reason text not null default ''
    ) strict;
    create table tournament_entries (
        tournament text not null,
        number integer not null,
        at integer not null,
        body blob not null,
        primary key (tournament, number)
    ) strict, without rowid;
    """,
)
"""The steps that bring a database from each version to the next. Journal rows are in order of arrival: an index by
table would cost a page for each table in every commit.
"""

VERSION = len(MIGRATIONS)

LOG_PAGES = 500
"""Pages of the write-ahead log after which it is written over: until then each commit lengthens it, which is slower."""

MAX_CHECKED_BYTES = 64 * 1024 * 1024
"""The largest file that is searched for damage whenever it is opened; `check` searches any."""


def check(connection: sqlite3.Connection, path: Path, *, may_be_new: bool = True) -> int:
    """Returns the version of a database; raises StoreError for one that is not ours, is newer, or may not be new."""
    (application_id,) = connection.execute("pragma application_id").fetchone()
    (version,) = connection.execute("pragma user_version").fetchone()
    (tables,) = connection.execute("select count(*) from sqlite_schema").fetchone()
    if application_id != APPLICATION_ID and (application_id or version or tables):
        raise StoreError(f"{path} is the database of another program: choose another directory with --data.")
    if not version and not may_be_new:
        raise StoreError(f"{path} is empty: name another file, or another directory with --data.")
    if version > VERSION:
        raise StoreError(
            f"{path} was written by a newer Railbird (format {version}, this one reads up to {VERSION}): "
            "update Railbird, or choose another directory with --data."
        )
    return int(version)


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Makes a new database ready, or an older one current; raises StoreError for one that is not ours, or newer."""
    connection.create_function("index_of_hand", 1, index_of_kept, deterministic=True)
    for number in range(check(connection, path), VERSION):
        connection.executescript(
            f"begin immediate; {MIGRATIONS[number]} pragma application_id = {APPLICATION_ID}; "
            f"pragma user_version = {number + 1}; commit;"
        )


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Opens the database at `path` and makes it current; raises StoreError."""
    if read_only and not path.exists():
        raise StoreError(f"There is no {path}: name another file, or another directory with --data.")
    try:
        if read_only:
            connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
        else:
            _make_sure_of(path)
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    except OSError as error:
        raise StoreError(
            f"{path} cannot be opened ({error.strerror}): allow it, or choose another directory with --data."
        ) from None
    except sqlite3.Error as error:
        raise unusable(path, error) from None
    with closed_if_unusable(connection, path):
        check(connection, path, may_be_new=not read_only)  # before any change: it may be somebody else's
        if read_only or path.stat().st_size <= MAX_CHECKED_BYTES:
            (verdict,) = connection.execute("pragma quick_check(1)").fetchone()
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict.splitlines()[-1])
        if not read_only:
            connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = full")
            connection.execute("pragma fullfsync = on")
            connection.execute(f"pragma wal_autocheckpoint = {LOG_PAGES}")
            prepare(connection, path)
            # A file that can only be read is found out here, not at the first hand.
            connection.executescript(f"begin immediate; pragma user_version = {VERSION}; rollback;")
    return connection


@contextlib.contextmanager
def closed_if_unusable(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Closes the connection to a database that turns out to be of no use; raises StoreError where it is damaged."""
    try:
        yield
    except BaseException as error:  # a refusal of the schema or a cancelled start, too: no connection stays open
        connection.close()
        if isinstance(error, sqlite3.Error | msgspec.MsgspecError):
            raise unusable(path, error) from None
        raise


def _make_sure_of(path: Path) -> None:
    """Makes a database where there is no file, and takes one that there is from everybody but its owner.

    It is made under another name first, so that none is ever empty but one that has lost its content.
    """
    if not path.exists():
        with (
            unfinished_file(path.resolve()) as unfinished,
            contextlib.closing(sqlite3.connect(unfinished, isolation_level=None)) as connection,
        ):
            connection.execute("pragma journal_mode = memory")
            connection.execute("pragma synchronous = off")
            prepare(connection, path)
    os.close(os.open(path, os.O_RDWR))
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)


def unusable(path: Path, error: Exception) -> StoreError:
    """Returns what is wrong with a database file, as a sentence."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_FULL"):
        return StoreError(f"{path} cannot be written, for the disk is full: make room and start again.")
    damaged = f"is damaged ({' '.join(str(error).split())}): put a backup in its place"
    found = next((words for names, words in _FAULTS.items() if name.startswith(names)), damaged)
    return StoreError(f"{path} {found}, or choose another directory with --data.")


_FAULTS = {
    ("SQLITE_NOTADB",): "is not a database: move it away",
    ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM"): "cannot be written: allow it",
    ("SQLITE_BUSY",): "is in use by another program: stop it",
}
"""The words for errors of SQLite by the beginnings of their names."""
