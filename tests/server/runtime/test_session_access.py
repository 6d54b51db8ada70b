"""Newcomers show a password or an invite, once; who has been let in, or has a seat, comes back without being asked."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from argon2 import PasswordHasher

from railbird_server.runtime import passwords
from railbird_server.runtime.server import Server
from railbird_server.runtime.session import Session
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol.commands import (
    AddBot,
    Hello,
    ListInvites,
    ListTables,
    MakeInvite,
    OpenTable,
    Resume,
    RevokeInvite,
    Sit,
    Watch,
)
from railbird_shared.protocol.messages import Accepted, InviteInfo, Invites, Refused, Snapshot, TableClosed, Welcome
from support.network_clients import SocketClient, connect_over_socket, open_socket, run_server
from support.timeouts import TIMEOUT_SECONDS

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
TERN = QUICK.hash("tern")


class PausedHasher(PasswordHasher):
    """Checks nothing before it is let go."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.go = threading.Event()

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]  # noqa: A002
        self.go.wait(TIMEOUT_SECONDS)
        return super().verify(hash, password)


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "HASHER", QUICK)


@asynccontextmanager
async def locked_server() -> AsyncIterator[Server]:
    async with run_server(password_hash=TERN) as server:
        yield server


async def hello(server: Server, **fields: Any) -> Welcome | Refused:
    """Says hello by a new connection; returns the answer."""
    client = SocketClient(await open_socket(server))
    await client.link.send(Hello(v=PROTOCOL_VERSION, name="Heron", **fields))
    answer = await client.receive()
    assert isinstance(answer, Welcome | Refused)
    return answer


async def code(server: Server, **fields: Any) -> str:
    """Says hello by a new connection; returns the code of the refusal, empty for a welcome."""
    answer = await hello(server, **fields)
    return answer.code if isinstance(answer, Refused) else ""


async def watch(client: SocketClient, table: str, password: str = "") -> str:
    """Goes to a table; returns the code of the refusal, empty where there is none."""
    answer = await client.request(Watch(table=table, password=password))
    return answer.code if isinstance(answer, Refused) else ""


async def make_invite(host: SocketClient, **terms: Any) -> str:
    return (await host.expect_accepted(MakeInvite(**terms))).invite


# --- the server's password ---


async def test_a_server_with_a_password_takes_nobody_without_it() -> None:
    async with locked_server() as server:
        answer = await hello(server)
        assert isinstance(answer, Refused)
        assert (answer.code, answer.sentence) == (
            "password-needed",
            "This server has a password: ask your host for it, or for an invite.",
        )
        answer = await hello(server, password="turn")
        assert isinstance(answer, Refused)
        assert (answer.code, answer.sentence) == (
            "password-wrong",
            "That is another password: ask your host, and type it once more.",
        )
        assert await code(server, password="tern") == ""


async def test_a_refused_newcomer_leaves_no_trace() -> None:
    async with locked_server() as server:
        for secret in ("", "turn"):
            assert await code(server, password=secret)
        assert isinstance(await hello(server, password="tern"), Welcome)
        players = server._lobby.players
        assert len(players._by_mark) == 1


async def test_a_player_who_has_been_let_in_comes_back_by_their_token_alone() -> None:
    async with locked_server() as server:
        wren = await connect_over_socket(server, password="tern")
        await wren.socket.abort_and_wait()
        assert await code(server, token=wren.welcome.token) == ""
        assert await code(server, token=wren.welcome.token, password="turn") == ""
        assert await code(server, token="made-up") == "password-needed"


async def test_a_player_with_a_seat_comes_back_even_if_nothing_else_is_known_of_them() -> None:
    async with locked_server() as server:
        wren = await connect_over_socket(server, password="tern")
        table = await wren.open_table(password="kitchen-tern")
        await wren.sit()
        await wren.socket.abort_and_wait()
        server._lobby.access._admitted.clear()
        again = await connect_over_socket(server, token=wren.welcome.token, resume=Resume(table, "", 0))
        assert again.welcome.table == table
        await again.wait_for(Snapshot)
        assert await watch(again, table) == ""


