"""Lines of results, in pixels and in letters."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.drawing.canvas import PixelCanvas, Rect
from railbird_client.drawing.page_painter import PagePainter
from railbird_client.drawing.palette import Look, find_look
from railbird_client.history.charts import Scale, draw_chart, even_results, find_scale, largest_step, write_scale
from support.canvas_reading import canvas_lines
from support.night_builders import make_night

PIXELS, LETTERS = find_look(), find_look(coloured=False)
RECT = Rect(6, 0, 12, 5)


def painter(look: Look) -> PagePainter:
    return PagePainter(PixelCanvas(20, 24, look.ground), look)


def test_a_scale_holds_zero_and_every_value() -> None:
    scale = find_scale(RECT, ((0, 5, 20), (0, -20)))
    assert scale == Scale(RECT, -20, 20)
    assert [scale.pixel(value) for value in (20, 0, -20)] == [0, 4, 9]
    assert find_scale(RECT, ((0, 0),)).high == 1
    assert [scale.column(point, 4) for point in (0, 2, 4)] == [6, 12, 17]


def test_a_column_of_several_points_holds_them_all() -> None:
    values = (0, 0, 0, 0, 90, 0, 0, 0, 10)
    scale = find_scale(Rect(0, 0, 5, 5), (values,))
    columns = [*scale.columns(values)]
    assert min(upper for upper, _, _ in columns) == scale.pixel(90)
    assert columns[-1] == (scale.pixel(10), scale.pixel(0), scale.pixel(10))
    assert next(row for _, _, row in scale.columns((0, 90))) == scale.pixel(0)


def test_a_line_is_filled_to_zero_in_mint_above_and_in_grey_below() -> None:
    page = painter(PIXELS)
    line = (0, 20, 20, -20, -20)
    scale = find_scale(RECT, (line,))
    draw_chart(page, scale, line)
    palette = PIXELS.palette
    assert page.canvas.pixels[0][9] == palette.text
    won, lost = page.canvas.pixels[2][10], page.canvas.pixels[7][16]
    assert won is not None
    assert lost is not None
    assert won[1] > won[0]
    assert abs(lost[0] - lost[1]) < 8
    assert {page.canvas.pixels[py][17] for py in (5, 6)} == {lost}
    assert page.canvas.pixels[9][17] == palette.text


def test_even_luck_is_a_broken_line_and_other_players_are_grey() -> None:
    page = painter(PIXELS)
    scale = find_scale(RECT, ((0, 20), (0, -20)))
    draw_chart(page, scale, (0, 0, 0), even=(0, 20, 20))
    row = [page.canvas.pixels[0][x] == PIXELS.palette.luck for x in range(8, 18)]
    assert set(row) == {True, False}
    draw_chart(page, scale, (0, 0), others=[(0, -20)])
    assert page.canvas.pixels[9][17] == PIXELS.palette.axis


def test_without_colours_lines_are_letters() -> None:
    page = painter(LETTERS)
    scale = find_scale(RECT, ((0, 20, -20),))
    draw_chart(page, scale, (0, 20, -20), even=(0, 0, 0))
    write_scale(page, scale)
    lines = canvas_lines(page.canvas)
    assert [line.rstrip() for line in lines[:5]] == [
        "  +20    ━━━━━━┃",
        "         ┃     ┃",
        "    0 ━━━┃·····┃··",
        "               ┃",
        "  −20          ━━━",
    ]


def test_the_hand_that_changed_most_is_found_the_latest_of_several() -> None:
    assert largest_step((0, 5, -5, 5, 6)) == 3
    assert largest_step((0,)) == 0


def test_even_luck_pays_each_called_all_in_by_its_chance() -> None:
    night = make_night()
    wren = next(player for player in night.players if player.you)
    even = even_results(wren, night.points)
    assert even[20 - 1] == wren.results[20 - 1]
    assert even[21 - 1] == wren.results[21 - 1] - 43
    assert even[-1] == 118
    assert even_results(replace(wren, all_ins=()), night.points) == wren.results
