"""The store in one SQLite file: write-ahead log, every commit synchronised to the disk.

A change is encoded on the event loop, since the records may not change afterwards, and written by the writer's thread.
Every row has its number from here, so that a change that may or may not have been kept is written again without harm.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import TypeVar

import msgspec

from railbird_server.store import schema, tournament_rows
from railbird_server.store.book_reader import KEEP_MOVEMENT, RENAME_MOVEMENTS, movement_row, read_closed_books
from railbird_server.store.hand_search import HandReader, find_hands, read_hand, read_hands
from railbird_server.store.protocols import CommitObserver, NotOwned, StoreError
from railbird_server.store.records import (
    AccessChange,
    AccessState,
    Change,
    Checkpoint,
    Entry,
    HandPage,
    HandQuery,
    Invite,
    KeptBooks,
    OpenedTable,
    OpenedTournament,
    Owned,
    StoredHand,
    StoredPlayer,
    StoredTable,
    StoredTournament,
    TournamentChange,
    player_account,
    table_account,
)
from railbird_server.store.seat_claims import SeatClaims
from railbird_server.store.tournament_rows import read_open_tournaments
from railbird_server.store.writer import JournalRow, Statement, Work, Writer

T = TypeVar("T")

_encode = msgspec.json.Encoder().encode
_entries = msgspec.json.Decoder(Entry)
_checkpoints = msgspec.json.Decoder(Checkpoint)
_opened = msgspec.json.Decoder(OpenedTable)

_KEEP_PLAYER = (
    "insert into players (id, digest, name, bot, style) values (?,?,?,?,?) on conflict (id) do update set "
    "digest = excluded.digest, name = excluded.name, bot = excluded.bot, style = excluded.style"
)

_KEEP_INVITE = (
    "insert into invites (number, tbl, digest, expires_at, once, used_by) values (?,?,?,?,?,?) "
    "on conflict (number) do update set used_by = excluded.used_by"
)

_KEEP_HAND = (
    "insert into hands (n, tbl, number, kept_at, body, game, title, pot, showdown) values (?,?,?,?,?,?,?,?,?) "
    "on conflict do nothing"
)

_KEEP_HAND_SEAT = (
    "insert into hand_seats (n, seat, player, name, net) select ?,?,?,?,? "
    "where exists (select 1 from hands where n = ?) on conflict do nothing"
)

_KEEP_SHOWN = (
    "update hands set body = cast(json_set(cast(body as text), '$.hand', json(cast(? as text))) as blob) "
    "where tbl = ? and number = ?"
)

_KEEP_NET = "update hand_seats set net = ? where seat = ? and n = (select n from hands where tbl = ? and number = ?)"

DAY = 24 * 3600

MAX_CHECKED_BYTES = 64 * 1024 * 1024
"""The largest file that is searched for damage whenever it is opened; `check` searches any."""


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
    try:
        schema.check(connection, path, may_be_new=not read_only)  # before any change: it may be somebody else's
        if read_only or path.stat().st_size <= MAX_CHECKED_BYTES:
            _check_pages(connection)
        if not read_only:
            connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = full")
            connection.execute("pragma fullfsync = on")
            schema.prepare(connection, path)
            # A file that can only be read is found out here, not at the first hand.
            connection.executescript(f"begin immediate; pragma user_version = {schema.VERSION}; rollback;")
    except sqlite3.Error as error:
        connection.close()
        raise unusable(path, error) from None
    except BaseException:  # a refusal of the schema or a cancelled start, too: no connection stays open
        connection.close()
        raise
    return connection


def _make_sure_of(path: Path) -> None:
    """Makes a database where there is no file, and takes one that there is from everybody but its owner."""
    if not path.exists():
        _create(path.resolve())
    os.close(os.open(path, os.O_RDWR))
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)


def _create(path: Path) -> None:
    """Makes a database under another name first, so that none is ever empty but one that has lost its content."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # readable by its owner alone
    unfinished = Path(name)
    try:
        with contextlib.closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
            connection.execute("pragma journal_mode = memory")
            connection.execute("pragma synchronous = off")
            schema.prepare(connection, path)
        os.fsync(handle)
        unfinished.replace(path)
    except BaseException:  # Ctrl+C, too
        unfinished.unlink(missing_ok=True)
        raise
    finally:
        os.close(handle)


