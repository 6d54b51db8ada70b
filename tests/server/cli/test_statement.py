"""`railbird-server statement`: statements and running totals from a data directory, also of tables that are closed."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import platformdirs
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from railbird_server.cli import main
from railbird_server.runtime.tournaments.running_tournament import movements_of
from railbird_server.store.data_directory import DATABASE_NAME, hosted_folder, server_folder
from railbird_server.store.records import (
    OpenedTable,
    OpenedTournament,
    StoredPlayer,
    TournamentChange,
    TournamentSnapshot,
)
from railbird_server.store.sqlite import SqliteStore
from railbird_server.tournament.effects import NumberedEffect, Paid, Reason
from railbird_server.tournament.inputs import Register
from railbird_server.tournament.tournament import Tournament
from railbird_shared.house.house_rules import CASINO
from railbird_shared.protocol.commands import Stand
from railbird_shared.protocol.host_commands import CorrectBooks, CorrectedPlayer
from support.journaled_tables import JournaledTable
from support.table_harness import HOST, from_player, table_settings
from support.tournament_play import tournament_terms

NOVEMBER = 1_795_212_000
"""21 November 2026, in the morning."""


def evening(table: str, name: str, *, moved: int) -> JournaledTable:
    """An evening without hands, at which the host, Wren, gives Heron some chips for a reason; Jay has left."""
    night = JournaledTable(replace(table_settings(), name=name, chip_worth="0.05 EUR"), table_id=table)
    night.sit("Wren", "Heron", "Jay", chips=100)
    night.submit(from_player("Jay", Stand()))
    players = (CorrectedPlayer("Heron", moved), CorrectedPlayer("Wren", -moved))
    night.submit(from_player("Wren", CorrectBooks(players=players, reason="A bet on the match.")))
    return night


async def keep(path: Path, night: JournaledTable, at: int, *, closes: bool = True) -> None:
    """Keeps an evening, as of that time, in a database."""
    store = SqliteStore(path, unix_time=lambda: at)
    opened = OpenedTable(night.table.id, night.opened.epoch, night.opened.settings, HOST)
    owned = await store.open(opened, StoredPlayer("Wren", b"w", "Wren"))
    for change in night.changes:
        await store.append(owned, change)
    if closes:
        night.journal.cash_out()
        await store.append(owned, night.journal.take(closed="The night is over."))
    await store.close()


@pytest.fixture
async def data(tmp_path: Path) -> Path:
    """Two evenings of a week whose tables are closed, and one of last night that is still open."""
    path, day = tmp_path / DATABASE_NAME, 24 * 3600
    await keep(path, evening("t1", "Kitchen", moved=20), NOVEMBER)
    await keep(path, evening("t2", "Porch", moved=-50), NOVEMBER + day)
    await keep(path, evening("t3", "Kitchen", moved=7), NOVEMBER + 2 * day, closes=False)
    return tmp_path


def statement(data: Path, *arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["statement", "--data", str(data), *arguments])
    return result.exit_code, result.stdout, result.stderr


async def test_without_a_folder_the_games_of_railbird_host_are_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(*arguments: str) -> tuple[int, str, str]:
        result = CliRunner().invoke(main, ["statement", *arguments])
        return result.exit_code, result.stdout, result.stderr

    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path))
    paths = [folder / DATABASE_NAME for folder in (server_folder(), hosted_folder())]
    status, out, error = told()
    assert (status, out) == (1, "")
    assert error == f"There is no {paths[0]} and no {paths[1]}: name another directory with --data.\n"
    hosted_folder().mkdir(parents=True)
    await keep(paths[1], evening("t2", "Kitchen", moved=7), NOVEMBER + 3600)
    assert told()[1].startswith("Kitchen (t2), ")
    server_folder().mkdir(parents=True)
    await keep(paths[0], evening("t1", "Kitchen", moved=20), NOVEMBER)
    out = told()[1]
    assert out.index("Kitchen (t1)") < out.index("Kitchen (t2)"), "both are of one night"
    assert told("Kitchen")[1].startswith("Kitchen (t2), ")
    assert "t2" not in told("--data", str(server_folder()))[1]


def test_the_last_night_is_told_with_who_pays_whom(data: Path) -> None:
    status, out, _ = statement(data)
    assert status == 0
    assert out.splitlines() == [
        "Kitchen (t3), 2026-11-22 22:00 UTC still open, hosted by Wren, 0 hands",
        "          bought cashed out   on table  corrected      hands     result        EUR",
        "Heron        100          0        107         +7          0         +7       0.35",
        "Jay          100        100                                0          0       0.00",
        "Wren         100          0         93         −7          0         −7      -0.35",
        "A chip is worth 0.05 EUR.",
        "Corrected by Wren after 0 hands: Heron +7, Wren −7. A bet on the match.",
        "Wren pays Heron 0.35 EUR",
    ]


def test_books_outlast_their_table(data: Path) -> None:
    out = statement(data, "Porch")[1].splitlines()
    assert out[2].split() == ["Wren", "100", "150", "+50", "0", "+50", "2.50"]
    assert out[-1] == "Heron pays Wren 2.50 EUR"
    assert statement(data, "t2")[1].splitlines() == out


def test_a_statement_as_csv_has_a_row_for_each_player_correction_and_payment(data: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(statement(data, "t1", "--csv")[1])))
    assert [(row["row"], row["name"], row["to"], row["chips"], row["money"]) for row in rows] == [
        ("player", "Heron", "", "20", "1.00"),
        ("player", "Jay", "", "0", "0.00"),
        ("player", "Wren", "", "-20", "-1.00"),
        ("correction", "Heron", "", "20", ""),
        ("correction", "Wren", "", "-20", ""),
        ("payment", "Wren", "Heron", "", "1.00"),
    ]
    assert {row["reason"] for row in rows} == {"", "A bet on the match."}


def test_a_statement_as_json(data: Path) -> None:
    told = json.loads(statement(data, "t1", "--json")[1])
    assert told["payments"] == [{"from": "Wren", "to": "Heron", "money": "1.00"}]
    assert [(player["name"], player["result"], player["money"]) for player in told["players"]] == [
        ("Heron", 20, "1.00"),
        ("Jay", 0, "0.00"),
        ("Wren", -20, "-1.00"),
    ]


def test_running_totals_add_up_the_evenings_of_a_host(data: Path) -> None:
    assert statement(data, "--totals")[1].splitlines() == [
        "Wren: 1.15 EUR in 3 evenings",
        "Jay: 0.00 EUR in 3 evenings",
        "Heron: -1.15 EUR in 3 evenings",
    ]
    assert statement(data, "--totals", "--host", "Wren")[1] == statement(data, "--totals")[1]
    assert statement(data, "--totals", "--host", "Robin")[1] == "No chips have been bought yet.\n"
    rows = list(csv.DictReader(io.StringIO(statement(data, "--totals", "--csv")[1])))
    assert [(row["name"], row["money"]) for row in rows] == [("Wren", "1.15"), ("Jay", "0.00"), ("Heron", "-1.15")]
    assert json.loads(statement(data, "--totals", "--json")[1])[0]["evenings"] == 3


def test_what_cannot_be_read_is_said_in_a_sentence(data: Path, tmp_path: Path) -> None:
    assert statement(data, "Attic")[0] == 2
    assert "No table 'Attic' is kept" in statement(data, "Attic")[2]
    status, _, error = statement(tmp_path / "nowhere")
    assert status == 1
    assert error.startswith("There is no ")


@pytest.mark.parametrize("is_over", [False, True])
async def test_a_tournament_is_told_by_what_its_players_paid_and_won(tmp_path: Path, *, is_over: bool) -> None:
    store = SqliteStore(tmp_path / DATABASE_NAME, unix_time=lambda: NOVEMBER)
    opened = OpenedTournament("5d0e", tournament_terms(unit="1 EUR"), HOST, "secret", CASINO)
    await store.open_tournament(opened, StoredPlayer("Wren", b"w", "Wren"))
    tournament = Tournament(opened.terms, opened.secret)
    effects: list[NumberedEffect] = []
    for player in ("Wren", "Heron"):
        effects += tournament.handle(Register(player, player), 0).effects
    won = [NumberedEffect(3, Paid("Heron", 40, Reason.PRIZE))] if is_over else []
    for entry, booked in enumerate((effects, won), 1):
        movements = movements_of("5d0e", booked, tournament.state.entrants)
        snapshot = TournamentSnapshot(entry, 0, tournament.state)
        change = TournamentChange(snapshot, movements=movements, closed="over" * (is_over and booked is won))
        await store.append_tournament("5d0e", change)
    await store.close()
    status, out, _ = statement(tmp_path)
    assert status == 0
    head, *lines = out.splitlines()
    assert head.endswith("hosted by Wren, a tournament")
    assert lines == (
        [
            "            paid        won     result        EUR",
            "Heron         20         40        +20      20.00",
            "Wren          20          0        −20     -20.00",
            "A unit is worth 1 EUR.",
            "Wren pays Heron 20.00 EUR",
        ]
        if is_over
        else [
            "            paid        won     result        EUR",
            "Wren          20          0        −20     -20.00",
            "Heron         20          0        −20     -20.00",
            "A unit is worth 1 EUR.",
            "Prizes and bounties of 40 are still to be won.",
            "Payments can be named when the tournament is over.",
        ]
    )
