"""The browser of the tests: it opens a page, presses keys, touches, waits and takes pictures."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from support.browser import needs_browser, open_browser

PAGE = """<!doctype html><title>tried</title><button id="b" style="height:60px">0</button><script>
var keys = []; addEventListener("keydown", e => keys.push((e.ctrlKey ? "ctrl+" : "") + e.key));
b.onclick = () => b.textContent = +b.textContent + 1; console.log("ready");</script>"""


@pytest.mark.slow
@needs_browser
async def test_a_page_is_read_pressed_touched_and_photographed(tmp_path: Path) -> None:
    async with open_browser() as browser:
        page = await browser.open_page(f"data:text/html,{quote(PAGE)}", 390, 844, scale=2, touch=True)
        assert await page.evaluate("document.title") == "tried"
        await page.press("F5")
        await page.press("p", ctrl=True)
        await page.type("a!")
        assert await page.evaluate("keys") == ["F5", "ctrl+p", "a", "!"]
        await page.tap("#b")
        await page.click("#b")
        await page.wait_for("b.textContent === '2'")
        await page.screenshot(tmp_path / "page.png")
        assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
        assert page.said == ["ready"]
