"""Runs one screen in a bare app: presses its keys, reads its text, and collects its messages.

The second part does so for the table screen, with a clock that is moved by hand.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from textual._context import visible_screen_stack
from textual.app import App
from textual.events import Key, Paste
from textual.keys import _get_unicode_name_from_key
from textual.message import Message
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

import railbird_client
from railbird_client.history.past_hands import PastHands
from railbird_client.network.link import ConnectionStatus, LinkState
from railbird_client.player_requests import ScreenRequest
from railbird_client.shell.app import HEIGHT_BREAKPOINTS, WIDTH_BREAKPOINTS
from railbird_client.shell.session_screens import view_of_table
from railbird_client.table.table_model import TableModel, TableState
from railbird_client.table.table_options import TableOptions
from railbird_client.table.table_screen import TableScreen
from railbird_client.tournament.known_tournaments import KnownTournaments
from railbird_client.widgets.app_look import ASCII_CLASS, THEMES, show_choices
from railbird_client.widgets.controls import CommandRequested
from railbird_client.widgets.live_screen import LiveScreen
from railbird_shared.protocol.actions import Action
from railbird_shared.protocol.commands import Act, Command
from railbird_shared.protocol.messages import Message as ServerMessage
from railbird_shared.protocol.view import TableView
from support.view_builders import snapshot_message

MessageType = TypeVar("MessageType", bound=Message)

IDLE_ROUNDS = 200
"""A screen is idle after so many turns of the event loop without a message."""

MOST_LAYOUTS = 10
"""A screen that still wants to be laid out after so many times moves by itself."""

STYLE_SHEET = Path(railbird_client.__file__).parent / "shell" / "app.tcss"


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
    """A running screen, the pilot that presses its keys, and its messages."""

    def __init__(self, app: App[None], pilot: Pilot[None], messages: list[Message]) -> None:
        self.app = app
        self.pilot = pilot
        self._messages = messages

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.app.post_message(Key(key, key if len(key) == 1 else None))
            await self.wait_until_idle()

    async def paste(self, text: str) -> None:
        """Pastes into the focused widget, as a terminal would."""
        assert self.app.focused is not None
        self.app.focused.post_message(Paste(text))
        await self.wait_until_idle()

    async def click(self, widget: str | type[Widget], *, x: int = 0, y: int = 0, times: int = 1) -> None:
        await self.pilot.click(widget, offset=(x, y), times=times)
        await self.wait_until_idle()

    async def wait_until_idle(self) -> None:
        await wait_until_idle(self.app, self._messages)

    def messages_of(self, kind: type[MessageType]) -> list[MessageType]:
        """Returns the messages of that kind, each once, in order."""
        found = {id(message): message for message in self._messages if isinstance(message, kind)}
        return list(found.values())

    @property
    def text(self) -> str:
        return screen_text(self.app.screen)


async def wait_until_idle(app: App[Any], messages: list[Message]) -> None:
    """Waits until no more messages come and nothing is to be laid out, drawn or done then, without a pilot's sleep."""
    for _ in range(MOST_LAYOUTS):
        rounds, count = 0, len(messages)
        while rounds < IDLE_ROUNDS:
            await asyncio.sleep(0)
            rounds, count = (rounds + 1 if count == len(messages) else 0), len(messages)
        if not app.is_running:
            return
        screen = app.screen
        changed = screen._layout_required or screen._scroll_required or screen._repaint_required
        if not changed and not screen._dirty_widgets and not screen._callbacks:
            return
        screen._on_timer_update()


def key_event(key: str) -> Key:
    """What a terminal sends for a key, by Textual's name of it."""
    try:
        return Key(key, unicodedata.lookup(_get_unicode_name_from_key(key)))
    except KeyError:
        return Key(key, key if len(key) == 1 else None)


def screen_text(screen: Screen[object]) -> str:
    """Returns the text of a screen, row by row."""
    return "\n".join(_lines_of(screen))


def _lines_of(screen: Screen[Any]) -> list[str]:
    """The lines of a screen as they are now, over the screens below it, which Textual itself names when it draws."""
    visible_screen_stack.set(screen.app._background_screens)
    return [strip.text.rstrip() for strip in screen._compositor.render_strips()]


