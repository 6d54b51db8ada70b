"""The store in one SQLite file: write-ahead log, every commit synchronised to the disk.

A change is encoded on the event loop, since the records may not change afterwards, and written by the writer's thread.
Every row has its number from here, so that a change that may or may not have been kept is written again without harm.
"""

from __future__ import annotations

import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path

from railbird_server.store import records, rows, schema
from railbird_server.store.commit_thread import JournalRow, Statement, Work, Writer
from railbird_server.store.hand_search import HandReader, find_hands, read_hand, read_hands
from railbird_server.store.protocols import CommitObserver, NotOwned, Store
from railbird_server.store.records import Change, Checkpoint, Owned, StoredHand, StoredPlayer, TournamentChange

DAY = 24 * 3600


class SqliteStore(Store):
    """The store in the database at `path`, which nobody else may write meanwhile.

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
        connection = schema.connect(path)
        with schema.closed_if_unusable(connection, path):
            self._kept = kept = records.KeptState(
                rows.read_players(connection),
                rows.read_tables(connection),
                rows.read_access(connection),
                rows.read_open_tournaments(connection),
            )
            first = max(_last_row(connection, table) for table in ("journal", "checkpoints", "movements", "hands")) + 1
            journal = connection.execute("select tbl, n, number from journal order by n").fetchall()
            self._terms = {table.owned.table: table.owned.term for table in kept.tables}
            latest = connection.execute("select tbl, max(entry) from checkpoints group by tbl").fetchall()
        self._unix_time = unix_time
        self._numbers = count(first)
        self._rows: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for table, n, number in journal:
            self._rows[table].append((n, number))
        self._latest_checkpoints: dict[str, int] = dict(latest)
        self._unsettled: dict[tuple[type, str], tuple[Change | TournamentChange, Work]] = {}
        self._keep_hands = keep_hands
        self._pruned_at = 0
        self._writer = Writer(connection)
        self._reader = HandReader(path)

    async def append(self, owned: Owned, change: Change) -> None:
        """Keeps a change; raises NotKept, or NotOwned where another term owns the table."""
        if self._terms.get(owned.table) != owned.term:
            raise NotOwned("The table is kept by another server by now.")
        await self._write_once(owned.table, change, partial(self._work, owned, change))
        if change.closed:
            for kept in (self._terms, self._rows, self._latest_checkpoints):
                kept.pop(owned.table, None)
        elif change.checkpoint:
            outdated = self._last_outdated(owned.table, change.checkpoint, afresh=change.afresh)
            self._rows[owned.table] = [row for row in self._rows[owned.table] if row[1] > outdated]
            self._latest_checkpoints[owned.table] = change.checkpoint.entry

    async def _write_once(self, owner: str, change: Change | TournamentChange, make: Callable[[], Work]) -> None:
        """Writes a change, by the same rows where it was written before and may have been kept; raises NotKept."""
        key = type(change), owner
        earlier, work = self._unsettled.get(key, (None, Work()))
        if earlier is not change:
            work = make()
            self._unsettled[key] = change, work
        await self._writer.write(work)
        self._unsettled.pop(key, None)

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
        entries: list[JournalRow] = [
            (next(self._numbers), table, owned.term, entry.number, entry.at, rows.encode(entry))
            for entry in change.entries
        ]
        self._rows[table] += [(row[0], row[3]) for row in entries]
        last = change.entries[-1].number if change.entries else 0
        statements = [
            *self._pruning(now),
            *rows.keep_players(change.players),
            *rows.keep_movements(table, last, change.movements, now, self._numbers),
            *rows.rename_movements(table, change.renamed),
            *rows.keep_hands(table, change, now, self._numbers),
        ]
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
        return Work(entries, statements)

    def _pruning(self, now: int) -> list[Statement]:
        """Returns what forgets too old hands and courses of tournaments, once a day; for the books their terms stay."""
        if not self._keep_hands or now - self._pruned_at < DAY:
            return []
        self._pruned_at = now
        oldest = [(now - self._keep_hands * DAY,)]
        old_tournaments = "select id from tournaments where closed_at < ?"
        return [
            ("delete from hands where kept_at < ?", oldest),
            (f"delete from tournament_entries where tournament in ({old_tournaments})", oldest),  # noqa: S608
        ]

    def _checkpoint_statements(self, table: str, checkpoint: Checkpoint, *, afresh: bool) -> list[Statement]:
        """Returns what keeps a checkpoint, and forgets what is before the one before it."""
        row = (next(self._numbers), table, checkpoint.entry, rows.encode(checkpoint))
        last = self._last_outdated(table, checkpoint, afresh=afresh)
        forget = ("delete from checkpoints where tbl = ? and entry < ?", [(table, last)])
        forget_all = ("delete from checkpoints where tbl = ? and n < ?", [(table, row[0])])
        return [
            ("insert into checkpoints values (?,?,?,?) on conflict (n) do nothing", [row]),
            forget_all if afresh else forget,
            ("delete from journal where n = ?", [(n,) for n, number in self._rows[table] if number <= last]),
        ]

    def _last_outdated(self, table: str, checkpoint: Checkpoint, *, afresh: bool) -> int:
        """Returns the last entry that nobody needs any more, given a new checkpoint; 0 for none."""
        return checkpoint.entry if afresh else self._latest_checkpoints.get(table, 0)

    async def open(self, opened: records.OpenedTable, host: StoredPlayer) -> Owned:
        """Keeps a new table and its host; raises NotKept."""
        row = (opened.table, 1, self._now(), rows.encode(opened))
        sql = "insert into tables (id, term, opened_at, body) values (?,?,?,?)"
        await self._writer.write(Work(statements=[*rows.keep_players([host]), (sql, [row])]))
        self._terms[opened.table] = 1
        return Owned(opened.table, 1)

    async def open_tournament(self, opened: records.OpenedTournament, host: StoredPlayer) -> None:
        """Keeps a new tournament and its host; raises NotKept."""
        opening = rows.open_tournament(opened, self._now())
        await self._writer.write(Work(statements=[*rows.keep_players([host]), *opening]))

    async def append_tournament(self, tournament: str, change: TournamentChange) -> None:
        """Keeps a change of a tournament; raises NotKept."""
        await self._write_once(
            tournament,
            change,
            lambda: Work(statements=rows.keep_tournament(tournament, change, self._now(), self._numbers)),
        )

    def take_kept(self) -> records.KeptState:
        """Returns what is kept from when the store was last used, once."""
        kept, self._kept = self._kept, records.KeptState()
        return kept

    async def forget_players(self, players: Sequence[str]) -> None:
        """Forgets players; raises NotKept."""
        forget = ("delete from players where id = ?", [(player,) for player in players])
        await self._writer.write(Work(statements=[forget]))

    async def closed_books(self, player: str, table: str) -> records.KeptBooks | None:
        """Returns the books of a closed table where a player had chips."""
        return await self._reader.run(partial(rows.read_closed_books, player=player, table=table))

    async def keep_access(self, change: records.AccessChange) -> None:
        """Keeps a change of the access to a table; raises NotKept."""
        await self._writer.write(Work(statements=rows.keep_access(change)))

    async def find_hands(self, query: records.HandQuery, first: int, limit: int) -> records.HandPage:
        """Returns some of the hands that are wanted, in the order of the query."""
        return await self._reader.run(partial(find_hands, query=query, first=first, limit=limit))

    async def read_hand(self, table: str, number: int) -> StoredHand | None:
        """Returns a hand of a table, None where there is none."""
        return await self._reader.run(partial(read_hand, table=table, number=number))

    async def read_hands(self, query: records.HandQuery, limit: int) -> Sequence[StoredHand]:
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


def _last_row(connection: sqlite3.Connection, table: str) -> int:
    (last,) = connection.execute(f"select coalesce(max(n), 0) from {table}").fetchone()  # noqa: S608  our own names
    return int(last)
