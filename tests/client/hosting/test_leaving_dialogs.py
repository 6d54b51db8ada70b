"""What a host reads who goes away from a game of theirs."""

from __future__ import annotations

import pytest

from railbird_client.hosting.host_dialogs import FarewellDialog
from support.screen_harness import run_screen


@pytest.mark.parametrize(
    ("tournament", "words"),
    [
        (False, ("you sit out", "a running hand does not count")),
        (True, ("your hands are folded", "the tournament is cancelled")),
    ],
)
async def test_a_host_reads_what_becomes_of_the_game(tournament: bool, words: tuple[str, str]) -> None:
    async with run_screen(lambda: FarewellDialog("Heron has a seat.", tournament=tournament)) as shown:
        text = " ".join(shown.text.replace("\u2502", " ").split())
        assert all(each in text for each in words)
