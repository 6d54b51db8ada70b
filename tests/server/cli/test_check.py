"""`railbird-server check`: what is whole is found whole, and each thing that differs is told in a sentence."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from railbird_server.cli import main
from railbird_server.store.data_directory import DATABASE_NAME
from railbird_server.store.records import Change, OpenedTable, StoredPlayer
from railbird_server.store.sqlite import SqliteStore
from support.journaled_tables import JournaledTable
from support.table_harness import HOST, table_settings

WHOLE = "Everything is as it was kept, and every chip is where it belongs."


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """What a server keeps that has dealt two hands at one table, and begun a third."""
    evening = JournaledTable(table_settings())
    evening.sit("Wren", "Heron", chips=100)
    for _ in range(2):
        evening.deal_next_hand()
        evening.fold_to_end()
    evening.deal_next_hand()
    path = tmp_path / DATABASE_NAME
    store = SqliteStore(path)
    owned = await store.open(OpenedTable("t1", evening.opened.epoch, evening.opened.settings, HOST), player("Wren"))
    await store.append(owned, Change(players=(player("Heron"),)))
    for change in evening.changes:
        await store.append(owned, change)
    await store.close()
    return path


def player(name: str) -> StoredPlayer:
    return StoredPlayer(name, f"digest of {name}".encode(), name)


def check(*arguments: str) -> tuple[int, list[str], str]:
    result = CliRunner().invoke(main, ["check", *arguments])
    return result.exit_code, result.stdout.splitlines(), result.stderr


def change(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        assert connection.execute(sql).rowcount == 1
    connection.close()


def in_json(table: str, number: str, path: str, value: str) -> str:
    """Returns the SQL that changes one value in the body of one row."""
    row = f"(select {number}(n) from {table})"
    return f"update {table} set body = cast(json_set(cast(body as text), '{path}', {value}) as blob) where n = {row}"


async def test_what_is_whole_ends_with_status_0(path: Path) -> None:
    found = [f"{path}: 1 tables with 200 chips, 2 players, 2 finished hands.", WHOLE]
    assert check(str(path)) == (0, found, "")
    assert check("--data", str(path.parent)) == (0, found, "")


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        pytest.param(
            "update movements set chips = chips + 10 where n = (select max(n) from movements)",
            "Table Kitchen (t1) holds 200 chips, its ledger says 200, and 210 are booked on it.",
            id="chips that moved",
        ),
        pytest.param(
            in_json("hands", "max", "$.digest", "'another'"),
            "Hand 2 of table t1 does not come out as it was played.",
            id="the digest of a hand",
        ),
        pytest.param(
            in_json("hands", "min", "$.hand.record.deck.cards", "json('[]')"),
            "Hand 1 of table t1 cannot be replayed: ",
            id="the deck of a hand",
        ),
        pytest.param(
            "update hands set body = x'00' where n = (select min(n) from hands)",
            "Hand 1 of table t1 cannot be read.",
            id="a hand that cannot be read",
        ),
        pytest.param(
            in_json("checkpoints", "min", "$.digest", "'another'"),
            "Table Kitchen (t1) does not come back as it was: entry ",
            id="the digest of a checkpoint",
        ),
        pytest.param(
            in_json("checkpoints", "min", "$.state.seating.seats[0].stack", "5000"),
            "Table Kitchen (t1) does not come back as it was: entry ",
            id="a stack in a checkpoint",
        ),
        pytest.param(
            in_json("journal", "max", "$.digest", "'another'"),
            "Table Kitchen (t1) does not come back as it was: entry ",
            id="an entry",
        ),
        pytest.param(
            "update tables set closed_at = 1 where id = 't1'",
            "Table t1 is closed, and 200 chips are booked on it.",
            id="a table that closed with chips",
        ),
        pytest.param(
            "delete from players where id = 'Heron'",
            "Table Kitchen (t1) seats a player in seat 2 whom nobody knows.",
            id="a seat without a player",
        ),
        pytest.param(
            "update movements set payer = 'player/Wren' where payer = 'player/Heron'",
            "Table Kitchen (t1): Heron brought 100 chips by the ledger, and 0 by the books.",
            id="whose chips moved",
        ),
        pytest.param(
            "update movements set kind = 'rake' where payer = 'player/Heron'",
            "Table t1: 100 chips from player/Heron to table/t1 are booked as rake, which they cannot be.",
            id="the kind of a movement",
        ),
        pytest.param(
            "insert into movements (n, tbl, entry, payer, payee, chips, kept_at, kind) "
            "values (100000, 't1', 1, 'player/Wren', 'corrections', 5, 1, 'correction')",
            "Table t1: its corrections do not balance by 5 chips.",
            id="half of a correction",
        ),
        pytest.param(
            "insert into movements (n, tbl, entry, payer, payee, chips, kept_at, kind) "
            "values (100000, 't2', 1, 'house', 'player/Wren', 5, 1, 'rake')",
            "More rake is booked out than was taken.",
            id="the house",
        ),
    ],
)
async def test_one_thing_that_differs_ends_with_status_1_and_a_sentence(path: Path, damage: str, sentence: str) -> None:
    change(path, damage)
    status, (_, *faults), errors = check(str(path))
    assert (status, errors) == (1, "")
    assert WHOLE not in faults
    assert [fault for fault in faults if fault.startswith(sentence)], faults


def test_no_database_ends_with_status_1_and_a_sentence(tmp_path: Path) -> None:
    assert check("--data", str(tmp_path)) == (
        1,
        [],
        f"There is no {tmp_path / DATABASE_NAME}: name another file, or another directory with --data.\n",
    )
