"""A client that follows tables besides the one it is at sees what a watcher sees, by the same door, and no more."""

from __future__ import annotations

import asyncio
from typing import get_args

import pytest

from railbird_server.runtime.access import Access
from railbird_server.runtime.followed_tables import FollowedTables
from railbird_server.runtime.players import Player
from railbird_server.runtime.server import Server
from railbird_server.runtime.session import Session
from railbird_server.runtime.tables.room import Room
from railbird_shared.protocol.commands import (
    AskStatement,
    ChangeName,
    FollowTable,
    Leave,
    ListTables,
    Resync,
    SendChat,
    Sit,
    UnfollowTable,
    Watch,
)
from railbird_shared.protocol.host_commands import Ban, ChangeRail, EndNight, ListPeople, LockTable
from railbird_shared.protocol.messages import (
    Accepted,
    AskSeed,
    Chat,
    DecksOpened,
    Followed,
    GoingDown,
    Hands,
    History,
    Invites,
    Lobby,
    LobbyChanged,
    Message,
    People,
    Rail,
    Refused,
    SeedCommitments,
    Snapshot,
    Statistics,
    Step,
    TableClosed,
    TableMessage,
    Watchers,
    Welcome,
)
from railbird_shared.protocol.table_limits import MAX_FOLLOWED
from railbird_shared.settings.table_terms import RailTerms
from railbird_shared.tournament.messages import TournamentMessage
from support.network_clients import HeadlessClient, choose_passively, connect_in_memory, run_server

OF_THE_SESSION = {Accepted, Followed, GoingDown, Lobby, LobbyChanged, Refused, Welcome}
ASKED_FOR = {Hands, History, Invites, People, Statistics, Watchers}
"""What only a client at the table asks for."""
OF_A_FAIR_DEAL = {AskSeed, DecksOpened, SeedCommitments}
"""What goes to those who give seeds to the shuffle, or checked the deals."""


def test_every_message_is_one_of_a_table_or_of_the_session() -> None:
    of_tables = set(get_args(TableMessage))
    of_others = OF_THE_SESSION | ASKED_FOR | OF_A_FAIR_DEAL | set(get_args(TournamentMessage))
    assert of_tables | of_others == set(get_args(Message))
    assert not of_tables & of_others


async def open_tables(server: Server, number: int) -> list[str]:
    """Opens tables, each by a host of its own who stays there."""
    return [await (await connect_in_memory(server, f"Host {place}")).open_table() for place in range(number)]


def steps(messages: list[Message] | list[TableMessage]) -> list[Step]:
    return [message for message in messages if isinstance(message, Step)]


def followed(server: Server, client: HeadlessClient) -> FollowedTables:
    player = server._lobby.players.by_token(client.welcome.token)
    assert player is not None
    assert isinstance(player.viewer, Session)
    return player.viewer._followed


async def play_a_hand(*players: HeadlessClient) -> None:
    await asyncio.gather(*(player.play_hands(choose_passively, hands=1) for player in players))


async def test_a_follower_gets_the_frames_of_a_watcher_while_seated_elsewhere() -> None:
    async with run_server(pause=60.0) as server:
        heron, jay = await connect_in_memory(server, "Heron"), await connect_in_memory(server, "Jay")
        table = await heron.open_table()
        watcher = await connect_in_memory(server, "Rook")
        await watcher.watch(table)
        wren = await connect_in_memory(server)
        own = await wren.open_table(name="Attic")
        await wren.sit()
        await wren.follow(table)
        await jay.watch(table)
        await heron.sit()
        await jay.sit()
        await play_a_hand(heron, jay)
        await heron.expect_accepted(SendChat(text="Good night."))
        await watcher.wait_for(Chat)
        await wren.wait_for(Followed, lambda each: isinstance(each.message, Chat))
        seen = steps(wren.told_of(table))
        assert seen == steps(watcher.messages)[-len(seen) :]
        assert len(seen) > 10
        assert not any(step.private for step in seen)
        assert wren.view is not None
        assert wren.view.table == own


