from __future__ import annotations

import pytest
from msgspec.structs import replace

from fake_server import HOLDEM, table_info
from railbird_client.plans import TableWish
from railbird_client.screens.lobby import LobbyScreen
from railbird_client.widgets.table_list import TableList
from railbird_shared.commands import ListTables, Say
from railbird_shared.messages import Chat, Lobby, TableInfo
from showing import Shown, showing

NAMES = ("Wren", "Heron", "Jay", "Magpie", "Rook", "Finch")


def lobby(*invites: str) -> LobbyScreen:
    return LobbyScreen(player="Wren", place="den:7777", games=(HOLDEM,), invites=invites)


def tables(count: int = 3) -> tuple[TableInfo, ...]:
    return tuple(table_info(table=f"t{n}", name=f"Table {n}", players=NAMES[: n % 7]) for n in range(1, count + 1))


def tell(shown: Shown, message: Lobby | Chat) -> None:
    screen = shown.app.screen
    assert isinstance(screen, LobbyScreen)
    screen.receive(message)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18), (200, 60)])
async def test_lists_the_tables_and_says_what_can_be_done(size: tuple[int, int]) -> None:
    async with showing(lobby, size=size) as shown:
        tell(shown, Lobby(tables=tables(), people=7))
        await shown.settle()
        for words in (
            "RAILBIRD",
            "Wren at den:7777",
            "Table 1",
            "Table 3",
            "3/6",
            "3 tables   7 people",
            "Sit",
            "Watch",
        ):
            assert words in shown.text


async def test_details_follow_the_marked_table() -> None:
    async with showing(lobby) as shown:
        tell(shown, Lobby(tables=tables()))
        await shown.press("down")
        assert "Wren, Heron" in shown.text
        assert "4 seats free" in shown.text
        assert "buy-in 80 to 400" in shown.text


async def test_an_empty_lobby_says_how_to_begin() -> None:
    async with showing(lobby) as shown:
        assert "Press N to open the first one." in shown.text
        await shown.press("enter", "w")
        assert not shown.asked(LobbyScreen.SitAsked)
        assert not shown.asked(LobbyScreen.WatchAsked)


async def test_what_people_call_themselves_and_their_tables_is_shown_literally() -> None:
    hostile = "[@click=app.quit]x[/b]"
    async with showing(lobby, size=(120, 40)) as shown:
        tell(shown, Lobby(tables=(table_info(name=hostile, players=("[b]Jay[/]", "[/red]Rook")),)))
        tell(shown, Chat(name="[i]Finch", text="[bold red]all in[/] [/nonsense] [TODO]"))
        await shown.settle()
        assert shown.text.count(hostile) == 2  # in the list and over the details
        assert "[b]Jay[/], [/red]Rook" in shown.text
        assert "[i]Finch [bold red]all in[/]" in shown.text
        assert "[TODO]" in shown.text
        await shown.press("enter")
        assert hostile in shown.text


async def test_sitting_down_asks_for_the_buy_in() -> None:
    async with showing(lobby) as shown:
        tell(shown, Lobby(tables=tables()))
        await shown.press("down", "enter")
        assert "The table takes 80 to 400." in shown.text
        await shown.press("enter")
        assert [(each.table, each.chips) for each in shown.asked(LobbyScreen.SitAsked)] == [("t2", 200)]


async def test_a_buy_in_out_of_range_is_moved_into_it_with_a_word() -> None:
    async with showing(lobby) as shown:
        tell(shown, Lobby(tables=tables()))
        await shown.press("enter")
        await shown.paste("1,000,000")
        await shown.press("enter")
        assert "1,000,000 is outside what the table takes" in shown.text
        await shown.press("enter")
        assert [each.chips for each in shown.asked(LobbyScreen.SitAsked)] == [400]


async def test_a_buy_in_of_garbage_is_refused() -> None:
    async with showing(lobby) as shown:
        tell(shown, Lobby(tables=tables()))
        await shown.press("enter")
        for garbage in ("all of them", "-5", "٣٣", "\x1b[2J", "1e6", "½"):
            await shown.paste(garbage)
            await shown.press("enter", "ctrl+u")
            assert "Write the buy-in as a number of chips." in shown.text
        assert not shown.asked(LobbyScreen.SitAsked)


async def test_a_full_table_can_only_be_watched() -> None:
    async with showing(lobby) as shown:
        tell(shown, Lobby(tables=(table_info(players=NAMES),)))
        await shown.press("enter")
        assert not shown.asked(LobbyScreen.SitAsked)
        await shown.press("w")
        assert [each.table for each in shown.asked(LobbyScreen.WatchAsked)] == ["t1"]


