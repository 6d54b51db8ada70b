"""The real program by lines: through pipes, from a file, interrupted, and with an output that nobody reads."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from railbird_client.lines.line_terminal import MAX_LINE_BYTES
from support.server_processes import free_port
from support.timeouts import TIMEOUT_SECONDS
from support.told_lines import UNSPEAKABLE, line_of_choices

pytestmark = pytest.mark.slow

PLAY = ("play", "--line", "--fast", "--bots", "2")


def program(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "railbird_client", *arguments]


def home_of(folder: Path) -> dict[str, str]:
    """The environment of a player who has nothing yet."""
    names = ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA", "USERPROFILE")
    return os.environ | dict.fromkeys(names, str(folder)) | {"PYTHONUTF8": "1"}


def captured(folder: Path) -> Any:
    """The options of a run whose output is read at its end."""
    return {"capture_output": True, "env": home_of(folder), "timeout": 2 * TIMEOUT_SECONDS}


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        program(*arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=home_of(folder),
    )
    overdue = threading.Timer(4 * TIMEOUT_SECONDS, process.kill)  # a line that never comes ends the reading
    overdue.start()
    try:
        yield process
    finally:
        overdue.cancel()
        process.kill()
        process.communicate()


def read_until(process: subprocess.Popen[str], beginning: str) -> list[str]:
    """Returns the lines up to the first that begins so."""
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if line.startswith(beginning):
            return lines
    raise AssertionError(f"{beginning!r} has not come: {lines}")


def say(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def test_words_from_a_file_are_played_in_their_turns(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("cards\r\nallin\r\npot\r\n", encoding="utf-8")
    with words.open() as file:
        ran = subprocess.run(program(*PLAY), stdin=file, check=False, **captured(tmp_path))
    lines = ran.stdout.decode().splitlines()
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert any(line.startswith("You hold ") for line in lines)
    assert any(line.startswith("The pot is ") for line in lines)
    assert lines[-1].startswith("You leave")
    assert not {"\r", "\x07", "\x1b"} & set(ran.stdout.decode())


def test_a_night_of_several_games_by_a_pipe_can_be_spoken(tmp_path: Path) -> None:
    """Every line can be said, none comes twice in a row, and every hand that begins has a result."""
    dice = random.Random(7)
    with running(tmp_path, *PLAY, "--game", "dealers-choice") as night:
        told: list[str] = []
        while sum(line.startswith("Hand ") for line in told) < 8:
            told += read_until(night, "")
            if told[-1].startswith("Your turn."):
                say(night, line_of_choices(told[-1], dice))
            elif told[-1].startswith("You name the next game."):
                say(night, f"game {dice.choice(['razz', 'badugi', 'omaha8', 'five card draw', 'holdem'])}")
            elif "say fold again" in told[-1]:
                say(night, "yes")
            elif told[-1].startswith("Say chips"):
                say(night, "chips 200")
        say(night, "quit")
        say(night, "yes")
        told += read_until(night, "You leave")
        assert night.wait(TIMEOUT_SECONDS) == 0
    assert [line for line in told if UNSPEAKABLE.search(line)] == []
    assert [one for one, other in pairwise(told) if one == other] == []
    hands = "\n".join(told).split("\nHand ")[1:-1]
    assert [hand for hand in hands if " win" not in hand and "passes" not in hand] == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_as_quit_does(tmp_path: Path, number: signal.Signals) -> None:
    with running(tmp_path, *PLAY) as game:
        read_until(game, "You sit down")
        game.send_signal(number)
        rest, errors = game.communicate(timeout=TIMEOUT_SECONDS)
        assert (game.returncode, errors) == (0, "")
        assert rest.splitlines()[-1].startswith("You leave with 200")


def test_an_output_that_nobody_reads_ends_quietly(tmp_path: Path) -> None:
    with running(tmp_path, *PLAY) as game:
        read_until(game, "You sit down")
        assert game.stdout is not None
        assert game.stderr is not None
        game.stdout.close()
        assert game.wait(TIMEOUT_SECONDS) == 0
        assert game.stderr.read() == ""


def test_a_flood_and_bytes_that_are_no_text_are_survived(tmp_path: Path) -> None:
    flood = b"\xff\xfe\x00 \x1b[2J" * 5000 + b"\n" * 3000 + b"x" * (3 * MAX_LINE_BYTES)
    ran = subprocess.run(program(*PLAY), input=flood, check=False, **captured(tmp_path))
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"\x1b" not in ran.stdout


def test_a_server_that_nobody_reaches_is_an_error(tmp_path: Path) -> None:
    arguments = program("join", "--line", "ws://127.0.0.1:1")
    ran = subprocess.run(arguments, stdin=subprocess.DEVNULL, check=False, **captured(tmp_path))
    assert ran.returncode == 1
    assert ran.stderr.count(b"\n") == 1
    assert b"Traceback" not in ran.stderr


def test_a_host_plays_by_lines_and_the_game_ends_with_them(tmp_path: Path) -> None:
    data = tmp_path / "game"
    with running(tmp_path, "host", "--line", "--bots", "1", "--data", str(data), "--port", str(free_port())) as host:
        read_until(host, "Your turn.")
        say(host, "invite")
        read_until(host, "")
        say(host, "quit")
        say(host, "yes")
        rest, errors = host.communicate(timeout=TIMEOUT_SECONDS)
        assert (host.returncode, errors) == (0, "")
        assert rest.splitlines()[-1]
