"""A statement as CSV or JSON, for spreadsheets and programs, with the payments that settle it.

Money is text with the decimals of its currency, so that no program reads it as a float.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict

from railbird_shared.history.narration import format_signed
from railbird_shared.history.settle_up import ChipWorth, Payment, parse_worth, settle_up
from railbird_shared.protocol.messages import Statement, StatementLine

HOUSE = "the house"
"""The receiver of the rake, as payments name it."""

COLUMNS = (
    "row",
    "name",
    "to",
    "bot",
    "bought_in",
    "cashed_out",
    "on_table",
    "corrected",
    "hands",
    "chips",
    "money",
    "currency",
    "by",
    "reason",
)
"""The columns of a statement in CSV; `row` says what a row is: player, house, carried, others, correction, payment."""

STATEMENT_NUMBERS: Mapping[str, Callable[[StatementLine], str]] = {
    "bought": lambda line: f"{line.bought_in:,}",
    "cashed out": lambda line: f"{line.cashed_out:,}",
    "on table": lambda line: f"{line.on_table:,}" if line.seat else "",
    "corrected": lambda line: format_signed(line.corrected) if line.corrected else "",
    "hands": lambda line: f"{line.hands:,}",
    "result": lambda line: format_signed(line.result),
}
"""The numbers of a player in words, by the headings above them."""


class SettledLine(NamedTuple):
    """A line of a statement: the name by which payments know the player, and the result as money, if chips have any."""

    name: str
    line: StatementLine
    money: str


class Settlement(NamedTuple):
    """A payment in chips, or where they have a worth in coins; `money` is what it comes to, empty without a worth."""

    payment: Payment
    money: str


def settled_results(statement: Statement) -> dict[str, int]:
    """Returns the results of a statement by name, the house's rake among them; two of one name are told apart."""
    results: dict[str, int] = {}
    for line in statement.lines:
        name = f"{line.name} (a bot)" if line.bot else line.name
        results[name if name not in results else f"{name} ({line.account})"] = line.result
    if statement.rake:
        results[HOUSE] = statement.rake
    return results


def worth_of(statement: Statement) -> ChipWorth | None:
    """Returns what a chip of a statement is worth, None where nothing was named."""
    try:
        return parse_worth(statement.chip_worth)
    except ValueError:
        return None


def settled_lines(statement: Statement) -> list[SettledLine]:
    """Returns the lines of a statement with their results in money."""
    results, worth = settled_results(statement), worth_of(statement)
    coins = worth.coins(results) if worth else {}
    names = list(results)[: len(statement.lines)]
    return [
        SettledLine(name, line, _amount(worth, coins[name]) if worth else "")
        for name, line in zip(names, statement.lines, strict=True)
    ]


def settlements(statement: Statement) -> list[Settlement] | None:
    """Returns the payments that settle a statement; None while they cannot be named.

    A pot that waits has to be won first, and a statement has to name everybody.
    """
    results, worth = settled_results(statement), worth_of(statement)
    if statement.carried or statement.others or sum(results.values()):
        return None
    payments = settle_up(worth.coins(results) if worth else results)
    return [Settlement(payment, _amount(worth, payment.amount) if worth else "") for payment in payments]


def statement_csv(statement: Statement) -> str:
    """Returns a statement as CSV: a row for each player, the house, each correction and each payment."""
    worth = worth_of(statement)
    currency = worth.currency if worth else ""
    rows: list[dict[str, object]] = [
        {**asdict(line), "row": "player", "name": name, "bot": "yes" if line.bot else ""}
        | {"chips": line.result, "money": money, "currency": currency}
        for name, line, money in settled_lines(statement)
    ]
    rows += [
        {"row": row, "name": name, "chips": chips}
        for row, name, chips in (
            ("house", HOUSE, statement.rake),
            ("carried", "", statement.carried),
            ("others", "", statement.others_result),
        )
        if chips
    ]
    rows += [
        {"row": "correction", "name": each.name, "by": told.by, "chips": each.chips, "reason": told.reason}
        for told in statement.corrections
        for each in told.players
    ]
    for (payer, payee, amount), money in settlements(statement) or ():
        row: dict[str, object] = {"row": "payment", "name": payer, "to": payee}
        rows.append({**row, "money": money, "currency": currency} if worth else {**row, "chips": amount})
    return rows_csv(COLUMNS, rows)


def rows_csv(columns: tuple[str, ...], rows: list[dict[str, object]]) -> str:
    """Returns rows as CSV, with a first row of the names of the columns."""
    lines = [columns, *([_cell(row.get(column, "")) for column in columns] for row in rows)]
    return "".join(f"{','.join(line)}\n" for line in lines)


def statement_json(statement: Statement) -> str:
    """Returns a statement as indented JSON."""
    worth, payments = worth_of(statement), settlements(statement)
    players = [
        {**msgspec.to_builtins(line), "name": name, "result": line.result, **({"money": money} if worth else {})}
        for name, line, money in settled_lines(statement)
    ]
    told: dict[str, object] = {
        "table": statement.table,
        "hand": statement.hand,
        "chip_worth": statement.chip_worth,
        "currency": worth.currency if worth else "",
        "players": players,
        "others": statement.others,
        "others_result": statement.others_result,
        "rake": statement.rake,
        "carried": statement.carried,
        "corrections": msgspec.to_builtins(statement.corrections),
        "payments": None
        if payments is None
        else [
            {"from": payment.payer, "to": payment.payee, **({"money": money} if worth else {"chips": payment.amount})}
            for payment, money in payments
        ],
    }
    return f"{msgspec.json.format(msgspec.json.encode(told), indent=2).decode()}\n"


def _amount(worth: ChipWorth, coins: int) -> str:
    """Returns an amount without its currency and without commas: "-12.40"."""
    return worth.money(coins).removesuffix(f" {worth.currency}").replace(",", "")


def _cell(value: object) -> str:
    """Returns a cell of CSV, which no spreadsheet takes for a formula."""
    text = str(value)
    if isinstance(value, str) and text[:1] in {"=", "+", "@", "\t"}:
        text = f"'{text}"
    return '"{}"'.format(text.replace('"', '""')) if any(char in text for char in ',"\n\r') else text
