"""Finds finished hands in a database, by the index that is made of each, and says in plain Python what a search means.

Text is compared folded, so that capitals and ways of writing an accent make no difference. A thread with a connection
of its own reads them, beside the one that writes.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from railbird_server.store import records
from railbird_server.store.protocols import StoreError
from railbird_server.store.records import FoundHand, HandIndex, HandQuery, IndexedSeat, StoredHand
from railbird_server.store.rows import decode
from railbird_server.table.hand_history import HandUnreadable, came_to_showdown, pot_of, results_of, retell
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.table.inputs import PlayerIdentity
from railbird_shared.protocol.commands import HandResult

_SIGNS = {HandResult.WON: 1, HandResult.LOST: -1}
"""The sign of what a player has after a hand of each result."""

_finished = msgspec.json.Decoder(records.FinishedHand)
_opened = msgspec.json.Decoder(records.OpenedTable)


def fold_text(text: str) -> str:
    """Returns a text as it is compared."""
    return unicodedata.normalize("NFKC", text).casefold()


def is_wanted(found: FoundHand, query: HandQuery) -> bool:
    """Whether a query asks for a hand."""
    index = found.index
    net = sum(seat.net for seat in index.seats if seat.player == query.player)
    texts = (found.name, index.game, index.title, *(seat.name for seat in index.seats))
    return (
        (not query.player or any(seat.player == query.player for seat in index.seats))
        and all(any(word in fold_text(text) for text in texts) for word in fold_text(query.find).split())
        and (query.result is HandResult.ANY or net * _SIGNS[query.result] > 0)
        and (index.showdown or not query.showdown)
        and query.game in ("", index.game)
        and query.table in ("", found.table)
        and index.pot >= query.pot
        and found.ended_at >= query.since
        and (not query.until or found.ended_at < query.until)
    )


def find_hands(connection: sqlite3.Connection, query: HandQuery, first: int, limit: int) -> records.HandPage:
    """Returns at most `limit` of the hands that are wanted, the latest first, from place `first` on, from 0."""
    where, values = _condition(connection, query)
    (total,) = connection.execute(f"select count(*) from hands where {where}", values).fetchone()  # noqa: S608
    rows = connection.execute(
        f"select n, tbl, number, kept_at, game, title, pot, showdown from hands where {where} "  # noqa: S608
        "order by n desc limit ? offset ?",
        (*values, limit, first),
    ).fetchall()
    seats = _seats(connection, [row[0] for row in rows])
    names = _table_names(connection, {row[1] for row in rows})
    return records.HandPage(
        tuple(
            FoundHand(
                table,
                names.get(table, ("", 0))[0],
                number,
                kept_at,
                HandIndex(game, title, pot, tuple(seats[n]), showdown=bool(showdown)),
            )
            for n, table, number, kept_at, game, title, pot, showdown in rows
        ),
        int(total),
    )


def read_hand(connection: sqlite3.Connection, table: str, number: int) -> StoredHand | None:
    """Returns a hand of a table, None where there is none or it cannot be read."""
    rows = connection.execute(
        "select tbl, kept_at, body from hands where tbl = ? and number = ?", (table, number)
    ).fetchall()
    return next(iter(_stored(connection, rows)), None)


def read_hands(connection: sqlite3.Connection, query: HandQuery, limit: int) -> Sequence[StoredHand]:
    """Returns the latest of the hands that are wanted, at most `limit`, the first of them first."""
    where, values = _condition(connection, query)
    rows = connection.execute(
        f"select tbl, kept_at, body from hands where {where} order by n desc limit ?",  # noqa: S608
        (*values, limit),
    ).fetchall()
    return _stored(connection, rows[::-1])


def players_called(connection: sqlite3.Connection, name: str) -> tuple[str, ...]:
    """Returns the ids of the players who sat in kept hands under that name, or have it for their id."""
    rows = connection.execute("select distinct player, name from hand_seats").fetchall()
    wanted = fold_text(name)
    return tuple(dict.fromkeys(player for player, called in rows if player == name or fold_text(called) == wanted))


def _condition(connection: sqlite3.Connection, query: HandQuery) -> tuple[str, list[Any]]:
    """Returns the SQL that chooses the hands of a query, and its values."""
    connection.create_function("folded", 1, fold_text, deterministic=True)
    clauses: list[str] = []
    values: list[Any] = []

    def add(clause: str, *added: object) -> None:
        clauses.append(clause)
        values.extend(added)

    if query.player:
        won = f" and net * {_SIGNS[query.result]} > 0" if query.result is not HandResult.ANY else ""
        add(f"n in (select n from hand_seats where player = ?{won})", query.player)  # noqa: S608  a number of ours
    if query.showdown:
        add("showdown")
    if query.game:
        add("game = ?", query.game)
    if query.table:
        add("tbl = ?", query.table)
    if query.pot:
        add("pot >= ?", query.pot)
    if query.since:
        add("kept_at >= ?", query.since)
    if query.until:
        add("kept_at < ?", query.until)
    for find in fold_text(query.find).split():
        named = [table for table, (name, _) in _table_names(connection).items() if find in fold_text(name)]
        add(
            "(instr(folded(game), ?) or instr(folded(title), ?) "
            "or exists (select 1 from hand_seats where hand_seats.n = hands.n and instr(folded(name), ?)) "
            "or tbl in (select value from json_each(?)))",
            *[find] * 3,
            json.dumps(named),
        )
    return " and ".join(clauses) or "1", values


def _seats(connection: sqlite3.Connection, hands: Sequence[int]) -> defaultdict[int, list[IndexedSeat]]:
    found: defaultdict[int, list[IndexedSeat]] = defaultdict(list)
    chosen = "n in (select value from json_each(?))"
    sql = f"select n, seat, player, name, net from hand_seats where {chosen} order by n, seat"  # noqa: S608
    for n, *seat in connection.execute(sql, (json.dumps(list(hands)),)):
        found[n].append(IndexedSeat(*seat))
    return found


def _table_names(connection: sqlite3.Connection, wanted: Iterable[str] | None = None) -> dict[str, tuple[str, int]]:
    """Returns the name and the number of seats of tables by id, of all of them where none is named."""
    if wanted is None:
        rows = connection.execute("select id, body from tables").fetchall()
    else:
        sql = "select id, body from tables where id = ?"
        rows = [row for table in wanted for row in connection.execute(sql, (table,))]
    names: dict[str, tuple[str, int]] = {}
    for table, body in rows:
        try:
            settings = _opened.decode(body).settings
        except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
            continue
        names[table] = settings.name, settings.seats
    return names


def _stored(connection: sqlite3.Connection, rows: Sequence[tuple[str, int, bytes]]) -> list[StoredHand]:
    names = _table_names(connection, {table for table, _, _ in rows})
    stored: list[StoredHand] = []
    for table, kept_at, body in rows:
        if finished := decode(_finished, body):
            stored.append(StoredHand(table, *names.get(table, ("", 0)), kept_at, finished))
    return stored


Result = TypeVar("Result")


class HandReader:
    """Reads the database at `path`, one question at a time; the file is opened with the first of them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hand reader")
        self._connection: sqlite3.Connection | None = None

    async def run(self, read: Callable[[sqlite3.Connection], Result]) -> Result:
        """Returns what `read` finds in the database; raises StoreError."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, read)

    async def close(self) -> None:
        """Answers the questions that wait, and closes the file."""
        await asyncio.get_running_loop().run_in_executor(None, self._thread.shutdown)  # one of them may still open it
        self._close()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _run(self, read: Callable[[sqlite3.Connection], Result]) -> Result:
        try:
            if self._connection is None:
                uri = f"{self._path.absolute().as_uri()}?mode=ro"
                self._connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
            return read(self._connection)
        except sqlite3.Error as error:
            raise StoreError(f"The hands cannot be read: {error}.") from None


def index_hand(players: Mapping[int, PlayerIdentity], hand: HandInProgress) -> HandIndex:
    """Returns what a hand that is over is searched by, given who sat in its seats."""
    game = hand.setup.game
    seats = _indexed_seats(players, results_of(hand))
    return HandIndex(game.id, game.title, pot_of(hand), seats, showdown=came_to_showdown(hand))


def index_of_kept(body: bytes) -> str:
    """Returns what a hand is searched by, as JSON, that was kept before hands were indexed."""
    finished = decode(_finished, body)
    if finished is None:
        return msgspec.json.encode(HandIndex("", "", 0, ())).decode()
    game = finished.hand.record.setup.game
    try:
        index = index_hand(finished.players, retell(finished.hand).hand)
    except HandUnreadable:
        index = HandIndex(game.id, game.title, 0, _indexed_seats(finished.players, {}))
    return msgspec.json.encode(index).decode()


def _indexed_seats(players: Mapping[int, PlayerIdentity], net: Mapping[int, int]) -> tuple[IndexedSeat, ...]:
    return tuple(IndexedSeat(seat, player.id, player.name, net.get(seat, 0)) for seat, player in players.items())
