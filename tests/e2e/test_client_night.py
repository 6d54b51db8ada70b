"""A night in two terminals: a host and a friend play, chat, pause, look things up, and settle up at the end."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from railbird_client.widgets.terminal import REPEAT_DELAY
from support.server_processes import free_port
from support.timeouts import TIMEOUT_SECONDS

if sys.platform == "win32":
    pytest.skip("needs the terminals of POSIX", allow_module_level=True)

from support.hosted_games import host, no_server_left
from support.terminal import Terminal, run_in_terminal

pytestmark = pytest.mark.slow

QUIT, ESCAPE, TAB, ENTER, DOWN = "\x11", "\x1b", "\t", "\r", "\x1b[B"
F2, F4, F6 = "\x1bOQ", "\x1bOS", "\x1b[17~"
ROTATION = ("--rotation", "holdem,razz,triple-draw", "--hands", "1", "--bots", "1")


class Player:
    """A person at a terminal, who checks, calls and stands pat whenever it is their turn."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._pressed_at = 0.0

    @property
    def screen(self) -> str:
        return self.terminal.screen

    @property
    def seated(self) -> int:
        """How many sit at the table of six."""
        self.terminal.expect_text(r"\d of 6")
        found = re.search(r"(\d) of 6", self.screen)
        assert found is not None, self.screen
        return int(found[1])

    def look(self) -> None:
        """Reads the screen, and acts if it asks for it; a key too soon after another would count as held down."""
        self.terminal.read_for(0.05)
        if re.search(r"Your (turn|draw)", self.screen) and time.monotonic() > self._pressed_at + REPEAT_DELAY:
            self.terminal.type_keys("1" if self.shows("Draw 0") else ENTER if self.shows("Draw 1") else "c")
            self._pressed_at = time.monotonic()

    def shows(self, pattern: str) -> bool:
        """Whether the screen matches now."""
        return re.search(pattern, self.screen) is not None


def play_until(players: tuple[Player, ...], condition: Callable[[], bool]) -> None:
    """Has everybody play until something shows."""
    deadline = time.monotonic() + 5 * TIMEOUT_SECONDS
    while not condition():
        screens = "\n\n".join(each.screen for each in players)
        assert time.monotonic() < deadline, f"Waited in vain on\n{screens}"
        for each in players:
            each.look()


@contextmanager
def a_friend(ours: Terminal, *command: str, home: Path) -> Iterator[Terminal]:
    """Runs a command in a larger terminal once the host's table stands."""
    ours.expect_text("Wren's table", "Add bot")
    with run_in_terminal(*command, home=home, columns=120, rows=40) as theirs:
        yield theirs


def test_a_night_from_the_first_hand_to_the_settle_up(tmp_path: Path) -> None:
    port = free_port()
    friend = tmp_path / "friend"
    friend.mkdir()
    join = ("join", f"127.0.0.1:{port}", "--name", "Heron")
    with (
        no_server_left(tmp_path),
        host(tmp_path, port, *ROTATION, clock=60, pause=1) as ours,
        a_friend(ours, *join, home=friend) as theirs,
    ):
        wren, heron = players = Player(ours), Player(theirs)
        play_until(players, lambda: wren.shows("hand 3") and heron.shows("hand 3"))
        theirs.type_keys(TAB)
        theirs.expect_text("Esc")
        theirs.type_keys("good cards, all" + ENTER + ESCAPE)
        ours.expect_text("Heron good cards, all")
        ours.type_keys(".")
        for each in players:
            each.terminal.expect_text("paused by Wren")
        look_things_up(heron)
        ours.type_keys(".")
        for each in players:
            each.terminal.expect_no_text("paused by Wren")
        ours.type_keys("q")
        ours.expect_text("call the last hand")
        ours.type_keys("l")
        ours.expect_text("Sure")
        ours.type_keys("y")
        ours.expect_no_text("Sure|The players")
        play_until(players, lambda: all(each.shows("Statement .* after hand 3") for each in players))
        for each in players:
            each.terminal.expect_text("after hand 3", r"You get|You pay|Nobody owes")
            each.terminal.type_keys(ESCAPE)
            each.terminal.expect_no_text("after hand 3")
        seated = wren.seated
        theirs.type_keys(QUIT)
        theirs.expect_text("Give it up and quit")
        theirs.type_keys(ENTER)
        assert theirs.wait_for_exit() == 0
        ours.expect_text(f"{seated - 1} of 6")
        ours.type_keys(QUIT)
        ours.expect_text("Give it up and quit")
        ours.type_keys(ENTER)
        assert ours.wait_for_exit() == 0
        for each in players:
            assert "Traceback" not in each.terminal.output
            assert each.terminal.is_restored


def look_things_up(player: Player) -> None:
    """Opens the pages of the table one after another, reads a hand and replays it."""
    titles = {F2: "─ the game ─", F4: "all players", F6: "Which hand beats which", "u": "my games"}
    for key, title in titles.items():
        player.terminal.type_keys(key)
        player.terminal.expect_text(title)
        player.terminal.type_keys(ESCAPE)
        player.terminal.expect_no_text(title)
    player.terminal.type_keys("k")
    player.terminal.expect_text("My hands", r"\d hands?  ")
    player.terminal.type_keys(ENTER)
    player.terminal.expect_text("Replay at the table")
    player.terminal.type_keys("r")
    player.terminal.expect_text(r"step 0 of \d+ · before the deal")
    player.terminal.type_keys(DOWN)
    player.terminal.expect_text(r"step [1-9]\d* of \d+")
    player.terminal.type_keys("q")
    player.terminal.expect_text("Replay at the table")
    player.terminal.type_keys("q")
    player.terminal.expect_text("My hands")
    player.terminal.type_keys("q")
    player.terminal.expect_no_text("My hands")
