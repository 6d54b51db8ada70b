"""A statement as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json

from railbird_shared.history.statement_export import settlements, statement_csv, statement_json
from railbird_shared.protocol.messages import Statement, StatementLine

NIGHT = Statement(
    table="t1",
    hand=9,
    lines=(StatementLine(1, "=2+3", 200, 448, hands=30), StatementLine(2, "Wren", 400, 0, 140, 41, seat=1, bot=True)),
    rake=12,
)


def rows(statement: Statement) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(statement_csv(statement))))


def test_no_name_is_a_formula() -> None:
    assert [row["name"] for row in rows(NIGHT)][:3] == ["'=2+3", "Wren (a bot)", "the house"]


def test_a_comma_or_a_quote_in_a_name_breaks_no_row() -> None:
    night = Statement(table="t1", hand=1, lines=(StatementLine(1, 'Jay, "J"', 5, 5),))
    assert [row["name"] for row in rows(night)] == ['Jay, "J"']


def test_without_a_worth_payments_are_in_chips() -> None:
    assert [(row["to"], row["chips"]) for row in rows(NIGHT)][-2:] == [("'=2+3", "248"), ("the house", "12")]
    assert json.loads(statement_json(NIGHT))["payments"][1] == {"from": "Wren (a bot)", "to": "the house", "chips": 12}


def test_while_a_pot_waits_no_payment_is_named() -> None:
    waiting = Statement(table="t1", hand=9, lines=(StatementLine(1, "Wren", 10, 0, 4, seat=1),), carried=6)
    assert settlements(waiting) is None
    assert [row["row"] for row in rows(waiting)] == ["player", "carried"]
    assert json.loads(statement_json(waiting))["payments"] is None
