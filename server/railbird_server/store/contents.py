"""Reads and copies a database beside the server that writes it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from railbird_server.store.records import FinishedHand, StoredPlayer, StoredTable
from railbird_server.store.seams import StoreError
from railbird_server.store.sqlite import connect, read_players, read_tables, unusable

_hands = msgspec.json.Decoder(FinishedHand)


class StoredContents(NamedTuple):
    """All that a database keeps: `balances` are chips by account, `hands` pairs of a table and a hand."""

    players: Sequence[StoredPlayer]
    tables: Sequence[StoredTable]
    closed: frozenset[str]
    balances: dict[str, int]
    hands: Iterator[tuple[str, FinishedHand]]


@contextlib.contextmanager
def contents(path: Path) -> Iterator[StoredContents]:
    """Reads a database, which a server may be writing meanwhile, as it is at one moment; raises StoreError."""
    connection = connect(path, read_only=True)
    try:
        connection.execute("begin")
        balances: Counter[str] = Counter()
        for payer, payee, chips in connection.execute("select payer, payee, chips from movements"):
            balances[payer] -= chips
            balances[payee] += chips
        closed = connection.execute("select id from tables where closed_at is not null")
        yield StoredContents(
            read_players(connection),
            read_tables(connection),
            frozenset(table for (table,) in closed),
            balances,
            ((table, _hands.decode(body)) for table, body in connection.execute("select tbl, body from hands")),
        )
    except (sqlite3.Error, msgspec.MsgspecError) as error:
        raise unusable(path, error) from None
    finally:
        connection.close()


def back_up(source: Path, target: Path) -> None:
    """Copies a database, which a server may be writing meanwhile, into a new file; raises StoreError.

    The copy holds the same secrets, and is for its owner alone.
    """
    connection = connect(source, read_only=True)
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        if target.exists():
            raise StoreError(f"{target} is there already: name a file that is not.")
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with contextlib.closing(sqlite3.connect(unfinished)) as copy:
            connection.backup(copy)
        unfinished.rename(target)
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}.") from None
    except sqlite3.Error as error:
        unfinished.unlink(missing_ok=True)
        raise StoreError(f"{target} cannot be written: {error}.") from None
    finally:
        connection.close()
