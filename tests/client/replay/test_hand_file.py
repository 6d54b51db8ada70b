"""Hands read from a file by a child process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from railbird_client.replay.hand_file import HandFile, HandFileUnreadable
from railbird_shared.history.hand_history import HandReplay, UnplayableHand

pytestmark = pytest.mark.slow

FILES = Path(__file__).parents[2] / "support" / "hand_files"


def read_whole(file: HandFile) -> HandFile:
    file._thread.join()
    return file


def refusal(file: HandFile) -> tuple[str, int]:
    with pytest.raises(HandFileUnreadable) as refused:
        file.wait_for_hand()
    return str(refused.value), refused.value.status


def test_every_hand_of_a_file_can_be_found() -> None:
    file = HandFile(str(FILES / "evening.phhs"))
    assert file.wait_for_hand() == 0
    read_whole(file)
    assert (file.title, file.total, file.is_complete) == ("evening.phhs", 3, True)
    assert [type(file.find(index)) for index in range(4)] == [HandReplay, HandReplay, UnplayableHand, type(None)]


def test_hands_come_from_the_standard_input() -> None:
    file = HandFile("-", (FILES / "holdem.phh").read_bytes())
    assert file.wait_for_hand() == 0
    assert read_whole(file).title == "standard input"


def test_a_file_of_no_hands_is_refused_with_the_sentence_of_the_child(tmp_path: Path) -> None:
    assert refusal(HandFile(str(tmp_path / "gone"))) == (f"There is no file '{tmp_path / 'gone'}'.", 2)
    assert refusal(HandFile("-", b"\0")) == ("The input is no hand history, for it is no text.", 2)


def test_a_file_whose_hands_cannot_be_played_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.phh"
    file.write_text('variant = "NT"\nactions = []\nstarting_stacks = [1, "all"]\n', encoding="utf-8")
    sentence = f"'{file}', line 3, field 'starting_stacks': 'all' in 'starting_stacks' is no amount of chips."
    assert refusal(HandFile(str(file))) == (sentence, 1)
    text = file.read_text(encoding="utf-8")
    file.write_text(f"[1]\n{text}[2]\n{text}", encoding="utf-8")
    assert refusal(HandFile(str(file)))[0].endswith("chips. None of the 2 hands can be played.")


def test_the_first_hand_that_can_be_played_comes_first() -> None:
    line = (FILES / "holdem.phh").read_text(encoding="utf-8")
    file = HandFile("-", f"[a]\nvariant = 1\n[b]\n{line}".encode())
    assert file.wait_for_hand() == 1
    read_whole(file)


def test_a_child_that_fails_is_one_sentence() -> None:
    silent = (sys.executable, "-c", "")
    assert refusal(HandFile("x", command=silent)) == ("The hands could not be played, and nobody knows why.", 2)
    assert refusal(HandFile("x", command=(sys.executable, "-c", "print('x')")))[1] == 1
    with pytest.raises(HandFileUnreadable, match="cannot be played: No such file"):
        HandFile("x", command=("/nowhere/python",))


def test_a_file_that_is_closed_is_read_no_further() -> None:
    endless = (sys.executable, "-c", "while True: print('x', flush=True)")
    file = HandFile("x", command=endless)
    file.close()
    assert file.is_complete
