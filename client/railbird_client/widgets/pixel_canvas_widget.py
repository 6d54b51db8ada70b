"""A widget that shows a canvas of pixels and redraws only the cells that changed."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
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
            self._redraw()
            return
        changed: list[Region] = []
        for y in range(canvas.height):
            spans = canvas.changes(before, y)
            if spans:
                self._strips.pop(y, None)
                changed += [Region(begin, y, end - begin, 1) for begin, end in spans]
        if changed:
            self._redraw(*changed)

    def _redraw(self, *regions: Region) -> None:
        """Has regions of the canvas drawn again, without any the whole of it."""
        self.refresh(*regions)

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
        area = self._area_at(*(event.screen_offset - self.region.offset))
        if area is not None:
            event.stop()
            self.post_message(self.Pressed(area.press))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Posts the place on a slider to which its knob is dragged."""
        area = self._area_at(*(event.screen_offset - self.region.offset))
        if event.button and area is not None and isinstance(area.press, SliderClick):
            self.post_message(self.Pressed(area.press))


TILE_WIDTH = 10
_TILES = 24
"""How wide the tiles are, and how many there are; the last one takes what lies beyond."""


class TiledCanvasWidget(PixelCanvasWidget):
    """Shows a canvas in tiles side by side.

    Textual writes a changed part of a line from the left edge of its widget on, so that in narrow widgets a change
    sends little more than itself. A column in which whole lines change is one tile.
    """

    DEFAULT_CSS = """
    TiledCanvasWidget { layout: horizontal; overflow: hidden; }
    CanvasTile { height: 100%; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._tiles = [CanvasTile(self, number) for number in range(_TILES)]
        self._cuts: list[int] = [0]
        self._parts: dict[tuple[int, int], Strip] = {}

    def compose(self) -> ComposeResult:
        """Builds the tiles."""
        yield from self._tiles

    def place_tiles(self, width: int, column: int | None = None) -> None:
        """Divides a width into tiles; the cells from x = `column` on, if given, are one tile."""
        end = width if column is None else column
        cuts = [*range(0, end, TILE_WIDTH)][: _TILES - 1]
        cuts += [] if column is None else [column]
        if cuts == self._cuts:
            return
        self._cuts = cuts
        self._parts.clear()
        for tile, begin, after in zip_longest(self._tiles, cuts, cuts[1:]):
            tile.display = begin is not None
            tile.styles.width = "1fr" if after is None else after - begin

    def _redraw(self, *regions: Region) -> None:
        if not regions:
            self._parts.clear()
            for tile in self._tiles:
                tile.refresh()
            return
        changed: dict[int, list[Region]] = {}
        for begin, y, width, _ in regions:
            first, last = (bisect_right(self._cuts, x) - 1 for x in (begin, begin + width - 1))
            for number in range(first, last + 1):
                self._parts.pop((number, y), None)
                left = self._cuts[number]
                right = begin + width if number == last else self._cuts[number + 1]
                x = max(begin, left)
                changed.setdefault(number, []).append(Region(x - left, y, right - x, 1))
        for number, parts in changed.items():
            self._tiles[number].refresh(*parts)

    def part_of_line(self, number: int, y: int) -> Strip:
        """Returns the part of a line in a tile."""
        canvas = self._canvas
        begin = self._cuts[number] if number < len(self._cuts) else 0
        end = self._cuts[number + 1] if number + 1 < len(self._cuts) else self.size.width
        if canvas is None or y >= canvas.height or number >= len(self._cuts):
            return Strip.blank(end - begin, self.rich_style)
        part = self._parts.get((number, y))
        if part is None:
            end = min(end, canvas.width)
            part = Strip([self._segment(run) for run in canvas.runs(y, begin, end)], end - begin)
            self._parts[number, y] = part
        return part

    def notify_style_update(self) -> None:
        """Drops the drawn lines when the style of the widget has changed."""
        self._parts.clear()
        super().notify_style_update()


class CanvasTile(Widget):
    """Shows a part of the lines of a canvas; what happens to it happens to the canvas."""

    ALLOW_SELECT = False

    def __init__(self, whole: TiledCanvasWidget, number: int) -> None:
        super().__init__()
        self._whole, self._number = whole, number

    def render_line(self, y: int) -> Strip:
        """Returns a line of the tile."""
        strip, width = self._whole.part_of_line(self._number, y), self.size.width
        return strip.adjust_cell_length(width, self.rich_style) if width != strip.cell_length else strip


@lru_cache(maxsize=4096)
def _style(colour: Ground, ground: Ground, *, bold: bool, reverse: bool) -> Style:
    return Style(
        color=None if colour is None else RichColor.from_rgb(*colour),
        bgcolor=None if ground is None else RichColor.from_rgb(*ground),
        bold=bold or None,
        reverse=reverse or None,
    )
