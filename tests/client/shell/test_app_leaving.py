"""Leaving: the question before it, the result after it, and the sentence when the server ends the game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.follow.followed_tables import FollowController
from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.network.connecting_screens import ConnectingScreen
from railbird_client.player_requests import JoinServer
from railbird_client.settings.settings_screen import SettingsScreen
from railbird_client.shell.session_runner import SessionRunner
from railbird_client.start.start_screen import StartScreen
from railbird_client.table.table_screen import TableScreen
from railbird_client.widgets.controls import KeyHint
from railbird_client.widgets.dialogs import ConfirmDialog, NameDialog
from railbird_shared.protocol.commands import Leave, ListHands, ListTables, Watch
from railbird_shared.protocol.messages import Accepted, GoingDown, Hands, Lobby, Refused, Snapshot, TableClosed
from railbird_shared.protocol.view import SeatView
from support.app_harness import SEATED, accept_command, run_app, run_app_connected
from support.fake_server import run_fake_server, table_info, table_snapshot

pytestmark = pytest.mark.slow

FOLD_WARNING = "If you go now, your hand is folded"


def with_chips(stack: int, *, playing: bool = False) -> Snapshot:
    """A table where Wren, who bought in for 200, has so many chips."""
    message = table_snapshot(seated=True)
    seats = (SeatView(1, "Wren", stack, in_hand=playing, bought_in=200), SeatView(2, "Heron", 200, in_hand=playing))
    return replace(message, view=replace(message.view, seats=seats, playing=playing, hand=7))


async def test_leaving_shows_the_result_in_the_lobby(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, with_chips(238)) as (running, _, connection):
        await running.pilot.press("l")
        await running.wait_for_text("Give up your seat")
        assert FOLD_WARNING not in running.text
        await running.pilot.press("y")
        await accept_command(connection, Leave)
        await connection.send(TableClosed())
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(),)))
        await running.wait_for_screen(LobbyScreen)
        await running.wait_for_text("You leave with 238, 38 more than")


async def test_leaving_during_a_hand_warns_that_it_folds(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, with_chips(180, playing=True)) as (running, _, _):
        await running.pilot.press("l")
        await running.wait_for_text(FOLD_WARNING)
        await running.wait_for_text("Give up your seat and leave the table?")
        await running.pilot.press("n")
        await running.pilot.press("ctrl+q")
        await running.wait_for_text(FOLD_WARNING)
        await running.wait_for_text("Give it up and quit?")


async def test_quitting_from_a_seat_prints_the_result(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, with_chips(150)) as (running, _, connection):
        pressing = asyncio.create_task(running.pilot.press("ctrl+q", "ctrl+q"))
        await accept_command(connection, Leave)
        await pressing
        await running.wait_until(lambda: running.app.return_code is not None)
    assert (running.app.return_code, running.app.return_value) == (0, "You leave with 150, 50 less than you brought.")
    (visited,) = running.settings_file.load().servers
    assert visited.result == -50
    assert visited.visited > 0


async def test_a_player_who_quits_twice_in_one_breath_is_not_asked(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, with_chips(150)) as (running, _, connection):
        await running.app.action_quit()
        await running.app.action_quit()
        await accept_command(connection, Leave)
        await running.wait_until(lambda: running.app.return_code is not None)
    assert running.app.return_value == "You leave with 150, 50 less than you brought."


async def test_the_program_ends_once_the_screen_that_it_shows_is_whole(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, table_snapshot(seated=False)) as (running, _, _):
        app = running.app

        async def quit_and_show() -> None:
            await app.leaving.quit(ask=False).wait()
            await app.push_screen(LobbyScreen(LobbyState("Wren", "den:7777")))

        app.call_later(quit_and_show)
        await running.wait_until(lambda: app.return_code is not None)
    assert app.return_code == 0


async def test_a_refused_leave_prints_no_result(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, with_chips(150)) as (running, _, connection):
        pressing = asyncio.create_task(running.pilot.press("ctrl+q", "ctrl+q"))
        command = await connection.receive()
        assert isinstance(command, Leave)
        await connection.send(Refused(id=command.id, code="no", sentence="Not now."))
        await pressing
        await running.wait_until(lambda: running.app.return_code is not None)
    assert running.app.return_value is None


async def test_guests_see_their_result_when_the_game_is_ended(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, with_chips(198)) as (running, _, connection):
        await connection.send(GoingDown(retry=60_000))
        await connection.close()
        ended = "The game was ended. You have 198, bought 200, −2."
        await running.wait_for_text(ended)
        await running.wait_for_text("lost")
        assert "Your seat is kept" not in running.text
        assert "L  Leave" in running.text
        assert "Sit out" not in running.text
        await running.pilot.press("l")  # there is nothing left to ask
        await running.wait_for_screen(StartScreen)
        await running.wait_for_text(ended)


async def test_quitting_an_ended_game_does_not_ask_and_prints_the_result(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, with_chips(198)) as (running, _, connection):
        await connection.send(GoingDown(retry=60_000))
        await running.wait_for_text("The game was ended")
        await running.pilot.press("ctrl+q")
        await running.wait_until(lambda: running.app.return_code is not None)
    assert running.app.return_value == "The game was ended. You have 198, bought 200, −2."


async def test_a_snapshot_clears_the_ended_notice(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, with_chips(198)) as (running, _, connection):
        await connection.send(GoingDown(retry=60_000))
        await running.wait_for_text("The game was ended")
        await connection.send(with_chips(198))
        await running.wait_until(lambda: "The game was ended" not in running.text)


async def test_the_ledger_opens_as_its_own_page(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, with_chips(238)) as (running, _, _):
        await running.pilot.press("dollar_sign")
        await running.wait_for_text("Statement")
        await running.wait_for_text("+38")
        await running.pilot.press("dollar_sign")
        await running.wait_for_screen(TableScreen)


async def test_a_question_goes_with_the_table_and_is_asked_anew_at_the_next(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, _, connection):
        await running.pilot.press("ctrl+q")
        await running.wait_for_screen(ConfirmDialog)
        await connection.send(TableClosed(reason="The table is closed."))
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(), table_info(table="t2"))))
        await running.wait_for_screen(LobbyScreen)
        await running.pilot.press("w")
        await accept_command(connection, Watch)
        await connection.send(table_snapshot(seated=True, epoch="e9"))
        await running.wait_for_screen(TableScreen)
        await running.pilot.press("ctrl+q")
        await running.wait_for_screen(ConfirmDialog)


async def test_a_question_to_leave_makes_way_for_the_one_to_quit(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, _, _):
        await running.pilot.press("l")
        await running.wait_for_text("Give up your seat and leave the table?")
        await running.pilot.press("ctrl+q")
        await running.wait_for_text("Give it up and quit?")
        await running.pilot.press("escape")
        await running.wait_for_screen(TableScreen)
        assert len(running.app.screen_stack) == 2


async def test_all_that_was_said_in_the_lobby_is_said_at_the_table_that_opens(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, now=lambda: 100.0) as (running, _, connection):
        running.app.show_notice("The first.")
        running.app.show_notice("The second.")
        await connection.send(table_snapshot(seated=True))
        await running.wait_for_screen(TableScreen)
        await running.wait_for_text("The first. The second.")


async def test_a_notice_over_a_page_is_not_hidden_by_it(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, _, _):
        await running.pilot.press("f5")
        await running.wait_for_screen(SettingsScreen)
        running.app.show_notice("The settings cannot be kept.")
        await running.wait_until(lambda: [each.message for each in running.app._notifications] != [])


async def test_a_third_wish_to_quit_waits_for_the_same_answer(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, with_chips(150)) as (running, _, connection):
        for _ in range(3):
            await running.app.action_quit()
            await running.pilot.pause()
        await accept_command(connection, Leave)
        await running.wait_until(lambda: running.app.return_code is not None)
    assert running.app.return_value == "You leave with 150, 50 less than you brought."


async def test_a_second_press_does_not_leave_the_table_again(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, table_snapshot(seated=False)) as (running, _, connection):
        await running.pilot.press("l")
        asked = await connection.receive()
        assert isinstance(asked, Leave)
        await running.pilot.press("l")
        await connection.send(Accepted(id=asked.id), TableClosed())
        await accept_command(connection, ListTables)


async def test_a_player_who_quits_while_they_leave_has_left_before(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, with_chips(150)) as (running, _, connection):
        await running.pilot.press("l")
        await running.wait_for_text("Give up your seat")
        await running.pilot.press("y")
        asked = await connection.receive()
        assert isinstance(asked, Leave)
        await running.pilot.press("ctrl+q")
        await connection.send(Accepted(id=asked.id))
        await running.wait_until(lambda: running.app.return_code is not None)
    assert running.app.return_value == "You leave with 150, 50 less than you brought."
    (visited,) = running.settings_file.load().servers
    assert visited.result == -50


async def test_a_player_quits_though_the_table_does_not_answer(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, table_snapshot(seated=False)) as (running, _, connection):
        await running.pilot.press("l")
        assert isinstance(await connection.receive(), Leave)
        await running.pilot.press("ctrl+q")
        await running.wait_until(lambda: running.app.return_code is not None)


async def test_a_page_that_is_covered_shows_its_answer_once_it_is_seen_again(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path) as (running, _, connection):
        await running.pilot.press("k")
        await running.wait_for_text("The hands are being looked for")
        running.app.action_change_name()
        await running.wait_for_screen(NameDialog)
        asked = await connection.receive()
        assert isinstance(asked, ListHands)
        await connection.send(Accepted(id=asked.id), Hands(hands=(), total=0))
        controller = running.app._session.controller
        assert controller is not None
        await running.wait_until(lambda: controller.past_hands.known.hands is not None)
        await running.pilot.press("escape")
        await running.wait_for_text("You have played no such hand here yet.")


async def test_a_question_that_is_covered_goes_with_what_covers_it(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, _, _):
        await running.pilot.press("l")
        await running.wait_for_text("Give up your seat and leave the table?")
        running.app.action_change_name()
        await running.wait_for_screen(NameDialog)
        await running.pilot.press("ctrl+q")
        await running.wait_for_text("Give it up and quit?")
        await running.pilot.press("escape")
        await running.wait_for_screen(TableScreen)
        assert len(running.app.screen_stack) == 2


async def test_no_other_name_is_taken_while_the_server_has_not_answered(tmp_path: Path) -> None:
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as running:
        await server.accept()
        await running.wait_for_screen(ConnectingScreen)
        running.app.action_change_name()
        await running.pilot.pause()
        commands = running.app.get_system_commands(running.app.screen)
        assert "Change your name" not in {command.title for command in commands}
        assert running.app.screen is running.app.main_screen


async def test_no_other_name_is_taken_while_a_session_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_app(None, tmp_path) as running:
        running.app.action_change_name()
        await running.wait_for_screen(NameDialog)
        monkeypatch.setattr(SessionRunner, "is_running", True)  # its modules are still being imported
        await running.pilot.press("x", "enter")
        await running.wait_until(lambda: bool(running.app._notifications))
        assert running.app.settings.player == "Wren"
        running.app.action_change_name()
        await running.wait_for_screen(StartScreen)


async def test_a_click_goes_back_from_a_server_that_does_not_answer(tmp_path: Path) -> None:
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as running:
        await server.accept()
        await running.wait_for_screen(ConnectingScreen)
        await running.pilot.click(KeyHint)
        await running.wait_for_screen(StartScreen)
        await running.pilot.press("question_mark")
        await running.wait_until(lambda: not isinstance(running.app.screen, StartScreen))


async def test_what_was_said_in_the_lobby_does_not_hide_what_is_said_on_arrival(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FollowController, "place", lambda *_: "Table 1 of 2.")
    async with run_app_connected(tmp_path, now=lambda: 100.0) as (running, _, connection):
        running.app.show_notice("The first.")
        await connection.send(table_snapshot(seated=True))
        await running.wait_for_screen(TableScreen)
        await running.wait_for_text("The first. Table 1 of 2.")
