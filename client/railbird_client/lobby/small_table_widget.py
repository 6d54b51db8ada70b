"""A table drawn small, with what is known of it, and the rail that crosses the screens."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widget import Widget

from railbird_client.drawing.pixel_canvas import PixelCanvas
from railbird_client.lobby.small_table import Place, SmallTable, draw_small_table
from railbird_client.start.sign import draw_rail
from railbird_client.widgets.app_look import look_of
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget


class _Drawing(Widget):
    """A widget that draws itself anew for each size and theme."""

    DEFAULT_CSS = "_Drawing PixelCanvasWidget { width: 100%; height: 100%; }"

    def compose(self) -> ComposeResult:
        """Builds the canvas."""
        yield PixelCanvasWidget()

    def on_mount(self) -> None:
        """Draws again in the colours of another theme."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.paint())

    def on_resize(self) -> None:
        """Draws for the new size."""
        self.paint()

    def paint(self) -> None:
        """Draws the widget as it is now."""
        width, height = self.content_size
        if not self.is_mounted or not width or not height:
            return
        look = look_of(self.app)
        canvas = PixelCanvas(width, height, None if look.outlined else look.palette.background)
        self.draw(canvas)
        self.query_one(PixelCanvasWidget).show(canvas, look)

    def draw(self, canvas: PixelCanvas) -> None:
        """Draws onto an empty canvas."""
        raise NotImplementedError


class SmallTableWidget(_Drawing):
    """Shows a table small, or nothing."""

    def __init__(self, *, id: str | None = None, classes: str = "") -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._table: SmallTable | None = None

    def show(self, table: SmallTable | None) -> None:
        """Shows another table."""
        if table != self._table:
            self._table = table
            self.paint()

    def draw(self, canvas: PixelCanvas) -> None:
        """Draws the table with its facts."""
        if self._table is not None:
            draw_small_table(canvas, self._table, Place(0, 0, canvas.width, canvas.height), look_of(self.app))


class RailWidget(_Drawing):
    """A rail across the screen, one row high."""

    DEFAULT_CSS = "RailWidget { height: 1; }"

    def draw(self, canvas: PixelCanvas) -> None:
        """Draws the rail."""
        draw_rail(canvas, 0, look_of(self.app), pixels=2)
