"""The controller of a server session, without an application: events and keys in, states and commands out."""

from __future__ import annotations

import asyncio
import gc

import pytest
from msgspec.structs import replace

from railbird_client.fair_deal.deal_files import DealFiles, OpenedDecks
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.network.link import Closed, CloseReason, ConnectionStatus, LinkState, ServerMoved
from railbird_client.player_requests import GoToFollowed, HostTable, NewTable, PlayBots, SeatRequest
from railbird_client.shell.session_state import ConnectingState
from railbird_client.table.table_model import TableModel, TableState
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.conversation import CommandRefused, Received
from railbird_shared.protocol.commands import (
    AddBot,
    Command,
    FollowTable,
    Leave,
    ListTables,
    Resume,
    SendChat,
    Sit,
    SitOut,
    Watch,
)
from railbird_shared.protocol.messages import (
    Accepted,
    Chat,
    DecksOpened,
    GoingDown,
    Lobby,
    LobbyChanged,
    Rail,
    Refused,
    Snapshot,
    TableClosed,
)
from railbird_shared.protocol.view import SeatView
from railbird_shared.tournament.messages import ListTournaments
from support.controller_harness import (
    FakeLink,
    run_controller,
    run_controller_at_table,
)
from support.fake_server import table_info, table_snapshot, welcome_message


async def test_the_first_state_is_connecting() -> None:
    async with run_controller() as running:
        assert running.state == ConnectingState()
        assert running.controller.exit.quit_question == ""


async def test_a_list_of_tables_opens_the_lobby() -> None:
    async with run_controller() as running:
        await running.handle(Received(welcome_message()))
        await running.handle(Received(Lobby(tables=(), people=2)))
        assert running.link.sent == [ListTables(), ListTournaments()]
        assert isinstance(running.state, LobbyState)
        assert (running.state.player, running.state.server, running.state.lobby.people) == ("Wren", "den", 2)


async def test_lobby_chat_is_added_to_the_lobby_state() -> None:
    async with run_controller() as running:
        line = Chat(name="Jay", text="hello")
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())), Received(line))
        assert isinstance(running.state, LobbyState)
        assert running.state.chat == (line,)


async def test_a_snapshot_opens_the_table() -> None:
    async with run_controller_at_table() as running:
        assert isinstance(running.state, TableState)
        assert running.controller.state.departure.seated
        assert running.state.invitation.addresses == ("den",)


async def test_a_table_key_becomes_a_command() -> None:
    async with run_controller_at_table() as running:
        assert running.press(TableKey.FOLD) is None
        assert running.press(TableKey.SIT) == SitOut()


async def test_table_keys_do_nothing_away_from_the_table() -> None:
    async with run_controller() as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())))
        await running.controller.send(FollowTable(table="t1"))
        await running.handle()
        running.link.sent.clear()
        await running.controller.send(GoToFollowed(1))  # the table has closed since the key was pressed
        await running.handle()
        assert isinstance(running.state, LobbyState)
        assert running.link.sent == []
        assert running.controller.take_notices() == ()
        assert TableModel(TableOptions()).press(TableKey.SIT, 100.0) is None  # the table is yet to come


async def test_a_command_without_a_connection_is_refused_at_the_table() -> None:
    async with run_controller_at_table() as running:
        await running.set_link(LinkState.LOST)
        assert running.table_notice == "The connection is lost. Trying to reconnect…"
        await running.controller.send(SitOut())
        assert running.table_notice == "There is no connection."
        assert running.link.sent == []


async def test_the_table_state_shows_connection_trouble() -> None:
    async with run_controller_at_table() as running:
        await running.set_link(LinkState.LOST)
        assert isinstance(running.state, TableState)
        assert running.state.connection.trouble
        await running.set_link(LinkState.ONLINE)
        assert isinstance(running.state, TableState)
        assert not running.state.connection.trouble


async def test_the_table_state_shows_for_how_long_the_server_has_not_answered() -> None:
    async with run_controller_at_table() as running:
        await running.handle(ConnectionStatus(LinkState.ONLINE, silent_seconds=4))
        assert isinstance(running.state, TableState)
        assert str(running.state.connection) == "no answer for 4 s"
        assert running.state.connection.trouble
        await running.handle(ConnectionStatus(LinkState.ONLINE))
        assert isinstance(running.state, TableState)
        assert str(running.state.connection) == "online"


