"""Following tables through the controller: what is sent, what is shown, and the way from one table to another."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.network.link import LinkState
from railbird_client.table.table_model import TableState
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.conversation import Received
from railbird_shared.protocol.commands import Command, FollowTable, ListTables, Resume, UnfollowTable, Watch
from railbird_shared.protocol.messages import Followed, Lobby, Refused, Snapshot, TableClosed
from railbird_shared.protocol.table_limits import MAX_FOLLOWED
from railbird_shared.tournament.messages import ListTournaments
from support.controller_harness import ControllerHarness, run_controller, run_controller_at_table
from support.fake_server import table_info, table_snapshot, welcome_message


async def enter_lobby(running: ControllerHarness) -> None:
    tables = (table_info(table="t1"), table_info(table="t2"))
    await running.handle(Received(welcome_message()), Received(Lobby(tables=tables)))
    running.link.sent.clear()


async def follow(running: ControllerHarness, *tables: str) -> None:
    for table in tables:
        await running.controller.send(FollowTable(table=table))
    await running.handle()


async def go_to(running: ControllerHarness, table: str) -> None:
    """The server lets the player in at a table."""
    running.link.conversation.place = Resume(table, "e1", 1)
    await running.handle(Received(snapshot(table)))


def snapshot(table: str) -> Snapshot:
    told = table_snapshot()
    return replace(told, view=replace(told.view, table=table, name=f"Table {table}"))


def sent(running: ControllerHarness) -> list[Command]:
    sent, running.link.sent = running.link.sent, []
    return sent


def notices(running: ControllerHarness) -> tuple[str, ...]:
    return running.controller.take_notices()


async def test_a_table_is_followed_from_the_lobby_and_no_longer() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        await follow(running, "t1")
        assert sent(running) == [FollowTable(table="t1")]
        assert isinstance(running.state, LobbyState)
        assert "t1" in running.state.followed
        await running.handle(Received(Followed(table="t1", message=snapshot("t1"))))
        [table] = running.state.followed.tables
        assert table.name == "Table t1"
        await running.controller.send(UnfollowTable(table="t1"))
        await running.handle()
        assert sent(running) == [UnfollowTable(table="t1")]


async def test_a_refused_table_is_not_followed_and_the_reason_is_said() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        running.link.refusal = "You are banned from this table."
        await follow(running, "t1")
        assert notices(running) == ("a table: You are banned from this table.",)
        assert isinstance(running.state, LobbyState)
        assert "t1" not in running.state.followed


async def test_a_locked_table_has_its_password_asked_for() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        running.link.refusal, running.link.refusal_code = "This table has a password.", "password-needed"
        await follow(running, "t1")
        running.link.refusal = ""
        assert isinstance(running.state, LobbyState)
        request = running.controller.take_password_request()
        assert request is not None
        assert request.retry("tern") == FollowTable(table="t1", password="tern")
        sent(running)
        await running.controller.send(FollowTable(table="t1", password="tern"))
        await running.handle()
        assert sent(running) == [FollowTable(table="t1", password="tern")]


async def test_the_own_table_is_followed_only_after_the_player_has_left_it() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        await follow(running, "t1", "t2")
        sent(running)
        await go_to(running, "t1")
        assert sent(running) == []
        await running.handle(Received(TableClosed()))
        assert sent(running) == [ListTables(), ListTournaments(), FollowTable(table="t1")]


async def test_a_key_goes_to_the_next_table_without_the_lobby_between() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        await follow(running, "t1", "t2")
        await go_to(running, "t1")
        before = running.state
        sent(running)
        await running.go(TableKey.NEXT_FOLLOWED)
        await running.handle()
        assert sent(running) == [Watch(table="t2")]
        running.link.conversation.place = None
        await running.handle(Received(TableClosed()))
        assert running.state == before
        await go_to(running, "t2")
        assert isinstance(running.state, TableState)
        assert running.state.table_model.shown_view is not None
        assert running.state.table_model.shown_view.table == "t2"
        assert running.state.table_model.input_state.follows_others
        assert running.table_notice == "Table 2 of 2 that you follow: [PgDn] the next, [F7] all."
        assert sent(running) == [FollowTable(table="t1")]


async def test_a_way_that_leads_nowhere_ends_in_the_lobby() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        await follow(running, "t1", "t2")
        await go_to(running, "t1")
        running.link.refusal = "That table is closed."
        await running.go(TableKey.FOLLOWED_BEFORE)
        running.link.conversation.place = None
        await running.handle(Received(TableClosed()))
        assert isinstance(running.state, LobbyState)
        assert "That table is closed." in notices(running)


async def test_a_refused_way_stays_at_the_table() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        await follow(running, "t1", "t2")
        await go_to(running, "t1")
        running.link.refusal = "The rail of this table is full."
        await running.go(TableKey.NEXT_FOLLOWED)
        await running.handle()
        assert running.table_notice == "The rail of this table is full."
        await running.handle(Received(TableClosed(reason="Nobody was left at the table.")))
        assert isinstance(running.state, LobbyState)


async def test_a_table_that_is_left_for_a_followed_one_is_followed_from_then_on() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        await follow(running, "t2")
        await go_to(running, "t1")
        sent(running)
        await running.controller.send(Watch(table="t2"))
        await running.handle()
        await go_to(running, "t2")
        assert sent(running) == [Watch(table="t2"), FollowTable(table="t1")]


async def test_a_seated_player_is_told_to_give_up_the_seat_first() -> None:
    async with run_controller_at_table() as running:
        await follow(running, "t2")
        sent(running)
        await running.go(TableKey.NEXT_FOLLOWED)
        await running.handle()
        await running.controller.send(Watch(table="t2"))
        await running.handle()
        assert sent(running) == []
        assert running.table_notice.startswith("You have a seat here")


async def test_without_followed_tables_the_keys_say_how_to_choose_some() -> None:
    async with run_controller_at_table(seated=False) as running:
        await running.go(TableKey.NEXT_FOLLOWED)
        assert running.table_notice == "You follow no other table: choose some in the lobby with [Space]."


async def test_a_new_connection_asks_for_all_tables_again() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        await follow(running, "t1", "t2")
        await running.handle(Received(Followed(table="t1", message=snapshot("t1"))))
        await running.set_link(LinkState.LOST)
        assert running.controller.following.tables.lost
        sent(running)
        await running.set_link(LinkState.ONLINE)
        assert sent(running) == [FollowTable(table="t1", epoch="e1", seq=1), FollowTable(table="t2")]


async def test_the_end_of_a_followed_table_is_said_once() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        await follow(running, "t1")
        await running.handle(
            Received(Followed(table="t1", message=snapshot("t1"))),
            Received(Followed(table="t1", message=TableClosed(reason="The night is over."))),
        )
        assert notices(running) == ("Table t1: The night is over.",)
        assert sent(running) == [FollowTable(table="t1")]
        refused = Refused(id=1, code="no-such-table", sentence="That table is closed.")
        running.controller.following._refuse("t1", refused)
        assert notices(running) == ()
        assert isinstance(running.state, LobbyState)
        assert running.controller.take_password_request() is None


async def test_no_more_tables_are_followed_than_the_server_allows() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        await follow(running, *(f"t{number}" for number in range(MAX_FOLLOWED + 1)))
        assert len(running.controller.following.tables) == MAX_FOLLOWED
        assert notices(running) == ("You follow 8 tables already; give one of them up first.",)


async def come_through(running: ControllerHarness, *tables: str) -> list[str]:
    """The server answers to several ways one after the other; returns the screens on the way, by their tables."""
    seen: list[str] = []
    for at, table in enumerate(tables):
        for message in (TableClosed(), snapshot(table)) if at else (snapshot(table),):
            running.link.conversation.place = Resume(table, "e1", 1) if isinstance(message, Snapshot) else None
            await running.handle(Received(message))
            shown = running.state
            view = shown.table_model.shown_view if isinstance(shown, TableState) else None
            seen.append("lobby" if view is None else view.table)
    return seen


async def test_a_second_step_before_the_table_has_come_leads_from_there_and_past_no_lobby() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        await follow(running, "t1", "t2", "t3")
        await go_to(running, "t1")
        sent(running)
        await running.go(TableKey.NEXT_FOLLOWED)
        await running.handle()
        await running.go(TableKey.NEXT_FOLLOWED)
        await running.handle()
        await running.go(TableKey.FOLLOWED_BEFORE)
        await running.handle()
        assert sent(running) == [Watch(table="t2"), Watch(table="t3"), Watch(table="t2")]
        running.link.conversation.place = None
        await running.handle(Received(TableClosed()))
        assert isinstance(running.state, TableState)
        assert await come_through(running, "t3", "t2") == ["t3", "t3", "t2"]


async def test_two_steps_in_one_moment_are_two() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        await follow(running, "t1", "t2", "t3")
        await go_to(running, "t1")
        sent(running)
        await running.go(TableKey.NEXT_FOLLOWED)
        await running.go(TableKey.NEXT_FOLLOWED)
        await running.handle()
        assert sent(running) == [Watch(table="t3")]


async def test_a_table_chosen_in_the_lobby_in_place_of_another_comes_past_no_lobby() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        for table in ("t1", "t2"):
            await running.controller.send(Watch(table=table))
            await running.handle()
        assert await come_through(running, "t1", "t2") == ["t1", "t1", "t2"]
        await running.handle(Received(TableClosed()))
        assert isinstance(running.state, LobbyState)


async def test_the_refusal_of_a_way_given_up_does_not_lead_away_from_the_new_one() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        await go_to(running, "t1")
        running.link.refusal = "That table is closed."
        await running.controller.send(Watch(table="t2"))
        for _ in range(10):
            await asyncio.sleep(0)  # the refusal has come, and is yet to be handled
        running.link.refusal, running.link.conversation.place = "", None
        await running.controller.send(Watch(table="t3"))
        await running.handle(Received(TableClosed()))
        assert isinstance(running.state, TableState)
        assert notices(running) == ()


async def test_a_table_where_the_player_still_has_a_seat_stays_among_those_that_they_follow() -> None:
    async with run_controller_at_table() as running:
        running.link.refusal, running.link.refusal_code = "You have a seat there; go there to see it.", "own-table"
        await follow(running, "t2")
        running.link.refusal = ""
        await running.handle()
        assert "t2" in running.controller.following.tables
        assert notices(running) == ()
        assert sent(running) == [FollowTable(table="t2")]


async def test_who_follows_a_table_of_their_own_from_the_lobby_reads_why_it_does_not_come() -> None:
    async with run_controller() as running:
        await enter_lobby(running)
        running.link.refusal, running.link.refusal_code = "You have a seat there; go there to see it.", "own-table"
        await follow(running, "t1")
        assert "t1" in running.controller.following.tables
        assert notices(running) == ("a table: You have a seat there; go there to see it.",)
