"""A statement as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json

from msgspec.structs import replace

from railbird_shared.history.statement_export import (
    payments_note,
    settlements,
    statement_csv,
    statement_json,
    statement_lines,
)
from railbird_shared.protocol.events import Correction
from railbird_shared.protocol.messages import Statement, StatementCorrection, StatementLine

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


def test_payments_are_told_in_money_or_in_chips() -> None:
    lines = (StatementLine(1, "Heron", 1500, 0), StatementLine(2, "Wren", 0, 1500))
    night = Statement(table="t1", hand=1, lines=lines)
    assert [str(each) for each in settlements(night) or ()] == ["Heron pays Wren 1,500"]
    for worth, amount in (("0.05 EUR", "75.00 EUR"), ("1 JPY", "1,500 JPY")):
        assert [str(each) for each in settlements(replace(night, chip_worth=worth)) or ()] == [
            f"Heron pays Wren {amount}"
        ]


def test_a_statement_as_text_has_its_corrections_and_its_payments() -> None:
    players = (Correction("=2+3", 30), Correction("Wren", -30))
    corrected = StatementCorrection(3, "Wren", "The pot was theirs.", players)
    lines = statement_lines(replace(NIGHT, corrections=(corrected,), chip_worth="0.05 EUR"))
    assert [line.rstrip() for line in lines] == [
        "                 bought cashed out   on table  corrected      hands     result        EUR",
        "=2+3                200        448                               30       +248      12.40",
        "Wren (a bot)        400          0        140                    41       −260     -13.00",
        "The house has taken 12.",
        "A chip is worth 0.05 EUR.",
        "Corrected by Wren after 3 hands: =2+3 +30, Wren −30. The pot was theirs.",
        "Wren (a bot) pays =2+3 12.40 EUR",
        "Wren (a bot) pays the house 0.60 EUR",
    ]


def test_two_players_of_one_name_are_told_apart() -> None:
    night = Statement(table="t1", hand=1, lines=(StatementLine(1, "Wren", 10, 4), StatementLine(4, "Wren", 10, 16)))
    assert [*statement_lines(night)][-1] == "Wren pays Wren (4) 6"


def test_what_keeps_payments_from_being_named_is_said() -> None:
    even = Statement(table="t1", hand=0, lines=(StatementLine(1, "Wren", 10, 0, 10, seat=1),))
    assert payments_note(even) == "Nobody owes anybody anything."
    assert payments_note(NIGHT) == ""
    assert payments_note(replace(NIGHT, carried=6)).startswith("Payments can be named when the pot")
    assert payments_note(replace(NIGHT, others=2)).startswith("Payments cannot be named for so many players")
    assert [*statement_lines(Statement(table="t1", hand=0))] == ["Nobody has bought chips at this table yet."]


def test_while_a_pot_waits_no_payment_is_named() -> None:
    waiting = Statement(table="t1", hand=9, lines=(StatementLine(1, "Wren", 10, 0, 4, seat=1),), carried=6)
    assert settlements(waiting) is None
    assert [row["row"] for row in rows(waiting)] == ["player", "carried"]
    assert json.loads(statement_json(waiting))["payments"] is None
