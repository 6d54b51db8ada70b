"""The terminal page in a real browser: a hand by keys and by touch, sleep and return, keys, passwords."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from railbird_client.guests.house import OTHER_LINE, GuestHouse
from railbird_client.guests.http_door import HttpDoor, open_http_door
from railbird_server.runtime.server import Server
from support.browser import DevTools, Page, needs_browser, open_browser
from support.guest_channels import GuestAtTable, come_in, run_house
from support.network_clients import connect_in_memory
from support.timeouts import TIMEOUT_SECONDS

pytestmark = [pytest.mark.slow, needs_browser]

LINES = "Array.from({length: term.rows}, (_, row) => term.buffer.active.getLine(row).translateToString())"
TEXT = f"{LINES}.join('\\n')"


class TerminalPage:
    """A terminal page and the game that it shows."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def wait_for_text(self, *texts: str) -> None:
        """Waits until the game shows all of some texts."""
        await self.page.wait_for(" && ".join(f"{TEXT}.includes({text!r})" for text in texts))

    async def touch_text(self, text: str) -> None:
        """Touches the first place of the game that shows a text."""
        x, y = await self.page.evaluate(
            f"(() => {{ const lines = {LINES}, row = lines.findIndex(line => line.includes({text!r}));"
            f" const box = document.querySelector('.xterm-screen').getBoundingClientRect();"
            f" return [box.x + (lines[row].indexOf({text!r}) + 1) * box.width / term.cols,"
            " box.y + (row + 0.5) * box.height / term.rows]; })()"
        )
        await self.page.touch(x, y)


@asynccontextmanager
async def run_page_house(folder: Path, **settings: Any) -> AsyncIterator[tuple[GuestHouse, Server, HttpDoor]]:
    async with run_house(folder, **settings) as (house, server):
        door = await open_http_door(house, 0, host="127.0.0.1")
        try:
            yield house, server, door
        finally:
            await house.close("The house closes.")
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await door.close()


async def come_to_page(
    browser: DevTools, door: HttpDoor, size: tuple[int, int] = (1280, 800), *, touch: bool = False
) -> TerminalPage:
    """Opens the page and says a name."""
    page = await browser.open_page(f"http://127.0.0.1:{door.port}/terminal#secret", *size, touch=touch)
    await page.click("#name")
    await page.type("Ada")
    await page.press("Enter")
    return TerminalPage(page)


async def follow(guest: GuestAtTable) -> None:
    """Has a guest check or call whenever it is their turn."""
    while True:
        await guest.terminal.wait_until(lambda: "Your turn" in guest.terminal.text)
        guest.type_keys("c")
        await asyncio.sleep(0.1)


@pytest.mark.parametrize(
    ("size", "touch", "columns", "rows"), [((1280, 800), False, 120, 40), ((1024, 768), True, 100, 36)]
)
async def test_a_hand_is_played_and_the_seat_outlives_a_cut_and_a_sleep(
    tmp_path: Path, size: tuple[int, int], touch: bool, columns: int, rows: int
) -> None:
    async with run_page_house(tmp_path) as (house, server, door), open_browser() as browser:
        rail = await connect_in_memory(server, "Robin")
        await rail.open_table(seats=4, bet=2)
        following = asyncio.create_task(follow(await come_in(house, "Bo")))
        ada = await come_to_page(browser, door, size, touch=touch)
        page = ada.page
        await ada.wait_for_text("Kitchen", "hand 1")
        assert await page.evaluate("term.cols") >= columns
        assert await page.evaluate("term.rows") >= rows
        assert await page.evaluate("location.hash + sessionStorage.getItem('railbird-invite')") == "secret"
        assert not await page.evaluate("document.documentElement.scrollWidth > innerWidth")
        for _ in range(20):
            await page.wait_for(f"{TEXT}.includes('Your turn') || {TEXT}.includes('hand 2')")
            if await page.evaluate(f"{TEXT}.includes('hand 2')"):
                break
            if touch:
                label = "Check" if await page.evaluate(f"{TEXT}.includes('C  Check')") else "Call"
                await ada.touch_text(f"C  {label}")
            else:
                await page.press("c")
            await asyncio.sleep(0.3)
        await ada.wait_for_text("hand 2")
        await page.screenshot(tmp_path / "hand.png")

        first = next(each for each in door._open if each.request is not None and each.request.path == "/screen")
        first.transport.abort()
        await page.wait_for("!find('lost').hidden")
        await page.wait_for("find('lost').hidden && isOpen()")
        await ada.wait_for_text("Kitchen", "Ada")

        second = next(each for each in door._open if each.request is not None and each.request.path == "/screen")
        second.transport.pause_reading()  # as on a machine that has slept: nobody has told the browser
        await page.evaluate("term.reset(); old = socket; document.dispatchEvent(new Event('visibilitychange'))")
        await page.wait_for("socket !== old && isOpen()")
        await ada.wait_for_text("Kitchen", "Ada")
        assert len(house) == 2
        assert not [said for said in page.said if "Content Security Policy" in said or "Error" in said]
        if touch:
            heights = await page.evaluate("[...document.querySelectorAll('#keys button')].map(e => e.offsetHeight)")
            assert len(heights) == 8
            assert min(heights) >= 48
            assert await page.evaluate("term.textarea.inputMode") == "none"
            await page.tap("#keys button:nth-child(2)")
            await ada.wait_for_text("say it")
            await page.tap("#keys button:nth-child(8)")
            assert await page.evaluate("term.textarea.inputMode") == "text"
            await page.evaluate("dropCanvas()")
            await page.wait_for("!document.querySelector('.xterm-screen canvas:not(.xterm-link-layer)')")
            await page.wait_for("document.querySelector('.xterm-screen').clientWidth <= innerWidth")
        following.cancel()