class SqliteStore(SeatClaims):
    """A `railbird_server.store.protocols.Store` in the database at `path`, which nobody else may write meanwhile.

    `unix_time` is the time of day in seconds; finished hands, and the course of tournaments that are over, are kept for
    `keep_hands` days, with 0 for ever. Raises StoreError.
    """

    durable = True

    def __init__(
        self,
        path: Path,
        *,
        unix_time: Callable[[], float] = time.time,
        keep_hands: int = 0,
    ) -> None:
        super().__init__()
        connection = connect(path)
        try:
            self._stored_players, self._stored_tables = read_players(connection), read_tables(connection)
            self._stored_access = read_access(connection)
            self._stored_tournaments = read_open_tournaments(connection)
            first = max(_last_row(connection, table) for table in ("journal", "checkpoints", "movements", "hands")) + 1
            rows = connection.execute("select tbl, n, number from journal order by n").fetchall()
            self._terms = {table.owned.table: table.owned.term for table in self._stored_tables}
            self._checkpoints = {table: _checkpoint_entries(connection, table) for table in self._terms}
        except (sqlite3.Error, msgspec.MsgspecError) as error:
            connection.close()
            raise unusable(path, error) from None
        except BaseException:  # a start that is broken off
            connection.close()
            raise
        self._unix_time = unix_time
        self._numbers = count(first)
        self._rows: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for table, n, number in rows:
            self._rows[table].append((n, number))
        self._unsettled: dict[str, tuple[Change, Work]] = {}
        self._unsettled_tournaments: dict[str, tuple[TournamentChange, Work]] = {}
        self._keep_hands = keep_hands
        self._pruned_at = 0
        self._writer = Writer(connection)
        self._reader = HandReader(path)

    # --- the journal ---------------------------------------------------------------------------------------------

    async def append(self, owned: Owned, change: Change) -> None:
        """Keeps a change; raises NotKept, or NotOwned where another term owns the table."""
        if self._terms.get(owned.table) != owned.term:
            raise NotOwned("The table is kept by another server by now.")
        earlier, work = self._unsettled.get(owned.table, (None, Work()))
        if earlier is not change:
            work = self._work(owned, change)
            self._unsettled[owned.table] = change, work
        await self._writer.write(work)
        self._unsettled.pop(owned.table, None)
        if change.closed:
            self._forget(owned.table)
        elif change.checkpoint:
            self._note_checkpoint(owned.table, change.checkpoint, afresh=change.afresh)

    async def keep_evidence(self, owned: Owned, reason: str) -> None:
        """Puts the checkpoints and entries of a table aside."""
        sql = (
            "insert into evidence (tbl, kept_at, reason, body) select tbl, ?, ?, body from checkpoints where tbl = ? "
            "union all select tbl, ?, ?, body from journal where tbl = ?"
        )
        arguments = (self._now(), reason, owned.table)
        await self._writer.write(Work(statements=[(sql, [(*arguments, *arguments)])]))

    def _work(self, owned: Owned, change: Change) -> Work:
        table, now = owned.table, self._now()
        rows: list[JournalRow] = [
            (next(self._numbers), table, owned.term, entry.number, entry.at, _encode(entry)) for entry in change.entries
        ]
        self._rows[table] += [(row[0], row[3]) for row in rows]
        statements: list[Statement] = [*self._pruning(now)]
        if change.players:
            statements.append((_KEEP_PLAYER, [_player_row(player) for player in change.players]))
        if change.movements:
            last = change.entries[-1].number if change.entries else 0
            moved = [(next(self._numbers), table, last, *movement_row(movement), now) for movement in change.movements]
            statements.append((KEEP_MOVEMENT, moved))
        if change.renamed:
            names = [(name, table, player_account(player)) for player, name in change.renamed.items()]
            statements.append((RENAME_MOVEMENTS, names))
        statements += self._hand_statements(table, change, now)
        if change.checkpoint:
            statements += self._checkpoint_statements(table, change.checkpoint, afresh=change.afresh)
        if change.closed:
            closing = "update tables set closed_at = ?, reason = ? where id = ?"
            statements += [
                (closing, [(now, change.closed, table)]),
                ("delete from checkpoints where tbl = ?", [(table,)]),
                ("delete from invites where tbl = ?", [(table,)]),
                ("delete from admissions where tbl = ?", [(table,)]),
                ("delete from journal where n = ?", [(n,) for n, _ in self._rows[table]]),
            ]
        return Work(rows, statements)

    def _hand_statements(self, table: str, change: Change, now: int) -> list[Statement]:
        """Returns what keeps finished hands with what they are searched by, and what was shown after their end."""
        statements: list[Statement] = []
        for finished, index in ((kept.finished, kept.index) for kept in change.hands):
            n = next(self._numbers)
            searched = (index.game, index.title, index.pot, int(index.showdown))
            row = (n, table, finished.number, now, _encode(finished), *searched)
            seats = [(n, seat.seat, seat.player, seat.name, seat.net, n) for seat in index.seats]
            statements += [(_KEEP_HAND, [row]), (_KEEP_HAND_SEAT, seats)]
        if change.shown:
            shown = [(_encode(after.hand), table, number) for number, after in change.shown.items()]
            net = [
                (chips, seat, table, number)
                for number, after in change.shown.items()
                for seat, chips in after.net.items()
            ]
            statements += [(_KEEP_SHOWN, shown), (_KEEP_NET, net)]
        return statements

    def _pruning(self, now: int) -> list[Statement]:
        """Returns what forgets hands and the course of tournaments that are too old, once a day."""
        if not self._keep_hands or now - self._pruned_at < DAY:
            return []
        self._pruned_at = now
        oldest = now - self._keep_hands * DAY
        return [("delete from hands where kept_at < ?", [(oldest,)]), *tournament_rows.pruning(oldest)]

    def _checkpoint_statements(self, table: str, checkpoint: Checkpoint, *, afresh: bool) -> list[Statement]:
        """Returns what keeps a checkpoint, and forgets what is before the one before it."""
        n = next(self._numbers)
        kept = [(n, table, checkpoint.entry, _encode(checkpoint))]
        statements: list[Statement] = [("insert into checkpoints values (?,?,?,?) on conflict (n) do nothing", kept)]
        earlier = self._checkpoints.get(table)
        if earlier or afresh:
            oldest = checkpoint.entry if afresh or not earlier else earlier[-1]
            outdated = [(row,) for row, number in self._rows[table] if number <= oldest]
            forget = ("delete from checkpoints where tbl = ? and entry < ?", [(table, oldest)])
            forget_all = ("delete from checkpoints where tbl = ? and n < ?", [(table, n)])
            statements += [forget_all if afresh else forget, ("delete from journal where n = ?", outdated)]
        return statements

    def _note_checkpoint(self, table: str, checkpoint: Checkpoint, *, afresh: bool) -> None:
        earlier = [checkpoint.entry] if afresh else self._checkpoints.setdefault(table, [])
        if earlier:
            oldest = earlier[-1]
            self._rows[table] = [(n, number) for n, number in self._rows[table] if number > oldest]
        self._checkpoints[table] = sorted({*earlier[-1:], checkpoint.entry})

    def _forget(self, table: str) -> None:
        self._terms.pop(table, None)
        self._rows.pop(table, None)
        self._checkpoints.pop(table, None)

    # --- the directory -------------------------------------------------------------------------------------------

    async def open(self, opened: OpenedTable, host: StoredPlayer) -> Owned:
        """Keeps a new table and its host; raises NotKept."""
        row = (opened.table, 1, self._now(), _encode(opened))
        sql = "insert into tables (id, term, opened_at, body) values (?,?,?,?)"
        await self._writer.write(Work(statements=[(_KEEP_PLAYER, [_player_row(host)]), (sql, [row])]))
        self._terms[opened.table] = 1
        return Owned(opened.table, 1)

    async def open_tables(self) -> Sequence[StoredTable]:
        """Returns the tables that were open when the store was last used."""
        found, self._stored_tables = self._stored_tables, ()
        return found

    # --- tournaments ---------------------------------------------------------------------------------------------

    async def open_tournament(self, opened: OpenedTournament, host: StoredPlayer) -> None:
        """Keeps a new tournament and its host; raises NotKept."""
        keep_host = (_KEEP_PLAYER, [_player_row(host)])
        await self._writer.write(Work(statements=[keep_host, *tournament_rows.opening(opened, self._now())]))

    async def append_tournament(self, tournament: str, change: TournamentChange) -> None:
        """Keeps a change of a tournament; raises NotKept."""
        earlier, work = self._unsettled_tournaments.get(tournament, (None, Work()))
        if earlier is not change:
            players = [(_KEEP_PLAYER, [_player_row(player) for player in change.players])] if change.players else []
            kept = tournament_rows.change_of(tournament, change, self._now(), self._numbers.__next__)
            work = Work(statements=[*players, *kept])
            self._unsettled_tournaments[tournament] = change, work
        await self._writer.write(work)
        self._unsettled_tournaments.pop(tournament, None)

    async def open_tournaments(self) -> Sequence[StoredTournament]:
        """Returns the tournaments that were not over when the store was last used."""
        found, self._stored_tournaments = self._stored_tournaments, ()
        return found

    # --- the books -----------------------------------------------------------------------------------------------

    async def players(self) -> Sequence[StoredPlayer]:
        """Returns the players that are kept."""
        return self._stored_players

    async def keep_player(self, player: StoredPlayer) -> None:
        """Keeps a player; raises NotKept."""
        await self._writer.write(Work(statements=[(_KEEP_PLAYER, [_player_row(player)])]))

    async def forget_players(self, players: Sequence[str]) -> None:
        """Forgets players; raises NotKept."""
        forget = ("delete from players where id = ?", [(player,) for player in players])
        await self._writer.write(Work(statements=[forget]))

    async def closed_books(self, player: str, table: str) -> KeptBooks | None:
        """Returns the books of a closed table where a player had chips."""
        return await self._reader.run(partial(read_closed_books, player=player, table=table))

    async def access(self) -> AccessState:
        """Returns who could come to the open tables when the store was last used."""
        return self._stored_access

    async def keep_access(self, change: AccessChange) -> None:
        """Keeps a change of the access to a table; raises NotKept."""
        statements: list[Statement] = []
        if change.revoked:
            statements.append(("delete from invites where number = ?", [(number,) for number in change.revoked]))
        if change.invite:
            statements.append((_KEEP_INVITE, [_invite_row(change.invite)]))
        if change.player:
            admission = "insert or ignore into admissions (tbl, player) values (?,?)"
            statements += [
                (_KEEP_PLAYER, [_player_row(change.player)]),
                (admission, [(change.table, change.player.id)]),
            ]
        await self._writer.write(Work(statements=statements))

    # --- finished hands ------------------------------------------------------------------------------------------

    async def find_hands(self, query: HandQuery, first: int, limit: int) -> HandPage:
        """Returns some of the hands that are wanted, the latest first."""
        return await self._reader.run(partial(find_hands, query=query, first=first, limit=limit))

    async def read_hand(self, table: str, number: int) -> StoredHand | None:
        """Returns a hand of a table, None where there is none."""
        return await self._reader.run(partial(read_hand, table=table, number=number))

    async def read_hands(self, query: HandQuery, limit: int) -> Sequence[StoredHand]:
        """Returns the latest of the hands that are wanted, the first of them first."""
        return await self._reader.run(partial(read_hands, query=query, limit=limit))

    def observe(self, observer: CommitObserver) -> None:
        """Tells an observer of every commit from now on."""
        self._writer.observer = observer

    async def close(self) -> None:
        """Writes what waits, and closes the database."""
        await self._reader.close()
        await self._writer.close()

    def _now(self) -> int:
        return int(self._unix_time())


