"""A widget that shows a drawing of the model and redraws only the parts of lines that changed.

A drawing is a pure function of one value and the size. Lines are cut to the widget, so text from the server never
reaches beyond it, and no text is read as markup.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Generic, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from railbird_client.drawing.ascii_symbols import lines_to_ascii
from railbird_client.drawing.text_roles import Line, Lines, TextRole
from railbird_client.drawing.text_width import split_graphemes
from railbird_client.shell.themes import text_styles
from railbird_client.table.paint.plain_layout import Rect
from railbird_client.table.turn.table_keys import Press, SliderClick

Value = TypeVar("Value")
DrawFunction = Callable[[Value, int, int], Lines]


class CanvasWidget(Widget, Generic[Value]):
    """Shows the value last given to `show`, drawn by `draw`, at the place last given to `move_to`."""

    ALLOW_SELECT = False

    @dataclass
    class Pressed(Message):
        """Something in the drawing was clicked; `press` is what the click presses."""

        press: Press

    def __init__(self, draw: DrawFunction[Value], *, ascii_only: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._draw = draw
        self._ascii = ascii_only
        self._value: Value | None = None
        self._rect: Rect | None = None
        self._lines: Lines = ()
        self._styles: dict[TextRole, Style] = {}

    def move_to(self, rect: Rect | None) -> None:
        """Moves the widget to a rectangle of the screen; None hides it."""
        if rect == self._rect and self.display == (rect is not None):
            return
        self._rect = rect
        self.display = rect is not None
        if rect is not None:
            self.styles.offset = (rect.x, rect.y)
            self.styles.width, self.styles.height = rect.width, rect.height
            self._redraw()

    def show(self, value: Value) -> None:
        """Draws a value, unless it equals the last one."""
        if value != self._value:
            self._value = value
            self._redraw()

    @property
    def lines(self) -> Lines:
        """The lines drawn now."""
        return self._lines

    def render_line(self, y: int) -> Strip:
        """Returns a line of the drawing in the colours of the theme."""
        base = self._style(None)
        if y >= len(self._lines):
            return Strip.blank(self.size.width, base)
        segments = [Segment(run.text, self._style(run.role)) for run in self._lines[y]]
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def notify_style_update(self) -> None:
        """Drops the cached styles when the theme or the style of the widget has changed."""
        self._styles.clear()
        super().notify_style_update()

    def _style(self, role: TextRole | None) -> Style:
        if not self._styles:
            base = self.rich_style
            styles = text_styles(self.app.theme_variables)
            self._styles = {each: base + style for each, style in styles.items()}
        return self._styles[role or TextRole.TEXT]

    def _redraw(self) -> None:
        if self._value is None or self._rect is None:
            return
        lines = self._draw(self._value, self._rect.width, self._rect.height)
        lines = lines_to_ascii(lines) if self._ascii else lines
        old, self._lines = self._lines, lines
        if len(old) != len(lines):
            self.refresh()
            return
        changed = [_changed_region(y, old[y], line) for y, line in enumerate(lines) if line != old[y]]
        if changed:
            self.refresh(*changed)

    def _press_at(self, x: int, y: int) -> Press | None:
        if not 0 <= y < len(self._lines):
            return None
        for run in self._lines[y]:
            x -= Segment(run.text).cell_length
            if x < 0:
                return run.click
        return None

    def on_click(self, event: events.Click) -> None:
        """Posts what was clicked."""
        press = self._press_at(event.x, event.y)
        if press is not None:
            event.stop()
            self.post_message(self.Pressed(press))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Posts the place on a slider to which its knob is dragged."""
        press = self._press_at(event.x, event.y)
        if event.button and isinstance(press, SliderClick):
            self.post_message(self.Pressed(press))


def _changed_region(y: int, old: Line, new: Line) -> Region:
    """Returns the part of a line that has changed."""
    pairs = zip_longest(_split_into_cells(old), _split_into_cells(new))
    differing = [x for x, (before, after) in enumerate(pairs) if before != after]
    return Region(differing[0], y, differing[-1] - differing[0] + 1, 1) if differing else Region(0, y, 0, 1)


def _split_into_cells(line: Line) -> list[tuple[str, TextRole]]:
    cells: list[tuple[str, TextRole]] = []
    for run in line:
        for piece, width in split_graphemes(run.text):
            cells += [(piece, run.role)] * width
    return cells