async def test_a_new_table_is_asked_for() -> None:
    async with showing(lobby) as shown:
        await shown.press("n", "enter")
        wish = TableWish("holdem", seats=6, name="Wren's table")
        assert [each.wish for each in shown.asked(LobbyScreen.OpenAsked)] == [wish]


async def test_the_mark_stays_with_its_table_when_others_come_and_go() -> None:
    async with showing(lobby) as shown:
        tell(shown, Lobby(tables=tables(4)))
        await shown.press("end")
        tell(shown, Lobby(tables=tables(4)[2:]))
        await shown.press("w")
        assert [each.table for each in shown.asked(LobbyScreen.WatchAsked)] == ["t4"]
        tell(shown, Lobby(tables=()))
        tell(shown, Lobby(tables=tables(1)))
        await shown.press("w")
        assert [each.table for each in shown.asked(LobbyScreen.WatchAsked)] == ["t4", "t1"]


async def test_a_click_marks_and_a_second_one_sits_down() -> None:
    async with showing(lobby) as shown:
        tell(shown, Lobby(tables=tables()))
        await shown.settle()
        await shown.click(TableList, x=5, y=2)
        assert shown.app.screen.query_one(TableList).at == 1
        await shown.click(TableList, x=5, y=2, times=2)
        assert "The table takes 80 to 400." in shown.text


async def test_more_tables_than_rows_scroll_with_the_mark() -> None:
    async with showing(lobby) as shown:
        tell(shown, Lobby(tables=tables(32)))
        await shown.press("end")
        assert "Table 32" in shown.text
        assert "Table 1 " not in shown.text
        await shown.press("home")
        assert "Table 1 " in shown.text


async def test_a_line_of_chat_is_said_and_letters_typed_there_do_nothing_else() -> None:
    async with showing(lobby) as shown:
        tell(shown, Lobby(tables=tables()))
        await shown.press("tab", "q", "w", "enter")
        assert [each.command for each in shown.asked(LobbyScreen.Asked)] == [Say(text="qw")]
        assert not shown.asked(LobbyScreen.LeaveAsked)
        await shown.press("escape", "r")
        assert [each.command for each in shown.asked(LobbyScreen.Asked)][1:] == [ListTables()]
        await shown.press("q")
        assert len(shown.asked(LobbyScreen.LeaveAsked)) == 1


async def test_long_talk_keeps_to_its_pane_and_shows_the_latest() -> None:
    async with showing(lobby) as shown:
        for number in range(300):
            tell(shown, Chat(name="Jay", text=f"line {number} " + "x" * 180))
        tell(shown, Chat(name="Rook", text="the last word"))
        await shown.settle()
        assert "the last word" in shown.text
        assert all(len(row) <= 80 for row in shown.text.splitlines())


async def test_a_host_sees_how_friends_find_him() -> None:
    async with showing(lambda: lobby("192.168.1.20", "10.0.0.7:8000")) as shown:
        assert "railbird join 192.168.1.20" in shown.text
        assert "railbird join 10.0.0.7:8000" in shown.text


async def test_the_state_of_the_connection_is_shown() -> None:
    async with showing(lobby) as shown:
        screen = shown.app.screen
        assert isinstance(screen, LobbyScreen)
        screen.show_link("online", 3)
        await shown.settle()
        assert "3 ms" in shown.text
        screen.show_link("lost", None)
        await shown.settle()
        assert "connection lost, trying again" in shown.text


async def test_long_names_and_stakes_leave_every_column_its_place() -> None:
    stakes = replace(HOLDEM.stakes, small_blind=500_000, big_blind=1_000_000)
    wide = replace(table_info(name="漢字" * 12), game=replace(HOLDEM, stakes=stakes), watchers=123)
    async with showing(lobby, size=(60, 18)) as shown:
        tell(shown, Lobby(tables=(wide, *tables(2))))
        await shown.settle()
        assert "0/6 +123" in shown.text
        assert "1/6" in shown.text


async def test_plain_letters_draw_everything() -> None:
    async with showing(lobby, plain=True) as shown:
        tell(shown, Lobby(tables=tables()))
        await shown.settle()
        assert shown.text.isascii(), [char for char in shown.text if not char.isascii()]


@pytest.mark.parametrize("most", [-1, 0, 1, 11, 2**53])
async def test_a_game_for_no_number_of_players_is_not_on_offer(most: int) -> None:
    def hostile() -> LobbyScreen:
        return LobbyScreen(player="Wren", place="den:7777", games=(replace(HOLDEM, name="Trap", most_seats=most),))

    async with showing(hostile) as shown:
        await shown.press("n")
        assert "New table" in shown.text
        assert "Trap" not in shown.text