async def test_a_follower_in_the_lobby_still_reads_the_lobby() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        table = await heron.open_table()
        wren = await connect_in_memory(server)
        await wren.follow(table)
        await heron.open_table(name="Cellar")
        await wren.wait_for_lobby(lambda lobby: len(lobby.tables) == 2)


async def test_followers_count_as_watchers_and_the_host_sees_them() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        table = await heron.open_table()
        wren = await connect_in_memory(server)
        await wren.follow(table)
        await heron.wait_for_watchers(2)
        await heron.expect_accepted(ListPeople())
        assert {person.name for person in (await heron.wait_for(People)).people} == {"Heron", "Wren"}
        await wren.expect_accepted(UnfollowTable(table=table))
        await heron.wait_for_watchers(1)


async def test_nothing_comes_after_a_table_is_followed_no_longer() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        table = await heron.open_table()
        wren = await connect_in_memory(server)
        await wren.follow(table)
        await wren.expect_accepted(UnfollowTable(table=table))
        told = len(wren.told_of(table))
        await heron.sit()
        await heron.expect_accepted(SendChat(text="Anybody?"))
        await wren.expect_accepted(ListTables())
        assert len(wren.told_of(table)) == told
        assert await wren.expect_refusal(UnfollowTable(table=table)) == "not-followed"


async def test_the_own_table_is_not_followed_nor_one_where_a_seat_is_still_held() -> None:
    async with run_server(pause=60.0) as server:
        heron, wren = await connect_in_memory(server, "Heron"), await connect_in_memory(server)
        table = await heron.open_table()
        await wren.watch(table)
        assert await wren.expect_refusal(FollowTable(table=table)) == "own-table"
        await heron.sit()
        await wren.sit()
        view = await wren.wait_for_view(lambda view: view.turn is not None)
        assert view.turn is not None
        waiting = heron if view.turn.seat == view.you.seat else wren
        await waiting.expect_accepted(Leave())
        assert await waiting.expect_refusal(FollowTable(table=table)) == "own-table"
        assert await waiting.expect_refusal(FollowTable(table="nowhere")) == "no-such-table"


async def test_an_opener_who_only_follows_does_not_take_the_hosting_back() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        table = await wren.open_table()
        await heron.watch(table)
        await heron.sit()
        await wren.expect_accepted(Leave())
        await heron.wait_for_view(lambda view: view.you.is_host)
        await wren.follow(table)
        await heron.expect_accepted(ListPeople())
        assert {person.name for person in (await heron.wait_for(People)).people if person.host} == {"Heron"}
        await wren.watch(table)
        await wren.wait_for_view(lambda view: view.you.is_host)


async def test_a_full_rail_takes_nobody_who_only_follows() -> None:
    async with run_server() as server:
        heron, jay = await connect_in_memory(server, "Heron"), await connect_in_memory(server, "Jay")
        table = await heron.open_table(rail=RailTerms(limit=2))
        wren = await connect_in_memory(server)
        await wren.follow(table)
        await heron.wait_for_watchers(2)
        assert await jay.expect_refusal(FollowTable(table=table)) == "rail-full"
        await wren.follow(table)
        await heron.expect_accepted(ChangeRail(limit=0))
        closed = await wren.wait_for(Followed, lambda each: isinstance(each.message, TableClosed))
        assert closed.table == table


