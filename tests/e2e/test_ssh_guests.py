"""Guests who come with the real OpenSSH client, in a terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from railbird_client.guests.guest_process import GOODBYE
from railbird_client.guests.ssh_door import NO_KEY

if sys.platform == "win32":
    pytest.skip("needs the terminals of POSIX", allow_module_level=True)

from support.ssh_house import SSH, SshHouse, run_ssh_house
from support.terminal import ENTER_SCREEN, Terminal

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not SSH, reason="the OpenSSH client is not installed")]

TURN_SECONDS = 0.6
"""The client takes no key in the first moment of a turn, and one that is held down once."""

OTHER_LINE = "You have come in on another line, so this one ends."


@pytest.fixture
def house(tmp_path: Path) -> Iterator[SshHouse]:
    with run_ssh_house(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshHouse]:
    """A house for tests that mind nobody else in it."""
    with run_ssh_house(tmp_path_factory.mktemp("house")) as running:
        yield running


def play_hand(*players: Terminal) -> None:
    """Checks and calls through hand 1, whoever is to act."""
    while "hand 1 " in players[0].screen:
        for player in players:
            player.read_for(TURN_SECONDS)
            if "Your turn" in player.screen:
                player.type_keys("c")


def test_two_guests_play_a_hand_and_one_comes_back_after_a_kill(house: SshHouse) -> None:
    with house.come_in("Wren", "wren") as wren, house.come_in("Ada", "ada") as ada:
        for guest in (wren, ada):
            guest.expect_text("hand 1 ", "Wren", "Ada")
        play_hand(wren, ada)
        wren.resize(80, 24)
        wren.expect_text("hand 2 ", "Ada")
        assert wren.process.poll() is None
        wren.process.kill()
        wren.wait_for_exit()
        with house.come_in("Somebody", "wren") as back:
            back.expect_text("Wren", "Ada", "2 of 9")
            assert "Somebody" not in back.screen


def test_a_second_line_with_the_same_key_takes_over(house: SshHouse) -> None:
    with house.come_in("Wren", "wren") as first:
        first.expect_text("Wren", "1 of 9")
        with house.come_in("Wren", "wren") as second:
            assert first.wait_for_exit() == 0
            assert first.output.endswith(f"{OTHER_LINE}\r\n")
            assert first.is_restored
            second.expect_text("Wren", "1 of 9")


def test_a_guest_without_a_key_sits_down_and_is_told(house: SshHouse) -> None:
    with house.come_in("Wren", "") as terminal:
        terminal.expect_text("Wren", "1 of 9")
        terminal.type_keys("\x11")
        terminal.read_for(0.5)
        terminal.type_keys("\r")
        terminal.wait_for_exit()
        assert terminal.output.endswith(f"{NO_KEY}\r\n")


def test_control_keys_are_the_games_and_the_escape_of_ssh_is_ssh_s(house: SshHouse) -> None:
    with house.come_in("Wren", "wren") as terminal:
        terminal.expect_text("Wren", "1 of 9")
        terminal.type_keys("\x1a\x1c\x13\x11")
        terminal.expect_text(r"Quit|Leave|leave")
        assert terminal.process.poll() is None
        terminal.type_keys("\r~.")
        assert terminal.wait_for_exit() == 255


def test_a_house_that_closes_tells_its_guests_and_gives_their_terminals_back(house: SshHouse) -> None:
    with house.come_in("Wren", "wren") as terminal:
        terminal.expect_text("Wren", "1 of 9")
        house.close()
        assert terminal.wait_for_exit() == 0
        assert terminal.output.endswith(f"{GOODBYE}\r\n")
        assert terminal.is_restored


def test_nine_guests_come_in(house: SshHouse) -> None:
    with ExitStack() as lines:
        guests = [lines.enter_context(house.come_in(f"Guest {number}", f"key{number}")) for number in range(9)]
        for guest in guests:
            guest.expect_text("9 of 9")


ALL_COLOURS, SOME_COLOURS = "[34]8;2;", "[34]8;5;"


@pytest.mark.parametrize(
    ("options", "environment", "shown"),
    [
        ((), {}, SOME_COLOURS),
        (("-o", "SendEnv=COLORTERM"), {"COLORTERM": "truecolor"}, ALL_COLOURS),
        ((), {"TERM": "alacritty"}, ALL_COLOURS),
        ((), {"TERM": "linux"}, ""),
    ],
)
def test_colours_are_those_of_the_terminal(
    open_house: SshHouse, options: tuple[str, ...], environment: dict[str, str], shown: str
) -> None:
    with open_house.come_in("Wren", "wren", *options, **environment) as terminal:
        terminal.expect_text("Wren")
        painted = terminal.output[terminal.output.index(ENTER_SCREEN) :]
        assert [kind for kind in (ALL_COLOURS, SOME_COLOURS) if re.search(kind, painted)] == ([shown] if shown else [])


@pytest.mark.parametrize(
    ("program", "arguments", "status"),
    [
        ("ssh", ("X@127.0.0.1", "id"), 255),
        ("ssh", ("-tt", "X@127.0.0.1", "sh -i"), 255),
        ("ssh", ("-s", "X@127.0.0.1", "netconf"), 255),
        ("ssh", ("-W", "127.0.0.1:22", "X@127.0.0.1"), 255),
        ("ssh", ("-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22", "X@127.0.0.1"), 255),
        ("ssh", ("-N", "-o", "ExitOnForwardFailure=yes", "-R", "/tmp/x:/tmp/y", "X@127.0.0.1"), 255),
        ("scp", ("-O", "/etc/hostname", "X@127.0.0.1:x"), 1),
        ("scp", ("-s", "/etc/hostname", "X@127.0.0.1:x"), 255),
        ("sftp", ("X@127.0.0.1",), 255),
    ],
)
def test_the_tools_of_openssh_get_nothing(
    open_house: SshHouse, program: str, arguments: tuple[str, ...], status: int
) -> None:
    result = open_house.run(*arguments, program=program)
    assert result.returncode == status, result.stderr
    assert result.stdout == ""


def test_a_guest_whose_terminal_cannot_be_painted_is_led_by_words(house: SshHouse) -> None:
    with house.come_in("Wren", "wren", TERM="dumb") as terminal:
        terminal.expect_text("You sit down at seat 1 with 200.")
        terminal.type_keys("helpp\x7f\r")
        terminal.expect_text("Also: cards; board")
        terminal.type_keys("quit\r")
        terminal.expect_text("Say yes")
        terminal.type_keys("yes\r")
        assert terminal.wait_for_exit() == 0
        assert terminal.output.endswith("You leave with 200, as much as you brought.\r\n")
        assert "\x1b" not in terminal.output
    result = house.run("-T", "Ada@127.0.0.1")  # with an input that ends at once
    assert result.returncode == 0
    assert "You are at Robin's table.\n" in result.stdout
