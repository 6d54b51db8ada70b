"""Corrections of the books by the host of a table."""

from __future__ import annotations

import pytest

from railbird_server.refusal import Refusal
from railbird_server.table.host_commands import OWNER
from railbird_server.table.inputs import PlayerCommand
from railbird_server.table.outcome import OffersChanged
from railbird_server.table.statement import statement
from railbird_server.table.table import Table
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.bank_commands import CorrectBooks, CorrectedPlayer
from railbird_shared.protocol.commands import Sit, Stand
from railbird_shared.protocol.messages import StatementCorrection
from railbird_shared.protocol.table_limits import MAX_CHIPS, MAX_STATEMENT_CORRECTIONS
from support.table_harness import TableHarness, from_player, start_table, table_settings

REASON = "The pot of hand 3 was Heron's."


def correction(reason: str = REASON, /, **chips: int) -> CorrectBooks:
    """A correction by which each player named gets so many chips."""
    return CorrectBooks(players=tuple(CorrectedPlayer(name, each) for name, each in chips.items()), reason=reason)


def correct(harness: TableHarness, **chips: int) -> list[object]:
    """Has the host, Wren, correct the books; returns what is told, but for offers."""
    events = harness.submit(from_player("Wren", correction(**chips)))
    return [event for event in events if not isinstance(event, OffersChanged)]


def results(harness: TableHarness) -> dict[str, int]:
    """What each player has won, by the statement."""
    return {line.name: line.result for line in statement(harness.table).lines}


def test_a_correction_moves_chips_between_players_and_everybody_reads_why() -> None:
    harness = start_table(stacks=(100, 100, 100))
    told = correct(harness, Heron=30, Wren=-20, Jay=-10)
    corrections = (
        ev.Correction("Heron", 30, 2, 130),
        ev.Correction("Wren", -20, 1, 80),
        ev.Correction("Jay", -10, 3, 90),
    )
    assert told == [ev.BooksCorrected("Wren", REASON, corrections)]
    assert harness.stacks() == {"Wren": 80, "Heron": 130, "Jay": 90}
    assert results(harness) == {"Wren": -20, "Heron": 30, "Jay": -10}


def test_who_has_left_takes_the_chips_away_or_brings_them() -> None:
    harness = start_table(stacks=(100, 100, 100))
    harness.submit(from_player("Jay", Stand()))
    correct(harness, Jay=30, Wren=-30)
    assert harness.stacks() == {"Wren": 70, "Heron": 100}
    correct(harness, Jay=-50, Heron=50)
    assert results(harness) == {"Wren": -30, "Heron": 50, "Jay": -20}
    account = harness.table.bank.accounts["Jay"]
    assert (account.bought_in, account.cashed_out, account.corrected, account.rebuys) == (150, 130, -20, 0)


def test_who_comes_back_brings_what_a_correction_has_left_them() -> None:
    harness = start_table(stacks=(100, 100, 100))
    harness.submit(from_player("Jay", Stand()))
    correct(harness, Jay=30, Wren=-30)
    harness.submit(from_player("Jay", Sit(chips=20)))
    assert harness.stacks()["Jay"] == 130


def test_who_has_nothing_left_sits_out_and_who_had_nothing_plays_again() -> None:
    harness = start_table(stacks=(100, 100, 100))
    told = correct(harness, Heron=100, Wren=-100)
    assert told[1:] == [ev.SatOut(1)]
    told = correct(harness, Wren=200, Heron=-200)
    assert told[1:] == [ev.CameBack(1), ev.SatOut(2)]


def test_the_statement_has_each_correction_with_its_reason() -> None:
    harness = start_table(stacks=(100, 100, 100))
    correct(harness, Heron=30, Wren=-30)
    stated = statement(harness.table)
    players = (ev.Correction("Heron", 30), ev.Correction("Wren", -30))
    assert stated.corrections == (StatementCorrection(0, "Wren", REASON, players),)
    assert {line.name: line.corrected for line in stated.lines} == {"Heron": 30, "Wren": -30, "Jay": 0}
    restored = Table.restored(harness.table.id, harness.table.settings, harness.table.state)
    assert statement(restored) == stated


def test_a_statement_names_the_latest_corrections() -> None:
    harness = start_table(stacks=(100, 100, 100))
    for _ in range(MAX_STATEMENT_CORRECTIONS + 3):
        correct(harness, Heron=1, Wren=-1)
    stated = statement(harness.table)
    assert len(stated.corrections) == MAX_STATEMENT_CORRECTIONS
    assert next(line.corrected for line in stated.lines if line.name == "Heron") == MAX_STATEMENT_CORRECTIONS + 3


def test_the_owner_of_the_server_corrects_as_the_house() -> None:
    harness = start_table(stacks=(100, 100, 100))
    harness.submit(PlayerCommand(OWNER, correction(Heron=30, Wren=-30)))
    assert statement(harness.table).corrections[0].by == "the house"


@pytest.mark.parametrize(
    ("wanted", "code", "sentence"),
    [
        (correction(Heron=30, Wren=-20), "correction", "does not balance: 10 more are given than taken"),
        (correction(Heron=30, Wren=-50), "correction", "does not balance: 20 more are taken than given"),
        (correction(), "correction", "Name who gets chips"),
        (correction(Heron=0, Wren=0), "correction", "Name who gets chips"),
        (correction(Heron=101, Wren=-101), "correction", "Wren has 100 chips, so 101 cannot be taken from them"),
        (correction("", Heron=5, Wren=-5), "correction", "why the books are corrected"),
        (correction(Heron=5, Robin=-5), "no-player", "Nobody called Robin has played"),
        (
            CorrectBooks(players=(CorrectedPlayer("Wren", 5), CorrectedPlayer("Wren", -5)), reason=REASON),
            "correction",
            "each player of a correction once",
        ),
    ],
)
def test_a_correction_that_cannot_be_is_refused_in_a_sentence(wanted: CorrectBooks, code: str, sentence: str) -> None:
    harness = start_table(stacks=(100, 100, 100))
    with pytest.raises(Refusal, match=sentence) as refusal:
        harness.submit(from_player("Wren", wanted))
    assert refusal.value.code == code


def test_only_the_host_corrects_the_books() -> None:
    harness = start_table(stacks=(100, 100, 100))
    assert harness.expect_refusal(from_player("Heron", correction(Heron=30, Wren=-30))) == "not-host"


def test_books_are_corrected_between_hands_only() -> None:
    harness = start_table(stacks=(100, 100, 100))
    harness.deal_next_hand()
    assert harness.expect_refusal(from_player("Wren", correction(Heron=30, Wren=-30))) == "hand-runs"
    harness.fold_to_end()
    correct(harness, Heron=30, Wren=-30)


def test_two_who_have_left_under_one_name_are_not_told_apart() -> None:
    harness = start_table(stacks=(100, 100, 100))
    harness.submit(from_player("Jay", Stand()))
    harness.table.bank.accounts["another"] = harness.table.bank.accounts["Jay"]
    assert harness.expect_refusal(from_player("Wren", correction(Jay=30, Wren=-30))) == "no-player"


def test_no_correction_brings_more_chips_than_a_message_may_name() -> None:
    half = MAX_CHIPS // 2
    harness = TableHarness(table_settings(buy_in=(20, half)))
    harness.sit("Wren", "Heron", chips=half)
    harness.submit(from_player("Heron", Stand()))
    correct(harness, Heron=-half, Wren=half)
    assert harness.stacks() == {"Wren": MAX_CHIPS}
    assert harness.expect_refusal(from_player("Wren", correction(Heron=-1, Wren=1))) == "table-total"
