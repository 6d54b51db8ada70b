"""The rows of the database: the statements that keep players, books, hands and tournaments, and what reads them."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import astuple

from railbird_server.store import records
from railbird_server.store.commit_thread import Statement
from railbird_server.store.records import BookedTable, Movement, StoredMovement, StoredTournament, player_account

T = TypeVar("T")

encode = msgspec.json.Encoder().encode


def decode(record: type[T], body: bytes) -> T | None:
    """Returns a record, None where it is damaged."""
    try:
        return msgspec.json.decode(body, type=record)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _read(connection: sqlite3.Connection, record: type[T], sql: str) -> tuple[T, ...]:
    """Returns the rows of a query whose columns have the names of a record's fields; raises MsgspecError."""
    found = connection.execute(sql)
    fields = [column[0] for column in found.description]
    rows = [dict(zip(fields, row, strict=True)) for row in found]
    return msgspec.convert(rows, tuple[record, ...], strict=False, builtin_types=(bytes,))  # type: ignore[valid-type]


# --- players and access -----------------------------------------------------------------------------------------------


def keep_players(players: Iterable[records.StoredPlayer]) -> list[Statement]:
    """Returns what keeps players; nothing without any."""
    kept = [astuple(player) for player in players]
    sql = (
        "insert into players (id, digest, name, bot, style) values (?,?,?,?,?) on conflict (id) do update set "
        "digest = excluded.digest, name = excluded.name, bot = excluded.bot, style = excluded.style"
    )
    return [(sql, kept)] if kept else []


def read_players(connection: sqlite3.Connection) -> tuple[records.StoredPlayer, ...]:
    """Returns all players, the first to be kept first."""
    return _read(connection, records.StoredPlayer, "select id, digest, name, bot, style from players order by rowid")


def keep_access(change: records.AccessChange) -> list[Statement]:
    """Returns what keeps a change of the access to a table."""
    statements: list[Statement] = []
    if change.revoked:
        statements.append(("delete from invites where number = ?", [(number,) for number in change.revoked]))
    if invite := change.invite:
        sql = (
            "insert into invites (tbl, number, digest, expires_at, once, used_by) values (?,?,?,?,?,?) "
            "on conflict (number) do update set used_by = excluded.used_by"
        )
        statements.append((sql, [astuple(invite)]))
    if change.player:
        admission = "insert or ignore into admissions (tbl, player) values (?,?)"
        statements += [*keep_players([change.player]), (admission, [(change.table, change.player.id)])]
    return statements


def read_access(connection: sqlite3.Connection) -> records.AccessState:
    """Returns who may come to the open tables."""
    open_tables = "tbl in (select id from tables where closed_at is null)"
    columns = "tbl as 'table', number, digest, expires_at, once, used_by"
    kept = f"select {columns} from invites where {open_tables} order by number"  # noqa: S608
    admitted = connection.execute(f"select tbl, player from admissions where {open_tables} order by n")  # noqa: S608
    last = connection.execute("select seq from sqlite_sequence where name = 'invites'").fetchone()
    next_number = 1 + (int(last[0]) if last else 0)
    return records.AccessState(_read(connection, records.Invite, kept), next_number, tuple(admitted.fetchall()))


# --- tables and their hands -------------------------------------------------------------------------------------------


def read_tables(connection: sqlite3.Connection) -> tuple[records.StoredTable, ...]:
    """Returns the open tables, the first to be opened first."""
    tables = connection.execute("select id, term, body from tables where closed_at is null order by rowid").fetchall()
    rows: defaultdict[str, list[tuple[int, bytes]]] = defaultdict(list)
    for table, number, body in connection.execute("select tbl, number, body from journal order by n"):
        rows[table].append((number, body))
    checkpoints: defaultdict[str, list[bytes]] = defaultdict(list)
    for table, body in connection.execute("select tbl, body from checkpoints order by n"):
        checkpoints[table].append(body)
    balances: defaultdict[str, Counter[str]] = defaultdict(Counter)
    open_tables = "select id from tables where closed_at is null"
    moved = f"select tbl, payer, payee, sum(chips) from movements where tbl in ({open_tables}) group by 1, 2, 3"  # noqa: S608
    for table, payer, payee, chips in connection.execute(moved):
        balances[table][payer] += chips
        balances[table][payee] -= chips
    return tuple(
        _stored_table(records.Owned(table, term), body, checkpoints[table], rows[table], balances[table])
        for table, term, body in tables
    )


