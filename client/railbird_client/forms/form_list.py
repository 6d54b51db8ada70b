"""The rows of a form: the arrows choose a row and change its value, typing narrows the list or edits a value."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from textual.content import Content
from textual.events import Key
from textual.reactive import reactive

from railbird_client.forms.form_rows import FormRow, Mark, RowKind, best_match, narrowed
from railbird_client.widgets.row_list import MOVES, RowList, draw_choice

LABEL_WIDTH = 25
KeyHandler = Callable[[Key], bool]
"""Acts on a key; returns whether it did."""

_STEPS = {"left": -1, "right": 1}
_MARKS = {
    Mark.NONE: ("  ", ""),
    Mark.DIFFERS: ("≠ ", "$text-accent"),
    Mark.IDLE: ("– ", "$dim"),
    Mark.WRONG: ("! ", "bold $text-error"),
}
_NOTES = {Mark.DIFFERS: "not as in a casino", Mark.IDLE: "no effect in these games"}


class Step(NamedTuple):
    """The value of a row before or after is wanted."""

    row: FormRow
    by: int


class Choose(NamedTuple):
    """A row is ticked, or what it says is to be done."""

    row: FormRow


class Edit(NamedTuple):
    """A value is to be typed, which begins with `text` if the player has typed already."""

    row: FormRow
    text: str | None = None


class Press(NamedTuple):
    """A letter was pressed that does something on the row."""

    row: FormRow
    letter: str


RowAct = Step | Choose | Edit | Press
"""An act on a row, by a key or a click."""


class FormList(RowList):
    """Shows the rows of one page; `find` narrows them."""

    leaves_digits = False
    """Whether a digit is for the screen, unless the list is narrowed."""
    value_x = 4 + LABEL_WIDTH
    """Where the values begin."""
    key_handler: KeyHandler | None = None
    """Takes every key before the list does."""

    _searching = False
    """Whether what is typed narrows the list, whatever row is marked."""

    rows: reactive[tuple[FormRow, ...]] = reactive(())
    find: reactive[str] = reactive("")

    def __init__(self, act: Callable[[RowAct], None]) -> None:
        """`act` carries out what is wanted of a row."""
        super().__init__()
        self._act = act

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
        self.mark(at)

    @property
    def count(self) -> int:
        """How many rows are shown."""
        return len(self.shown)

    def can_mark(self, place: int) -> bool:
        """Whether a row can be marked, as all but headings can."""
        return not self.shown[place].is_heading

    # --- keys ---

    def action_step(self, by: int) -> None:
        """Asks for the value before or after."""
        if (row := self.highlighted) is not None:
            self._act(Step(row, by))

    def action_choose(self) -> None:
        """Ticks the row, does what it says, edits its value, or takes the next one."""
        if (row := self.highlighted) is not None:
            self._act(self.choice_of(row))

    def take_key(self, event: Key) -> bool:
        """Acts on a key; returns whether it means anything here."""
        return self.act_on_key(event) if self.key_handler is None else self.key_handler(event)

    def act_on_key(self, event: Key) -> bool:
        """Moves the mark, narrows the list or acts on the marked row; returns whether the key means anything here."""
        key = event.key
        if key in MOVES:
            self.action_move(MOVES[key])
        elif key in _STEPS:
            self.action_step(_STEPS[key])
        elif key == "enter":
            self.action_choose()
        elif key == "backspace" and self.find:
            self._narrow(self.find[:-1])
        else:
            return self._act_on_letter(event.character or "")
        return True

    def choice_of(self, row: FormRow) -> RowAct:
        """Returns what choosing a row asks for: to tick it, to do what it says, to edit it, or its next value."""
        if row.is_typed:
            return Edit(row)
        return Step(row, 1) if row.kind is RowKind.CHOICE else Choose(row)

    def _act_on_letter(self, letter: str) -> bool:
        """Narrows the list by a letter, unless it begins an edit or belongs to the marked row."""
        row = self.highlighted
        if letter == "?" and not self._searching:
            return False  # help, where the screen has some
        if not letter or not letter.isprintable() or (self.leaves_digits and letter.isdigit() and not self.find):
            return False
        if letter == "/" and not self._searching and (row is None or not row.takes_slashes):
            self._searching = True
        elif row is not None and row.is_typed and not self.find and not self._searching:
            self._act(Edit(row, letter))
        elif row is not None and letter.lower() in row.letters and not self.find and not self._searching:
            self._act(Press(row, letter.lower()))
        elif letter == " " and not self.find:
            self.action_choose()
        else:
            self._narrow(self.find + letter)
        return True

    def clear_find(self) -> bool:
        """Shows all rows again; returns whether the list was narrowed."""
        was_narrowed, marked = bool(self.find), self.highlighted
        self.find, self._searching = "", False
        self.highlight(marked.id if marked else "")
        return was_narrowed

    def _narrow(self, find: str) -> None:
        self.find, self._searching = find, bool(find)
        self.highlight(best_match(self.shown, find))

    # --- the mouse and drawing ---

    def click_row(self, x: int, *, was_marked: bool, chain: int) -> None:  # noqa: ARG002  one click is enough
        """Changes the value that was clicked."""
        row, at = self.shown[self.index], x - self.value_x
        if row.kind is RowKind.CHOICE and 0 <= at < 2:
            self.action_step(-1)
        elif at >= 0 or row.kind is RowKind.TICK or was_marked:
            self.action_choose()

    @property
    def nothing(self) -> Content:
        """The text where no row has the words that are typed."""
        words = f'Nothing here is called "{self.find}": [Backspace]' if self.find else ""
        return Content.assemble("  ", (words, "$dim"))

    def draw_row(self, place: int, *, marked: bool) -> Content:
        """Draws a row: its mark, label and value, and a note on it where there is room."""
        row = self.shown[place]
        if row.is_heading:
            return Content.assemble("  ", (row.label, "bold $text-accent")).truncate(self.size.width)
        bar = ("┃ ", "$accent") if marked and self.has_focus else "┃ " if marked else "  "
        label = Content.styled(row.label, "bold" if marked else "").truncate(LABEL_WIDTH, pad=True, ellipsis=True)
        line = Content.assemble(bar, _MARKS[row.mark], label, draw_value(row))
        if (note := _NOTES.get(row.mark)) and line.cell_length + len(note) + 3 <= self.size.width:
            line = Content.assemble(line, "   ", (note, "$dim"))
        line = line.truncate(self.size.width, ellipsis=True, pad=True)
        return line.stylize_before("on $panel") if marked else line


def draw_value(row: FormRow) -> Content:
    """Draws the value between its arrows where there are others to choose, and faint where none was typed."""
    if row.kind is RowKind.CHOICE:
        return draw_choice(Content.styled(row.value, "bold"), first=row.first, last=row.last)
    if row.is_typed and not row.value:
        return Content.assemble("  ", (row.placeholder, "$dim"))
    return Content.assemble("  ", (row.value, "bold $text-accent"))