def _check_pages(connection: sqlite3.Connection) -> None:
    """Raises sqlite3.DatabaseError where a page of the database is damaged."""
    (verdict,) = connection.execute("pragma quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict.splitlines()[-1])


# --- reading what was kept ---------------------------------------------------------------------------------------


def read_players(connection: sqlite3.Connection) -> tuple[StoredPlayer, ...]:
    """Returns all players, the first to be kept first."""
    rows = connection.execute("select id, digest, name, bot, style from players order by rowid")
    return tuple(StoredPlayer(id_, digest, name, bool(bot), style) for id_, digest, name, bot, style in rows)


def read_tables(connection: sqlite3.Connection) -> tuple[StoredTable, ...]:
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
        _stored_table(Owned(table, term), body, checkpoints[table], rows[table], balances[table])
        for table, term, body in tables
    )


def read_access(connection: sqlite3.Connection) -> AccessState:
    """Returns who may come to the open tables."""
    open_tables = "tbl in (select id from tables where closed_at is null)"
    rows = connection.execute(
        f"select tbl, number, digest, expires_at, once, used_by from invites where {open_tables} order by number"  # noqa: S608
    )
    invites = tuple(
        Invite(table, number, digest, expires_at, bool(once), used_by)
        for table, number, digest, expires_at, once, used_by in rows
    )
    admitted = connection.execute(f"select tbl, player from admissions where {open_tables} order by n")  # noqa: S608
    last = connection.execute("select seq from sqlite_sequence where name = 'invites'").fetchone()
    return AccessState(invites, 1 + (int(last[0]) if last else 0), tuple(admitted.fetchall()))


