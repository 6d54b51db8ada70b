"""Draws the whole table screen on one canvas."""

from __future__ import annotations

from functools import lru_cache

from railbird_client.model.layout import Rect
from railbird_client.model.look import Look
from railbird_client.model.oval import Oval, draw_outline, draw_oval
from railbird_client.model.paint.felt import Felt
from railbird_client.model.paint.pixel_bar import ActionBar
from railbird_client.model.paint.plates import OwnCards, Plates
from railbird_client.model.paint.side_column import SideColumn
from railbird_client.model.paint.view_models import TableViewModel, TitleViewModel
from railbird_client.model.pixel_canvas import PixelCanvas
from railbird_client.model.table_geometry import TableGeometry
from railbird_client.model.text_width import cell_width


def draw_table(model: TableViewModel, geometry: TableGeometry, look: Look) -> PixelCanvas:
    """Draws a table."""
    canvas = draw_felt_and_seats(model, geometry, look)
    SideColumn(canvas, geometry, look).draw(model.log, model.chat, model.hints)
    ActionBar(canvas, geometry, look).draw(
        model.action_bar, model.own_status, None if model.chat.typing else model.hints
    )
    return canvas


def draw_felt_and_seats(model: TableViewModel, geometry: TableGeometry, look: Look) -> PixelCanvas:
    """Draws a table with its title, without log, chat and action bar."""
    canvas = _empty_table(geometry.width, geometry.height, geometry.oval, geometry.side, look).copy()
    _write_title(canvas, model.title, geometry, look)
    felt = Felt(canvas, geometry, look)
    own = model.seats[geometry.viewer].seat
    felt.draw_middle(model.board, own_bet=own is not None and own.bet > 0)
    plates = Plates(canvas, geometry, look)
    for number, seat in model.seats.items():
        if model.own_seat is None or number != geometry.viewer:
            plates.draw_seat(seat)
    if model.own_seat is not None:
        OwnCards(canvas, geometry, look, model.own_seat).draw()
        plates.draw_own(model.own_seat)
    felt.draw_bets(
        tuple(each.seat for each in model.seats.values() if each.seat is not None), model.to_match, fading=model.fading
    )
    if model.button is not None:
        felt.draw_button(model.button)
    return canvas


_THIN_RAIL = 2  # the plates of so small a table would hide most of an outline


@lru_cache(maxsize=4)
def _empty_table(width: int, height: int, oval: Oval, side: Rect | None, look: Look) -> PixelCanvas:
    """Returns the oval and the column beside it, which are drawn once for a size and a look."""
    palette = look.palette
    if look.outlined:
        canvas = PixelCanvas(width, height, blends=False)
        if oval.rail > _THIN_RAIL:
            draw_outline(canvas, oval)
        return canvas
    canvas = PixelCanvas(width, height, palette.background, blends=palette.is_mixed)
    draw_oval(canvas, oval, palette)
    if side is not None:
        canvas.fill(side.x, 2 * side.y, side.width, 2 * side.height, palette.aside)
    return canvas


def _write_title(canvas: PixelCanvas, model: TitleViewModel, geometry: TableGeometry, look: Look) -> None:
    palette = look.palette
    left = geometry.left + (2 if geometry.size.has_edge else 1)
    end = geometry.left + geometry.main - (2 if geometry.size.has_edge else 1)
    name = min(cell_width(model.name), (end - left) // 3)
    room = end - left - name - 4
    right = next((each for each in model.right_variants if _fits(model, each, room)), model.right_variants[-1])
    canvas.put_right(end, 0, right, palette.danger if model.trouble else palette.dim, bold=model.trouble)
    x = canvas.put(left, 0, model.name, palette.text, bold=True, max_width=name) + 2
    room -= cell_width(right)
    forms = (*model.left_variants, model.short_game or model.left_variants[-1])
    words = next((each for each in forms if cell_width(each) <= room), forms[-1])
    canvas.put(x, 0, words, palette.dim, max_width=max(0, room))


def _fits(model: TitleViewModel, right: str, room: int) -> bool:
    """Whether some way to write the game with its limit fits beside a right side."""
    ways = model.left_variants[:-1] or model.left_variants
    return any(cell_width(each) + cell_width(right) <= room for each in ways)
