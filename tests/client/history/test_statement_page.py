"""The page of the statement: a line for each player, and who pays whom."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.history.statement_page import statement_page
from railbird_shared.protocol.events import Correction
from railbird_shared.protocol.messages import Statement, StatementCorrection, StatementLine
from support.plain_text import plain_lines

LINES = (
    StatementLine(2, "Heron", 200, 448, hands=30),
    StatementLine(1, "Wren", 400, 0, 140, 41, seat=1),
    StatementLine(3, "Crane", 100, 100, hands=3, bot=True),
)
NIGHT = Statement(table="t1", hand=41, lines=LINES, rake=12, chip_worth="0.05 EUR")


def test_a_statement_says_who_won_what_and_who_pays_whom() -> None:
    assert [line.rstrip() for line in plain_lines(statement_page(NIGHT)(90))] == [
        "After hand 41",
        "                         bought cashed out   on table      hands     result        EUR",
        "Heron                       200        448                    30       +248      12.40",
        "Wren                        400          0        140         41       −260     −13.00",
        "Crane                       100        100                     3          0       0.00",
        "",
        "The house has taken 12.",
        "A chip is worth 0.05 EUR.",
        "",
        "Payments",
        "Wren pays Heron 12.40 EUR",
        "Wren pays the house 0.60 EUR",
    ]


def test_without_a_worth_the_payments_are_in_chips() -> None:
    night = Statement(table="t1", hand=1, lines=(StatementLine(1, "Wren", 10, 4), StatementLine(2, "Heron", 10, 16)))
    assert plain_lines(statement_page(night)(60))[-1] == "Wren pays Heron 6"


def test_two_players_of_one_name_are_told_apart() -> None:
    night = Statement(table="t1", hand=1, lines=(StatementLine(1, "Wren", 10, 4), StatementLine(4, "Wren", 10, 16)))
    assert plain_lines(statement_page(night)(60))[-1] == "Wren pays Wren (4) 6"


def test_a_pot_that_waits_is_won_before_anybody_pays() -> None:
    night = Statement(table="t1", hand=1, lines=(StatementLine(1, "Wren", 10, 0, 4, seat=1),), carried=6)
    assert plain_lines(statement_page(night)(70))[-1].startswith("Payments can be named when the pot")


def test_when_all_are_even_nobody_pays() -> None:
    night = Statement(table="t1", hand=0, lines=(StatementLine(1, "Wren", 10, 0, 10, seat=1),))
    assert plain_lines(statement_page(night)(70))[-1] == "Nobody owes anybody anything."
    assert plain_lines(statement_page(Statement(table="t1", hand=0))(70)) == [
        "Nobody has bought chips at this table yet."
    ]


@pytest.mark.parametrize("width", [20, 40, 60, 96])
def test_the_page_fits_its_width(width: int) -> None:
    assert all(len(line) <= width for line in plain_lines(statement_page(NIGHT)(width)))
    assert any(line.rstrip().endswith("12.40") for line in plain_lines(statement_page(NIGHT)(width)))


def test_each_correction_stands_there_with_who_made_it_and_why() -> None:
    players = (Correction("Heron", 30), Correction("Wren", -30))
    corrected = StatementCorrection(3, "Wren", "The pot of hand 3 was Heron's.", players)
    lines = plain_lines(statement_page(replace(NIGHT, corrections=(corrected,)))(90))
    at = lines.index("Corrections")
    assert lines[at + 1] == "Wren, after hand 3: Heron +30, Wren −30. The pot of hand 3 was Heron's."
