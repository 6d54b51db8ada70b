"""The first screen's list of the servers on the network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date

import pytest

from railbird_client.network.lan_search import SearchUnavailable
from railbird_client.player_requests import JoinServer, LaunchPlan, WatchServer
from railbird_client.settings.player_settings import Settings
from railbird_client.start import start_screen as start
from railbird_client.start.start_page import BOTS
from railbird_client.start.start_screen import StartScreen
from railbird_shared.network.address import Address
from support.found_servers import FakeSearch, found_server
from support.screen_harness import ScreenHarness, run_screen
from support.timeouts import TIMEOUT_SECONDS

DEN = found_server("Den", "192.168.1.20", "172.17.0.1")
ATTIC = found_server("Attic", "192.168.1.31", port=7778, games=("razz",), free_seats=0)
OLD = found_server("Old box", "192.168.1.9", protocol=1)


@asynccontextmanager
async def start_screen(
    search: FakeSearch, *, size: tuple[int, int] = (80, 24), notice: str = "", ascii_only: bool = False
) -> AsyncIterator[ScreenHarness]:
    def create() -> StartScreen:
        return StartScreen(Settings(), player="Wren", notice=notice, search=search)

    async with run_screen(create, size=size, ascii_only=ascii_only) as shown:
        await shown.pilot.pause()
        await shown.wait_until_idle()
        yield shown


def plans(shown: ScreenHarness) -> list[LaunchPlan]:
    return [each.plan for each in shown.messages_of(StartScreen.PlanChosen)]


def marked(shown: ScreenHarness) -> str:
    screen = shown.app.screen
    assert isinstance(screen, StartScreen)
    return screen._page().chosen.key


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (80, 18), (200, 60)])
async def test_lists_the_servers_found_over_what_can_always_be_done(size: tuple[int, int]) -> None:
    async with start_screen(FakeSearch(DEN, ATTIC), size=size) as shown:
        rows = [" ".join(row.split()) for row in shown.text.splitlines()]
        assert any(row.startswith("1 Den No-Limit Hold'em 5 free seats") for row in rows)
        assert any(row.startswith("2 Attic Razz all seats taken") for row in rows)
        assert any("2 found" in row for row in rows)
        assert "Play against bots" in shown.text
        assert marked(shown) == BOTS


async def test_the_marked_server_is_described_at_the_right() -> None:
    kitchen = found_server("Kitchen", "192.168.1.20", free_seats=3, seats=9, locked=True)
    async with start_screen(FakeSearch(kitchen), size=(120, 40)) as shown:
        assert "●●●●●●○○○  6/9" in shown.text
        await shown.press("home")
        rows = [" ".join(row.split()) for row in shown.text.splitlines()]
        assert any(row.endswith("seats 3 free seats, password") for row in rows)
        assert any(row.endswith("at 192.168.1.20") for row in rows)
        assert "Enter  Sit down" in shown.text


async def test_the_list_tells_the_mix_the_lock_and_the_tournament() -> None:
    found = (
        found_server("Mixed", "192.168.1.20", games=("horse", "mixed-games"), seats=6),
        found_server("Locked", "192.168.1.21", free_seats=2, seats=6, locked=True),
        found_server("Shut", "192.168.1.22", free_seats=2, seats=6, shut=True),
        found_server("Cup", "192.168.1.23", tables=0, games=(), tournament=("Sunday", 7, 18)),
        found_server("Late", "192.168.1.24", free_seats=4, seats=6, locked=True, tournament=("Friday", 18, 0)),
    )
    for size in ((60, 18), (80, 24), (120, 40)):
        async with start_screen(FakeSearch(*found), size=size) as shown:
            rows = {" ".join(row.split()[1:]) for row in shown.text.splitlines() if row.split()[:1]}
            wanted = (("Mixed HORSE", "1/6"), ("Locked", "4/6 password"), ("Shut", "4/6 locked"))
            for words in (*wanted, ("Cup tournament Sunday", "7 of 18 entered"), ("Late", "2/6 password")):
                assert any(all(word in row for word in words) for row in rows), (size, words, rows)
    async with start_screen(FakeSearch(*found), size=(120, 40)) as shown:
        await shown.press("home")
        assert "HORSE, Mixed Games" in shown.text
        await shown.press(*["down"] * 4)
        rows = {" ".join(row.split()) for row in shown.text.splitlines()}
        assert any(row.endswith("event Friday, being played") for row in rows)


async def test_a_server_visited_before_stands_once_and_says_when() -> None:
    settings = Settings().with_server("192.168.1.20:7777", "Wren", "secret", visited=86_400 * 3)

    def create() -> StartScreen:
        return StartScreen(settings, player="Wren", search=FakeSearch(DEN), today=lambda: date(1970, 1, 20))

    async with run_screen(create, size=(120, 40)) as shown:
        await shown.pilot.pause()
        await shown.wait_until_idle()
        assert "you were here 2 weeks ago" in shown.text
        assert "Recent" not in shown.text


@pytest.mark.parametrize(("key", "plan"), [("enter", JoinServer), ("w", WatchServer)])
async def test_the_marked_server_is_joined_or_watched(key: str, plan: type[JoinServer | WatchServer]) -> None:
    async with start_screen(FakeSearch(DEN, ATTIC)) as shown:
        await shown.press("up", key)
        assert plans(shown) == [plan(Address("192.168.1.31", 7778))]


async def test_looking_again_begins_anew() -> None:
    search = FakeSearch(DEN)
    async with start_screen(search) as shown:
        await shown.press("r")
        await shown.wait_until_idle()
        assert search.started == 2
        assert search.running == 1
        assert "Den" in shown.text


async def test_a_number_joins_that_server_with_all_its_addresses() -> None:
    async with start_screen(FakeSearch(DEN, ATTIC)) as shown:
        await shown.press("1")
        assert plans(shown) == [JoinServer(Address("192.168.1.20", others=(("172.17.0.1", 7777),)))]


async def test_arrows_lead_to_a_server_and_back() -> None:
    async with start_screen(FakeSearch(DEN, ATTIC)) as shown:
        await shown.press("up", "up")
        assert marked(shown) == "found Den"
        await shown.press("down", "down")
        assert marked(shown) == BOTS


async def test_a_click_joins() -> None:
    async with start_screen(FakeSearch(DEN, ATTIC)) as shown:
        line = next(at for at, text in enumerate(shown.text.splitlines()) if "Attic" in text)
        await shown.pilot.click(offset=(10, line))
        assert plans(shown) == [JoinServer(Address("192.168.1.31", 7778))]


async def test_the_list_follows_the_network_and_numbers_stay_with_their_servers() -> None:
    search = FakeSearch(DEN, ATTIC)
    async with start_screen(search) as shown:
        search.publish(ATTIC)
        await shown.wait_until_idle()
        assert "Den" not in shown.text
        await shown.press("1")
        assert plans(shown) == []
        search.publish(found_server("Den", "192.168.1.20", free_seats=1), ATTIC)
        await shown.wait_until_idle()
        assert "1 free seat" in shown.text
        await shown.press("2")
        assert plans(shown) == [JoinServer(Address("192.168.1.31", 7778))]


async def test_the_mark_stays_with_its_server_when_another_one_goes() -> None:
    search = FakeSearch(DEN, ATTIC)
    async with start_screen(search) as shown:
        await shown.press("up")
        search.publish(ATTIC)
        await shown.wait_until_idle()
        await shown.press("enter")
        assert plans(shown) == [JoinServer(Address("192.168.1.31", 7778))]


async def test_when_the_marked_server_goes_the_bots_are_marked() -> None:
    search = FakeSearch(DEN)
    async with start_screen(search) as shown:
        await shown.press("up")
        search.publish()
        await shown.wait_until_idle()
        assert marked(shown) == BOTS


async def test_a_server_of_another_version_is_listed_with_the_reason_and_cannot_be_joined() -> None:
    async with start_screen(FakeSearch(OLD)) as shown:
        assert "too old to join" in shown.text
        await shown.press("1")
        assert plans(shown) == []
        (notice,) = shown.app._notifications
        assert notice.message == "Old box speaks version 1 and not 2: update that server."


async def test_markup_in_a_servers_name_is_text() -> None:
    async with start_screen(FakeSearch(found_server("[red]Den[/]"))) as shown:
        assert "[red]Den[/]" in shown.text


async def test_it_says_that_it_looks_and_then_that_it_found_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "SEARCH_SECONDS", 3600.0)
    async with start_screen(FakeSearch()) as shown:
        assert "Looking for tables…" in shown.text
    monkeypatch.setattr(start, "SEARCH_SECONDS", 0.001)
    async with start_screen(FakeSearch()) as shown, asyncio.timeout(TIMEOUT_SECONDS):
        while "Looking" in shown.text:
            await asyncio.sleep(0.01)
            await shown.wait_until_idle()
        assert "None found so far. [J] joins by the address" in shown.text


async def test_a_machine_without_multicast_says_so_and_the_menu_works() -> None:
    trouble = SearchUnavailable("This machine is on no network.")
    async with start_screen(FakeSearch(trouble=trouble)) as shown:
        assert "This machine is on no network. [J] joins by address." in shown.text
        await shown.press("p")
        assert plans(shown)


async def test_the_network_is_searched_only_while_the_screen_is_there() -> None:
    search = FakeSearch(DEN)
    async with start_screen(search) as shown:
        assert search.running == 1
        await shown.press("j")  # a dialog lies over the screen
        assert search.running == 1
        await shown.press("escape")
        await shown.app.pop_screen()
        assert search.running == 0


@pytest.mark.parametrize("rows", [24, 22, 18, 14])
async def test_buttons_and_notice_keep_their_rows(rows: int) -> None:
    notice = "You leave with 238, 38 more than you brought, because the host has closed the table and the server."
    async with start_screen(FakeSearch(DEN), size=(80, rows), notice=notice) as shown:
        for words in ("you are Wren", "Q quit", "Enter", "and the server."):
            assert words in shown.text
        assert "Play against bots" in shown.text


async def test_ascii_mode_is_ascii_only() -> None:
    async with start_screen(FakeSearch(DEN, OLD), ascii_only=True) as shown:
        assert "Den" in shown.text
        assert shown.text.isascii(), [char for char in shown.text if not char.isascii()]
