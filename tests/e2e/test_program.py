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

from patience import PATIENCE_SECONDS
from railbird_client.model.held import PAUSE

if sys.platform == "win32":
    pytest.skip("needs the terminals of POSIX", allow_module_level=True)

from terminal import Terminal, railbird, wait_until_gone

QUIT = "\x11"
ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
SHOW_CURSOR, NO_MOUSE = "\x1b[?25h", "\x1b[?1000l"

BROKEN = """
from railbird_client import cli
from railbird_client.screens import table

def breaks(*_, **__):
    raise RuntimeError("A wing is broken")

table.zoom_page = breaks
cli.main()
"""
"""The program with a fault in the page of the large cards."""


def colours_in(written: str) -> set[tuple[str, ...]]:
    """Returns the colours that a program has asked for, but for shades of grey."""
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


def terminal_is_as_it_was(terminal: Terminal) -> bool:
    """Whether the program has left its screen, shown the cursor, let go of the mouse and given the keys back."""
    after = terminal.raw[terminal.raw.rindex(ENTER_SCREEN) :]
    signs = all(sign in after for sign in (LEAVE_SCREEN, SHOW_CURSOR, NO_MOUSE))
    return signs and terminal.modes == terminal.modes_before


def plays_until_the_history_tells(terminal: Terminal, pattern: str) -> None:
    """Checks or calls, opens the history and closes it, until it tells what is looked for.

    A single press would not do: one that comes as soon as the turn is shown does not count yet. Nor would presses in
    haste: those are taken for one key that is held down. The history has been seen in between, so that what counts
    here as a pause has been one for the program, too.
    """
    found, deadline = False, time.monotonic() + PATIENCE_SECONDS
    while not found:
        assert time.monotonic() < deadline, f"The history does not tell of {pattern!r}."
        terminal.types("ch")
        terminal.shows("arrows scroll")
        found = re.search(pattern, terminal.screen) is not None
        terminal.types("h")
        terminal.hides("arrows scroll")
        time.sleep(PAUSE)


def test_a_newcomer_plays_a_hand_and_quits(tmp_path: Path) -> None:
    with railbird("play", "--fast", "--bots", "2", "--name", "Wren", home=tmp_path) as terminal:
        terminal.shows("No-Limit Hold'em")
        (server,) = terminal.children()
        terminal.shows("YOUR TURN")
        plays_until_the_history_tells(terminal, "Wren (calls|checks)")
        terminal.types(QUIT)
        terminal.shows("Give it up and quit")
        terminal.types(QUIT)
        assert terminal.ends() == 0
        assert terminal_is_as_it_was(terminal)
        assert "Traceback" not in terminal.raw
        wait_until_gone(server)


def test_what_the_program_was_not_made_for_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with railbird("play", "--fast", home=tmp_path, program=("-c", BROKEN)) as terminal:
        terminal.shows("hand 1")
        (server,) = terminal.children()
        terminal.types("z")
        assert terminal.ends() == 1
        assert terminal_is_as_it_was(terminal)
        assert "A wing is broken" in terminal.raw
        wait_until_gone(server)


def test_ctrl_c_asks_once_and_then_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with railbird("play", "--fast", home=tmp_path) as terminal:
        terminal.shows("hand 1")
        terminal.types("\x03")
        terminal.shows("Give it up and quit")
        terminal.types("\x03")
        assert terminal.ends() == 0
        assert terminal_is_as_it_was(terminal)
        assert "You leave" in terminal.raw[terminal.raw.rindex(LEAVE_SCREEN) :]


def test_who_wants_no_colours_gets_none(tmp_path: Path) -> None:
    with railbird("play", "--fast", home=tmp_path, environment={"NO_COLOR": "1"}) as terminal:
        terminal.shows("hand 1", "POT")
        assert colours_in(terminal.raw) == set()
    with railbird("play", "--fast", home=tmp_path) as terminal:
        terminal.shows("hand 1", "POT")
        assert colours_in(terminal.raw) != set()


@pytest.mark.slow
def test_from_the_start_screen_to_the_table_and_back(tmp_path: Path) -> None:
    with railbird("--ascii", home=tmp_path, columns=120, rows=40) as terminal:
        terminal.shows("Play against bots")
        terminal.types("-\r")
        terminal.shows("hand 1")
        terminal.types("\x03\x03")
        assert terminal.ends() == 0
        assert terminal_is_as_it_was(terminal)


def test_a_program_that_is_told_to_end_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with railbird("play", "--fast", home=tmp_path) as terminal:
        terminal.shows("hand 1")
        (server,) = terminal.children()
        terminal.process.terminate()
        assert terminal.ends() == 0
        assert terminal_is_as_it_was(terminal)
        wait_until_gone(server)


@pytest.mark.slow
def test_a_program_whose_terminal_is_closed_ends_with_its_server(tmp_path: Path) -> None:
    with railbird("play", "--fast", home=tmp_path) as terminal:
        terminal.shows("hand 1")
        (server,) = terminal.children()
        terminal.closes()
        terminal.process.wait(timeout=PATIENCE_SECONDS)
        wait_until_gone(server)


@pytest.mark.slow
def test_a_program_that_is_killed_takes_its_server_along(tmp_path: Path) -> None:
    with railbird("play", "--fast", home=tmp_path) as terminal:
        terminal.shows("hand 1")
        (server,) = terminal.children()
        terminal.process.kill()
        terminal.process.wait()
        wait_until_gone(server)


def test_a_server_that_is_killed_is_told_in_one_sentence(tmp_path: Path) -> None:
    with railbird("play", "--fast", home=tmp_path) as terminal:
        terminal.shows("hand 1")
        (server,) = terminal.children()
        os.kill(server, signal.SIGKILL)
        terminal.shows("stopped by itself")
        terminal.types("q")
        assert terminal.ends() == 0
        assert "the way back" not in terminal.raw


def test_no_server_at_that_address_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with railbird("join", f"127.0.0.1:{port}", home=tmp_path) as terminal:
            assert terminal.ends() == 1
            assert terminal_is_as_it_was(terminal)
            after = terminal.raw[terminal.raw.rindex(LEAVE_SCREEN) :]
            assert f"No server answers at 127.0.0.1:{port}" in after
            assert "Traceback" not in terminal.raw


def test_house_rules_are_played_and_those_that_nobody_knows_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "den.toml").write_text('wild_ranks = "deuces"\n', encoding="utf-8")
    with railbird("play", "--fast", "--house", str(tmp_path / "den.toml"), home=tmp_path) as terminal:
        terminal.shows("hand 1")
        terminal.types("w")
        terminal.shows("Deuces are wild")
    with railbird("play", "--house", str(tmp_path / "no.toml"), home=tmp_path) as terminal:
        assert terminal.ends() == 1
        assert "There is no house and no file" in terminal.raw
        assert "Traceback" not in terminal.raw


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with railbird("host", "--port", str(port), home=tmp_path) as terminal:
            assert terminal.ends() == 1
            assert f"Port {port} is taken" in terminal.raw
            assert "Traceback" not in terminal.raw
