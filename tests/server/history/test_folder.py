"""Histories in a folder: a demonstration writes them, and they are replayed again."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hands import deck_with_top, make_hand
from railbird_server.bots.names import BOT_NAMES
from railbird_server.cli import main
from railbird_server.history.folder import HistoryFolder
from railbird_server.history.notation import BadHistory
from railbird_server.rules.variants import VARIANTS
from railbird_shared.actions import Fold


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.mark.parametrize("game", ["holdem", "badugi"])
def test_the_hands_of_a_demonstration_are_written_and_hold(game: str, tmp_path: Path) -> None:
    folder = tmp_path / "evenings" / game
    shown = run("demo", "--game", game, "--hands", "5", "--seed", "1", "--phh", str(folder))
    assert shown.exit_code == 0
    assert shown.output == run("demo", "--game", game, "--hands", "5", "--seed", "1").output
    assert sorted(path.name for path in folder.iterdir()) == [f"{number}.phh" for number in range(1, 6)]
    fields = tomllib.loads((folder / "3.phh").read_text(encoding="utf-8"))
    assert fields["players"] == [BOT_NAMES[seat - 1] for seat in fields["seats"]]
    verified = run("verify", str(folder))
    assert (verified.exit_code, verified.output) == (0, "5 replayed, 0 failed\n")


def test_a_game_without_a_code_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    result = run("demo", "--game", "five-card-draw", "--phh", str(tmp_path / "hands"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no code for " + VARIANTS["five-card-draw"].name in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "hands").exists()


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "hands").write_text("not a folder", encoding="utf-8")
    with pytest.raises(BadHistory, match="Hands cannot be written to "):
        HistoryFolder(tmp_path / "hands", VARIANTS["holdem"])


def test_a_hand_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    setup = make_hand("holdem", {1: 9, 2: 9}, number=7).setup
    folder = HistoryFolder(tmp_path, VARIANTS["holdem"])
    folder.add(setup, deck_with_top("", "holdem"), [], [])
    assert folder.error.startswith("Hand 7 is not in ")
    (tmp_path / "7.phh").mkdir()
    folder.add(setup, deck_with_top("", "holdem"), [(setup.button, Fold())], [])
    assert folder.error.startswith("Hand 7 could not be written to ")


def test_a_demonstration_whose_hands_cannot_be_written_fails(tmp_path: Path) -> None:
    (tmp_path / "2.phh").mkdir()
    result = run("demo", "--hands", "2", "--phh", str(tmp_path))
    assert result.exit_code == 1
    assert "Hand 2 could not be written" in result.output
