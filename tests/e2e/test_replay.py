"""`railbird replay` as the real program: files in a terminal, a pipe, and files that are none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.replayed_hands import HAND_FILES
from support.terminal import run_in_terminal, wait_for_process_exit

pytestmark = pytest.mark.slow

if sys.platform == "win32":
    pytest.skip("needs the terminals of POSIX", allow_module_level=True)

RIGHT, DOWN, END, PAGE_DOWN = "\x1b[C", "\x1b[B", "\x1b[F", "\x1b[6~"
FROM_A_PIPE = """
import os, sys
command = f"cat '{sys.argv[1]}' | '{sys.executable}' -m railbird_client replay -"
os.execvp("sh", ["sh", "-c", command])
"""


def run(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    """Runs the command without a terminal."""
    command = [sys.executable, "-m", "railbird_client", "replay", *arguments]
    ended = subprocess.run(command, input=given, capture_output=True, check=False)
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def test_a_file_is_looked_at_step_by_step(tmp_path: Path) -> None:
    with run_in_terminal("replay", str(HAND_FILES / "evening.phhs"), home=tmp_path) as terminal:
        terminal.expect_text(r"step 0 of 12 · before the deal · 1 of 3", "Kitchen table")
        children = terminal.children()
        terminal.type_keys(RIGHT)
        terminal.expect_text("step 1 of 12")
        terminal.type_keys(END)
        terminal.expect_text("step 12 of 12", "Wren wins 8")
        terminal.type_keys(PAGE_DOWN)
        terminal.expect_text("step 0 of 10 · before the deal · 2 of 3")
        terminal.type_keys(PAGE_DOWN)
        terminal.expect_text("Hand impossible: line 36, field 'starting_stacks'")
        terminal.type_keys("q")
        assert terminal.wait_for_exit() == 0
    for child in children:
        wait_for_process_exit(child)


@pytest.mark.slow
def test_hands_come_through_a_pipe_and_keys_from_the_terminal(tmp_path: Path) -> None:
    file = str(HAND_FILES / "holdem.phh")
    with run_in_terminal(file, home=tmp_path, program=("-c", FROM_A_PIPE)) as terminal:
        terminal.expect_text("standard input  No-Limit Hold'em 1/2", "step 0 of 18")
        terminal.type_keys(DOWN)
        terminal.expect_text("step 2 of 18 · preflop")
        terminal.type_keys("q")
        assert terminal.wait_for_exit() == 0


def test_the_input_is_not_read_from_a_terminal(tmp_path: Path) -> None:
    with run_in_terminal("replay", "-", home=tmp_path) as terminal:
        assert terminal.wait_for_exit() == 2
        assert "Send a file of hands through a pipe" in terminal.screen


def write(file: Path, found: bytes) -> str:
    file.write_bytes(found)
    return str(file)


OF_CHESS = b'variant = "chess"\nactions = []\nstarting_stacks = [1, 1]\nantes = [0, 0]\n'
IMPOSSIBLE = b'variant = "NT"\nactions = ["p1 f"]\nantes = [0, 0]\nstarting_stacks = [100, "all"]\n'


@pytest.mark.parametrize(
    ("found", "status", "sentence"),
    [
        pytest.param(b"", 2, "{} is empty: there is no hand in it.", marks=pytest.mark.slow),
        pytest.param(bytes(range(256)), 2, "{} is no hand history, for it is no text.", marks=pytest.mark.slow),
        (b"hello\n", 2, "{} cannot be replayed. This is no hand history, for it is no TOML: "),
        pytest.param(
            b"a = 1\n", 2, "{} cannot be replayed. A hand history needs the field 'variant'.", marks=pytest.mark.slow
        ),
        pytest.param(OF_CHESS, 1, "{}, line 1, field ", marks=pytest.mark.slow),
        (IMPOSSIBLE, 1, "{}, line 4, field 'starting_stacks': 'all' in 'starting_stacks' is no amount of chips."),
    ],
    ids=["empty", "binary", "text", "no game", "wrong game", "wrong amount"],
)
def test_what_is_no_hand_is_one_sentence_and_an_exit_status(
    tmp_path: Path, found: bytes, status: int, sentence: str
) -> None:
    file = write(tmp_path / "x.phh", found)
    ended, out, err = run(file)
    assert (ended, out, err.count("\n")) == (status, "", 1)
    assert err.startswith(sentence.format(repr(file)))


@pytest.mark.slow
def test_what_is_no_file_is_one_sentence(tmp_path: Path) -> None:
    assert run(str(tmp_path / "gone")) == (2, "", f"There is no file '{tmp_path / 'gone'}'.\n")
    assert run(str(tmp_path)) == (2, "", f"'{tmp_path}' is a folder: name a file of hands in it.\n")
    large = tmp_path / "large.phh"
    with large.open("wb") as opened:
        opened.truncate(1_000_000_000)
    assert run(str(large)) == (2, "", f"'{large}' is too large: a file of hands has at most 16 megabytes.\n")
    assert run("-", given=b"") == (2, "", "The input is empty: there is no hand in it.\n")


def test_without_a_terminal_nothing_is_drawn() -> None:
    status, out, err = run(str(HAND_FILES / "holdem.phh"))
    assert (status, out) == (2, "")
    assert "terminal" in err
    assert err.count("\n") == 1
