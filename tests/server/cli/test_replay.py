"""`railbird-server replay`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from railbird_server.cli import main
from railbird_shared.history.hand_history import MAX_FILE_BYTES, HandReplay, UnplayableHand, decode_replay_line

FILES = Path(__file__).parents[2] / "support" / "hand_files"


def run(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["replay", *arguments], input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout, result.stderr


def test_a_hand_is_printed_in_words() -> None:
    status, out, err = run(str(FILES / "holdem.phh"))
    assert (status, err) == (0, "")
    assert out.startswith("Railbird hand 7 at holdem: No-Limit Hold'em 1/2 - 2026-11-20 00:00 UTC\n")
    assert "Finch wins 120 with three nines\n" in out
    assert "Heron holds 2♣ 7♦\n" in out


def test_json_has_a_line_for_each_hand_and_status_1_where_one_fails() -> None:
    status, out, err = run("--json", str(FILES / "evening.phhs"))
    lines = [decode_replay_line(line.encode()) for line in out.splitlines()]
    assert [type(line) for line in lines] == [HandReplay, HandReplay, UnplayableHand]
    assert (status, err) == (1, "")


def test_the_input_is_read() -> None:
    status, out, _ = run("--json", "-", given=b"\xef\xbb\xbf" + (FILES / "holdem.phh").read_bytes())
    assert status == 0
    hand = decode_replay_line(out.encode())
    assert isinstance(hand, HandReplay)
    assert hand.history.view.name == "standard input"


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (b"", "{} is empty: there is no hand in it."),
        (b"\n \n", "{} is empty: there is no hand in it."),
        (b"\x89PNG\r\n\x1a\n\0\0", "{} is no hand history, for it is no text."),
        (b"variant = 'NT'\0", "{} is no hand history, for it is no text."),
        (b"# nothing\n", "{} cannot be replayed. There is no hand in it."),
        (
            b"hello\n",
            (
                "{} cannot be replayed. This is no hand history, for it is no TOML: "
                "Expected '=' after a key in a key/value pair (at line 1, column 6)."
            ),
        ),
        (b"a = 1\n", "{} cannot be replayed. A hand history needs the field 'variant'."),
    ],
)
def test_a_file_without_a_hand_is_one_sentence_and_status_2(tmp_path: Path, found: bytes, sentence: str) -> None:
    file = tmp_path / "x.phh"
    file.write_bytes(found)
    assert run("--json", str(file)) == (2, "", sentence.format(repr(str(file))) + "\n")


def test_what_is_no_file_is_one_sentence_and_status_2(tmp_path: Path) -> None:
    gone = tmp_path / "gone.phh"
    assert run(str(gone)) == (2, "", f"There is no file '{gone}'.\n")
    assert run(str(tmp_path)) == (2, "", f"'{tmp_path}' is a folder: name a file of hands in it.\n")
    assert run("a\0b") == (2, "", "'a\\x00b' cannot be read: that is no name of a file.\n")
    assert run(str(tmp_path / ("x" * 999)))[2].endswith(" cannot be read: File name too long.\n")


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "large.phhs"
    with file.open("wb") as opened:
        opened.truncate(1_000_000_000)
    assert run(str(file)) == (2, "", f"'{file}' is too large: a file of hands has at most 16 megabytes.\n")
    assert run("-", given=b" " * (MAX_FILE_BYTES + 1))[2].startswith("The input is too large")


def test_a_reader_who_goes_away_ends_the_command_without_a_traceback() -> None:
    command = [sys.executable, "-P", "-m", "railbird_server", "replay", "--json", str(FILES / "evening.phhs")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1
