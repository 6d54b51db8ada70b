"""Writes and reads the movements of chips, which stay when their tables are closed and their players forgotten."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from railbird_server.store.records import (
    BookedTable,
    KeptBooks,
    Movement,
    MovementKind,
    OpenedTable,
    StoredMovement,
    player_account,
)

_COLUMNS = "payer, payee, chips, kind, name, bot, hand, reason, by_name"

KEEP_MOVEMENT = (
    f"insert into movements (n, tbl, entry, {_COLUMNS}, kept_at) values (?,?,?,?,?,?,?,?,?,?,?,?,?) "  # noqa: S608
    "on conflict (n) do nothing"
)
"""Keeps a movement: its number, table and entry, its `movement_row`, and when it is kept."""

RENAME_MOVEMENTS = "update movements set name = ? where tbl = ? and ? in (payer, payee)"
"""Gives the movements of a player's chips at a table the name that they have now."""

_opened = msgspec.json.Decoder(OpenedTable)


def movement_row(movement: Movement) -> tuple[Any, ...]:
    """Returns a movement as a row keeps it."""
    return (
        movement.payer,
        movement.payee,
        movement.chips,
        movement.kind.value,
        movement.name,
        int(movement.bot),
        movement.hand,
        movement.reason,
        movement.by,
    )


def read_movements(connection: sqlite3.Connection, table: str = "") -> list[StoredMovement]:
    """Returns the movements of a table, or of all, the first of them first."""
    rows = connection.execute(
        f"select tbl, entry, kept_at, {_COLUMNS} from movements where ? in ('', tbl) order by n",  # noqa: S608
        (table,),
    )
    return [StoredMovement(tbl, entry, kept_at, _movement(row)) for tbl, entry, kept_at, *row in rows]


def _movement(row: Sequence[Any]) -> Movement:
    payer, payee, chips, kind, name, bot, hand, reason, by = row
    return Movement(payer, payee, chips, msgspec.convert(kind, MovementKind), name, bool(bot), hand, reason, by)


def read_booked_tables(connection: sqlite3.Connection) -> list[BookedTable]:
    """Returns all tables that there ever were, the first to be opened first."""
    rows = connection.execute("select id, body, opened_at, closed_at from tables order by rowid")
    return [BookedTable(table, _decode(body), opened_at, closed_at) for table, body, opened_at, closed_at in rows]


def read_closed_books(connection: sqlite3.Connection, player: str, table: str) -> KeptBooks | None:
    """Returns the books of a closed table where a player had chips, with no id of the latest; None without one."""
    row = connection.execute(
        "select id, body, opened_at, closed_at from tables where closed_at is not null and ? in ('', id) and id in "
        "(select tbl from movements where ? in (payer, payee)) order by closed_at desc, rowid desc limit 1",
        (table, player_account(player)),
    ).fetchone()
    if row is None:
        return None
    found, body, opened_at, closed_at = row
    booked = BookedTable(found, _decode(body), opened_at, closed_at)
    return KeptBooks(booked, tuple(read_movements(connection, found)), count_hands(connection, found))


def count_hands(connection: sqlite3.Connection, table: str) -> dict[str, int]:
    """Returns how many of the hands that are kept of a table each player sat in, by id, without void ones."""
    rows = connection.execute(
        "select player, count(*) from hand_seats join hands using (n) where tbl = ? "
        "and json_extract(cast(body as text), '$.hand.void_reason') = '' group by player",
        (table,),
    )
    return dict(rows.fetchall())


def _decode(body: bytes) -> OpenedTable | None:
    try:
        return _opened.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
