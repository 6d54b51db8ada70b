"""The oval of the table, and where its seats lie."""

from __future__ import annotations

import pytest

from railbird_client.drawing.canvas import PixelCanvas
from railbird_client.drawing.palette import find_palette
from railbird_client.table.paint.oval import Oval, draw_outline, draw_oval, seat_points
from support.canvas_reading import canvas_lines

OVAL = Oval(20, 16, 18, 12, 3)


@pytest.mark.parametrize("size", [0, 256, 16])
def test_the_oval_is_the_same_left_and_right(size: int) -> None:
    palette = find_palette(dark=True, size=size)
    canvas = PixelCanvas(40, 16, palette.background)
    draw_oval(canvas, OVAL, palette)
    assert all(row == row[::-1] for row in canvas.pixels)


def test_the_middle_is_felt_the_rim_is_wood_and_the_corners_stay() -> None:
    palette = find_palette(dark=True, size=256)
    canvas = PixelCanvas(40, 16, palette.background)
    draw_oval(canvas, OVAL, palette)
    assert canvas.pixels[16][20] == palette.felt[0]
    assert canvas.pixels[16][3] in {palette.rail, palette.rail_dark}
    assert canvas.pixels[0][0] == palette.background


def test_an_oval_beyond_the_canvas_is_cut() -> None:
    palette = find_palette(dark=True)
    canvas = PixelCanvas(10, 4, palette.background)
    draw_oval(canvas, OVAL, palette)
    assert len(canvas.pixels) == 8
    assert {len(row) for row in canvas.pixels} == {10}


def test_the_outline_is_a_closed_line() -> None:
    canvas = PixelCanvas(40, 16)
    draw_outline(canvas, OVAL)
    lines = canvas_lines(canvas)
    rows = [line for line in lines if line.strip()]
    assert rows[0].strip().startswith("╭─")
    assert rows[0].strip().endswith("─╮")
    assert rows[-1].strip().startswith("╰─")
    assert all(len(line) - len(line.lstrip()) + len(line) == 40 for line in rows)


@pytest.mark.parametrize("count", range(2, 11))
def test_seats_lie_clockwise_and_mirror_each_other(count: int) -> None:
    points = seat_points(count, 34, 26, 2.1)
    assert len(points) == count
    assert points[0] == (0.0, 26)
    for place in range(1, count):
        mirror = points[count - place]
        assert (points[place].x, points[place].y) == pytest.approx((-mirror.x, mirror.y))
    assert all(points[place].x <= 0 for place in range(1, count // 2 + 1))
