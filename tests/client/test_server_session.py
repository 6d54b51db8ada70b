from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from railbird_client.address import Address
from railbird_client.launch import HostTable, JoinServer, NewTable, ServerOptions
from railbird_client.link import LinkEvent
from railbird_client.server_session import ServerSession
from support.fake_server import run_fake_server


def session(plan: HostTable | JoinServer) -> ServerSession:
    return ServerSession(plan, name="Wren", find_token=lambda _: "", save_token=lambda *_: None)


async def run(plan: HostTable | JoinServer) -> None:
    async def on_server_lost() -> None:
        return

    await session(plan).run(lambda _: None, on_server_lost)


async def test_a_hosts_server_is_called_after_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[tuple[str, ...]] = []

    async def record(
        _: ServerSession,
        command: tuple[str, ...],
        _on_event: Callable[[LinkEvent], None],
        _on_server_lost: Callable[[], Awaitable[None]],
    ) -> None:
        commands.append(command)

    monkeypatch.setattr(ServerSession, "_run_with_own_server", record)
    await run(HostTable(NewTable(), server_options=ServerOptions("kitchen-table")))
    ((*_, name_flag, name, house_flag, house),) = commands
    assert (name_flag, name, house_flag, house) == ("--name", "Wren's game", "--house", "kitchen-table")


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
