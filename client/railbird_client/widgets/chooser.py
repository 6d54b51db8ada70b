"""One value out of several, changed by the arrow keys, letters or a click: `Game   ◂ Five Card Draw ▸`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import ClassVar, Generic, TypeVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, Key
from textual.message import Message
from textual.widget import Widget

from railbird_client.widgets.app_look import apply_ascii_fallback
from railbird_client.widgets.row_list import draw_choice

Value = TypeVar("Value")

PAGE_STEP = 8
END_STEP = 10_000
COUNT_SHOWN_FROM = 12
"""From this many values on, their number is shown."""
TYPING_PAUSE = 1.0
"""After this pause a letter begins another word, in seconds."""


class Chooser(Widget, Generic[Value], can_focus=True):
    """A row that holds one of several values; stepping stops at both ends.

    Textual's Select opens a list over the dialog, and its keys do not step.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,minus", "step(-1)", "Less", show=False),
        Binding("right,plus", "step(1)", "More", show=False),
        Binding("pageup", f"step(-{PAGE_STEP})", "Many less", show=False),
        Binding("pagedown", f"step({PAGE_STEP})", "Many more", show=False),
        Binding("home", f"step(-{END_STEP})", "The first", show=False),
        Binding("end", f"step({END_STEP})", "The last", show=False),
    ]
    DEFAULT_CSS = "Chooser { height: 1; }"

    @dataclass
    class Changed(Message):
        """Another value was chosen."""

        chooser: Widget

        @property
        def control(self) -> Widget:
            """The row that changed, to which `@on` applies its selector."""
            return self.chooser

    def __init__(self, choices: Sequence[tuple[str, Value]], *, index: int = 0, widget_id: str | None = None) -> None:
        super().__init__(id=widget_id)
        self._choices = tuple(choices)
        self._index = min(max(index, 0), len(self._choices) - 1)
        self._typed, self._typed_at = "", -inf

    @property
    def value(self) -> Value:
        """The chosen value."""
        return self._choices[self._index][1]

    def set_choices(self, choices: Sequence[tuple[str, Value]], index: int) -> None:
        """Replaces the values to choose from."""
        self._choices = tuple(choices)
        self._index = min(max(index, 0), len(self._choices) - 1)
        self.refresh()

    def action_step(self, by: int) -> None:
        """Chooses a value before or after."""
        at = min(max(self._index + by, 0), len(self._choices) - 1)
        if at != self._index:
            self._index = at
            self.refresh()
            self.post_message(self.Changed(self))

    def on_key(self, event: Key) -> None:
        """Chooses the next value of which a word begins with what is typed, letter by letter.

        A letter after a pause, or one with which no value goes on, begins anew; so does any other key.
        """
        letter = (event.character or "").casefold()
        if not letter.isalpha() and not (letter == " " and self._typed):
            self._typed = ""
            return
        event.stop()
        going_on = self._typed if event.time - self._typed_at < TYPING_PAUSE else ""
        self._typed_at = event.time
        for typed, first in ((going_on + letter, 0), (letter, 1)):
            at = self._find(typed, first) if going_on or first else None
            if at is not None:
                self._typed = typed
                self.action_step(at - self._index)
                return
        self._typed = ""

    def _find(self, typed: str, first: int) -> int | None:
        """Returns the place of a value of which the words go on with `typed`, looking from `first` places ahead."""
        count = len(self._choices)
        for by in range(first, count):
            at = (self._index + by) % count
            if f" {typed}" in f" {self._choices[at][0].casefold()}":
                return at
        return None

    def on_click(self, event: Click) -> None:
        """Chooses the previous value on the left arrow, the next one anywhere else."""
        event.stop()
        self.action_step(-1 if event.x <= 1 else 1)

    def render(self) -> Content:
        """Draws the value between its arrows; an arrow at an end is faint."""
        count = len(self._choices)
        position = (f"  {self._index + 1} of {count}", "$dim") if count >= COUNT_SHOWN_FROM else ""
        label = Content(self._choices[self._index][0])
        choice = draw_choice(label, first=self._index == 0, last=self._index == count - 1)
        return apply_ascii_fallback(self.app, Content.assemble(choice, position))
