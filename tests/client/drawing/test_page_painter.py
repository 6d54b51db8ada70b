"""What all pages of the whole screen share: it lies where the table has it, and reads without colours, too."""

from __future__ import annotations

import pytest

from railbird_client.drawing.canvas import PixelCanvas
from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.palette import Look, find_look
from railbird_client.drawing.text_roles import Span
from railbird_client.table.paint.geometry import compute_geometry
from railbird_client.table.paint.table_sizes import find_size
from railbird_shared.game.announced_game import Family
from support.canvas_reading import canvas_lines

ENTER = PageKey("Enter", "Sit down", "enter", primary=True)
WATCH, FULL = PageKey("W", "Watch", "w"), PageKey("N", "New table", "n", works=False)
NO_COLOUR = find_look(coloured=False)


def page(width: int, height: int, look: Look | None = None, *, side: bool = True) -> PagePainter:
    look = look or find_look()
    size = find_size(width, height) if side else None
    return PagePainter(PixelCanvas(width, height, look.ground), look, size.side(width) if size else None)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 30), (120, 40), (140, 44), (160, 48), (200, 60)])
def test_the_prompt_and_the_side_column_lie_where_the_table_has_them(size: tuple[int, int]) -> None:
    table = compute_geometry(*size, family=Family.BOARD, seat_count=9, viewer=1)
    painter = page(*size)
    assert table is not None
    assert painter.prompt_row == table.bar.y
    assert painter.side == (size[0] if table.side is None else table.side.x)


def test_a_small_screen_names_the_buttons_among_the_keys() -> None:
    painter = page(60, 18)
    painter.heading("Lobby", "Hanna's server")
    painter.prompt(Span("Kitchen has 3 free seats."))
    painter.buttons((ENTER, WATCH))
    painter.keys((PageKey("Q", "leave", "q"),))
    lines = canvas_lines(painter.canvas)
    assert lines[15] == " Kitchen has 3 free seats."
    assert lines[17] == " Enter Sit down   W Watch   Q leave"


@pytest.mark.parametrize(("size", "row"), [((80, 24), 21), ((120, 40), 35)])
def test_buttons_lie_below_the_prompt_and_can_be_clicked(size: tuple[int, int], row: int) -> None:
    painter = page(*size)
    painter.buttons((ENTER, WATCH, FULL))
    line = canvas_lines(painter.canvas)[row]
    assert line.split() == ["Enter", "Sit", "down", "W", "Watch", "N", "New", "table"]
    areas = [painter.canvas.press_at(line.index(word), row) for word in ("Sit", "Watch", "New")]
    assert [area.press if area else None for area in areas] == [ENTER, WATCH, None]
    letter = painter.canvas.letters[row][line.index("Sit")]
    assert letter.colour == painter.look.palette.background
    assert painter.canvas.ground_at(line.index("Sit"), row) == painter.look.palette.text


def test_a_key_that_does_nothing_now_has_no_cap() -> None:
    for look, shown in ((find_look(), " W  N"), (NO_COLOUR, "[W] N")):
        painter = page(80, 24, look)
        painter.cap(painter.cap(0, 3, WATCH), 3, FULL)
        assert canvas_lines(painter.canvas)[3] == shown
        assert painter.canvas.press_at(1, 3) is not None
        assert painter.canvas.press_at(4, 3) is None


def test_the_chosen_tab_is_reversed() -> None:
    tabs = [PageKey(str(place), words, str(place)) for place, words in ((1, "all"), (2, "won 31"))]
    for look in (find_look(), NO_COLOUR):
        painter = page(80, 24, look)
        painter.tabs(3, tabs, 1)
        assert canvas_lines(painter.canvas)[3] == " 1 all    2 won 31"
        letter = painter.canvas.letters[3][10]
        assert letter.reverse is look.outlined
        assert letter.colour == (look.palette.text if look.outlined else look.palette.background)
        assert look.outlined or painter.canvas.ground_at(10, 3) == look.palette.text


@pytest.mark.parametrize("look", [NO_COLOUR, find_look(size=16)], ids=["NO_COLOR", "16"])
def test_bars_without_grounds_are_letters(look: Look) -> None:
    painter = page(80, 24, look)
    painter.bar(2, 6, 8, 0.5, look.palette.chance)
    painter.signed_bar(20, 3, 0.5, (4, 4))
    painter.signed_bar(20, 4, -1, (4, 4))
    painter.signed_bar(20, 5, 0, (4, 4))
    assert [line.strip() for line in canvas_lines(painter.canvas)[3:6]] == ["━━━━····          │━━", "━━━━│", "│"]


def test_what_was_lost_lies_left_of_the_axis_and_is_not_red() -> None:
    painter = page(80, 24)
    painter.signed_bar(20, 3, 0.01, (10, 8))
    painter.signed_bar(20, 4, -2, (10, 8))
    palette, pixels = painter.look.palette, painter.canvas.pixels
    assert pixels[6][19:23] == [palette.background, palette.axis, palette.win, palette.background]
    assert pixels[8][9:22] == [palette.background, *[palette.loss] * 10, palette.axis, palette.background]


@pytest.mark.parametrize("look", [find_look(), NO_COLOUR, find_look(size=16)], ids=["full", "NO_COLOR", "16"])
def test_a_notice_has_one_sentence_and_one_key(look: Look) -> None:
    painter = page(120, 40, look)
    painter.notice("You left Attic with 212.", PageKey("$", "statement", "dollar_sign"))
    mark = "▸" if painter.writes_shapes else " "
    assert canvas_lines(painter.canvas)[38] == f"{mark} You left Attic with 212.   $ statement"
    assert painter.canvas.press_at(30, 38) is not None


def test_the_heading_and_its_wood_end_at_the_side_column() -> None:
    painter = page(120, 40)
    painter.heading("Lobby", "Hanna's server", "31 people")
    assert canvas_lines(painter.canvas)[0].endswith("31 people")
    assert len(canvas_lines(painter.canvas)[0]) == 84
    palette, pixels = painter.look.palette, painter.canvas.pixels
    assert pixels[2][85:87] == [palette.rail_light, palette.aside]
