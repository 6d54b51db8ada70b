"""The real program with the real server, in a terminal."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import time
from pathlib import Path

import pytest

from railbird_client.widgets.terminal import HANGUP_STATUS, REPEAT_DELAY
from support.terminal import LEAVE_SCREEN, Terminal, run_in_terminal, wait_for_process_exit
from support.timeouts import TIMEOUT_SECONDS

if sys.platform == "win32":
    pytest.skip("needs the terminals of POSIX", allow_module_level=True)


QUIT = "\x11"

HISTORY = "─ history ─"
"""The title of the page that opens, whatever stands below it."""

BROKEN_PROGRAM = """
from railbird_client import cli
from railbird_client.table import table_pages as table

def breaks(*_, **__):
    raise RuntimeError("A wing is broken")

table.zoom_page = breaks
cli.main()
"""
"""The program with a fault in the page of the large cards."""


def colours_in(written: str) -> set[tuple[str, ...]]:
    """Returns the colours that a program has set, without the shades of grey."""
    found: set[tuple[str, ...]] = set()
    for codes in re.findall(r"\x1b\[([\d;]*)m", written):
        parts = codes.split(";")
        while parts:
            code = parts.pop(0)
            if code in {"38", "48"}:
                shade = tuple(parts[1:4] if parts[0] == "2" else parts[1:2])
                parts = parts[1 + len(shade) :]
                if len(set(shade)) > 1 or (len(shade) == 1 and not is_grey(int(shade[0]))):
                    found.add(shade)
            elif re.fullmatch(r"[34][1-6]|9[1-6]|10[1-6]", code):
                found.add((code,))
    return found


def is_grey(index: int) -> bool:
    """Whether a colour of the palette of 256 has no hue."""
    return index in {0, 7, 8, 15} or index >= 232 or (16 <= index < 232 and (index - 16) % 43 == 0)


HEEDLESS = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); from railbird_client import cli; cli.main()"
"""The program where SIGHUP is ignored, as it is under nohup and some service managers."""


def play_until_history_shows(terminal: Terminal, pattern: str) -> None:
    """Checks or calls, opens the history and closes it, until it contains the text.

    A single press is not enough: one that comes as soon as the turn is shown does not count. Quick presses are not
    either: they count as one key that is held down. The history is opened in between, so that the pause measured here
    is one for the program, too.
    """
    found, deadline = False, time.monotonic() + TIMEOUT_SECONDS
    while not found:
        assert time.monotonic() < deadline, f"The history does not tell of {pattern!r}."
        terminal.type_keys("ch")
        terminal.expect_text(HISTORY)
        found = re.search(pattern, terminal.screen) is not None
        terminal.type_keys("h")
        terminal.expect_no_text(HISTORY)
        time.sleep(REPEAT_DELAY)


def test_a_newcomer_plays_a_hand_and_quits(tmp_path: Path) -> None:
    with run_in_terminal("play", "--fast", "--bots", "2", "--name", "Wren", home=tmp_path) as terminal:
        terminal.expect_text("No-Limit Hold'em")
        (server,) = terminal.children()
        terminal.expect_text("Your turn")
        play_until_history_shows(terminal, "Wren (calls|checks)")
        terminal.type_keys(QUIT)
        terminal.expect_text("Give it up and quit")
        terminal.type_keys(QUIT)
        assert terminal.wait_for_exit() == 0
        assert terminal.is_restored
        assert "Traceback" not in terminal.output
        wait_for_process_exit(server)


@pytest.mark.slow
def test_a_crash_restores_the_terminal(tmp_path: Path) -> None:
    with run_in_terminal("play", "--fast", home=tmp_path, program=("-c", BROKEN_PROGRAM)) as terminal:
        terminal.expect_text("hand 1")
        (server,) = terminal.children()
        terminal.type_keys("z")
        assert terminal.wait_for_exit() == 1
        assert terminal.is_restored
        assert "A wing is broken" in terminal.output
        wait_for_process_exit(server)


def test_ctrl_c_asks_once_and_then_restores_the_terminal(tmp_path: Path) -> None:
    with run_in_terminal("play", "--fast", home=tmp_path) as terminal:
        terminal.expect_text("hand 1")
        terminal.type_keys("\x03")
        terminal.expect_text("Give it up and quit")
        terminal.type_keys("\x03")
        assert terminal.wait_for_exit() == 0
        assert terminal.is_restored
        assert "You leave" in terminal.output[terminal.output.rindex(LEAVE_SCREEN) :]


@pytest.mark.slow
def test_no_color_disables_colours(tmp_path: Path) -> None:
    with run_in_terminal("play", "--fast", home=tmp_path, environment={"NO_COLOR": "1"}) as terminal:
        terminal.expect_text("hand 1", "Pot")
        assert colours_in(terminal.output) == set()
    with run_in_terminal("play", "--fast", home=tmp_path) as terminal:
        terminal.expect_text("hand 1", "Pot")
        assert colours_in(terminal.output) != set()


@pytest.mark.slow
def test_from_the_start_screen_to_the_table_and_back(tmp_path: Path) -> None:
    with run_in_terminal("--ascii", home=tmp_path, columns=120, rows=40) as terminal:
        terminal.expect_text("Play against bots")
        terminal.type_keys("-\r")
        terminal.expect_text("hand 1")
        terminal.type_keys("\x03\x03")
        assert terminal.wait_for_exit() == 0
        assert terminal.is_restored


@pytest.mark.slow
def test_sigterm_restores_the_terminal(tmp_path: Path) -> None:
    with run_in_terminal("play", "--fast", home=tmp_path) as terminal:
        terminal.expect_text("hand 1")
        (server,) = terminal.children()
        terminal.process.terminate()
        assert terminal.wait_for_exit() == 0
        assert terminal.is_restored
        wait_for_process_exit(server)


@pytest.mark.slow
def test_closing_the_terminal_ends_the_program_and_its_server(tmp_path: Path) -> None:
    with run_in_terminal("play", "--fast", home=tmp_path) as terminal:
        terminal.expect_text("hand 1")
        (server,) = terminal.children()
        terminal.close()
        terminal.process.wait(timeout=TIMEOUT_SECONDS)
        wait_for_process_exit(server)


@pytest.mark.slow
def test_killing_the_program_ends_its_server(tmp_path: Path) -> None:
    with run_in_terminal("play", "--fast", home=tmp_path) as terminal:
        terminal.expect_text("hand 1")
        (server,) = terminal.children()
        terminal.process.kill()
        terminal.process.wait()
        wait_for_process_exit(server)


@pytest.mark.slow
def test_a_killed_server_is_reported_in_one_sentence(tmp_path: Path) -> None:
    with run_in_terminal("play", "--fast", home=tmp_path) as terminal:
        terminal.expect_text("hand 1")
        (server,) = terminal.children()
        os.kill(server, signal.SIGKILL)
        terminal.expect_text(r"stopped\s+by\s+itself")
        terminal.type_keys("q")
        assert terminal.wait_for_exit() == 0
        assert "Trying to reconnect" not in terminal.output


def test_no_server_at_that_address_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with run_in_terminal("join", f"127.0.0.1:{port}", "--name", "Wren", home=tmp_path) as terminal:
            assert terminal.wait_for_exit() == 1
            assert terminal.is_restored
            after = terminal.output[terminal.output.rindex(LEAVE_SCREEN) :]
            assert f"No server answers at 127.0.0.1:{port}" in after
            assert "Traceback" not in terminal.output


def test_house_rules_are_applied_and_unknown_ones_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "den.toml").write_text('wild_ranks = "deuces"\n', encoding="utf-8")
    with run_in_terminal("play", "--fast", "--house", str(tmp_path / "den.toml"), home=tmp_path) as terminal:
        terminal.expect_text("hand 1")
        terminal.type_keys("w")
        terminal.expect_text("Deuces are wild")
    with run_in_terminal("play", "--house", str(tmp_path / "no.toml"), home=tmp_path) as terminal:
        assert terminal.wait_for_exit() == 1
        assert "There is no house and no file" in terminal.output
        assert "Traceback" not in terminal.output


@pytest.mark.slow
def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with run_in_terminal(
            "host", "--port", str(port), "--name", "Wren", "--no-ssh", "--no-page", home=tmp_path
        ) as terminal:
            assert terminal.wait_for_exit() == 1
            assert f"Port {port} is taken" in terminal.output
            assert "Traceback" not in terminal.output


@pytest.mark.parametrize("command", ["play", "join"])
def test_the_program_ends_with_its_terminal_where_sighup_is_ignored(command: str, tmp_path: Path) -> None:
    with run_in_terminal(command, "--name", "Wren", home=tmp_path, program=("-c", HEEDLESS)) as terminal:
        terminal.expect_text("hand 1" if command == "play" else "Join")
        terminal.close()
        assert terminal.process.wait(TIMEOUT_SECONDS) == HANGUP_STATUS


def test_a_terminal_that_takes_lines_only_is_not_drawn_on(tmp_path: Path) -> None:
    with run_in_terminal("play", home=tmp_path, environment={"TERM": "dumb"}) as terminal:
        assert terminal.wait_for_exit() == 2
    assert "takes lines only" in terminal.output
    assert "\x1b" not in terminal.output