def _stored_table(
    owned: records.Owned,
    body: bytes,
    checkpoints: Sequence[bytes],
    rows: Sequence[tuple[int, bytes]],
    balances: dict[str, int],
) -> records.StoredTable:
    try:
        opened = msgspec.json.decode(body, type=records.OpenedTable)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return records.StoredTable(owned, None, fault=f"its settings cannot be read: {error}")
    starts = [start for start in (decode(records.Checkpoint, body) for body in checkpoints) if start]
    numbers = [number for number, _ in rows] or [0]
    if checkpoints and not starts and min(numbers) != 1:
        return records.StoredTable(owned, opened, fault="none of its checkpoints can be read")
    entries = [entry for entry in (decode(records.Entry, body) for _, body in rows) if entry]
    own = records.table_account(owned.table)
    others = {account: chips for account, chips in balances.items() if account != own}
    return records.StoredTable(owned, opened, tuple(starts), tuple(entries), min(numbers), max(numbers), others)


def keep_hands(table: str, change: records.Change, now: int, numbers: Iterator[int]) -> list[Statement]:
    """Returns what keeps finished hands with what they are searched by, and what was shown after their end."""
    statements: list[Statement] = []
    keep_hand = (
        "insert into hands (n, tbl, number, kept_at, body, game, title, pot, showdown) values (?,?,?,?,?,?,?,?,?) "
        "on conflict do nothing"
    )
    keep_seat = (
        "insert into hand_seats (n, seat, player, name, net) select ?,?,?,?,? "
        "where exists (select 1 from hands where n = ?) on conflict do nothing"
    )
    for kept in change.hands:
        n, index = next(numbers), kept.index
        searched = (index.game, index.title, index.pot, index.showdown)
        row = (n, table, kept.finished.number, now, encode(kept.finished), *searched)
        statements += [(keep_hand, [row]), (keep_seat, [(n, *astuple(seat), n) for seat in index.seats])]
    keep_shown = (
        "update hands set body = cast(json_set(cast(body as text), '$.hand', json(cast(? as text))) as blob) "
        "where tbl = ? and number = ?"
    )
    keep_net = "update hand_seats set net = ? where seat = ? and n = (select n from hands where tbl = ? and number = ?)"
    for number, after in change.shown.items():
        net = [(chips, seat, table, number) for seat, chips in after.net.items()]
        statements += [(keep_shown, [(encode(after.hand), table, number)]), (keep_net, net)]
    return statements


# --- the books --------------------------------------------------------------------------------------------------------

_COLUMNS = "payer, payee, chips, kind, name, bot, hand, reason, by_name"
"""The columns of a movement, in the order of its fields."""


def keep_movements(
    table: str, entry: int, movements: Iterable[Movement], now: int, numbers: Iterator[int]
) -> list[Statement]:
    """Returns what keeps the movements of a table or a tournament, made with an entry; nothing without any."""
    kept = [(next(numbers), table, entry, now, *astuple(movement)) for movement in movements]
    sql = (
        f"insert into movements (n, tbl, entry, kept_at, {_COLUMNS}) values (?,?,?,?,?,?,?,?,?,?,?,?,?) "  # noqa: S608
        "on conflict (n) do nothing"
    )
    return [(sql, kept)] if kept else []


def rename_movements(table: str, names: dict[str, str]) -> list[Statement]:
    """Returns what gives the movements of players at a table the names that they have now, by id."""
    renamed = [(name, table, player_account(player)) for player, name in names.items()]
    return [("update movements set name = ? where tbl = ? and ? in (payer, payee)", renamed)] if renamed else []


def read_movements(connection: sqlite3.Connection, table: str = "") -> defaultdict[str, list[StoredMovement]]:
    """Returns the movements of a table, or of all, by table, the first of them first; raises MsgspecError."""
    movements: defaultdict[str, list[StoredMovement]] = defaultdict(list)
    sql = f"select tbl, entry, kept_at, {_COLUMNS} from movements where ? in ('', tbl) order by n"  # noqa: S608
    for tbl, entry, kept_at, *row in connection.execute(sql, (table,)):
        fields = dict(zip(Movement.__struct_fields__, row, strict=True))
        movement = msgspec.convert(fields, Movement, strict=False)
        movements[tbl].append(StoredMovement(tbl, entry, kept_at, movement))
    return movements


def read_booked_tables(connection: sqlite3.Connection) -> list[BookedTable]:
    """Returns all tables that there ever were, the first to be opened first."""
    rows = connection.execute("select id, body, opened_at, closed_at from tables order by rowid")
    return [BookedTable(table, decode(records.OpenedTable, body), *times) for table, body, *times in rows]


