"""The application asks for the password of a server or a table, never shows it, and comes by an invite without one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.player_requests import JoinServer, WatchServer
from railbird_client.start.start_screen import StartScreen
from railbird_client.table.table_screen import TableScreen
from railbird_client.widgets.controls import CommandRequested
from railbird_client.widgets.dialogs import PasswordDialog
from railbird_shared.protocol.commands import Hello, ListTables, Sit, Watch
from railbird_shared.protocol.messages import Lobby, Refused
from support.app_harness import AppHarness, accept_command, run_app, run_app_connected
from support.fake_server import FakeServer, run_fake_server, table_info, table_snapshot, welcome_message

pytestmark = pytest.mark.slow

LOCKED = "This server has a password: ask your host for it, or for an invite."
WRONG = "That is another password: ask your host, and type it once more."


async def refuse_hello(server: FakeServer, code: str, sentence: str) -> Hello:
    """Refuses the hello of the next connection, and returns it."""
    connection = await server.accept()
    hello = await connection.receive()
    assert isinstance(hello, Hello)
    await connection.send(Refused(id=hello.id, code=code, sentence=sentence))
    return hello


async def type_password(harness: AppHarness, sentence: str, password: str) -> None:
    """Types a password into the dialog that says so."""
    await harness.wait_for_screen(PasswordDialog)
    await harness.wait_for_text(sentence.split(":", maxsplit=1)[0])
    await harness.pilot.press(*password)
    assert password not in harness.text
    await harness.pilot.press("enter")


async def test_a_server_with_a_password_is_asked_for_again_until_it_is_right(tmp_path: Path) -> None:
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as harness:
        assert (await refuse_hello(server, "password-needed", LOCKED)).password == ""
        await type_password(harness, LOCKED, "xyzzy")
        assert (await refuse_hello(server, "password-wrong", WRONG)).password == "xyzzy"
        await type_password(harness, WRONG, "plugh")
        connection = await server.accept()
        hello = await connection.receive()
        assert isinstance(hello, Hello)
        assert hello.password == "plugh"
        await connection.send(welcome_message())
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=()))
        await harness.wait_for_screen(LobbyScreen)
        assert "plugh" not in harness.settings_file.path.read_text(encoding="utf-8")


async def test_without_a_password_the_player_is_at_the_start(tmp_path: Path) -> None:
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as harness:
        await refuse_hello(server, "password-needed", LOCKED)
        await harness.wait_for_screen(PasswordDialog)
        await harness.pilot.press("enter")
        await harness.wait_for_text("Type the password, or press Esc.")
        await harness.pilot.press("escape")
        await harness.wait_for_screen(StartScreen)


async def test_without_a_password_the_player_may_try_another_server_in_vain(tmp_path: Path) -> None:
    async with run_fake_server() as gone:
        address = gone.address
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as harness:
        await refuse_hello(server, "password-needed", LOCKED)
        await harness.wait_for_screen(PasswordDialog)
        await harness.pilot.press("escape")
        await harness.wait_for_screen(StartScreen)
        harness.app.screen.post_message(StartScreen.PlanChosen(JoinServer(address)))
        await harness.wait_for_text("No server answers")
        assert harness.app.return_code is None


async def test_a_locked_table_is_asked_for_in_the_lobby(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path) as (harness, _, connection):
        await harness.pilot.press("s")
        for code, typed in (("password-needed", "xyzzy"), ("password-wrong", "plugh")):
            watch = await connection.receive()
            assert isinstance(watch, Watch)
            assert watch.password == ("" if code == "password-needed" else "xyzzy")
            await connection.send(Refused(id=watch.id, code=code, sentence=f"{code}: ask."))
            await type_password(harness, code, typed)
        watch = await connection.receive()
        assert isinstance(watch, Watch)
        assert watch.password == "plugh"


async def test_an_invite_is_sent_and_leads_to_its_table(tmp_path: Path) -> None:
    async with (
        run_fake_server() as server,
        run_app(JoinServer(replace(server.address, invite="secret-of-wren")), tmp_path) as harness,
    ):
        connection = await server.accept()
        hello = await connection.receive()
        assert isinstance(hello, Hello)
        assert hello.invite == "secret-of-wren"
        await connection.send(welcome_message(invited="t1"))
        await accept_command(connection, Watch)
        await connection.send(table_snapshot())
        await accept_command(connection, Sit)
        await harness.wait_for_screen(TableScreen)


async def test_a_spent_invite_is_explained_and_a_password_asked_for(tmp_path: Path) -> None:
    async with (
        run_fake_server() as server,
        run_app(WatchServer(replace(server.address, invite="spent")), tmp_path) as harness,
    ):
        await refuse_hello(server, "invite-used", "This invite serves once: ask your host.")
        await type_password(harness, "This invite serves once", "plugh")
        connection = await server.accept()
        hello = await connection.receive()
        assert isinstance(hello, Hello)
        assert (hello.password, hello.invite) == ("plugh", "spent")
        await connection.send(welcome_message())
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(), table_info(table="t2", name="Attic"))))
        await harness.wait_for_screen(LobbyScreen)


async def test_a_locked_table_asks_for_its_password_over_the_table_where_the_player_is(tmp_path: Path) -> None:
    async with run_app_connected(tmp_path) as (running, _, connection):
        await running.pilot.press("w")
        await accept_command(connection, Watch)
        await connection.send(table_snapshot())
        await running.wait_for_screen(TableScreen)
        running.app.screen.post_message(CommandRequested(Watch(table="t2")))
        asked = await connection.receive()
        assert isinstance(asked, Watch)
        await connection.send(Refused(id=asked.id, code="password-needed", sentence="This table has a password."))
        await type_password(running, "This table has a password.", "tern")
        again = await connection.receive()
        while not isinstance(again, Watch):
            again = await connection.receive()
        assert again.password == "tern"
        assert isinstance(running.app.screen, TableScreen)
