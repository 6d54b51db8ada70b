"""A widget that shows a canvas of pixels and redraws only the cells that changed, and how a screen of it is written.

Textual composes every widget between the first and the last change of a frame, and writes a changed part of a line from
the left edge of its widget on. For a table that is most of the screen: five times the time and bytes of its changes.
No public part of Textual decides on what a frame writes, so this extends its private compositor, and pyproject.toml
holds Textual to the minor release with which that is tested.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from rich.color import Color as RichColor
from rich.console import Console
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._compositor import Compositor, CompositorUpdate
from textual.app import ComposeResult
from textual.geometry import Region
from textual.message import Message
from textual.screen import Screen, ScreenResultType
from textual.strip import Strip
from textual.widget import Widget

from railbird_client.drawing.canvas import ClickArea, Ground, Picture, PixelCanvas, Press, Run, SliderClick
from railbird_client.drawing.palette import Look, find_look, to_hex
from railbird_client.drawing.text_width import text_to_ascii
from railbird_client.widgets.app_look import follow_theme, leave_theme, look_of

Drawing = Callable[[PixelCanvas, Look], object]
"""Draws onto an empty canvas."""


class PixelCanvasWidget(Widget):
    """Shows the `canvas` last given to `show`, from its upper left corner.

    With a drawing it shows what that draws onto an empty canvas, anew for each size and theme; the screen gets the
    ground on which it stands.
    """

    ALLOW_SELECT = False

    @dataclass
    class Pressed(Message):
        """Something on the canvas was clicked; `press` is what the click presses."""

        press: Press

    def __init__(self, draw: Drawing | None = None, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._draw = draw
        self.canvas: Picture | None = None
        self._look: Look = find_look()

    def on_mount(self) -> None:
        """Draws again in the colours of another theme."""
        follow_theme(self, self.redraw)

    def on_unmount(self) -> None:
        """Draws no more."""
        leave_theme(self)

    def on_resize(self) -> None:
        """Draws for the new size."""
        self.redraw()

    def redraw(self) -> None:
        """Draws again."""
        if self._draw is not None and self.is_mounted and self.content_size.area:
            look = look_of(self.app)
            canvas = PixelCanvas(*self.content_size, look.ground)
            self._draw(canvas, look)
            self.show(canvas, look)
            if look.ground is not None:
                self.screen.styles.background = to_hex(look.ground)

    def show(self, canvas: Picture, look: Look) -> None:
        """Shows a canvas; only the cells that differ from those of the last one are drawn again."""
        before, self.canvas = self.canvas, canvas
        known, self._look = self._look, look
        if before is None or look != known or (before.width, before.height) != (canvas.width, canvas.height):
            self.refresh()
            return
        changed = [
            Region(begin, y, end - begin, 1) for y in range(canvas.height) for begin, end in canvas.changes(before, y)
        ]
        if changed:
            self.refresh(*changed)

    @property
    def is_opaque(self) -> bool:
        """Whether every cell has colours of its own, which no style or filter of the application changes."""
        return self.canvas is not None and self._look.coloured and not self._look.outlined

    def render_line(self, y: int) -> Strip:
        """Returns a line of the canvas."""
        return Strip(self.render_cells(y, 0, self.size.width), self.size.width)

    def render_cells(self, y: int, begin: int, end: int) -> list[Segment]:
        """Returns the cells of a line from `begin` to before `end`."""
        canvas = self.canvas
        if canvas is None or y >= canvas.height:
            return [Segment(" " * (end - begin), self.rich_style)]
        last = max(begin, min(end, canvas.width))
        segments = [self._segment(run) for run in canvas.runs(y, begin, last)]
        return segments if last == end else [*segments, Segment(" " * (end - last), self.rich_style)]

    def _segment(self, run: Run) -> Segment:
        text = text_to_ascii(run.text) if self._look.ascii_only else run.text
        colour, ground = (run.colour, run.ground) if self._look.coloured else (None, None)
        return Segment(text, _style(colour, ground, bold=run.bold, reverse=run.reverse))

    def _area_at(self, event: events.MouseEvent) -> ClickArea | None:
        place = event.screen_offset - self.content_region.offset
        return self.canvas.press_at(*place) if self.canvas is not None else None

    def on_click(self, event: events.Click) -> None:
        """Posts what was clicked."""
        area = self._area_at(event)
        if area is not None:
            event.stop()
            self.post_message(self.Pressed(area.press))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Posts the place on a slider to which its knob is dragged."""
        area = self._area_at(event)
        if event.button and area is not None and isinstance(area.press, SliderClick):
            self.post_message(self.Pressed(area.press))


class CanvasScreen(Screen[ScreenResultType]):
    """A screen with one drawing, which `draw` draws."""

    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self.canvas = PixelCanvasWidget(self.draw)

    @abstractmethod
    def draw(self, canvas: PixelCanvas, look: Look) -> None:
        """Draws the screen as it is now onto an empty canvas."""

    def compose(self) -> ComposeResult:
        """Builds the drawing."""
        yield self.canvas

    def on_screen_resume(self) -> None:
        """Draws the screen by the settings of now."""
        self.redraw()

    def redraw(self) -> None:
        """Draws the screen as it is now."""
        self.canvas.redraw()


@lru_cache(maxsize=4096)
def _style(colour: Ground, ground: Ground, *, bold: bool, reverse: bool) -> Style:
    return Style(
        color=None if colour is None else RichColor.from_rgb(*colour),
        bgcolor=None if ground is None else RichColor.from_rgb(*ground),
        bold=bold or None,
        reverse=reverse or None,
    )


class CanvasCompositor(Compositor):
    """Composes a screen as Textual does, but for changes of nothing except a canvas."""

    def __init__(self, canvas: PixelCanvasWidget) -> None:
        super().__init__()
        self._canvas = canvas

    def render_partial_update(self) -> CompositorUpdate | None:  # type: ignore[override]
        """Returns what has to be written, None if nothing has."""
        segments = self._changed_cells()
        if segments is None:
            return super().render_partial_update()
        self._dirty_regions.clear()
        return ChangedCells(segments)

    def _changed_cells(self) -> list[Segment] | None:
        """Returns the moves of the cursor and the cells to write, None if more changed than the canvas."""
        regions, widgets = self._dirty_regions, self.visible_widgets
        if not regions or self._canvas not in widgets or not self._canvas.is_opaque:
            return None
        place, clip = widgets[self._canvas]
        visible = place.intersection(clip)
        ancestors = {*self._canvas.ancestors}
        above = [
            region.intersection(around)
            for widget, (region, around) in widgets.items()
            if widget is not self._canvas and widget not in ancestors
        ]
        if not all(map(visible.contains_region, regions)) or any(each.overlaps(at) for each in above for at in regions):
            return None
        segments: list[Segment] = []
        for y, begin, end in self._regions_to_spans(regions):
            segments.append(_move_to(begin, y))
            segments += self._canvas.render_cells(y - place.y, begin - place.x, end - place.x)
        return segments


@lru_cache(maxsize=4096)
def _move_to(x: int, y: int) -> Segment:
    return Control.move_to(x, y).segment


class ChangedCells(CompositorUpdate):
    """An update of some cells: moves of the cursor, each followed by the cells that begin there."""

    def __init__(self, segments: list[Segment]) -> None:
        self._segments = segments

    def render_segments(self, console: Console) -> str:
        """Returns what is written to the terminal."""
        return Strip(self._segments, 0).render(console)
