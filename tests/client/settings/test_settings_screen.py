"""The settings page as text, kept in `golden/`.

`RAILBIRD_RENEW=1 uv run pytest tests/client/settings/test_settings_screen.py` draws it anew.
"""

from __future__ import annotations

import pytest

from railbird_client.settings.player_settings import Settings
from railbird_client.settings.settings_screen import SettingsScreen
from railbird_client.widgets.app_look import look_of
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.screen_harness import ScreenHarness, run_screen

GOLDEN = CLIENT_SCREENS
THEMES = ("railbird-night", "railbird-day")


def settings_screen() -> SettingsScreen:
    return SettingsScreen(Settings(name="Wren", theme=THEMES[0]), THEMES)


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
        assert "four colours" in shown.text
        assert shown.text.isascii()


async def test_it_says_when_it_is_the_players_turn_below() -> None:
    async with run_screen(settings_screen) as shown:
        screen = shown.app.screen
        assert isinstance(screen, SettingsScreen)
        screen.show_turn_notice(on=True)
        await settle(shown)
        assert "Your turn" in shown.text
        screen.show_turn_notice(on=False)
        await settle(shown)
        assert "Your turn" not in shown.text


async def test_plus_and_minus_and_the_wheel_work_like_the_arrows() -> None:
    async with run_screen(settings_screen) as shown:
        await shown.press("plus", "minus", "minus", "end", "home", "up", "down")
        await settle(shown)
        assert [each.row.value for each in shown.messages_of(SettingsScreen.Changed)] == ["light", "dark"]


def test_a_page_that_is_not_drawn_yet_takes_a_turn_notice() -> None:
    SettingsScreen(Settings(), THEMES).show_turn_notice(on=True)


async def test_undo_takes_back_one_change_after_the_other() -> None:
    async with run_screen(settings_screen) as shown:
        await shown.press("right", "down", "right", "z", "z", "z")
        await settle(shown)
        rows = [(each.row.label, each.row.value) for each in shown.messages_of(SettingsScreen.Changed)]
        assert rows == [("Theme", "light"), ("Colours", "all"), ("Colours", "as the terminal"), ("Theme", "dark")]
        assert "There is nothing to undo." in shown.text


async def test_everything_becomes_as_at_first_once_the_player_is_sure() -> None:
    async with run_screen(settings_screen) as shown:
        await shown.press("right", *["down"] * 3, "right", "d", "escape")
        assert len(shown.messages_of(SettingsScreen.Changed)) == 2
        await shown.press("d", "enter")
        await settle(shown)
        screen = shown.app.screen
        assert isinstance(screen, SettingsScreen)
        assert screen._settings == Settings(name="Wren", theme=THEMES[0])
        await shown.press("z")
        assert screen._settings == Settings(name="Wren", theme=THEMES[1], two_colour=True)


async def test_the_strip_says_whether_a_change_is_kept() -> None:
    async with run_screen(settings_screen) as shown:
        screen = shown.app.screen
        assert isinstance(screen, SettingsScreen)
        for kept, told in ((True, "Saved."), (False, "The file cannot be written; this holds until you leave.")):
            await shown.press("space")
            screen.show(screen._settings, THEMES, kept=kept)
            await settle(shown)
            assert f"Theme: {'light' if kept else 'dark'}. {told}" in shown.text


async def test_a_click_chooses_a_value_and_nothing_in_the_example_is_amber() -> None:
    async with run_screen(settings_screen, size=(120, 40)) as shown:
        lines = shown.text.splitlines()
        y = next(at for at, line in enumerate(lines) if "   Deck  " in line)
        await shown.click(PixelCanvasWidget, x=lines[y].index("two colours") + 2, y=y)
        assert [each.row.value for each in shown.messages_of(SettingsScreen.Changed)] == ["two colours"]
        canvas = shown.app.screen.query_one(PixelCanvasWidget).canvas
        assert canvas is not None
        palette = look_of(shown.app).palette
        assert palette.turn not in {pixel for row in canvas.pixels for pixel in row}
        assert "An example: nobody waits for you here." in shown.text
