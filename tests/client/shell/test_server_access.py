from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from railbird_client.hosting.hosted_game import HostedGame, RunningGame, ServerStartFailed
from railbird_client.hosting.own_server import OwnGame
from railbird_client.network.link import Closed, CloseReason, Offline, Requests
from railbird_client.player_requests import HostTable, JoinServer, NewTable, ServerOptions, WatchServer
from railbird_client.shell.server_access import AccessEvent, ServerAccess
from railbird_client.shell.table_access import TableAccess
from railbird_shared.conversation import CommandRefused, Received
from railbird_shared.network.address import Address, Scheme
from railbird_shared.network.run_file import RUN_FILE_NAME, RunFile, encode_run_file
from railbird_shared.protocol.commands import OpenTable, StopServer
from railbird_shared.protocol.messages import Accepted, Lobby, Refused
from railbird_shared.tournament.messages import OpenTournament, RegisterTournament, Tournaments
from railbird_shared.tournament.view import Phase
from support.controller_harness import FakeLink, LinkedServer, NoTokens
from support.fake_server import FakeServerConnection, run_fake_server, welcome_message
from support.timeouts import TIMEOUT_SECONDS
from support.tournament_views import status as tournament_status
from support.tournament_views import terms as tournament_terms


def session(plan: HostTable | JoinServer | WatchServer, hosted_game: HostedGame | None = None) -> ServerAccess:
    return ServerAccess(plan, name="Wren", tokens=NoTokens(), hosted_game=hosted_game)


async def run(plan: HostTable | JoinServer | WatchServer, hosted_game: HostedGame | None = None) -> list[AccessEvent]:
    events: list[AccessEvent] = []
    await session(plan, hosted_game).run(events.append)
    return events


async def test_a_hosts_server_is_called_after_the_host(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    commands: list[tuple[str, ...]] = []

    async def record(_: HostedGame, command: tuple[str, ...]) -> RunningGame:
        commands.append(command)
        raise ServerStartFailed("It is only recorded.")

    monkeypatch.setattr(HostedGame, "start", record)
    events = await run(HostTable(NewTable(), server_options=ServerOptions("kitchen-table")), HostedGame(tmp_path))
    assert events == [Closed(CloseReason.OWN_SERVER, "It is only recorded.")]
    (command,) = commands
    assert command[command.index("--name") + 1] == "Wren's game"
    assert command[-2:] == ("--house", "kitchen-table")


@pytest.mark.parametrize(("last_port", "chosen", "port"), [(0, (), 7777), (7781, (), 7781), (7781, ("port",), 7777)])
async def test_a_game_that_comes_back_keeps_its_port_unless_that_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, last_port: int, chosen: tuple[str, ...], port: int
) -> None:
    commands: list[tuple[str, ...]] = []

    async def start(_: HostedGame, command: tuple[str, ...]) -> RunningGame:
        commands.append(command)
        return RunningGame(Address("127.0.0.1", 7790), os.getpid(), "secret")

    monkeypatch.setattr(HostedGame, "start", start)
    if last_port:
        left = RunFile(f"ws://127.0.0.1:{last_port}", 0, "secret", "Den", 0)
        (tmp_path / RUN_FILE_NAME).write_bytes(encode_run_file(left))
    game = OwnGame(HostedGame(tmp_path))
    async with game.run(HostTable(NewTable(), chosen=chosen), lambda _: None, name="Wren", find_tokens=lambda _: ()):
        (command,) = commands
        assert command[command.index("--port") + 1] == str(port)
        assert ("--another-port" in command) is (last_port > 0)
        assert game.moved == f"Port {port} is taken: your game is at port 7790 now."
        assert game.take_news() == game.moved
        assert game.take_news() == ""


async def test_a_game_that_does_not_agree_to_end_is_not_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def start(*_: object) -> RunningGame:
        raise AssertionError("The data of the game that runs are locked.")

    monkeypatch.setattr(HostedGame, "start", start)
    monkeypatch.setattr("railbird_client.hosting.own_server.STOP_TIMEOUT_SECONDS", TIMEOUT_SECONDS)
    async with run_fake_server() as server:
        running_game = RunningGame(server.address, os.getpid(), "secret")
        monkeypatch.setattr(HostedGame, "find", lambda _: running_game)
        beginning_anew = asyncio.create_task(run(HostTable(NewTable(), anew=True), HostedGame(tmp_path)))
        connection = await server.accept()
        await connection.answer_hello()
        command = await connection.receive()
        assert isinstance(command, StopServer)
        await connection.send(Refused(id=command.id, code="not-owner", sentence="No."))
        (closed,) = await beginning_anew
    assert isinstance(closed, Closed)
    assert "does not agree to end, so it still runs; `railbird host` brings" in closed.sentence


