"""The settings page as text, kept in `golden/`.

`RAILBIRD_RENEW=1 uv run pytest tests/client/settings/test_settings_screen.py` draws it anew.
"""

from __future__ import annotations

import pytest

from railbird_client.settings.player_settings import Settings
from railbird_client.settings.settings_screen import SettingsScreen
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.screen_harness import ScreenHarness, run_screen

GOLDEN = CLIENT_SCREENS
THEMES = ("railbird-night", "railbird-day")


def settings_screen() -> SettingsScreen:
    return SettingsScreen(Settings(name="Wren", theme=THEMES[0]), THEMES, path="~/.config/railbird/settings.json")


async def settle(shown: ScreenHarness) -> None:
    await shown.pilot.pause()
    await shown.wait_until_idle()


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (160, 48)])
async def test_the_page_matches_its_golden_text(size: tuple[int, int]) -> None:
    async with run_screen(settings_screen, size=size) as shown:
        await shown.press(*["down"] * 6)
        await settle(shown)
        golden = GOLDEN / f"settings-{size[0]}x{size[1]}.txt"
        assert_matches_golden_file(golden, shown.text + "\n", __file__)


async def test_it_is_drawn_in_ascii_alone() -> None:
    async with run_screen(settings_screen, ascii_only=True) as shown:
        await settle(shown)
        assert "< four colours >" in shown.text
        assert shown.text.isascii()


async def test_it_says_when_it_is_the_players_turn_below() -> None:
    async with run_screen(settings_screen) as shown:
        screen = shown.app.screen
        assert isinstance(screen, SettingsScreen)
        screen.show_turn_notice(on=True)
        await settle(shown)
        assert "It is your turn: Esc goes back to the table" in shown.text
        screen.show_turn_notice(on=False)
        await settle(shown)
        assert "It is your turn" not in shown.text


async def test_plus_and_minus_and_the_wheel_work_like_the_arrows() -> None:
    async with run_screen(settings_screen) as shown:
        await shown.press("down", "plus", "minus", "minus", "end", "home", "up", "down")
        await settle(shown)
        assert [each.row.value for each in shown.messages_of(SettingsScreen.Changed)] == ["light", "dark"]


def test_a_page_that_is_not_drawn_yet_takes_a_turn_notice() -> None:
    SettingsScreen(Settings(), THEMES, path="settings.json").show_turn_notice(on=True)