async def test_a_flood_of_wrong_passwords_is_refused_and_keeps_no_player_out_who_is_known() -> None:
    async with locked_server() as server:
        wren = await connect_over_socket(server, password="tern")
        for _ in range(passwords.PASSWORD_BURST):
            assert await code(server, password="turn") == "password-wrong"
        assert await code(server, password="tern") == "slow-down"
        assert await code(server, token=wren.welcome.token) == ""


async def test_bots_of_the_house_need_no_password() -> None:
    async with locked_server() as server:
        wren = await connect_over_socket(server, password="tern")
        await wren.open_table(password="kitchen-tern")
        await wren.expect_accepted(AddBot())
        await wren.wait_for_view(lambda view: any(seat and seat.bot for seat in view.seats))


# --- a table's password ---


async def test_a_locked_table_is_listed_as_locked_and_takes_nobody_without_its_password() -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        table = await wren.open_table(password="tern")
        heron = await connect_over_socket(server, "Heron")
        await heron.link.send(ListTables())
        listing = await heron.wait_for_lobby(lambda lobby: bool(lobby.tables))
        assert [each.locked for each in listing.tables] == [True]
        assert await watch(heron, table) == "password-needed"
        assert await watch(heron, table, "turn") == "password-wrong"
        assert await watch(heron, table, "tern") == ""
        await heron.wait_for(Snapshot)


async def test_who_has_shown_a_tables_password_comes_back_without_it() -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        table = await wren.open_table(password="tern")
        heron = await connect_over_socket(server, "Heron")
        assert await watch(heron, table, "tern") == ""
        await heron.wait_for(Snapshot)
        await heron.socket.abort_and_wait()
        again = await connect_over_socket(server, "Heron", token=heron.welcome.token, resume=Resume(table, "", 0))
        await again.wait_for(Snapshot)
        assert again.view is not None
        assert again.view.table == table


async def test_nobody_resumes_a_locked_table_that_they_were_not_at() -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        table = await wren.open_table(password="tern")
        assert wren.resume_point is not None
        spy = SocketClient(await open_socket(server))
        await spy.login("Spy", resume=Resume(table, wren.resume_point.epoch, wren.resume_point.seq))
        closed = await spy.wait_for(TableClosed)
        assert closed.reason == "This table has a password: ask its host for it, or for an invite."
        assert not any(isinstance(message, Snapshot) for message in spy.messages)


async def test_a_refused_password_leaves_the_player_where_they_are() -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        locked = await wren.open_table(password="tern")
        heron = await connect_over_socket(server, "Heron")
        own = await heron.open_table(name="Cellar")
        assert await watch(heron, locked, "turn") == "password-wrong"
        await heron.sit()
        assert heron.view is not None
        assert heron.view.table == own


async def test_a_connection_replaced_while_its_password_is_checked_gives_no_seat_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hasher = PausedHasher()
    monkeypatch.setattr(passwords, "HASHER", hasher)
    async with run_server() as server:
        heron = await connect_over_socket(server, "Heron")
        locked, den = await heron.open_table(password="tern"), await heron.open_table(name="Den")
        old = await connect_over_socket(server)
        await old.watch(den)
        player = server._lobby.players.by_token(old.welcome.token)
        assert player is not None
        older = player.viewer
        assert isinstance(older, Session)
        await old.link.send(Watch(table=locked, password="tern"))
        new = await connect_over_socket(server, token=old.welcome.token)
        await new.watch(den)
        await new.expect_accepted(Sit())
        hasher.go.set()
        await older.ended.wait()
        assert [seat.name for seat in (await heron.watch(den)).seats if seat] == ["Wren"]


async def test_a_password_is_kept_in_no_plain_text() -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        answer = await wren.expect_accepted(OpenTable(name="Kitchen", game="holdem", password="tern-of-wren"))
        room = server._lobby.room(answer.table)
        assert room is not None
        assert room.settings.password_hash.startswith("$argon2id$")
        player = server._lobby.players.by_token(wren.welcome.token)
        assert player is not None
        assert "tern-of-wren" not in repr(player.recent_commands._sent)