async def test_leaving_the_table_returns_to_the_lobby_with_the_result() -> None:
    async with run_controller_at_table() as running:
        assert "Give up your seat" in running.controller.exit.leave_question
        await running.controller.exit.leave_table()
        await running.handle(Received(TableClosed()))
        assert running.link.sent == [Leave(), ListTables(), ListTournaments()]
        assert isinstance(running.state, LobbyState)
        assert running.controller.take_notices() == ("You leave with 200, as much as you brought.",)
        assert running.controller.take_notices() == ()


async def test_what_the_opened_decks_show_outlasts_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DealFiles, "take_opened", lambda *_, **__: OpenedDecks("The decks follow.", proved=True))
    async with run_controller_at_table() as running:
        await running.handle(
            Received(DecksOpened(table="t1", seeds=())), Received(TableClosed(reason="The night is over."))
        )
        assert isinstance(running.state, LobbyState)
        assert running.controller.take_notices() == ("The decks follow.", "The night is over.")


async def test_what_is_wrong_with_the_opened_decks_stays_in_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        DealFiles, "take_opened", lambda *_, **__: OpenedDecks("The deck is another one.", proved=False)
    )
    async with run_controller_at_table() as running:
        await running.handle(
            Received(DecksOpened(table="t1", seeds=())), Received(TableClosed(reason="The night is over."))
        )
        assert isinstance(running.state, LobbyState)
        assert running.state.last_result == "The deck is another one. The night is over."


async def test_leaving_without_a_connection_ends_the_session() -> None:
    async with run_controller_at_table() as running:
        await running.set_link(LinkState.LOST)
        await running.controller.exit.leave_table()
        assert isinstance(running.state, Closed)
        assert "no connection" in running.state.sentence


async def test_a_spectator_leaves_without_confirmation() -> None:
    async with run_controller_at_table(seated=False) as running:
        assert running.controller.exit.leave_question == ""
        assert running.controller.exit.quit_question == ""


async def test_a_game_may_go_on_without_its_host() -> None:
    async with run_controller(HostTable(NewTable())) as running:
        assert not running.controller.hosts_game
        await running.handle(Received(welcome_message()), Received(table_snapshot(seated=True)))
        assert running.controller.hosts_game


async def test_an_ended_game_has_no_seat_to_give_up() -> None:
    async with run_controller_at_table() as running:
        await running.handle(Received(GoingDown(retry=0)))
        assert not running.controller.state.departure.seated
        assert await running.give_up_seat() == "The game was ended. You have 200, bought 200, even."
        assert running.link.sent == []


@pytest.mark.parametrize(
    ("ends_game", "told"), [(False, ("The server is stopping. Trying to reconnect…",)), (True, ())]
)
async def test_a_host_who_ends_the_game_in_the_lobby_is_not_told_that_it_stops(
    ends_game: bool, told: tuple[str, ...]
) -> None:
    async with run_controller(HostTable(NewTable())) as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())))
        assert running.controller.server.own_game is not None
        running.controller.server.own_game.ends = ends_game
        await running.handle(Received(GoingDown(retry=0)))
        assert running.controller.take_notices() == told


async def test_a_quitting_player_gives_up_the_seat() -> None:
    async with run_controller_at_table() as running:
        assert await running.give_up_seat() == "You leave with 200, as much as you brought."
        assert running.link.sent == [Leave()]
        running.link.refusal = "Not now."
        assert await running.give_up_seat() == ""


async def test_a_refused_request_is_a_notice_in_the_lobby() -> None:
    async with run_controller() as running:
        await running.handle(
            Received(welcome_message()), Received(Lobby(tables=(table_info(), table_info(table="t2"))))
        )
        running.link.refusal = "That table is closed."
        await running.controller.send(Watch(table="t2"))
        await running.handle()
        assert running.controller.take_notices() == ("That table is closed.",)
        assert isinstance(running.state, LobbyState)


async def test_a_refused_request_ends_a_session_against_bots() -> None:
    async with run_controller(PlayBots(NewTable())) as running:
        running.link.refusal = "There is no such game."
        await running.handle(Received(welcome_message()))
        assert running.state == Closed(CloseReason.LEFT, "There is no such game.")


async def test_a_lost_seat_is_reported() -> None:
    async with run_controller_at_table() as running:
        await running.handle(Received(table_snapshot(epoch="e2")))
        assert running.table_notice.startswith("Your seat is gone")


