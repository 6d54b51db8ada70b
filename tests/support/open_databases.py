"""Notes every database that a test opens, so that one which stays open fails the test that left it.

Without this the interpreter would tell of it, since Python 3.13, in whichever test the garbage collector runs.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any

_connect = sqlite3.connect
_opened: list[tuple[sqlite3.Connection, str]] = []


def _connect_and_note(database: Any, *arguments: Any, **options: Any) -> sqlite3.Connection:
    connection: sqlite3.Connection = _connect(database, *arguments, **options)
    _opened.append((connection, str(database)))
    return connection


def note_databases() -> None:
    """Notes the databases that are opened from now on."""
    sqlite3.connect = _connect_and_note  # type: ignore[assignment]


@contextmanager
def all_closed() -> Generator[None]:
    """Fails where a database that is opened inside is open at the end."""
    _opened.clear()
    yield
    left = [path for connection, path in _opened if _is_open(connection)]
    for connection, _ in _opened:
        with suppress(sqlite3.ProgrammingError):  # another thread has opened it
            connection.close()
    _opened.clear()
    assert not left, f"These databases are left open: {', '.join(left)}"


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        return connection.total_changes >= 0
    except sqlite3.ProgrammingError:
        return False
