"""A widget that shows a canvas of pixels and redraws only the cells that changed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from railbird_client.model.ascii_fallback import text_to_ascii
from railbird_client.model.keys import Press, SliderClick
from railbird_client.model.look import Look, find_look
from railbird_client.model.pixel_canvas import ClickArea, Ground, PixelCanvas, Run


class PixelCanvasWidget(Widget):
    """Shows the canvas last given to `show`, from its upper left corner."""

    ALLOW_SELECT = False

    @dataclass
    class Pressed(Message):
        """Something on the canvas was clicked; `press` is what the click presses."""

        press: Press

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._canvas: PixelCanvas | None = None
        self._look: Look = find_look()
        self._strips: dict[int, Strip] = {}

    @property
    def canvas(self) -> PixelCanvas | None:
        """The canvas shown now."""
        return self._canvas

    def show(self, canvas: PixelCanvas, look: Look) -> None:
        """Shows a canvas; only the cells that differ from those of the last one are drawn again."""
        before, self._canvas = self._canvas, canvas
        is_new = before is None or look != self._look or (before.width, before.height) != (canvas.width, canvas.height)
        self._look = look
        if is_new or before is None:
            self._strips.clear()
            self.refresh()
            return
        changed: list[Region] = []
        for y in range(canvas.height):
            spans = canvas.changes(before, y)
            if spans:
                self._strips.pop(y, None)
                changed += [Region(begin, y, end - begin, 1) for begin, end in spans]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """Returns a line of the canvas."""
        canvas, width = self._canvas, self.size.width
        if canvas is None or y >= canvas.height:
            return Strip.blank(width, self.rich_style)
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = Strip([self._segment(run) for run in canvas.runs(y)], canvas.width)
        return strip.adjust_cell_length(width, self.rich_style) if width != canvas.width else strip

    def _segment(self, run: Run) -> Segment:
        text = text_to_ascii(run.text) if self._look.ascii_only else run.text
        if not self._look.coloured:
            return Segment(text, _style(None, None, bold=run.bold, reverse=run.reverse))
        return Segment(text, _style(run.colour, run.ground, bold=run.bold, reverse=run.reverse))

    def notify_style_update(self) -> None:
        """Drops the drawn lines when the style of the widget has changed."""
        self._strips.clear()
        super().notify_style_update()

    def _area_at(self, x: int, y: int) -> ClickArea | None:
        return self._canvas.press_at(x, y) if self._canvas is not None else None

    def on_click(self, event: events.Click) -> None:
        """Posts what was clicked."""
        area = self._area_at(event.x, event.y)
        if area is not None:
            event.stop()
            self.post_message(self.Pressed(area.press))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Posts the place on a slider to which its knob is dragged."""
        area = self._area_at(event.x, event.y)
        if event.button and area is not None and isinstance(area.press, SliderClick):
            self.post_message(self.Pressed(area.press))


@lru_cache(maxsize=4096)
def _style(colour: Ground, ground: Ground, *, bold: bool, reverse: bool) -> Style:
    return Style(
        color=None if colour is None else RichColor.from_rgb(*colour),
        bgcolor=None if ground is None else RichColor.from_rgb(*ground),
        bold=bold or None,
        reverse=reverse or None,
    )
