"""Invites, and who has been let in to tables, are in the database before anybody is told, and there after a restart."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from railbird_server.runtime import passwords
from railbird_server.runtime.server import Server
from railbird_server.store import schema
from railbird_server.store.data_directory import APPLICATION_ID
from railbird_server.store.protocols import NotKept
from railbird_server.store.records import AccessChange
from railbird_server.store.schema import connect
from railbird_server.store.sqlite import SqliteStore
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol.commands import Hello, Leave, ListInvites, MakeInvite, RevokeInvite, SendChat, Watch
from railbird_shared.protocol.messages import Invites, Refused, Welcome
from support.network_clients import SocketClient, connect_over_socket, open_socket, run_server

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
TERN = QUICK.hash("tern")


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "HASHER", QUICK)


class StoreOfFullDisk(SqliteStore):
    """A store that keeps no change of access while `full`."""

    full = False

    async def keep_access(self, change: AccessChange) -> None:
        if self.full:
            raise NotKept("The disk is full: make room, and the tables go on by themselves.")
        await super().keep_access(change)


@asynccontextmanager
async def server_with(database: Path) -> AsyncIterator[tuple[Server, StoreOfFullDisk]]:
    """Runs a server with a password whose tables are kept in a database."""
    store = StoreOfFullDisk(database)
    async with run_server(store=store, password_hash=TERN) as server:
        yield server, store


def killed(database: Path) -> Path:
    """Returns a database as a server that is killed at this moment would leave it."""
    left = database.with_name("left.db")
    for suffix in ("", "-wal"):
        shutil.copy(f"{database}{suffix}", f"{left}{suffix}")
    return left


def contents(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in folder.iterdir()]


def write_first_version(database: Path) -> None:
    """Writes an empty database as the first version of the format has it."""
    connection = sqlite3.connect(database)
    connection.executescript(
        f"{schema.MIGRATIONS[0]} pragma application_id = {APPLICATION_ID}; pragma user_version = 1;"
    )
    connection.close()


async def open_locked_table(server: Server) -> tuple[SocketClient, str]:
    """Opens a table with a password and takes a seat; returns its host and its id."""
    host = await connect_over_socket(server, password="tern")
    table = await host.open_table(password="kitchen-tern")
    await host.sit()
    return host, table


async def answer(server: Server, **fields: Any) -> str:
    """Says hello by a new connection; returns the table to which the invite leads, or the code of the refusal."""
    client = SocketClient(await open_socket(server))
    await client.link.send(Hello(v=PROTOCOL_VERSION, name="Heron", **fields))
    message = await client.receive()
    assert isinstance(message, Welcome | Refused)
    return message.invited if isinstance(message, Welcome) else message.code


async def invite(host: SocketClient, **terms: Any) -> str:
    return (await host.expect_accepted(MakeInvite(**terms))).invite


async def test_an_invite_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    database = tmp_path / "railbird.db"
    async with server_with(database) as (server, _):
        host, table = await open_locked_table(server)
        secret = await invite(host)
        left = killed(database)
    async with server_with(left) as (server, _):
        assert await answer(server, invite=secret) == table
        assert await answer(server, invite="made-up") == "invite-unknown"


async def test_an_invite_that_has_served_serves_nobody_else_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "railbird.db"
    async with server_with(database) as (server, _):
        host, table = await open_locked_table(server)
        secret = await invite(host, once=True)
        heron = await connect_over_socket(server, "Heron", invite=secret)
        left = killed(database)
    async with server_with(left) as (server, _):
        assert await answer(server, invite=secret) == "invite-used"
        heron = await connect_over_socket(server, "Heron", token=heron.welcome.token, invite=secret)
        await heron.expect_accepted(Watch(table=table))


async def test_a_revoked_invite_stays_revoked_and_no_number_is_used_again(tmp_path: Path) -> None:
    database = tmp_path / "railbird.db"
    async with server_with(database) as (server, _):
        host, _ = await open_locked_table(server)
        first, second = await invite(host), await invite(host, expires=3600)
        await host.expect_accepted(RevokeInvite(invite=2))
        left, token = killed(database), host.welcome.token
    async with server_with(left) as (server, _):
        assert await answer(server, invite=second) == "invite-unknown"
        host = await connect_over_socket(server, token=token)
        await host.expect_accepted(Watch(table=host.welcome.table))
        await invite(host)
        await host.expect_accepted(ListInvites())
        assert [each.invite for each in (await host.wait_for(Invites)).invites] == [1, 3]
        assert await answer(server, invite=first) == host.welcome.table


async def test_who_has_typed_a_tables_password_is_not_asked_again_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "railbird.db"
    async with server_with(database) as (server, _):
        _, table = await open_locked_table(server)
        heron = await connect_over_socket(server, "Heron", password="tern")
        await heron.expect_accepted(Watch(table=table, password="kitchen-tern"))
        left = killed(database)
    async with server_with(left) as (server, _):
        assert await answer(server, token=heron.welcome.token) == "password-needed", "that of the server may be new"
        heron = await connect_over_socket(server, "Heron", token=heron.welcome.token, password="tern")
        await heron.expect_accepted(Watch(table=table))


async def test_what_cannot_be_kept_is_told_to_nobody(tmp_path: Path) -> None:
    async with server_with(tmp_path / "railbird.db") as (server, store):
        host, table = await open_locked_table(server)
        secret = await invite(host, once=True)
        store.full = True
        assert await host.expect_refusal(MakeInvite()) == "invites"
        assert await host.expect_refusal(RevokeInvite(invite=1)) == "invites"
        assert await answer(server, invite=secret) == "invites"
        known = await connect_over_socket(server, "Jay", password="tern")
        token = known.welcome.token
        await known.link.close()
        assert await answer(server, token=token, invite=secret) == "invites"
        assert not server._lobby.access.is_admitted(server._lobby.players.by_token(token).id, table)  # type: ignore[union-attr]
        players = {player.name for player in server._lobby.players._by_mark.values() if player.viewer}
        assert players == {host.welcome.name}
        store.full = False
        await host.expect_accepted(ListInvites())
        assert [each.used_by for each in (await host.wait_for(Invites)).invites] == [""]
        assert await answer(server, invite=secret) == table


async def test_a_table_that_closes_takes_its_invites_and_no_secret_is_ever_kept(tmp_path: Path) -> None:
    database = tmp_path / "railbird.db"
    async with server_with(database) as (server, _):
        host, _ = await open_locked_table(server)
        secret = await invite(host)
        assert not any(secret.encode() in content for content in contents(tmp_path))
        await host.expect_accepted(Leave())
        server.keeps_tables = False
    connection = connect(database, read_only=True)
    try:
        for table in ("invites", "admissions"):
            assert connection.execute(f"select count(*) from {table}").fetchone() == (0,)
    finally:
        connection.close()


async def test_a_database_from_before_invites_were_kept_takes_them(tmp_path: Path) -> None:
    database = tmp_path / "railbird.db"
    write_first_version(database)
    async with server_with(database) as (server, _):
        host, table = await open_locked_table(server)
        secret = await invite(host)
    async with server_with(database) as (server, _):
        assert await answer(server, invite=secret) == table


async def test_no_token_password_or_line_of_chat_is_kept(tmp_path: Path) -> None:
    async with server_with(tmp_path / "railbird.db") as (server, _):
        host, table = await open_locked_table(server)
        await host.expect_accepted(SendChat(text="the tern flies at dusk"))
        heron = await connect_over_socket(server, "Heron", password="tern")
        await heron.expect_accepted(Watch(table=table, password="kitchen-tern"))
        await heron.sit()
        kept = b"".join(contents(tmp_path))
    assert b"Heron" in kept
    for secret in (host.welcome.token, heron.welcome.token, "kitchen-tern", "flies at dusk", "127.0.0.1"):
        assert secret.encode() not in kept