@asynccontextmanager
async def run_screen(
    create_screen: Callable[[], Screen[Any]], *, size: tuple[int, int] = (80, 24), ascii_only: bool = False
) -> AsyncIterator[ScreenHarness]:
    """Runs a screen in a terminal of `size` columns and rows."""
    messages: list[Message] = []
    app = StyledApp()
    async with app.run_test(size=size, message_hook=messages.append) as pilot:
        app.set_class(ascii_only, ASCII_CLASS)
        await app.push_screen(create_screen())
        harness = ScreenHarness(app, pilot, messages)
        await harness.wait_until_idle()
        yield harness


class ManualClock:
    """A clock in seconds that is moved by hand; by default `advance` passes the pause between two keys."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds

    def advance(self, seconds: float = 1.0) -> None:
        self.seconds += seconds


class TableApp(App[None]):
    """Shows one table session; `commands` are those that keys, clicks and plans lead to."""

    def __init__(self, *, options: TableOptions | None = None, theme: str = "") -> None:
        super().__init__()
        self.commands: list[ScreenRequest] = []
        self.clock = ManualClock()
        self.table_model = TableModel(options or TableOptions(street_pause=0, bell=False))
        self.table = TableScreen(TableState(self.table_model), now=self.clock)
        self._connection = ConnectionStatus()
        self._theme_name = theme or THEMES[0].name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return THEMES[0].variables

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self._theme_name
        chosen = self.table_model.options
        show_choices(self, ascii_only=chosen.ascii, two_colour=chosen.two_colour)
        self.push_screen(self.table)

    def on_screen_resume(self) -> None:
        self.clock.advance()

    def receive(self, message: ServerMessage) -> None:
        """Takes a message of the server, as the controller does."""
        self._add_command(self.table_model.receive(message, self.clock()))
        self.show_table()

    def show_connection(self, state: LinkState, latency_ms: int | None = None) -> None:
        """Shows how the connection stands; `online` after another state is a reconnection."""
        if state is LinkState.ONLINE:
            self.table_model.notices.end = ""
        self._connection = ConnectionStatus(state, latency_ms)
        self.show_table()

    def show_table(self) -> None:
        state = TableState(self.table_model, connection=self._connection)
        if isinstance(screen := self.screen, LiveScreen):
            screen.show_session(view_of_table(state, PastHands(), KnownTournaments()))
        self.table.show(state)

    def tick(self) -> None:
        self._add_command(self.table_model.tick(self.clock()))
        self.show_table()

    def on_table_screen_tick_requested(self) -> None:
        self.tick()

    def on_command_requested(self, message: CommandRequested) -> None:
        self.commands.append(message.command)

    def _add_command(self, command: Command | None) -> None:
        if command is not None:
            self.commands.append(command)


def screen_lines(app: App[Any]) -> list[str]:
    """The screen as lines of text, without spaces at their ends."""
    return _lines_of(app.screen)


@dataclass
class TableScreenUser:
    """A player at the keyboard, with a pause between two keys."""

    app: TableApp
    pilot: Pilot[None]
    messages: list[Message]

    async def press(self, keys: str, *, pause: float = 1.0) -> None:
        for key in keys.split():
            self.app.clock.advance(pause)
            self.app.post_message(key_event(key))
            await wait_until_idle(self.app, self.messages)

    async def resize(self, columns: int, rows: int) -> None:
        await self.pilot.resize_terminal(columns, rows)
        await wait_until_idle(self.app, self.messages)

    async def click(self, words: str) -> None:
        for y, line in enumerate(screen_lines(self.app)):
            x = line.find(words)
            if x >= 0:
                self.app.clock.advance()
                await self.pilot.click(offset=(x, y))
                await wait_until_idle(self.app, self.messages)
                return
        raise AssertionError(f"{words!r} is not on the screen")

    @property
    def commands(self) -> list[ScreenRequest]:
        return self.app.commands

    @property
    def actions(self) -> list[Action]:
        return [command.action for command in self.commands if isinstance(command, Act)]

    @property
    def text(self) -> str:
        return "\n".join(screen_lines(self.app))


@asynccontextmanager
async def run_table_screen(
    view: TableView, *, size: tuple[int, int] = (80, 24), options: TableOptions | None = None
) -> AsyncIterator[TableScreenUser]:
    """Runs the table screen with a snapshot of a view."""
    app, messages = TableApp(options=options), list[Message]()
    async with app.run_test(size=size, message_hook=messages.append) as pilot:
        app.receive(snapshot_message(view))
        await wait_until_idle(app, messages)
        yield TableScreenUser(app, pilot, messages)
