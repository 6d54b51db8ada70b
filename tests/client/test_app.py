from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fake_server import fake_server, snapshot, step, table_info, welcome
from railbird_client.app import RailbirdApp
from railbird_client.link import REPLACED
from railbird_client.plans import Join, Play, TableWish, Watch
from railbird_client.screens.lobby import LobbyScreen
from railbird_client.screens.start import StartScreen
from railbird_client.screens.table import TableScreen
from railbird_client.screens.waiting import WaitingScreen
from railbird_client.settings import Settings
from railbird_shared.codec import encode
from railbird_shared.commands import AddBot, Leave, ListTables, OpenTable, Say, Sit
from railbird_shared.commands import Watch as WatchTable
from railbird_shared.messages import Accepted, Chat, GoingDown, Lobby, Refused, TableClosed
from visiting import hear, in_lobby, program, seated


async def test_without_a_plan_it_asks_what_to_do(tmp_path: Path) -> None:
    async with program(None, tmp_path) as running:
        assert isinstance(running.app.screen, StartScreen)
        await running.pilot.press("q")
    assert running.app.return_code == 0


async def test_joining_without_an_address_asks_for_one(tmp_path: Path) -> None:
    async with program(Join(), tmp_path) as running:
        await running.reads("Join a table")
        await running.reads("Address")


async def test_several_tables_lead_to_the_lobby(tmp_path: Path) -> None:
    async with in_lobby(tmp_path) as (running, server, _):
        await running.reads("Attic")
        assert running.file.load().token(str(server.address), "Wren") == "secret"


async def test_the_only_table_with_a_seat_is_sat_down_at(tmp_path: Path) -> None:
    async with fake_server() as server, program(Join(server.address), tmp_path) as running:
        conversation = await server.accept()
        await conversation.welcome()
        await hear(conversation, ListTables)
        full = table_info(table="t2", players=("Jay", "Rook"), seats=2)
        await conversation.say(Lobby(tables=(table_info(), full)))
        await hear(conversation, WatchTable)
        await conversation.say(snapshot())
        await hear(conversation, Sit)
        await running.reaches(TableScreen)


async def test_the_only_table_is_watched_from_the_rail_by_nobody_in_particular(tmp_path: Path) -> None:
    async with fake_server() as server, program(Watch(server.address), tmp_path) as running:
        running.file.change(lambda old: old.visited(str(server.address), "Wren", "secret"))
        conversation = await server.accept()
        assert (await conversation.welcome()).token == ""
        await hear(conversation, ListTables)
        await conversation.say(Lobby(tables=(table_info(players=("Jay", "Rook"), seats=2),)))
        await hear(conversation, WatchTable)
        await conversation.say(snapshot())
        await running.reaches(TableScreen)
        await running.pilot.press("ctrl+q")  # without a seat there is nothing to ask
        await running.until(lambda: running.app.return_code is not None)


async def test_a_seat_kept_by_the_server_is_gone_back_to(tmp_path: Path) -> None:
    async with seated(tmp_path) as (running, _, _):
        await running.reads("Den")


async def test_the_lobby_opens_a_table_and_fills_it(tmp_path: Path) -> None:
    async with in_lobby(tmp_path) as (running, _, conversation):
        await running.pilot.press("n", "down", "down", "down", "down", "right", "enter")
        command = await conversation.hear()
        assert isinstance(command, OpenTable)
        assert (command.name, command.game, command.seats) == ("Wren's table", "holdem", 6)
        await conversation.say(Accepted(id=command.id, table="t9"))
        await hear(conversation, WatchTable)
        await conversation.say(snapshot(table="t9"))
        await hear(conversation, Sit)
        await hear(conversation, AddBot)
        await running.reaches(TableScreen)


async def test_what_the_server_refuses_on_the_way_is_told_in_the_lobby(tmp_path: Path) -> None:
    async with in_lobby(tmp_path) as (running, _, conversation):
        await running.pilot.press("w")
        command = await conversation.hear()
        await conversation.say(Refused(id=command.id, code="x", sentence="That table is [b]closed[/b]."))
        await running.reads("That table is [b]closed[/b].")
        assert isinstance(running.app.screen, LobbyScreen)


async def test_lobby_talk_goes_both_ways(tmp_path: Path) -> None:
    async with in_lobby(tmp_path) as (running, _, conversation):
        await running.pilot.press("tab", "h", "i", "enter")
        said = await conversation.hear()
        assert isinstance(said, Say)
        assert said.text == "hi"
        await conversation.say(Chat(name="Jay", text="[red]hello[/red]"))
        await running.reads("Jay [red]hello[/red]")


async def test_leaving_a_seat_is_asked_and_leads_to_the_lobby(tmp_path: Path) -> None:
    async with seated(tmp_path) as (running, _, conversation):
        running.app.screen.post_message(TableScreen.LeaveAsked())
        await running.reads("Give up your seat")
        await running.pilot.press("y")
        await hear(conversation, Leave)
        await conversation.say(TableClosed())
        await hear(conversation, ListTables)
        await conversation.say(Lobby(tables=(table_info(),)))
        await running.reaches(LobbyScreen)
        await running.reads("1 table")


