"""The rows of a form: the arrows choose a row and change its value, typing narrows the list or edits a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, Key, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from railbird_client.model.form_rows import FormRow, Mark, RowKind, best_match, narrowed
from railbird_client.widgets.ascii_fallback import apply_ascii_fallback

LABEL_WIDTH = 25
PAGE_STEP = 10
END_STEP = 10_000
_MARKS = {
    Mark.NONE: ("  ", ""),
    Mark.DIFFERS: ("≠ ", "$text-accent"),
    Mark.IDLE: ("– ", "$dim"),
    Mark.WRONG: ("! ", "bold $text-error"),
}
_NOTES = {Mark.DIFFERS: "not as in a casino", Mark.IDLE: "no effect in these games"}


class FormList(Widget, can_focus=True):
    """Shows the rows of one page; `find` narrows them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("pageup", f"move(-{PAGE_STEP})", "A page up", show=False),
        Binding("pagedown", f"move({PAGE_STEP})", "A page down", show=False),
        Binding("home", f"move(-{END_STEP})", "First", show=False),
        Binding("end", f"move({END_STEP})", "Last", show=False),
        Binding("left", "step(-1)", "Value before", show=False),
        Binding("right", "step(1)", "Next value", show=False),
        Binding("enter", "choose", "Choose or edit", show=False),
    ]
    ALLOW_SELECT = False
    leaves_digits = False
    """Whether a digit is for the screen, unless the list is narrowed."""

    _searching = False
    """Whether what is typed narrows the list, whatever row is marked."""

    rows: reactive[tuple[FormRow, ...]] = reactive(())
    index: reactive[int] = reactive(0)
    find: reactive[str] = reactive("")

    @dataclass
    class Stepped(Message):
        """The value before or after is wanted."""

        row: FormRow
        by: int

    @dataclass
    class Chosen(Message):
        """A row is ticked, or what it says is to be done."""

        row: FormRow

    @dataclass
    class EditRequested(Message):
        """A value is to be typed, which begins with `text` if the player has typed already."""

        row: FormRow
        text: str | None = None

    @dataclass
    class KeyPressed(Message):
        """A letter was pressed on a row that something is done with."""

        row: FormRow
        key: str

    class Highlighted(Message):
        """Another row is marked, or the list narrowed."""

    # --- what is shown ---

    @property
    def shown(self) -> tuple[FormRow, ...]:
        """The rows with what was typed to find them."""
        return narrowed(self.rows, self.find)

    @property
    def highlighted(self) -> FormRow | None:
        """The marked row, None where nothing is found."""
        shown = self.shown
        return shown[self.index] if self.index < len(shown) and not shown[self.index].is_heading else None

    def show(self, rows: tuple[FormRow, ...], *, keep: str = "") -> None:
        """Shows rows; the mark stays on the row of that id, or at its place."""
        marked = keep or (self.highlighted.id if self.highlighted else "")
        self.rows = rows
        self.highlight(marked)

    def highlight(self, row: str) -> None:
        """Marks the row of that id if it is shown, else the nearest that can be."""
        shown = self.shown
        at = next((at for at, each in enumerate(shown) if each.id == row), min(self.index, max(0, len(shown) - 1)))
        self.index = self._nearest(at, 1)
        self.post_message(self.Highlighted())

    def _nearest(self, at: int, by: int) -> int:
        """The place of a row that can be marked, from `at` on in that direction, else in the other."""
        shown = self.shown
        for direction in (by, -by):
            place = at
            while 0 <= place < len(shown):
                if not shown[place].is_heading:
                    return place
                place += 1 if direction > 0 else -1
        return 0

    # --- keys ---

    def action_move(self, by: int) -> None:
        """Marks another row."""
        at = min(max(self.index + by, 0), max(0, len(self.shown) - 1))
        self.index = self._nearest(at, by)
        self.post_message(self.Highlighted())

    def action_step(self, by: int) -> None:
        """Asks for the value before or after."""
        if (row := self.highlighted) is not None:
            self.post_message(self.Stepped(row, by))

    def action_choose(self) -> None:
        """Ticks the row, does what it says, edits its value, or takes the next one."""
        row = self.highlighted
        if row is None:
            return
        if row.is_typed:
            self.post_message(self.EditRequested(row))
        elif row.kind is RowKind.CHOICE:
            self.post_message(self.Stepped(row, 1))
        else:
            self.post_message(self.Chosen(row))

    def on_key(self, event: Key) -> None:
        """Begins to edit a value that is typed, and else narrows the list by what is typed."""
        row, letter = self.highlighted, event.character or ""
        if event.key == "backspace" and self.find:
            event.stop()
            self._narrow(self.find[:-1])
        elif event.key == "question_mark" and not self._searching:
            return  # help, where the screen has some
        elif not letter.isprintable() or not letter or (self.leaves_digits and letter.isdigit() and not self.find):
            return
        elif letter == "/" and not self._searching and (row is None or not row.takes_slashes):
            event.stop()
            self._searching = True
        elif row is not None and row.is_typed and not self.find and not self._searching:
            event.stop()
            self.post_message(self.EditRequested(row, letter))
        elif row is not None and row.kind is RowKind.ACTION and letter.isalpha() and not self.find:
            event.stop()
            self.post_message(self.KeyPressed(row, letter.lower()))
        elif letter == " " and not self.find:
            event.stop()
            self.action_choose()
        else:
            event.stop()
            self._narrow(self.find + letter)

    def clear_find(self) -> bool:
        """Shows all rows again; returns whether the list was narrowed."""
        was_narrowed = bool(self.find)
        marked = self.highlighted.id if self.highlighted else ""
        self.find, self._searching = "", False
        self.highlight(marked)
        return was_narrowed

    def _narrow(self, find: str) -> None:
        """Shows the rows with those words, and marks the one that is called most like them."""
        self.find, self._searching = find, bool(find)
        self.highlight(best_match(self.shown, find))

    # --- the mouse ---

    def on_click(self, event: Click) -> None:
        """Marks the row that was clicked; a click on its value changes it."""
        event.stop()
        place, places = event.get_content_offset(self), self._places()
        if place is None or place.y >= len(places) or self.shown[places[place.y]].is_heading:
            return
        at = places[place.y]
        was_marked = at == self.index
        self.action_move(at - self.index)
        x, row = place.x - 4 - LABEL_WIDTH, self.shown[at]
        if row.kind is RowKind.CHOICE and x >= 0:
            self.action_step(-1 if x < 2 else 1)
        elif row.kind is RowKind.TICK or x >= 0 or was_marked:
            self.action_choose()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Moves the mark with the wheel."""
        event.stop()
        self.action_move(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Moves the mark with the wheel."""
        event.stop()
        self.action_move(-1)

    # --- drawing ---

    def _places(self) -> range:
        """The places of the rows in sight; the marked one is among them."""
        count, room = len(self.shown), max(1, self.size.height)
        first = max(0, min(self.index - room // 2, count - room))
        return range(first, min(count, first + room))

    def render(self) -> Content:
        """Draws the rows."""
        shown = self.shown
        if not any(not row.is_heading for row in shown):
            words = f'Nothing here is called "{self.find}": [Backspace]' if self.find else ""
            return apply_ascii_fallback(self.app, Content.assemble("  ", (words, "$dim")))
        lines = [self._draw(shown[place], marked=place == self.index) for place in self._places()]
        return apply_ascii_fallback(self.app, Content("\n").join(lines))

    def _draw(self, row: FormRow, *, marked: bool) -> Content:
        if row.is_heading:
            return Content.assemble("  ", (row.label, "bold $text-accent")).truncate(self.size.width)
        bar = ("┃ ", "$accent") if marked and self.has_focus else "┃ " if marked else "  "
        label = Content.styled(row.label, "bold" if marked else "").truncate(LABEL_WIDTH, pad=True, ellipsis=True)
        line = Content.assemble(bar, _MARKS[row.mark], label, _draw_value(row))
        if (note := _NOTES.get(row.mark)) and line.cell_length + len(note) + 3 <= self.size.width:
            line = Content.assemble(line, "   ", (note, "$dim"))
        line = line.truncate(self.size.width, ellipsis=True, pad=True)
        return line.stylize_before("on $panel") if marked else line


def _draw_value(row: FormRow) -> Content:
    """Draws the value between its arrows where there are others to choose, and faint where none was typed."""
    if row.kind is RowKind.CHOICE:
        active, inactive = "bold $accent", "$faint"
        before = ("◂ ", inactive if row.first else active)
        return Content.assemble(before, (row.value, "bold"), (" ▸", inactive if row.last else active))
    if row.is_typed and not row.value:
        return Content.assemble("  ", (row.placeholder, "$dim"))
    return Content.assemble("  ", (row.value, "bold $text-accent"))
