from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from msgspec.structs import replace as copy_struct

from railbird_client.history.charts_screen import ChartsPage
from railbird_client.lobby.lobby_screen import BuyInDialog, LobbyScreen
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.network.invitation import Invitation
from railbird_client.network.link import ConnectionStatus, LinkState
from railbird_client.player_requests import NewTable, SeatRequest, ShowFinish
from railbird_client.tournament.known_tournaments import Running
from railbird_client.tournament.tournaments_screen import TournamentsPage
from railbird_client.widgets.controls import CommandRequested
from railbird_client.widgets.help_screen import HelpPage, screen_help
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from railbird_shared.protocol.commands import ListTables, OpenTable, ReadStatistics, SendChat, Watch
from railbird_shared.protocol.messages import Chat, Lobby, Statement, StatementLine, TableInfo
from railbird_shared.tournament.messages import ReadTournament
from railbird_shared.tournament.view import OwnEntry, Phase, TournamentOffer
from support.fake_server import HOLDEM, table_info
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.screen_harness import ManualClock, ScreenHarness, run_screen
from support.tournament_views import registering, status

NAMES = ("Wren", "Heron", "Jay", "Magpie", "Rook", "Finch")


STATE = LobbyState("Wren", "den:7777", (HOLDEM,))


def lobby() -> LobbyScreen:
    return LobbyScreen(STATE)


def tables(count: int = 3) -> tuple[TableInfo, ...]:
    return tuple(table_info(table=f"t{n}", name=f"Table {n}", players=NAMES[: n % 7]) for n in range(1, count + 1))


def show(shown: ScreenHarness, state: LobbyState) -> None:
    screen = shown.app.screen
    assert isinstance(screen, LobbyScreen)
    screen.show(state)


def show_lobby(shown: ScreenHarness, message: Lobby, *chat: Chat) -> None:
    show(shown, replace(STATE, lobby=message, chat=chat))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18), (200, 60)])
async def test_lists_the_tables_and_says_what_can_be_done(size: tuple[int, int]) -> None:
    async with run_screen(lobby, size=size) as shown:
        show_lobby(shown, Lobby(tables=tables(), people=7))
        await shown.wait_until_idle()
        for words in (
            "den:7777 · you are Wren",
            "Table 1",
            "Table 3",
            "3/6",
            "7 people",
            "Sit down",
            "Watch",
        ):
            assert words in shown.text


def seats_asked(shown: ScreenHarness) -> list[SeatRequest]:
    return [each.command for each in shown.messages_of(CommandRequested) if isinstance(each.command, SeatRequest)]


def watched(shown: ScreenHarness) -> list[str]:
    """The tables that the player has asked to watch."""
    commands = (message.command for message in shown.messages_of(CommandRequested))
    return [command.table for command in commands if isinstance(command, Watch)]


async def test_details_follow_the_marked_table() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, Lobby(tables=tables()))
        await shown.press("down")
        await shown.pilot.pause()
        await shown.wait_until_idle()
        for words in ("Wren", "Heron", "seats   4 free", "buy-in  80 to 400"):
            assert words in shown.text


async def test_an_empty_lobby_says_how_to_open_a_table() -> None:
    async with run_screen(lobby) as shown:
        assert "No table is open. N opens one." in shown.text
        await shown.press("enter", "w")
        assert not seats_asked(shown)
        assert not watched(shown)


async def test_markup_in_names_is_shown_literally() -> None:
    hostile = "[@click=app.quit]x[/b]"
    async with run_screen(lobby, size=(120, 40)) as shown:
        chat = Chat(name="[i]Finch", text="[bold red]all in[/] [/nonsense] [TODO]")
        show_lobby(shown, Lobby(tables=(table_info(name=hostile, players=("[b]Jay[/]", "[/red]Rook")),)), chat)
        await shown.wait_until_idle()
        assert "[@click=app…" in shown.text  # in the list
        assert "[b]Jay…" in shown.text
        assert "[/red]…" in shown.text
        assert "[i]Finch [bold red]all in[/]" in shown.text
        assert "[TODO]" in shown.text
        await shown.press("equals_sign")
        assert hostile in shown.text


