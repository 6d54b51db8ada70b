from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.network.connecting_screens import ConnectingScreen
from railbird_client.player_requests import JoinServer, NewTable, PlayBots, WatchServer
from railbird_client.settings.player_settings import Settings
from railbird_client.shell.app import RailbirdApp
from railbird_client.start.start_screen import StartScreen
from railbird_client.table.table_screen import TableScreen
from railbird_client.widgets.controls import CommandRequested
from railbird_shared import CLOSE_REPLACED
from railbird_shared.protocol.codec import encode
from railbird_shared.protocol.commands import AddBot, Hello, Leave, ListTables, OpenTable, SendChat, Sit
from railbird_shared.protocol.commands import Watch as WatchTable
from railbird_shared.protocol.messages import Accepted, Chat, GoingDown, Lobby, Refused, TableClosed
from support.app_harness import SEATED, accept_command, run_app, run_app_connected
from support.fake_server import empty_step, run_fake_server, table_info, table_snapshot, welcome_message

pytestmark = pytest.mark.slow


async def test_without_a_plan_the_start_screen_opens(tmp_path: Path) -> None:
    async with run_app(None, tmp_path) as running:
        assert isinstance(running.app.screen, StartScreen)
        await running.pilot.press("q")
    assert running.app.return_code == 0


async def test_joining_without_an_address_asks_for_one(tmp_path: Path) -> None:
    async with run_app(JoinServer(), tmp_path) as running:
        await running.wait_for_text("Join a table")
        await running.wait_for_text("Address")


async def test_several_tables_open_the_lobby(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path) as (running, server, _):
        await running.wait_for_text("Attic")
        assert running.settings_file.load().find_tokens(str(server.address), "Wren") == ("secret",)


async def test_takes_a_seat_at_the_only_table_with_a_free_one(tmp_path: Path) -> None:
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as running:
        connection = await server.accept()
        await connection.answer_hello()
        await accept_command(connection, ListTables)
        full = table_info(table="t2", players=("Jay", "Rook"), seats=2)
        await connection.send(Lobby(tables=(table_info(), full)))
        await accept_command(connection, WatchTable)
        await connection.send(table_snapshot())
        await accept_command(connection, Sit)
        await running.wait_for_screen(TableScreen)


async def test_watching_joins_the_only_table_without_a_token(tmp_path: Path) -> None:
    async with run_fake_server() as server, run_app(WatchServer(server.address), tmp_path) as running:
        running.settings_file.update(lambda old: old.with_server(str(server.address), "Wren", "secret"))
        connection = await server.accept()
        assert (await connection.answer_hello()).token == ""
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(players=("Jay", "Rook"), seats=2),)))
        await accept_command(connection, WatchTable)
        await connection.send(table_snapshot())
        await running.wait_for_screen(TableScreen)
        await running.pilot.press("ctrl+q")  # without a seat there is nothing to ask
        await running.wait_until(lambda: running.app.return_code is not None)


async def test_returns_to_a_seat_the_server_kept(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, _, _):
        await running.wait_for_text("Den")


async def test_the_lobby_opens_a_table_and_fills_it(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path) as (running, _, connection):
        await running.pilot.press("n", "tab", "tab", "down", "down", "right", "ctrl+o")
        command = await connection.receive()
        assert isinstance(command, OpenTable)
        assert (command.name, command.game) == ("Wren's table", "holdem")
        await connection.send(Accepted(id=command.id, table="t9"))
        await accept_command(connection, WatchTable)
        await connection.send(table_snapshot(table="t9"))
        await accept_command(connection, Sit)
        await accept_command(connection, AddBot)
        await running.wait_for_screen(TableScreen)


async def test_a_refused_request_is_shown_in_the_lobby(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path) as (running, _, connection):
        await running.pilot.press("w")
        command = await connection.receive()
        await connection.send(Refused(id=command.id, code="x", sentence="That table is [b]closed[/b]."))
        await running.wait_for_text("That table is [b]closed[/b].")
        assert isinstance(running.app.screen, LobbyScreen)


