"""The page of the whole screen that shows which hand beats which, in cards; a very small screen writes it as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from railbird_client.drawing.canvas import Rect
from railbird_client.drawing.card_art import DEFAULT_STYLE, CardState, CardStyle, own_cards
from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.text_roles import Lines, Span, TextRole, sentence_spans
from railbird_client.drawing.text_width import wrap
from railbird_client.table.game_pages import RankingRow, RankingTable, ranking_page, ranking_tables
from railbird_client.table.paint.pixel_cards import CardDrawing
from railbird_client.table.paint.table_sizes import CardFormat
from railbird_client.table.turn.hints import NO_HINTS, Hints
from railbird_client.widgets.page_screen import BACK, FullPage
from railbird_shared.game.cards import Rank
from railbird_shared.game.game_rules import Order, Selection
from railbird_shared.history.narration import format_cards
from railbird_shared.protocol.view import TableView

_FIRST_TEXT_ROW = 2
_LOWS = frozenset(Order) - {Order.HIGH, Order.BADUGI}
_LEGEND, _LOW_LEGEND = "bright cards make the hand; grey cards do not count", "grey cards spoil the hand"
_HEADING, _LOW_HEADING = "the best hand first: each beats all below it", "the lowest hand wins: the best first"
_ODDS_HEADING = "how often after all seven cards"
_LOW_DECIDING = "how two compare, and the kinds that count against you"
_SPOILING = ("One pair", "Straight", "Flush", "Three of a kind")
"""The kinds that spoil a low hand in the order in which they find room."""
_CELLS_IN_A_COLUMN = 5
_WIDE = 100


class _Cells(NamedTuple):
    """Where the cells of a leaf lie: the columns of their cards, the first row, the step to the next, and the card.

    `words` is the column of the words beside the first cards, 0 right behind them.
    """

    columns: tuple[int, ...]
    first: int
    step: int
    card: CardFormat
    words: int = 0

    @property
    def width(self) -> int:
        """How wide a cell is."""
        return self.columns[1] - self.columns[0] - 4 if len(self.columns) > 1 else 78


_LARGE = _Cells((2, 82), 3, 8, CardFormat(9, 7))
_MEDIUM = _Cells((2, 62), 4, 6, CardFormat(7, 5))
_SMALL = _Cells((1,), 2, 4, CardFormat(5, 3), words=41)


def _cells_for(columns: int, rows: int) -> _Cells | None:
    """Returns where the cells lie in a screen of that size, None where the page is text."""
    if columns >= 160 and rows >= 48:
        return _LARGE
    if columns >= 120 and rows >= 40:
        return _MEDIUM
    return _SMALL if columns >= 80 and rows >= 24 else None


class RankingPage(FullPage):
    """Shows which hand beats which in the game of a table; the viewer's own hand is marked, and `hints` follow."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "turn_side(1)", "The other side of the pot", show=False),
        Binding("left", "turn_side(-1)", "The other side of the pot", show=False),
        Binding("f2", "lead_to('f2')", "Rules", show=False),
        Binding("f6", "dismiss(None)", "Back", show=False),
    ]

    def __init__(self, view: TableView, hints: Hints = NO_HINTS) -> None:
        super().__init__("which hand beats which")
        self._view, self._hints = view, hints
        self._tables = ranking_tables(view)
        self._side = 0

    @property
    def _table(self) -> RankingTable:
        return self._tables[self._side]

    def action_turn_side(self, by: int) -> None:
        """Shows the ranking of the other side of the pot."""
        self._side, self.leaf = (self._side + by) % len(self._tables), 0
        self.redraw()

    def leaves(self, columns: int, rows: int) -> int:
        """Returns how many leaves the cells or the lines of one side take, with one for the hints."""
        cells = _cells_for(columns, rows)
        if cells is None:
            return -(-len(self._text(columns)) // self._text_rows(rows))
        room = _CELLS_IN_A_COLUMN * len(cells.columns)
        return -(-len(self._rows(len(cells.columns))) // room) + bool(self._hints)

    def draw(self, painter: PagePainter) -> Sequence[PageKey]:
        """Draws the ranking of one side, or the hints."""
        view, size = self._view, (painter.width, painter.height)
        when = "" if view.playing else " · the next game"
        back = "Esc  back to the table" if painter.width >= _WIDE else "Esc  back"
        painter.heading("Which hand beats which", f"{view.game.title} · {view.name}{when}", back)
        cells, leaves = _cells_for(*size), self.leaves(*size)
        if cells is None:
            self._write_text(painter)
        elif self._hints and self.leaf == leaves - 1:
            y = cells.first
            painter.put(painter.left, y, "Your hand now", TextRole.STRONG)
            for line in self._hints.lines:
                y = painter.paragraph(painter.left, y + 1, line, min(80, painter.width - 2 * painter.left))
        else:
            self._draw_cells(painter, cells)
        return self._keys(leaves)

    def _keys(self, leaves: int) -> tuple[PageKey, ...]:
        sides = (PageKey("←→", "high, low", "right"),) if len(self._tables) > 1 else ()
        more = "PgDn" if self.leaf < leaves - 1 else "PgUp"
        turning = (PageKey(more, f"leaf {self.leaf + 1} of {leaves}", more.lower().replace("pg", "page")),)
        rules = PageKey("F2", "rules of this game", "f2")
        return (*sides, *(turning if leaves > 1 else ()), rules, PageKey("?", "help", "question_mark"), BACK)

    # --- text, on a very small screen

    def _text(self, columns: int) -> Lines:
        return ranking_page(self._view, self._hints)(columns - 2)

    @staticmethod
    def _text_rows(rows: int) -> int:
        return max(1, rows - _FIRST_TEXT_ROW - 2)

    def _write_text(self, painter: PagePainter) -> None:
        rows = self._text_rows(painter.height)
        for y, line in enumerate(self._text(painter.width)[self.leaf * rows :][:rows], start=_FIRST_TEXT_ROW):
            painter.put_spans(1, y, line)

    # --- cards

    def _rows(self, columns: int) -> tuple[RankingRow, ...]:
        """Returns the rows in the order of their cells; in two columns a low takes both and no more."""
        table = self._table
        comparison = (table.comparison,) if table.comparison is not None else ()
        if table.order is Order.HIGH:
            return (*table.rows, *comparison)
        own = tuple(row for row in table.rows if row.own)
        best = tuple(row for row in table.rows if row.number and not row.own)
        rest = [row for row in table.rows if row not in (*own, *best)]
        room = 2 * _CELLS_IN_A_COLUMN - len((*best, *own, *comparison))
        if columns > 1 and table.order is not Order.BADUGI and len(rest) > room:
            spoiling = [name for name in _SPOILING if any(row.name == name for row in rest)][: room - 1]
            rest = [row for row in rest if not row.dimmed or row.name in spoiling]
        return (*best, *own, *comparison, *rest)

    def _draw_cells(self, painter: PagePainter, cells: _Cells) -> None:
        columns = len(cells.columns)
        room = _CELLS_IN_A_COLUMN * columns
        rows = self._rows(columns)[self.leaf * room :][:room]
        style = CardStyle(frozenset(self._view.game.wild)) if self._view.game.wild else DEFAULT_STYLE
        drawing = CardDrawing(painter.canvas, painter.look, style)
        for place, row in enumerate(rows):
            column, down = divmod(place, _CELLS_IN_A_COLUMN)
            corner = cells.columns[column], cells.first + down * cells.step
            self._draw_row(painter, drawing, cells, row, corner)
        if columns > 1:
            self._write_headings(painter, cells, rows[_CELLS_IN_A_COLUMN:])
            self._write_foot(painter)
        else:
            self._put_legend(painter, painter.height - 3)

    def _write_headings(self, painter: PagePainter, cells: _Cells, right: Sequence[RankingRow]) -> None:
        order = self._table.order
        side = f"{'high' if order is Order.HIGH else 'low'}: " if len(self._tables) > 1 else ""
        painter.put(cells.columns[0], 2, side + (_LOW_HEADING if order in _LOWS else _HEADING), TextRole.HEADING)
        heading = _ODDS_HEADING if any(row.odds for row in right) else ""
        if order in _LOWS and any(row.dimmed for row in right):
            heading = _LOW_DECIDING
        painter.put(cells.columns[1], 2, heading, TextRole.HEADING)

    def _draw_row(
        self, painter: PagePainter, drawing: CardDrawing, cells: _Cells, row: RankingRow, corner: tuple[int, int]
    ) -> None:
        (x, y), card, canvas = corner, cells.card, painter.canvas
        if row.own:
            painter.mark(Rect(x - 2 + (cells.words > 0), y, cells.width + 2, card.height), over=1, on_cards=True)
        shown = row.shown
        if self._table.order is Order.BADUGI:
            shown = tuple(sorted(shown, key=lambda each: (each in row.dimmed, each.rank % Rank.ACE)))
        for place, each in enumerate(shown):
            at = x + place * (card.width + 1)
            state = CardState.DIMMED if each in row.dimmed else CardState.PLAIN
            drawing.draw_card(at, y, each, card, state=state)
            if row.own and self._view.rules.selection is Selection.TWO_FROM_HAND and each in self._view.you.cards:
                canvas.bar(at, 2 * (y + card.height) - 1, card.width, painter.look.palette.card_back)
            if place == row.decides:
                canvas.put(at + card.width // 2, y + card.height, "▲", painter.look.palette.text)
        at = cells.words or x + len(row.shown) * (card.width + 1)
        self._write_words(painter, row, Rect(at, y, x + cells.width - at, card.height))

    @staticmethod
    def _write_words(painter: PagePainter, row: RankingRow, rect: Rect) -> None:
        x, y, width, height = rect
        number = f"{row.number} " if row.number else ""
        after = painter.put(x, y, number, TextRole.SOFT if row.own else TextRole.DIM)
        painter.put(after, y, row.name, TextRole.STRONG)
        painter.paragraph(x, y + 1, row.words, width)
        if height <= _SMALL.card.height:
            extra = "you hold this" if row.own else row.odds
            painter.put(x, y + 2, extra, TextRole.STRONG if row.own else TextRole.DIM)
            return
        painter.put(x, y + height - 1, row.odds, TextRole.STRONG if row.own else TextRole.DIM)
        painter.put(x, y + height - 2, "you hold this" if row.own else "", TextRole.STRONG)

    def _write_foot(self, painter: PagePainter) -> None:
        """Writes the viewer's hand, and the notes beside the legend or, where they are long, in its place."""
        y, x, width = painter.height - 5, painter.left, painter.width - 2 * painter.left
        cards = own_cards(self._view)
        if cards and self._table.own:
            board = f" on {format_cards(self._view.board)}" if self._view.board else ""
            sentence = sentence_spans(f"You hold {format_cards(cards)}{board}: ", TextRole.SOFT)
            painter.put_spans(x, y, (*sentence, Span(f"{self._table.own}.", TextRole.STRONG)))
        else:
            painter.put(x, y, "Your hand will be marked here.", TextRole.DIM)
        notes = " ".join(self._table.notes)
        beside = width - len(_LEGEND) - 2
        if len(wrap(notes, beside)) <= 2:
            painter.paragraph(x, y + 1, notes, beside, TextRole.DIM)
            self._put_legend(painter, y + 1)
        else:
            painter.paragraph(x, y + 1, notes, width, TextRole.DIM)

    def _put_legend(self, painter: PagePainter, y: int) -> None:
        if any(row.dimmed for row in self._table.rows):
            legend = _LOW_LEGEND if self._table.order in _LOWS else _LEGEND
            painter.put_right(painter.width - painter.left, y, legend, TextRole.DIM)
