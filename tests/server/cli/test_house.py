"""`railbird-server house`: rules checked and told."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from railbird_server.cli import main
from railbird_shared.house.house_rules import PRESETS
from railbird_shared.house.toml import from_toml


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["house", *words])


def file_of(folder: Path, text: str) -> str:
    path = folder / "ours.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_told_and_can_be_written_to_a_file(preset: str) -> None:
    result = run(preset)
    assert (result.exit_code, result.stderr) == (0, "")
    assert from_toml(run(preset, "--toml").output) == PRESETS[preset]


def test_the_casino_is_as_in_a_casino() -> None:
    assert run("casino").output == "Every game: As in a casino.\n"


def test_games_of_one_name_are_told_apart_by_their_betting() -> None:
    output = run("kitchen-table").output
    assert "\nNo-Limit Hold'em, Pot-Limit Omaha" in output
    assert "\nLimit Hold'em, Limit Omaha Hi-Lo Eight or Better:\n  - A round has any number of raises" in output


def test_a_file_is_told_for_one_game(tmp_path: Path) -> None:
    result = run(file_of(tmp_path, 'min_buy_in_multiple = 20\nwild_ranks = "deuces"\nseats = 6'), "--game", "razz")
    first, second, *_ = result.output.splitlines()
    assert first == "Limit Razz, deuces wild 4/8 · ante 1, 2 to 6 players"
    assert second == "  - Deuces are wild (WC-2)."


def test_games_that_the_house_cannot_play_are_named_with_the_reason(tmp_path: Path) -> None:
    output = run(file_of(tmp_path, "pack = 20")).output
    assert "Not played in this house" in output
    assert "lower; play without a qualifier: Omaha" in " ".join(output.split())


def test_each_reason_not_to_play_games_is_told_once(tmp_path: Path) -> None:  # CX-47
    output = " ".join(run(file_of(tmp_path, "pack = 20\nseats = 6")).output.split())
    assert output.count("A pack of 20 cards cannot seat 6") == 1


def test_a_setting_that_few_games_can_use_is_told_once(tmp_path: Path) -> None:  # CX-47
    output = " ".join(run(file_of(tmp_path, "sevens_must_bet = true\nruns = 2")).output.split())
    assert "Not played" not in output
    assert (
        "sevens_must_bet counts only in ace to five lowball (VT-LB-5): in Limit Ace to Five Lowball. - runs counts only"
    ) in output
    assert output.count("sevens_must_bet") == 1


def test_a_setting_without_effect_in_the_game_asked_for_is_told(tmp_path: Path) -> None:  # CX-47
    result = run(file_of(tmp_path, "[games.razz]\nqualifier = 8\nante = 2"), "--game", "razz")
    assert result.output.splitlines() == [
        "Limit Razz 4/8 · ante 2, 2 to 8 players",
        "  - A buy-in is of 10 minimum bets or more (AI-14).",
        "  - The ante is 2 unless the table says otherwise (DL-8).",
        "Without effect in this game:",
        "  - qualifier counts only where half the pot goes to a low that ranks ace to five (LO-22).",
    ]


def test_a_house_that_leaves_no_game_is_refused_with_each_reason_once(tmp_path: Path) -> None:  # CX-47
    rules = file_of(tmp_path, "pack = 20\nseats = 10")
    for words in (["house", rules], ["house", rules, "--game", "holdem"], ["serve", "--port", "0", "--house", rules]):
        result = CliRunner().invoke(main, words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == (
            "This house leaves no game to play. A pack of 20 cards cannot seat 10 (DL-22, SK-6). A pack of 20 cards "
            "has no five ranks of eight or lower; play without a qualifier. Twenty cards hold one kind of straight "
            "flush only; the Italian order needs a lowest and a highest.\n"
        )


def test_a_house_and_a_game_misspelled_are_answered_with_the_nearest() -> None:
    assert "you may mean kitchen-table" in run("kitchen_tabel").stderr
    assert "you may mean seven-card-stud" in run("casino", "--game", "seven card stut").stderr


@pytest.mark.parametrize(
    ("text", "game", "words"),
    [
        ("pack = 51", "", "pack cannot be 51"),
        ("pack = 20\nseats = 6", "five-card-draw", "cannot seat 6"),
        ("pack =", "", "no TOML"),
        ("", "whist", "no game called 'whist'"),
    ],
)
def test_bad_rules_are_one_sentence_and_exit_status_2(tmp_path: Path, text: str, game: str, words: str) -> None:
    result = run(file_of(tmp_path, text), "--game", game)
    assert result.exit_code == 2
    assert result.output == result.stderr
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_what_cannot_be_read_is_one_sentence_and_exit_status_2(tmp_path: Path) -> None:
    garbled = tmp_path / "garbled.toml"
    garbled.write_bytes(b"\xff\xfe\x00")
    for words in ("barn", str(tmp_path), str(garbled), "nul\0"):
        result = run(words)
        assert result.exit_code == 2
        assert result.stderr.endswith(".\n")
        assert result.stderr.count("\n") == 1


def test_a_server_is_not_started_with_bad_rules(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--house", file_of(tmp_path, "pack = 51")])
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
