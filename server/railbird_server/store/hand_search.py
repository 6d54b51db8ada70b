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
from collections.abc import Callable, Mapping, Sequence
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
    """Returns at most `limit` of the hands that are wanted, in their order, from place `first` on, from 0."""
    where, values = _condition(connection, query)
    order = "pot desc, n desc" if query.by_pot else "n desc"
    (total,) = connection.execute(f"select count(*) from hands where {where}", values).fetchone()  # noqa: S608
    rows = connection.execute(
        "select n, tbl, coalesce(called, ''), number, kept_at, game, title, pot, showdown "  # noqa: S608
        f"from hands left join {_NAMED_TABLES} using (tbl) where {where} order by {order} limit ? offset ?",
        (*values, limit, first),
    ).fetchall()
    seats = _seats(connection, [row[0] for row in rows])
    return records.HandPage(
        tuple(
            FoundHand(table, name, number, at, HandIndex(game, title, pot, tuple(seats[n]), showdown=bool(showdown)))
            for n, table, name, number, at, game, title, pot, showdown in rows
        ),
        int(total),
    )


def read_hand(connection: sqlite3.Connection, table: str, number: int) -> StoredHand | None:
    """Returns a hand of a table, None where there is none or it cannot be read."""
    return next(iter(_stored(connection, "tbl = ? and number = ?", (table, number))), None)


def read_hands(connection: sqlite3.Connection, query: HandQuery, limit: int) -> Sequence[StoredHand]:
    """Returns the latest of the hands that are wanted, at most `limit`, the first of them first."""
    where, values = _condition(connection, query)
    return _stored(connection, f"{where} order by n desc limit ?", (*values, limit))[::-1]


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
    if query.player:
        won = f" and net * {_SIGNS[query.result]} > 0" if query.result is not HandResult.ANY else ""
        clauses.append(f"n in (select n from hand_seats where player = ?{won})")  # noqa: S608  a number of ours
        values.append(query.player)
    for field, clause in _LIMITS.items():
        if value := getattr(query, field):
            clauses.append(clause)
            values.append(value)
    for word in fold_text(query.find).split():
        clauses.append(_HAS_WORD)
        values += [word] * 4
    return " and ".join(clauses) or "1", values


_LIMITS = {
    "showdown": "showdown = ?",
    "game": "game = ?",
    "table": "tbl = ?",
    "pot": "pot >= ?",
    "since": "kept_at >= ?",
    "until": "kept_at < ?",
}
"""The SQL for the fields of a query that hands are compared with."""

_NAMED_TABLES = (
    "(select id as tbl, body ->> '$.settings.name' as called, body ->> '$.settings.seats' as seats "
    "from (select id, cast(body as text) as body from tables) where json_valid(body))"
)
"""The SQL of the tables with their names and seats."""

_HAS_WORD = (
    "(instr(folded(game), ?) or instr(folded(title), ?) "  # noqa: S608
    "or exists (select 1 from hand_seats where hand_seats.n = hands.n and instr(folded(name), ?)) "
    f"or tbl in (select tbl from {_NAMED_TABLES} where instr(folded(called), ?)))"
)
"""The SQL for a word in the name of the game, a player or the table."""


def _seats(connection: sqlite3.Connection, hands: Sequence[int]) -> defaultdict[int, list[IndexedSeat]]:
    found: defaultdict[int, list[IndexedSeat]] = defaultdict(list)
    chosen = "hand_seats where n in (select value from json_each(?))"
    rows = connection.execute(f"select n, seat, player, name, net from {chosen} order by n, seat", (json.dumps(hands),))  # noqa: S608
    for n, *seat in rows:
        found[n].append(IndexedSeat(*seat))
    return found


def _stored(connection: sqlite3.Connection, where: str, values: Sequence[Any]) -> list[StoredHand]:
    """Returns the hands that SQL chooses, without those that cannot be read."""
    rows = connection.execute(
        "select tbl, coalesce(called, ''), coalesce(seats, 0), kept_at, body "  # noqa: S608
        f"from hands left join {_NAMED_TABLES} using (tbl) where {where}",
        values,
    )
    return [
        StoredHand(table, name, seat_count, kept_at, finished)
        for table, name, seat_count, kept_at, body in rows
        if (finished := decode(records.FinishedHand, body))
    ]


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
    finished = decode(records.FinishedHand, body)
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
