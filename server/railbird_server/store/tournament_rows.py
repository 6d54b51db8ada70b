"""Tournaments in the database: the statements that keep them, and what reads them."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import msgspec

from railbird_server.store.book_reader import KEEP_MOVEMENT, movement_row
from railbird_server.store.records import (
    BookedTable,
    BookedTournament,
    KeptTournament,
    OpenedTournament,
    StoredTournament,
    TournamentChange,
    TournamentEntry,
    TournamentSnapshot,
    tournament_account,
)
from railbird_server.store.writer import Statement

T = TypeVar("T")

_encode = msgspec.json.Encoder().encode
_opened = msgspec.json.Decoder(OpenedTournament)
_snapshots = msgspec.json.Decoder(TournamentSnapshot)
_entries = msgspec.json.Decoder(TournamentEntry)

_KEEP_ENTRY = "insert into tournament_entries (tournament, number, at, body) values (?,?,?,?) on conflict do nothing"


def opening(opened: OpenedTournament, now: int) -> list[Statement]:
    """Returns what keeps a new tournament at `now`, in seconds of the calendar."""
    row = (opened.tournament, now, _encode(opened))
    return [("insert into tournaments (id, opened_at, body) values (?,?,?) on conflict do nothing", [row])]


def change_of(tournament: str, change: TournamentChange, now: int, next_number: Callable[[], int]) -> list[Statement]:
    """Returns what keeps a change at `now`, in seconds of the calendar; movements get the next numbers."""
    statements: list[Statement] = []
    if entry := change.entry:
        statements.append((_KEEP_ENTRY, [(tournament, entry.number, entry.at, _encode(entry))]))
    if change.movements:
        last = change.snapshot.entry
        moved = [(next_number(), tournament, last, *movement_row(movement), now) for movement in change.movements]
        statements.append((KEEP_MOVEMENT, moved))
    if change.closed:
        closing = "update tournaments set snapshot = null, closed_at = ?, reason = ? where id = ?"
        statements.append((closing, [(now, change.closed, tournament)]))
    else:
        kept = (_encode(change.snapshot), tournament)
        statements.append(("update tournaments set snapshot = ? where id = ?", [kept]))
    return statements


def pruning(oldest: int) -> list[Statement]:
    """Returns what forgets the course of tournaments that were over before `oldest`, in seconds of the calendar.

    Their terms stay, for the books, which are kept for ever.
    """
    sql = "delete from tournament_entries where tournament in (select id from tournaments where closed_at < ?)"
    return [(sql, [(oldest,)])]


def read_open_tournaments(connection: sqlite3.Connection) -> tuple[StoredTournament, ...]:
    """Returns the tournaments that are not over, the first to be opened first."""
    rows = connection.execute("select id, body, snapshot from tournaments where closed_at is null order by rowid")
    return tuple(_stored(*row) for row in rows)


def read_tournaments(connection: sqlite3.Connection) -> list[KeptTournament]:
    """Returns all tournaments that there ever were, the first to be opened first."""
    entries: defaultdict[str, list[TournamentEntry | None]] = defaultdict(list)
    for tournament, body in connection.execute(
        "select tournament, body from tournament_entries order by tournament, number"
    ):
        entries[tournament].append(_decode(_entries, body))
    units: Counter[str] = Counter()
    for payer, payee, paid in connection.execute("select payer, payee, chips from movements"):
        units[payer] -= paid
        units[payee] += paid
    rows = connection.execute("select id, body, snapshot, closed_at from tournaments order by rowid")
    return [
        KeptTournament(
            _stored(tournament, body, snapshot),
            tuple(entries[tournament]),
            units[tournament_account(tournament)],
            closed_at is not None,
        )
        for tournament, body, snapshot, closed_at in rows
    ]


def read_booked_tournaments(connection: sqlite3.Connection) -> list[tuple[BookedTable, int]]:
    """Returns all tournaments as the books know them, each with the units that it holds."""
    times = dict(connection.execute("select id, opened_at from tournaments"))
    closed = dict(connection.execute("select id, closed_at from tournaments"))
    found: list[tuple[BookedTable, int]] = []
    for kept in read_tournaments(connection):
        tournament, opened = kept.stored.tournament, kept.stored.opened
        booked = BookedTournament(opened.terms.name, opened.host, opened.terms.unit) if opened else None
        found.append((BookedTable(tournament, None, times[tournament], closed[tournament], booked), kept.units))
    return found


def _stored(tournament: str, body: bytes, snapshot: bytes | None) -> StoredTournament:
    opened = _decode(_opened, body)
    if opened is None:
        return StoredTournament(tournament, None, fault="its terms cannot be read")
    if snapshot is None:
        return StoredTournament(tournament, opened)
    found = _decode(_snapshots, snapshot)
    return StoredTournament(tournament, opened, found, fault="" if found else "how it stands cannot be read")


def _decode(decoder: msgspec.json.Decoder[T], body: bytes) -> T | None:
    with suppress(msgspec.MsgspecError, UnicodeDecodeError):
        return decoder.decode(body)
    return None
