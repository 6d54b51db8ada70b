"""Notices, dialogs, the command palette and repeated keys over the screens of the app."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.events import Key

from railbird_client.history.statement_screen import StatementPage
from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.player_requests import JoinServer
from railbird_client.settings.settings_screen import SettingsScreen
from railbird_client.start.start_screen import StartScreen
from railbird_client.table.table_screen import TableScreen
from railbird_client.widgets.controls import CommandRequested, NoticeRequested
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.commands import Watch as WatchTable
from railbird_shared.protocol.messages import Accepted, Lobby, Refused
from support.app_harness import SEATED, SILENT_OPTIONS, accept_command, run_app, run_app_connected
from support.fake_server import run_fake_server, table_info, table_snapshot
from support.screen_harness import ManualClock

pytestmark = pytest.mark.slow


async def test_the_palette_offers_the_commands_of_the_current_screen(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path) as (running, _, _):
        await running.pilot.press("ctrl+p")
        await running.wait_for_text("Find a table")
        await running.pilot.press("Q", "u", "i", "t")
        await running.wait_for_text("Quit Railbird")


async def test_repeated_escape_closes_the_palette_once(tmp_path: Path) -> None:
    async with run_app(None, tmp_path) as running:
        await running.pilot.press("ctrl+p")
        await running.wait_for_text("Search for commands")
        for _ in range(5):
            running.app.post_message(Key("escape", None))
        await running.wait_for_screen(StartScreen)
        await running.pilot.pause()  # until every key has come
        await running.app.screen.run_action("app.change_name")
        await running.wait_for_text("Your name")


async def test_the_ascii_option_applies_to_the_palette(tmp_path: Path) -> None:
    async with run_app(None, tmp_path, options=replace(SILENT_OPTIONS, ascii=True)) as running:
        await running.pilot.press("ctrl+p")
        await running.wait_for_text("Host a table")
        assert running.text.isascii()
        running.app.search_themes()
        await running.wait_for_text("railbird-night")
        assert running.text.isascii()


async def test_join_addresses_can_be_shown_at_the_table(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, server, _):
        await running.pilot.press("j")
        await running.wait_for_text(f"railbird join {server.address}")


async def test_notices_at_the_table_appear_in_the_action_bar(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED, now=lambda: 100.0) as (running, _, _):
        running.app.show_notice("The settings cannot be kept.")
        await running.wait_for_text("The settings cannot be kept.")
        assert running.text.count("cannot be kept") == 1


async def test_no_box_covers_the_table(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED, now=lambda: 100.0) as (running, _, _):
        controller = running.app._session.controller
        assert controller is not None
        controller.say("You have won the tournament.")
        await running.wait_for_text("You have won the tournament.")
        running.app.post_message(NoticeRequested("The table is saved."))
        await running.wait_for_text("The table is saved.")
        assert not running.app._notifications


async def test_a_recent_notice_is_repeated_at_the_table(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, now=lambda: 100.0) as (running, _, connection):
        running.app.show_notice("The settings cannot be kept.")
        await running.wait_for_text("The settings cannot be kept.")
        await running.pilot.press("w")
        await accept_command(connection, WatchTable)
        await connection.send(table_snapshot())
        await running.wait_for_screen(TableScreen)
        await running.wait_for_text("cannot be kept")
        assert running.text.count("cannot be kept") == 1


async def test_a_refusal_right_after_the_snapshot_shows_one_screen(tmp_path: Path) -> None:
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as running:
        connection = await server.accept()
        await connection.answer_hello()
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(),)))
        await accept_command(connection, WatchTable)
        sitting = await connection.receive()
        full = Refused(id=sitting.id, code="full", sentence="Every seat is taken.")
        await connection.send(table_snapshot(), full)
        await running.wait_for_text("Every seat is taken.")
        assert isinstance(running.app.screen, running.app.main_screen.__class__)
        assert len(running.app.screen_stack) == 2


async def test_repeated_enter_starts_one_session(tmp_path: Path) -> None:
    async with run_fake_server() as server, run_app(None, tmp_path) as running:
        for _ in range(3):
            running.app.screen.post_message(StartScreen.PlanChosen(JoinServer(server.address)))
        connection = await server.accept()
        await connection.answer_hello()
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(), people=1))
        await running.wait_for_screen(LobbyScreen)


@pytest.mark.parametrize("delay", [0.03, 0.25, 0.66])
async def test_enter_held_down_in_a_dialog_does_not_reach_the_screen_below(tmp_path: Path, delay: float) -> None:
    clock = ManualClock()
    async with run_app(None, tmp_path, now=clock) as running:
        await running.app.screen.run_action("app.change_name")
        await running.wait_for_text("Your name")
        await running.pilot.press("enter")
        await running.wait_for_screen(StartScreen)
        clock.seconds += delay
        for _ in range(20):
            running.app.post_message(Key("enter", None))
            await running.pilot.pause()
            clock.seconds += 0.035
        assert isinstance(running.app.screen, StartScreen)


async def test_escape_held_down_closes_one_dialog(tmp_path: Path) -> None:
    clock = ManualClock()
    async with run_app(None, tmp_path, now=clock) as running:
        await running.app.screen.run_action("app.change_name")
        await running.pilot.press("ctrl+p")
        await running.wait_for_text("Search for commands")
        await running.pilot.press("escape")
        await running.wait_for_text("Your name")
        clock.seconds += 0.5
        await running.pilot.press("escape")
        await running.wait_for_text("Your name")
        clock.seconds += 1
        await running.pilot.press("escape")
        await running.wait_for_screen(StartScreen)


async def test_another_key_between_them_tells_two_presses_of_escape_from_a_held_one(tmp_path: Path) -> None:
    clock = ManualClock()
    async with run_app(None, tmp_path, now=clock) as running:
        for _ in range(3):
            await running.pilot.press("s")
            await running.wait_for_screen(SettingsScreen)
            clock.seconds += 0.2
            await running.pilot.press("escape")
            await running.wait_for_screen(StartScreen)
            clock.seconds += 0.2


async def test_the_loss_of_the_connection_is_told_over_a_page_that_covers_the_table(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, _, connection):
        await running.pilot.press("dollar_sign")
        await running.wait_for_screen(StatementPage)
        connection.abort()
        await running.wait_until(
            lambda: any("connection is lost" in str(each.message) for each in running.app._notifications)
        )


async def test_nobody_hears_why_a_table_refuses_in_place_of_which_another_was_chosen(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, now=lambda: 100.0) as (running, _, connection):
        running.app.screen.post_message(CommandRequested(WatchTable(table="t1")))
        first = await connection.receive()
        assert isinstance(first, WatchTable)
        running.app.screen.post_message(CommandRequested(WatchTable(table="t2")))
        second = await connection.receive()
        assert isinstance(second, WatchTable)
        await connection.send(Refused(id=first.id, code="no-such-table", sentence="That table is closed."))
        await connection.send(Accepted(id=second.id), table_snapshot(table="t2", name="Attic"))
        await running.wait_for_screen(TableScreen)
        await running.wait_for_text("Attic")
        assert "That table is closed" not in running.text
        assert not running.app._notifications


async def test_two_sentences_at_once_are_both_in_the_bar(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED, now=lambda: 100.0) as (running, _, _):
        controller = running.app._session.controller
        assert controller is not None
        controller.say("You move.")
        controller.say("A break begins.")
        await running.wait_for_text("You move. A break begins.")