async def test_new_passwords_are_limited_like_wrong_ones() -> None:
    async with run_server(tables_per_player=10) as server:
        wren = await connect_over_socket(server)
        for _ in range(passwords.PASSWORD_BURST):
            await wren.expect_refusal(OpenTable(name="Kitchen", game="no-such-game", password="tern"))
        assert await wren.expect_refusal(OpenTable(name="Kitchen", game="holdem", password="tern")) == "slow-down"
        await wren.expect_accepted(OpenTable(name="Kitchen", game="holdem"))


# --- invites ---


async def test_an_invite_opens_the_server_and_its_table() -> None:
    async with locked_server() as server:
        wren = await connect_over_socket(server, password="tern")
        table = await wren.open_table(password="kitchen-tern")
        heron = await connect_over_socket(server, "Heron", invite=await make_invite(wren))
        assert heron.welcome.invited == table
        assert await watch(heron, table) == ""


async def test_an_invite_opens_no_other_table() -> None:
    async with locked_server() as server:
        wren = await connect_over_socket(server, password="tern")
        other = await wren.open_table(name="Cellar", password="cellar-tern")
        await wren.open_table(password="kitchen-tern")
        heron = await connect_over_socket(server, "Heron", invite=await make_invite(wren))
        assert await watch(heron, other) == "password-needed"


async def test_an_invite_that_serves_once_lets_its_player_back_in_and_nobody_else() -> None:
    async with locked_server() as server:
        wren = await connect_over_socket(server, password="tern")
        table = await wren.open_table(password="kitchen-tern")
        invite = await make_invite(wren, once=True)
        assert await code(server, token=wren.welcome.token, invite=invite) == "", "the host tries their own link"
        wren = await connect_over_socket(server, token=wren.welcome.token)
        heron = await connect_over_socket(server, "Heron", invite=invite)
        await heron.socket.abort_and_wait()
        assert await code(server, token=heron.welcome.token, invite=invite) == ""
        answer = await hello(server, invite=invite)
        assert isinstance(answer, Refused)
        assert (answer.code, answer.sentence) == (
            "invite-used",
            "This invite serves once, and somebody has used it already: ask your host for another one.",
        )
        await wren.watch(table)
        await wren.expect_accepted(ListInvites())
        assert (await wren.wait_for(Invites)).invites == (InviteInfo(1, once=True, used_by="Heron"),)


async def test_an_invite_may_be_revoked_and_an_unknown_one_opens_nothing() -> None:
    async with locked_server() as server:
        wren = await connect_over_socket(server, password="tern")
        await wren.open_table()
        invite = await make_invite(wren, expires=3600)
        await wren.expect_accepted(ListInvites())
        listed = (await wren.wait_for(Invites)).invites[0]
        assert listed.left is not None
        assert 0 < listed.left <= 3_600_000
        await wren.expect_accepted(RevokeInvite(invite=listed.invite))
        assert await code(server, invite=invite) == await code(server, invite="made-up") == "invite-unknown"
        assert await code(server, invite=invite, password="tern") == ""
        assert await wren.expect_refusal(RevokeInvite(invite=listed.invite)) == "invite-unknown"


async def test_only_the_host_makes_lists_and_revokes_invites() -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        assert await wren.expect_refusal(MakeInvite()) == "no-table"
        table = await wren.open_table()
        heron = await connect_over_socket(server, "Heron")
        await heron.watch(table)
        for command in (MakeInvite(), ListInvites(), RevokeInvite(invite=1)):
            assert await heron.expect_refusal(command) == "not-host"


async def test_a_spent_invite_is_no_obstacle_where_no_password_is() -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        table = await wren.open_table()
        locked = await wren.open_table(name="Cellar", password="tern")
        heron = await connect_over_socket(server, "Heron", invite="spent")
        assert heron.welcome.invited == ""
        assert await watch(heron, table) == ""
        assert await watch(heron, locked) == "invite-unknown", "the player is told what became of their link"
        assert await watch(heron, locked) == "password-needed"
        assert await watch(heron, locked, "tern") == ""


async def test_the_secret_of_an_invite_is_sent_once() -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        await wren.open_table()
        for expected in (True, False):
            await wren.link.send(MakeInvite(id=99, once=True))
            answer = await wren.wait_for(Accepted, lambda accepted: accepted.id == 99)
            assert bool(answer.invite) is expected
