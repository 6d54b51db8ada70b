"""The host of a table makes invites on the page of [J], passes them on in the link, and revokes them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec.structs import replace

from railbird_client.network.invite_screen import InvitePage
from railbird_client.player_requests import JoinServer
from railbird_client.table.table_screen import TableScreen
from railbird_shared.network.address import parse_address
from railbird_shared.protocol.commands import (
    Command,
    Leave,
    ListInvites,
    ListTables,
    MakeInvite,
    RevokeInvite,
    Sit,
    Watch,
)
from railbird_shared.protocol.messages import Accepted, InviteInfo, Invites, Lobby, Refused
from railbird_shared.protocol.view import You
from support.app_harness import AppHarness, accept_command, run_app
from support.fake_server import FakeServerConnection, run_fake_server, table_info, table_snapshot

pytestmark = pytest.mark.slow

SECRET = "Zc0WqYlBr7yXh5cRZ0bV0w"
C = TypeVar("C", bound=Command)


@asynccontextmanager
async def at_table(tmp_path: Path, *, host: bool) -> AsyncIterator[tuple[AppHarness, FakeServerConnection]]:
    """Runs the application with a seat at a table, as its host or as a guest, and opens the page of [J]."""
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as harness:
        connection = await server.accept()
        await connection.answer_hello()
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(),)))
        await accept_command(connection, Watch)
        snapshot = table_snapshot(seated=True)
        await connection.send(replace(snapshot, view=replace(snapshot.view, you=You(1, is_host=host))))
        await accept_command(connection, Sit)
        await harness.wait_for_screen(TableScreen)
        await harness.pilot.press("j")
        await harness.wait_for_screen(InvitePage)
        yield harness, connection


async def receive(connection: FakeServerConnection, kind: type[C]) -> C:
    """Waits for a command of that kind."""
    command = await connection.receive()
    assert isinstance(command, kind)
    return command


async def list_invites(connection: FakeServerConnection, *invites: InviteInfo, needed: bool = True) -> None:
    """Answers a request for the invites to the table."""
    asked = await receive(connection, ListInvites)
    await connection.send(Accepted(id=asked.id), Invites(table="t1", invites=invites, needed=needed))


async def test_the_host_makes_an_invite_and_passes_it_on_in_the_link(tmp_path: Path) -> None:
    async with at_table(tmp_path, host=True) as (harness, connection):
        await list_invites(connection)
        await harness.wait_for_text("Invite past the password:")
        for key, once, expires, sentence in (
            ("e", False, 0, "while the table"),
            ("o", True, 0, "The first person to use this link"),
            ("t", False, 3600, "for 1 hour"),
        ):
            await harness.pilot.press(key)
            made = await receive(connection, MakeInvite)
            assert (made.once, made.expires) == (once, expires)
            await connection.send(Accepted(id=made.id, invite=SECRET))
            await list_invites(connection, InviteInfo(1, 1000 * expires or None, once))
            await harness.wait_for_text(sentence)
        await harness.pilot.press("c")
        assert parse_address(harness.app.clipboard).invite == SECRET


async def test_the_host_revokes_the_invite_that_they_choose(tmp_path: Path) -> None:
    async with at_table(tmp_path, host=True) as (harness, connection):
        first, second = InviteInfo(1), InviteInfo(4, once=True, used_by="Heron")
        await list_invites(connection, first, second)
        await harness.wait_for_text("used by Heron")
        await harness.pilot.press("x")
        await harness.pilot.press("2", "x")
        await harness.wait_for_text("Revoke this invite?")
        await harness.pilot.press("y")
        revoked = await receive(connection, RevokeInvite)
        assert revoked.invite == 1
        await connection.send(Accepted(id=revoked.id))
        await list_invites(connection, second)
        await harness.wait_until(lambda: "for everybody" not in harness.text.partition("Invites;")[2])


async def test_the_link_of_an_earlier_invite_is_shown_again(tmp_path: Path) -> None:
    async with at_table(tmp_path, host=True) as (harness, connection):
        await list_invites(connection, InviteInfo(1))
        await harness.wait_for_text("Invite past the password:")
        for number, secret in ((4, SECRET), (5, SECRET[::-1])):
            await harness.pilot.press("e")
            made = await receive(connection, MakeInvite)
            await connection.send(Accepted(id=made.id, invite=secret))
            await list_invites(connection, *(InviteInfo(each) for each in (1, 4, 5)[: number - 2]))
            await harness.wait_for_text(secret[:8])
        await harness.pilot.press("2", "c")
        assert parse_address(harness.app.clipboard).invite == SECRET
        await harness.pilot.press("3")
        await harness.wait_for_text("is not known any more")


async def test_a_link_whose_invite_is_revoked_or_used_is_shown_no_more(tmp_path: Path) -> None:
    async with at_table(tmp_path, host=True) as (harness, connection):
        await list_invites(connection)
        await harness.wait_for_text("Invite past the password:")
        await harness.pilot.press("o")
        made = await receive(connection, MakeInvite)
        await connection.send(Accepted(id=made.id, invite=SECRET))
        await list_invites(connection, InviteInfo(1, once=True))
        await harness.wait_for_text(SECRET[:8])
        await harness.pilot.press("escape", "j")
        await list_invites(connection, InviteInfo(1, once=True, used_by="Heron"))
        await harness.wait_for_text("used by Heron")
        assert SECRET[:8] not in harness.text


async def test_without_a_password_no_invite_is_made(tmp_path: Path) -> None:
    async with at_table(tmp_path, host=True) as (harness, connection):
        await list_invites(connection, needed=False)
        await harness.pilot.press("e", "o", "t")
        assert "Invite past" not in harness.text
        await harness.pilot.press("escape", "j")
        await list_invites(connection, needed=False)


async def test_a_guest_sees_the_link_and_asks_for_nothing(tmp_path: Path) -> None:
    async with at_table(tmp_path, host=False) as (harness, connection):
        await harness.pilot.press("e", "1", "x")
        assert "railbird join 127.0.0.1" in harness.text
        assert "Invite past" not in harness.text
        await harness.pilot.press("escape", "l")
        await harness.wait_for_text("Give up your seat")
        await harness.pilot.press("y", "enter")
        await receive(connection, Leave)


async def test_the_page_says_why_an_invite_is_refused(tmp_path: Path) -> None:
    async with at_table(tmp_path, host=True) as (harness, connection):
        await list_invites(connection)
        await harness.wait_for_text("Invite past the password:")
        await harness.pilot.press("e")
        made = await receive(connection, MakeInvite)
        sentence = "This table has 32 invites already; revoke one of them first."
        await connection.send(Refused(id=made.id, code="invites", sentence=sentence))
        await harness.wait_for_text("revoke one of them first.")
