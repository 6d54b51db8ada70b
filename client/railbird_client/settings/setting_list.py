"""The player's settings as rows; the arrows choose a row and change its value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from railbird_client.settings.setting_rows import Choice, SettingRow
from railbird_client.widgets.app_look import apply_ascii_fallback

LABEL_WIDTH = 12
VALUE_WIDTH = 29
WIDTH_WITH_SENTENCES = 108
"""From this width on, every row has its sentence beside it."""


class SettingList(Widget, can_focus=True):
    """Shows a row for each setting, with a blank one between groups where there is room."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("home", "move(-99)", "First", show=False),
        Binding("end", "move(99)", "Last", show=False),
        Binding("left,minus", "step(-1)", "Value before", show=False),
        Binding("right,plus", "step(1)", "Next value", show=False),
        Binding("enter,space", "next_value", "Next value", show=False),
    ]
    ALLOW_SELECT = False

    rows: reactive[tuple[SettingRow, ...]] = reactive(())
    index: reactive[int] = reactive(0)

    @dataclass
    class Chosen(Message):
        """Another value was chosen."""

        choice: Choice

    class NameRequested(Message):
        """The player wants another name."""

    class Highlighted(Message):
        """Another row is marked."""

    @property
    def highlighted(self) -> SettingRow:
        """The marked row."""
        return self.rows[self.index]

    @property
    def with_sentences(self) -> bool:
        """Whether every row has its sentence beside it."""
        return self.size.width >= WIDTH_WITH_SENTENCES

    def action_move(self, by: int) -> None:
        """Marks another row."""
        self.index = min(max(self.index + by, 0), len(self.rows) - 1)
        self.post_message(self.Highlighted())

    def action_step(self, by: int) -> None:
        """Chooses the value before or after; stops at both ends."""
        self._choose(self.highlighted.step(by))

    def action_next_value(self) -> None:
        """Chooses the next value, after the last one the first; asks for a name where a name is marked."""
        if self.highlighted.is_typed:
            self.post_message(self.NameRequested())
        else:
            self._choose(self.highlighted.step(1, around=True))

    def _choose(self, row: SettingRow) -> None:
        """Shows another value at once, since the next key may come before the message is handled."""
        if row != self.highlighted:
            self.rows = (*self.rows[: self.index], row, *self.rows[self.index + 1 :])
            self.post_message(self.Chosen(row.choices[row.chosen]))

    def on_click(self, event: Click) -> None:
        """Marks the row that was clicked; a click on its value chooses another one."""
        row = self._row_at(event.y)
        if row is None:
            return
        self.action_move(row - self.index)
        at = event.x - 2 - LABEL_WIDTH
        if 0 <= at < 2 and not self.highlighted.is_typed:
            self.action_step(-1)
        elif 2 <= at < VALUE_WIDTH:
            self.action_next_value()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Moves the mark with the wheel."""
        event.stop()
        self.action_move(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Moves the mark with the wheel."""
        event.stop()
        self.action_move(-1)

    def _row_at(self, y: int) -> int | None:
        lines = self._lines()
        return lines[y] if 0 <= y < len(lines) else None

    def _lines(self) -> list[int | None]:
        """Returns the number of the row in each line, None for a blank one; the marked row is in sight."""
        lines: list[int | None] = []
        for number, row in enumerate(self.rows):
            lines += [None, number] if row.begins_group else [number]
        if len(lines) > self.size.height:
            lines = [line for line in lines if line is not None]
        room = max(1, self.size.height)
        first = max(0, min(lines.index(self.index) - room // 2, len(lines) - room)) if self.rows else 0
        return lines[first : first + room]

    def render(self) -> Content:
        """Draws the rows."""
        drawn = [Content("") if number is None else self._draw_row(number) for number in self._lines()]
        return apply_ascii_fallback(self.app, Content("\n").join(drawn))

    def _draw_row(self, number: int) -> Content:
        row, marked = self.rows[number], number == self.index
        bar = ("┃ ", "$accent") if marked else "  "
        label = (f"{row.label:{LABEL_WIDTH}}", "bold" if marked else "")
        line = Content.assemble(bar, label, _draw_value(row).truncate(VALUE_WIDTH, pad=True, ellipsis=True))
        if self.with_sentences:
            line = Content.assemble(line, "  ", (row.sentence, "$dim"))
        line = line.truncate(self.size.width, ellipsis=True, pad=True)
        return line.stylize_before("on $panel") if marked else line


def _draw_value(row: SettingRow) -> Content:
    if row.is_typed:
        return Content.assemble("  ", (row.value, "bold $text-accent"))
    active, inactive = "bold $accent", "$faint"
    first, last = row.chosen == 0, row.chosen == len(row.choices) - 1
    before, after = ("◂ ", inactive if first else active), (" ▸", inactive if last else active)
    return Content.assemble(before, (row.value, "bold"), after)