async def test_a_game_that_moved_is_told_with_the_seat_that_is_kept() -> None:
    async with run_controller_at_table() as running:
        await running.handle(ServerMoved("port 7781"))
        assert running.table_notice == "The game moved to port 7781; you are back in your seat."
    async with run_controller() as running:
        await running.handle(ServerMoved("10.0.0.7:7781"))
        assert running.controller.take_notices() == ("The game moved to 10.0.0.7:7781.",)


async def test_the_end_of_the_link_or_of_the_own_server_ends_the_session() -> None:
    for event in (Closed(CloseReason.REPLACED, "Gone."), Closed(CloseReason.OWN_SERVER, "Gone.")):
        async with run_controller() as running:
            await running.handle(event)
            assert isinstance(running.state, Closed)
            assert running.state.sentence == "Gone."


def running_hand(*, bet: int = 2) -> Snapshot:
    """A table where Wren, who bought in for 200 and won 2, has a bet in a hand that runs."""
    table = table_snapshot(seated=True)
    wren = SeatView(1, "Wren", 202 - bet, in_hand=bool(bet), bet=bet, bought_in=200)
    view = replace(table.view, seats=(wren, SeatView(2, "Heron", 200, in_hand=True)), playing=True, hand=7)
    return replace(table, view=view)


CAME_BACK = "Your bet of 2 came back: 202, bought 200, +2."


async def test_a_lost_server_tells_the_bet_that_came_back_and_the_result() -> None:
    async with run_controller_at_table() as running:
        await running.handle(Received(running_hand()), Closed(CloseReason.OWN_SERVER, "The server stopped."))
        assert running.state == Closed(CloseReason.LEFT, f"{CAME_BACK} The server stopped.")


async def test_the_server_of_somebody_else_that_goes_down_tells_the_bet_that_came_back() -> None:
    async with run_controller_at_table() as running:
        await running.handle(Received(running_hand()), Received(GoingDown(retry=0)))
        assert running.table_notice == f"The game was ended. {CAME_BACK}"


async def test_a_server_that_keeps_its_tables_ends_no_game_when_it_goes_down() -> None:
    async with run_controller_at_table() as running:
        await running.handle(Received(running_hand()), Received(GoingDown(retry=0, kept=True)))
        assert running.table_notice == (
            "The server restarts. Your seat and the hand are kept, and you come back by yourself."
        )
        assert isinstance(running.state, TableState)
        shown = running.state.table_model.shown_view
        assert shown is not None
        assert shown.playing


async def test_a_server_that_stops_is_one_notice_even_if_the_connection_goes_with_it() -> None:
    async with run_controller_at_table() as running:
        running.link.status = ConnectionStatus(LinkState.LOST)
        await running.handle(Received(TableClosed(reason=f"The server stops. {CAME_BACK}")))
        assert running.controller.take_notices() == (f"The server stops. {CAME_BACK}",)


async def test_a_server_that_restarted_tells_the_bet_that_came_back() -> None:
    async with run_controller_at_table() as running:
        await running.handle(Received(running_hand()), Received(welcome_message()), Received(TableClosed()))
        result = f"The server restarted, and your table is gone. {CAME_BACK}"
        assert running.controller.take_notices() == (result,)
        assert isinstance(running.state, LobbyState)
        assert running.state.last_result == result


@pytest.mark.parametrize(("bet", "result"), [(2, "your bet of 2 came back: 202"), (0, "you have 202")])
async def test_leaving_a_server_that_does_not_answer_tells_what_the_player_has(bet: int, result: str) -> None:
    async with run_controller_at_table() as running:
        await running.handle(Received(running_hand(bet=bet)))
        await running.set_link(LinkState.LOST)
        expected = (
            "You left while there was no connection. Your seat is kept for a while; "
            f"if the server has stopped, {result}, bought 200, +2."
        )
        assert await running.give_up_seat() == expected
        await running.controller.exit.leave_table()
        assert running.state == Closed(CloseReason.LEFT, expected)


async def test_a_player_who_finds_every_table_full_is_told_once_they_come() -> None:
    async with run_controller() as running:
        full = table_info(players=("Jay", "Rook"), seats=2)
        await running.handle(Received(welcome_message()), Received(Lobby(tables=(full,))))
        assert isinstance(running.state, LobbyState)
        assert running.state.full_table == "t1"