async def test_sitting_down_takes_one_key_and_the_usual_chips() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, Lobby(tables=tables()))
        await shown.press("down")
        assert "Sit down with 200" in shown.text
        await shown.press("enter")
        assert [(each.table, each.chips) for each in seats_asked(shown)] == [("t2", 200)]


async def test_the_chips_are_chosen_by_keys_and_stay_with_their_table() -> None:
    async with run_screen(lobby, size=(120, 40)) as shown:
        show_lobby(shown, Lobby(tables=tables()))
        for keys, chips in (("1", 80), ("left", 80), ("right", 100), ("2", 200), ("3", 400), ("right", 400)):
            await shown.press(keys)
            assert f"You sit down with {chips} chips." in shown.text
        await shown.press("down")
        assert "You sit down with 200 chips." in shown.text
        await shown.press("up", "enter")
        assert [each.chips for each in seats_asked(shown)] == [400]


async def test_a_click_on_the_slider_chooses_the_chips() -> None:
    async with run_screen(lobby, size=(120, 40)) as shown:
        show_lobby(shown, Lobby(tables=tables()))
        await shown.wait_until_idle()
        await shown.click(PixelCanvasWidget, x=34, y=37)
        assert "You sit down with 400 chips." in shown.text


async def test_a_buy_in_out_of_range_is_clamped_and_explained() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, Lobby(tables=tables()))
        await shown.press("equals_sign")
        await shown.paste("1,000,000")
        await shown.press("enter")
        assert "1,000,000 is outside what the table takes" in shown.text
        await shown.press("enter", "enter")
        assert [each.chips for each in seats_asked(shown)] == [400]


async def test_an_invalid_buy_in_is_refused() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, Lobby(tables=tables()))
        await shown.press("equals_sign")
        for garbage in ("all of them", "-5", "٣٣", "\x1b[2J", "1e6", "½"):
            await shown.paste(garbage)
            await shown.press("enter", "ctrl+u")
            assert "Write the buy-in as a number of chips." in shown.text
        assert not seats_asked(shown)


async def test_a_full_table_is_watched_or_waited_for() -> None:
    async with run_screen(lobby, size=(120, 40)) as shown:
        show_lobby(shown, Lobby(tables=(table_info(players=NAMES),)))
        await shown.wait_until_idle()
        assert "is full. You wait with 200 chips." in shown.text
        assert "Wait for a seat" in shown.text
        await shown.press("w", "enter")
        assert watched(shown) == ["t1"]
        assert [(each.table, each.waits) for each in seats_asked(shown)] == [("t1", True)]


async def test_the_list_says_which_table_is_full_and_how_many_wait() -> None:
    async with run_screen(lobby, size=(120, 40)) as shown:
        crowded = copy_struct(table_info(table="t2", name="Attic", players=NAMES), waiting=2)
        show_lobby(shown, Lobby(tables=(table_info(players=NAMES), crowded)))
        await shown.press("down")
        assert shown.text.count("●●●●●●  6/6") == 2
        assert " 2 wait   full " in shown.text
        assert "Attic is full; 2 wait." in shown.text


async def test_a_table_that_seats_nobody_or_does_not_deal_is_listed_so() -> None:
    async with run_screen(lobby, size=(120, 40)) as shown:
        closed = copy_struct(table_info(players=NAMES[:2]), seats_locked=True)
        paused = copy_struct(table_info(table="t2", name="Attic"), paused=True)
        show_lobby(shown, Lobby(tables=(closed, paused, copy_struct(table_info(table="t3"), on_break=True))))
        await shown.wait_until_idle()
        for words in (" closed ", " paused ", " break ", "nobody sits down now"):
            assert words in shown.text
        await shown.press("enter")
        assert "Wren lets nobody else sit down now. W watches." in shown.text
        assert not seats_asked(shown)


async def test_a_table_full_of_bots_asks_for_a_buy_in_and_says_that_one_makes_room() -> None:
    async with run_screen(lobby, size=(120, 40)) as shown:
        show_lobby(shown, Lobby(tables=(copy_struct(table_info(players=NAMES), bots=5),)))
        await shown.wait_until_idle()
        assert "is full; a bot makes room for you." in shown.text
        await shown.press("enter")
        assert [each.waits for each in seats_asked(shown)] == [True]


