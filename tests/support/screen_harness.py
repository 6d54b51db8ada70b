"""Runs one screen in a bare app: presses its keys, reads its text, and collects its messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from textual.app import App
from textual.events import Key, Paste
from textual.message import Message
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

import railbird_client
from railbird_client.app import HEIGHT_BREAKPOINTS, WIDTH_BREAKPOINTS
from railbird_client.themes import THEMES
from railbird_client.widgets.ascii_fallback import ASCII_CLASS

MessageType = TypeVar("MessageType", bound=Message)

IDLE_ROUNDS = 200
"""Turns of the event loop without a message after which nothing more is to come."""

STYLE_SHEET = Path(railbird_client.__file__).parent / "app.tcss"


class StyledApp(App[None]):
    """An app with the colours and the style sheet of the real one, and nothing else."""

    CSS_PATH = STYLE_SHEET

    def __init__(self) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = WIDTH_BREAKPOINTS
        self.VERTICAL_BREAKPOINTS = HEIGHT_BREAKPOINTS

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(THEMES[0].variables)


class ScreenHarness:
    """A screen on its stage, the pilot that presses its keys, and the messages heard."""

    def __init__(self, app: App[None], pilot: Pilot[None], heard: list[Message]) -> None:
        self.app = app
        self.pilot = pilot
        self._messages = heard

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.app.post_message(Key(key, key if len(key) == 1 else None))
            await self.wait_until_idle()

    async def paste(self, text: str) -> None:
        """Pastes into what has the focus, as a terminal would."""
        assert self.app.focused is not None
        self.app.focused.post_message(Paste(text))
        await self.wait_until_idle()

    async def click(self, widget: str | type[Widget], *, x: int = 0, y: int = 0, times: int = 1) -> None:
        await self.pilot.click(widget, offset=(x, y), times=times)
        await self.wait_until_idle()

    async def wait_until_idle(self) -> None:
        await wait_until_idle(self.app.screen, self._messages)

    def messages_of(self, kind: type[MessageType]) -> list[MessageType]:
        """Returns the messages of that kind, each once, in order."""
        found = {id(message): message for message in self._messages if isinstance(message, kind)}
        return list(found.values())

    @property
    def text(self) -> str:
        return screen_text(self.app.screen)


async def wait_until_idle(screen: Screen[object], messages: list[Message]) -> None:
    """Waits until no message is heard any more, and brings the screen up to date; a pilot would sleep."""
    rounds, count = 0, len(messages)
    while rounds < IDLE_ROUNDS:
        await asyncio.sleep(0)
        rounds, count = (rounds + 1 if count == len(messages) else 0), len(messages)
    screen._on_timer_update()


def screen_text(screen: Screen[object]) -> str:
    """Returns what stands on a screen, row by row."""
    return "\n".join(strip.text.rstrip() for strip in screen._compositor.render_strips())


@asynccontextmanager
async def run_screen(
    create_screen: Callable[[], Screen[None]], *, size: tuple[int, int] = (80, 24), ascii_only: bool = False
) -> AsyncIterator[ScreenHarness]:
    """Puts a screen on a stage of that many columns and rows; `ascii_only` asks for ASCII."""
    messages: list[Message] = []
    app = StyledApp()
    async with app.run_test(size=size, message_hook=messages.append) as pilot:
        app.set_class(ascii_only, ASCII_CLASS)
        await app.push_screen(create_screen())
        harness = ScreenHarness(app, pilot, messages)
        await harness.wait_until_idle()
        yield harness
