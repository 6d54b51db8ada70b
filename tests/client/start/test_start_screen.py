from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from railbird_client.player_requests import HostTable, JoinServer, NewTable, PlayBots, WatchServer
from railbird_client.settings.player_settings import Settings
from railbird_client.start.start_page import BOTS, StartKey
from railbird_client.start.start_screen import StartScreen
from railbird_shared.network.address import Address
from railbird_shared.protocol.commands import OpenTable
from support.screen_harness import run_screen
from support.start_pages import start_page


def start_screen(settings: Settings | None = None, notice: str = "") -> StartScreen:
    return StartScreen(settings or Settings(), player="Wren", notice=notice)


def settings_with_servers(*addresses: str) -> Settings:
    settings = Settings()
    for address in reversed(addresses):
        settings = settings.with_server(address, "Wren", "secret")
    return settings


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18), (160, 48), (200, 60)])
async def test_shows_the_players_name_and_what_can_be_done(size: tuple[int, int]) -> None:
    async with run_screen(start_screen, size=size) as shown:
        for words in ("you are Wren", "Play against bots", "Host a table", "W", "J", "S settings", "? help", "Q quit"):
            assert words in shown.text


@pytest.mark.parametrize("size", [(20, 5), (40, 10), (70, 14), (300, 90)])
async def test_a_terminal_of_any_size_draws_and_plays(size: tuple[int, int]) -> None:
    async with run_screen(start_screen, size=size) as shown:
        await shown.press("down", "up", "enter")
        assert shown.messages_of(StartScreen.PlanChosen)


def test_every_key_that_is_bound_does_something_and_is_in_the_command_palette() -> None:
    assert [key.name for key in StartKey if key.keys and not (key.action and key.description)] == []


def test_digits_are_in_the_help_where_they_choose_a_table() -> None:
    for page, told in ((start_page(), True), (start_page(quiet=True), False)):
        assert (("1 to 9", "sit down at a table on the network") in page.help_lines) is told


async def test_enter_plays_against_bots() -> None:
    async with run_screen(start_screen) as shown:
        await shown.press("enter")
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [
            PlayBots(NewTable("holdem", bots=5))
        ]


async def test_capital_letters_work_in_the_menus() -> None:
    async with run_screen(start_screen) as shown:
        await shown.press("N")
        assert "Host a table" in shown.text
        await shown.press("escape", "P")
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [
            PlayBots(NewTable("holdem", bots=5))
        ]


@pytest.mark.parametrize("key", ["p", "b", "B"])
async def test_a_letter_plays_against_bots_whatever_is_marked(key: str) -> None:
    async with run_screen(start_screen) as shown:
        await shown.press("end", key)
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [
            PlayBots(NewTable("holdem", bots=5))
        ]


async def test_the_help_tells_every_key() -> None:
    async with run_screen(start_screen, size=(120, 40)) as shown:
        await shown.press("question_mark")
        await shown.pilot.pause()
        await shown.wait_until_idle()
        for words in ("fewer or more bots", "look for tables on the network again", "settings and your name"):
            assert words in shown.text
        await shown.press("escape")
        assert "Play here" in shown.text


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


async def test_up_and_down_go_through_the_list_and_stop_at_its_ends() -> None:
    async with run_screen(lambda: start_screen(settings_with_servers("den:7777", "attic:7777"))) as shown:
        screen = shown.app.screen
        assert isinstance(screen, StartScreen)
        marks = []
        for key in ("up", "down", "down", "down", "down", "down", "up", "home", "end", "shift+tab", "tab"):
            await shown.press(key)
            marks.append(screen._marked)
        den, attic = "recent den:7777", "recent attic:7777"
        assert marks == [BOTS, "host", "tournament", den, attic, attic, den, BOTS, attic, den, attic]


async def test_a_click_on_an_entry_chooses_it() -> None:
    async with run_screen(start_screen) as shown:
        line = next(at for at, text in enumerate(shown.text.splitlines()) if "Play against bots" in text)
        await shown.pilot.click(offset=(10, line))
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [
            PlayBots(NewTable("holdem", bots=5))
        ]


@pytest.mark.parametrize(
    ("words", "after"),
    [
        ("Host a table", "Host a table"),
        ("Join address", "Address"),
        ("Watch", "Watch a table"),
        ("help", "keys of"),
    ],
)
async def test_a_click_on_a_button_presses_its_key(words: str, after: str) -> None:
    async with run_screen(start_screen) as shown:
        lines = shown.text.splitlines()
        line = max(at for at, text in enumerate(lines) if words in text)
        await shown.pilot.click(offset=(lines[line].index(words), line))
        await shown.wait_until_idle()
        assert after in shown.text


