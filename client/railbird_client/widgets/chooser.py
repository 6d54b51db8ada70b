"""One value out of several, changed by the arrow keys, a letter or a click: `Game   ◂ Five Card Draw ▸`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, Key
from textual.message import Message
from textual.widget import Widget

from railbird_client.widgets.ascii_fallback import apply_ascii_fallback

Value = TypeVar("Value")

PAGE_STEP = 8
END_STEP = 10_000
COUNT_SHOWN_FROM = 12
"""From this many values on, their number is shown."""


class Chooser(Widget, Generic[Value], can_focus=True):
    """A row that holds one of several values; stepping stops at both ends."""

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
        """Chooses the next value with a word that begins with the letter typed."""
        letter = (event.character or "").casefold()
        if not letter.isalpha():
            return
        event.stop()
        count = len(self._choices)
        for by in range(1, count):
            words = self._choices[(self._index + by) % count][0].casefold().split()
            if any(word.startswith(letter) for word in words):
                self.action_step((self._index + by) % count - self._index)
                return

    def on_click(self, event: Click) -> None:
        """Chooses the previous value on the left arrow, the next one anywhere else."""
        event.stop()
        self.action_step(-1 if event.x <= 1 else 1)

    def render(self) -> Content:
        """Draws the value between its arrows; an arrow at an end is faint."""
        active, inactive = "bold $accent", "$faint"
        first, last = self._index == 0, self._index == len(self._choices) - 1
        before, after = ("◂ ", inactive if first else active), (" ▸", inactive if last else active)
        count = len(self._choices)
        position = (f"  {self._index + 1} of {count}", "$dim") if count >= COUNT_SHOWN_FROM else ""
        return apply_ascii_fallback(self.app, Content.assemble(before, self._choices[self._index][0], after, position))