def read_closed_books(connection: sqlite3.Connection, player: str, table: str) -> records.KeptBooks | None:
    """Returns the books of a closed table where a player had chips, with no id of the latest; None without one."""
    row = connection.execute(
        "select id, body, opened_at, closed_at from tables where closed_at is not null and ? in ('', id) and id in "
        "(select tbl from movements where ? in (payer, payee)) order by closed_at desc, rowid desc limit 1",
        (table, player_account(player)),
    ).fetchone()
    if row is None:
        return None
    found, body, opened_at, closed_at = row
    booked = BookedTable(found, decode(records.OpenedTable, body), opened_at, closed_at)
    return records.KeptBooks(booked, tuple(read_movements(connection, found)[found]), count_hands(connection, found))


def count_hands(connection: sqlite3.Connection, table: str) -> dict[str, int]:
    """Returns how many of the hands that are kept of a table each player sat in, by id, without void ones."""
    rows = connection.execute(
        "select player, count(*) from hand_seats join hands using (n) where tbl = ? "
        "and json_extract(cast(body as text), '$.hand.void_reason') = '' group by player",
        (table,),
    )
    return dict(rows.fetchall())


# --- tournaments ------------------------------------------------------------------------------------------------------


def open_tournament(opened: records.OpenedTournament, now: int) -> list[Statement]:
    """Returns what keeps a new tournament at `now`, in seconds of the calendar."""
    row = (opened.tournament, now, encode(opened))
    return [("insert into tournaments (id, opened_at, body) values (?,?,?) on conflict do nothing", [row])]


def keep_tournament(
    tournament: str, change: records.TournamentChange, now: int, numbers: Iterator[int]
) -> list[Statement]:
    """Returns what keeps a change at `now`, in seconds of the calendar; movements get the next numbers."""
    statements = keep_players(change.players)
    if entry := change.entry:
        sql = "insert into tournament_entries (tournament, number, at, body) values (?,?,?,?) on conflict do nothing"
        statements.append((sql, [(tournament, entry.number, entry.at, encode(entry))]))
    statements += keep_movements(tournament, change.snapshot.entry, change.movements, now, numbers)
    if change.closed:
        closing = "update tournaments set snapshot = null, closed_at = ?, reason = ? where id = ?"
        statements.append((closing, [(now, change.closed, tournament)]))
    else:
        kept = (encode(change.snapshot), tournament)
        statements.append(("update tournaments set snapshot = ? where id = ?", [kept]))
    return statements


def read_open_tournaments(connection: sqlite3.Connection) -> tuple[StoredTournament, ...]:
    """Returns the tournaments that are not over, the first to be opened first."""
    rows = connection.execute("select id, body, snapshot from tournaments where closed_at is null order by rowid")
    return tuple(_stored_tournament(*row) for row in rows)


def read_tournaments(connection: sqlite3.Connection) -> list[records.KeptTournament]:
    """Returns all tournaments that there ever were, the first to be opened first."""
    entries: defaultdict[str, list[records.TournamentEntry | None]] = defaultdict(list)
    for tournament, body in connection.execute(
        "select tournament, body from tournament_entries order by tournament, number"
    ):
        entries[tournament].append(decode(records.TournamentEntry, body))
    units = read_balances(connection)
    rows = connection.execute("select id, body, snapshot, closed_at from tournaments order by rowid")
    return [
        records.KeptTournament(
            _stored_tournament(tournament, body, snapshot),
            tuple(entries[tournament]),
            units[records.tournament_account(tournament)],
            closed_at is not None,
        )
        for tournament, body, snapshot, closed_at in rows
    ]


def read_balances(connection: sqlite3.Connection) -> Counter[str]:
    """Returns what each account holds by its movements, chips or units of the ledger."""
    balances = Counter[str]()
    for payer, payee, chips in connection.execute("select payer, payee, chips from movements"):
        balances[payer] -= chips
        balances[payee] += chips
    return balances


def read_booked_tournaments(connection: sqlite3.Connection) -> list[tuple[BookedTable, int]]:
    """Returns all tournaments as the books know them, each with the units that it holds."""
    units = read_balances(connection)
    rows = connection.execute("select id, body, opened_at, closed_at from tournaments order by rowid")
    return [
        (
            BookedTable(tournament, decode(records.OpenedTournament, body), *times),
            units[records.tournament_account(tournament)],
        )
        for tournament, body, *times in rows
    ]


def _stored_tournament(tournament: str, body: bytes, snapshot: bytes | None) -> StoredTournament:
    opened = decode(records.OpenedTournament, body)
    if opened is None:
        return StoredTournament(tournament, None, fault="its terms cannot be read")
    if snapshot is None:
        return StoredTournament(tournament, opened)
    found = decode(records.TournamentSnapshot, snapshot)
    return StoredTournament(tournament, opened, found, fault="" if found else "how it stands cannot be read")