async def test_a_name_that_the_server_refuses_is_told_apart() -> None:
    async with run_controller() as running:
        await running.handle(Closed(CloseReason.REFUSED, "Choose another name.", "name"))
        assert running.state == Closed(CloseReason.REFUSED, "Choose another name.", "name")
        assert isinstance(running.state, Closed)
        assert running.state.name_refused


async def test_a_change_of_the_lobby_is_applied_to_the_page() -> None:
    async with run_controller() as running:
        attic = table_info(table="t2", name="Attic")
        await running.handle(
            Received(welcome_message()),
            Received(Lobby(tables=(table_info(), table_info(table="t3")), people=2, total=2)),
            Received(LobbyChanged(changed=(attic,), order=("t1", "t2"), people=3, total=2)),
        )
        assert isinstance(running.state, LobbyState)
        assert running.state.lobby == Lobby(tables=(table_info(), attic), people=3, total=2)


async def test_a_page_is_asked_for_once_the_last_one_has_come() -> None:
    async with run_controller() as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())))
        running.link.sent.clear()
        for find in ("o", "om", "oma"):
            await running.controller.send(ListTables(find=find))
        assert running.link.sent == [ListTables(find="o")]
        await running.handle(Received(Lobby(tables=())))
        assert running.link.sent == [ListTables(find="o"), ListTables(find="oma")]
        await running.handle(Received(Lobby(tables=())))
        assert len(running.link.sent) == 2
        assert isinstance(running.state, LobbyState)
        assert running.state.request == ListTables(find="oma")


async def test_a_refused_page_can_be_asked_for_again() -> None:
    async with run_controller() as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())))
        running.link.sent.clear()
        await running.controller.send(ListTables(first=32))
        await running.handle(Received(Refused(id=1, code="slow-down", sentence="Wait a moment.")))
        await running.controller.send(ListTables(first=64))
        assert running.link.sent == [ListTables(first=32), ListTables(first=64)]


async def test_a_page_that_could_not_be_asked_for_can_be_asked_for_again() -> None:
    async with run_controller() as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())))
        running.link.sent.clear()
        await running.set_link(LinkState.LOST)
        await running.controller.send(ListTables(first=32))
        assert "There is no connection." in running.controller.take_notices()
        await running.set_link(LinkState.ONLINE)
        await running.controller.send(ListTables(first=64))
        assert running.link.sent == [ListTables(first=64)]


async def test_another_page_still_waits_for_the_last_one_after_a_line_that_is_refused() -> None:
    async with run_controller() as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())))
        running.link.sent.clear()
        line = SendChat(text="hello?")
        await running.controller.send(ListTables(first=32))
        await running.controller.send(line)
        await running.handle(Received(Refused(id=2, code="slow-down", sentence="Wait a moment.")))
        await running.controller.send(ListTables(first=64))
        assert running.link.sent == [ListTables(first=32), line]
        await running.handle(Received(Lobby(tables=())))
        assert running.link.sent == [ListTables(first=32), line, ListTables(first=64)]


async def test_a_welcome_asks_anew_for_a_page_whose_answer_broke_with_the_connection() -> None:
    async with run_controller() as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())))
        running.link.sent.clear()
        for find in ("o", "om"):
            await running.controller.send(ListTables(find=find))
        await running.handle(Received(welcome_message()))
        assert running.link.sent == [ListTables(find="o"), ListTables(find="om"), ListTournaments()]


async def test_a_player_among_many_tables_chooses_one_even_if_only_one_on_the_page_is_free() -> None:
    async with run_controller() as running:
        full = table_info(table="t2", players=("Jay", "Rook"), seats=2)
        await running.handle(Received(welcome_message()), Received(Lobby(tables=(table_info(), full), total=40)))
        assert isinstance(running.state, LobbyState)


async def test_what_is_asked_without_a_connection_is_said_in_the_lobby() -> None:
    async with run_controller() as running:
        tables = (table_info(), table_info(table="t2"))
        await running.handle(Received(welcome_message()), Received(Lobby(tables=tables)))
        await running.set_link(LinkState.LOST)
        running.controller.take_notices()
        for request in (SeatRequest("t2", 100), NewTable(game="razz"), Watch(table="t2")):
            await running.controller.send(request)
            await running.handle()
            assert running.controller.take_notices() == ("There is no connection.",)


