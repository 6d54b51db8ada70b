"""One screen in an app of its own: what it shows, and what it asks for."""

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
from railbird_client.app import HEIGHTS, WIDTHS
from railbird_client.themes import THEMES
from railbird_client.widgets.signs import ASCII

Kind = TypeVar("Kind", bound=Message)

QUIET_ROUNDS = 200
"""Turns of the event loop without a message after which nothing more is to come."""

SHEET = Path(railbird_client.__file__).parent / "app.tcss"


class Stage(App[None]):
    """An app with the colours and the style sheet of the real one, and nothing else."""

    CSS_PATH = SHEET

    def __init__(self) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = WIDTHS
        self.VERTICAL_BREAKPOINTS = HEIGHTS

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(THEMES[0].variables)


class Shown:
    """A screen on its stage, the pilot that presses its keys, and the messages heard."""

    def __init__(self, app: App[None], pilot: Pilot[None], heard: list[Message]) -> None:
        self.app = app
        self.pilot = pilot
        self._heard = heard

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.app.post_message(Key(key, key if len(key) == 1 else None))
            await self.settle()

    async def paste(self, text: str) -> None:
        """Pastes into what has the focus, as a terminal would."""
        assert self.app.focused is not None
        self.app.focused.post_message(Paste(text))
        await self.settle()

    async def click(self, widget: str | type[Widget], *, x: int = 0, y: int = 0, times: int = 1) -> None:
        await self.pilot.click(widget, offset=(x, y), times=times)
        await self.settle()

    async def settle(self) -> None:
        await settle(self.app.screen, self._heard)

    def asked(self, kind: type[Kind]) -> list[Kind]:
        """Returns the messages of that kind, each once, in order."""
        found = {id(message): message for message in self._heard if isinstance(message, kind)}
        return list(found.values())

    @property
    def text(self) -> str:
        return rows_of(self.app.screen)


async def settle(screen: Screen[object], heard: list[Message]) -> None:
    """Waits until no message is heard any more, and brings the screen up to date; a pilot would sleep."""
    rounds, count = 0, len(heard)
    while rounds < QUIET_ROUNDS:
        await asyncio.sleep(0)
        rounds, count = (rounds + 1 if count == len(heard) else 0), len(heard)
    screen._on_timer_update()


def rows_of(screen: Screen[object]) -> str:
    """Returns what stands on a screen, row by row."""
    return "\n".join(strip.text.rstrip() for strip in screen._compositor.render_strips())


@asynccontextmanager
async def showing(
    make: Callable[[], Screen[None]], *, size: tuple[int, int] = (80, 24), plain: bool = False
) -> AsyncIterator[Shown]:
    """Puts a screen on a stage of that many columns and rows; `plain` asks for ASCII."""
    heard: list[Message] = []
    app = Stage()
    async with app.run_test(size=size, message_hook=heard.append) as pilot:
        app.set_class(plain, ASCII)
        await app.push_screen(make())
        shown = Shown(app, pilot, heard)
        await shown.settle()
        yield shown