async def test_a_follower_of_a_delayed_rail_sees_what_its_watchers_see() -> None:
    async with run_server() as server:
        heron, jay = await connect_in_memory(server, "Heron"), await connect_in_memory(server, "Jay")
        table = await heron.open_table(rail=RailTerms(delay_hands=1))
        watcher, wren = await connect_in_memory(server, "Rook"), await connect_in_memory(server)
        await watcher.watch(table)
        await wren.follow(table)
        await jay.watch(table)
        await heron.sit()
        await jay.sit()
        await asyncio.gather(*(player.play_hands(choose_passively, hands=3) for player in (heron, jay)))
        await watcher.wait_for_view(lambda view: view.hand == 2 and not view.playing)
        expected = steps(watcher.messages)
        while len(steps(wren.told_of(table))) < len(expected):
            await wren.receive()
        assert steps(wren.told_of(table))[: len(expected)] == expected


async def test_no_more_tables_are_followed_than_allowed() -> None:
    async with run_server(max_tables=MAX_FOLLOWED + 1) as server:
        *tables, last = await open_tables(server, MAX_FOLLOWED + 1)
        wren = await connect_in_memory(server)
        for table in tables:
            await wren.follow(table)
        assert await wren.expect_refusal(FollowTable(table=last)) == "follow-limit"
        await wren.follow(tables[0])
        await wren.expect_accepted(UnfollowTable(table=tables[0]))
        await wren.follow(last)


async def test_going_to_a_followed_table_replaces_the_place_on_its_rail() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        table = await heron.open_table()
        wren = await connect_in_memory(server)
        await wren.follow(table)
        await wren.watch(table)
        told = len(wren.told_of(table))
        await heron.expect_accepted(SendChat(text="Welcome."))
        assert (await wren.wait_for(Chat)).name == "Heron"
        await wren.sit()
        assert len(wren.told_of(table)) == told
        room = server._lobby.room(table)
        assert room is not None
        assert room.info().watchers == 1


async def test_the_tables_can_be_changed_for_one_another() -> None:
    async with run_server() as server:
        first, second = await open_tables(server, 2)
        wren = await connect_in_memory(server)
        await wren.watch(first)
        await wren.follow(second)
        for here, there in ((second, first), (first, second)):
            assert (await wren.watch(here)).table == here
            await wren.follow(there)


async def test_a_locked_table_is_followed_with_its_password_alone() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        table = await heron.open_table(password="tern")
        wren = await connect_in_memory(server)
        trusted = followed(server, wren)._client
        assert isinstance(trusted, Session)
        trusted._trusted = False
        assert await wren.expect_refusal(FollowTable(table=table)) == "password-needed"
        assert await wren.expect_refusal(FollowTable(table=table, password="hern")) == "password-wrong"
        await wren.expect_accepted(FollowTable(table=table, password="tern"))
        await wren.expect_accepted(Watch(table=table))


@pytest.mark.parametrize(("command", "refusal"), [(FollowTable, "own-table"), (Watch, "seated-elsewhere")])
async def test_who_is_led_to_a_seat_while_a_password_is_checked_goes_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, command: type[FollowTable | Watch], refusal: str
) -> None:
    async def seat_meanwhile(_self: Access, room: Room, player: Player, *_: str) -> None:
        player.table = room.id if command is FollowTable else "another table"

    monkeypatch.setattr(Access, "check_table", seat_meanwhile)
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        table = await heron.open_table(password="tern")
        wren = await connect_in_memory(server)
        session = followed(server, wren)._client
        assert isinstance(session, Session)
        session._trusted = False
        assert await wren.expect_refusal(command(table=table, password="tern")) == refusal
        assert session.in_lobby
        assert not followed(server, wren)._followed


async def test_who_is_banned_follows_no_longer_and_does_not_come_back() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        table = await heron.open_table()
        wren = await connect_in_memory(server)
        await wren.follow(table)
        await heron.expect_accepted(Ban(name="Wren"))
        closed = await wren.wait_for(Followed, lambda each: isinstance(each.message, TableClosed))
        assert isinstance(closed.message, TableClosed)
        assert "ban" in closed.message.reason
        assert await wren.expect_refusal(FollowTable(table=table)) == "banned"
        assert await wren.expect_refusal(UnfollowTable(table=table)) == "not-followed"


