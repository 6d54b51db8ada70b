"""Draws the whole table screen, each part of it on a layer of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from msgspec.structs import replace

from railbird_client.drawing.canvas import Layer, Picture, PixelCanvas, Rect, Surface, compose
from railbird_client.drawing.palette import Look
from railbird_client.drawing.text_width import cell_width
from railbird_client.table.paint.felt import Felt
from railbird_client.table.paint.geometry import TableGeometry
from railbird_client.table.paint.oval import Oval, draw_outline, draw_oval
from railbird_client.table.paint.pixel_bar import ActionBar
from railbird_client.table.paint.plates import OwnCards, Plates
from railbird_client.table.paint.side_column import SideColumn
from railbird_client.table.view_models import OwnSeatViewModel, SeatViewModel, TableViewModel, TitleViewModel


def draw_felt_and_seats(model: TableViewModel, geometry: TableGeometry, look: Look) -> PixelCanvas:
    """Draws a table with its title, without log, chat and action bar, on a canvas that others draw on."""
    return TablePainter(geometry, look).draw_felt_and_seats(model).copy()


class TablePainter:
    """Draws one table again and again, and each time only the parts whose view model has changed."""

    def __init__(self, geometry: TableGeometry, look: Look) -> None:
        self.geometry, self.look = geometry, look
        self._empty = _empty_table(geometry.width, geometry.height, geometry.oval, geometry.side, look)
        self._kept: dict[str | int, tuple[object, Layer]] = {}
        self._before: Picture | None = None

    def draw(self, model: TableViewModel) -> Picture:
        """Draws the table."""
        self._before = compose(self._empty, [*self._felt_and_seats(model), *self._words(model)], self._before)
        return self._before

    def draw_felt_and_seats(self, model: TableViewModel) -> Picture:
        """Draws the table with its title, without log, chat and action bar."""
        return compose(self._empty, [*self._felt_and_seats(model)])

    def _felt_and_seats(self, model: TableViewModel) -> Iterator[Layer]:
        """Yields the layers of the table, the lowest first."""
        geometry, look = self.geometry, self.look
        yield self._layer("title", model.title, partial(_write_title, model=model.title, geometry=geometry, look=look))
        own = model.seats[geometry.viewer].seat
        own_bet = own is not None and own.bet > 0
        board = replace(model.board, total=0, collected_pot=0, carried=0, pots=(), status="")
        yield self._layer("board", board, lambda layer: self._felt(layer).draw_board(board))
        yield self._layer(
            "pots", (model.board, own_bet), lambda layer: self._felt(layer).draw_pots(model.board, own_bet=own_bet)
        )
        for number, seat in model.seats.items():
            if model.own_seat is None or number != geometry.viewer:
                yield self._layer(number, seat, partial(self._draw_seat, seat=seat))
        if (own_seat := model.own_seat) is not None:
            yield self._layer("own seat", own_seat, partial(self._draw_own_seat, own_seat=own_seat))
        seats = tuple(each.seat for each in model.seats.values() if each.seat is not None)
        bets = seats, model.to_match, model.fading
        yield self._layer(
            "bets", bets, lambda layer: self._felt(layer).draw_bets(seats, model.to_match, fading=model.fading)
        )
        if (button := model.button) is not None:
            yield self._layer("button", button, lambda layer: self._felt(layer).draw_button(button))

    def _words(self, model: TableViewModel) -> Iterator[Layer]:
        """Yields the layers of the log and the chat, and of the action bar."""
        column = model.log, model.chat, model.hints
        yield self._layer("column", column, lambda layer: SideColumn(layer, self.geometry, self.look).draw(*column))
        bar = model.action_bar, model.own_status, None if model.chat.typing else model.hints
        yield self._layer("bar", bar, lambda layer: ActionBar(layer, self.geometry, self.look).draw(*bar))

    def _layer(self, part: str | int, model: object, draw: Callable[[Layer], None]) -> Layer:
        """Returns the layer of a part, drawn anew if its view model is not that of the last time."""
        kept = self._kept.get(part)
        if kept is not None and kept[0] == model:
            return kept[1]
        layer = Layer(self.geometry.width, self.geometry.height, self._empty.pixels)
        draw(layer)
        self._kept[part] = model, layer
        return layer

    def _felt(self, layer: Layer) -> Felt:
        return Felt(layer, self.geometry, self.look)

    def _draw_seat(self, layer: Layer, seat: SeatViewModel) -> None:
        Plates(layer, self.geometry, self.look).draw_seat(seat)

    def _draw_own_seat(self, layer: Layer, own_seat: OwnSeatViewModel) -> None:
        OwnCards(layer, self.geometry, self.look, own_seat).draw()
        Plates(layer, self.geometry, self.look).draw_own(own_seat)


_THIN_RAIL = 2  # the plates of so small a table would hide most of an outline


@lru_cache(maxsize=4)
def _empty_table(width: int, height: int, oval: Oval, side: Rect | None, look: Look) -> PixelCanvas:
    """Returns the oval and the column beside it, which are drawn once for a size and a look."""
    palette = look.palette
    if look.outlined:
        canvas = PixelCanvas(width, height, blends=False)
        if oval.rail > _THIN_RAIL:
            draw_outline(canvas, oval)
        if side is not None:
            for y in range(side.height):
                canvas.put(side.x, y, "│", palette.faint)
        return canvas
    canvas = PixelCanvas(width, height, palette.background, blends=palette.is_mixed)
    draw_oval(canvas, oval, palette)
    if side is not None:
        canvas.fill(side.x, 2 * side.y, side.width, 2 * side.height, palette.aside)
    return canvas


def _write_title(canvas: Surface, model: TitleViewModel, geometry: TableGeometry, look: Look) -> None:
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