def _stored_table(
    owned: Owned, body: bytes, checkpoints: Sequence[bytes], rows: Sequence[tuple[int, bytes]], balances: dict[str, int]
) -> StoredTable:
    try:
        opened = _opened.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return StoredTable(owned, None, fault=f"its settings cannot be read: {error}")
    starts = [start for start in (decode(_checkpoints, body) for body in checkpoints) if start]
    numbers = [number for number, _ in rows] or [0]
    if checkpoints and not starts and min(numbers) != 1:
        return StoredTable(owned, opened, fault="none of its checkpoints can be read")
    entries = [entry for entry in (decode(_entries, body) for _, body in rows) if entry]
    others = {account: chips for account, chips in balances.items() if account != table_account(owned.table)}
    return StoredTable(owned, opened, tuple(starts), tuple(entries), min(numbers), max(numbers), others)


def decode(decoder: msgspec.json.Decoder[T], body: bytes) -> T | None:
    """Returns a record, None where it is damaged."""
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _checkpoint_entries(connection: sqlite3.Connection, table: str) -> list[int]:
    rows = connection.execute("select entry from checkpoints where tbl = ? order by entry", (table,))
    return [entry for (entry,) in rows]


def _last_row(connection: sqlite3.Connection, table: str) -> int:
    (last,) = connection.execute(f"select coalesce(max(n), 0) from {table}").fetchone()  # noqa: S608  our own names
    return int(last)


def _player_row(player: StoredPlayer) -> tuple[str, bytes, str, int, str]:
    return player.id, player.digest, player.name, int(player.bot), player.style


def _invite_row(invite: Invite) -> tuple[int, str, bytes, int, int, str]:
    return invite.number, invite.table, invite.digest, invite.expires_at, int(invite.once), invite.used_by


def unusable(path: Path, error: Exception) -> StoreError:
    """Returns what is wrong with a database file, as a sentence."""
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_NOTADB":
        return StoreError(f"{path} is not a database: move it away, or choose another directory with --data.")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return StoreError(f"{path} cannot be written: allow it, or choose another directory with --data.")
    if name.startswith("SQLITE_BUSY"):
        return StoreError(f"{path} is in use by another program: stop it, or choose another directory with --data.")
    if name.startswith("SQLITE_FULL"):
        return StoreError(f"{path} cannot be written, for the disk is full: make room and start again.")
    reason = " ".join(str(error).split())
    return StoreError(
        f"{path} is damaged ({reason}): put a backup in its place, or choose another directory with --data."
    )
