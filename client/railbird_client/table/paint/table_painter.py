"""Draws the whole table screen, each part of it on a layer of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeVar, TypeVarTuple

from msgspec.structs import replace

from railbird_client.drawing.canvas import Layer, Picture, PixelCanvas, Rect, Surface, compose
from railbird_client.drawing.palette import Look
from railbird_client.drawing.text_width import cell_width
from railbird_client.table.paint.felt import Felt
from railbird_client.table.paint.geometry import TableGeometry
from railbird_client.table.paint.oval import Oval, draw_outline, draw_oval
from railbird_client.table.paint.pixel_bar import ActionBar
from railbird_client.table.paint.plates import Plates
from railbird_client.table.paint.side_column import SideColumn
from railbird_client.table.view_models import TableViewModel, TitleViewModel

_Drawing = TypeVar("_Drawing")
_Shown = TypeVarTuple("_Shown")
_TITLE_GAP = 2
_THIN_RAIL = 2  # the plates of so small a table would hide most of an outline


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
        yield self._layer("title", _Title, _Title.draw, model.title)
        own = model.seats[self.geometry.viewer].seat
        board = replace(model.board, total=0, collected_pot=0, carried=0, pots=(), status="")
        yield self._layer("board", Felt, Felt.draw_board, board)
        yield self._layer("pots", Felt, Felt.draw_pots, model.board, own is not None and own.bet > 0)
        for number, seat in model.seats.items():
            if model.own_seat is None or number != self.geometry.viewer:
                yield self._layer(number, Plates, Plates.draw_seat, seat)
        if model.own_seat is not None:
            yield self._layer("own seat", Plates, Plates.draw_own, model.own_seat)
        seats = tuple(each.seat for each in model.seats.values() if each.seat is not None)
        yield self._layer("bets", Felt, Felt.draw_bets, seats, model.to_match, model.fading)
        if model.button is not None:
            yield self._layer("button", Felt, Felt.draw_button, model.button)

    def _words(self, model: TableViewModel) -> Iterator[Layer]:
        """Yields the layers of the log and the chat, and of the action bar."""
        yield self._layer("column", SideColumn, SideColumn.draw, model.log, model.chat, model.hints)
        yield self._layer("bar", ActionBar, ActionBar.draw, model.action_bar, model.own_status)

    def _layer(
        self,
        part: str | int,
        begin: Callable[[Layer, TableGeometry, Look], _Drawing],
        draw: Callable[[_Drawing, *_Shown], None],
        *shown: *_Shown,
    ) -> Layer:
        """Returns the layer of a part, drawn anew if what is shown of it is not that of the last time."""
        kept = self._kept.get(part)
        if kept is not None and kept[0] == shown:
            return kept[1]
        layer = Layer(self.geometry.width, self.geometry.height, self._empty.pixels)
        draw(begin(layer, self.geometry, self.look), *shown)
        self._kept[part] = shown, layer
        return layer


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


class _Title(NamedTuple):
    canvas: Surface
    geometry: TableGeometry
    look: Look

    def draw(self, model: TitleViewModel) -> None:
        """Writes the first line, each side of it in the longest variant that fits."""
        canvas, geometry, palette = self.canvas, self.geometry, self.look.palette
        left = geometry.left + (2 if geometry.size.has_edge else 1)
        end = geometry.left + geometry.main - (2 if geometry.size.has_edge else 1)
        name = min(cell_width(model.name), (end - left) // 3)
        room = end - left - name - 4
        game = min(map(cell_width, model.left_variants[:-1] or model.left_variants))  # with its limit
        right = next(
            (each for each in model.right_variants if game + cell_width(each) <= room), model.right_variants[-1]
        )
        canvas.put_right(end, 0, right, palette.danger if model.trouble else palette.dim, bold=model.trouble)
        x = canvas.put(left, 0, model.name, palette.text, bold=True, max_width=name) + 2
        room -= cell_width(right)
        forms = (*model.left_variants, model.short_game or model.left_variants[-1])
        words = next((each for each in forms if cell_width(each) <= room), forms[-1])
        canvas.put(x, 0, words, palette.dim, max_width=max(0, room))
        whole = cell_width(forms[0]) + cell_width(model.owner) + _TITLE_GAP
        if right == model.right_variants[0] and whole <= room:
            canvas.put_right(end - cell_width(right) - _TITLE_GAP, 0, model.owner, palette.dim)