async def test_who_joins_a_full_table_is_told_once() -> None:
    async with run_screen(lobby) as shown:
        state = replace(STATE, lobby=Lobby(tables=(table_info(players=NAMES),)), full_table="t1")
        show(shown, state)
        await shown.wait_until_idle()
        assert "Every seat is taken: 6 of 6." in shown.text
        await shown.press("up")
        show(shown, state)
        await shown.wait_until_idle()
        assert "Every seat is taken: 6" not in shown.text
        assert not shown.messages_of(LobbyScreen.LeaveRequested)


async def test_the_result_of_the_last_table_stays_in_sight() -> None:
    async with run_screen(lobby) as shown:
        show(shown, replace(STATE, last_result="The server stops. Your bet of 2 came back: 202, bought 200, +2."))
        await shown.wait_until_idle()
        assert "The server stops. Your bet of 2 came back" in shown.text


@pytest.mark.parametrize("table", ["t7", ""])
async def test_a_key_shows_the_charts_of_the_last_table_or_of_ones_own_nights(table: str) -> None:
    statement = Statement(table="t7", hand=3, lines=(StatementLine(1, "Wren", 100, 120),)) if table else None
    async with run_screen(lobby) as shown:
        show(shown, replace(STATE, last_result="The night is over.", last_statement=statement))
        await shown.wait_until_idle()
        if table:
            await shown.press("escape")  # the statement comes by itself
            assert "The night is over.   $ statement" in shown.text
        await shown.press("f4")
        assert isinstance(shown.app.screen, ChartsPage)
        assert [each.command for each in shown.messages_of(CommandRequested)] == [ReadStatistics(table=table)]


async def test_a_finish_stands_in_the_place_of_the_statement_of_the_last_table() -> None:
    async with run_screen(lobby) as shown:
        show(shown, replace(STATE, has_finished=True))
        await shown.press("dollar_sign")
        assert [each.command for each in shown.messages_of(CommandRequested)] == [ShowFinish()]


async def test_the_usual_buy_in_is_that_of_the_table() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, Lobby(tables=(copy_struct(table_info(), buy_in=120),)))
        await shown.press("enter")
        assert [each.chips for each in seats_asked(shown)] == [120]


async def test_opening_a_table_requests_it() -> None:
    async with run_screen(lobby) as shown:
        await shown.press("n", "enter")
        opening = OpenTable(name="Wren's table", game="holdem")
        wish = NewTable("holdem", opening=opening)
        assert [each.command for each in shown.messages_of(CommandRequested) if isinstance(each.command, NewTable)] == [
            wish
        ]


async def test_the_highlight_stays_with_its_table() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, Lobby(tables=tables(4)))
        await shown.press("end")
        show_lobby(shown, Lobby(tables=tables(4)[2:]))
        await shown.press("w")
        assert watched(shown) == ["t4"]
        show_lobby(shown, Lobby(tables=()))
        show_lobby(shown, Lobby(tables=tables(1)))
        await shown.press("w")
        assert watched(shown) == ["t4", "t1"]


async def test_a_click_marks_a_table_and_a_second_sits_down() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, Lobby(tables=tables()))
        await shown.wait_until_idle()
        await shown.click(PixelCanvasWidget, x=5, y=3)
        assert not seats_asked(shown)
        await shown.click(PixelCanvasWidget, x=5, y=3)
        assert [each.table for each in seats_asked(shown)] == ["t2"]


async def test_more_tables_than_rows_scroll_with_the_mark() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, Lobby(tables=tables(32)))
        await shown.press("end")
        assert "Table 32" in shown.text
        assert "Table 1 " not in shown.text
        await shown.press("home")
        assert "Table 1 " in shown.text


async def test_letters_typed_in_the_chat_are_not_keys() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, Lobby(tables=tables()))
        await shown.press("tab", "q", "w", "enter")
        assert [each.command for each in shown.messages_of(CommandRequested)] == [SendChat(text="qw")]
        assert not shown.messages_of(LobbyScreen.LeaveRequested)
        await shown.press("r")
        assert [each.command for each in shown.messages_of(CommandRequested)][1:] == [ListTables()]
        await shown.press("q")
        assert len(shown.messages_of(LobbyScreen.LeaveRequested)) == 1


