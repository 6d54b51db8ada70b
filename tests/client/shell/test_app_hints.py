"""Hints and the ranking card at the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.settings.player_settings import SettingsFile
from railbird_client.settings.settings_screen import SettingsScreen
from railbird_client.table.turn import outs
from railbird_client.widgets.page_screen import Page
from support.app_harness import SEATED, run_app_connected
from support.screen_harness import run_table_screen
from support.view_builders import draw_view, holdem_view, omaha_view, stud_view

pytestmark = pytest.mark.slow


def kept_hints(folder: Path) -> bool:
    return SettingsFile(folder / "settings.json").load().hints


async def test_f3_switches_the_hints_off_and_on_and_keeps_that(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, _, _):
        await running.pilot.press("f3")
        await running.wait_until(lambda: not kept_hints(tmp_path))
        await running.pilot.press("f3")
        await running.wait_until(lambda: kept_hints(tmp_path))


async def test_the_settings_page_knows_what_f3_has_set(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, _, _):
        await running.pilot.press("f3")
        await running.wait_until(lambda: not kept_hints(tmp_path))
        await running.pilot.press("f5")
        await running.wait_for_screen(SettingsScreen)
        await running.wait_until(lambda: any("Hints " in line and " off" in line for line in running.text.splitlines()))


@pytest.mark.parametrize("view", [holdem_view(), stud_view(), draw_view(), omaha_view("omaha8", "As 2d Kc 3d")])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 48)])
async def test_f6_shows_which_hand_beats_which(view: object, size: tuple[int, int]) -> None:
    async with run_table_screen(view, size=size) as player:  # type: ignore[arg-type]
        await player.press("f6")
        assert isinstance(player.app.screen, Page)
        text = player.text
        assert "Straight flush" in text
        assert "Which hand beats which" in text
        await player.press("escape")
        assert not isinstance(player.app.screen, Page)


async def test_a_table_prepares_its_hints_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[object] = []
    monkeypatch.setattr(outs, "prepare", prepared.append)
    async with run_table_screen(holdem_view()) as player:
        player.app.table._prepare_hints()
        await player.app.workers.wait_for_complete()
        assert prepared == [holdem_view().rules]
        session = player.app.table_model
        session.change_options(replace(session.options, hints=False))
        player.app.table._prepare_hints()
        await player.app.workers.wait_for_complete()
    assert len(prepared) == 1


async def test_f6_closes_what_it_has_opened() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("f6")
        await player.press("f6")
        assert not isinstance(player.app.screen, Page)