async def test_lobby_chat_is_sent_and_shown(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path) as (running, _, connection):
        await running.pilot.press("tab", "h", "i", "enter")
        said = await connection.receive()
        assert isinstance(said, SendChat)
        assert said.text == "hi"
        await connection.send(Chat(name="Jay", text="[red]hello[/red]"))
        await running.wait_for_text("Jay [red]hello[/red]")


async def test_leaving_a_seat_asks_and_returns_to_the_lobby(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, _, connection):
        await running.pilot.press("l")
        await running.wait_for_text("Give up your seat")
        await running.pilot.press("y")
        await accept_command(connection, Leave)
        await connection.send(TableClosed())
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(),)))
        await running.wait_for_screen(LobbyScreen)
        await running.wait_for_text("Sit down with 200")


async def test_a_closed_table_closes_its_dialogs(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, _, connection):
        await running.pilot.press("ctrl+q")
        await running.wait_for_text("Give it up and quit?")
        await connection.send(TableClosed(reason="Nobody was left at the table."))
        await running.wait_for_screen(LobbyScreen)
        await running.wait_for_text("Nobody was left at the table.")


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_quitting_with_a_seat_asks_once(tmp_path: Path, key: str) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, _, connection):
        await running.pilot.press(key)
        await running.wait_for_text("Give it up and quit?")
        await running.pilot.press("n")
        await running.wait_for_screen(TableScreen)
        pressing = asyncio.create_task(running.pilot.press(key, key))
        await accept_command(connection, Leave)
        await pressing
        await running.wait_until(lambda: running.app.return_code is not None)
    assert (running.app.return_code, running.app.return_value) == (0, "You leave with 200, as much as you brought.")


async def test_ctrl_z_suspends_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    suspended: list[bool] = []
    monkeypatch.setattr(RailbirdApp, "action_suspend_process", lambda _: suspended.append(True))
    async with run_app_connected(tmp_path, SEATED) as (running, _, _):
        await running.pilot.press("tab", "ctrl+z")
    assert suspended == [True]


async def test_a_broken_connection_resumes_at_the_table(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, server, connection):
        await connection.send(empty_step(2))
        connection.abort()
        again = await server.accept()
        hello = await again.answer_hello(table="t1")
        assert hello.resume is not None
        assert hello.resume.seq == 2
        await again.send(empty_step(3))
        await running.wait_until(lambda: "online" in running.text)
        assert isinstance(running.app.screen, TableScreen)


async def test_a_command_while_offline_is_refused_at_the_table(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, server, connection):
        connection.abort()
        await server.accept()  # which never welcomes anybody
        await running.wait_for_text("connection is lost")
        running.app.screen.post_message(CommandRequested(SendChat(text="hello?")))
        await running.wait_for_text("nothing was sent")


async def test_a_restarted_server_returns_players_to_the_lobby(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, server, connection):
        await connection.send(GoingDown(retry=0))
        await running.wait_for_text("The game was ended. You have 200, bought 200, even.")
        await connection.close(1001)
        again = await server.accept()
        await again.answer_hello()
        await again.send(TableClosed(reason="That table is closed."))
        await accept_command(again, ListTables)
        await running.wait_for_screen(LobbyScreen)
        await running.wait_for_text("The server restarted")


async def test_a_replaced_connection_returns_to_the_start_screen(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, _, connection):
        await connection.close(CLOSE_REPLACED)
        await running.wait_for_screen(StartScreen)
        await running.wait_for_text("another window")


async def test_a_server_that_cannot_be_reached_ends_the_program_with_one_sentence(tmp_path: Path) -> None:
    async with run_fake_server() as server:
        address = server.address
    async with run_app(JoinServer(address), tmp_path) as running:
        await running.wait_until(lambda: running.app.return_code is not None)
    assert running.app.return_code == 1
    assert str(address) in (running.app.return_value or "")


async def test_a_failure_from_the_start_screen_returns_to_it(tmp_path: Path) -> None:
    async with run_fake_server() as server:
        address = server.address
    async with run_app(None, tmp_path) as running:
        running.app.screen.post_message(StartScreen.PlanChosen(JoinServer(address)))
        await running.wait_for_text("No server answers")
        assert isinstance(running.app.screen, StartScreen)
        assert running.app.return_code is None


