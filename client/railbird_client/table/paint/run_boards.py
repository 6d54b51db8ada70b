"""Draws the boards of a hand whose rest is dealt more than once, all of them at once, one below the other."""

from __future__ import annotations

from typing import NamedTuple

from railbird_client.drawing.card_art import card_label
from railbird_client.drawing.look import Look
from railbird_client.drawing.palette import Colour
from railbird_client.drawing.surface import Surface
from railbird_client.drawing.text_width import cell_width, truncate
from railbird_client.table.paint.geometry import TableGeometry
from railbird_client.table.paint.pixel_cards import CardDrawing, is_high, is_low, is_out
from railbird_client.table.paint.table_sizes import CardFormat
from railbird_client.table.view_models import BoardViewModel, RunViewModel
from railbird_shared.game.cards import Card

_CARD = CardFormat(5, 3)
_LABEL = "run "


class _Rows(NamedTuple):
    """The first row of the boards, and the rows that each has."""

    first: int
    each: int


def draw_run_boards(canvas: Surface, geometry: TableGeometry, look: Look, model: BoardViewModel) -> None:
    """Draws a board for each run, with the number of the run at its left and who won it at its right."""
    rows = _find_rows(geometry, len(model.runs))
    drawing = _RunDrawing(canvas, geometry, look)
    for index, run in enumerate(model.runs):
        drawing.draw(run, rows.first + index * rows.each, rows.each, max(model.slots, len(run.board)))


def _find_rows(geometry: TableGeometry, runs: int) -> _Rows:
    """Returns the rows for so many boards above the single pots; the free row below the pot is taken if needed."""
    room = geometry.pots_row - geometry.board_row
    above = 1 if geometry.board_row - geometry.pot_row > 1 and (room + 1) // runs > room // runs else 0
    each = max(1, (room + above) // runs)
    return _Rows(geometry.board_row - above, min(_CARD.height, each))


class _RunDrawing:
    def __init__(self, canvas: Surface, geometry: TableGeometry, look: Look) -> None:
        self.canvas, self.geometry, self.look = canvas, geometry, look
        self.palette = look.palette

    def draw(self, run: RunViewModel, y: int, rows: int, slots: int) -> None:
        """Draws a run in so many rows."""
        width = _CARD.width if rows > 1 else 4 if self.look.outlined else 2
        total = slots * (width + 1) - 1
        begin = self.geometry.centre_x - (total + 1) // 2
        for index in range(slots):
            x = begin + index * (width + 1)
            if index < len(run.board):
                self._draw_card(run, run.board[index], x, y, CardFormat(width, rows))
            else:
                self._draw_slot(x, y, CardFormat(width, rows))
        self._write_labels(run, begin, begin + total, y, rows)

    def _write_labels(self, run: RunViewModel, begin: int, end: int, y: int, rows: int) -> None:
        palette, canvas = self.palette, self.canvas
        room = min(self.geometry.free_width(row) for row in range(y, y + rows)) // 2
        left, right = self.geometry.centre_x - room, self.geometry.centre_x + room
        label = f"{_LABEL if begin - left > len(_LABEL) + 2 else ''}{run.number}"
        canvas.put_right(begin - 1, y, label, palette.felt_soft, bold=True)
        if not run.winner or right - end < 2:
            return
        below = rows > 1
        chips = "" if below else f" {run.chips}"
        name = truncate(run.winner, right - end - 1)
        if cell_width(name) + cell_width(chips) > right - end - 1:
            chips = ""
        canvas.put(end + 1, y, f"{name}{chips}", palette.felt_text, bold=True)
        if below:
            canvas.put(end + 1, y + 1, run.chips, palette.felt_chips, bold=True, max_width=right - end - 1)

    def _draw_card(self, run: RunViewModel, card: Card, x: int, y: int, size: CardFormat) -> None:
        drawing = CardDrawing(self.canvas, self.look, run.card_style)
        if self.look.outlined:
            if size.height == _CARD.height:
                drawing.draw_card(x, y, card, size)
            else:
                drawing.write_name(x, y, card)
            return
        state = run.card_style.state_of(card)
        face = self.palette.card_out if is_out(state) else self.palette.card
        pixels = 2 * size.height - (1 if size.height > 1 else 0)
        self.canvas.fill(x, 2 * y, size.width, pixels, face)
        colour = drawing.suit_colour(card, state)
        gap = 1 if size.width > 2 else 0
        mark = run.card_style.wild_mark(card) if gap else ""
        self.canvas.put(x + gap, y, card_label(card) + mark, colour, bold=True)
        if size.height == _CARD.height:
            self.canvas.put(x + size.width - 2, y + 1, card_label(card)[-1], colour)
        bars = self._bars(run, card)
        if bars and size.height > 1:
            py, half = 2 * y + pixels - (1 if size.height == _CARD.height else 0), (size.width + 1) // 2
            self.canvas.bar(x, py, half, bars[0])
            self.canvas.bar(x + half, py, size.width - half, bars[-1])

    def _bars(self, run: RunViewModel, card: Card) -> list[Colour]:
        """Returns the colours of what a card has won in its run."""
        state = run.card_style.state_of(card)
        if run.card_style.winning_cards is None or is_out(state):
            return []
        halves = [self.palette.high] * is_high(state) + [self.palette.low] * is_low(state)
        return halves or [self.palette.win]

    def _draw_slot(self, x: int, y: int, size: CardFormat) -> None:
        if self.look.outlined or not self.palette.is_mixed:
            self.canvas.put(x, y, "╌" * size.width, self.palette.slot_line)
        else:
            self.canvas.fill(x, 2 * y, size.width, 2 * size.height - (1 if size.height > 1 else 0), self.palette.slot)
