"""A host at their own game: coming back to it, and going away from it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.hosting.host_dialogs import FarewellDialog, GameRunsDialog, LastGameDialog
from railbird_client.hosting.hosted_game import HostedGame, RunningGame
from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.network.link import Requests
from railbird_client.player_requests import HostTable, NewTable
from railbird_client.shell.leaving import HostQuestions
from railbird_client.shell.server_access import AccessEvent, ServerAccess
from railbird_client.shell.table_access import TableAccess
from railbird_client.start.start_screen import StartScreen
from railbird_client.table.table_screen import TableScreen
from railbird_shared.network.doors import Door, Doors
from railbird_shared.network.run_file import RUN_FILE_NAME, RunFile, encode_run_file
from railbird_shared.protocol.commands import Command, Leave, ListTables, OpenTable, SitOut, StopServer, Watch
from railbird_shared.protocol.messages import Accepted, Lobby, Refused, Snapshot, TableClosed, TableInfo
from railbird_shared.protocol.view import SeatView
from railbird_shared.tournament.messages import Tournaments
from support.app_harness import AppHarness, accept_command, run_app
from support.controller_harness import NoTokens
from support.fake_server import FakeServerConnection, run_fake_server, table_info, table_snapshot, welcome_message
from support.tournament_views import registering

pytestmark = pytest.mark.slow

ALONE = table_snapshot(seated=True)
HERON = SeatView(2, "Heron", 340, bought_in=200)
WITH_HERON = replace(ALONE, view=replace(ALONE.view, seats=(ALONE.view.seats[0], HERON)))
WITH_BOT = replace(ALONE, view=replace(ALONE.view, seats=(ALONE.view.seats[0], replace(HERON, bot=True))))
DEN = table_info(players=("Wren", "Heron"))


NEW_GAME = HostTable(NewTable())


class HostHarness:
    """A host's application and the server of their game; the server answers a listing with `lobby`."""

    def __init__(self, running: AppHarness, connection: FakeServerConnection, port: int) -> None:
        self.app = running
        self.port = port
        self.connection = connection
        self.lobby = Lobby(tables=(DEN,), people=1)

    async def answer(self, kind: type[Command]) -> Command:
        """Accepts the next command of that kind; listings asked for before it are answered."""
        while True:
            command = await self.connection.receive()
            await self.connection.send(Accepted(id=command.id))
            if isinstance(command, kind):
                return command
            assert isinstance(command, ListTables), command
            await self.connection.send(self.lobby)

    async def answer_listing(self) -> None:
        await accept_command(self.connection, ListTables)
        await self.connection.send(self.lobby)


@asynccontextmanager
async def run_host(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    tables: tuple[TableInfo, ...] = (DEN,),
    resumed: bool = False,
    plan: HostTable = NEW_GAME,
) -> AsyncIterator[HostHarness]:
    """Runs the application of a host who is welcomed at their game, up to their first listing of its tables."""
    async with run_fake_server() as server, run_app(None, folder) as running:

        async def run(session: ServerAccess, on_event: Callable[[AccessEvent], object]) -> None:
            assert session.own_game is not None
            session.own_game.resumed = resumed
            session.own_game.running = RunningGame(server.address, os.getpid(), "secret")
            await session._run_link(server.address, on_event)

        async def gone(*_: object) -> None:
            return None

        monkeypatch.setattr(ServerAccess, "run", run)
        monkeypatch.setattr(HostedGame, "wait_until_ended", gone)
        running.app.screen.post_message(StartScreen.PlanChosen(plan))
        connection = await server.accept()
        hello = await connection.answer_hello(table="t1" if tables else "")
        assert hello.owner == "secret", "by which the server knows that its owner is here"
        harness = HostHarness(running, connection, server.address.port)
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=tables, people=1))
        yield harness


@asynccontextmanager
async def run_host_at_table(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    snapshot: Snapshot,
    *,
    resumed: bool = True,
    plan: HostTable = NEW_GAME,
) -> AsyncIterator[HostHarness]:
    """Runs the application of a host who is at their table."""
    async with run_host(folder, monkeypatch, resumed=resumed, plan=plan) as host:
        await accept_command(host.connection, Watch)
        await host.connection.send(snapshot)
        await host.app.wait_for_screen(TableScreen if resumed else LastGameDialog)
        yield host


