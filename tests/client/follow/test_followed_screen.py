"""The page of followed tables: as text in several sizes, compared with golden screens, and its keys.

`RAILBIRD_RENEW=1 uv run pytest tests/client/follow/test_followed_screen.py` writes the golden screens anew.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird_client.drawing.canvas import PixelCanvas
from railbird_client.drawing.palette import find_look
from railbird_client.follow.followed_page import build_page, draw_followed_page
from railbird_client.follow.followed_screen import FollowedScreen
from railbird_client.follow.followed_tables import FollowedTables
from railbird_client.lobby.lobby_screen import LobbyScreen
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.player_requests import ScreenRequest
from railbird_client.widgets.controls import CommandRequested
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from railbird_shared.protocol.commands import Command, FollowTable, UnfollowTable, Watch
from railbird_shared.protocol.messages import Lobby
from support.contrast import contrast
from support.fake_server import HOLDEM, table_info
from support.followed_pages import followed_tables
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.screen_harness import ScreenHarness, run_screen

GOLDEN = CLIENT_SCREENS


READABLE = {0: 4.5, 256: 4.5, 16: 3.0}
"""The least contrast of a letter and its ground by the colours there are; the dots of the seats are no letters."""


class Page:
    """A page of some tables, and what was asked for on it."""

    def __init__(self, count: int, *, closed: str = "") -> None:
        self.followed = followed_tables(count, closed=closed)
        self.asked: list[Command] = []

    def screen(self) -> FollowedScreen:
        return FollowedScreen(self.followed, self._ask)

    def _ask(self, command: Command) -> None:
        self.asked.append(command)
        if isinstance(command, UnfollowTable):
            self.followed.drop(command.table)


@pytest.mark.parametrize(
    ("size", "count", "ascii_only"),
    [((80, 24), 3, False), ((80, 24), 2, True), ((120, 40), 6, False), ((160, 48), 8, False), ((60, 16), 2, False)],
)
async def test_the_page_matches_its_golden_screen(size: tuple[int, int], count: int, *, ascii_only: bool) -> None:
    page = Page(count, closed="Cellar")
    async with run_screen(page.screen, size=size, ascii_only=ascii_only) as shown:
        await shown.press("right")
        name = f"{'ascii-' if ascii_only else ''}followed-{size[0]}x{size[1]}.txt"
        assert_matches_golden_file(GOLDEN / name, shown.text + "\n", __file__)


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("colours", [0, 256, 16])
def test_every_word_of_the_page_can_be_read(colours: int, *, dark: bool) -> None:
    look = find_look(dark=dark, size=colours)
    canvas = PixelCanvas(160, 48, look.ground)
    draw_followed_page(canvas, build_page(followed_tables(closed="Cellar"), 1), look)
    for row, letters in enumerate(canvas.letters):
        for column, letter in letters.items():
            ground = canvas.ground_at(column, row)
            if letter.colour is not None and ground is not None and letter.char not in {"", "●", "·"}:
                assert contrast(letter.colour, ground) >= READABLE[colours], (column, row, letter)


async def test_the_keys_mark_a_table_and_go_there() -> None:
    page = Page(6)
    async with run_screen(page.screen, size=(120, 40)) as shown:
        await shown.press("down", "right", "enter")
        assert page.asked == [Watch(table="t5")]
        assert not isinstance(shown.app.screen, FollowedScreen)


async def test_the_mark_leads_to_the_tables_that_have_no_room() -> None:
    page = Page(3)
    async with run_screen(page.screen) as shown:
        assert "The long table" not in shown.text
        await shown.press("right", "right")
        assert "The long table" in shown.text
        assert "Kitchen" not in shown.text


async def test_a_table_is_given_up_on_the_page() -> None:
    page = Page(2)
    async with run_screen(page.screen) as shown:
        await shown.press("delete")
        assert page.asked == [UnfollowTable(table="t1")]
        assert "Kitchen" not in shown.text
        await shown.press("delete", "enter")
        assert "You follow no table yet." in shown.text
        assert len(page.asked) == 2


async def test_a_closed_table_is_shown_but_not_gone_to() -> None:
    page = Page(1, closed="Kitchen")
    async with run_screen(page.screen) as shown:
        await shown.press("enter")
        assert page.asked == []
        assert "The host has ended the night." in shown.text


async def test_a_click_marks_a_table_and_another_goes_there() -> None:
    page = Page(2)
    async with run_screen(page.screen) as shown:
        await shown.click(PixelCanvasWidget, x=60, y=10)
        assert page.asked == []
        await shown.click(PixelCanvasWidget, x=60, y=10)
        assert page.asked == [Watch(table="t2")]


async def test_what_happens_is_seen_at_once() -> None:
    page = Page(1)
    async with run_screen(page.screen) as shown:
        page.followed.note_connection(online=False)
        screen = shown.app.screen
        assert isinstance(screen, FollowedScreen)
        screen.redraw()
        await shown.wait_until_idle()
        assert "connection lost, trying again" in shown.text


# --- in the lobby


def lobby(followed: FollowedTables) -> LobbyScreen:
    tables = tuple(table_info(table=f"t{number}", name=f"Table {number}") for number in (1, 2))
    return LobbyScreen(LobbyState("Wren", "den:7777", (HOLDEM,), lobby=Lobby(tables=tables), followed=followed))


def asked(shown: ScreenHarness) -> list[ScreenRequest]:
    return [message.command for message in shown.messages_of(CommandRequested)]


async def test_space_follows_the_marked_table_of_the_lobby_and_no_longer() -> None:
    followed = FollowedTables()
    async with run_screen(lambda: lobby(followed)) as shown:
        await shown.press("down", "space")
        assert asked(shown) == [FollowTable(table="t2")]
        followed.choose("t2")
        screen = shown.app.screen
        assert isinstance(screen, LobbyScreen)
        screen.show(replace(screen._state))
        await shown.wait_until_idle()
        assert "*Table 2" in shown.text
        assert "*Table 1" not in shown.text
        await shown.press("space")
        assert asked(shown)[1:] == [UnfollowTable(table="t2")]


async def test_the_page_opens_from_the_lobby_and_leads_to_a_table() -> None:
    followed = followed_tables(2)
    async with run_screen(lambda: lobby(followed)) as shown:
        await shown.press("f7")
        assert "Kitchen" in shown.text
        await shown.press("enter")
        assert asked(shown) == [Watch(table="t1")]
