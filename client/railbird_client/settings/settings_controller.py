"""The application's part in the player's settings: reads and keeps them, and applies a change at once.

The settings page is imported when it is asked for, because the first screen has to come at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from msgspec.structs import asdict, replace
from textual.app import App
from textual.theme import Theme

from railbird_client.settings.player_settings import KeptServers, Settings, SettingsFile, table_options
from railbird_client.table.table_options import TableOptions
from railbird_client.widgets.app_look import ColourSystem, themes_for, use_colours
from railbird_client.widgets.terminal import TEXTUAL_NAMES


class SettingsController(KeptServers):
    """The settings of the player of an application; `player` is their name, and `is_name_guessed` until they say it.

    `options` are those of the table, with what the command line has said instead, and `themes` those of this terminal.
    `say` shows the player a sentence. Where they choose no number of colours, those of `colour_system` are used.
    """

    def __init__(
        self,
        app: App[str],
        file: SettingsFile,
        *,
        player: str,
        is_name_guessed: bool,
        options: TableOptions,
        say: Callable[[str], None],
        colour_system: ColourSystem = "auto",
    ) -> None:
        super().__init__(file, player)
        self.is_name_guessed = is_name_guessed
        self.options = options
        self._app = app
        self._say = say
        self._colour_system = colour_system
        self.themes = themes_for(app.console.color_system)
        self._saved_theme = ""

    def start_theme(self, name: str) -> None:
        """Sets the theme before any style sheet is read, so that none is read twice."""
        app = self._app
        for theme in self.themes:
            app.register_theme(theme)
        app.set_reactive(App.theme, name if name in app.available_themes else self.themes[0].name)
        app.set_class(app.current_theme.dark, "-dark-mode")
        app.set_class(not app.current_theme.dark, "-light-mode")
        app.stylesheet.set_variables(app.get_css_variables())
        self._saved_theme = app.theme

    def save_theme(self, theme: Theme) -> None:
        """Keeps the theme that the player has chosen."""
        if theme.name != self._saved_theme:
            self._saved_theme = theme.name
            self.update(partial(replace, theme=theme.name))

    def update(self, change: Callable[[Settings], Settings]) -> None:
        """Keeps a change of the settings."""
        self.file.update(change)
        self.tell_file_error()

    def tell_file_error(self) -> None:
        """Tells the player once what is wrong with the file of the settings."""
        if error := self.file.take_error():
            self._say(error)

    # --- the settings page -------------------------------------------------------------------------------------------

    def open_page(self) -> None:
        """Shows the settings page over this screen."""
        from railbird_client.settings.settings_screen import SettingsScreen

        self._app.push_screen(SettingsScreen(self._in_use, self._dark_and_light))

    @property
    def _in_use(self) -> Settings:
        """The settings with what the command line has said instead."""
        return replace(self.file.load(), name=self.player, theme=self._app.theme, **asdict(self.options))

    @property
    def _dark_and_light(self) -> tuple[str, str]:
        return self.themes[0].name, self.themes[1].name

    def apply(self, change: Callable[[Settings], Settings]) -> None:
        """Keeps another value of a setting, and shows what it changes but for the options of the table."""
        before = self._in_use
        after = change(before)
        self.update(change)
        if after.theme != before.theme:
            self._saved_theme = self._app.theme = after.theme
        if after.colours != before.colours:
            self._change_colours(after.colours)
        self.options = table_options(after)
        self._show(kept=self.file.is_kept)

    def toggle_hints(self) -> None:
        """Turns hints on or off, and keeps that."""
        hints = not self.options.hints
        self.apply(partial(replace, hints=hints))
        self._say("Hints are on." if hints else "Hints are off; [F3] shows them again.")

    def rename(self, name: str) -> None:
        """Keeps another name of the player, and shows it in the settings."""
        self.is_name_guessed = False
        super().rename(name)
        self._show()

    def _show(self, *, kept: bool | None = None) -> None:
        from railbird_client.settings.settings_screen import SettingsScreen

        for screen in self._app.screen_stack:
            if isinstance(screen, SettingsScreen):
                screen.show(self._in_use, self._dark_and_light, kept=kept)

    def _change_colours(self, choice: str) -> None:
        """Draws with another number of colours; without a choice with as many as the terminal says that it has."""
        app = self._app
        use_colours(app, cast("ColourSystem", TEXTUAL_NAMES.get(choice)) or self._colour_system)
        self.themes = themes_for(app.console.color_system)
        for theme in self.themes:
            app.register_theme(theme)
        app.mutate_reactive(App.theme)
