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
from railbird_client.link import Declined, LinkEvent, Offline
from railbird_client.model.held import HeldKeys
from railbird_client.model.options import Options
from railbird_client.plans import Host, Join, Plan, Play, Watch
from railbird_client.screens.dialogs import ConfirmDialog
from railbird_client.screens.lobby import LobbyScreen
from railbird_client.screens.modal import Commands
from railbird_client.screens.start import StartScreen
from railbird_client.screens.table import TableScreen
from railbird_client.screens.waiting import WaitingScreen
from railbird_client.server_process import ServerFailed, log_path
from railbird_client.settings import Settings, SettingsFile
from railbird_client.themes import THEMES
from railbird_client.usher import Place, Usher
from railbird_client.visit import Visit
from railbird_client.widgets.signs import ASCII
from railbird_shared.commands import Leave
from railbird_shared.messages import Welcome

WIDTHS = [(0, "-narrow"), (76, "-wide")]
HEIGHTS = [(0, "-low"), (22, "-high")]
"""From which column and row on a terminal counts as wide and high; screens carry the classes."""

NOTE_SECONDS = 8
"""How long a sentence in passing stays on the screen."""

GOODBYE_SECONDS = 1.0
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

    class LinkTold(TextualMessage):
        """The link of a visit has something to say."""

        def __init__(self, visit: Visit, event: LinkEvent) -> None:
            super().__init__()
            self.visit = visit
            self.event = event

    class VisitFailed(TextualMessage):
        """The player's own server did not start, or ended by itself."""

        def __init__(self, sentence: str) -> None:
            super().__init__()
            self.sentence = sentence

    class QuitAsked(TextualMessage):
        """The program is to end without further questions."""

    def __init__(
        self,
        plan: Plan | None,
        *,
        file: SettingsFile,
        player: str,
        options: Options,
        theme: str = "",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = WIDTHS
        self.VERTICAL_BREAKPOINTS = HEIGHTS
        self.player = player
        self.place: Place | None = None
        self._plan = plan
        self._file = file
        self._options = options
        self._theme_kept = theme
        self._usher: Usher | None = None
        self._staying: Worker[None] | None = None
        self._now = now
        self._noted = ("", 0.0)
        self._held = HeldKeys()
        self._pressed_on: Screen[object] | None = None
        self._at_once = plan is not None and not _needs_address(plan)

    # --- beginning and end -------------------------------------------------------------------------------------------

    async def on_mount(self) -> None:
        """Puts on the theme and goes to the first place."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self._theme_kept if self._theme_kept in self.available_themes else THEMES[0].name
        self._theme_kept = self.theme
        self.theme_changed_signal.subscribe(self, self._keep_theme)
        self.set_class(self._options.ascii, ASCII)
        # Not SIGHUP: it comes when the terminal is gone, and then there is nothing to restore.
        with contextlib.suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.post_message, self.QuitAsked())
        if self._plan is None or _needs_address(self._plan):
            await self._go_to_start(self._file.trouble)
        else:
            await self._begin(self._plan)
            if self._file.trouble:
                self.note(self._file.trouble)

    async def on_event(self, event: Event) -> None:
        """Takes what happens, but for a key that was pressed on another screen and is still held down."""
        if not (isinstance(event, Key) and event.key in {"enter", "escape"} and self._is_left_over(event.key)):
            await super().on_event(event)

    def _is_left_over(self, key: str) -> bool:
        if self._held.repeats(key, self._now(), decides=True):
            return self.screen is not self._pressed_on
        self._pressed_on = self.screen
        return False

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Returns the colours of a table for the themes that know of none."""
        return dict(THEMES[0].variables)

    def action_command_palette(self) -> None:
        """Shows the command palette, once."""
        if self.use_command_palette and not isinstance(self.screen, Commands):
            self.push_screen(Commands(placeholder="Search for commands", id="--command-palette"))

    def search_themes(self) -> None:
        """Shows the themes to choose from."""
        self.push_screen(Commands([ThemeProvider], placeholder="Search for themes"))

    async def action_interrupt(self) -> None:
        """Quits, unless there is text marked to be copied."""
        if self.screen.get_selected_text():
            raise SkipAction
        await self.action_quit()

    async def action_quit(self) -> None:
        """Ends the program; who has a seat, or hosts a server, is asked once."""
        doubt = self._doubt_about_quitting
        if doubt and not isinstance(self.screen, ConfirmDialog):
            self._confirm(doubt, "Quit", self._quit)
        else:
            await self._quit()

    @property
    def _doubt_about_quitting(self) -> str:
        if self._usher is None or isinstance(self.place, StartScreen | WaitingScreen):
            return ""
        if isinstance(self._usher.visit.plan, Host):
            return "Quitting stops your server and ends the game for everybody on it. Quit?"
        if not self._usher.seated:
            return ""
        return f"{self._usher.at_stake}\nYou have a seat at the table. Give it up and quit?".strip()

    @on(QuitAsked)
    async def _quit(self) -> None:
        usher = self._usher
        farewell = "" if usher is None else usher.farewell
        if usher is not None and usher.seated and not isinstance(usher.visit.plan, Play):
            try:
                async with asyncio.timeout(GOODBYE_SECONDS):
                    await usher.visit.link.ask(Leave())
            except (Offline, Declined, TimeoutError):
                farewell = ""
        await self._end_visit()
        self.exit(farewell or None)

    # --- a visit -----------------------------------------------------------------------------------------------------

    @on(StartScreen.Decided)
    async def _decided(self, decided: StartScreen.Decided) -> None:
        if isinstance(self.place, StartScreen):  # and not on the way already, by a key that came twice
            await self._begin(decided.plan)

    async def _begin(self, plan: Plan) -> None:
        await self._end_visit()
        if isinstance(plan, Play):
            self._change(partial(replace, game=plan.table.game, bots=plan.table.bots))
        visit = Visit(plan, name=self.player, token=self._token)
        await self.show(WaitingScreen(visit.waiting))
        invites = await _invites(plan) if isinstance(plan, Host) else ()
        self._usher = Usher(self, visit, options=self._options, invites=invites)
        self._staying = self.run_worker(self._stay(visit), group="visit")

    async def _stay(self, visit: Visit) -> None:
        def hear(event: LinkEvent) -> None:
            self.post_message(self.LinkTold(visit, event))

        async def lost() -> None:
            self.post_message(self.VisitFailed(f"The table's server stopped by itself; its log is {log_path()}."))

        try:
            await visit.run(hear, lost)
        except ServerFailed as failed:
            self.post_message(self.VisitFailed(str(failed)))

    async def _end_visit(self) -> None:
        staying, self._staying, self._usher = self._staying, None, None
        if staying is not None:
            staying.cancel()
            with contextlib.suppress(WorkerCancelled):
                await staying.wait()

    @on(LinkTold)
    async def _link_told(self, told: LinkTold) -> None:
        if self._usher is not None and told.visit is self._usher.visit:
            await self._usher.hear(told.event)

    @on(VisitFailed)
    async def _visit_failed(self, failed: VisitFailed) -> None:
        await self.visit_ended(failed.sentence)

    # --- the stage of an usher ---------------------------------------------------------------------------------------

    async def show(self, place: Place) -> None:
        """Puts a place on the screen instead of the one before, and of any question asked there."""
        before, self.place = self.place, place
        while before is not None and self.screen is not before:
            await self.pop_screen()
        await (self.push_screen(place) if before is None else self.switch_screen(place))
        if isinstance(place, TableScreen):
            self._note_at_table(place)

    def _note_at_table(self, table: TableScreen) -> None:
        self.clear_notifications()
        sentence, said = self._noted
        if sentence and self._now() - said < NOTE_SECONDS:
            table.note(sentence)

    async def visit_ended(self, sentence: str) -> None:
        """Leaves the server; what could not even begin ends the program where that was all it was started for."""
        await self._end_visit()
        if self._at_once:
            self.exit(sentence, return_code=1)
        else:
            await self._go_to_start(sentence)

    def welcomed(self, visit: Visit, welcome: Welcome) -> None:
        """Remembers a server that has let the player in."""
        self._at_once = False
        if visit.keeps_token:
            address = str(visit.link.address)
            self._change(lambda old: old.visited(address, self.player, welcome.token))

    def note(self, sentence: str) -> None:
        """Says a sentence without getting in the way: at a table in its bar, elsewhere in a box of its own."""
        self._noted = (sentence, self._now())
        if isinstance(self.place, TableScreen):
            self.place.note(sentence)
        else:
            self.notify(sentence, markup=False, timeout=NOTE_SECONDS)

    def announce(self, sentence: str) -> None:
        """Writes a sentence of our own into the log of the table."""
        if isinstance(self.place, TableScreen):
            self.place.announce(sentence)

    def on_the_side(self, errand: Coroutine[None, None, None]) -> None:
        """Runs what takes several words with the server, while everything else goes on."""
        self.run_worker(errand, group="errand")

    def in_turn(self, step: Callable[[], Coroutine[None, None, None]]) -> None:
        """Takes a step when everything that happened before has been dealt with: places change one at a time."""
        self.call_later(step)

    # --- what places ask ---------------------------------------------------------------------------------------------

    @on(TableScreen.Asked)
    @on(LobbyScreen.Asked)
    async def _asked(self, asked: TableScreen.Asked | LobbyScreen.Asked) -> None:
        if self._usher is not None:
            await self._usher.send(asked.command)

    @on(LobbyScreen.SitAsked)
    def _sit_asked(self, asked: LobbyScreen.SitAsked) -> None:
        if self._usher is not None:
            self._usher.run_errand(self._usher.visit.sit(asked.table, asked.chips))

    @on(LobbyScreen.WatchAsked)
    def _watch_asked(self, asked: LobbyScreen.WatchAsked) -> None:
        if self._usher is not None:
            self._usher.run_errand(self._usher.visit.watch(asked.table))

    @on(LobbyScreen.OpenAsked)
    def _open_asked(self, asked: LobbyScreen.OpenAsked) -> None:
        if self._usher is not None:
            self._usher.run_errand(self._usher.visit.open_table(asked.wish))

    @on(TableScreen.LeaveAsked)
    async def _table_left(self) -> None:
        if self._usher is not None and self._usher.seated:
            question = f"{self._usher.at_stake}\nGive up your seat and leave the table?".strip()
            self._confirm(question, "Leave", self._leave_table)
        else:
            await self._leave_table()

    async def _leave_table(self) -> None:
        try:
            if self._usher is not None:
                await self._usher.leave()
        except Offline:
            kept = "You left while there was no connection; your seat waits a while for you."
            await self.visit_ended((self._usher.ended if self._usher else "") or kept)

    @on(LobbyScreen.LeaveAsked)
    async def _lobby_left(self) -> None:
        if self._usher is not None and isinstance(self._usher.visit.plan, Host):
            sentence = "Leaving stops your server and closes every table on it."
            self._confirm(sentence, "Leave", partial(self.visit_ended, ""))
        elif isinstance(self.place, LobbyScreen):
            await self.visit_ended("")

    @on(WaitingScreen.LeaveAsked)
    async def _waiting_left(self) -> None:
        if isinstance(self.place, WaitingScreen):
            self._at_once = False
            await self.visit_ended("")

    @on(StartScreen.Renamed)
    def _renamed(self, renamed: StartScreen.Renamed) -> None:
        self.player = renamed.name
        self._change(partial(replace, name=renamed.name))

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

    async def _go_to_start(self, notice: str) -> None:
        plan, self._plan = self._plan, None
        start = StartScreen(self._file.load(), player=self.player, notice=notice)
        await self.show(start)
        if plan is not None and _needs_address(plan):
            await start.action_choose("j" if isinstance(plan, Join) else "w")

    def _confirm(self, question: str, yes: str, then: Callable[[], Coroutine[None, None, None]]) -> None:
        def answered(sure: bool | None) -> None:
            if sure:
                self.in_turn(then)

        if not isinstance(self.screen, ConfirmDialog):
            self.push_screen(ConfirmDialog(question, yes=yes), answered)

    def _keep_theme(self, theme: Theme) -> None:
        if theme.name != self._theme_kept:
            self._theme_kept = theme.name
            self._change(partial(replace, theme=theme.name))

    def _token(self, address: Address) -> str:
        return self._file.load().token(str(address), self.player)

    def _change(self, how: Callable[[Settings], Settings]) -> None:
        self._file.change(how)
        if self._file.trouble:
            self.note(self._file.trouble)


async def _invites(plan: Host) -> tuple[str, ...]:
    found = await asyncio.to_thread(lan_addresses)
    return tuple(Address(host, plan.port).short for host in found)


def _needs_address(plan: Plan) -> bool:
    return isinstance(plan, Join | Watch) and plan.address is None