def record_plans(host: HostHarness, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Returns the plans that the application begins to carry out from now on."""
    plans: list[object] = []

    async def start(plan: object) -> None:
        plans.append(plan)

    monkeypatch.setattr(host.app.app.host_questions, "start", start)
    return plans


# --- coming back


async def test_a_host_of_a_new_game_opens_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_host(tmp_path, monkeypatch, tables=()) as host:
        command = await host.answer(OpenTable)
        assert isinstance(command, OpenTable)
        assert command.name == "Wren's table"


async def test_a_host_who_has_opened_a_table_sees_how_friends_join(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird_client.shell.server_access.lan_addresses", lambda: ("192.0.2.17",))
    async with run_host(tmp_path, monkeypatch, tables=()) as host:
        await host.answer(OpenTable)
        await host.answer(Watch)
        await host.connection.send(table_snapshot())
        await host.app.wait_for_text("friends join with")
        await host.app.wait_for_text("Friends on your network find Wren's game")
        await host.app.pilot.press("escape")
        await host.app.wait_for_screen(TableScreen)


async def test_a_host_comes_back_to_a_game_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_host_at_table(tmp_path, monkeypatch, WITH_HERON) as host:
        await host.app.wait_for_text("Your game of this evening is still running: you are back, and its host.")


def test_a_host_without_a_seat_comes_back_to_the_table_that_they_host() -> None:
    tables = (replace(DEN, table="t2", host="Jay"), replace(DEN, table="t3"))
    server = ServerAccess(HostTable(NewTable()), name="Wren", tokens=NoTokens())
    access = TableAccess(server, Requests(lambda: server.link), lambda _: None)
    server.welcome = welcome_message()
    assert access.own_table(tables) == "t3"
    server.welcome = welcome_message(table="t9")
    assert access.own_table(tables) == "t9"
    server.welcome = welcome_message(name="Robin")
    assert access.own_table(tables) == "t2"


async def test_last_nights_tables_are_shown_with_everybodys_chips(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_host_at_table(tmp_path, monkeypatch, WITH_HERON, resumed=False) as host:
        for words in ("Your last game", "Wren", "200 chips", "Heron", "340 chips", "Begin anew"):
            await host.app.wait_for_text(words)
        await host.app.pilot.press("enter")
        await host.app.wait_for_screen(TableScreen)


async def test_a_host_who_types_a_password_reads_that_last_nights_tables_keep_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = HostTable(NewTable(password="xyzzy"), chosen=("password",))
    async with run_host_at_table(tmp_path, monkeypatch, WITH_HERON, resumed=False, plan=plan) as host:
        await host.app.wait_for_text("tables keep the passwords")
        started = record_plans(host, monkeypatch)
        await host.app.pilot.press("n")
        await host.app.wait_until(lambda: bool(started))
        assert started == [HostTable(NewTable(password="xyzzy"), anew=True)], "nobody asks a second time"


async def test_a_host_who_begins_anew_ends_last_nights_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_host_at_table(tmp_path, monkeypatch, WITH_HERON, resumed=False) as host:
        started = record_plans(host, monkeypatch)
        await host.app.pilot.press("n")
        await host.app.wait_until(lambda: bool(started))
        assert started == [HostTable(NewTable(), anew=True)]


@pytest.mark.parametrize(("key", "anew"), [("enter", False), ("n", True), ("escape", None)])
async def test_a_host_with_other_options_is_asked_which_game_they_mean(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, anew: bool | None
) -> None:
    folder = tmp_path / "host"
    folder.mkdir()
    run_file = RunFile("ws://127.0.0.1:1", os.getpid(), "secret", "Den", 0)
    (folder / RUN_FILE_NAME).write_bytes(encode_run_file(run_file))
    started: list[HostTable] = []

    async def run(session: ServerAccess, *_: object) -> None:
        assert isinstance(session.plan, HostTable)
        started.append(session.plan)

    async def answers(_: RunningGame) -> bool:
        return True

    monkeypatch.setattr("railbird_client.hosting.hosted_game.answers", answers)
    monkeypatch.setattr(ServerAccess, "run", run)
    plan = HostTable(NewTable("razz"), chosen=("game",))
    async with run_app(plan, tmp_path) as running:
        await running.wait_for_screen(GameRunsDialog)
        assert "still running" in running.text
        await running.pilot.press(key)
        if anew is None:
            await running.wait_until(lambda: running.app._exit)
            assert "`railbird host`" in (running.app.return_value or "")
        else:
            await running.wait_until(lambda: bool(started))
            assert started == [HostTable(NewTable("razz"), anew=anew)]


async def test_a_plan_chosen_twice_asks_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def runs_otherwise(*_: object) -> bool:
        return True

    monkeypatch.setattr(HostQuestions, "runs_otherwise", runs_otherwise)
    async with run_app(None, tmp_path) as running:
        for _ in range(2):
            running.app.screen.post_message(StartScreen.PlanChosen(HostTable(NewTable("razz"), chosen=("game",))))
        await running.wait_for_screen(GameRunsDialog)
        await running.pilot.pause()
        assert [type(screen) for screen in running.app.screen_stack[1:]] == [StartScreen, GameRunsDialog]


async def test_a_host_who_names_the_options_of_the_running_game_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answers(_: RunningGame) -> bool:
        return True

    monkeypatch.setattr("railbird_client.hosting.hosted_game.answers", answers)
    folder = tmp_path / "host"
    folder.mkdir()
    run_file = RunFile("ws://127.0.0.1:1", os.getpid(), "secret", "Den", 0)
    (folder / RUN_FILE_NAME).write_bytes(encode_run_file(run_file))
    game, plan = HostedGame(folder), HostTable(NewTable("razz"), chosen=("game",))
    running = game.find()
    assert running is not None
    game.note_options(running, HostTable(NewTable("razz", bots=3)).options)
    async with run_app(None, tmp_path) as app:
        assert not await app.app.host_questions.runs_otherwise(plan)
        assert await app.app.host_questions.runs_otherwise(HostTable(NewTable("holdem"), chosen=("game",)))


@pytest.mark.parametrize(("key", "anew"), [("enter", False), ("n", True)])
async def test_a_host_who_types_a_password_is_asked_whether_it_is_for_a_new_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, anew: bool
) -> None:
    started: list[HostTable] = []

    async def run(session: ServerAccess, *_: object) -> None:
        assert isinstance(session.plan, HostTable)
        started.append(session.plan)

    async def answers(_: RunningGame) -> bool:
        return True

    monkeypatch.setattr("railbird_client.hosting.hosted_game.answers", answers)
    monkeypatch.setattr(ServerAccess, "run", run)
    folder = tmp_path / "host"
    folder.mkdir()
    run_file = RunFile("ws://127.0.0.1:1", os.getpid(), "secret", "Den", 0)
    (folder / RUN_FILE_NAME).write_bytes(encode_run_file(run_file))
    plan = HostTable(NewTable(password="xyzzy"), chosen=("password",))
    game = HostedGame(folder)
    running = game.find()
    assert running is not None
    game.note_options(running, plan.options)
    async with run_app(plan, tmp_path) as app:
        await app.wait_for_screen(GameRunsDialog)
        await app.wait_for_text("tables keep the passwords")
        await app.pilot.press(key)
        await app.wait_until(lambda: bool(started))
        assert started == [HostTable(NewTable(password="xyzzy"), anew=anew)]


async def test_the_start_screen_offers_the_game_that_was_left(tmp_path: Path) -> None:
    folder = tmp_path / "host"
    folder.mkdir()
    path = folder / RUN_FILE_NAME
    path.write_bytes(encode_run_file(RunFile("ws://127.0.0.1:1", os.getpid(), "secret", "Den", 0)))
    async with run_app(None, tmp_path) as running:
        await running.wait_for_text("your game of this evening is still running")
    path.write_bytes(encode_run_file(RunFile("ws://127.0.0.1:1", 0, "secret", "Den", 0)))
    async with run_app(None, tmp_path) as running:
        await running.wait_for_text("your last game waits to go on")


# --- going away


@pytest.mark.parametrize("key", ["l", "L", "enter", "ctrl+q", "ctrl+c"])
async def test_a_host_may_leave_the_game_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    async with run_host_at_table(tmp_path, monkeypatch, WITH_HERON) as host:
        await host.app.pilot.press("ctrl+q")
        await host.answer_listing()
        await host.app.wait_for_screen(FarewellDialog)
        await host.app.wait_for_text("Heron has a seat at your table.")
        await host.app.pilot.press(key)
        await host.answer(SitOut)
        await host.app.wait_until(lambda: host.app.app._exit)
        assert host.app.app.return_value == "Your game goes on without you; `railbird host` brings you back to it."


async def test_a_host_may_end_the_game_for_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_host_at_table(tmp_path, monkeypatch, WITH_HERON) as host:
        await host.app.pilot.press("ctrl+q")
        await host.answer_listing()
        await host.app.wait_for_screen(FarewellDialog)
        await host.app.pilot.press("e")
        command = await host.answer(StopServer)
        assert isinstance(command, StopServer)
        assert command.owner == "secret"
        await host.app.wait_until(lambda: host.app.app._exit)
        assert host.app.app.return_value == "You leave with 200, as much as you brought."


async def test_a_host_may_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_host_at_table(tmp_path, monkeypatch, WITH_HERON) as host:
        await host.app.pilot.press("ctrl+q")
        await host.answer_listing()
        await host.app.wait_for_screen(FarewellDialog)
        await host.app.pilot.press("escape")
        await host.app.wait_for_screen(TableScreen)


@pytest.mark.parametrize("snapshot", [ALONE, WITH_BOT], ids=["alone", "with a bot"])
async def test_a_game_without_others_ends_with_its_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: Snapshot
) -> None:
    async with run_host_at_table(tmp_path, monkeypatch, snapshot) as host:
        host.lobby = Lobby(tables=(table_info(players=("Wren",)),), people=1)
        await host.app.pilot.press("ctrl+q")
        await host.answer_listing()
        await host.app.wait_for_text("Give it up and quit?")
        await host.app.pilot.press("ctrl+q")
        await host.answer(StopServer)
        await host.app.wait_until(lambda: host.app.app._exit)


async def test_a_tournament_that_waits_for_players_is_not_ended_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_host_at_table(tmp_path, monkeypatch, ALONE) as host:
        host.lobby = Lobby(tables=(table_info(players=("Wren",)),), people=1)
        await host.connection.send(Tournaments(tournaments=(registering(),)))
        await host.app.pilot.press("ctrl+q")
        await host.answer_listing()
        await host.app.wait_for_screen(FarewellDialog)
        await host.app.wait_for_text("Sunday is open for entries")


async def test_somebody_on_the_rail_is_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_host_at_table(tmp_path, monkeypatch, ALONE) as host:
        host.lobby = Lobby(tables=(DEN,), people=2)
        await host.app.pilot.press("ctrl+q")
        await host.answer_listing()
        await host.app.wait_for_text("1 other person is connected.")


async def test_a_host_is_asked_where_the_server_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird_client.shell.table_access.ANSWER_TIMEOUT_SECONDS", 0.01)
    async with run_host_at_table(tmp_path, monkeypatch, ALONE) as host:
        await host.app.pilot.press("ctrl+q")
        await host.app.wait_for_text("The server does not answer just now")


async def test_a_refused_end_is_told_and_nothing_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_host_at_table(tmp_path, monkeypatch, WITH_HERON) as host:
        await host.app.pilot.press("ctrl+q")
        await host.answer_listing()
        await host.app.wait_for_screen(FarewellDialog)
        await host.app.pilot.press("e")
        command = await host.connection.receive()
        await host.connection.send(Refused(id=command.id, code="not-owner", sentence="No."))
        await host.app.wait_until(lambda: host.app.app._exit)
        assert "was not told to end" in (host.app.app.return_value or "")


async def test_a_host_leaves_the_lobby_for_the_start_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_host_at_table(tmp_path, monkeypatch, WITH_HERON) as host:
        await host.app.pilot.press("l")
        await host.app.wait_for_text("Give up your seat")
        await host.app.pilot.press("enter")
        await accept_command(host.connection, Leave)
        await host.connection.send(TableClosed())
        await host.answer_listing()
        await host.app.wait_for_screen(LobbyScreen)
        await host.app.pilot.press("escape")
        await host.answer_listing()
        await host.app.wait_for_text("There are players at Den.")
        await host.app.pilot.press("l")
        await host.app.wait_for_screen(StartScreen)
        await host.app.wait_for_text("Your game goes on without you")


async def test_a_host_reads_the_join_address_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.shell.server_access.lan_addresses", lambda: ("192.0.2.17",))
    async with run_host_at_table(tmp_path, monkeypatch, ALONE) as host:
        await host.app.wait_for_text(f"friends type: railbird join ws://192.0.2.17:{host.port} ([J]")


async def test_a_host_on_no_network_reads_how_friends_join_once_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses: list[str] = []
    monkeypatch.setattr("railbird_client.shell.server_access.lan_addresses", lambda: tuple(addresses))
    monkeypatch.setattr("railbird_client.shell.server_access.ADDRESS_CHECK_SECONDS", 0.01)
    async with run_host_at_table(tmp_path, monkeypatch, ALONE) as host:
        await host.app.wait_for_text("friends cannot come yet: this machine is on no network")
        await host.app.pilot.press("j")
        await host.app.wait_for_text("This machine is on no network, so nobody else can come yet.")
        addresses.append("192.0.2.17")
        await host.app.wait_for_text(f"railbird join ws://192.0.2.17:{host.port}")
        await host.app.pilot.press("escape")
        await host.app.wait_for_text(f"friends type: railbird join ws://192.0.2.17:{host.port} ([J]")


async def test_a_host_reads_how_guests_come_as_soon_as_their_doors_are_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    doors: list[Doors] = []
    monkeypatch.setattr(HostedGame, "doors", property(lambda _: doors[-1] if doors else None))
    monkeypatch.setattr("railbird_client.shell.server_access.lan_addresses", lambda: ("192.0.2.17",))
    monkeypatch.setattr("railbird_client.shell.server_access.ADDRESS_CHECK_SECONDS", 0.01)
    async with run_host_at_table(tmp_path, monkeypatch, ALONE) as host:
        await host.app.wait_for_text(f"friends type: railbird join ws://192.0.2.17:{host.port}")
        await host.app.pilot.press("j")
        doors.append(Doors(1, page=Door(7780)))
        await host.app.wait_for_text("http://192.0.2.17:7780/")
        await host.app.pilot.press("escape")
        await host.app.wait_for_text("friends who install nothing come by http://192.0.2.17:7780/")


async def test_a_host_in_the_lobby_sees_other_addresses_as_soon_as_the_machine_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = ["192.0.2.17"]
    monkeypatch.setattr("railbird_client.shell.server_access.lan_addresses", lambda: tuple(addresses))
    monkeypatch.setattr("railbird_client.shell.server_access.ADDRESS_CHECK_SECONDS", 0.01)
    async with run_host_at_table(tmp_path, monkeypatch, ALONE) as host:
        await host.connection.send(TableClosed(reason="The table is closed."))
        await host.answer_listing()
        await host.app.wait_for_screen(LobbyScreen)
        await host.app.pilot.press("i")
        await host.app.wait_for_text(f"railbird join ws://192.0.2.17:{host.port}")
        addresses[0] = "192.0.2.99"
        await host.app.wait_for_text(f"railbird join ws://192.0.2.99:{host.port}")


async def test_a_host_who_ends_the_game_in_a_hand_has_their_bet_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wren = SeatView(1, "Wren", 150, in_hand=True, bet=50, bought_in=200)
    seats = (wren, SeatView(2, "Heron", 340, in_hand=True, bought_in=200))
    in_hand = replace(WITH_HERON, view=replace(WITH_HERON.view, seats=seats, playing=True, hand=7))
    async with run_host_at_table(tmp_path, monkeypatch, in_hand) as host:
        await host.app.pilot.press("ctrl+q")
        await host.answer_listing()
        await host.app.wait_for_screen(FarewellDialog)
        await host.app.pilot.press("e")
        await host.answer(StopServer)
        await host.app.wait_until(lambda: host.app.app._exit)
        assert host.app.app.return_value == "Your bet of 50 came back: 200, bought 200, even."


async def test_a_host_whose_server_ends_before_it_tells_of_the_others_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_host_at_table(tmp_path, monkeypatch, WITH_HERON) as host:
        await host.app.pilot.press("ctrl+q")
        controller = host.app.app._session.controller
        assert controller is not None
        controller.state.leave("The server of your game has stopped.")
        await host.app.wait_until(lambda: host.app.app._exit)
        assert host.app.app.return_value == "The server of your game has stopped."


async def test_a_host_who_asks_again_while_the_game_ends_is_told_how_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_host_at_table(tmp_path, monkeypatch, WITH_HERON) as host:
        await host.app.pilot.press("ctrl+q")
        await host.answer_listing()
        await host.app.wait_for_screen(FarewellDialog)
        await host.app.pilot.press("e")
        stop = await host.connection.receive()
        assert isinstance(stop, StopServer)
        await host.app.pilot.press("ctrl+q")
        await host.connection.send(Accepted(id=stop.id))
        await host.app.wait_until(lambda: host.app.app._exit)
        assert host.app.app.return_value == "You leave with 200, as much as you brought."
