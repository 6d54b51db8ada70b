"""What a host does, as everybody at the table hears of it, and what is kept of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from railbird_server.runtime.server import Server
from railbird_server.runtime.session import Session
from railbird_server.store.sqlite import SqliteStore
from railbird_shared.protocol.commands import Administer, Leave, ListTables, OpenTable, SendChat, Sit, Watch
from railbird_shared.protocol.events import Announced, LastHandCalled, NightEnding, PlayerKicked
from railbird_shared.protocol.host_commands import (
    Announce,
    Ban,
    EndNight,
    HandOver,
    Kick,
    LastHand,
    ListPeople,
    LockTable,
    Mute,
)
from railbird_shared.protocol.messages import Lobby, People, Refused, Step, TableClosed
from railbird_shared.protocol.view import TableView
from support.network_clients import HeadlessClient, choose_passively, connect_in_memory, run_server


async def two_at_a_table(server: Server) -> tuple[HeadlessClient, HeadlessClient, str]:
    """Wren in seat 1, who opened the table, and Heron in seat 2, with a hand begun."""
    wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
    table = await wren.open_table()
    await heron.watch(table)
    await wren.sit(seat=1)
    await heron.sit(seat=2)
    for client in (wren, heron):
        await client.wait_for_view(lambda view: view.turn is not None)
    return wren, heron, table


async def play_until(client: HeadlessClient, test: Callable[[TableView], bool]) -> None:
    """Plays passively until the table looks as wanted."""
    while client.view is None or not test(client.view):
        await client.act_if_in_turn(choose_passively)
        await client.receive()


async def play_until_closed(client: HeadlessClient) -> TableClosed:
    """Plays passively until the table closes."""
    while True:
        await client.act_if_in_turn(choose_passively)
        message = await client.receive()
        if isinstance(message, TableClosed):
            return message


async def test_the_night_ends_for_everybody_with_their_result() -> None:
    async with run_server() as server:
        wren, heron, table = await two_at_a_table(server)
        jay = await connect_in_memory(server, "Jay")
        await jay.watch(table)
        assert await heron.expect_refusal(EndNight(now=True)) == "not-host"
        await wren.expect_accepted(EndNight(now=True))
        await heron.wait_for(Step, lambda step: NightEnding("Wren", now=True) in step.public)
        closed = [await client.wait_for(TableClosed) for client in (wren, heron, jay)]
        assert closed[2].reason == "Wren has ended the night."
        assert [each.reason.startswith("Wren has ended the night. Your bet of ") for each in closed[:2]] == [True] * 2
        assert all("bought 200, even." in each.reason for each in closed[:2])
        await wren.expect_accepted(ListTables())
        assert (await wren.wait_for(Lobby)).total == 0


async def test_the_night_ends_after_the_running_hand() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        await wren.expect_accepted(EndNight())
        await heron.wait_for_view(lambda view: view.night_ends)
        closed = await asyncio.gather(*(play_until_closed(client) for client in (wren, heron)))
        assert all(each.reason.startswith("Wren has ended the night. You have ") for each in closed)


async def test_who_is_given_the_hosting_keeps_it_when_who_opened_the_table_comes_back(tmp_path: Path) -> None:
    async with run_server(store=SqliteStore(tmp_path / "railbird.db")) as server:
        wren, heron, table = await two_at_a_table(server)
        await wren.expect_accepted(HandOver(seat=2))
        await heron.wait_for_view(lambda view: view.you.is_host)
        await wren.expect_accepted(Leave())
        await wren.watch(table)
        await heron.expect_accepted(LockTable())
        view = await wren.wait_for_view(lambda view: view.seats_locked)
        assert view.host == "Heron"
        jay = await connect_in_memory(server, "Jay")
        await jay.watch(table)
        assert await jay.expect_refusal(Sit()) == "seats-locked"
        token = heron.welcome.token
    async with run_server(store=SqliteStore(tmp_path / "railbird.db")) as server:
        wren = await connect_in_memory(server, token=wren.welcome.token)
        heron = await connect_in_memory(server, token=token)
        view = await wren.watch(table)
        assert (view.host, view.seats_locked, view.you.is_host) == ("Heron", True, False)
        await heron.watch(table)
        await heron.expect_accepted(LastHand())


async def test_a_kicked_player_goes_to_the_rail_and_may_sit_elsewhere() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        jay = await connect_in_memory(server, "Jay")
        await jay.open_table(name="Porch")
        await wren.expect_accepted(Kick(seat=2))
        await heron.wait_for(Step, lambda step: PlayerKicked("Wren", 2) in step.public)
        await asyncio.gather(*(play_until(client, lambda view: view.at(2) is None) for client in (wren, heron)))
        assert jay.view is not None
        await heron.watch(jay.view.table)
        await heron.sit()


async def test_an_announcement_is_cleaned_before_anybody_reads_it() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        await wren.expect_accepted(Announce(text="\x1b[31mPizza\nat  ten."))
        await heron.wait_for(Step, lambda step: Announced("Wren", "Pizza at ten.") in step.public)
        assert await wren.expect_refusal(Announce(text="\x07")) == "chat"


# --- people


async def test_a_banned_player_goes_back_to_the_lobby_and_is_told_when_they_come_again(tmp_path: Path) -> None:
    async with run_server(store=SqliteStore(tmp_path / "railbird.db")) as server:
        wren, jay = await connect_in_memory(server), await connect_in_memory(server, "Jay")
        table = await wren.open_table()
        await jay.watch(table)
        assert await jay.expect_refusal(Ban(name="Wren")) == "not-host"
        assert await wren.expect_refusal(Ban(name="Magpie")) == "no-player"
        assert await wren.expect_refusal(Ban(name="Wren")) == "not-yourself"
        assert await wren.expect_refusal(Ban(name="Jay", address=True)) == "no-player"
        await wren.expect_accepted(Ban(name="jay"))
        assert (await jay.wait_for(TableClosed)).reason == "Wren has banned you from this table."
        assert await jay.expect_refusal(Watch(table=table)) == "banned"
    async with run_server(store=SqliteStore(tmp_path / "railbird.db")) as server:
        wren = await connect_in_memory(server, token=wren.welcome.token)
        view = await wren.watch(table)
        assert view.banned == ("Jay",)
        await wren.expect_accepted(Ban(name="Jay", on=False))
        jay = await connect_in_memory(server, "Jay")
        await jay.watch(table)


async def test_a_ban_by_address_keeps_out_whoever_comes_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def address_of_guests(session: Session) -> str:
        return "" if session.player.name == "Wren" else "203.0.113.7"

    monkeypatch.setattr(Session, "address", property(address_of_guests))
    async with run_server() as server:
        wren, jay = await connect_in_memory(server), await connect_in_memory(server, "Jay")
        table = await wren.open_table()
        await jay.watch(table)
        await wren.expect_accepted(Ban(name="Jay", address=True))
        await jay.wait_for(TableClosed)
        stranger = await connect_in_memory(server, "Stranger")
        refused = await stranger.request(Watch(table=table))
        assert isinstance(refused, Refused)
        assert refused.sentence == "Wren has banned you, or your address, from this table."


async def test_a_muted_player_plays_on_and_says_nothing() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        await wren.expect_accepted(Mute(name="Heron"))
        assert await heron.expect_refusal(SendChat(text="Nice hand.")) == "muted"
        await wren.expect_accepted(Mute(name="Heron", on=False))
        await heron.expect_accepted(SendChat(text="Nice hand indeed."))


async def test_the_owner_of_the_server_does_what_a_host_may_without_being_at_the_table() -> None:
    async with run_server() as server:
        wren, _, table = await two_at_a_table(server)
        jay = await connect_in_memory(server, "Jay")
        secret = server.ownership.secret
        assert await jay.expect_refusal(Administer(owner="guess", table=table, command=LastHand())) == "not-owner"
        assert await jay.expect_refusal(Administer(owner=secret, table="none", command=LastHand())) == "no-such-table"
        await jay.expect_accepted(Administer(owner=secret, table=table, command=LastHand()))
        await wren.wait_for(Step, lambda step: LastHandCalled("the house", 1) in step.public)
        await jay.expect_accepted(Administer(owner=secret, table=table, command=ListPeople()))
        people = await jay.wait_for(People)
        assert [(person.name, person.seat, person.host) for person in people.people] == [
            ("Wren", 1, True),
            ("Heron", 2, False),
        ]
        assert await jay.expect_refusal(ListPeople()) == "no-table"


async def test_a_table_that_the_house_hosts_waits_for_people_across_a_restart(tmp_path: Path) -> None:
    open_table = OpenTable(name="Friday", game="holdem")
    async with run_server(store=SqliteStore(tmp_path / "railbird.db"), empty_after=0, abandoned_after=0) as server:
        jay, secret = await connect_in_memory(server, "Jay"), server.ownership.secret
        assert await jay.expect_refusal(Administer(owner="guess", table="", command=open_table)) == "not-owner"
        table = (await jay.expect_accepted(Administer(owner=secret, table="", command=open_table))).table
        assert (await jay.watch(table)).host == "the house"
        await jay.expect_accepted(Leave())
    async with run_server(store=SqliteStore(tmp_path / "railbird.db"), empty_after=0, abandoned_after=0) as server:
        heron = await connect_in_memory(server, "Heron")
        assert (await heron.watch(table)).host == "the house"
        assert await heron.expect_refusal(LastHand()) == "not-host"
        await heron.sit()
        await heron.wait_for_view(lambda view: view.you.is_host)
        await heron.expect_accepted(LastHand())
