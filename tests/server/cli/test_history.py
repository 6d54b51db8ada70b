"""`railbird-server history`: hands are listed, told, exported and counted from a data directory, unchanged."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import platformdirs
import pytest
from click.testing import CliRunner

from railbird_server.cli import main
from railbird_server.history.parser import parse_histories
from railbird_server.history.replay import ComparisonLevel, replay
from railbird_server.store.data_directory import DATABASE_NAME, hosted_folder, server_folder
from railbird_server.store.records import OpenedTable, StoredPlayer
from railbird_server.store.sqlite import SqliteStore
from support.finished_hands import play_random_hand
from support.journaled_tables import JournaledTable
from support.table_harness import HOST, table_settings

NOVEMBER = 1_795_212_000
"""21 November 2026, in the morning."""

HANDS = 3


async def keep_hands(folder: Path, table: str, at: int, dealt: int, *, game: str = "holdem") -> None:
    """Keeps the hands of a server that has dealt some at one table, one an hour."""
    evening = JournaledTable(table_settings(game), table_id=table)
    evening.sit("Wren", "Heron", chips=100)
    for seed in range(dealt):
        play_random_hand(evening, seed)
    clock = iter(range(at, at + 10**7, 3600 // 4))
    store = SqliteStore(folder / DATABASE_NAME, unix_time=lambda: next(clock))
    wren = StoredPlayer("Wren", b"wren", "Wren")
    owned = await store.open(OpenedTable(table, evening.opened.epoch, evening.opened.settings, HOST), wren)
    for change in evening.changes:
        await store.append(owned, change)
    await store.close()


@pytest.fixture
async def data(tmp_path: Path) -> Path:
    """What a server keeps that has dealt some hands at one table, one an hour."""
    await keep_hands(tmp_path, "t1", NOVEMBER, HANDS)
    return tmp_path


def history(data: Path, *arguments: str) -> tuple[int, str, str]:
    command, *rest = arguments
    result = CliRunner().invoke(main, ["history", command, "--data", str(data), *rest])
    return result.exit_code, result.stdout, result.stderr


def test_hands_are_listed_the_latest_first(data: Path) -> None:
    status, out, _ = history(data, "list")
    lines = out.splitlines()
    assert status == 0
    assert [line.split()[1] for line in lines[:-1]] == ["3", "2", "1"]
    assert lines[-1] == "3 hands."
    assert re.search(r"^t1 +3  2026-11-2\d \d\d:\d\d UTC  Kitchen: No-Limit Hold'em, pot ", lines[0])
    assert history(data, "list", "--limit", "1")[1].splitlines()[-1] == "3 hands, of which these are the latest 1."
    assert history(data, "list", "--find", "nobody")[1] == "0 hands.\n"
    assert history(data, "list", "--player", "heron", "--table", "t1")[1].endswith("3 hands.\n")
    assert history(data, "list", "--game", "nlhe")[1].endswith("3 hands.\n")
    assert history(data, "list", "--game", "plo")[1] == "0 hands.\n"
    assert history(data, "list", "--since", "2027-01-01")[1] == "0 hands.\n"
    by_result = [
        len(history(data, "list", "--player", "Wren", "--result", result)[1].splitlines()) - 1
        for result in ("won", "lost")
    ]
    assert 0 < sum(by_result) <= 3
    assert history(data, "list", "--showdown")[1].endswith((" hand.\n", " hands.\n"))
    assert json.loads(history(data, "list", "--json")[1].splitlines()[0])["number"] == 3


def test_a_hand_is_told_as_everybody_saw_it_or_as_a_player_did_or_with_all_cards(data: Path) -> None:
    rail, wren, everything = (
        history(data, "show", "t1", "2", *more)[1] for more in ([], ["--player", "Wren"], ["--all-cards"])
    )
    assert "holds" not in rail
    assert wren.count(" holds ") == 1
    assert "Wren holds" in wren
    assert re.search(r"Wren is dealt .*\n(.*\n)*?Heron is dealt", everything) or "Heron is dealt" in everything


@pytest.mark.parametrize("number", range(1, HANDS + 1))
def test_the_full_record_goes_to_phh_and_back(data: Path, number: int) -> None:
    full = history(data, "show", "t1", str(number), "--format", "phh", "--all-cards")[1]
    assert "??" not in full
    assert replay(parse_histories(full)[""]).compared is ComparisonLevel.STACKS
    known = history(data, "show", "t1", str(number), "--format", "phh", "--player", "Wren")[1]
    assert replay(parse_histories(known)[""]).difference is None


def test_hands_are_exported_each_to_a_file(data: Path, tmp_path: Path) -> None:
    for form, suffix in (("text", "txt"), ("phh", "phh"), ("json", "json")):
        folder = tmp_path / form
        assert history(data, "export", "--to", str(folder), "--format", form)[1] == f"3 hands written to {folder}.\n"
        assert sorted(file.name for file in folder.iterdir()) == [f"t1-0000{n}.{suffix}" for n in (1, 2, 3)]
    told = json.loads((tmp_path / "json" / "t1-00001.json").read_text())
    assert told["history"]["hand"] == 1
    assert "record" not in told
    assert CliRunner().invoke(main, ["verify", str(tmp_path / "phh")]).output.endswith("3 replayed, 0 failed\n")


async def test_an_export_writes_what_the_format_can_tell_and_says_why_of_each_other_hand(
    data: Path, tmp_path: Path
) -> None:
    await keep_hands(data, "t2", NOVEMBER + 12 * 3600, dealt=2, game="greek-draw")
    status, out, _ = history(data, "export", "--to", str(tmp_path / "out"), "--format", "phh")
    why = "The format of hand histories has no code for Limit Greek Draw as it was played here."
    assert (status, out.splitlines()) == (
        0,
        [f"3 hands written to {tmp_path / 'out'}.", f"Left out of Kitchen (t2), hands 1, 2: {why}"],
    )
    assert history(data, "show", "t2", "1", "--format", "phh") == (2, "", f"{why}\n")
    status, out, _ = history(data, "export", "--to", str(tmp_path / "text"))
    assert (status, out) == (0, f"5 hands written to {tmp_path / 'text'}.\n")


async def test_without_a_folder_the_hands_of_railbird_host_are_found_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path))
    server_folder().mkdir(parents=True)
    hosted_folder().mkdir()
    await keep_hands(server_folder(), "t1", NOVEMBER, dealt=2)
    await keep_hands(hosted_folder(), "t2", NOVEMBER + 12 * 3600, dealt=1)

    def told(*arguments: str) -> list[str]:
        return CliRunner().invoke(main, ["history", *arguments]).output.splitlines()

    def listed(*arguments: str) -> list[str]:
        return [" ".join(line.split()[:2]) for line in told("list", *arguments)]

    assert listed() == ["t2 1", "t1 2", "t1 1", "3 hands."]
    assert listed("--limit", "1") == ["t2 1", "3 hands,"]
    assert listed("--player", "Wren", "--table", "t1") == ["t1 2", "t1 1", "2 hands."]
    assert told("show", "t2", "1", "--player", "Wren")
    assert told("show", "t1", "9")[0].startswith("There is no hand 9 ")
    assert told("export", "--to", str(tmp_path / "out")) == [f"3 hands written to {tmp_path / 'out'}."]
    nights = [line for line in told("statistics", "--player", "Wren") if line.startswith("Kitchen")]
    assert [night.partition(",")[0] for night in nights] == ["Kitchen (t2)", "Kitchen (t1)"]


def test_statistics_are_counted_by_night(data: Path) -> None:
    out = history(data, "statistics")[1]
    assert out.startswith("Kitchen (t1), 2026-11-2")
    assert " 3 hands\n" in out
    assert "VPIP" in out
    night = json.loads(history(data, "statistics", "--json", "--player", "Wren")[1])
    (wren,) = night["players"]
    assert (wren["name"], wren["total"]["hands"]) == ("Wren", 3)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "t1", "9"], "There is no hand 9 of a table 't1': `railbird-server history list` names them."),
        (["show", "t1", "1", "--player", "Jay"], "No player called 'Jay' sat in a hand that is kept."),
        (
            ["list", "--player", "'; drop table hands"],
            'No player called "\'; drop table hands" sat in a hand that is kept.',
        ),
        (["list", "--game", "omahaa"], "There is no game called 'omahaa' here; you may mean omaha."),
        (["list", "--result", "won"], "Name the player who won or lost them: --player NAME."),
        (["export", "--to", "/dev/null/x"], "Hands cannot be written to /dev/null/x: Not a directory."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(data: Path, arguments: list[str], sentence: str) -> None:
    assert history(data, *arguments) == (2, "", f"{sentence}\n")


def test_a_directory_without_a_server_is_said_in_a_sentence(tmp_path: Path) -> None:
    status, out, error = history(tmp_path, "list")
    assert (status, out) == (1, "")
    assert error.startswith(f"There is no {tmp_path / DATABASE_NAME}")
    (tmp_path / DATABASE_NAME).write_bytes(b"no database at all, but long enough to be looked at" * 30)
    assert history(tmp_path, "list")[0] == 1


def test_a_database_of_an_older_program_is_not_read(data: Path) -> None:
    connection = sqlite3.connect(data / DATABASE_NAME)
    connection.execute("pragma user_version = 2")
    connection.close()
    status, _, error = history(data, "list")
    assert (status, error) == (
        1,
        f"{data / DATABASE_NAME} was written by an older Railbird: start its server once, and try again.\n",
    )


def test_nothing_is_changed_and_a_writer_may_be_at_work(data: Path) -> None:
    path = data / DATABASE_NAME
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("begin immediate")
    before = path.read_bytes()
    assert history(data, "list")[0] == 0
    assert history(data, "statistics")[0] == 0
    assert path.read_bytes() == before
    writer.rollback()
    writer.close()
