"""The rows of a form: the arrows choose a row and change its value, typing narrows the list or edits a value.

Textual's own OptionList and DataTable do not serve: their marks go around at the ends, the wheel scrolls the mark out
of sight, one click chooses, keys come by way of bindings and so after those that are pressed next, and what they show
knows no width.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from textual.content import Content
from textual.events import Click, Key
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from railbird_client.forms.form_rows import FormRow, RowKind, best_match, narrowed
from railbird_client.widgets.app_look import apply_ascii_fallback
from railbird_client.widgets.controls import WheelMoves, draw_choice
from railbird_client.widgets.terminal import MOVES

LABEL_WIDTH = 25
KeyHandler = Callable[[Key], bool]
"""Acts on a key; returns whether it did."""

_STEPS = {"left": -1, "right": 1}
_WITH_SLASHES = (RowKind.TEXT, RowKind.SECRET)


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


class FormList(WheelMoves, Widget, can_focus=True):
    """Shows as many rows of one page as fit, the marked one among them; `find` narrows them."""

    ALLOW_SELECT = False
    leaves_digits = False
    """Whether a digit is for the screen, unless the list is narrowed."""
    value_x = 4 + LABEL_WIDTH
    """Where the values begin."""
    key_handler: KeyHandler | None = None
    """Takes every key before the list does."""

    _searching = False
    """Whether what is typed narrows the list, whatever row is marked."""

    index: reactive[int] = reactive(0)
    """The place of the marked row."""
    rows: reactive[tuple[FormRow, ...]] = reactive(())
    find: reactive[str] = reactive("")

    class Highlighted(Message):
        """Another row is marked, or what is shown has changed."""

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

    # --- the mark ---

    def action_move(self, by: int) -> None:
        """Marks another row."""
        self.mark(self.index + by, by)

    def mark(self, place: int, by: int = 1) -> None:
        """Marks the row at a place, or the nearest that is no heading, first in that direction."""
        shown = self.shown
        start = min(max(place, 0), max(0, len(shown) - 1))
        ahead, back = range(start, len(shown)), range(min(start, len(shown) - 1), -1, -1)
        places = (*ahead, *back) if by > 0 else (*back, *ahead)
        self.index = next((each for each in places if not shown[each].is_heading), 0)
        self.post_message(self.Highlighted())

    # --- keys ---

    def action_step(self, by: int) -> None:
        """Asks for the value before or after."""
        if (row := self.highlighted) is not None:
            self._act(Step(row, by))

    def action_choose(self) -> None:
        """Ticks the row, does what it says, edits its value, or takes the next one."""
        if (row := self.highlighted) is not None:
            is_choice = row.kind is RowKind.CHOICE
            self._act(Edit(row) if row.is_typed else Step(row, 1) if is_choice else Choose(row))

    def on_key(self, event: Key) -> None:
        """Acts at once; by way of bindings a key would come after those that are pressed next."""
        if (self.key_handler or self.act_on_key)(event):
            event.stop()

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

    def _act_on_letter(self, letter: str) -> bool:
        """Narrows the list by a letter, unless it begins an edit or belongs to the marked row."""
        row = self.highlighted
        if letter == "?" and not self._searching:
            return False  # help, where the screen has some
        if not letter or not letter.isprintable() or (self.leaves_digits and letter.isdigit() and not self.find):
            return False
        if letter == "/" and not self._searching and (row is None or row.kind not in _WITH_SLASHES):
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

    def on_click(self, event: Click) -> None:
        """Marks the row that was clicked, and changes its value."""
        event.stop()
        offset, places = event.get_content_offset(self), self._places_in_sight
        if offset is None or offset.y >= len(places) or self.shown[places[offset.y]].is_heading:
            return
        was_marked = places[offset.y] == self.index
        self.mark(places[offset.y])
        row, at = self.shown[self.index], offset.x - self.value_x
        if row.kind is RowKind.CHOICE and 0 <= at < 2:
            self.action_step(-1)
        elif at >= 0 or row.kind is RowKind.TICK or was_marked:
            self.action_choose()

    @property
    def _places_in_sight(self) -> range:
        count, room = len(self.shown), max(1, self.size.height)
        first = max(0, min(self.index - room // 2, count - room))
        return range(first, min(count, first + room))

    def render(self) -> Content:
        """Draws the rows, or says that none has the words that are typed."""
        shown = self.shown
        if all(row.is_heading for row in shown):
            words = f'Nothing here is called "{self.find}": [Backspace]' if self.find else ""
            drawn = Content.assemble("  ", (words, "$dim"))
        else:
            rows = (self._draw_row(shown[place], marked=place == self.index) for place in self._places_in_sight)
            drawn = Content("\n").join(rows)
        return apply_ascii_fallback(self.app, drawn)

    def _draw_row(self, row: FormRow, *, marked: bool) -> Content:
        if row.is_heading:
            return Content.assemble("  ", (row.label, "bold $text-accent")).truncate(self.size.width)
        bar = ("┃ ", "$accent") if marked and self.has_focus else "┃ " if marked else "  "
        label = Content.styled(row.label, "bold" if marked else "").truncate(LABEL_WIDTH, pad=True, ellipsis=True)
        sign, style, note = row.mark.value
        line = Content.assemble(bar, (sign, style), label, draw_value(row))
        if note and line.cell_length + len(note) + 3 <= self.size.width:
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
