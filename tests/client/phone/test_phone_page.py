"""The page for phones in a real browser, by touch: a hand, a draw, sleep, passwords, what can be read and touched."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from railbird_client.guests.house import GuestHouse
from railbird_client.guests.http_door import HttpDoor, open_http_door
from railbird_server.runtime.server import Server
from railbird_shared.carrier import WireClosed
from railbird_shared.protocol.commands import MakeInvite, SendChat
from support.browser import Page, needs_browser, open_browser
from support.guest_channels import run_house
from support.network_clients import HeadlessClient, choose_passively, connect_in_memory
from support.timeouts import TIMEOUT_SECONDS

pytestmark = [pytest.mark.slow, needs_browser]

PHONE = (390, 844)
MY_TURN = "document.title.includes('Your turn') && !!document.querySelector('#acts .big button:not(:disabled)')"

SMALL_TARGETS = """[...document.querySelectorAll('button, input, label:has(input)')].filter(each => {
  const box = each.getBoundingClientRect(), inner = each.matches('[type=radio], [type=checkbox], label > input');
  return box.width && !inner && !each.disabled && (box.width < 47.9 || box.height < 47.9);
}).map(each => each.outerHTML.slice(0, 100))"""
"""All that can be touched and is smaller than 48 pixels."""

FAINT_WORDS = """(() => {
  const read = text => text.match(/[\\d.]+/g).map(Number);
  const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * linear(r / 255) + .7152 * linear(g / 255) + .0722 * linear(b / 255);
  const root = getComputedStyle(document.documentElement);
  const hex = name => root.getPropertyValue(name).trim().slice(1).match(/../g).map(v => parseInt(v, 16));
  const grounds = each => {
    for (; each; each = each.parentElement) {
      const [r, g, b, a = 1] = read(getComputedStyle(each).backgroundColor);
      if (a === 1) return [[r, g, b]];
      if (each.id === 'felt') return [hex('--felt'), hex('--felt-edge')];
    }
    return [hex('--bg')];
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const each = texts.currentNode.parentElement, style = getComputedStyle(each), box = each.getBoundingClientRect();
    const covered = document.querySelector('dialog[open]') && !each.closest('dialog[open]');
    if (!texts.currentNode.data.trim() || box.width < 2 || each.closest('button:disabled, .vh') || covered) continue;
    for (const ground of grounds(each)) {
      const [low, high] = [light(read(style.color)), light(ground)].sort((a, b) => a - b);
      const contrast = (high + .05) / (low + .05);
      if (contrast < 4.5) found.push([texts.currentNode.data, style.color, ground, contrast]);
    }
  }
  return found;
})()"""
"""All words with less contrast than WCAG asks for."""


async def play(client: HeadlessClient) -> None:
    """Checks and calls until the server ends."""
    with suppress(WireClosed):
        while True:
            await client.act_if_in_turn(choose_passively)
            await client.receive()


@asynccontextmanager
async def run_game(
    folder: Path, game: str = "holdem", **terms: Any
) -> AsyncIterator[tuple[HttpDoor, Server, GuestHouse]]:
    """A server with one table, at which Heron sits and plays, and the door with the page."""
    server_terms = {"password_hash": terms.pop("password_hash", "")}
    async with run_house(folder, **server_terms) as (house, server):
        heron = await connect_in_memory(server, "Heron", password="moss" if server_terms["password_hash"] else "")
        await heron.open_table(game, **terms)
        await heron.sit()
        playing = asyncio.create_task(play(heron))
        door = await open_http_door(house, 0, host="127.0.0.1")
        try:
            yield door, server, house
        finally:
            playing.cancel()
            await house.close("The host has closed the game.")
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await door.close()


@asynccontextmanager
async def open_phone(door: HttpDoor, fragment: str = "", size: tuple[int, int] = PHONE) -> AsyncIterator[Page]:
    async with open_browser() as browser:
        page = await browser.open_page(f"http://127.0.0.1:{door.port}/{fragment}", *size, touch=True)
        yield page
        assert page.said == []


async def come_in(page: Page, name: str = "Pia") -> None:
    await page.tap("#name")
    await page.type(name)
    await page.tap("#hello button")


async def tap_word(page: Page, words: str) -> None:
    """Taps the button of the table that begins with these words, once it can be tapped."""
    found = (
        "[...document.querySelectorAll('#acts button, #questions button')]"
        f".find(each => each.textContent.startsWith({words!r}) && !each.disabled)"
    )
    await page.wait_for(f"!!{found}")
    await wait_for_guard(page)
    await page.evaluate(f"{found}.id = 'tapped'")
    await page.tap("#tapped")


async def wait_for_guard(page: Page) -> None:
    """Waits until a tap cannot be taken for one that was meant for what stood there before."""
    await page.evaluate("new Promise(done => setTimeout(done, 400))")


ACTS = "[...document.querySelectorAll('#all p')].filter(each => /^You (check|call)/.test(each.textContent)).length"


async def check_or_call(page: Page) -> None:
    """Acts in the turn that is shown, and again where a tap came too early for a turn that had just begun."""
    before = await page.evaluate(ACTS)
    while await page.evaluate(ACTS) == before:
        await page.wait_for(f"{MY_TURN} || {ACTS} > {before}")
        await wait_for_guard(page)
        await page.evaluate("document.querySelector('#acts .big .main')?.click()")


def log_has(words: str) -> str:
    return f"document.getElementById('all').textContent.includes({words!r})"


async def test_a_hand_is_played_by_touch_and_a_double_tap_acts_once(tmp_path: Path) -> None:
    async with run_game(tmp_path) as (door, *_), open_phone(door, "#hidden") as page:
        assert await page.evaluate("location.href") == f"http://127.0.0.1:{door.port}/"
        await come_in(page)
        await page.wait_for(MY_TURN)
        assert await page.evaluate("document.querySelectorAll('#cards .card:not(.back)').length") == 2
        assert await page.evaluate("document.querySelectorAll('#seats .card.back').length") == 2
        await wait_for_guard(page)
        place = await page.middle_of("#acts .big .main")
        for _ in range(2):
            await page.touch(*place)
        await page.wait_for(f"{ACTS} > 0")
        ended = log_has("wins ") + "||" + log_has("You win ")
        while not await page.evaluate(ended):
            await check_or_call(page)
        assert not await page.evaluate(log_has("not your turn"))
        assert await page.evaluate("document.getElementById('toast').textContent") == ""


async def test_a_raise_is_set_by_the_slider_and_an_all_in_is_asked_about(tmp_path: Path) -> None:
    async with run_game(tmp_path) as (door, *_), open_phone(door) as page:
        await come_in(page)
        await page.wait_for(MY_TURN)
        await page.evaluate("document.getElementById('slider').focus()")
        await page.evaluate(
            "(s => { s.value = 1000; s.dispatchEvent(new Event('input')); })(document.getElementById('slider'))"
        )
        assert "200" in await page.evaluate("document.getElementById('wager').textContent")
        await tap_word(page, "All-in 200")
        await page.wait_for("document.getElementById('questions').textContent.includes('all-in for 200')")
        await tap_word(page, "No")
        await page.wait_for("document.getElementById('questions').textContent === ''")
        await page.tap("#acts button[aria-label=Less]")
        await tap_word(page, "Raise to 198")
        await page.wait_for(log_has("You raise to 198"))


async def test_cards_are_drawn_by_tapping_them(tmp_path: Path) -> None:
    cards = "[...document.querySelectorAll('#cards .card')].map(card => card.textContent).join()"
    async with run_game(tmp_path, "five-card-draw") as (door, *_), open_phone(door) as page:
        await come_in(page)
        await tap_word(page, "Bet 2")
        await page.wait_for("document.querySelectorAll('#cards button').length === 5")
        kept = await page.evaluate("[0, 2, 4].map(k => document.querySelectorAll('#cards button')[k].ariaLabel)")
        await page.tap("#cards button:nth-child(2)")
        await page.tap("#cards button:nth-child(4)")
        before = await page.evaluate(cards)
        await tap_word(page, "Draw 2")
        await page.wait_for(log_has("You draw 2"))
        await page.wait_for(f"{cards} !== {before!r}")
        held = await page.evaluate("document.getElementById('cards').textContent")
        assert [name for name in kept if name not in held] == []


async def test_a_page_that_wakes_up_is_back_in_its_seat_by_itself_after_an_invite_for_one(tmp_path: Path) -> None:
    async with run_game(tmp_path, password="moss") as (door, server, _):
        host = await connect_in_memory(server, "Jay")
        await host.open_table(name="Den", password="moss")
        secret = (await host.expect_accepted(MakeInvite(once=True))).invite
        await host.sit()
        playing = asyncio.create_task(play(host))
        async with open_phone(door, f"#{secret}") as page:
            await come_in(page)
            await page.wait_for(MY_TURN)
            assert await page.evaluate("document.getElementById('title').textContent") == "Den"
            for connection in tuple(door._open):
                connection.transport.abort()
            await page.wait_for("document.getElementById('trouble').textContent === 'Connecting again…'")
            await page.wait_for(f"document.getElementById('trouble').textContent === '' && {MY_TURN}")
            assert await page.evaluate("document.querySelector('#plate .name').textContent") == "Pia"
            await check_or_call(page)
            assert await page.evaluate("document.querySelectorAll('#seats .name').length") == 1
        playing.cancel()


async def test_a_line_that_is_dead_without_an_end_is_left_when_the_phone_wakes_up(tmp_path: Path) -> None:
    async with run_game(tmp_path) as (door, *_), open_phone(door) as page:
        await come_in(page)
        await page.wait_for(MY_TURN)
        (dead,) = (each for each, is_in in door._open.items() if is_in)
        dead.transport.pause_reading()
        await page.evaluate("window.before = document.getElementById('all').childElementCount")
        await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        await page.wait_for("document.getElementById('all').childElementCount > window.before")
        await check_or_call(page)


async def test_names_and_chat_of_others_are_text(tmp_path: Path) -> None:
    markup = "<img src=x onerror=alert(1)>"
    async with run_game(tmp_path) as (door, server, _), open_phone(door) as page:
        await come_in(page)
        await page.wait_for(MY_TURN)
        jay = await connect_in_memory(server, "<b>Jay</b>")
        await jay.watch(next(iter(server._lobby._rooms)))
        await jay.sit()
        await jay.expect_accepted(SendChat(text=markup))
        await page.wait_for(log_has(markup))
        await page.wait_for("document.getElementById('seats').textContent.includes('<b>Jay</b>')")
        assert await page.evaluate("document.querySelectorAll('img, #seats b b, #log b').length") == 0
        assert page.dialogs == []


async def test_a_password_is_asked_until_it_is_right(tmp_path: Path) -> None:
    hashed = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("moss")
    async with run_game(tmp_path, password_hash=hashed) as (door, *_), open_phone(door) as page:
        await come_in(page)
        for typed in ("fern", "moss"):
            await page.wait_for("document.getElementById('ask').open")
            await page.tap("#answer")
            await page.type(typed)
            await page.press("Enter")
            await page.wait_for("!document.getElementById('ask').open")
        await page.wait_for(MY_TURN)
        assert "moss" not in await page.evaluate("document.body.innerHTML")


async def test_whoever_does_not_give_the_password_leaves(tmp_path: Path) -> None:
    hashed = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("moss")
    async with run_game(tmp_path, password_hash=hashed) as (door, *_), open_phone(door) as page:
        await come_in(page)
        await page.wait_for("document.getElementById('ask').open")
        await page.tap("#ask [data-closes]")
        await page.wait_for("document.body.dataset.place === 'closed' && !document.getElementById('ask').open")
        await page.tap("#again")
        await page.wait_for("document.getElementById('ask').open")


@pytest.mark.parametrize("size", [PHONE, (390, 664), (320, 568), (844, 390), (1024, 768)])
async def test_all_that_is_touched_is_large_enough_and_all_words_can_be_read(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with run_game(tmp_path) as (door, *_), open_phone(door, size=size) as page:
        for look in ("dark", "light"):
            await page.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": look}])
            if look == "dark":
                assert await page.evaluate(SMALL_TARGETS) == await page.evaluate(FAINT_WORDS) == []
                await come_in(page)
            await page.wait_for(MY_TURN)
            await wait_for_guard(page)
            for dialog in ("", "menu", "talk"):
                if dialog:
                    await page.tap(f"#table [data-opens={dialog}]")
                assert await page.evaluate(SMALL_TARGETS) == [], (look, dialog)
                assert await page.evaluate(FAINT_WORDS) == [], (look, dialog)
                if dialog:
                    await page.tap(f"#{dialog} [data-closes]")
            bottom, right = await page.evaluate(
                "[document.getElementById('acts').getBoundingClientRect().bottom, document.documentElement.scrollWidth]"
            )
            assert bottom <= size[1] + 1
            assert right <= size[0]


async def test_an_old_link_a_full_table_and_a_host_who_has_gone_are_a_sentence_each(tmp_path: Path) -> None:
    hashed = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("moss")
    async with run_game(tmp_path, password_hash=hashed, seats=2) as (door, *_), open_phone(door, "#old") as page:
        await come_in(page)
        await page.wait_for("document.getElementById('ask').open")
        assert "invite" in (await page.evaluate("document.getElementById('ask-words').textContent")).lower()
    async with run_game(tmp_path, seats=2) as (door, server, house):
        jay = await connect_in_memory(server, "Jay")
        await jay.watch(next(iter(server._lobby._rooms)))
        await jay.sit()
        async with open_phone(door) as page:
            await come_in(page)
            await page.wait_for("document.body.innerText.includes('All seats are taken')")
            await house.close("The host has closed the game.")
            await page.wait_for("document.body.innerText.includes('The host has closed the game.')")
            assert await page.evaluate("document.body.dataset.place") == "closed"