async def test_long_chat_stays_in_its_pane_and_shows_the_latest_line() -> None:
    async with run_screen(lobby) as shown:
        lines = (Chat(name="Jay", text=f"line {number} " + "x" * 180) for number in range(300))
        show_lobby(shown, Lobby(tables=()), *lines, Chat(name="Rook", text="the last word"))
        await shown.wait_until_idle()
        assert "the last word" in shown.text
        assert all(len(row) <= 80 for row in shown.text.splitlines())


async def test_a_host_sees_the_join_addresses() -> None:
    addresses = ("192.168.1.20", "10.0.0.7:8000")
    async with run_screen(lambda: LobbyScreen(replace(STATE, invitation=Invitation(addresses)))) as shown:
        assert "railbird join 192.168.1.20" in shown.text
        assert "railbird join 10.0.0.7:8000" in shown.text


async def test_the_state_of_the_connection_is_shown() -> None:
    async with run_screen(lobby) as shown:
        show(shown, replace(STATE, connection=ConnectionStatus(LinkState.ONLINE, 3)))
        await shown.wait_until_idle()
        assert "3 ms" in shown.text
        show(shown, replace(STATE, connection=ConnectionStatus(LinkState.LOST)))
        await shown.wait_until_idle()
        assert "connection lost, trying again" in shown.text


async def test_long_names_do_not_displace_other_columns() -> None:
    stakes = copy_struct(HOLDEM.stakes, small_blind=500_000, big_blind=1_000_000)
    wide = copy_struct(table_info(name="漢字" * 12), game=copy_struct(HOLDEM, stakes=stakes), watchers=123)
    async with run_screen(lobby, size=(60, 18)) as shown:
        show_lobby(shown, Lobby(tables=(wide, *tables(2))))
        await shown.wait_until_idle()
        assert "0/6" in shown.text
        assert "1/6" in shown.text


async def test_ascii_mode_is_ascii_only() -> None:
    async with run_screen(lobby, ascii_only=True) as shown:
        show_lobby(shown, Lobby(tables=tables()))
        await shown.wait_until_idle()
        assert shown.text.isascii(), [char for char in shown.text if not char.isascii()]


@pytest.mark.parametrize("most", [-1, 0, 1, 11, 2**53])
async def test_a_game_with_invalid_seats_is_not_offered(most: int) -> None:
    def hostile() -> LobbyScreen:
        return LobbyScreen(replace(STATE, games=(copy_struct(HOLDEM, name="Trap", max_seats=most),)))

    async with run_screen(hostile) as shown:
        await shown.press("n")
        assert "New table" in shown.text
        assert "Trap" not in shown.text


def page_of(count: int, *, first: int = 0, total: int = 240) -> Lobby:
    listed = tuple(table_info(table=f"t{n}", name=f"Table {n}") for n in range(first + 1, first + count + 1))
    return Lobby(tables=listed, people=700, first=first, total=total)


def requests_of(shown: ScreenHarness) -> list[ListTables]:
    commands = [each.command for each in shown.messages_of(CommandRequested)]
    return [command for command in commands if isinstance(command, ListTables)]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_long_list_says_which_tables_of_how_many_are_shown_and_how_to_turn_pages(size: tuple[int, int]) -> None:
    async with run_screen(lobby, size=size) as shown:
        show_lobby(shown, page_of(32, first=32))
        await shown.wait_until_idle()
        for words in ("33-64 of 240 tables", "PgDn more", "/ find", "700 people", "Table 33"):
            assert words in shown.text


async def test_a_short_list_is_shown_without_pages() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, Lobby(tables=tables(), total=3))
        await shown.press("end", "down", "home", "up")
        assert " of 3" not in shown.text
        assert "PgDn" not in shown.text
        assert requests_of(shown) == []


async def test_a_step_beyond_the_last_row_turns_the_page() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, page_of(32, first=32, total=70))
        await shown.press("up", "end", "down", "pagedown")
        assert requests_of(shown) == [ListTables(first=0), ListTables(first=64), ListTables(first=64)]
        show_lobby(shown, page_of(6, first=64, total=70))
        await shown.press("up")
        assert requests_of(shown)[3:] == [ListTables(first=32)]


async def test_the_mark_enters_a_page_from_the_side_it_came() -> None:
    async with run_screen(lobby) as shown:
        for first, marked in ((0, "t1"), (32, "t33"), (0, "t32")):
            show_lobby(shown, page_of(32, first=first))
            await shown.press("w")
            assert watched(shown)[-1] == marked


