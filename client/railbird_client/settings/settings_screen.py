"""The settings page: every setting of the player as a row of values, changed at once and kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from railbird_client.forms.form_list import Choose, FormList, RowAct, Step, draw_value
from railbird_client.forms.form_rows import FormRow, RowKind, heading
from railbird_client.settings.player_settings import Settings
from railbird_client.table.table_options import BetPreset
from railbird_client.widgets.app_look import apply_ascii_fallback
from railbird_client.widgets.controls import KeyHint
from railbird_client.widgets.live_screen import LiveScreen
from railbird_client.widgets.page_screen import TURN_NOTICE
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.settings.spec import Setting, settings_of


class SettingRow(NamedTuple):
    """A setting: its field of the record, its name, one sentence, its values with their words, and which is set.

    The player's name has one value alone; it is changed by typing. With `begins_group` a blank row may stand before.
    """

    field: str
    label: str
    sentence: str
    values: tuple[tuple[object, str], ...]
    chosen: int = 0
    begins_group: bool = False

    @property
    def value(self) -> str:
        """The value of the setting, in words."""
        return self.values[self.chosen][1]

    def step(self, by: int, *, around: bool = False) -> SettingRow:
        """Returns the row with the value that many places on; it stops at both ends unless the values go `around`."""
        last = len(self.values) - 1
        at = (self.chosen + by) % (last + 1) if around else min(max(self.chosen + by, 0), last)
        return self._replace(chosen=at)

    def change(self, settings: Settings) -> Settings:
        """Returns the settings with the value of the row."""
        return replace(settings, **{self.field: self.values[self.chosen][0]})


GROUPS = ("Look", "Play")
"""The groups of declared settings, in the order of their rows."""


def setting_rows(
    settings: Settings, themes: tuple[str, str], record: type[Settings] = Settings
) -> tuple[SettingRow, ...]:
    """Returns a row for every setting; `themes` are the names of the dark and the light theme."""
    rows = [SettingRow("name", "Name", "The name that the others see.", ((settings.name, settings.name),))]
    for group in GROUPS:
        found = (each for each in settings_of(record) if each.spec.group == group)
        declared = sorted(found, key=lambda each: each.spec.place)
        rows += [_declared_row(settings, each, themes, begins_group=each is declared[0]) for each in declared]
    for place, chosen in enumerate(settings.presets):
        before, after = settings.presets[:place], settings.presets[place + 1 :]
        values = tuple(((*before, preset, *after), preset.description) for preset in BetPreset)
        sentence = f"How much the key [{place + 1}] bets or raises by in your turn."
        chosen_at = [*BetPreset].index(chosen)
        rows.append(SettingRow("presets", f"Key {place + 1}", sentence, values, chosen_at, begins_group=not place))
    return tuple(rows)


def _declared_row(settings: Settings, setting: Setting, themes: tuple[str, str], *, begins_group: bool) -> SettingRow:
    """Returns a row; a value that is none of the declared ones, but was written into the file, is one more of them."""
    value = setting.value_in(settings)
    if setting.name == "theme":
        values, other = tuple(zip(themes, ("dark", "light"), strict=True)), settings.theme
    else:
        words = setting.in_words if setting.spec.words else lambda is_on: "on" if is_on else "off"
        values, other = tuple((each, words(each)) for each in setting.spec.values), setting.in_words(value)
    chosen = next((at for at, (each, _) in enumerate(values) if each == value), len(values))
    values = values if chosen < len(values) else (*values, (value, other))
    return SettingRow(setting.name, setting.spec.label, setting.spec.help, values, chosen, begins_group)


LABEL_WIDTH = 12
VALUE_WIDTH = 29
WIDTH_WITH_SENTENCES = 108
"""From this width on, every row has its sentence beside it."""


class SettingList(FormList):
    """The settings as rows, in which nothing is found by letters: those are keys of the page."""

    value_x = 2 + LABEL_WIDTH

    @property
    def with_sentences(self) -> bool:
        """Whether every row has its sentence beside it."""
        return self.size.width >= WIDTH_WITH_SENTENCES

    def act_on_key(self, event: Key) -> bool:
        """Moves the mark or changes a value; returns whether the key means anything here."""
        if event.key in {"minus", "plus"}:
            self.action_step(-1 if event.key == "minus" else 1)
        elif event.key == "space":
            self.action_choose()
        else:
            return not event.is_printable and super().act_on_key(event)
        return True

    def choice_of(self, row: FormRow) -> RowAct:
        """Returns that a row is chosen, which takes its next value or types one."""
        return Choose(row)

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


class SettingsScreen(LiveScreen, Screen[None]):
    """Shows the settings over another screen; Esc goes back there."""

    AUTO_FOCUS = "SettingList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("escape,q,s,f5"), "close", "Back", show=False),
        Binding(with_capitals("n"), "app.change_name", "Change your name", show=False),
    ]

    @dataclass
    class Changed(Message):
        """The player has chosen another value."""

        row: SettingRow

    def __init__(self, settings: Settings, themes: tuple[str, str], *, path: str) -> None:
        """`themes` are the names of the dark and the light theme, and `path` is the file that keeps the settings."""
        super().__init__()
        self._settings, self._themes = settings, themes
        self._path = path

    def compose(self) -> ComposeResult:
        """Builds the page: the rows, the sentence of the marked one, and the keys."""
        yield Static(id="settings-title")
        with Vertical(id="settings"):
            yield SettingList(self._act)
            yield Static(id="sentence")
        with Horizontal(id="keys"):
            yield KeyHint("↑↓", "choose", "screen.move(1)")
            yield KeyHint("←→", "change", "screen.change")
            yield KeyHint("N", "name", "app.change_name")
            yield KeyHint("Esc", "back", "screen.close")

    def on_mount(self) -> None:
        """Shows the settings."""
        self._show_rows()
        self.show_turn_notice(on=self.shows_turn)

    def on_resize(self) -> None:
        """Shows the rows and the sentence of the marked one for the room that there is."""
        self.call_after_refresh(self._show_rows)

    @property
    def _rows(self) -> dict[str, SettingRow]:
        return {row.label: row for row in setting_rows(self._settings, self._themes)}

    def show(self, settings: Settings, themes: tuple[str, str]) -> None:
        """Shows the settings as they are now."""
        self._settings, self._themes = settings, themes
        if self.is_mounted:
            self._show_rows()
            self.query(KeyHint).refresh()

    def _show_rows(self) -> None:
        """Shows a row for each setting, with a blank one between groups where there is room."""
        listed: list[FormRow] = []
        for label, row in self._rows.items():
            kind = RowKind.TEXT if row.field == "name" else RowKind.CHOICE
            first, last = row.chosen == 0, row.chosen == len(row.values) - 1
            listed += [heading("")] if row.begins_group else []
            listed.append(FormRow(label, label, row.value, kind, sentence=row.sentence, first=first, last=last))
        rows = self.query_one(SettingList)
        fits = len(listed) <= rows.size.height
        rows.show(tuple(row for row in listed if fits or not row.is_heading))

    def show_turn_notice(self, *, on: bool) -> None:
        """Shows in the title that it is the player's turn at the table below, or takes that away."""
        super().show_turn_notice(on=on)
        rest = (TURN_NOTICE, "bold $turn-label") if on else (f"kept in {self._path}", "$dim")
        title = Content.assemble(("Settings", "bold"), "   ", rest)
        for line in self.query("#settings-title").results(Static):
            line.update(apply_ascii_fallback(self.app, title))

    def action_move(self, by: int) -> None:
        """Marks another row."""
        self.query_one(SettingList).action_move(by)

    def action_change(self) -> None:
        """Chooses the next value of the marked row."""
        self.query_one(SettingList).action_choose()

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

    def _act(self, act: RowAct) -> None:
        """Shows another value at once, since the next key may come before the change is kept."""
        before = self._rows[act.row.id]
        row = before.step(act.by) if isinstance(act, Step) else before.step(1, around=True)
        if before.field == "name" and not isinstance(act, Step):
            self.call_later(self.run_action, "app.change_name")
        elif row != before:
            self._settings = row.change(self._settings)
            self._show_rows()
            self.post_message(self.Changed(row))
