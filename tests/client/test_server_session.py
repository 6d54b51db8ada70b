from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from railbird_client.address import Address
from railbird_client.hosted_game import HostedGame, RunningGame
from railbird_client.launch import HostTable, JoinServer, NewTable, ServerOptions
from railbird_client.link import LinkEvent
from railbird_client.server_process import ServerStartFailed
from railbird_client.server_session import ServerSession
from support.fake_server import run_fake_server


def session(plan: HostTable | JoinServer, hosted_game: HostedGame | None = None) -> ServerSession:
    return ServerSession(
        plan, name="Wren", find_token=lambda _: "", save_token=lambda *_: None, hosted_game=hosted_game
    )


async def run(plan: HostTable | JoinServer, hosted_game: HostedGame | None = None) -> None:
    async def on_server_lost() -> None:
        return

    await session(plan, hosted_game).run(lambda _: None, on_server_lost)


async def test_a_hosts_server_is_called_after_the_host(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    commands: list[tuple[str, ...]] = []

    async def record(_: HostedGame, command: tuple[str, ...], _log: Path) -> RunningGame:
        commands.append(command)
        raise ServerStartFailed("It is only recorded.")

    monkeypatch.setattr(HostedGame, "start", record)
    with pytest.raises(ServerStartFailed):
        await run(HostTable(NewTable(), server_options=ServerOptions("kitchen-table")), HostedGame(tmp_path))
    (command,) = commands
    assert command[command.index("--name") + 1] == "Wren's game"
    assert command[-2:] == ("--house", "kitchen-table")


async def test_a_server_found_at_several_addresses_is_joined_where_it_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    joined: list[Address] = []

    async def record(_: ServerSession, address: Address, _on_event: Callable[[LinkEvent], None]) -> None:
        joined.append(address)

    monkeypatch.setattr(ServerSession, "_run_link", record)
    async with run_fake_server() as server:
        await run(JoinServer(Address("127.0.0.1", 1), (server.address,)))
        assert joined == [server.address]
