"""Composes a screen that is one canvas: of a changed line it writes only the cells that changed.

Textual composes every widget between the first and the last change of a frame, and writes a changed part of a line from
the left edge of its widget on. For a table that is most of the screen: five times the time and bytes of its changes.

No public part of Textual decides on what a frame writes, so this extends its private compositor, and pyproject.toml
holds Textual to the minor release with which that is tested.
"""

from __future__ import annotations

from functools import lru_cache

from rich.console import Console
from rich.control import Control
from rich.segment import Segment
from textual._compositor import Compositor, CompositorUpdate
from textual.strip import Strip

from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget


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
        segments: list[Segment] = []
        for region in regions:
            if not visible.contains_region(region) or any(each.overlaps(region) for each in above):
                return None
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
