"""A list of rows of which one is marked: moving the mark, the rows in sight, and the mouse.

Textual's own OptionList and DataTable do not serve: their marks go around at the ends, the wheel scrolls the mark out
of sight, one click chooses, keys come by way of bindings and so after those that are pressed next, and what they show
knows no width. The rows of every form are such lists; a list that is a part of a drawing or of a written page, as on
the start screen and in the lobby, has a mark of its own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from textual.content import Content
from textual.events import Click, Key, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from railbird_client.widgets.app_look import apply_ascii_fallback

PAGE_STEP = 10
"""How many rows a page key moves the mark."""
END_STEP = 10_000
"""More than any list has rows or a chooser values: the step to an end."""
MOVES = {"up": -1, "down": 1, "pageup": -PAGE_STEP, "pagedown": PAGE_STEP, "home": -END_STEP, "end": END_STEP}
"""By how many rows each key moves the mark."""


class RowList(Widget, can_focus=True):
    """Shows as many rows as fit; the marked one is among them."""

    ALLOW_SELECT = False

    index: reactive[int] = reactive(0)
    """The place of the marked row."""

    class Highlighted(Message):
        """Another row is marked, or what is shown has changed."""

    # --- what a kind of list defines ---

    @property
    @abstractmethod
    def count(self) -> int:
        """How many rows there are."""

    @abstractmethod
    def draw_row(self, place: int, *, marked: bool) -> Content:
        """Returns a row, on one line or several."""

    @abstractmethod
    def click_row(self, x: int, *, was_marked: bool, chain: int) -> None:
        """Acts on a click at `x` of the row that is marked now; `chain` is 2 for a double click."""

    @property
    def nothing(self) -> Content:
        """The text where there is no row that can be marked."""
        return Content("")

    def can_mark(self, place: int) -> bool:  # noqa: ARG002  a list with headings looks at its rows
        """Whether a row can be marked."""
        return True

    # --- the mark ---

    def action_move(self, by: int) -> None:
        """Marks another row."""
        self.mark(self.index + by, by)

    def mark(self, place: int, by: int = 1) -> None:
        """Marks the row at a place, or the nearest that can be, first in that direction and then in the other."""
        start = min(max(place, 0), max(0, self.count - 1))
        ahead, back = range(start, self.count), range(min(start, self.count - 1), -1, -1)
        places = (*ahead, *back) if by > 0 else (*back, *ahead)
        self.index = next((each for each in places if self.can_mark(each)), 0)
        self.post_message(self.Highlighted())

    def on_key(self, event: Key) -> None:
        """Acts at once; by way of bindings a key would come after those that are pressed next."""
        if self.take_key(event):
            event.stop()

    def take_key(self, event: Key) -> bool:
        """Acts on a key; returns whether it means anything here."""
        if event.key in MOVES:
            self.action_move(MOVES[event.key])
        return event.key in MOVES

    # --- the mouse ---

    def on_click(self, event: Click) -> None:
        """Marks the row that was clicked."""
        event.stop()
        at = event.get_content_offset(self)
        place = self.place_at(at.y) if at is not None else None
        if at is None or place is None or place >= self.count or not self.can_mark(place):
            return
        was_marked = place == self.index
        self.mark(place)
        self.click_row(at.x, was_marked=was_marked, chain=event.chain)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Moves the mark with the wheel."""
        event.stop()
        self.action_move(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Moves the mark with the wheel."""
        event.stop()
        self.action_move(-1)

    # --- drawing ---

    def places(self) -> Sequence[int]:
        """Returns the places of the rows in sight."""
        return self.places_in(self.size.height)

    def places_in(self, room: int) -> range:
        """Returns the places of as many rows as `room` lines hold."""
        first = max(0, min(self.index - max(1, room) // 2, self.count - max(1, room)))
        return range(first, min(self.count, first + max(1, room)))

    def place_at(self, y: int) -> int | None:
        """Returns the place of the row in a line, None where there is none."""
        places = self.places()
        return places[y] if y < len(places) else None

    def head(self) -> list[Content]:
        """Returns what stands above the rows."""
        return []

    def render(self) -> Content:
        """Draws the rows."""
        if not any(self.can_mark(place) for place in range(self.count)):
            return apply_ascii_fallback(self.app, self.nothing)
        rows = [self.draw_row(place, marked=place == self.index) for place in self.places()]
        return apply_ascii_fallback(self.app, Content("\n").join([*self.head(), *rows]))


def draw_choice(value: Content, *, first: bool, last: bool) -> Content:
    """Returns a value between its arrows; the arrow at an end of the values is faint."""
    active, inactive = "bold $accent", "$faint"
    before, after = ("◂ ", inactive if first else active), (" ▸", inactive if last else active)
    return Content.assemble(before, value, after)
