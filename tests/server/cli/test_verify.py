"""`railbird-server verify`."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from railbird_server.cli import main
from support.history_builders import history_text

GOOD = history_text("d dh p1 AhKd\nd dh p2 2c7d\nd dh p3 9s9h\np3 f\np1 f", finishing_stacks=[99, 101, 100])


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["verify", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_hands_that_hold_end_with_status_0(tmp_path: Path) -> None:
    (tmp_path / "a.phh").write_text(GOOD)
    assert run(str(tmp_path)) == (0, "1 replayed, 0 failed\n", "")


def test_a_hand_that_failed_ends_with_status_1(tmp_path: Path) -> None:
    file = tmp_path / "a.phh"
    file.write_text(GOOD.replace("101", "102"))
    status, out, _ = run(str(file))
    assert status == 1
    assert out == (
        f"{file}: at the end: the file says that player 2 has 102; the rules say: Player 2 has 101. (BT-13)\n"
        "1 replayed, 1 failed\n"
    )


def test_nothing_to_replay_ends_with_status_2_and_one_sentence(tmp_path: Path) -> None:
    assert run(str(tmp_path / "gone")) == (2, "", f"There is no file '{tmp_path / 'gone'}'.\n")
    nothing = "There is no hand to replay: name files, or folders with .phh or .phhs files in them.\n"
    assert run(str(tmp_path)) == (2, "", nothing)
    assert run() == (2, "", nothing)


def test_json_is_json(tmp_path: Path) -> None:
    (tmp_path / "a.phh").write_text(GOOD)
    status, out, _ = run("--json", str(tmp_path))
    assert status == 0
    assert json.loads(out)["replayed"] == 1
