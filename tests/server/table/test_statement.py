"""The statement of a table, between two hands."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table.audience import last_statement, statement
from railbird_server.table.inputs import VoidHand
from railbird_server.table.settings import TournamentTable
from railbird_server.table.table import Table
from railbird_shared.game.game_rules import Rake
from railbird_shared.protocol.commands import AddChips, Sit, Stand
from railbird_shared.protocol.messages import Statement, StatementLine
from railbird_shared.tournament.structure import Level
from support.random_evenings import GAMES, evening_of, play_or_disturb
from support.table_harness import TableHarness, from_player, start_table, table_settings
from support.view_builders import PLAYER_NAMES


def is_balanced(stated: Statement) -> bool:
    """Whether no chip is lost or found."""
    return sum(line.result for line in stated.lines) + stated.others_result + stated.rake + stated.carried == 0


def line_of(stated: Statement, name: str) -> StatementLine:
    return next(line for line in stated.lines if line.name == name)


def test_a_statement_has_what_each_player_bought_took_and_won() -> None:
    third = PLAYER_NAMES[2]
    harness = start_table(stacks=(100, 100, 50))
    harness.submit(from_player("Wren", AddChips(chips=60)))
    harness.deal_next_hand()
    harness.fold_to_end()
    harness.submit(from_player(third, Stand()))
    stated = statement(harness.table)
    assert stated.hand == 1
    stacks = harness.stacks()
    assert line_of(stated, "Wren") == StatementLine(1, "Wren", 160, 0, stacks["Wren"], 1, 1)
    gone = line_of(stated, third)
    assert (gone.bought_in, gone.on_table, gone.seat, gone.hands) == (50, 0, None, 1)
    assert gone.result == gone.cashed_out - 50
    assert [line.result for line in stated.lines] == sorted((line.result for line in stated.lines), reverse=True)
    assert is_balanced(stated)


def test_a_statement_while_a_hand_runs_is_refused() -> None:
    harness = start_table()
    harness.deal_next_hand()
    with pytest.raises(Refusal, match="between hands") as refusal:
        statement(harness.table)
    assert refusal.value.code == "hand-runs"


def test_the_chips_of_a_tournament_are_not_settled_up() -> None:
    harness = start_table()
    harness.table.settings = replace(harness.table.settings, tournament=TournamentTable("5d0e", 1, Level(bet=20)))
    with pytest.raises(Refusal, match="places and prizes"):
        statement(harness.table)
    assert last_statement(harness.table) is None


def test_a_hand_that_does_not_count_is_not_counted() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.submit(VoidHand("the power failed"))
    assert [line.hands for line in statement(harness.table).lines] == [0, 0, 0]


def test_rake_is_a_part_of_the_statement() -> None:
    settings = replace(table_settings(), rake=Rake(50))
    harness = start_table(settings=settings)
    harness.deal_next_hand()
    while harness.hand_running:
        harness.act("c" if harness.turn.legal.call is not None else "x")
    stated = statement(harness.table)
    assert stated.rake > 0
    assert is_balanced(stated)


def test_the_worth_of_a_chip_stands_on_the_statement() -> None:
    harness = start_table(settings=replace(table_settings(), chip_worth="0.05 EUR"))
    assert statement(harness.table).chip_worth == "0.05 EUR"


def test_a_long_evening_names_those_who_sit_and_the_largest_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_server.table.audience.MAX_STATEMENT_LINES", 2)
    harness = TableHarness(table_settings())
    for name in ("Wren", "Heron", "Crane"):
        harness.submit(from_player(name, Sit(chips=50)))
        if name != "Crane":
            harness.submit(from_player(name, Stand()))
    stated = statement(harness.table)
    assert line_of(stated, "Crane").seat == 1
    assert (len(stated.lines), stated.others) == (2, 1)


@pytest.mark.parametrize("seed", range(6))
def test_a_statement_adds_up_whatever_happens_and_outlasts_the_process(seed: int) -> None:
    dice = random.Random(seed)
    harness = evening_of(dice, *GAMES[seed % len(GAMES)])
    stated = 0
    for _ in range(150):
        play_or_disturb(harness, dice)
        if not harness.hand_running:
            stated += 1
            table = harness.table
            assert is_balanced(statement(table))
            assert statement(Table.restored(table.id, table.settings, table.state)) == statement(table)
    assert stated