async def test_a_failure_ends_no_program_whose_player_has_chosen_another_server(tmp_path: Path) -> None:
    async with run_fake_server() as gone:
        address = gone.address
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as running:
        await server.accept()
        await running.wait_for_screen(ConnectingScreen)
        await running.pilot.press("escape")
        await running.wait_for_screen(StartScreen)
        running.app.screen.post_message(StartScreen.PlanChosen(JoinServer(address)))
        await running.wait_for_text("No server answers")
        assert isinstance(running.app.screen, StartScreen)
        assert running.app.return_code is None


async def test_connecting_can_be_cancelled(tmp_path: Path) -> None:
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as running:
        await server.accept()
        await running.wait_for_screen(ConnectingScreen)
        await running.pilot.press("escape")
        await running.wait_for_screen(StartScreen)


async def test_a_server_that_does_not_start_ends_the_program_with_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird_client.hosting.hosted_game.log_path", lambda: tmp_path / "server.log")
    monkeypatch.setattr(
        "railbird_client.hosting.hosted_game.serve_command", lambda **_: ("railbird-server-of-nowhere",)
    )
    async with run_app(PlayBots(NewTable()), tmp_path) as running:
        await running.wait_until(lambda: running.app.return_code is not None)
    assert "cannot be started" in (running.app.return_value or "")


@pytest.mark.parametrize(
    "frame",
    [
        '{"type":"step","epoch":"e1","seq":2,"at":0,"public":[{"event":"folded","seat":9}]}',
        '{"type":"step","epoch":"e1","seq":2,"at":0,"public":[{"event":"turn-began","seat":10,"turn":1}]}',
        '{"type":"step","epoch":"e1","seq":2,"at":0,"public":[{"event":"drew","seat":1,"count":-3}]}',
        '{"type":"snapshot"}',
        "not json",
        encode(welcome_message()).decode(),
    ],
)
async def test_a_hostile_frame_does_not_end_the_program(tmp_path: Path, frame: str) -> None:
    async with run_app_connected(tmp_path, SEATED) as (running, _, connection):
        await connection.send_frame(frame)
        await connection.send(TableClosed(reason="The host closed the table."))
        await running.wait_for_screen(LobbyScreen)


async def test_another_name_is_remembered(tmp_path: Path) -> None:
    async with run_app(None, tmp_path) as running:
        await running.app.screen.run_action("app.change_name")
        await running.pilot.press("ctrl+u", "J", "a", "y", "enter")
        await running.wait_for_text("you are Jay")
        assert running.settings_file.load() == Settings(name="Jay")


async def test_a_click_on_the_name_asks_for_another_one(tmp_path: Path) -> None:
    async with run_app(None, tmp_path) as running:
        await running.wait_for_text("you are Wren")
        lines = running.text.splitlines()
        line = next(at for at, text in enumerate(lines) if "you are Wren" in text)
        await running.pilot.click(offset=(lines[line].index("Wren"), line))
        await running.wait_for_text("Your name")


async def test_a_name_is_asked_for_at_the_first_join_and_remembered(tmp_path: Path) -> None:
    async with (
        run_fake_server() as server,
        run_app(JoinServer(server.address), tmp_path, ask_name=True) as running,
    ):
        await running.wait_for_text("This is what the others call you.")
        await running.pilot.press("end", "2", "enter")
        connection = await server.accept()
        hello = await connection.receive()
        assert isinstance(hello, Hello)
        assert hello.name == "Wren2"
        assert running.settings_file.load().name == "Wren2"


async def test_a_name_that_the_server_refuses_is_asked_for_again(tmp_path: Path) -> None:
    refusal = "Choose another name: that one is the house's."
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as running:
        connection = await server.accept()
        hello = await connection.receive()
        await connection.send(Refused(id=hello.id, code="name", sentence=refusal))
        await running.wait_for_text("Your name")
        await running.wait_for_text(refusal)
        await running.pilot.press("ctrl+u", *"Finch", "enter")
        assert (await (await server.accept()).answer_hello()).name == "Finch"
        assert running.settings_file.load().name == "Finch"
