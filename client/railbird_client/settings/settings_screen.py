"""The settings page: every setting of the player, changed at once and kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from railbird_client.settings.setting_list import SettingList
from railbird_client.settings.setting_rows import Choice, SettingRow
from railbird_client.table.turn.table_keys import with_capitals
from railbird_client.widgets.app_look import apply_ascii_fallback
from railbird_client.widgets.key_hint import KeyHint

_TURN_NOTICE = "It is your turn: Esc goes back to the table"


class SettingsScreen(Screen[None]):
    """Shows the settings over another screen; Esc goes back there."""

    AUTO_FOCUS = "SettingList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("escape,q,s,f5"), "close", "Back", show=False),
        Binding(with_capitals("n"), "rename", "Change your name", show=False),
    ]

    @dataclass
    class Changed(Message):
        """The player has chosen another value."""

        choice: Choice

    class NameRequested(Message):
        """The player wants another name."""

    def __init__(self, rows: tuple[SettingRow, ...], *, path: str) -> None:
        """`path` is the file that keeps the settings."""
        super().__init__()
        self._rows = rows
        self._path = path

    def compose(self) -> ComposeResult:
        """Builds the page: the rows, the sentence of the marked one, and the keys."""
        yield Static(id="settings-title")
        with Vertical(id="settings"):
            yield SettingList()
            yield Static(id="sentence")
        with Horizontal(id="keys"):
            yield KeyHint("↑↓", "choose", "screen.move(1)")
            yield KeyHint("←→", "change", "screen.change")
            yield KeyHint("N", "name", "screen.rename")
            yield KeyHint("Esc", "back", "screen.close")

    def on_mount(self) -> None:
        """Shows the settings."""
        self.query_one(SettingList).rows = self._rows
        self.show_turn_notice(on=False)
        self._show_sentence()

    def on_resize(self) -> None:
        """Shows the sentence of the marked row unless every row has its own beside it."""
        self.call_after_refresh(self._show_sentence)

    def show(self, rows: tuple[SettingRow, ...]) -> None:
        """Shows the settings as they are now."""
        self._rows = rows
        if self.is_mounted:
            self.query_one(SettingList).rows = rows
            self._show_sentence()
            for hint in self.query(KeyHint):
                hint.refresh()

    def show_turn_notice(self, *, on: bool) -> None:
        """Shows in the title that it is the player's turn at the table below, or takes that away.

        A page that is not drawn yet has no title: what is shown there follows with the next call.
        """
        rest = (_TURN_NOTICE, "bold $turn") if on else (f"kept in {self._path}", "$dim")
        title = Content.assemble(("Settings", "bold"), "   ", rest)
        for line in self.query("#settings-title").results(Static):
            line.update(apply_ascii_fallback(self.app, title))

    def action_move(self, by: int) -> None:
        """Marks another row."""
        self.query_one(SettingList).action_move(by)

    def action_change(self) -> None:
        """Chooses the next value of the marked row."""
        self.query_one(SettingList).action_next_value()

    def action_rename(self) -> None:
        """Asks for another name."""
        self.post_message(self.NameRequested())

    def action_close(self) -> None:
        """Goes back."""
        if self.is_active:
            self.dismiss(None)

    @on(SettingList.Highlighted)
    def _show_sentence(self) -> None:
        rows = self.query_one(SettingList)
        sentence = "" if rows.with_sentences or not rows.rows else rows.highlighted.sentence
        self.query_one("#sentence", Static).update(apply_ascii_fallback(self.app, Content(sentence)))

    @on(SettingList.Chosen)
    def _chosen(self, message: SettingList.Chosen) -> None:
        self.post_message(self.Changed(message.choice))

    @on(SettingList.NameRequested)
    def _name_requested(self) -> None:
        self.action_rename()