async def test_typing_after_a_slash_narrows_the_list_and_escape_shows_all_again() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, page_of(32))
        await shown.press("slash", "o", "m")
        assert requests_of(shown) == [ListTables(find="o"), ListTables(find="om")]
        narrowed = replace(STATE, lobby=Lobby(tables=()), request=ListTables(find="om"))
        show(shown, narrowed)
        await shown.wait_until_idle()
        assert '0 tables with "om"' in shown.text
        assert "No table fits." in shown.text
        await shown.press("escape")
        assert requests_of(shown)[2:] == [ListTables()]
        assert not shown.messages_of(LobbyScreen.LeaveRequested)
        show_lobby(shown, page_of(32))
        await shown.press("escape")
        assert len(shown.messages_of(LobbyScreen.LeaveRequested)) == 1


async def test_enter_goes_from_the_word_to_the_tables_found() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, page_of(32))
        await shown.press("slash", "w", "enter")
        show(shown, replace(STATE, lobby=Lobby(tables=tables(1), total=1), request=ListTables(find="w")))
        await shown.press("w")
        assert watched(shown) == ["t1"]


async def test_only_tables_with_free_seats_are_listed_on_request_and_refreshed_so() -> None:
    async with run_screen(lobby) as shown:
        show_lobby(shown, page_of(32))
        await shown.press("f")
        show(shown, replace(STATE, lobby=page_of(32, total=90), request=ListTables(free=True)))
        await shown.press("r", "end", "down", "f")
        assert "of 90 tables, free seats" in shown.text
        free = ListTables(free=True)
        assert requests_of(shown) == [free, free, ListTables(free=True, first=32), ListTables()]


async def test_a_whole_list_is_ordered_by_name_or_free_seats_and_the_mark_stays() -> None:
    async with run_screen(lobby, size=(120, 40)) as shown:
        listed = (("t1", "Porch", NAMES[:4]), ("t2", "Attic", NAMES), ("t3", "Kitchen", NAMES[:1]))
        info = tuple(table_info(table=table, name=name, players=players) for table, name, players in listed)
        show_lobby(shown, Lobby(tables=info))
        for order, names in (
            ("opened", ["Porch", "Attic", "Kitchen"]),
            ("name", ["Attic", "Kitchen", "Porch"]),
            ("free seats", ["Kitchen", "Porch", "Attic"]),
        ):
            await shown.wait_until_idle()
            rows = [line[5:18].strip() for line in shown.text.splitlines()[5:14:3]]
            assert (f"O order: {order}" in shown.text, rows) == (True, names)
            assert "Porch has 2 free seats." in shown.text
            await shown.press("o")


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (160, 48)])
async def test_the_lobby_matches_its_golden_text(size: tuple[int, int]) -> None:
    crowded = copy_struct(table_info(table="t2", name="Attic", players=NAMES), waiting=2, locked=True)
    kitchen = copy_struct(table_info(name="Kitchen", players=NAMES[:4]), hand=148, watchers=2, house=("No rabbits.",))
    async with run_screen(lobby, size=size) as shown:
        show_lobby(shown, Lobby(tables=(kitchen, crowded), people=7), Chat(name="Jay", text="hello all"))
        await shown.pilot.pause()
        await shown.wait_until_idle()
        golden = CLIENT_SCREENS / f"lobby-{size[0]}x{size[1]}.txt"
        assert_matches_golden_file(golden, shown.text + "\n", __file__)


async def test_a_tournament_that_can_be_entered_is_shown_once_where_there_is_no_table() -> None:
    async with run_screen(lobby) as shown:
        state = replace(STATE, lobby=Lobby(tables=()), tournaments=(registering(),))
        show(shown, state)
        await shown.wait_until_idle()
        assert isinstance(shown.app.screen, TournamentsPage)
        asked = [message.command for message in shown.messages_of(CommandRequested)]
        assert asked == [ReadTournament(tournament="5d0e")]
        await shown.press("q")
        show(shown, replace(state, chat=()))
        await shown.wait_until_idle()
        assert isinstance(shown.app.screen, LobbyScreen)
        assert "A tournament waits for players: T." in shown.text
        assert "1 tournament: [T]" in shown.text


