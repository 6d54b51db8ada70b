"""What a player sees of the certificate of a server, from the first visit to one that has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.network.connecting_screens import ConfirmServerScreen, ConnectingScreen, WrongCertificateScreen
from railbird_client.network.known_servers import KnownServers
from railbird_client.player_requests import HostTable, JoinServer, NewTable, WatchServer
from railbird_client.shell.server_access import AccessEvent, ServerAccess
from railbird_client.start.start_screen import StartScreen
from railbird_client.table.table_screen import TableScreen
from railbird_shared.network.address import Address, parse_address
from railbird_shared.network.recognition import readable_fingerprint
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.commands import Watch as WatchTable
from railbird_shared.protocol.messages import Lobby, TableClosed
from support.app_harness import AppHarness, accept_command, run_app
from support.certificates import CertificateFiles, write_certificate
from support.fake_server import FakeServer, FakeServerConnection, run_fake_server, table_info, table_snapshot
from support.tls_server import run_recording_server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> CertificateFiles:
    return write_certificate(tmp_path_factory.mktemp("server"), name="Railbird", issuer="Railbird")


@pytest.fixture(scope="module")
def other_files(tmp_path_factory: pytest.TempPathFactory) -> CertificateFiles:
    return write_certificate(tmp_path_factory.mktemp("other"), name="Railbird", issuer="Railbird")


def pinned(address: Address, files: CertificateFiles) -> Address:
    return replace(address, fingerprint=files.fingerprint)


async def test_a_new_server_is_confirmed_once_and_then_known(tmp_path: Path, files: CertificateFiles) -> None:
    known = KnownServers(tmp_path / "known.json")
    async with run_fake_server(files) as server:
        async with run_app(JoinServer(server.address), tmp_path, known_servers=known) as running:
            await running.wait_for_screen(ConfirmServerScreen)
            await running.wait_for_text(readable_fingerprint(files.fingerprint).replace("-", "  "))
            await running.pilot.press("enter", "space")
            assert isinstance(running.app.screen, ConfirmServerScreen), "only [Y] confirms"
            await running.pilot.press("y")
            hello = await (await server.accept()).answer_hello(token="secret")
            assert not hello.token
            await running.wait_until(lambda: bool(running.settings_file.load().servers))
        assert known.find(server.address)
        async with run_app(JoinServer(server.address), tmp_path, known_servers=known):
            hello = await (await server.accept()).answer_hello()
            assert hello.token == "secret"


async def test_a_server_that_is_not_confirmed_gets_nothing(tmp_path: Path, files: CertificateFiles) -> None:
    async with run_recording_server(files) as server:
        address = parse_address(f"wss://{server.address}")
        async with run_app(WatchServer(address), tmp_path) as running:
            await running.wait_for_screen(ConfirmServerScreen)
            await running.pilot.press("escape")
            await running.wait_until(lambda: running.app.return_code is not None)
            assert running.app.return_code == 1
            assert running.app.return_value is not None
            assert "nothing was sent" in running.app.return_value
        assert await server.wait_for_end() == b""


async def test_an_invite_link_asks_nothing(tmp_path: Path, files: CertificateFiles) -> None:
    known = KnownServers()
    async with run_fake_server(files) as server:
        link = parse_address(replace(pinned(server.address, files), invite="open-sesame").link)
        async with run_app(JoinServer(link), tmp_path, known_servers=known) as running:
            connection = await server.accept()
            assert not isinstance(running.app.screen, ConfirmServerScreen)
            assert (await connection.answer_hello()).invite == "open-sesame"
            await running.wait_until(lambda: known.find(server.address) is not None)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_known_server_with_another_certificate_is_refused_aloud(
    tmp_path: Path, files: CertificateFiles, other_files: CertificateFiles, size: tuple[int, int]
) -> None:
    known = KnownServers()
    async with run_recording_server(other_files) as server:
        known.remember(pinned(parse_address(f"wss://{server.address}"), files))
        async with run_app(JoinServer(server.address), tmp_path, known_servers=known, size=size) as running:
            await running.wait_for_screen(WrongCertificateScreen)
            await running.wait_for_text("NOT THE SERVER THAT YOU KNOW")
            assert readable_fingerprint(files.fingerprint) in running.text
            assert readable_fingerprint(other_files.fingerprint) in running.text
            assert f"railbird forget {server.address}" in running.text
            await running.pilot.press("enter", "y")
            assert isinstance(running.app.screen, WrongCertificateScreen), "no key goes on regardless"
            await running.pilot.press("escape")
            await running.wait_until(lambda: running.app.return_code is not None)
            assert running.app.return_code == 1
        assert await server.wait_for_end() == b""


async def test_of_several_addresses_the_one_that_answered_is_to_be_forgotten(
    tmp_path: Path, files: CertificateFiles, other_files: CertificateFiles
) -> None:
    known = KnownServers()
    async with run_recording_server(other_files) as server:
        known.remember(pinned(parse_address(f"wss://{server.address}"), files))
        plan = JoinServer(Address("127.0.0.1", 1, others=((server.address.host, server.address.port),)))
        async with run_app(plan, tmp_path, known_servers=known) as running:
            await running.wait_for_text(f"railbird forget {server.address}")


async def test_a_link_to_another_server_is_refused(
    tmp_path: Path, files: CertificateFiles, other_files: CertificateFiles
) -> None:
    async with run_recording_server(other_files) as server:
        async with run_app(JoinServer(pinned(server.address, files)), tmp_path) as running:
            await running.wait_for_text("your link says")
            assert "railbird forget" not in running.text
        assert await server.wait_for_end() == b""


async def test_the_token_of_a_server_is_not_sent_to_one_with_another_certificate(
    tmp_path: Path, files: CertificateFiles, other_files: CertificateFiles
) -> None:
    async with run_fake_server(files) as server:
        async with run_app(JoinServer(pinned(server.address, files)), tmp_path) as running:
            await (await server.accept()).answer_hello(token="secret")
            await running.wait_until(lambda: bool(running.settings_file.load().servers))
        port = server.address.port
    other = JoinServer(pinned(server.address, other_files))
    async with run_fake_server(other_files, port=port) as impostor, run_app(other, tmp_path):
        assert not (await (await impostor.accept()).answer_hello()).token
    async with run_fake_server(port=port) as plain, run_app(JoinServer(plain.address), tmp_path):
        assert not (await (await plain.accept()).answer_hello()).token


async def test_an_address_on_this_machine_may_be_plain_or_encrypted(tmp_path: Path, files: CertificateFiles) -> None:
    async with run_fake_server() as plain:
        address = parse_address(str(plain.address))
        async with run_app(JoinServer(address), tmp_path):
            await plain.accept()  # the first only looks whether it is plain
            await (await plain.accept()).answer_hello()
    async with run_fake_server(files) as server:
        plan = JoinServer(parse_address(str(server.address)))
        async with run_app(plan, tmp_path) as running:
            await running.wait_for_screen(ConfirmServerScreen)


async def test_a_plain_server_elsewhere_is_told_with_the_way_to_join_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Address, "is_loopback", property(lambda _: False))
    async with run_fake_server() as server:
        plan = JoinServer(parse_address(str(server.address)))
        async with run_app(plan, tmp_path) as running:
            await running.wait_until(lambda: running.app.return_code is not None)
            sentence = running.app.return_value
    address = server.address
    assert sentence == (
        f"The server at {address} does not encrypt: on a network that you trust, join it with ws://{address}."
    )


async def test_leaving_the_question_leads_to_the_start_screen_of_a_player_who_came_from_there(
    tmp_path: Path, files: CertificateFiles
) -> None:
    async with run_recording_server(files) as server, run_app(None, tmp_path) as running:
        address = parse_address(f"wss://{server.address}")
        running.app.screen.post_message(StartScreen.PlanChosen(JoinServer(address)))
        await running.wait_for_screen(ConfirmServerScreen)
        await running.pilot.press("n")
        await running.wait_for_text("You did not confirm the server")
        assert isinstance(running.app.screen, StartScreen)
        assert not isinstance(running.app.main_screen, ConnectingScreen)


async def return_to_game(
    running: AppHarness, server: FakeServer, own: Address, monkeypatch: pytest.MonkeyPatch
) -> FakeServerConnection:
    """Lets a host come back to their game at an address; returns the server's end of the connection."""

    async def run(session: ServerAccess, on_event: Callable[[AccessEvent], object]) -> None:
        assert session.own_game is not None
        session.own_game.resumed = True
        await session._run_link(own, on_event)

    monkeypatch.setattr(ServerAccess, "run", run)
    running.app.screen.post_message(StartScreen.PlanChosen(HostTable(NewTable())))
    return await server.accept()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_host_shows_invite_link_fingerprint_and_qr_code(
    tmp_path: Path, files: CertificateFiles, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setattr("railbird_client.shell.server_access.lan_addresses", lambda: ("192.0.2.17",))
    async with run_fake_server(files) as server, run_app(None, tmp_path, size=size) as running:
        connection = await return_to_game(running, server, pinned(server.address, files), monkeypatch)
        await connection.answer_hello(table="t1")
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(),), people=1))
        await accept_command(connection, WatchTable)
        await connection.send(table_snapshot(seated=True))
        await running.wait_for_screen(TableScreen)
        await running.pilot.press("j")
        await running.wait_for_text("Friends join by your invite link")
        link = f"railbird://192.0.2.17:{server.address.port}/#.{files.fingerprint}"
        assert link[:30] in running.text
        assert readable_fingerprint(files.fingerprint).replace("-", "  ") in running.text
        assert f"railbird join 192.0.2.17:{server.address.port} " in running.text
        assert ("█▀▀▀▀▀█" in running.text) is (size == (120, 40))
        await running.pilot.press("c")
        await running.wait_for_text("the link is copied")
        assert running.app.clipboard == link


async def test_a_host_finds_the_invitation_in_the_lobby(
    tmp_path: Path, files: CertificateFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird_client.shell.server_access.lan_addresses", lambda: ("192.0.2.17",))
    async with run_fake_server(files) as server, run_app(None, tmp_path, size=(120, 40)) as running:
        connection = await return_to_game(running, server, pinned(server.address, files), monkeypatch)
        await connection.answer_hello()
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(), table_info(table="t2"))))
        await accept_command(connection, WatchTable)
        await connection.send(table_snapshot())
        await running.wait_for_screen(TableScreen)
        await connection.send(TableClosed(reason="The table is closed."))
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(table="t2"),)))
        await running.wait_for_screen(LobbyScreen)
        await running.wait_for_text(f"and compare {readable_fingerprint(files.fingerprint)}")
        await running.pilot.press("i")
        await running.wait_for_text("█▀▀▀▀▀█")
