"""The table beside the list of settings, on which each choice is seen at once; it is nobody's turn there."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.drawing.canvas import PixelCanvas
from railbird_client.drawing.palette import Look
from railbird_client.table.paint.geometry import ScreenRoom, TableGeometry
from railbird_client.table.paint.table_painter import TablePainter
from railbird_client.table.paint.table_sizes import SMALL
from railbird_client.table.table_model import TableModel, TableState
from railbird_client.table.table_options import TableOptions
from railbird_client.table.view_model_builder import build_table_view_model
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.variants import get_variant
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.view import LastAct, SeatView, TableView, You

_SMALLER = replace(SMALL, width=57, main=57, radius_x=24, own_width=32, bar_width=57)
_FIRST_ROW, _ROWS = 1, 17


def _example(name: str) -> TableView:
    variant = get_variant("holdem")
    hidden, mine = (None, None), parse_cards("As Kh")
    seats = (
        SeatView(1, name, 1440, in_hand=True, last_act=LastAct.CALLED, cards=hidden),
        SeatView(2, "Heron", 1380, in_hand=True, bet=60, last_act=LastAct.BET, cards=hidden),
        SeatView(3, "Magpie", 0, in_hand=True, last_act=LastAct.CALLED, cards=hidden),
        SeatView(4, "Finch", 1260, in_hand=True, last_act=LastAct.CALLED, cards=hidden),
        SeatView(5, "Plover", 1500, in_hand=True, folded=True, last_act=LastAct.FOLDED),
    )
    pots, board, you = (Pot(656, (1, 2, 3, 4)),), parse_cards("Kd 9s 4h 2c"), You(1, mine, "pair of kings")
    table = TableView("", "", "", variant.make_game(), variant.rules, 40, 400, 200, seats)
    return replace(table, hand=1, playing=True, button=5, street=2, board=board, to_match=60, pots=pots, you=you)


def draw_example(canvas: PixelCanvas, look: Look, x: int, y: int, *, name: str, large: bool) -> None:
    """Draws the table with its corner at a cell: 57 cells wide and 17 high, or 80 if it is `large`."""
    size = SMALL if large else _SMALLER
    view = _example(name)
    geometry = TableGeometry(size.width, size.height, size, 0, Family.BOARD, len(view.seats), 1, 2)
    state = TableState(TableModel(TableOptions(hints=False), name))
    model = build_table_view_model(state, view, 0.0, typing=False, room=ScreenRoom())
    picture = TablePainter(geometry, look).draw_felt_and_seats(model)
    for row in range(_ROWS):
        for pixels in (0, 1):
            drawn = picture.pixels[2 * (row + _FIRST_ROW) + pixels][: size.width]
            canvas.pixels[2 * (y + row) + pixels][x : x + size.width] = drawn
        letters = picture.letters[row + _FIRST_ROW]
        canvas.letters[y + row].update({x + column: letter for column, letter in letters.items()})