async def test_keys_reach_the_game_and_nothing_else_happens(tmp_path: Path) -> None:
    async with run_page_house(tmp_path) as (_, server, door), open_browser() as browser:
        rail = await connect_in_memory(server, "Robin")
        await rail.open_table(seats=4, bet=2)
        ada = await come_to_page(browser, door)
        page = ada.page
        await ada.wait_for_text("Kitchen")
        assert await page.evaluate(
            "(() => { const leaving = new Event('beforeunload', {cancelable: true}); dispatchEvent(leaving);"
            " return leaving.defaultPrevented; })()"
        )
        await page.evaluate(
            "got = []; kept = {}; term.onData(data => got.push(data)); addEventListener('keydown',"
            " event => setTimeout(() => kept[event.key] = event.defaultPrevented), true)"
        )
        for key in ("F1", "F3", "F5", "Tab", "Escape"):
            await page.press(key)
        for key in ("p", "q", "s", "f"):
            await page.press(key, ctrl=True)
        await page.wait_for("got.length === 9 && Object.keys(kept).length === 9")
        assert await page.evaluate("got") == [
            *("\x1bOP", "\x1bOR", "\x1b[15~", "\t", "\x1b", "\x10", "\x11", "\x13", "\x06")
        ]
        assert all((await page.evaluate("kept")).values())
        await page.press("F11")
        await page.press("v", ctrl=True)
        await page.press("-", ctrl=True)
        await page.wait_for("kept.F11 === false && kept.v === false && kept['-'] === false")
        await page.evaluate("new Promise(done => term.write('\\x07\\x1b]52;c;aGFja2Vk\\x07', done))")
        assert await page.evaluate("document.title") == "● Railbird"
        await page.evaluate("dispatchEvent(new Event('pointerdown'))")
        assert await page.evaluate("document.title") == "Railbird"
        assert not [said for said in page.said if "Error" in said]


async def test_a_password_is_asked_in_the_game_and_another_line_takes_over(tmp_path: Path) -> None:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    async with (
        run_page_house(tmp_path, password_hash=quick.hash("chips")) as (house, _, door),
        open_browser() as browser,
    ):
        ada = await come_to_page(browser, door, (800, 600))
        page = ada.page
        await ada.wait_for_text("Password of the server")
        await page.type("wrong")
        await page.press("Enter")
        await ada.wait_for_text("another password")
        await page.type("chips")
        await page.press("Enter")
        await ada.wait_for_text("you are Ada")

        key = await page.evaluate("localStorage.getItem('railbird-key')")
        other = await come_in(house, "", identity=key)
        assert not other.terminal.closed_with, "another identity"
        await page.evaluate(
            f"second = new WebSocket(`ws://${{location.host}}/screen`);"
            f" second.onopen = () => second.send(JSON.stringify({{key: '{key}', columns: 80, rows: 24}}))"
        )
        await page.wait_for("!find('door').hidden")
        assert await page.evaluate("find('word').textContent") == OTHER_LINE
        assert await page.evaluate("find('ask').hidden")
        await page.evaluate("old = socket")
        await page.click("#enter")
        await page.wait_for("socket !== old && isOpen()")
        await ada.wait_for_text("you are Ada")


async def test_a_page_says_why_it_does_not_come_in(tmp_path: Path) -> None:
    async with run_page_house(tmp_path, limit=1) as (house, _, door), open_browser() as browser:
        await come_in(house, "Bo")
        ada = await come_to_page(browser, door, (800, 600))
        await ada.page.wait_for("find('word').textContent.includes('house is full')")
        await ada.page.wait_for("!isOpen()")
