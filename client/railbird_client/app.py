"""The application: it shows one place at a time, keeps the player's choices, and leaves no trace in the terminal."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import ClassVar

from msgspec.structs import replace
from textual import on
from textual.actions import SkipAction
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.events import Event, Key
from textual.message import Message as TextualMessage
from textual.screen import Screen
from textual.theme import Theme, ThemeProvider
from textual.worker import Worker, WorkerCancelled

from railbird_client.address import Address, lan_addresses
from railbird_client.launch import HostTable, JoinServer, LaunchPlan, PlayBots, WatchServer
from railbird_client.link import CommandRefused, LinkEvent, Offline
from railbird_client.model.keys import KeyRepeatFilter
from railbird_client.model.table_options import TableOptions
from railbird_client.navigation import MainScreen, Navigator
from railbird_client.screens.connecting import ConnectingScreen
from railbird_client.screens.dialogs import ConfirmDialog, RailbirdCommandPalette
from railbird_client.screens.lobby import LobbyScreen
from railbird_client.screens.start import StartScreen
from railbird_client.screens.table import TableScreen
from railbird_client.server_process import ServerStartFailed, log_path
from railbird_client.server_session import ServerSession
from railbird_client.settings import Settings, SettingsFile
from railbird_client.themes import THEMES
from railbird_client.widgets.ascii_fallback import ASCII_CLASS
from railbird_shared.commands import Leave
from railbird_shared.messages import Welcome

WIDTH_BREAKPOINTS = [(0, "-narrow"), (76, "-wide")]
HEIGHT_BREAKPOINTS = [(0, "-low"), (22, "-high")]
"""From which column and row on a terminal counts as wide and high; screens carry the classes."""

NOTICE_SECONDS = 8
"""How long a sentence in passing stays on the screen."""

LEAVE_TIMEOUT_SECONDS = 1.0
"""How long a server may take to let a leaving player go."""


class RailbirdApp(App[str]):
    """Railbird for one player.

    It returns a sentence where it could not do what it was started for, or where a seat was given up to quit.
    """

    TITLE = "Railbird"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+c", "interrupt", "Quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),
    ]

    class LinkEventReceived(TextualMessage):
        """The link of a visit has something to say."""

        def __init__(self, session: ServerSession, event: LinkEvent) -> None:
            super().__init__()
            self.session = session
            self.event = event

    class OwnServerFailed(TextualMessage):
        """The player's own server did not start, or ended by itself."""

        def __init__(self, sentence: str) -> None:
            super().__init__()
            self.sentence = sentence

    class QuitRequested(TextualMessage):
        """The program is to end without further questions."""

    def __init__(
        self,
        plan: LaunchPlan | None,
        *,
        file: SettingsFile,
        player: str,
        options: TableOptions,
        theme: str = "",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = WIDTH_BREAKPOINTS
        self.VERTICAL_BREAKPOINTS = HEIGHT_BREAKPOINTS
        self.player = player
        self.main_screen: MainScreen | None = None
        self._plan = plan
        self._file = file
        self._options = options
        self._saved_theme = theme
        self._navigator: Navigator | None = None
        self._session_worker: Worker[None] | None = None
        self._now = now
        self._last_notice = ("", 0.0)
        self._key_repeat = KeyRepeatFilter()
        self._last_key_screen: Screen[object] | None = None
        self._exit_on_failure = plan is not None and not _needs_address(plan)

    # --- beginning and end -------------------------------------------------------------------------------------------

    async def on_mount(self) -> None:
        """Puts on the theme and goes to the first place."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self._saved_theme if self._saved_theme in self.available_themes else THEMES[0].name
        self._saved_theme = self.theme
        self.theme_changed_signal.subscribe(self, self._save_theme)
        self.set_class(self._options.ascii, ASCII_CLASS)
        # Not SIGHUP: it comes when the terminal is gone, and then there is nothing to restore.
        with contextlib.suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.post_message, self.QuitRequested())
        if self._plan is None or _needs_address(self._plan):
            await self._show_start_screen(self._file.error_message)
        else:
            await self._start_session(self._plan)
            if self._file.error_message:
                self.show_notice(self._file.error_message)

    async def on_event(self, event: Event) -> None:
        """Takes what happens, but for a key that was pressed on another screen and is still held down."""
        if not (
            isinstance(event, Key) and event.key in {"enter", "escape"} and self._is_repeat_from_other_screen(event.key)
        ):
            await super().on_event(event)

    def _is_repeat_from_other_screen(self, key: str) -> bool:
        if self._key_repeat.is_repeat(key, self._now(), irrevocable=True):
            return self.screen is not self._last_key_screen
        self._last_key_screen = self.screen
        return False

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Returns the colours of a table for the themes that know of none."""
        return dict(THEMES[0].variables)

    def action_command_palette(self) -> None:
        """Shows the command palette, once."""
        if self.use_command_palette and not isinstance(self.screen, RailbirdCommandPalette):
            self.push_screen(RailbirdCommandPalette(placeholder="Search for commands", id="--command-palette"))

    def search_themes(self) -> None:
        """Shows the themes to choose from."""
        self.push_screen(RailbirdCommandPalette([ThemeProvider], placeholder="Search for themes"))

    async def action_interrupt(self) -> None:
        """Quits, unless there is text marked to be copied."""
        if self.screen.get_selected_text():
            raise SkipAction
        await self.action_quit()

    async def action_quit(self) -> None:
        """Ends the program; who has a seat, or hosts a server, is asked once."""
        warning = self._quit_warning
        if warning and not isinstance(self.screen, ConfirmDialog):
            self._confirm(warning, "Quit", self._quit)
        else:
            await self._quit()

    @property
    def _quit_warning(self) -> str:
        if self._navigator is None or isinstance(self.main_screen, StartScreen | ConnectingScreen):
            return ""
        if isinstance(self._navigator.session.plan, HostTable):
            return "Quitting stops your server and ends the game for everybody on it. Quit?"
        if not self._navigator.seated:
            return ""
        return f"{self._navigator.leave_warning}\nYou have a seat at the table. Give it up and quit?".strip()

    @on(QuitRequested)
    async def _quit(self) -> None:
        navigator = self._navigator
        leave_summary = "" if navigator is None else navigator.leave_summary
        if navigator is not None and navigator.seated and not isinstance(navigator.session.plan, PlayBots):
            try:
                async with asyncio.timeout(LEAVE_TIMEOUT_SECONDS):
                    await navigator.session.link.request(Leave())
            except (Offline, CommandRefused, TimeoutError):
                leave_summary = ""
        await self._close_session()
        self.exit(leave_summary or None)

    # --- a visit -----------------------------------------------------------------------------------------------------

    @on(StartScreen.PlanChosen)
    async def _plan_chosen(self, message: StartScreen.PlanChosen) -> None:
        if isinstance(self.main_screen, StartScreen):  # and not on the way already, by a key that came twice
            await self._start_session(message.plan)

    async def _start_session(self, plan: LaunchPlan) -> None:
        await self._close_session()
        if isinstance(plan, PlayBots):
            self._update_settings(partial(replace, game=plan.new_table.game, bots=plan.new_table.bots))
        session = ServerSession(plan, name=self.player, find_token=self._find_token)
        await self.show_screen(ConnectingScreen(session.connecting_sentence))
        own_addresses = await _own_addresses(plan) if isinstance(plan, HostTable) else ()
        self._navigator = Navigator(self, session, options=self._options, own_addresses=own_addresses)
        self._session_worker = self.run_worker(self._run_session(session), group="session")

    async def _run_session(self, session: ServerSession) -> None:
        def post_event(event: LinkEvent) -> None:
            self.post_message(self.LinkEventReceived(session, event))

        async def post_server_lost() -> None:
            self.post_message(self.OwnServerFailed(f"The table's server stopped by itself; its log is {log_path()}."))

        try:
            await session.run(post_event, post_server_lost)
        except ServerStartFailed as failed:
            self.post_message(self.OwnServerFailed(str(failed)))

    async def _close_session(self) -> None:
        worker, self._session_worker, self._navigator = self._session_worker, None, None
        if worker is not None:
            worker.cancel()
            with contextlib.suppress(WorkerCancelled):
                await worker.wait()

    @on(LinkEventReceived)
    async def _link_event_received(self, message: LinkEventReceived) -> None:
        if self._navigator is not None and message.session is self._navigator.session:
            await self._navigator.handle_event(message.event)

    @on(OwnServerFailed)
    async def _own_server_failed(self, message: OwnServerFailed) -> None:
        await self.leave_server(message.sentence)

    # --- the stage of an usher ---------------------------------------------------------------------------------------

    async def show_screen(self, screen: MainScreen) -> None:
        """Puts a place on the screen instead of the one before, and of any question asked there."""
        before, self.main_screen = self.main_screen, screen
        while before is not None and self.screen is not before:
            await self.pop_screen()
        await (self.push_screen(screen) if before is None else self.switch_screen(screen))
        if isinstance(screen, TableScreen):
            self._repeat_notice_at_table(screen)

    def _repeat_notice_at_table(self, table: TableScreen) -> None:
        self.clear_notifications()
        sentence, shown_at = self._last_notice
        if sentence and self._now() - shown_at < NOTICE_SECONDS:
            table.show_notice(sentence)

    async def leave_server(self, sentence: str) -> None:
        """Leaves the server; what could not even begin ends the program where that was all it was started for."""
        await self._close_session()
        if self._exit_on_failure:
            self.exit(sentence, return_code=1)
        else:
            await self._show_start_screen(sentence)

    def remember_server(self, session: ServerSession, welcome: Welcome) -> None:
        """Remembers a server that has let the player in."""
        self._exit_on_failure = False
        if session.keeps_token:
            address = str(session.link.address)
            self._update_settings(lambda old: old.with_server(address, self.player, welcome.token))

    def show_notice(self, sentence: str) -> None:
        """Says a sentence without getting in the way: at a table in its bar, elsewhere in a box of its own."""
        self._last_notice = (sentence, self._now())
        if isinstance(self.main_screen, TableScreen):
            self.main_screen.show_notice(sentence)
        else:
            self.notify(sentence, markup=False, timeout=NOTICE_SECONDS)

    def add_to_table_log(self, sentence: str) -> None:
        """Writes a sentence of our own into the log of the table."""
        if isinstance(self.main_screen, TableScreen):
            self.main_screen.add_to_log(sentence)

    def run_in_background(self, request: Coroutine[None, None, None]) -> None:
        """Runs what takes several words with the server, while everything else goes on."""
        self.run_worker(request, group="request")

    def enqueue(self, step: Callable[[], Coroutine[None, None, None]]) -> None:
        """Takes a step when everything that happened before has been dealt with: places change one at a time."""
        self.call_later(step)

    # --- what places ask ---------------------------------------------------------------------------------------------

    @on(TableScreen.CommandRequested)
    @on(LobbyScreen.CommandRequested)
    async def _command_requested(self, message: TableScreen.CommandRequested | LobbyScreen.CommandRequested) -> None:
        if self._navigator is not None:
            await self._navigator.send(message.command)

    @on(LobbyScreen.SitRequested)
    def _sit_requested(self, message: LobbyScreen.SitRequested) -> None:
        if self._navigator is not None:
            self._navigator.run_request(self._navigator.session.sit(message.table, message.chips))

    @on(LobbyScreen.WatchRequested)
    def _watch_requested(self, message: LobbyScreen.WatchRequested) -> None:
        if self._navigator is not None:
            self._navigator.run_request(self._navigator.session.watch(message.table))

    @on(LobbyScreen.OpenTableRequested)
    def _open_table_requested(self, message: LobbyScreen.OpenTableRequested) -> None:
        if self._navigator is not None:
            self._navigator.run_request(self._navigator.session.open_table(message.new_table))

    @on(TableScreen.LeaveRequested)
    async def _leave_table_requested(self) -> None:
        if self._navigator is not None and self._navigator.seated:
            question = f"{self._navigator.leave_warning}\nGive up your seat and leave the table?".strip()
            self._confirm(question, "Leave", self._leave_table)
        else:
            await self._leave_table()

    async def _leave_table(self) -> None:
        try:
            if self._navigator is not None:
                await self._navigator.leave_table()
        except Offline:
            sentence = "You left while there was no connection; your seat waits a while for you."
            await self.leave_server((self._navigator.shutdown_summary if self._navigator else "") or sentence)

    @on(LobbyScreen.LeaveRequested)
    async def _leave_lobby_requested(self) -> None:
        if self._navigator is not None and isinstance(self._navigator.session.plan, HostTable):
            sentence = "Leaving stops your server and closes every table on it."
            self._confirm(sentence, "Leave", partial(self.leave_server, ""))
        elif isinstance(self.main_screen, LobbyScreen):
            await self.leave_server("")

    @on(ConnectingScreen.CancelRequested)
    async def _cancel_connecting_requested(self) -> None:
        if isinstance(self.main_screen, ConnectingScreen):
            self._exit_on_failure = False
            await self.leave_server("")

    @on(StartScreen.Renamed)
    def _player_renamed(self, message: StartScreen.Renamed) -> None:
        self.player = message.name
        self._update_settings(partial(replace, name=message.name))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yields the palette: the keys of the place, and what can be done everywhere."""
        if isinstance(screen, StartScreen | LobbyScreen):
            for binding in screen.BINDINGS:
                if isinstance(binding, Binding):
                    key = binding.key.partition(",")[0]
                    yield SystemCommand(binding.description, f"key {key}", partial(screen.run_action, binding.action))
        yield SystemCommand("Theme", "choose other colours", self.action_change_theme)
        yield SystemCommand("Quit Railbird", "key ctrl+q", self.action_quit)

    # --- small matters -----------------------------------------------------------------------------------------------

    async def _show_start_screen(self, notice: str) -> None:
        plan, self._plan = self._plan, None
        start = StartScreen(self._file.load(), player=self.player, notice=notice)
        await self.show_screen(start)
        if plan is not None and _needs_address(plan):
            await start.action_choose("j" if isinstance(plan, JoinServer) else "w")

    def _confirm(self, question: str, yes: str, then: Callable[[], Coroutine[None, None, None]]) -> None:
        def on_answer(sure: bool | None) -> None:
            if sure:
                self.enqueue(then)

        if not isinstance(self.screen, ConfirmDialog):
            self.push_screen(ConfirmDialog(question, yes=yes), on_answer)

    def _save_theme(self, theme: Theme) -> None:
        if theme.name != self._saved_theme:
            self._saved_theme = theme.name
            self._update_settings(partial(replace, theme=theme.name))

    def _find_token(self, address: Address) -> str:
        return self._file.load().find_token(str(address), self.player)

    def _update_settings(self, change: Callable[[Settings], Settings]) -> None:
        self._file.update(change)
        if self._file.error_message:
            self.show_notice(self._file.error_message)


async def _own_addresses(plan: HostTable) -> tuple[str, ...]:
    hosts = await asyncio.to_thread(lan_addresses)
    return tuple(Address(host, plan.port).short for host in hosts)


def _needs_address(plan: LaunchPlan) -> bool:
    return isinstance(plan, JoinServer | WatchServer) and plan.address is None
