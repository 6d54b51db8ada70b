"""The application: shows the screen of a server session, and hands what the player does to the session's controller.

The first screen has to come at once, so what it does not need is imported when it is first used.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable, Iterable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual import on
from textual.actions import SkipAction
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.events import Event, Key
from textual.message import Message as TextualMessage
from textual.screen import Screen
from textual.theme import ThemeProvider

from railbird_client.hosting.hosted_game import HostedGame
from railbird_client.network.connecting_screens import ConnectingScreen, TrustScreen, WrongCertificateScreen
from railbird_client.player_requests import (
    HostTable,
    JoinServer,
    LaunchPlan,
    PlayBots,
    WatchServer,
    connecting_sentence,
)
from railbird_client.settings.player_settings import SettingsFile
from railbird_client.settings.settings_controller import SettingsController
from railbird_client.shell.leaving import HostQuestions, Leaving
from railbird_client.shell.session_runner import SessionRunner
from railbird_client.start.start_screen import StartScreen
from railbird_client.table.table_options import TableOptions
from railbird_client.widgets.app_look import THEMES, ColourSystem, show_choices, use_colours
from railbird_client.widgets.controls import CommandRequested, NoticeRequested
from railbird_client.widgets.dialogs import (
    Modal,
    NameDialog,
    PasswordDialog,
    RailbirdCommandPalette,
    ask,
)
from railbird_client.widgets.terminal import REPEAT_DELAY, exit_with_terminal

if TYPE_CHECKING:
    from railbird_client.hosting.profiles import PlayerProfiles
    from railbird_client.network.known_servers import KnownServers
    from railbird_client.network.lan_search import Search
    from railbird_client.network.link import Closed
    from railbird_client.replay.hand_file import HandFile
    from railbird_client.settings.settings_screen import SettingsScreen
    from railbird_client.shell.session_controller import SessionController

WIDTH_BREAKPOINTS = [(0, "-narrow"), (76, "-wide")]
HEIGHT_BREAKPOINTS = [(0, "-low"), (22, "-high")]
"""The column and row from which a terminal counts as wide and high; screens carry the classes."""

NOTICE_SECONDS = 8
"""How long a notice stays on the screen; one so recent is repeated at the table that opens meanwhile."""


class RailbirdApp(App[str]):
    """Railbird for one player.

    With `ask_name` the player is asked for a name before others see it; `player` is then a suggestion. `search` finds
    servers on the network for the start screen. With `replayed` the hands of a file are shown and nothing else. One
    whose terminal is not that of this process names its `colour_system`, and takes no signals. It returns a sentence if
    it could not do what it was started for, or if a seat was given up to quit.
    """

    TITLE = "Railbird"
    CSS_PATH = Path(__file__).with_name("app.tcss")
    HORIZONTAL_BREAKPOINTS = WIDTH_BREAKPOINTS
    VERTICAL_BREAKPOINTS = HEIGHT_BREAKPOINTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+c", "interrupt", "Quit", show=False, priority=True),
        Binding("f5", "open_settings", "Settings", show=False),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),
    ]

    class QuitRequested(TextualMessage):
        """The program is asked to end, without a question."""

    def __init__(
        self,
        plan: LaunchPlan | None,
        *,
        file: SettingsFile,
        player: str,
        options: TableOptions,
        theme: str = "",
        ask_name: bool = False,
        search: Search | None = None,
        known_servers: KnownServers | None = None,
        hosted_game: HostedGame | None = None,
        replayed: HandFile | None = None,
        colour_system: ColourSystem = "auto",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        if colour_system != "auto":
            use_colours(self, colour_system)
        self.settings = SettingsController(
            self,
            file,
            player=player,
            is_name_guessed=ask_name,
            options=options,
            say=self.show_notice,
            colour_system=colour_system,
        )
        self.settings.start_theme(theme)
        game = hosted_game or HostedGame()
        self.host_questions = HostQuestions(self, game, self._start_session)
        self._session = SessionRunner(
            app=self,
            settings=self.settings,
            game=game,
            known_servers=known_servers,
            search=search,
            show=self._show_session,
            tick=self._tick,
            now=now,
        )
        self.leaving = Leaving(self, self._session, self._show_session)
        self.main_screen: Screen[None] | None = None
        self._replayed = replayed
        self._search = search
        self._sole_plan = plan  # all that the program is for, until the player chooses a plan on the start screen
        self._now = now
        self._has_process = colour_system == "auto"
        self._boxes: list[tuple[str, float]] = []
        self._last_key: tuple[str, float] = ("", 0.0)
        self._last_key_screen: Screen[object] | None = None

    @cached_property
    def profiles(self) -> PlayerProfiles:
        """The tables and tournaments that the player keeps under names, beside the settings."""
        from railbird_client.hosting.profiles import PlayerProfiles

        return PlayerProfiles(self.settings.file.path.parent)

    # --- beginning and end -------------------------------------------------------------------------------------------

    async def on_mount(self) -> None:
        """Shows the first screen."""
        self.theme_changed_signal.subscribe(self, self.settings.save_theme)
        options = self.settings.options
        show_choices(self, ascii_only=options.ascii, two_colour=options.two_colour)
        if self._has_process and not self.is_headless:
            exit_with_terminal()
        if self._has_process:
            # Not SIGHUP: it comes when the terminal is gone, and then there is nothing to restore.
            with contextlib.suppress(NotImplementedError):  # Windows
                asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.post_message, self.QuitRequested())
        plan = self._sole_plan
        addressless = type(plan) if isinstance(plan, JoinServer | WatchServer) and plan.address is None else None
        if self._replayed is not None:
            from railbird_client.replay.replay_screen import ReplayScreen

            await self.push_screen(ReplayScreen.of_file(self._replayed, self.settings.options, ends_program=True))
        elif plan is None or addressless:
            start = await self._show_start_screen(self.settings.file.take_error())
            if addressless:
                start.ask_address(addressless)
        elif self._needs_name(plan):
            await self._show_home(self.settings.file.take_error())
            self._ask_name(plan)
        else:
            await self._start_session(plan)
            self.settings.tell_file_error()

    async def on_event(self, event: Event) -> None:
        """Takes an event, except a key that was pressed on another screen and is still held down."""
        if isinstance(event, Key):
            (last, pressed_at), self._last_key = self._last_key, (event.key, self._now())
            is_repeat = event.key == last and event.key in {"enter", "escape"}
            if not is_repeat or self._now() - pressed_at >= REPEAT_DELAY:
                self._last_key_screen = self.screen
            elif self.screen is not self._last_key_screen:
                return
        await super().on_event(event)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Returns the colours of a table for themes that have none: those for dark or those for light."""
        themes = self.settings.themes if hasattr(self, "settings") else THEMES  # asked before the terminal is known
        dark = self.current_theme.dark
        return dict(next(theme.variables for theme in themes if theme.dark is dark))

    def action_command_palette(self) -> None:
        """Shows the command palette, unless it is shown already."""
        if self.use_command_palette and not isinstance(self.screen, RailbirdCommandPalette):
            self.push_screen(RailbirdCommandPalette(placeholder="Search for commands", id="--command-palette"))

    def search_themes(self) -> None:
        """Shows the themes in a palette."""
        self.push_screen(RailbirdCommandPalette([ThemeProvider], placeholder="Search for themes"))

    async def action_interrupt(self) -> None:
        """Quits, unless text is selected to be copied."""
        if self.screen.get_selected_text():
            raise SkipAction
        await self.action_quit()

    async def action_quit(self) -> None:
        """Ends the program; a player who has a seat, or whose game others are at, is asked once."""
        self.leaving.quit()

    @on(QuitRequested)
    def _end_unasked(self) -> None:
        self.leaving.quit(ask=False)

    # --- a server session --------------------------------------------------------------------------------------------

    @on(StartScreen.PlanChosen)
    async def _plan_chosen(self, message: StartScreen.PlanChosen) -> None:
        if not isinstance(self.screen, StartScreen):
            return  # after a second press of the same key, which may have brought a question
        self._sole_plan = None
        if self._needs_name(message.plan):
            self._ask_name(message.plan)
        else:
            await self._start_session(message.plan)

    def _needs_name(self, plan: LaunchPlan) -> bool:
        """Whether the player has to say their name first; bots do not mind it."""
        return self.settings.is_name_guessed and not plan.is_private

    def _ask_name(self, plan: LaunchPlan, objection: str = "") -> None:
        """Asks for the player's name, and then carries out the plan; `objection` is why the name before was refused."""

        def start(name: str) -> None:
            self.settings.rename(name)
            self.call_later(self._start_session, plan)

        ask(self, NameDialog(self.settings.player, objection=objection), start)

    def _ask_password(self, plan: LaunchPlan, sentence: str) -> None:
        """Asks for the password without which a server takes nobody, and then carries out the plan."""
        dialog = PasswordDialog("Password of the server", sentence)
        ask(self, dialog, lambda password: self.call_later(self._start_session, plan, password))

    async def _start_session(self, plan: LaunchPlan, password: str = "") -> None:
        await self._session.close()
        if isinstance(plan, HostTable) and plan.chosen and await self.host_questions.runs_otherwise(plan):
            if self.main_screen is None:
                await self._show_start_screen("")

            def leave_running() -> None:
                if self._sole_plan is not None:
                    self.exit("Your game of this evening is still running; `railbird host` brings you back to it.")

            self.host_questions.ask_about_running_game(plan, otherwise=leave_running)
            return
        if isinstance(plan, PlayBots):
            self.settings.update(partial(replace, game=plan.new_table.game, bots=plan.new_table.bots))
        await self._show_screen(ConnectingScreen(connecting_sentence(plan)))
        self._session.start(plan, password)

    async def on_table_screen_tick_requested(self) -> None:
        """Moves the clocks of a table as its screen asks, between two ticks of the timer."""
        await self._tick()

    async def _tick(self) -> None:
        """Moves the clocks of a table, and takes a press that waited."""
        controller = self._session.controller
        if controller is not None and controller.state.table is not None:
            command = controller.tick()
            await self._show_session()
            if command is not None:
                await self.on_command_requested(CommandRequested(command))

    async def _show_session(self) -> None:
        """Shows the session as it is now: its screen and its notices."""
        from railbird_client.network.link import Closed
        from railbird_client.shell.session_screens import session_view, show_finish, update_main_screen
        from railbird_client.widgets.live_screen import LiveScreen

        controller = self._session.controller
        if controller is None or not self.screen_stack:  # it is empty once the app ends
            return
        if isinstance(shown := controller.state.shown, Closed):
            await self._end_session(controller, shown)
        elif not update_main_screen(self.main_screen, shown):
            await self._open_session_screen(controller)
        show_finish(self.screen, controller)
        view = session_view(controller)
        for screen in self.screen_stack:  # one that is covered is shown again as it is
            if isinstance(screen, LiveScreen):
                screen.show_session(view)
        if taken := controller.take_notices():
            self.show_notice(" ".join(taken))
        if asked := controller.take_password_request():
            dialog = PasswordDialog(asked.title, asked.sentence)
            ask(self, dialog, lambda password: self.post_message(CommandRequested(asked.retry(password))))

    async def _open_session_screen(self, controller: SessionController) -> None:
        from railbird_client.shell.session_screens import create_screen

        if (table := controller.state.table) is not None:
            self.clear_notifications()
            recent = [sentence for sentence, shown_at in self._boxes if self._now() - shown_at < NOTICE_SECONDS]
            self._boxes.clear()
            if recent := [*recent, *controller.take_notices()]:
                table.notices.show(" ".join(recent), self._now())
        if screen := create_screen(controller, self._now):
            await self._show_screen(screen)
        self.host_questions.welcome(controller, invites=self._sole_plan is None)

    async def _end_session(self, controller: SessionController, left: Closed) -> None:
        """Leaves a server, or asks for the name or the password without which it does not take the player."""
        plan, was_welcomed = controller.server.plan, controller.server.welcome is not None
        if left.certificate is not None:
            await self._session.close()
            invited = isinstance(plan, JoinServer | WatchServer) and bool(plan.address and plan.address.fingerprint)
            screen = WrongCertificateScreen(left.certificate, left.sentence, invited=invited)
            await self.push_screen(screen, lambda _: self._leave_server(left.sentence, failed=True))
        elif left.password_refused or (left.name_refused and not was_welcomed):
            await self._session.close()
            await self._show_home("")
            if left.password_refused:
                self._ask_password(plan, left.sentence)
            else:
                self._ask_name(plan, left.sentence)
        else:
            await self._leave_server(left.sentence, failed=not was_welcomed)

    async def _leave_server(self, sentence: str, *, failed: bool) -> None:
        """Leaves the server; one that could not be reached ends the program that was started for it alone."""
        await self._session.close()
        if failed and self._sole_plan is not None:
            self.exit(sentence, return_code=1)
        else:
            await self._show_home(sentence)

    async def action_stop_connecting(self) -> None:
        """Goes back from a server that has not answered yet."""
        if isinstance(self.main_screen, ConnectingScreen):
            await self._leave_server("", failed=False)

    # --- screens and notices -----------------------------------------------------------------------------------------

    async def _show_screen(self, screen: Screen[None]) -> None:
        """Puts a screen in place of the main screen and of all that lies over it."""
        before, self.main_screen = self.main_screen, screen
        while before is not None and (over := self.screen) is not before:
            await (over.dismiss(None) if isinstance(over, Modal) else self.pop_screen())
        await (self.push_screen(screen) if before is None else self.switch_screen(screen))

    def show_notice(self, sentence: str) -> None:
        """Shows a sentence for some seconds: in the bar of a table that nothing covers, else in a box of its own.

        A table that opens while the box is shown has the sentence in its bar.
        """
        controller = self._session.controller
        table = controller.state.table if controller is not None and self.screen is self.main_screen else None
        if table is not None:
            table.notices.show(sentence, self._now())
            self.call_later(self._show_session)
        else:
            self._boxes.append((sentence, self._now()))
            self.notify(sentence, markup=False, timeout=NOTICE_SECONDS)

    def on_notice_requested(self, message: NoticeRequested) -> None:
        """Shows the sentence of a screen."""
        self.show_notice(message.sentence)

    # --- what the player does ----------------------------------------------------------------------------------------

    async def on_command_requested(self, message: CommandRequested) -> None:
        """Sends what a screen asks for; a player who would give up a seat is asked first."""
        from railbird_shared.protocol.commands import Leave

        controller = self._session.controller
        if controller is None:
            return
        if not isinstance(message.command, Leave):
            await controller.send(message.command)
            await self._show_session()
        else:
            self.leaving.leave_table()

    def on_lobby_screen_leave_requested(self) -> None:
        """Leaves the server; a host is asked first if others are at their game."""
        self.leaving.leave_lobby()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yields the commands of the palette: the keys of this screen, and what can be done everywhere."""
        from railbird_client.shell.session_screens import key_commands

        yield from key_commands(screen)
        if self._opens_settings(screen) and not isinstance(screen, StartScreen):
            yield SystemCommand("Settings", "name, colours, bell, presets and more", self.action_open_settings)
        where = "or click it" if isinstance(screen, StartScreen) else "at a seat, too"
        if self._can_rename:
            yield SystemCommand("Change your name", where, self.action_change_name)
        yield SystemCommand("Theme", "choose other colours", self.action_change_theme)
        yield SystemCommand("Quit Railbird", "key ctrl+q", self.action_quit)

    async def _show_home(self, notice: str) -> None:
        """Shows the screen on which a player is who has no session."""
        await self._show_start_screen(notice)

    async def _show_start_screen(self, notice: str) -> StartScreen:
        start = StartScreen(
            self.settings.file.load(),
            player=self.settings.player,
            notice=notice,
            search=self._search,
            game_left=self.host_questions.game.left,
        )
        await self._show_screen(start)
        return start

    # --- settings ----------------------------------------------------------------------------------------------------

    def action_open_settings(self) -> None:
        """Shows the settings page over this screen."""
        if self._opens_settings(self.screen):
            self.settings.open_page()

    def _opens_settings(self, screen: Screen[object]) -> bool:
        from railbird_client.replay.replay_screen import ReplayScreen

        return screen is self.main_screen or isinstance(screen, ReplayScreen | TrustScreen)

    def action_help(self) -> None:
        """Shows the keys of this screen over it."""
        from railbird_client.widgets.help_screen import HelpPage, screen_help

        self.push_screen(HelpPage("", partial(screen_help, self.screen)))

    def action_open_hands(self) -> None:
        """Asks for a file of hands, and replays them over this screen."""
        from railbird_client.replay.replay_screen import ask_for_hands

        if self.screen is self.main_screen:
            ask_for_hands(self, self.settings.options)

    def on_settings_screen_changed(self, message: SettingsScreen.Changed) -> None:
        """Keeps another value of a setting, and shows what it changes."""
        self.settings.apply(message.row.change)
        self._show_options()

    def on_table_screen_hints_toggled(self) -> None:
        """Turns hints on or off."""
        self.settings.toggle_hints()
        self._show_options()

    def _show_options(self) -> None:
        """Draws tables by the player's choices from now on."""
        from railbird_client.replay.replay_screen import ReplayScreen

        options = self.settings.options
        show_choices(self, ascii_only=options.ascii, two_colour=options.two_colour)
        if self._session.controller is not None:
            self._session.controller.change_options(options)
        for screen in self.screen_stack:
            if isinstance(screen, ReplayScreen):
                screen.change_options(options)

    def action_change_name(self) -> None:
        """Asks for another name, at a seat, too; the server gives it, or the player takes it where they are at none."""

        def take(name: str | None) -> None:
            if name is None or name == self.settings.player:
                return
            if not self._can_rename:
                self.show_notice("Your name can be changed once the server has answered.")
            elif self._session.controller is None or not self._session.controller.change_name(name):
                self.settings.rename(name)
                if isinstance(self.main_screen, StartScreen):
                    self.main_screen.show_name(name)

        if self._can_rename and not isinstance(self.screen, NameDialog):
            self.push_screen(NameDialog(self.settings.player), take)

    @property
    def _can_rename(self) -> bool:
        """Whether somebody takes another name: the server that has welcomed the player, or nobody else has to."""
        controller = self._session.controller
        return not self._session.is_running if controller is None else controller.state.is_in