@asynccontextmanager
async def linked_session() -> AsyncIterator[tuple[ServerAccess, FakeServerConnection]]:
    """Runs a session whose link is online."""
    online = asyncio.Event()
    async with run_fake_server() as server:
        joined = session(JoinServer(server.address))
        linking = asyncio.create_task(joined._run_link(server.address, lambda _: online.set()))
        connection = await server.accept()
        await connection.answer_hello()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await online.wait()
            yield joined, connection
        linking.cancel()
        await asyncio.gather(linking, return_exceptions=True)


async def test_a_refused_list_of_tables_is_not_waited_for() -> None:
    async with linked_session() as (joined, connection):
        listing = asyncio.create_task(joined.list_tables())
        command = await connection.receive()
        await connection.send(Refused(id=command.id, code="slow-down", sentence="Wait a moment."))
        with pytest.raises(CommandRefused, match="Wait a moment"):
            await listing


async def test_a_list_of_tables_that_was_cut_off_is_not_waited_for() -> None:
    async with linked_session() as (joined, connection):
        listing = asyncio.create_task(joined.list_tables())
        command = await connection.receive()
        await connection.send(Accepted(id=command.id))
        connection.abort()
        with pytest.raises(Offline):
            await listing


async def test_a_list_of_tables_that_another_connection_owed_is_not_waited_for() -> None:
    async with linked_session() as (joined, connection):
        listing = asyncio.create_task(joined.list_tables())
        command = await connection.receive()
        await connection.send(Accepted(id=command.id), welcome_message())
        with pytest.raises(Offline):
            await listing


async def test_two_who_wait_for_the_tables_both_get_them() -> None:
    async with linked_session() as (joined, connection):
        listings = [asyncio.create_task(joined.list_tables()) for _ in range(2)]
        for _ in listings:
            command = await connection.receive()
            await connection.send(Accepted(id=command.id))
        await connection.send(Lobby(tables=(), people=3))
        assert [lobby.people for lobby in await asyncio.gather(*listings)] == [3, 3]


@pytest.mark.parametrize("visit", [JoinServer, WatchServer])
async def test_a_server_with_several_places_is_joined_where_it_answers(
    monkeypatch: pytest.MonkeyPatch, visit: type[JoinServer | WatchServer]
) -> None:
    joined: list[Address] = []

    async def record(_: ServerAccess, address: Address, *__: object) -> None:
        joined.append(address)

    monkeypatch.setattr(ServerAccess, "_run_link", record)
    async with run_fake_server() as server:
        place = server.address
        await run(visit(Address("127.0.0.1", 1, Scheme.PLAIN, others=((place.host, place.port),))))
        assert joined == [place]


@pytest.mark.parametrize(("phase", "opens"), [(Phase.REGISTERING, False), (Phase.FINISHED, True)])
async def test_a_host_comes_back_to_the_lobby_of_a_tournament_that_has_not_begun(phase: Phase, *, opens: bool) -> None:
    link = FakeLink()
    hosting = LinkedServer(HostTable(NewTable()), link)
    assert hosting.own_game is not None
    hosting.welcome, hosting.own_game.resumed = welcome_message(), True
    tables = TableAccess(hosting, Requests(lambda: link), lambda _: None)
    coming_back = asyncio.create_task(tables.execute_plan())
    for message in (Lobby(tables=()), Tournaments(tournaments=(tournament_status(phase),))):
        await asyncio.sleep(0)
        link._settle(Received(message))
    await coming_back
    assert tables.waits_in_lobby is not opens
    assert any(isinstance(command, OpenTable) for command in link.sent) is opens


async def test_a_host_opens_a_tournament_enters_it_and_waits_in_the_lobby() -> None:
    link = FakeLink()
    command = OpenTournament(terms=tournament_terms(name="", password="tern"))
    hosting = LinkedServer(HostTable(NewTable(tournament=command)), link)
    hosting.welcome = welcome_message()
    tables = TableAccess(hosting, Requests(lambda: link), lambda _: None)
    opening = asyncio.create_task(tables.execute_plan())
    await asyncio.sleep(0)
    link._settle(Received(Lobby(tables=())))
    await opening
    opened, entered = link.sent[1], link.sent[2]
    assert isinstance(opened, OpenTournament)
    assert opened.terms.name == "Wren's tournament"
    assert isinstance(entered, RegisterTournament)
    assert entered.password == "tern"
    assert tables.waits_in_lobby
