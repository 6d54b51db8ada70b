"""What the application does with the player's settings: reads and keeps them, and applies a change at once.

The settings page is imported when it is asked for, because the first screen has to come at once.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Literal, cast

from msgspec.structs import replace
from rich.console import Console
from textual import on
from textual.app import App
from textual.screen import Screen
from textual.theme import Theme

from railbird_client.settings.player_settings import Settings, SettingsFile, table_options
from railbird_client.shell.app_hosting import HostingApp
from railbird_client.shell.terminal_colours import find_textual_name
from railbird_client.shell.themes import THEMES, themes_for
from railbird_client.start.start_screen import StartScreen
from railbird_client.table.table_options import TableOptions
from railbird_client.widgets.app_look import ASCII_CLASS

if TYPE_CHECKING:
    from railbird_client.settings.setting_rows import SettingRow
    from railbird_client.settings.settings_screen import SettingsScreen

_ColourSystem = Literal["auto", "standard", "256", "truecolor", "windows"]


class SettingsApp(HostingApp):
    """An application whose player has settings; `player` is their name, and `_ask_name` says that it is a guess.

    The main screen `_is_outdated` while it is drawn in other characters than the player has chosen meanwhile.
    """

    player: str
    main_screen: Screen[None] | None
    _themes: tuple[Theme, ...] = THEMES  # Textual asks for colours before the terminal is known
    _file: SettingsFile
    _options: TableOptions
    _saved_theme: str
    _ask_name: bool
    _is_outdated: bool = False

    @abstractmethod
    def show_notice(self, sentence: str) -> None:
        """Shows a sentence for some seconds."""

    @abstractmethod
    async def _rebuild_main_screen(self) -> None:
        """Draws the main screen anew, in other characters."""

    @abstractmethod
    def _ask_server_for_name(self, name: str) -> bool:
        """Asks the server at which the player is to call them so; returns False where they are at none."""

    def _start_theme(self, name: str) -> str:
        """Sets the theme before any style sheet is read, so that none is read twice; returns its name."""
        for theme in self._themes:
            self.register_theme(theme)
        self.set_reactive(App.theme, name if name in self.available_themes else self._themes[0].name)
        self.set_class(self.current_theme.dark, "-dark-mode")
        self.set_class(not self.current_theme.dark, "-light-mode")
        self.stylesheet.set_variables(self.get_css_variables())
        return self.theme

    def _save_theme(self, theme: Theme) -> None:
        if theme.name != self._saved_theme:
            self._saved_theme = theme.name
            self._update_settings(partial(replace, theme=theme.name))

    def _update_settings(self, change: Callable[[Settings], Settings]) -> None:
        self._file.update(change)
        self._tell_file_error()

    def _tell_file_error(self) -> None:
        if error := self._file.take_error():
            self.show_notice(error)

    # --- the settings page -------------------------------------------------------------------------------------------

    def action_open_settings(self) -> None:
        """Shows the settings page over this screen."""
        from railbird_client.replay.replay_screen import ReplayScreen
        from railbird_client.settings.settings_screen import SettingsScreen

        if self.screen is not self.main_screen and not isinstance(self.screen, ReplayScreen):
            return
        was_ascii = self._options.ascii

        def on_close(_: None) -> None:
            if self._options.ascii != was_ascii:
                self._is_outdated = True
                self.call_later(self._rebuild_if_shown)

        self.push_screen(SettingsScreen(self._setting_rows(), path=str(self._file.path)), on_close)

    async def _rebuild_if_shown(self) -> None:
        """Draws an outdated main screen anew, unless something lies over it, as a replay may."""
        if self._is_outdated and self.screen is self.main_screen:
            self._is_outdated = False
            await self._rebuild_main_screen()

    def action_open_hands(self) -> None:
        """Asks for a file of hands, and replays them over this screen."""
        from railbird_client.replay.hand_file_dialog import ask_for_hands

        if self.screen is self.main_screen:
            ask_for_hands(self, self._options)

    @property
    def _settings_in_use(self) -> Settings:
        """The settings with what the command line has said instead."""
        options = self._options
        return replace(
            self._file.load(),
            name=self.player,
            theme=self.theme,
            ascii=options.ascii,
            two_colour=options.two_colour,
            bell=options.bell,
            street_pause=options.street_pause,
            hints=options.hints,
            motion=options.motion,
            confirm_all_in=options.confirm_all_in,
            presets=options.presets,
        )

    def _setting_rows(self) -> tuple[SettingRow, ...]:
        from railbird_client.settings.setting_rows import setting_rows

        dark, light = (theme.name for theme in self._themes[:2])
        return setting_rows(self._settings_in_use, (dark, light))

    async def on_settings_screen_changed(self, message: SettingsScreen.Changed) -> None:
        """Keeps another value of a setting, and shows what it changes."""
        before = self._settings_in_use
        after = message.choice.change(before)
        self._update_settings(message.choice.change)
        if after.theme != before.theme:
            self._saved_theme = self.theme = after.theme
        if after.colours != before.colours:
            self._change_colours(after.colours)
        self._change_options(table_options(after))
        self._show_settings()

    def on_table_screen_hints_toggled(self) -> None:
        """Keeps whether the player wants hints, and shows them or no longer."""
        hints = not self._options.hints
        self._update_settings(partial(replace, hints=hints))
        self._change_options(replace(self._options, hints=hints))
        self.show_notice("Hints are on." if hints else "Hints are off; [F3] shows them again.")

    def on_settings_screen_name_requested(self) -> None:
        """Asks for another name."""
        self.action_change_name()

    def action_change_name(self) -> None:
        """Asks for another name, at a seat, too."""
        from railbird_client.shell.dialogs import NameDialog

        if not isinstance(self.screen, NameDialog):
            self.push_screen(NameDialog(self.player), self._take_name)

    def _take_name(self, name: str | None) -> None:
        if name is not None and name != self.player and not self._ask_server_for_name(name):
            self._rename(name)
            if isinstance(self.main_screen, StartScreen):
                self.main_screen.show_name(name)

    @on(StartScreen.Renamed)
    def _player_renamed(self, message: StartScreen.Renamed) -> None:
        self._rename(message.name)

    def _rename(self, name: str) -> None:
        """Keeps another name of the player, and shows it in the settings."""
        before, self.player, self._ask_name = self.player, name, False
        self._update_settings(lambda settings: settings.with_name(name, before=before))
        self._show_settings()

    def _show_settings(self) -> None:
        from railbird_client.settings.settings_screen import SettingsScreen

        for screen in self.screen_stack:
            if isinstance(screen, SettingsScreen):
                screen.show(self._setting_rows())

    def _change_options(self, options: TableOptions) -> None:
        """Takes other choices for the table, which is drawn by them from now on."""
        self._options = options
        self.set_class(options.ascii, ASCII_CLASS)
        if self._controller is not None:
            self._controller.change_options(options)
        from railbird_client.replay.replay_screen import ReplayScreen

        for screen in self.screen_stack:
            if isinstance(screen, ReplayScreen):
                screen.change_options(options)

    def _change_colours(self, choice: str) -> None:
        """Draws with another number of colours; without a choice with as many as the terminal says that it has."""
        self.console = Console(
            color_system=cast("_ColourSystem", find_textual_name(choice) or "auto"),
            file=self.console.file,
            force_terminal=True,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            safe_box=False,
        )
        self._themes = themes_for(self.console.color_system)
        for theme in self._themes:
            self.register_theme(theme)
        self.mutate_reactive(App.theme)