async def test_the_wheel_and_the_pointer_move_the_mark() -> None:
    async with run_screen(start_screen) as shown:
        screen = shown.app.screen
        assert isinstance(screen, StartScreen)
        line = next(at for at, text in enumerate(shown.text.splitlines()) if "Host a table" in text)
        await shown.pilot.hover(offset=(10, line))
        assert screen._marked == "host"


@pytest.mark.parametrize(("key", "plan"), [("enter", JoinServer), ("w", WatchServer)])
async def test_a_recent_server_is_joined_or_watched(key: str, plan: type[JoinServer | WatchServer]) -> None:
    async with run_screen(lambda: start_screen(settings_with_servers("den:7777", "attic:8000"))) as shown:
        await shown.press("end", key)
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [plan(Address("attic", 8000))]


async def test_recent_servers_say_when_and_with_what_result() -> None:
    day = 86_400
    settings = settings_with_servers("den:7777", "attic:7777")
    first, second = settings.servers
    known = replace(settings, servers=(replace(first, visited=20_000 * day + day // 2, result=-1_250), second))
    today = date.fromordinal(date(1970, 1, 1).toordinal() + 20_001)

    def screen() -> StartScreen:
        return StartScreen(known, player="Wren", today=lambda: today)

    async with run_screen(screen, size=(120, 40)) as shown:
        (line,) = (line for line in shown.text.splitlines() if "den:7777" in line)
        assert line.split()[:3] == ["den:7777", "yesterday", "−1,250"]


async def test_an_address_that_was_damaged_in_the_file_is_left_out() -> None:
    async with run_screen(lambda: start_screen(settings_with_servers("den table", "attic:7777"))) as shown:
        assert "den table" not in shown.text
        assert "attic:7777" in shown.text


@pytest.mark.parametrize(("key", "plan"), [("j", JoinServer), ("w", WatchServer)])
async def test_an_address_joins_or_watches_that_server(key: str, plan: type[JoinServer | WatchServer]) -> None:
    async with run_screen(start_screen) as shown:
        await shown.press(key)
        await shown.paste("den:8000")
        await shown.press("enter")
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [plan(Address("den", 8000))]


async def test_the_last_server_is_offered_and_older_ones_are_an_arrow_away() -> None:
    async with run_screen(lambda: start_screen(settings_with_servers("den:7777", "attic:7777"))) as shown:
        assert "den:7777" in shown.text
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
        wish = NewTable("five-card-draw", opening=opening)
        assert [each.plan for each in shown.messages_of(StartScreen.PlanChosen)] == [HostTable(wish)]


@pytest.mark.parametrize("action", ["host", "tournament", "join", "watch", "help"])
async def test_a_key_that_is_pressed_twice_opens_one_screen(action: str) -> None:
    async with run_screen(start_screen) as shown:
        screen, depth = shown.app.screen, len(shown.app.screen_stack)
        for _ in range(2):
            await screen.run_action(action)
        await shown.wait_until_idle()
        assert len(shown.app.screen_stack) == depth + 1


@pytest.mark.parametrize("keys", [("t",), ("down", "down", "enter")], ids=" ".join)
async def test_a_tournament_is_hosted_by_its_key_or_its_row(keys: tuple[str, ...]) -> None:
    async with run_screen(start_screen) as shown:
        await shown.press(*keys, "ctrl+o")
        [message] = shown.messages_of(StartScreen.PlanChosen)
        assert isinstance(message.plan, HostTable)
        opened = message.plan.new_table.tournament
        assert opened is not None
        assert opened.terms.name == "Wren's tournament"


async def test_another_name_is_shown_as_it_is() -> None:
    async with run_screen(start_screen) as shown:
        assert isinstance(shown.app.screen, StartScreen)
        shown.app.screen.show_name("Magpie [b]")
        await shown.wait_until_idle()
        assert "you are Magpie [b]" in shown.text


async def test_a_notice_is_shown_as_it_is() -> None:
    async with run_screen(lambda: start_screen(notice="The host [b]left[/b].")) as shown:
        assert "The host [b]left[/b]." in shown.text


async def test_ascii_mode_is_ascii_only() -> None:
    async with run_screen(start_screen, ascii_only=True) as shown:
        assert shown.text.isascii(), [char for char in shown.text if not char.isascii()]
