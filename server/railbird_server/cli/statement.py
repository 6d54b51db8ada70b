"""`railbird-server statement`: the statements of tables and running totals over evenings, from what a server keeps."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import click
import msgspec

from railbird_server.cli.console import CommandError, CommandFailed, ended_by, print_text
from railbird_server.cli.kept_data import open_databases
from railbird_server.cli.setting_options import with_data_option
from railbird_server.history import table_books
from railbird_server.history.writer import format_time
from railbird_server.runtime.tables.recovery import ReplayFailed, recover
from railbird_server.store import rows
from railbird_server.store.records import StoredTable
from railbird_shared.history import statement_export
from railbird_shared.history.narration import format_signed, hands_text
from railbird_shared.history.settle_up import ChipWorth
from railbird_shared.text.text_cleaning import look_alike


def read_books(connection: sqlite3.Connection) -> list[table_books.TableBooks]:
    """Returns the books of all tables, the first to be opened first, and those of the tournaments after them.

    Raises ReplayFailed for a table that is not whole.
    """
    movements = rows.read_movements(connection)
    tournaments = [
        table_books.state_books(
            booked, movements[booked.table], {}, table_books.OpenChips({}, {}, units, 0) if units else None
        )
        for booked, units in rows.read_booked_tournaments(connection)
    ]
    open_tables = {stored.owned.table: stored for stored in rows.read_tables(connection)}
    tables = [
        table_books.state_books(
            booked,
            movements[booked.table],
            rows.count_hands(connection, booked.table),
            open_chips(open_tables[booked.table]) if booked.table in open_tables else None,
        )
        for booked in rows.read_booked_tables(connection)
    ]
    return tables + tournaments


def open_chips(stored: StoredTable) -> table_books.OpenChips:
    """Returns what lies on an open table, before the hand that runs; raises ReplayFailed."""
    try:
        table = recover(stored, lambda: 0).live.table
    except ReplayFailed as failure:
        raise ReplayFailed(f"Table {stored.owned.table} does not come back: {failure}.") from None
    return table_books.chips_between_hands(table)


TOTAL_COLUMNS = ("name", "player", "evenings", "chips", "money", "currency")


@click.command()
@click.argument("table", default="")
@with_data_option
@click.option("--host", default="", metavar="NAME", help="Only tables that this host opened.")
@click.option("--totals", is_flag=True, help="Each player's result over all evenings.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV, for spreadsheets.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
def statement(*, table: str, data: str | None, host: str, totals: bool, form: str | None) -> None:
    """Print each player's buy-ins, cash-outs and result, and the payments that settle them.

    TABLE is the id of a table, or a name, of which the latest table counts; without it the tables of the last night are
    told. Without --data the tables of `railbird host` are found, too. The server may run meanwhile. A running hand is
    left out: the chips are those that it began with.
    """
    with ended_by(ReplayFailed, as_error=CommandFailed), open_databases(data) as connections:
        kept = [each for connection in connections for each in read_books(connection)]
    books = sorted(
        (each for each in kept if not host or _is_hosted_by(each, host)), key=lambda each: each.booked.opened_at
    )
    of_table = [each for each in books if table and table in {each.booked.table, each.booked.name}]
    if table and not of_table:
        raise CommandError(f"No table {table!r} is kept: `railbird-server history list` names tables that played.")
    if totals:
        _print_totals(table_books.running_totals(of_table or books), form)
        return
    if not (told := of_table[-1:] or table_books.last_night(books)):
        print_text("No chips have been bought yet." if not host else f"No table of {host} is kept.")
    if form == "json":
        print_text("\n".join(statement_export.statement_json(each.statement).rstrip() for each in told))
    elif form == "csv":
        print_text("\n".join(statement_export.statement_csv(each.statement) for each in told), nl=False)
    else:
        for each in told:
            lines = statement_export.statement_lines(each.statement, tournament=each.booked.tournament)
            print_text("\n".join([_heading(each), *lines]))


def _is_hosted_by(books: table_books.TableBooks, host: str) -> bool:
    opened_by = books.booked.host
    return opened_by is not None and (opened_by.id == host or look_alike(opened_by.name, host))


def _heading(books: table_books.TableBooks) -> str:
    booked = books.booked
    until = "still open" if booked.closed_at is None else f"to {format_time(booked.closed_at)}"
    host = f", hosted by {booked.host.name}" if booked.host else ""
    what = "a tournament" if booked.tournament else hands_text(books.statement.hand)
    return f"{booked.name} ({booked.table}), {format_time(booked.opened_at)} {until}{host}, {what}"


# --- totals ------------------------------------------------------------------------------------------------------


def _print_totals(totals: Sequence[table_books.RunningTotal], form: str | None) -> None:
    rows = [_total_row(total) for total in totals]
    if form == "json":
        print_text(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
    elif form == "csv":
        print_text(statement_export.rows_csv(TOTAL_COLUMNS, rows), nl=False)
    else:
        for total, row in zip(totals, rows, strict=True):
            won = f"{row['money']} {total.currency}" if total.currency else format_signed(total.result)
            print_text(f"{total.name}: {won} in {total.evenings} evening{'s' * (total.evenings != 1)}")
        if not totals:
            print_text("No chips have been bought yet.")


def _total_row(total: table_books.RunningTotal) -> dict[str, object]:
    return {
        "name": total.name,
        "player": total.player,
        "evenings": total.evenings,
        "chips": "" if total.currency else total.result,
        "money": ChipWorth(1, total.currency).plain(total.result) if total.currency else "",
        "currency": total.currency,
    }
