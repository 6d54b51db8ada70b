"""`railbird-server statement`: the statements of tables and running totals over evenings, from what a server keeps."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence

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
from railbird_shared.history.narration import format_signed
from railbird_shared.history.settle_up import ChipWorth
from railbird_shared.protocol.messages import Statement, StatementLine
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
    open_tables = {stored.table: stored for stored in rows.read_tables(connection)}
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
        raise ReplayFailed(f"Table {stored.table} does not come back: {failure}.") from None
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
            print_text("\n".join(_statement_lines(each)))


def _is_hosted_by(books: table_books.TableBooks, host: str) -> bool:
    opened_by = books.booked.host
    return opened_by is not None and (opened_by.id == host or look_alike(opened_by.name, host))


# --- as text -----------------------------------------------------------------------------------------------------

_NUMBER_WIDTH = 11
_TOURNAMENT_COLUMNS: Mapping[str, Callable[[StatementLine], str]] = {
    "paid": lambda line: f"{line.bought_in:,}",
    "won": lambda line: f"{line.cashed_out:,}",
    "result": lambda line: format_signed(line.result),
}


def _statement_lines(books: table_books.TableBooks) -> Iterator[str]:
    stated, booked = books.statement, books.booked
    worth = statement_export.worth_of(stated)
    until = "still open" if booked.closed_at is None else f"to {format_time(booked.closed_at)}"
    host = f", hosted by {booked.host.name}" if booked.host else ""
    what = "a tournament" if booked.tournament else _hands_text(stated.hand)
    yield f"{booked.name} ({booked.table}), {format_time(booked.opened_at)} {until}{host}, {what}"
    if not stated.lines:
        yield "Nobody has entered yet." if booked.tournament else "Nobody has bought chips at this table yet."
        return
    columns = _TOURNAMENT_COLUMNS if booked.tournament else statement_export.STATEMENT_NUMBERS
    settled = statement_export.settled_lines(stated)
    names = max(len(each.name) for each in settled)
    headings = (*columns, worth.currency) if worth else (*columns,)
    yield " " * names + "".join(f"{heading:>{_NUMBER_WIDTH}}" for heading in headings)
    for name, line, money in settled:
        cells = [*(cell(line) for cell in columns.values()), *([money] if worth else [])]
        yield f"{name:{names}}" + "".join(f"{cell:>{_NUMBER_WIDTH}}" for cell in cells)
    yield from _note_lines(stated, chip="A unit" if booked.tournament else "A chip")
    if stated.carried and booked.tournament:
        yield f"Prizes and bounties of {stated.carried:,} are still to be won."
    elif stated.carried:
        yield f"A pot of {stated.carried:,} waits for the next hand."
    payments = statement_export.settlements(stated)
    if payments is None and booked.tournament and stated.carried:
        yield "Payments can be named when the tournament is over."
    elif payments is None:
        yield "Payments cannot be named: a pot waits for the next hand, or there are too many players."
    elif not payments:
        yield "Nobody owes anybody anything."
    for (payer, payee, amount), money in payments or ():
        yield f"{payer} pays {payee} {f'{money} {worth.currency}' if worth else f'{amount:,}'}"


def _note_lines(stated: Statement, *, chip: str) -> Iterator[str]:
    if stated.others:
        yield f"{stated.others:,} more players: {format_signed(stated.others_result)} together."
    if stated.rake:
        yield f"The house has taken {stated.rake:,}."
    if stated.chip_worth:
        yield f"{chip} is worth {stated.chip_worth}."
    for each in stated.corrections:
        moved = ", ".join(f"{player.name} {format_signed(player.chips)}" for player in each.players)
        yield f"Corrected by {each.by} after {_hands_text(each.hand)}: {moved}. {each.reason}"


def _hands_text(hands: int) -> str:
    return f"{hands:,} hand{'s' * (hands != 1)}"


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
    money = ChipWorth(1, total.currency).money(total.result) if total.currency else ""
    return {
        "name": total.name,
        "player": total.player,
        "evenings": total.evenings,
        "chips": "" if total.currency else total.result,
        "money": money.removesuffix(f" {total.currency}").replace(",", ""),
        "currency": total.currency,
    }
