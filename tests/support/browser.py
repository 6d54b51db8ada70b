"""A real Chromium, driven over the DevTools protocol by the websockets that the project has anyway."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.asyncio.client import ClientConnection, connect

from support.timeouts import TIMEOUT_SECONDS

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")

needs_browser = pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed here")

_OPTIONS = (
    "--headless=new",
    "--remote-debugging-port=0",
    "--no-first-run",
    "--no-sandbox",  # it does not start as root otherwise, and it sees our own pages alone
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-sync",
    "--enable-unsafe-swiftshader",
    "--no-proxy-server",
    "--password-store=basic",
)


class Key(NamedTuple):
    """A key as the DevTools protocol names it."""

    key: str
    code: str
    number: int
    text: str = ""


_NAMED_KEYS = {
    "Enter": Key("Enter", "Enter", 13, "\r"),
    "Escape": Key("Escape", "Escape", 27),
    "Tab": Key("Tab", "Tab", 9),
    "Backspace": Key("Backspace", "Backspace", 8),
    "ArrowUp": Key("ArrowUp", "ArrowUp", 38),
    "ArrowDown": Key("ArrowDown", "ArrowDown", 40),
    **{f"F{number}": Key(f"F{number}", f"F{number}", 111 + number) for number in range(1, 13)},
}

_CTRL = 2


class Page:
    """A tab of its own storage; `said` has what its console and its errors said, errors first."""

    def __init__(self, devtools: DevTools, session: str, target: str) -> None:
        self.said: list[str] = []
        self.dialogs: list[str] = []
        self.target = target
        self._devtools = devtools
        self._session = session

    async def command(self, method: str, **parameters: object) -> dict[str, Any]:
        """Sends a command of the DevTools protocol to this page, and returns the answer."""
        return await self._devtools.command(method, self._session, **parameters)

    async def go(self, url: str) -> None:
        """Opens an address and waits until the page is loaded."""
        found = await self.command("Page.navigate", url=url)
        assert "errorText" not in found, found
        await self.wait_for("document.readyState === 'complete'")

    async def evaluate(self, expression: str) -> Any:
        """Returns the value of an expression, or of the promise that it is, as JSON has it."""
        found = await self.command(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=True
        )
        assert "exceptionDetails" not in found, (expression, found["exceptionDetails"])
        return found["result"].get("value")

    async def wait_for(self, expression: str) -> Any:
        """Waits until an expression is true, and returns its value."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while not (value := await self._try(expression)):  # noqa: ASYNC110  no event tells it
                    await asyncio.sleep(0.02)
        except TimeoutError:
            text = await self._try("document.body.innerText")
            raise AssertionError(f"never true: {expression}; the page says {text!r}; {self.said}") from None
        return value

    async def _try(self, expression: str) -> Any:
        """Returns the value of an expression, None where the page is changing or the expression fails."""
        with contextlib.suppress(AssertionError):
            return await self.evaluate(expression)

    async def press(self, name: str, *, ctrl: bool = False) -> None:
        """Presses and releases a key: a character, or a name such as Enter, Tab or F5."""
        key = _NAMED_KEYS.get(name) or Key(name, f"Key{name.upper()}", ord(name.upper()), "" if ctrl else name)
        about = {
            "key": key.key,
            "code": key.code,
            "windowsVirtualKeyCode": key.number,
            "modifiers": _CTRL if ctrl else 0,
        }
        if key.text:
            about |= {"text": key.text}
        await self.command("Input.dispatchKeyEvent", type="keyDown" if key.text else "rawKeyDown", **about)
        await self.command("Input.dispatchKeyEvent", type="keyUp", **about)

    async def type(self, text: str) -> None:
        """Types characters one by one."""
        for character in text:
            await self.press(character)

    async def middle_of(self, selector: str) -> tuple[float, float]:
        """Returns the middle of the first element that a selector finds, scrolled into sight; waits for it."""
        found = json.dumps(selector)
        await self.wait_for(f"document.querySelector({found})?.getClientRects().length > 0")
        x, y = await self.evaluate(
            f"(() => {{ const e = document.querySelector({found}); e.scrollIntoView({{block: 'nearest'}});"
            " const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        return x, y

    async def click(self, selector: str) -> None:
        """Clicks the middle of an element."""
        x, y = await self.middle_of(selector)
        for kind in ("mousePressed", "mouseReleased"):
            await self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def tap(self, selector: str) -> None:
        """Touches the middle of an element with a finger."""
        await self.touch(*await self.middle_of(selector))

    async def touch(self, x: float, y: float) -> None:
        """Touches a place with a finger."""
        await self.command("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        await self.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def screenshot(self, file: Path) -> None:
        """Writes what the page shows as a PNG."""
        found = await self.command("Page.captureScreenshot", format="png")
        await asyncio.to_thread(file.write_bytes, base64.b64decode(found["data"]))

    def take(self, method: str, about: dict[str, Any]) -> None:
        """Notes an event of this page."""
        match method:
            case "Runtime.exceptionThrown":
                details = about["exceptionDetails"]
                self.said.insert(0, str(details.get("exception", {}).get("description", details["text"])))
            case "Runtime.consoleAPICalled":
                self.said.append(" ".join(str(each.get("value", each.get("description"))) for each in about["args"]))
            case "Log.entryAdded":
                self.said.append(f"{about['entry']['level']}: {about['entry']['text']}")
            case "Page.javascriptDialogOpening":
                self.dialogs.append(about["type"])


class DevTools:
    """The way to one browser: commands and their answers, and events for the pages."""

    def __init__(self, connection: ClientConnection) -> None:
        self.pages: dict[str, Page] = {}
        self._connection = connection
        self._number = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def command(self, method: str, session: str = "", **parameters: object) -> dict[str, Any]:
        """Sends a command and returns the answer."""
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._connection.send(json.dumps(message))
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                found = await answer
        finally:
            del self._answers[number]
        assert "error" not in found, (method, found["error"])
        result: dict[str, Any] = found["result"]
        return result

    async def listen(self) -> None:
        """Passes on what the browser says, as long as it does."""
        async for text in self._connection:
            message = json.loads(text)
            if (answer := self._answers.get(message.get("id", 0))) is not None:
                if not answer.done():
                    answer.set_result(message)
            elif (page := self.pages.get(message.get("sessionId", ""))) is not None:
                page.take(message["method"], message["params"])

    async def open_page(self, url: str, width: int, height: int, *, scale: float = 1, touch: bool = False) -> Page:
        """Opens an address in a tab of that size, with a storage of its own."""
        context = (await self.command("Target.createBrowserContext"))["browserContextId"]
        target = (await self.command("Target.createTarget", url="about:blank", browserContextId=context))["targetId"]
        session = (await self.command("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        page = self.pages[session] = Page(self, session, target)
        for domain in ("Page", "Runtime", "Log", "Network"):
            await page.command(f"{domain}.enable")
        await page.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=touch
        )
        if touch:
            await page.command("Emulation.setTouchEmulationEnabled", enabled=True)
            await page.command("Emulation.setEmitTouchEventsForMouse", enabled=False)
        await page.go(url)
        return page


@asynccontextmanager
async def open_browser() -> AsyncIterator[DevTools]:
    """Runs a Chromium without a window and with a folder of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = await asyncio.create_subprocess_exec(
            *(CHROMIUM, *_OPTIONS, f"--user-data-dir={folder}", "about:blank"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            env=os.environ | {"HOME": folder},
            start_new_session=True,
        )
        try:
            async with connect(await _address_in(folder), max_size=None, ping_interval=None, proxy=None) as connection:
                devtools = DevTools(connection)
                listening = asyncio.create_task(devtools.listen())
                try:
                    yield devtools
                finally:
                    listening.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await listening
        finally:
            if sys.platform == "win32":
                process.kill()
            else:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)  # a group of its own: the browser and its helpers
            await process.wait()


async def _address_in(folder: str) -> str:
    """Waits for the file in which a browser writes the port and the path of its DevTools."""
    file = Path(folder, "DevToolsActivePort")
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            found = file.read_text().split() if file.exists() else []  # noqa: ASYNC240  a small file in memory
            if len(found) == 2:
                return f"ws://127.0.0.1:{found[0]}{found[1]}"
            await asyncio.sleep(0.02)
