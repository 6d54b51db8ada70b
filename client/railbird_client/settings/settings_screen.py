"""The settings page: every setting of the player, changed at once and kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from railbird_client.forms.form import FormRow, RowKind, heading
from railbird_client.forms.form_list import FormList, draw_value
from railbird_client.settings.setting_rows import Choice, SettingRow
from railbird_client.table.turn.table_keys import with_capitals
from railbird_client.widgets.app_look import apply_ascii_fallback
from railbird_client.widgets.key_hint import KeyHint

LABEL_WIDTH = 12
VALUE_WIDTH = 29
WIDTH_WITH_SENTENCES = 108
"""From this width on, every row has its sentence beside it."""

_TURN_NOTICE = "It is your turn: Esc goes back to the table"


class SettingList(FormList):
    """The settings as rows, in which nothing is found by letters: those are keys of the page."""

    value_x = 2 + LABEL_WIDTH

    @property
    def with_sentences(self) -> bool:
        """Whether every row has its sentence beside it."""
        return self.size.width >= WIDTH_WITH_SENTENCES

    def read_key(self, event: Key) -> tuple[bool, Message | None]:
        """Moves the mark; returns whether the key means anything here, and what it asks for."""
        if event.key in {"minus", "plus"}:
            return True, self.Stepped(self.shown[self.index], -1 if event.key == "minus" else 1)
        if event.key == "space":
            return True, self.choice_of(self.highlighted)
        return (False, None) if event.is_printable else super().read_key(event)

    def choice_of(self, row: FormRow | None) -> Message | None:
        """Returns that a row is chosen, which takes its next value or types one."""
        return None if row is None else self.Chosen(row)

    def click_row(self, x: int, *, was_marked: bool, chain: int) -> None:  # noqa: ARG002  one click is enough
        """Changes the value that was clicked."""
        at = x - self.value_x
        if 0 <= at < 2 and self.shown[self.index].kind is RowKind.CHOICE:
            self.action_step(-1)
        elif 2 <= at < VALUE_WIDTH:
            self.action_choose()

    def draw_row(self, place: int, *, marked: bool) -> Content:
        """Draws a row: its label and value, and its sentence where there is room."""
        row = self.shown[place]
        if row.is_heading:
            return Content("")
        bar = ("┃ ", "$accent") if marked else "  "
        label = (f"{row.label:{LABEL_WIDTH}}", "bold" if marked else "")
        line = Content.assemble(bar, label, draw_value(row).truncate(VALUE_WIDTH, pad=True, ellipsis=True))
        if self.with_sentences:
            line = Content.assemble(line, "  ", (row.sentence, "$dim"))
        line = line.truncate(self.size.width, ellipsis=True, pad=True)
        return line.stylize_before("on $panel") if marked else line


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
        self._rows = {row.label: row for row in rows}
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
        self._show_rows()
        self.show_turn_notice(on=False)

    def on_resize(self) -> None:
        """Shows the rows and the sentence of the marked one for the room that there is."""
        self.call_after_refresh(self._show_rows)

    def show(self, rows: tuple[SettingRow, ...]) -> None:
        """Shows the settings as they are now."""
        self._rows = {row.label: row for row in rows}
        if self.is_mounted:
            self._show_rows()
            for hint in self.query(KeyHint):
                hint.refresh()

    def _show_rows(self) -> None:
        rows = self.query_one(SettingList)
        listed = tuple(self._form_rows())
        fits = len(listed) <= rows.size.height
        rows.show(listed if fits else tuple(row for row in listed if not row.is_heading))

    def _form_rows(self) -> Iterator[FormRow]:
        """Yields a row for each setting, with a blank one between groups."""
        for label, row in self._rows.items():
            if row.begins_group:
                yield heading("")
            kind = RowKind.TEXT if row.is_typed else RowKind.CHOICE
            last = row.chosen == len(row.choices) - 1
            yield FormRow(label, label, row.value, kind, sentence=row.sentence, first=row.chosen == 0, last=last)

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
        self.query_one(SettingList).action_choose()

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
        marked = None if rows.with_sentences else rows.highlighted
        sentence = marked.sentence if marked is not None else ""
        self.query_one("#sentence", Static).update(apply_ascii_fallback(self.app, Content(sentence)))

    @on(SettingList.Stepped)
    def _stepped(self, message: SettingList.Stepped) -> None:
        self._choose(message.row.id, self._rows[message.row.id].step(message.by))

    @on(SettingList.Chosen)
    def _chosen(self, message: SettingList.Chosen) -> None:
        if message.row.is_typed:
            self.action_rename()
        else:
            self._choose(message.row.id, self._rows[message.row.id].step(1, around=True))

    def _choose(self, label: str, row: SettingRow) -> None:
        """Shows another value at once, since the next key may come before the change is kept."""
        if row != self._rows[label]:
            self._rows[label] = row
            self._show_rows()
            self.post_message(self.Changed(row.choices[row.chosen]))