async def test_a_lobby_without_tables_tells_of_a_tournament_that_runs() -> None:
    async with run_screen(lobby) as shown:
        show(shown, replace(STATE, lobby=Lobby(tables=()), tournaments=(status(),)))
        await shown.wait_until_idle()
        assert isinstance(shown.app.screen, LobbyScreen)
        assert "A tournament is running: T shows it." in shown.text
        show(shown, replace(STATE, lobby=Lobby(tables=()), tournaments=(status(Phase.FINISHED),)))
        await shown.wait_until_idle()
        assert "No table is open." in shown.text


async def test_a_lobby_with_tables_only_says_that_there_is_a_tournament() -> None:
    async with run_screen(lobby) as shown:
        show(shown, replace(STATE, lobby=Lobby(tables=tables()), tournaments=(registering(), status(Phase.FINISHED))))
        await shown.wait_until_idle()
        assert isinstance(shown.app.screen, LobbyScreen)
        assert "1 tournament: [T]" in shown.text


def entered(**changes: object) -> Running:
    """A tournament that the player has entered, a minute and a half before its start."""
    changes = {"tournament": "5d0e", "left_ms": 90_000, **changes}
    return Running(registering(**changes), 100.0, OwnEntry(1, "", (TournamentOffer.UNREGISTER,)))


async def test_a_player_who_waits_for_a_tournament_reads_when_it_starts() -> None:
    clock = ManualClock()
    async with run_screen(lambda: LobbyScreen(STATE, now=clock)) as shown:
        show(shown, replace(STATE, lobby=Lobby(tables=()), entered=(entered(),)))
        await shown.wait_until_idle()
        assert "You are in Sunday." in shown.text
        assert "It starts in 1:30." in shown.text
        clock.advance(31)
        screen = shown.app.screen
        assert isinstance(screen, LobbyScreen)
        screen._count_down()
        await shown.wait_until_idle()
        assert "It starts in 0:59." in shown.text
        assert "You are in Sunday, in 0:59" in shown.text


async def test_a_player_with_a_seat_in_a_tournament_reads_the_way_back() -> None:
    seat = Running(status(), 100.0, OwnEntry(1, "5d0et1"))
    async with run_screen(lobby) as shown:
        show(shown, replace(STATE, lobby=Lobby(tables=()), entered=(seat,)))
        await shown.wait_until_idle()
        assert "You have a seat in Sunday." in shown.text
        assert "[T] and [Enter] lead back to it." in shown.text


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (100, 30), (120, 30), (120, 40), (160, 48)])
async def test_no_line_overflows_and_the_way_to_a_seat_is_named(size: tuple[int, int]) -> None:
    state = replace(STATE, lobby=Lobby(tables=tables(31)), invitation=Invitation(("railbird join den",)))
    async with run_screen(lambda: LobbyScreen(state), size=size) as shown:
        for words in ("Enter", "Watch", "New table"):
            assert words in shown.text
        assert all(len(line) <= size[0] for line in shown.text.splitlines())


async def test_a_fixed_buy_in_is_accepted() -> None:
    async with run_screen(lobby) as shown:
        answers: list[int | None] = []
        dialog = BuyInDialog(copy_struct(table_info(), min_buy_in=100, max_buy_in=0, buy_in=500), 100)
        await shown.app.push_screen(dialog, answers.append)
        await shown.wait_until_idle()
        await shown.press("enter")
        assert answers == [100]


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_the_help_names_every_key_on_leaves_that_fit(size: tuple[int, int]) -> None:
    async with run_screen(lobby, size=size) as shown:
        help_page = HelpPage("", partial(screen_help, shown.app.screen))
        await shown.app.push_screen(help_page)
        await shown.wait_until_idle()
        seen = ""
        for _ in range(help_page.leaves(*size)):
            seen += shown.text
            assert shown.text.splitlines()[-1].split()[0] in {"/", "PgUp", "PgDn", "?", "Esc"}
            await shown.press("pagedown")
        for words in (
            "type the chips",
            "another order",
            "show all tables",
            "leave this server",
            "all tables, or leave",
        ):
            assert words in seen
        assert "Equals" not in seen
        assert "copy selected" not in seen
