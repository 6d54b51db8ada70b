from __future__ import annotations

import pytest

from railbird_client.address import Address
from railbird_client.plans import Host, Join, Play, TableWish, Watch
from railbird_client.screens.start import StartScreen
from railbird_client.settings import Settings
from railbird_client.widgets.menu import Menu
from showing import showing


def start(settings: Settings | None = None, notice: str = "") -> StartScreen:
    return StartScreen(settings or Settings(), player="Wren", notice=notice)


def visited(*addresses: str) -> Settings:
    settings = Settings()
    for address in reversed(addresses):
        settings = settings.visited(address, "Wren", "secret")
    return settings


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18), (200, 60)])
async def test_a_newcomer_sees_who_he_is_and_what_to_press(size: tuple[int, int]) -> None:
    async with showing(start, size=size) as shown:
        for words in (
            "You are Wren",
            "P   Play against bots",
            "H   Host a table",
            "J   Join a table",
            "Q   Quit",
            "Enter go",
        ):
            assert words in shown.text


async def test_enter_plays_at_once() -> None:
    async with showing(start) as shown:
        await shown.press("enter")
        assert [each.plan for each in shown.asked(StartScreen.Decided)] == [Play(TableWish("holdem", bots=5))]


async def test_arrows_choose_another_game_and_plus_and_minus_the_bots() -> None:
    async with showing(start) as shown:
        await shown.press("right", "right", "minus")
        assert "Seven Card Stud ▸ 4 bots" in shown.text
        await shown.press("left", "plus", "plus")
        assert "Five Card Draw ▸ 5 bots" in shown.text
        await shown.press("p")
        assert [each.plan for each in shown.asked(StartScreen.Decided)] == [Play(TableWish("five-card-draw", bots=5))]


async def test_what_was_played_last_is_offered_again() -> None:
    async with showing(lambda: start(Settings(game="seven-card-stud", bots=3))) as shown:
        assert "Seven Card Stud ▸ 3 bots" in shown.text


async def test_a_game_that_is_no_longer_known_is_none_to_stumble_over() -> None:
    async with showing(lambda: start(Settings(game="baccarat"))) as shown:
        assert "No-Limit Hold'em" in shown.text


async def test_up_and_down_go_through_the_menu_and_stop_at_its_ends() -> None:
    async with showing(start) as shown:
        menu = shown.app.screen.query_one(Menu)
        await shown.press("up")
        assert menu.at == 0
        await shown.press(*["down"] * 5)
        assert menu.entries[menu.at].title == "Quit"


async def test_a_click_chooses() -> None:
    async with showing(start) as shown:
        await shown.click(Menu, x=10, y=2)
        assert [each.plan for each in shown.asked(StartScreen.Decided)] == [Play(TableWish("holdem", bots=5))]


@pytest.mark.parametrize(("key", "plan"), [("j", Join), ("w", Watch)])
async def test_an_address_leads_to_somebodys_server(key: str, plan: type[Join | Watch]) -> None:
    async with showing(start) as shown:
        await shown.press(key)
        await shown.paste("den:8000")
        await shown.press("enter")
        assert [each.plan for each in shown.asked(StartScreen.Decided)] == [plan(Address("den", 8000))]


async def test_the_last_server_is_offered_and_older_ones_are_an_arrow_away() -> None:
    async with showing(lambda: start(visited("den:7777", "attic:7777"))) as shown:
        assert "last time it was den:7777" in shown.text
        await shown.press("j", "down", "enter")
        assert [each.plan for each in shown.asked(StartScreen.Decided)] == [Join(Address("attic"))]


async def test_a_known_server_can_be_clicked() -> None:
    async with showing(lambda: start(visited("den:7777", "attic:7777"))) as shown:
        await shown.press("j")
        await shown.click(".known")
        assert [each.plan for each in shown.asked(StartScreen.Decided)] == [Join(Address("den"))]


async def test_a_wrong_address_is_refused_where_it_was_typed() -> None:
    async with showing(start) as shown:
        await shown.press("j")
        await shown.paste("den table")
        await shown.press("enter")
        assert "is not the name or address of a machine" in shown.text
        assert not shown.asked(StartScreen.Decided)
        await shown.press("escape")
        assert "Play against bots" in shown.text


async def test_hosting_asks_for_the_table() -> None:
    async with showing(start) as shown:
        await shown.press("right", "h", "enter")
        wish = TableWish("five-card-draw", seats=6, name="Wren's table")
        assert [each.plan for each in shown.asked(StartScreen.Decided)] == [Host(wish)]


async def test_another_name_is_taken_cleaned() -> None:
    async with showing(start) as shown:
        await shown.press("n", "end", "ctrl+u")
        await shown.paste("  M\x1b[31magpie\u202e [b]\nnext line")
        await shown.press("enter")
        assert [each.name for each in shown.asked(StartScreen.Renamed)] == ["Magpie [b]"]
        assert "You are Magpie [b]" in shown.text


async def test_a_name_of_nothing_is_refused() -> None:
    async with showing(start) as shown:
        await shown.press("n", "end", "ctrl+u", "enter")
        assert "Write a name that can be shown." in shown.text
        assert not shown.asked(StartScreen.Renamed)


async def test_a_notice_is_shown_as_it_is() -> None:
    async with showing(lambda: start(notice="The host [b]left[/b].")) as shown:
        assert "The host [b]left[/b]." in shown.text


async def test_plain_letters_draw_everything() -> None:
    async with showing(start, plain=True) as shown:
        assert shown.text.isascii(), [char for char in shown.text if not char.isascii()]
