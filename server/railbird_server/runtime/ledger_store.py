"""Reads the books of tables from a database: those of closed tables as they are kept, and what lies on open ones."""

from __future__ import annotations

import sqlite3
from collections import defaultdict

from railbird_server.history.table_books import OpenChips, TableBooks, state_books
from railbird_server.runtime.tables.recovery import ReplayFailed, recover
from railbird_server.store.book_reader import count_hands, read_booked_tables, read_movements
from railbird_server.store.records import StoredMovement, StoredTable
from railbird_server.store.sqlite import read_tables
from railbird_server.store.tournament_rows import read_booked_tournaments
from railbird_server.table.table import Table


def read_books(connection: sqlite3.Connection) -> list[TableBooks]:
    """Returns the books of all tables, the first to be opened first, and those of the tournaments after them.

    Raises ReplayFailed for a table that is not whole.
    """
    movements: defaultdict[str, list[StoredMovement]] = defaultdict(list)
    for stored in read_movements(connection):
        movements[stored.table].append(stored)
    tournaments = [
        state_books(booked, movements[booked.table], {}, OpenChips({}, {}, units, 0) if units else None)
        for booked, units in read_booked_tournaments(connection)
    ]
    open_tables = {stored.owned.table: stored for stored in read_tables(connection)}
    tables = [
        state_books(
            booked,
            movements[booked.table],
            count_hands(connection, booked.table),
            open_chips(open_tables[booked.table]) if booked.table in open_tables else None,
        )
        for booked in read_booked_tables(connection)
    ]
    return tables + tournaments


def open_chips(stored: StoredTable) -> OpenChips:
    """Returns what lies on an open table, before the hand that runs; raises ReplayFailed."""
    try:
        table = recover(stored, lambda: 0).live.table
    except ReplayFailed as failure:
        raise ReplayFailed(f"Table {stored.owned.table} does not come back: {failure}.") from None
    return chips_between_hands(table)


def chips_between_hands(table: Table) -> OpenChips:
    """Returns what lies on a table now, or lay there before the hand that runs."""
    stacks = {seat.player: seat.stack for seat in table.seats.occupied}
    seats = {seat.player: seat.number for seat in table.seats.occupied}
    hand = table.current_hand
    if not table.hand_runs or hand is None:
        return OpenChips(stacks, seats, table.carried_pot.chips, table.hand_number)
    before = {entrant.seat: entrant.stack for entrant in hand.setup.entrants}
    stacks = {seat.player: before.get(seat.number, seat.stack) for seat in table.seats.occupied}
    return OpenChips(stacks, seats, hand.setup.carried, table.hand_number - 1)
