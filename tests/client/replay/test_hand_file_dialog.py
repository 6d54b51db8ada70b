"""The dialog that opens a file of hands."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from railbird_client.replay.hand_file_dialog import HandFileDialog, ask_for_hands, typed_path
from railbird_client.replay.replay_screen import ReplayScreen
from railbird_client.table.table_options import TableOptions
from railbird_client.widgets.line_input import LineInput
from support.replayed_hands import HAND_FILES
from support.screen_harness import ScreenHarness, StyledApp
from support.timeouts import TIMEOUT_SECONDS


async def submit(app: StyledApp, text: str) -> None:
    """Types the name of a file, and waits until it has been read."""
    assert isinstance(app.screen, HandFileDialog)
    dialog = app.screen
    dialog.query_one(LineInput).value = text
    dialog.action_accept()
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await app.workers.wait_for_complete()


async def test_a_file_is_asked_for_until_it_has_a_hand_and_then_replayed(tmp_path: Path) -> None:
    app = StyledApp()
    async with app.run_test(size=(80, 24)) as pilot:
        harness = ScreenHarness(app, pilot, [])
        ask_for_hands(app, TableOptions())
        await pilot.pause()
        await submit(app, "")
        await pilot.pause()
        assert "Type the name of a file, or press Esc." in harness.text
        await submit(app, str(tmp_path / "gone"))
        await pilot.pause()
        assert "There is no file" in harness.text.replace("\n", " ")
        await submit(app, f"'{HAND_FILES / 'holdem.phh'}'")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.replayer.open_cards
        await pilot.press("escape")
        assert not isinstance(app.screen, ReplayScreen)


async def test_escape_asks_no_more() -> None:
    app = StyledApp()
    async with app.run_test(size=(80, 24)) as pilot:
        ask_for_hands(app, TableOptions())
        await pilot.press("escape")
        assert not isinstance(app.screen, HandFileDialog)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (" hands.phh ", "hands.phh"),
        ("'my hands.phh'", "my hands.phh"),
        ('"my hands.phh"', "my hands.phh"),
        ("'", "'"),
        ("~nobody-of-that-name/x", "~nobody-of-that-name/x"),
        ("", ""),
    ],
)
def test_a_path_is_read_as_it_was_typed_or_dropped(text: str, path: str) -> None:
    assert typed_path(text) == path
