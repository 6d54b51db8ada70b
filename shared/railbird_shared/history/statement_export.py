"""A statement as text, and as CSV or JSON for spreadsheets and programs, with the payments that settle it.

Money is text with the decimals of its currency, so that no program reads it as a float.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict

from railbird_shared.history.narration import format_signed, hands_text
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

_TOURNAMENT_NUMBERS: Mapping[str, Callable[[StatementLine], str]] = {
    "paid": lambda line: f"{line.bought_in:,}",
    "won": lambda line: f"{line.cashed_out:,}",
    "result": lambda line: format_signed(line.result),
}
_NUMBER_WIDTH = 11


class SettledLine(NamedTuple):
    """A line of a statement: the name by which payments know the player, and the result as money, if chips have any."""

    name: str
    line: StatementLine
    money: str


class Settlement(NamedTuple):
    """A payment in chips, or where they have a worth in coins."""

    payment: Payment
    worth: ChipWorth | None

    @property
    def amount(self) -> str:
        """The amount in words: "12.40 EUR", or in chips "1,240"."""
        return amount_text(self.worth, self.payment.amount)

    @property
    def fields(self) -> dict[str, object]:
        """The amount as programs read it."""
        return {"money": self.worth.plain(self.payment.amount)} if self.worth else {"chips": self.payment.amount}

    def __str__(self) -> str:
        """Returns the payment in words: "Heron pays Wren 12.40 EUR"."""
        return f"{self.payment.payer} pays {self.payment.payee} {self.amount}"


def amount_text(worth: ChipWorth | None, amount: int) -> str:
    """Returns an amount of coins in words, or of chips where they have no worth."""
    return worth.money(amount) if worth else f"{amount:,}"


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
        SettledLine(name, line, worth.plain(coins[name]) if worth else "")
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
    return [Settlement(payment, worth) for payment in payments]


def payments_note(statement: Statement, *, tournament: bool = False) -> str:
    """Returns why there are no payments, empty where there are."""
    if statement.carried:
        won = "the tournament is over" if tournament else "the pot that waits has been won"
        return f"Payments can be named when {won}."
    payments = settlements(statement)
    if payments is None:
        return "Payments cannot be named for so many players; settle up by the results."
    return "" if payments else "Nobody owes anybody anything."


def statement_lines(statement: Statement, *, tournament: bool = False) -> Iterator[str]:
    """Yields a statement as text: a line for each player, what else the books tell, and the payments."""
    if not statement.lines:
        yield "Nobody has entered yet." if tournament else "Nobody has bought chips at this table yet."
        return
    numbers, worth = _TOURNAMENT_NUMBERS if tournament else STATEMENT_NUMBERS, worth_of(statement)
    settled = settled_lines(statement)
    names = max(len(each.name) for each in settled)
    headings = (*numbers, worth.currency) if worth else (*numbers,)
    yield " " * names + "".join(f"{heading:>{_NUMBER_WIDTH}}" for heading in headings)
    for name, line, money in settled:
        cells = [*(number(line) for number in numbers.values()), *([money] if worth else [])]
        yield f"{name:{names}}" + "".join(f"{cell:>{_NUMBER_WIDTH}}" for cell in cells)
    yield from note_lines(statement, tournament=tournament)
    yield from filter(None, [payments_note(statement, tournament=tournament)])
    yield from map(str, settlements(statement) or ())


def note_lines(statement: Statement, *, tournament: bool = False) -> Iterator[str]:
    """Yields what the books tell beside the results: the rake, what a chip is worth, corrections, and what waits."""
    if statement.others:
        yield f"{statement.others:,} more players: {format_signed(statement.others_result)} together."
    if statement.rake:
        yield f"The house has taken {statement.rake:,}."
    if statement.chip_worth:
        yield f"A {'unit' if tournament else 'chip'} is worth {statement.chip_worth}."
    for each in statement.corrections:
        moved = ", ".join(f"{player.name} {format_signed(player.chips)}" for player in each.players)
        yield f"Corrected by {each.by} after {hands_text(each.hand)}: {moved}. {each.reason}"
    if statement.carried and tournament:
        yield f"Prizes and bounties of {statement.carried:,} are still to be won."
    elif statement.carried:
        yield f"A pot of {statement.carried:,} waits for the next hand."


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
    rows += [
        {"row": "payment", "name": each.payment.payer, "to": each.payment.payee, "currency": currency, **each.fields}
        for each in settlements(statement) or ()
    ]
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
        else [{"from": each.payment.payer, "to": each.payment.payee, **each.fields} for each in payments],
    }
    return f"{msgspec.json.format(msgspec.json.encode(told), indent=2).decode()}\n"


def _cell(value: object) -> str:
    """Returns a cell of CSV, which no spreadsheet takes for a formula."""
    text = str(value)
    if isinstance(value, str) and text[:1] in {"=", "+", "@", "\t"}:
        text = f"'{text}"
    return '"{}"'.format(text.replace('"', '""')) if any(char in text for char in ',"\n\r') else text