async def test_a_table_that_closes_takes_open_dialogs_with_it(tmp_path: Path) -> None:
    async with seated(tmp_path) as (running, _, conversation):
        await running.pilot.press("ctrl+q")
        await running.reads("Give it up and quit?")
        await conversation.say(TableClosed(reason="Nobody was left at the table."))
        await running.reaches(LobbyScreen)
        await running.reads("Nobody was left at the table.")


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_quitting_with_a_seat_is_asked_once(tmp_path: Path, key: str) -> None:
    async with seated(tmp_path) as (running, _, conversation):
        await running.pilot.press(key)
        await running.reads("Give it up and quit?")
        await running.pilot.press("n")
        await running.reaches(TableScreen)
        pressing = asyncio.create_task(running.pilot.press(key, key))
        await hear(conversation, Leave)
        await pressing
        await running.until(lambda: running.app.return_code is not None)
    assert (running.app.return_code, running.app.return_value) == (0, "You leave with 200, as much as you brought.")


async def test_the_shell_gets_the_terminal_back_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    suspended: list[bool] = []
    monkeypatch.setattr(RailbirdApp, "action_suspend_process", lambda _: suspended.append(True))
    async with seated(tmp_path) as (running, _, _):
        await running.pilot.press("tab", "ctrl+z")
    assert suspended == [True]


async def test_a_broken_connection_is_found_again_without_losing_the_place(tmp_path: Path) -> None:
    async with seated(tmp_path) as (running, server, conversation):
        await conversation.say(step(2))
        conversation.break_off()
        again = await server.accept()
        hello = await again.welcome(table="t1")
        assert hello.resume is not None
        assert hello.resume.seq == 2
        await again.say(step(3))
        await running.until(lambda: "online" in running.text)
        assert isinstance(running.app.screen, TableScreen)


async def test_what_is_asked_while_there_is_no_connection_is_told_at_the_table(tmp_path: Path) -> None:
    async with seated(tmp_path) as (running, server, conversation):
        conversation.break_off()
        await server.accept()  # which never welcomes anybody
        await running.reads("connection is lost")
        running.app.screen.post_message(TableScreen.Asked(Say(text="hello?")))
        await running.reads("nothing was sent")


async def test_a_server_that_was_started_anew_sends_its_old_players_to_the_lobby(tmp_path: Path) -> None:
    async with seated(tmp_path) as (running, server, conversation):
        await conversation.say(GoingDown(retry=0))
        await running.reads("The game was ended. You had 200, as much as you brought.")
        await conversation.close(1001)
        again = await server.accept()
        await again.welcome()
        await again.say(TableClosed(reason="That table is closed."))
        await hear(again, ListTables)
        await running.reaches(LobbyScreen)
        await running.reads("The server was started anew")


async def test_being_replaced_ends_the_visit_with_a_word(tmp_path: Path) -> None:
    async with seated(tmp_path) as (running, _, conversation):
        await conversation.close(REPLACED)
        await running.reaches(StartScreen)
        await running.reads("another window")


async def test_a_server_that_cannot_be_reached_ends_the_program_with_one_sentence(tmp_path: Path) -> None:
    async with fake_server() as server:
        address = server.address
    async with program(Join(address), tmp_path) as running:
        await running.until(lambda: running.app.return_code is not None)
    assert running.app.return_code == 1
    assert str(address) in (running.app.return_value or "")


async def test_from_the_start_screen_a_failure_leads_back_to_it(tmp_path: Path) -> None:
    async with fake_server() as server:
        address = server.address
    async with program(None, tmp_path) as running:
        running.app.screen.post_message(StartScreen.Decided(Join(address)))
        await running.reads("No server answers")
        assert isinstance(running.app.screen, StartScreen)
        assert running.app.return_code is None


async def test_waiting_can_be_given_up(tmp_path: Path) -> None:
    async with fake_server() as server, program(Join(server.address), tmp_path) as running:
        await server.accept()
        await running.reaches(WaitingScreen)
        await running.pilot.press("escape")
        await running.reaches(StartScreen)


async def test_a_server_that_does_not_start_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.visit.log_path", lambda: tmp_path / "server.log")
    monkeypatch.setattr("railbird_client.visit.serve_command", lambda **_: ("railbird-server-of-nowhere",))
    async with program(Play(TableWish()), tmp_path) as running:
        await running.until(lambda: running.app.return_code is not None)
    assert "cannot be started" in (running.app.return_value or "")


@pytest.mark.parametrize(
    "frame",
    [
        '{"type":"step","epoch":"e1","seq":2,"at":0,"news":[{"event":"folded","seat":9}]}',
        '{"type":"step","epoch":"e1","seq":2,"at":0,"news":[{"event":"turn-began","seat":10,"turn":1}]}',
        '{"type":"step","epoch":"e1","seq":2,"at":0,"news":[{"event":"drew","seat":1,"count":-3}]}',
        '{"type":"snapshot"}',
        "not json",
        encode(welcome()).decode(),
    ],
)
async def test_a_hostile_frame_does_not_end_the_program(tmp_path: Path, frame: str) -> None:
    async with seated(tmp_path) as (running, _, conversation):
        await conversation.say_raw(frame)
        await conversation.say(TableClosed(reason="The host closed the table."))
        await running.reaches(LobbyScreen)


async def test_another_name_is_remembered(tmp_path: Path) -> None:
    async with program(None, tmp_path) as running:
        await running.pilot.press("n", "ctrl+u", "J", "a", "y", "enter")
        await running.reads("You are Jay")
        assert running.file.load() == Settings(name="Jay")
