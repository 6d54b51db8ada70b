"""The settings page over the start screen, the lobby and the table: every key, the mouse, and what changes at once."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.settings.settings_screen import SettingsScreen
from railbird_client.start.start_screen import StartScreen
from railbird_client.table.table_options import BetPreset
from railbird_client.table.table_screen import TableScreen
from railbird_client.widgets.dialogs import NameDialog, PasswordDialog
from railbird_shared.protocol.commands import ChangeName
from railbird_shared.protocol.events import PlayerRenamed
from railbird_shared.protocol.messages import Accepted, Chat, Refused, Step
from support.app_harness import SEATED, AppHarness, accept_command, run_app, run_app_connected

pytestmark = pytest.mark.slow

ROWS = (
    "Theme",
    "Colours",
    "Drawing",
    "Deck",
    "Motion",
    "Showdown",
    "Bell",
    "Hints",
    "All-in",
    "Key 1",
    "Key 2",
)


async def open_settings(harness: AppHarness, key: str = "s") -> None:
    await harness.pilot.press(key)
    await harness.wait_for_screen(SettingsScreen)
    await harness.wait_for_text("kept on this computer")


def is_ascii(harness: AppHarness) -> bool:
    return harness.text.isascii()


async def change(harness: AppHarness, label: str, *keys: str) -> None:
    await harness.pilot.press("home", *["down"] * ROWS.index(label), *keys)
    await harness.pilot.pause()


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (160, 48)])
async def test_every_row_can_be_read_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async with run_app(None, tmp_path, size=size) as harness:
        await open_settings(harness)
        seen = harness.text
        await harness.pilot.press("end")
        seen += harness.text
        for row in (*ROWS, "Key 5"):
            assert f"  {row}  " in seen
        assert "The name that the others see." in seen
        assert "Esc back" in seen


@pytest.mark.parametrize("key", ["escape", "q", "s", "S", "f5"])
async def test_a_key_goes_back(tmp_path: Path, key: str) -> None:
    async with run_app(None, tmp_path) as harness:
        await open_settings(harness)
        await harness.pilot.press(key)
        await harness.wait_for_screen(StartScreen)


async def test_changes_are_seen_at_once_and_kept(tmp_path: Path) -> None:
    async with run_app(None, tmp_path) as harness:
        await open_settings(harness)
        await change(harness, "Theme", "right")
        assert harness.app.theme == "railbird-day"
        await change(harness, "Colours", "end", "home", "down", "right", "right", "right")
        assert harness.app.console.color_system == "standard"
        assert harness.app.theme_variables["background"].lower() == "#ffffff"
        await change(harness, "Drawing", "plus")
        await harness.wait_until(partial(is_ascii, harness))
        await change(harness, "Drawing", "minus")
        await change(harness, "Bell", "right")
        await change(harness, "Showdown", "enter")
        await change(harness, "Motion", "space")
        await change(harness, "Hints", "space")
        await change(harness, "All-in", "right")
        await change(harness, "Key 1", "right", "right")
        kept = harness.settings_file.load()
        assert (kept.theme, kept.colours, kept.ascii, kept.bell, kept.street_pause) == (
            "railbird-day",
            "16",
            False,
            True,
            3.0,
        )
        assert (kept.motion, kept.hints, kept.confirm_all_in, kept.presets[0]) == (False, False, False, BetPreset.THIRD)


async def test_enter_goes_around_the_values_and_arrows_stop(tmp_path: Path) -> None:
    async with run_app(None, tmp_path) as harness:
        await open_settings(harness)
        await change(harness, "Deck", "left")
        assert "four colours" in harness.text
        await change(harness, "Deck", "enter", "enter", "enter")
        assert "two colours" in harness.text


async def test_the_mouse_chooses_rows_and_values(tmp_path: Path) -> None:
    async with run_app(None, tmp_path) as harness:
        await open_settings(harness)
        lines = harness.text.splitlines()
        line = next(at for at, text in enumerate(lines) if "Deck" in text)
        await harness.pilot.click(offset=(6, line))
        await harness.wait_for_text("A colour for each suit, or red")
        await harness.pilot.click(offset=(lines[line].index("two colours") + 2, line))
        await harness.wait_for_text("Deck: two colours. Saved.")
        await harness.pilot.click(offset=(6, line))
        await harness.wait_for_text("Deck: four colours. Saved.")
        await harness.pilot.click(offset=(lines[-1].index("Esc") + 1, len(lines) - 1))
        await harness.wait_for_screen(StartScreen)


@pytest.mark.parametrize("key", ["n", "N", "enter"])
async def test_another_name_is_shown_at_once(tmp_path: Path, key: str) -> None:
    async with run_app(None, tmp_path) as harness:
        await open_settings(harness)
        await harness.pilot.press("end", key)
        await harness.wait_for_screen(NameDialog)
        await harness.pilot.press(*["backspace"] * 4, *"Heron", "enter")
        await harness.wait_for_screen(SettingsScreen)
        await harness.wait_for_text("Heron")
        await harness.pilot.press("escape")
        await harness.wait_for_screen(StartScreen)
        await harness.wait_for_text("Heron")
        assert harness.settings_file.load().name == "Heron"


async def test_an_empty_name_and_one_that_cannot_be_shown_are_refused(tmp_path: Path) -> None:
    async with run_app(None, tmp_path) as harness:
        await open_settings(harness)
        await harness.pilot.press("n")
        await harness.wait_for_screen(NameDialog)
        await harness.pilot.press(*["backspace"] * 4, "enter")
        await harness.wait_for_text("Give a name of 1 to 16 characters that can be shown.")
        await harness.pilot.press("escape")
        await harness.wait_for_screen(SettingsScreen)
        assert harness.app.settings.player == "Wren"


async def test_v_asks_for_a_file_of_hands(tmp_path: Path) -> None:
    async with run_app(None, tmp_path) as harness:
        await harness.pilot.press("v")
        await harness.wait_for_text("Replay hands")


async def test_the_palette_opens_the_settings(tmp_path: Path) -> None:
    async with run_app(None, tmp_path) as harness:
        commands = {command.title: command.callback for command in harness.app.get_system_commands(harness.app.screen)}
        await harness.app.run_action("open_settings")
        await harness.wait_for_screen(SettingsScreen)
        assert "Settings" in commands


async def test_the_table_takes_changed_settings_and_other_characters(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (harness, _, _):
        await open_settings(harness, "f5")
        await change(harness, "Deck", "right")
        await change(harness, "Drawing", "right")
        await harness.pilot.press("escape")
        await harness.wait_for_screen(TableScreen)
        await harness.wait_until(partial(is_ascii, harness))
        screen = harness.app.screen
        assert isinstance(screen, TableScreen)
        assert (screen._model.options.two_colour, screen._model.options.ascii) == (True, True)


async def test_the_lobby_has_the_settings_too(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path) as (harness, _, _):
        await open_settings(harness, "f5")
        await change(harness, "Drawing", "right")
        await harness.pilot.press("escape")
        await harness.wait_for_screen(LobbyScreen)
        await harness.wait_until(partial(is_ascii, harness))


async def change_characters(harness: AppHarness, key: str) -> None:
    """Opens the settings with a key, changes to plain letters and goes back."""
    screen = type(harness.app.screen)
    await open_settings(harness, key)
    await change(harness, "Drawing", "right")
    await harness.pilot.press("escape")
    await harness.wait_for_screen(screen)
    await harness.wait_until(partial(is_ascii, harness))


async def test_a_password_that_was_asked_for_is_not_asked_for_again_in_other_characters(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path) as (harness, _, connection):
        await harness.pilot.press("w")
        watching = await connection.receive()
        await connection.send(Refused(id=watching.id, code="password-needed", sentence="This table is locked."))
        await harness.wait_for_screen(PasswordDialog)
        await harness.pilot.press("escape")
        await harness.wait_for_screen(LobbyScreen)
        await change_characters(harness, "f5")
        await connection.send(Chat(name="Jay", text="hello"))
        await harness.wait_for_text("Jay hello")
        assert isinstance(harness.app.screen, LobbyScreen)


async def test_the_start_screen_keeps_its_notice_and_its_search_in_other_characters(tmp_path: Path) -> None:
    searches: list[object] = []

    async def search(show: object) -> None:
        searches.append(show)
        await asyncio.get_running_loop().create_future()

    async with run_app(None, tmp_path, search=search) as harness:
        start = await harness.app._show_start_screen("The table closed.")
        await harness.wait_until(lambda: start._show_servers in searches)
        searches.clear()
        await change_characters(harness, "s")
        await harness.pilot.pause()
        assert "The table closed." in harness.text
        assert searches == []


async def take_name(harness: AppHarness, name: str) -> None:
    await open_settings(harness, "f5")
    await harness.pilot.press("n")
    await harness.wait_for_screen(NameDialog)
    await harness.pilot.press("ctrl+u", *name, "enter")
    await harness.wait_for_screen(SettingsScreen)
    await harness.pilot.press("escape")


async def test_another_name_in_the_lobby_reaches_the_server_at_once(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path) as (harness, _, connection):
        await take_name(harness, "Heron")
        await accept_command(connection, ChangeName)
        await harness.wait_for_screen(LobbyScreen)
        await harness.wait_for_text("you are Heron")
        (visited,) = harness.settings_file.load().servers
        assert (visited.name, visited.token) == ("Heron", "secret")


async def test_at_a_seat_everybody_reads_the_new_name_at_once(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (harness, _, connection):
        await take_name(harness, "Jay")
        command = await connection.receive()
        assert command == ChangeName(id=command.id, name="Jay")
        renamed = Step(epoch="e1", seq=2, at=0, public=(PlayerRenamed("Wren", "Jay", 1),))
        await connection.send(Accepted(id=command.id), renamed)
        await harness.wait_for_text("Wren is called Jay now")
        await harness.wait_until(lambda: harness.settings_file.load().name == "Jay")


async def test_a_name_that_the_server_refuses_is_not_kept(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (harness, _, connection):
        await take_name(harness, "Heron")
        command = await connection.receive()
        assert isinstance(command, ChangeName)
        await connection.send(Refused(id=command.id, code="name-taken", sentence="Another player is called Heron."))
        await harness.wait_for_text("Another player is called Heron.")
        assert harness.settings_file.load().name in ("", "Wren")


async def test_the_palette_asks_for_another_name_at_a_table_too(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (harness, _, _):
        await harness.pilot.press("ctrl+p")
        await harness.wait_for_text("Search for commands")
        await harness.pilot.press(*"change your", "enter")
        await harness.wait_for_screen(NameDialog)
