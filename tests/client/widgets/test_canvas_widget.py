"""The canvas widget: it draws in its rectangle, redraws what changed, and posts what was clicked."""

from __future__ import annotations

from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region

from railbird_client.drawing.text_roles import Lines, Span, TextRole
from railbird_client.shell.themes import DAY, NIGHT
from railbird_client.table.paint.plain_layout import Rect
from railbird_client.table.turn.table_keys import Press, SliderClick
from railbird_client.widgets.canvas_widget import CanvasWidget
from support.screen_harness import screen_lines


def words(value: str, _width: int, height: int) -> Lines:
    rows = value.splitlines()[:height]
    return tuple((Span(row, TextRole.TEXT, SliderClick(index, 1)),) for index, row in enumerate(rows))


class CanvasApp(App[None]):
    """Shows one canvas and keeps what was pressed in it."""

    CSS = "CanvasWidget { position: absolute; }"

    def __init__(self, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.canvas: CanvasWidget[str] = CanvasWidget(words, ascii_only=ascii_only)
        self.pressed: list[Press] = []

    def compose(self) -> ComposeResult:
        yield self.canvas

    def on_mount(self) -> None:
        self.register_theme(NIGHT)
        self.register_theme(DAY)
        self.theme = NIGHT.name
        self.canvas.move_to(Rect(2, 1, 8, 2))

    def on_canvas_widget_pressed(self, message: CanvasWidget.Pressed) -> None:
        self.pressed.append(message.press)

    @property
    def text(self) -> list[str]:
        return screen_lines(self)[:3]


async def test_the_canvas_is_drawn_where_it_was_moved_to() -> None:
    app = CanvasApp()
    async with app.run_test(size=(20, 5)) as pilot:
        app.canvas.show("K♦ Wren\n漢字")
        await pilot.pause()
        assert app.text == ["", "  K♦ Wren", "  漢字"]
        app.canvas.move_to(Rect(0, 0, 4, 1))
        await pilot.pause()
        assert app.text == ["K♦ W", "", ""]
        app.canvas.move_to(None)
        await pilot.pause()
        assert app.text == ["", "", ""]


async def test_only_changed_regions_are_redrawn() -> None:
    app = CanvasApp()
    async with app.run_test(size=(20, 5)) as pilot:
        app.canvas.show("Wren 20\nHeron 漢 5")
        await pilot.pause()
        drawn: list[Region] = []
        app.canvas.refresh = lambda *regions, **_: drawn.extend(regions)  # type: ignore[method-assign, assignment]
        app.canvas.show("Wren 30\nHeron 漢 5")
        app.canvas.show("Wren 30\nHeron 漢 7")
        app.canvas.show("Wren 30\nHeron 漢 7")
        assert drawn == [Region(5, 0, 1, 1), Region(9, 1, 1, 1)]


async def test_the_canvas_can_be_drawn_in_ascii() -> None:
    app = CanvasApp(ascii_only=True)
    async with app.run_test(size=(20, 5)) as pilot:
        app.canvas.show("K♦ ▶")
        await pilot.pause()
        assert app.text[1] == "  Kd >"


async def test_clicks_and_drags_report_what_they_press() -> None:
    app = CanvasApp()
    async with app.run_test(size=(20, 5)) as pilot:
        app.canvas.show("Wren\nHeron")
        await pilot.pause()
        await pilot.click(offset=(3, 2))
        await pilot.click(offset=(9, 2))
        assert app.pressed == [SliderClick(1, 1)]
        move = events.MouseMove(app.canvas, 1, 0, 0, 0, 1, False, False, False, 3, 1)
        app.canvas.post_message(move)
        await pilot.pause()
        assert app.pressed == [SliderClick(1, 1), SliderClick(0, 1)]


async def test_a_new_theme_changes_the_colours() -> None:
    app = CanvasApp()
    async with app.run_test(size=(20, 5)) as pilot:
        app.canvas.show("Wren")
        await pilot.pause()
        night = app.canvas.render_line(0)
        app.theme = DAY.name
        await pilot.pause()
        assert app.canvas.render_line(0).text == night.text
        assert list(app.canvas.render_line(0)) != list(night)