async def test_a_way_given_up_before_it_begins_sends_nothing_and_leaves_nothing_behind(
    recwarn: pytest.WarningsRecorder,
) -> None:
    async with run_controller() as running:
        tables = (table_info(), table_info(table="t2"))
        await running.handle(Received(welcome_message()), Received(Lobby(tables=tables)))
        for table in ("t1", "t2"):
            await running.controller.send(Watch(table=table))
        await running.handle()
        assert [command for command in running.link.sent if isinstance(command, Watch)] == [Watch(table="t2")]
    gc.collect()
    assert not [each for each in recwarn if "never awaited" in str(each.message)]


async def test_a_player_who_is_locked_out_stays_where_they_are_and_is_asked_for_the_password() -> None:
    async with run_controller_at_table(seated=False) as running:
        running.link.conversation.place = Resume("t1", "e1", 1)
        running.link.refusal, running.link.refusal_code = "This table has a password.", "password-needed"
        await running.controller.send(Watch(table="t2"))
        await running.handle()
        running.link.refusal = ""
        await running.handle()
        assert Leave() not in running.link.sent
        assert isinstance(running.state, TableState)
        asked = running.controller.take_password_request()
        assert asked is not None
        assert asked.sentence == "This table has a password."
        assert asked.retry("tern") == Watch(table="t2", password="tern")
        assert running.controller.take_password_request() is None


async def test_who_wants_to_wait_at_a_locked_table_waits_there_with_the_password() -> None:
    async with run_controller() as running:
        await running.handle(
            Received(welcome_message()), Received(Lobby(tables=(table_info(), table_info(table="t2"))))
        )
        running.link.refusal, running.link.refusal_code = "This table has a password.", "password-needed"
        await running.controller.send(SeatRequest("t2", 200, waits=True))
        await running.handle()
        asked = running.controller.take_password_request()
        assert asked is not None
        assert asked.title == table_info().name
        assert asked.retry("tern") == SeatRequest("t2", 200, "tern", waits=True)


@pytest.mark.parametrize("snapshot_first", [True, False])
async def test_a_locked_table_takes_nobody_from_a_seat_that_a_tournament_gave(*, snapshot_first: bool) -> None:
    async with run_controller() as running:
        await running.handle(
            Received(welcome_message()), Received(Lobby(tables=(table_info(), table_info(table="t2"))))
        )
        running.link.refusal, running.link.refusal_code = "This table has a password.", "password-needed"
        await running.controller.send(SeatRequest("t2", 200))
        for _ in range(10):
            await asyncio.sleep(0)
        running.link.refusal = ""
        running.link.conversation.place = Resume("t1", "e1", 1)  # its frame has come right after the refusal
        if not snapshot_first:
            await running.handle()
        await running.handle(Received(table_snapshot(seated=True)))
        assert Leave() not in running.link.sent
        assert isinstance(running.state, TableState)


@pytest.mark.parametrize("code", ["no-such-table", "waits"])
async def test_a_followed_table_that_refuses_its_follower_is_asked_for_again(code: str) -> None:
    async with run_controller_at_table(seated=False) as running:
        running.link.conversation.place = Resume("t1", "e1", 1)
        await running.controller.send(FollowTable(table="t2"))
        await running.handle()
        running.link.sent.clear()
        running.link.refusal, running.link.refusal_code = "That table is closed.", code
        await running.go(TableKey.NEXT_FOLLOWED)
        running.link.conversation.place = None
        await running.controller.handle_event(Received(TableClosed()))
        for _ in range(10):
            await asyncio.sleep(0)
        running.link.refusal = ""
        await running.handle(Received(TableClosed(reason="That table is closed.")))
        await running.handle()
        assert isinstance(running.state, LobbyState)
        assert FollowTable(table="t2") in running.link.sent
        assert running.controller.take_notices() == ("That table is closed.",)


@pytest.mark.parametrize("table", ["t1", ""])
async def test_a_player_who_was_seated_elsewhere_while_away_is_taken_to_the_seat(table: str) -> None:
    async with run_controller() as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())))
        if table:
            await running.handle(Received(table_snapshot(seated=True)))
            running.link.conversation.place = Resume(table, "e1", 1)
        await running.set_link(LinkState.LOST)
        await running.set_link(LinkState.ONLINE)
        running.link.sent.clear()
        running.controller.take_notices()
        await running.handle(Received(welcome_message(table="t5")))
        if table:
            running.link.conversation.place = None
            await running.handle(Received(TableClosed(reason="You still have a seat at another table.")))
            assert not running.controller.take_notices()
        assert Watch(table="t5") in running.link.sent
        told = table_snapshot(seated=True)
        await running.handle(Received(replace(told, view=replace(told.view, table="t5"))))
        assert isinstance(running.state, TableState)


