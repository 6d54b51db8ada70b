"""Controls of one line: a key that can be clicked, a line to type in, and one value out of several."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, Key, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from railbird_client.widgets.app_look import apply_ascii_fallback
from railbird_client.widgets.terminal import END_STEP
from railbird_shared.text.text_cleaning import strip_escapes

if TYPE_CHECKING:
    from railbird_client.player_requests import ScreenRequest


@dataclass
class CommandRequested(Message):
    """The player wants a command sent, a seat, a table opened, a tournament followed, or to go to another table."""

    command: ScreenRequest


@dataclass
class NoticeRequested(Message):
    """A sentence is to be shown for some seconds, where it covers no table."""

    sentence: str


class WheelMoves:
    """A screen or a widget in which the wheel moves as the arrows do."""

    @abstractmethod
    def action_move(self, by: int) -> None:
        """Moves the mark, or what is shown, so many places."""

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Moves down with the wheel."""
        event.stop()
        self.action_move(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Moves up with the wheel."""
        event.stop()
        self.action_move(-1)


class KeyHint(Widget):
    """One key of a screen; a click runs its action. Enter does the filled one, which is marked.

    Textual's own Footer makes its keys from bindings, one for each, and knows no filled key.
    """

    DEFAULT_CSS = "KeyHint { width: auto; height: 1; }"

    def __init__(self, key: str, label: str, action: str, *, classes: str = "") -> None:
        super().__init__(classes=classes)
        self.key = key
        self._action = action
        self._label = label

    def on_click(self, event: Click) -> None:
        """Has the app run the action of the key, as for a key that is pressed: it may take this screen away."""
        event.stop()
        self.app.call_later(self.run_action, self._action)

    def render(self) -> Content:
        """Draws the key and its label."""
        drawn = Content.assemble((f" {self.key} ", "bold $key on $button"), f" {self._label} ")
        filled = drawn.stylize("bold $turn-text on $turn") if self.has_focus else drawn
        return apply_ascii_fallback(self.app, filled)


_EDIT_ACTIONS = {
    key: binding.action for binding in Input.BINDINGS if isinstance(binding, Binding) for key in binding.key.split(",")
}


class LineInput(Input):
    """An input of one line of printable text, `hidden` behind dots; with `clear_on_submit` Enter empties it."""

    def __init__(
        self,
        value: str = "",
        *,
        placeholder: str = "",
        max_length: int,
        widget_id: str | None = None,
        clear_on_submit: bool = False,
        hidden: bool = False,
    ) -> None:
        super().__init__(
            value, placeholder=placeholder, max_length=max_length, id=widget_id, compact=True, password=hidden
        )
        self._clear_on_submit = clear_on_submit

    async def on_key(self, event: Key) -> None:
        """Runs the edit at once; by way of its binding it would come after the letters typed next."""
        action = _EDIT_ACTIONS.get(event.key)
        if action is not None:
            event.stop()
            event.prevent_default()
            await self.run_action(action)

    async def action_submit(self) -> None:
        """Submits the line and empties it here, because the next keys may come before the message is handled."""
        await super().action_submit()
        if self._clear_on_submit:
            self.clear()

    def replace(self, text: str, start: int, end: int) -> None:
        """Replaces a range by the printable part of a text, cut to the longest length."""
        printable = "".join(char for char in strip_escapes(text).replace("\t", " ") if char.isprintable())
        first, last = min(start, end), max(start, end)
        room = (self.max_length or len(printable)) - len(self.value) + (last - first)
        super().replace(printable[: max(0, room)], first, last)


Value = TypeVar("Value")

MANY_VALUES = 8
"""How many values a page key steps over."""
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
        Binding("pageup", f"step(-{MANY_VALUES})", "Many less", show=False),
        Binding("pagedown", f"step({MANY_VALUES})", "Many more", show=False),
        Binding("home", f"step(-{END_STEP})", "The first", show=False),
        Binding("end", f"step({END_STEP})", "The last", show=False),
    ]
    DEFAULT_CSS = "Chooser { height: 1; }"

    def __init__(
        self,
        choices: Sequence[tuple[str, Value]],
        *,
        index: int = 0,
        names: Callable[[Value], Iterable[str]] = lambda _: (),
    ) -> None:
        """`names` are what else a value is called when it is typed."""
        super().__init__()
        self._names = names
        self.set_choices(choices, index)
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

    def on_key(self, event: Key) -> None:
        """Chooses the next value of which a word begins with what is typed, letter by letter.

        A letter after a pause, or one with which no value goes on, begins anew; so does any other key.
        """
        letter = (event.character or "").casefold()
        if not letter.isalpha() and not (self._typed and (letter == " " or letter.isdigit())):
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
        """Returns the place of a value of which the words go on with `typed`, looking from `first` places ahead.

        Other names of a value count where no label has the words.
        """
        count = len(self._choices)
        places = [(self._index + by) % count for by in range(first, count)]
        labels = ((at, self._choices[at][0]) for at in places)
        names = ((at, name) for at in places for name in self._names(self._choices[at][1]))
        return next((at for at, called in (*labels, *names) if f" {typed}" in f" {called.casefold()}"), None)

    def on_click(self, event: Click) -> None:
        """Chooses the previous value on the left arrow, the next one anywhere else."""
        event.stop()
        self.action_step(-1 if event.x <= 1 else 1)

    def render(self) -> Content:
        """Draws the value between its arrows; an arrow at an end is faint."""
        count, label = len(self._choices), Content(self._choices[self._index][0])
        position = (f"  {self._index + 1} of {count}", "$dim") if count >= COUNT_SHOWN_FROM else ""
        choice = draw_choice(label, first=self._index == 0, last=self._index == count - 1)
        return apply_ascii_fallback(self.app, Content.assemble(choice, position))


def draw_choice(value: Content, *, first: bool, last: bool) -> Content:
    """Returns a value between its arrows; the arrow at an end of the values is faint."""
    active, inactive = "bold $accent", "$faint"
    before, after = ("◂ ", inactive if first else active), (" ▸", inactive if last else active)
    return Content.assemble(before, value, after)
