"""The application started for a file of hands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.replay.hand_file import HandFile
from railbird_client.replay.replay_screen import ReplayScreen
from railbird_client.replay.replayer import ReplayKey
from railbird_client.settings.player_settings import SettingsFile
from railbird_client.settings.settings_screen import SettingsScreen
from railbird_client.shell.app import RailbirdApp
from support.app_harness import SILENT_OPTIONS, AppHarness, run_app_connected
from support.replayed_hands import HAND_FILES

pytestmark = pytest.mark.slow


@asynccontextmanager
async def replaying(name: str, folder: Path) -> AsyncIterator[AppHarness]:
    settings = SettingsFile(folder / "settings.json")
    hands = HandFile(str(HAND_FILES / name))
    app = RailbirdApp(None, file=settings, player="Wren", options=SILENT_OPTIONS, replayed=hands)
    async with app.run_test(size=(100, 40)) as pilot:
        yield AppHarness(app, pilot, settings)


async def test_the_hands_are_shown_at_once_with_all_cards_of_the_file(tmp_path: Path) -> None:
    async with replaying("holdem.phh", tmp_path) as running:
        await running.wait_for_text("step 0 of 18")
        assert isinstance(running.app.screen, ReplayScreen)
        assert running.app.screen.replayer.open_cards
        await running.pilot.press("escape")
        await running.wait_until(lambda: running.app._exit)
        assert not running.app.return_code


async def test_the_palette_has_every_key(tmp_path: Path) -> None:
    async with replaying("holdem.phh", tmp_path) as running:
        await running.wait_for_text("step 0 of 18")
        titles = {command.title for command in running.app.get_system_commands(running.app.screen)}
        assert {key.description for key in ReplayKey} <= titles
        await running.pilot.press("ctrl+p", *"end of the hand")
        await running.wait_for_text("To the end of the hand")
        await running.pilot.press("enter")
        await running.wait_for_text("step 18 of 18")


def is_ascii(running: AppHarness) -> bool:
    return running.text.isascii()


async def test_a_setting_counts_at_once_in_an_open_replay(tmp_path: Path) -> None:
    async with replaying("holdem.phh", tmp_path) as running:
        await running.wait_for_text("step 0 of 18")
        assert not running.text.isascii()
        await running.pilot.press("f5")
        await running.wait_for_screen(SettingsScreen)
        await running.pilot.press("down", "down", "right", "escape")  # drawing: plain letters
        await running.wait_for_screen(ReplayScreen)
        await running.wait_until(partial(is_ascii, running))
        await running.pilot.press("end")
        await running.wait_for_text("step 18 of 18")
        assert running.text.isascii()


async def test_the_screen_below_a_replay_is_drawn_anew_once_it_is_seen_again(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path) as (running, _, _):
        replay = ReplayScreen.of_file(HandFile(str(HAND_FILES / "holdem.phh")), SILENT_OPTIONS)
        await running.app.push_screen(replay)
        await running.pilot.press("f5")
        await running.wait_for_screen(SettingsScreen)
        await running.pilot.press("down", "down", "right", "escape")  # drawing: plain letters
        await running.wait_for_screen(ReplayScreen)
        await running.pilot.press("escape")
        await running.wait_for_screen(LobbyScreen)
        await running.wait_until(partial(is_ascii, running))