async def test_a_follower_is_told_the_end_and_stays_where_they_are() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        table = await heron.open_table()
        wren = await connect_in_memory(server)
        own = await wren.open_table(name="Attic")
        await wren.follow(table)
        await heron.sit()
        await heron.expect_accepted(EndNight(now=True))
        closed = await wren.wait_for(Followed, lambda each: isinstance(each.message, TableClosed))
        assert isinstance(closed.message, TableClosed)
        assert closed.message.statement is not None
        assert (await wren.watch(own)).table == own
        assert await wren.expect_refusal(FollowTable(table=table)) == "no-such-table"


async def test_a_lost_connection_is_no_viewer_and_comes_back_to_what_it_missed() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        table = await heron.open_table()
        wren = await connect_in_memory(server)
        await wren.follow(table)
        snapshot = wren.told_of(table)[0]
        assert isinstance(snapshot, Snapshot)
        await wren.close()
        await heron.wait_for_watchers(1)
        await heron.sit()
        again = await connect_in_memory(server, token=wren.welcome.token)
        await again.expect_accepted(FollowTable(table=table, epoch=snapshot.epoch, seq=snapshot.seq))
        await again.wait_for(Followed, lambda each: isinstance(each.message, Rail))
        missed = steps(again.told_of(table))
        assert [step.seq for step in missed] == [snapshot.seq + 1]
        assert not any(isinstance(message, Snapshot) for message in again.told_of(table))


async def test_following_again_brings_a_snapshot() -> None:
    async with run_server() as server:
        [table] = await open_tables(server, 1)
        wren = await connect_in_memory(server)
        await wren.follow(table)
        await wren.follow(table)
        assert len(wren.told_of(table)) >= 2


async def test_a_newer_connection_of_the_player_takes_over() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        table = await heron.open_table()
        old = await connect_in_memory(server)
        await old.follow(table)
        new = await connect_in_memory(server, token=old.welcome.token)
        await new.follow(table)
        await heron.wait_for_watchers(2)
        await heron.expect_accepted(SendChat(text="Both?"))
        await new.wait_for(Followed, lambda each: isinstance(each.message, Chat))


async def test_a_client_that_fell_behind_gets_one_snapshot_of_each_table() -> None:
    async with run_server() as server:
        first, second = await open_tables(server, 2)
        wren = await connect_in_memory(server)
        await wren.follow(first)
        await wren.follow(second)
        tables = followed(server, wren)
        for table in (first, second):
            tables._followed[table].outbox.behind = True
        tables.catch_up()
        for table in (first, second):
            await wren.wait_for(Followed, lambda each: isinstance(each.message, Snapshot))
            snapshots = [message for message in wren.told_of(table) if isinstance(message, Snapshot)]
            assert len(snapshots) <= 2
        assert not any(tables._followed[table].outbox.behind for table in (first, second))


async def test_a_follower_commands_nothing_at_the_table() -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        table = await heron.open_table()
        wren = await connect_in_memory(server)
        await wren.follow(table)
        for command in (Sit(), Resync(), AskStatement(), LockTable(), ListPeople()):
            assert await wren.expect_refusal(command) == "no-table"
        await wren.expect_accepted(ChangeName(name="Kite"))
        await heron.expect_accepted(ListPeople())
        assert "Kite" in {person.name for person in (await heron.wait_for(People)).people}


async def test_commands_to_follow_count_for_the_limit() -> None:
    async with run_server(command_rate=1.0, command_burst=3) as server:
        [table] = await open_tables(server, 1)
        rook = await connect_in_memory(server, "Rook")
        session = followed(server, rook)._client
        assert isinstance(session, Session)
        session._trusted = False
        answers = [await rook.request(FollowTable(table=table)) for _ in range(4)]
        assert [isinstance(answer, Accepted) for answer in answers] == [True, True, True, False]
