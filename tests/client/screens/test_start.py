from __future__ import annotations

import pytest

from railbird_client.launch import HostTable, JoinServer, NewTable, PlayBots, WatchServer
from railbird_client.screens.start import StartScreen
from railbird_client.settings import Settings
from railbird_client.widgets.menu import Menu
from railbird_shared.address import Address
from railbird_shared.commands import OpenTable
from support.screen_harness import run_screen


def start_screen(settings: Settings | None = None, notice: str = "") -> StartScreen:
    return StartScreen(settings or Settings(), player="Wren", notice=notice)


def settings_with_servers(*addresses: str) -> Settings:
    settings = Settings()
    for address in reversed(addresses):
        settings = settings.with_server(address, "Wren", "secret")
    return settings


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18), (200, 60)])
async def test_shows_the_players_name_and_the_menu(size: tuple[int, int]) -> None:
    async with run_screen(start_screen, size=size) as shown:
        for words in (
            "You are Wren",
            "P   Play against bots",
            "H   Host a table",
            "J   Join a table",
            "Q   Quit",
            "Enter go",
        ):
            assert words in shown.text


async def test_enter_plays_against_bots() -> None:
    async with run_screen(start_screen) as shown:
        await shown.press("enter")
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [
            PlayBots(NewTable("holdem", bots=5))
        ]


async def test_capital_letters_work_in_the_menus() -> None:
    async with run_screen(start_screen) as shown:
        await shown.press("N")
        assert "Your name" in shown.text
        await shown.press("escape", "P")
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [
            PlayBots(NewTable("holdem", bots=5))
        ]


async def test_arrows_choose_another_game_and_plus_and_minus_the_bots() -> None:
    async with run_screen(start_screen) as shown:
        await shown.press("right", "right", "minus")
        assert "Seven Card Stud ▸ 4 bots" in shown.text
        await shown.press("left", "plus", "plus")
        assert "Five Card Draw ▸ 5 bots" in shown.text
        await shown.press("p")
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [
            PlayBots(NewTable("five-card-draw", bots=5))
        ]


async def test_what_was_played_last_is_offered_again() -> None:
    async with run_screen(lambda: start_screen(Settings(game="seven-card-stud", bots=3))) as shown:
        assert "Seven Card Stud ▸ 3 bots" in shown.text


async def test_an_unknown_saved_game_falls_back_to_the_default() -> None:
    async with run_screen(lambda: start_screen(Settings(game="baccarat"))) as shown:
        assert "No-Limit Hold'em" in shown.text


async def test_up_and_down_go_through_the_menu_and_stop_at_its_ends() -> None:
    async with run_screen(start_screen) as shown:
        menu = shown.app.screen.query_one(Menu)
        await shown.press("up")
        assert menu.index == 0
        await shown.press(*["down"] * 5)
        assert menu.items[menu.index].title == "Quit"


async def test_a_click_chooses() -> None:
    async with run_screen(start_screen) as shown:
        await shown.click(Menu, x=10, y=2)
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [
            PlayBots(NewTable("holdem", bots=5))
        ]


@pytest.mark.parametrize(("key", "plan"), [("j", JoinServer), ("w", WatchServer)])
async def test_an_address_joins_or_watches_that_server(key: str, plan: type[JoinServer | WatchServer]) -> None:
    async with run_screen(start_screen) as shown:
        await shown.press(key)
        await shown.paste("den:8000")
        await shown.press("enter")
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [plan(Address("den", 8000))]


async def test_the_last_server_is_offered_and_older_ones_are_an_arrow_away() -> None:
    async with run_screen(lambda: start_screen(settings_with_servers("den:7777", "attic:7777"))) as shown:
        assert "last time it was den:7777" in shown.text
        await shown.press("j", "down", "enter")
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [JoinServer(Address("attic"))]


async def test_a_known_server_can_be_clicked() -> None:
    async with run_screen(lambda: start_screen(settings_with_servers("den:7777", "attic:7777"))) as shown:
        await shown.press("j")
        await shown.click(".known")
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [JoinServer(Address("den"))]


async def test_a_wrong_address_is_refused_where_it_was_typed() -> None:
    async with run_screen(start_screen) as shown:
        await shown.press("j")
        await shown.paste("den table")
        await shown.press("enter")
        assert "is not the name or address of a machine" in shown.text
        assert not shown.messages_of(StartScreen.PlanChosen)
        await shown.press("escape")
        assert "Play against bots" in shown.text


async def test_hosting_opens_the_new_table_dialog() -> None:
    async with run_screen(start_screen) as shown:
        await shown.press("right", "h", "enter")
        opening = OpenTable(name="Wren's table", game="five-card-draw")
        wish = NewTable("five-card-draw", name="Wren's table", opening=opening)
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [HostTable(wish)]


async def test_a_new_name_is_cleaned() -> None:
    async with run_screen(start_screen) as shown:
        await shown.press("n", "end", "ctrl+u")
        await shown.paste("  M\x1b[31magpie\u202e [b]\nnext line")
        await shown.press("enter")
        assert [each.name for each in shown.messages_of(StartScreen.Renamed)] == ["Magpie [b]"]
        assert "You are Magpie [b]" in shown.text


async def test_an_empty_name_is_refused() -> None:
    async with run_screen(start_screen) as shown:
        await shown.press("n", "end", "ctrl+u", "enter")
        assert "Give a name of 1 to 16 characters that can be shown." in shown.text
        assert not shown.messages_of(StartScreen.Renamed)


async def test_a_notice_is_shown_as_it_is() -> None:
    async with run_screen(lambda: start_screen(notice="The host [b]left[/b].")) as shown:
        assert "The host [b]left[/b]." in shown.text


async def test_ascii_mode_is_ascii_only() -> None:
    async with run_screen(start_screen, ascii_only=True) as shown:
        assert shown.text.isascii(), [char for char in shown.text if not char.isascii()]
