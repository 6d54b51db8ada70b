"""What is written to the terminal when a canvas changes: the cells that changed and no others, in the right places."""

from __future__ import annotations

import random
from typing import Any

import pyte
import pytest
from rich.console import RenderableType
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate
from textual.app import App, ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from railbird_client.drawing.canvas import PixelCanvas
from railbird_client.drawing.palette import Look, find_look
from railbird_client.widgets.pixel_canvas_widget import CanvasCompositor, ChangedCells, PixelCanvasWidget
from support.screen_harness import screen_lines

SIZE = (40, 10)
COLOURS = ((20, 20, 20), (200, 30, 40), (30, 90, 60), (240, 240, 230))
WORDS = ("Wren raises to 40", "Jay folds", "K♦ 9♠", "● 1,200", "")


class CanvasScreen(Screen[None]):
    """A canvas, and a note that can lie over it."""

    def __init__(self) -> None:
        super().__init__()
        self.canvas = PixelCanvasWidget()
        self.note = Static("a note", id="note")
        self._compositor: Compositor = CanvasCompositor(self.canvas)

    def compose(self) -> ComposeResult:
        yield self.canvas
        yield self.note


class WrittenApp(App[None]):
    """Keeps a terminal on which everything that is written is shown."""

    CSS = """
    CanvasScreen { layers: below above; overflow: hidden; }
    #note { layer: above; position: absolute; offset: 5 2; width: 12; height: 1; display: none; background: blue; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.shown = CanvasScreen()
        self.terminal = pyte.Screen(*SIZE)
        self.updates: list[CompositorUpdate] = []
        self.written: list[str] = []
        self._stream = pyte.Stream(self.terminal)
        display = self._display

        def write(screen: Screen[Any], renderable: RenderableType | None) -> None:
            if isinstance(renderable, CompositorUpdate):
                text = renderable.render_segments(self.console)
                self.updates.append(renderable)
                self.written.append(text)
                self._stream.feed(text.replace("\n", "\r\n"))
            display(screen, renderable)

        self._display = write  # type: ignore[method-assign]

    def get_default_screen(self) -> Screen[None]:
        return self.shown


def some_canvas(chance: random.Random, before: PixelCanvas | None = None) -> PixelCanvas:
    """Returns a canvas with a few words and pixels, which differ a little from those of another one."""
    canvas = before.copy() if before is not None else PixelCanvas(*SIZE, COLOURS[0])
    for _ in range(4):
        x, y = chance.randrange(-3, SIZE[0]), chance.randrange(SIZE[1] - 1)
        canvas.put(x, y, chance.choice(WORDS), chance.choice(COLOURS), bold=chance.random() < 0.5)
        canvas.fill(x, 2 * y, chance.randrange(9), chance.randrange(1, 3), chance.choice(COLOURS))
        canvas.dot(x + 3, 2 * y + 1, chance.choice(COLOURS))
    last = SIZE[1] - 1
    canvas.fill(0, 2 * last, SIZE[0], 2, COLOURS[1])
    canvas.put(chance.randrange(6), last, "wide 漢字 字漢", COLOURS[3])
    return canvas


def cells_of(terminal: pyte.Screen) -> list[tuple[str, str, str, bool]]:
    """Returns the cells of a terminal: text, colours, whether bold; a blank has no colour of its own."""
    rows = range(SIZE[1])
    cells = [terminal.buffer[y][x] for y in rows for x in range(SIZE[0])]
    return [
        (each.data, each.fg if each.data.strip() else "", each.bg, each.bold and each.data != " ") for each in cells
    ]


def looks() -> list[Look]:
    return [
        find_look(),
        find_look(dark=False),
        find_look(size=256),
        find_look(ascii_only=True),
        find_look(coloured=False),
    ]


@pytest.mark.parametrize("look", looks())
async def test_what_is_written_shows_the_canvas(look: Look) -> None:
    chance = random.Random(7)
    app = WrittenApp()
    async with app.run_test(size=SIZE) as pilot:
        canvas: PixelCanvas | None = None
        for number in range(12):
            canvas = some_canvas(chance, canvas)
            app.shown.note.display = number % 4 == 3
            app.shown.canvas.show(canvas, look)
            await pilot.pause()
            written = cells_of(app.terminal)
            assert [line.rstrip() for line in app.terminal.display] == screen_lines(app)
            app.shown.refresh(layout=True)
            app.shown.canvas.refresh()
            await pilot.pause()
            assert written == cells_of(app.terminal)


async def test_only_the_cells_that_changed_are_written() -> None:
    app = WrittenApp()
    async with app.run_test(size=SIZE) as pilot:
        canvas = PixelCanvas(*SIZE, COLOURS[0])
        canvas.put(2, 4, "Wren raises to 40", COLOURS[3])
        app.shown.canvas.show(canvas, find_look())
        await pilot.pause()
        app.updates.clear()
        app.written.clear()
        changed = canvas.copy()
        changed.put(17, 4, "60", COLOURS[3])
        app.shown.canvas.show(changed, find_look())
        await pilot.pause()
        assert [type(each) for each in app.updates] == [ChangedCells]
        assert app.written[0].startswith("\x1b[5;18H")
        assert "6" in app.written[0]
        assert "Wren" not in app.written[0]


async def test_what_lies_over_the_canvas_stays_there() -> None:
    app = WrittenApp()
    async with app.run_test(size=SIZE) as pilot:
        app.shown.canvas.show(PixelCanvas(*SIZE, COLOURS[0]), find_look())
        app.shown.note.display = True
        await pilot.pause()
        app.updates.clear()
        canvas = PixelCanvas(*SIZE, COLOURS[0])
        canvas.put(0, 2, "below the note", COLOURS[3])
        app.shown.canvas.show(canvas, find_look())
        await pilot.pause()
        assert [type(each) for each in app.updates] == [ChopsUpdate]
        assert app.terminal.display[2].startswith("belowa note")
