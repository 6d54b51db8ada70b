"""The canvas of pixels on the screen: it redraws what changed, posts what was clicked, and writes ASCII if asked to."""

from __future__ import annotations

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region

from railbird_client.drawing.canvas import PixelCanvas, Press, SliderClick
from railbird_client.drawing.palette import Look, find_look
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from support.screen_harness import screen_lines

RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)
SIZE = (20, 5)


class CanvasApp(App[None]):
    """Shows one canvas and keeps what was pressed on it."""

    def __init__(self) -> None:
        super().__init__()
        self.canvas = PixelCanvasWidget()
        self.pressed: list[Press] = []

    def compose(self) -> ComposeResult:
        yield self.canvas

    def on_pixel_canvas_widget_pressed(self, message: PixelCanvasWidget.Pressed) -> None:
        self.pressed.append(message.press)


def canvas_of(*lines: str) -> PixelCanvas:
    canvas = PixelCanvas(*SIZE, RED)
    for y, line in enumerate(lines):
        canvas.put(0, y, line, WHITE)
    return canvas


async def test_letters_and_pixels_are_shown() -> None:
    app = CanvasApp()
    async with app.run_test(size=SIZE) as pilot:
        canvas = canvas_of("K♦ 漢字")
        canvas.dot(3, 2, BLUE)
        app.canvas.show(canvas, find_look())
        await pilot.pause()
        assert screen_lines(app)[:2] == ["K♦ 漢字", "   ▀"]
        style = app.screen.get_style_at(3, 1)
        assert style.color is not None
        assert style.bgcolor is not None
        assert (tuple(style.color.get_truecolor()), tuple(style.bgcolor.get_truecolor())) == (BLUE, RED)


@pytest.mark.parametrize(
    ("look", "text", "has_colours"),
    [
        (find_look(), "K♦ ●", True),
        (find_look(coloured=False), "K♦ ●", False),
        (find_look(ascii_only=True), "Kd o", True),
    ],
)
async def test_a_look_decides_on_symbols_and_colours(look: Look, text: str, *, has_colours: bool) -> None:
    app = CanvasApp()
    async with app.run_test(size=SIZE) as pilot:
        app.canvas.show(canvas_of("K♦ ●"), look)
        await pilot.pause()
        assert screen_lines(app)[0] == text
        strip = app.canvas.render_line(0)
        assert any(segment.style and segment.style.color for segment in strip) == has_colours


async def test_only_the_cells_that_changed_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    app = CanvasApp()
    async with app.run_test(size=SIZE) as pilot:
        app.canvas.show(canvas_of("Wren raises", "Jay folds"), find_look())
        await pilot.pause()
        drawn: list[Region] = []
        monkeypatch.setattr(app.canvas, "refresh", lambda *regions: drawn.extend(regions))
        app.canvas.show(canvas_of("Wren raised", "Jay folds"), find_look())
        assert drawn == [Region(10, 0, 1, 1)]
        drawn.clear()
        app.canvas.show(canvas_of("Wren raised", "Jay folds"), find_look())
        assert drawn == []


@pytest.mark.parametrize("change", ["look", "size"])
async def test_another_look_or_size_is_drawn_whole(change: str) -> None:
    app = CanvasApp()
    async with app.run_test(size=SIZE) as pilot:
        app.canvas.show(canvas_of("Wren ●"), find_look())
        await pilot.pause()
        if change == "look":
            app.canvas.show(canvas_of("Wren ●"), find_look(ascii_only=True))
            await pilot.pause()
            assert screen_lines(app)[0] == "Wren o"
        else:
            smaller = PixelCanvas(6, 2, BLUE)
            smaller.put(0, 1, "Jay", WHITE)
            app.canvas.show(smaller, find_look())
            await pilot.pause()
            assert screen_lines(app)[:3] == ["", "Jay", ""]


async def test_a_click_presses_what_lies_uppermost_there() -> None:
    app = CanvasApp()
    async with app.run_test(size=SIZE) as pilot:
        canvas = canvas_of("Fold")
        canvas.click(0, 0, 20, 3, TableKey.CHAT)
        canvas.click(0, 0, 4, 1, TableKey.FOLD)
        app.canvas.show(canvas, find_look())
        await pilot.pause()
        for offset in ((1, 0), (8, 0), (8, 4)):
            await pilot.click(offset=offset)
        assert app.pressed == [TableKey.FOLD, TableKey.CHAT]


async def test_dragging_moves_only_a_slider() -> None:
    app = CanvasApp()
    async with app.run_test(size=SIZE) as pilot:
        canvas = canvas_of("━●──")
        for cell in range(4):
            canvas.click(cell, 0, 1, 1, SliderClick(cell, 3))
        canvas.click(0, 1, 4, 1, TableKey.FOLD)
        app.canvas.show(canvas, find_look())
        await pilot.pause()
        for x, y, button in ((2, 0, 1), (3, 0, 0), (1, 1, 1)):
            moved = events.MouseMove(app.canvas, x, y, 1, 0, button, False, False, False, x, y)
            app.canvas.post_message(moved)
        await pilot.pause()
        assert set(app.pressed) == {SliderClick(2, 3)}
