"""`railbird-server house`: rules checked and told."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from railbird_server.cli import main
from railbird_server.rules.house import PRESETS, from_toml


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
    assert "Omaha Hi-Lo Eight or Better: A pack of 20 cards" in output


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
