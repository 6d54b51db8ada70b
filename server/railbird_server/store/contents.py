"""Reads and copies a database beside the server that writes it."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from railbird_server.store import rows, schema
from railbird_server.store.data_directory import unfinished_file
from railbird_server.store.protocols import StoreError
from railbird_server.store.records import FinishedHand, KeptTournament, StoredMovement, StoredPlayer, StoredTable


class StoredContents(NamedTuple):
    """All that a database keeps: `balances` are chips by account.

    `movements` are those of a table, without any in a database of an older version, which says too little of them.
    `hands` are tables with the number of a hand and the hand, None where it cannot be read.
    """

    players: Sequence[StoredPlayer]
    tables: Sequence[StoredTable]
    closed: frozenset[str]
    balances: dict[str, int]
    movements: dict[str, list[StoredMovement]]
    hands: Iterator[tuple[str, int, FinishedHand | None]]
    tournaments: Sequence[KeptTournament]


@contextlib.contextmanager
def contents(path: Path) -> Iterator[StoredContents]:
    """Reads a database, which a server may be writing meanwhile, as it is at one moment; raises StoreError."""
    with _open(path) as (connection, version):
        is_current = version == schema.VERSION
        closed = connection.execute("select id from tables where closed_at is not null")
        hands = connection.execute("select tbl, number, body from hands order by n")
        yield StoredContents(
            rows.read_players(connection),
            rows.read_tables(connection),
            frozenset(table for (table,) in closed),
            rows.read_balances(connection),
            rows.read_movements(connection) if is_current else {},
            ((table, number, rows.decode(FinishedHand, body)) for table, number, body in hands),
            rows.read_tournaments(connection) if is_current else (),
        )


@contextlib.contextmanager
def database_to_search(path: Path) -> Iterator[sqlite3.Connection]:
    """Opens a database, which a server may be writing, to search it as it is at one moment; raises StoreError."""
    with _open(path) as (connection, version):
        if version < schema.VERSION:
            raise StoreError(f"{path} was written by an older Railbird: start its server once, and try again.")
        yield connection


@contextlib.contextmanager
def _open(path: Path) -> Iterator[tuple[sqlite3.Connection, int]]:
    """Opens a database to read it as it is at one moment, with its version; raises StoreError."""
    connection = schema.connect(path, read_only=True)
    with contextlib.closing(connection), schema.closed_if_unusable(connection, path):
        connection.execute("begin")
        yield connection, schema.check(connection, path)


def back_up(source: Path, target: Path) -> None:
    """Copies a database that a server may be writing, secrets too, into a new file for its owner; raises StoreError."""
    if target.exists():
        raise StoreError(f"{target} is there already: name a file that is not.")
    with contextlib.closing(schema.connect(source, read_only=True)) as connection:
        try:
            with unfinished_file(target) as unfinished, contextlib.closing(sqlite3.connect(unfinished)) as copy:
                connection.backup(copy)
        except (OSError, sqlite3.Error) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise StoreError(f"{target} cannot be written: {reason}.") from None