async def test_a_player_who_left_a_seat_that_is_kept_stays_in_the_lobby_after_a_new_connection() -> None:
    async with run_controller_at_table() as running:
        await running.controller.exit.leave_table()
        await running.handle(Received(TableClosed()))
        await running.set_link(LinkState.LOST)
        await running.set_link(LinkState.ONLINE)
        running.link.sent.clear()
        await running.handle(Received(welcome_message(table="t1")))
        assert Watch(table="t1") not in running.link.sent
        assert isinstance(running.state, LobbyState)


async def test_a_player_whose_seat_waits_where_they_are_asks_for_nothing_after_a_new_connection() -> None:
    async with run_controller_at_table() as running:
        running.link.conversation.place = Resume("t1", "e1", 1)
        await running.set_link(LinkState.LOST)
        await running.set_link(LinkState.ONLINE)
        await running.handle(Received(welcome_message(table="t1")), Received(Rail(watchers=0)))
        assert running.link.sent == []
        assert isinstance(running.state, TableState)


@pytest.mark.parametrize("reason", ["", "Robin has closed the table."])
async def test_a_return_that_missed_nothing_is_over_with_the_first_word_of_the_table(reason: str) -> None:
    async with run_controller_at_table(seated=False) as running:
        await running.handle(Received(welcome_message()), Received(Rail(watchers=1)))
        await running.handle(Received(TableClosed(reason=reason)))
        assert isinstance(running.state, LobbyState)
        assert "restarted" not in running.state.last_result
        assert running.state.last_result == reason


async def test_a_player_who_comes_back_reads_why_they_may_not_enter() -> None:
    async with run_controller_at_table() as running:
        await running.handle(Received(welcome_message()), Received(TableClosed(reason="Robin has banned you.")))
        assert isinstance(running.state, LobbyState)
        assert running.state.last_result == "Robin has banned you."


async def test_a_seat_is_not_taken_at_the_table_chosen_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = asyncio.Event()

    async def answer_late(link: FakeLink, command: Command) -> Accepted:
        await link.send(command)
        await answered.wait()
        return Accepted(id=command.id)

    monkeypatch.setattr(FakeLink, "request", answer_late)
    async with run_controller() as running:
        tables = (table_info(), table_info(table="t2"))
        await running.handle(Received(welcome_message()), Received(Lobby(tables=tables)))
        await running.controller.send(SeatRequest("t1", 200))
        await running.handle()
        await running.controller.send(Watch(table="t2"))
        answered.set()
        await running.handle()
        sent = [command for command in running.link.sent if isinstance(command, Watch | Sit)]
        assert sent == [Watch(table="t1"), Watch(table="t2")]


async def test_a_hand_that_ends_while_the_player_quits_counts() -> None:
    async with run_controller_at_table() as running:
        await running.handle(Received(running_hand(bet=50)))
        assert running.controller.exit.left.result is None
        giving_up = asyncio.create_task(running.controller.exit.give_up_seat())
        await asyncio.sleep(0)
        won = running_hand(bet=-60)  # the hand is over before the server hears of it
        await running.handle(Received(replace(won, view=replace(won.view, playing=False))))
        assert await giving_up == "You leave with 262, 62 more than you brought."
        assert running.controller.exit.left.result == 62


async def test_a_host_has_come_to_their_game_even_if_a_bot_finds_no_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse_bots(link: FakeLink, command: Command) -> Accepted:
        if isinstance(command, AddBot):
            raise CommandRefused(Refused(id=1, code="table-full", sentence="Every seat is taken."))
        await link.send(command)
        return Accepted(id=command.id, table="t1")

    async def list_none(*_: object) -> Lobby:
        return Lobby(tables=())

    monkeypatch.setattr(FakeLink, "request", refuse_bots)
    monkeypatch.setattr(FakeLink, "request_list", list_none)
    async with run_controller(HostTable(NewTable(bots=2))) as running:
        await running.handle(Received(welcome_message()), Received(table_snapshot(seated=True)))
        assert running.controller.server.own_game is not None
        assert running.controller.server.own_game._arrived
