"""The page of statistics: how everybody at the table plays, or the player on each night and in each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from railbird_client.drawing.canvas import Rect
from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.text_roles import Span, TextRole
from railbird_client.history.hands_screens import HandsPage
from railbird_client.history.night_screen import NightPage, day_words, night_search, own_games
from railbird_client.widgets.page_screen import BACK, RowPress
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.history.hand_history import NightStatistics, Tally
from railbird_shared.history.hand_text import TALLY_NUMBERS, TallyNumber
from railbird_shared.history.narration import format_signed, hands_text

FEW_HANDS, SOME_HANDS, MANY_HANDS = 20, 100, 500
"""With fewer hands numbers have no bars, say little, and do not describe a style yet."""

_ROW_WORDS = ("player", "night", "game")
_FEWEST_CELLS_OF_ALL = 59


class StyleRow(NamedTuple):
    """A row of the page: a player, a night or a game, and the words that `find` its hands."""

    name: str
    tally: Tally
    find: str
    you: bool = False


def style_rows(nights: Sequence[NightStatistics], tab: int) -> list[StyleRow]:
    """Returns the rows of a tab: of the players of a night, of the player's own nights, or of their games."""
    if tab == 1:
        return [StyleRow(each.name, each.total, each.name, each.you) for each in nights[0].players]
    if tab == 2:
        return [
            StyleRow(f"{day_words(each)} {each.name}", each.players[0].total, night_search(each)) for each in nights
        ]
    return [StyleRow(game, tally, game) for game, tally in own_games(nights).items()]


def mean_of(rows: Sequence[StyleRow], number: int) -> float | None:
    """Returns the mean of a number over the rows with hands enough, None where none has it."""
    told = [TALLY_NUMBERS[number].value(row.tally) for row in rows if row.tally.hands >= FEW_HANDS]
    values = [value for value in told if value is not None]
    return sum(values) / len(values) if values else None


def style_sentences(row: StyleRow, rows: Sequence[StyleRow], *, of_table: bool) -> tuple[str, str]:
    """Returns how somebody plays, and how that differs from the mean of all rows; that is empty without one."""
    is_other = of_table and not row.you
    vpip, pfr = (number.value(row.tally) for number in TALLY_NUMBERS[:2])
    name, s = (row.name, "s") if is_other else ("You", "")
    if row.tally.hands < FEW_HANDS or vpip is None or pfr is None:
        return f"{hands_text(row.tally.hands)}: too few to tell how {row.name if is_other else 'you'} play{s}.", ""
    plays = f"{name} play{s} {vpip:.0f} of 100 hands and raise{s} in {pfr:.0f}."
    entered, raised = mean_of(rows, 0), mean_of(rows, 1)
    if len(rows) < 2 or entered is None or raised is None:
        return plays, ""
    often = "as often as" if abs(vpip - entered) < 4 else "more often than" if vpip > entered else "less often than"
    by = abs(pfr - raised)
    raises = "as much" if by < 2 else f"{'a little' if by < 6 else 'much'} {'more' if pfr > raised else 'less'}"
    usual = "this table does" if of_table else "usual"
    return plays, f"{'They' if is_other else 'You'} come in {often} {usual}, and raise {raises}."


class StatisticsPage(NightPage):
    """Shows statistics: a row for each player with five numbers as bars, and words for the marked one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("u"), "dismiss(None)", "Close", show=False),
        Binding("left", "number(-1)", "The number before", show=False),
        Binding("right", "number(1)", "The next number", show=False),
        Binding(with_capitals("o"), "order", "Order by the result or by the marked number", show=False),
        Binding("f4", "lead_to('f4')", "Charts", show=False),
    ]
    heading = "Statistics"
    tabs = ("this table", "my nights", "my games")

    def __init__(self, table: str = "") -> None:
        super().__init__(table)
        self._number: int | None = None
        self._order: int | None = None

    @property
    def style_rows(self) -> list[StyleRow]:
        """The rows in their order."""
        rows = style_rows(self.nights, self.tab) if self.nights else []
        if self._order is not None:
            value = TALLY_NUMBERS[self._order].value
            rows.sort(key=lambda row: -(value(row.tally) or 0))
        return rows

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self.style_rows)

    def action_number(self, by: int) -> None:
        """Marks another number."""
        self._number = 0 if self._number is None else (self._number + by) % len(TALLY_NUMBERS)
        self.redraw()

    def action_order(self) -> None:
        """Orders the rows by the marked number, or by the result again; the same one stays marked."""
        if rows := self.style_rows:
            marked, self._number = rows[self.index], self._number or 0
            self._order = None if self._order == self._number else self._number
            self.index = self.style_rows.index(marked)
            self.redraw()

    def action_choose(self) -> None:
        """Opens the hands of the marked row."""
        if rows := self.style_rows:
            self.app.push_screen(HandsPage(find=rows[self.index].find))

    def draw(self, painter: PagePainter) -> Sequence[PageKey]:
        """Draws the rows of the tab."""
        rows, y = self.style_rows, 3 if painter.is_tall else 2
        after = self.draw_head(painter, y)
        if rows and painter.has_wood:
            note = "the notch is the mean" + " of the table" * (not self.is_own)
            painter.put_right(painter.end, y, note if after + 2 + len(note) <= painter.end else "", TextRole.DIM)
            self._draw_rows(painter, rows, y + 2, 3 if painter.is_tall else 2)
            self._draw_side(painter, rows)
        elif rows:
            self._write_numbers(painter, rows[self.index])
        if rows and rows[self.index].tally.hands < SOME_HANDS:
            more = "; from 500 on they describe a style." if painter.has_wood else "."
            words = Span(f" these numbers say little{more}", TextRole.SOFT)
            painter.prompt(Span("Under 100 hands", TextRole.STRONG), words)
        elif rows and rows[self.index].tally.hands < MANY_HANDS:
            painter.prompt(Span("From 500 hands on these numbers describe a style.", TextRole.SOFT))
        word = _ROW_WORDS[self.tab - 1]
        hands_of = f"A {word}'s hands" if self.tab == 1 else f"Hands of that {word}"
        enter = PageKey("Enter", hands_of, "enter", works=bool(rows), primary=bool(rows), width=28)
        painter.buttons((PageKey("F4", "Charts", "f4", width=18), enter))
        order = PageKey("O", f"order: {'result' if self._order is None else TALLY_NUMBERS[self._order].word}", "o")
        moves = PageKey("↑↓", word, "down"), PageKey("←→", "number", "right")
        return (*moves, order, PageKey("?", "help", "question_mark"), BACK)

    @staticmethod
    def _write_numbers(painter: PagePainter, row: StyleRow) -> None:
        painter.put(1, 4, row.name, TextRole.STRONG, max_width=30)
        painter.put_right(
            painter.end, 4, f"{hands_text(row.tally.hands)}, {format_signed(row.tally.net)}", TextRole.SOFT
        )
        for y, each in enumerate(TALLY_NUMBERS, start=6):
            painter.put(1, y, each.word, TextRole.SOFT)
            painter.put(13, y, each.short, TextRole.DIM)
            painter.put_right(24, y, each.text(row.tally), TextRole.STRONG)
            if row.tally.hands >= FEW_HANDS:
                painter.bar(27, 2 * y, 30, (each.value(row.tally) or 0) / each.most, painter.look.palette.chance)

    def _draw_rows(self, painter: PagePainter, rows: Sequence[StyleRow], y: int, step: int) -> None:
        """Draws the headings, and as many rows as there is room for; three numbers where there is none for all."""
        left, first, end = painter.left, painter.left + 23, painter.end
        shown = len(TALLY_NUMBERS) if end - first >= _FEWEST_CELLS_OF_ALL else 3
        pitch = (end - first + 2) // shown
        begin = max(0, (self._number or 0) - shown + 1)
        columns = dict(zip(range(begin, begin + shown), range(first, end, pitch), strict=False))
        painter.put(left + 3, y, _ROW_WORDS[self.tab - 1], TextRole.DIM)
        painter.put_right(left + 21, y, "hands", TextRole.DIM)
        for number, x in columns.items():
            role = TextRole.STRONG if number == self._number else TextRole.SOFT
            painter.put(x, y, TALLY_NUMBERS[number].word, role)
            painter.put(x, y + 1, TALLY_NUMBERS[number].short, TextRole.DIM)
        means = {number: mean_of(rows, number) for number in columns}
        bar = min(18, pitch - 2 + (pitch > 18), end - max(columns.values()))
        for at, place in enumerate(self.rows_in((painter.prompt_row - y - 3) // step)):
            row, top, is_marked = rows[place], y + 3 + step * at, place == self.index
            area = Rect(left, top, end - left + 1, 2)
            if is_marked:
                painter.mark(area, over=step - 2)
            painter.canvas.click(*area, RowPress(place))
            net = row.tally.net
            painter.put(left + 3, top, row.name, TextRole.STRONG, max_width=18 if self.is_own else 12)
            painter.put_right(left + 21, top + self.is_own, f"{row.tally.hands:,}", TextRole.SOFT)
            painter.put(left + 3, top + 1, format_signed(net), TextRole.WIN if net > 0 else TextRole.SOFT)
            if row.tally.hands < FEW_HANDS:
                painter.put(first, top, f"{hands_text(row.tally.hands)}: too few.", TextRole.DIM)
                continue
            for number, x in columns.items():
                cell, told = Rect(x, top, bar, 2), TALLY_NUMBERS[number]
                _draw_number(painter, cell, told, row.tally, mean=means[number], is_marked=is_marked)

    def _draw_side(self, painter: PagePainter, rows: Sequence[StyleRow]) -> None:
        """Writes how the marked one plays, and what the numbers count."""
        if painter.side < painter.width:
            x, end, row = painter.side + 2, painter.width - 2, rows[self.index]
            painter.put(x, 3, row.name, TextRole.STRONG, max_width=end - x - 4)
            painter.put_right(end, 3, "you" if row.you else "", TextRole.DIM)
            plays, compared = style_sentences(row, rows, of_table=not self.is_own)
            y = painter.paragraph(x, 5, plays, end - x, TextRole.TEXT)
            y = painter.paragraph(x, y + 1, compared, end - x) + 1
            painter.rule(x, y, end - x)
            for each in TALLY_NUMBERS:
                painter.put(x, y + 2, each.word, TextRole.STRONG)
                y = painter.paragraph(x + 2, y + 3, each.meaning, end - x - 2, TextRole.DIM) - 1


def _draw_number(
    painter: PagePainter, cell: Rect, number: TallyNumber, tally: Tally, *, mean: float | None, is_marked: bool
) -> None:
    """Draws a number over its bar, with a notch at the mean."""
    x, y, width, _ = cell
    value, palette = number.value(tally), painter.look.palette
    painter.put(x, y, number.text(tally), TextRole.STRONG if is_marked else TextRole.SOFT)
    if value is None:
        return
    painter.bar(x, 2 * y + 2, width, value / number.most, palette.chance if is_marked else palette.axis)
    notch = x + min(width - 1, round((mean or 0) / number.most * width))
    if mean is not None and painter.writes_shapes:
        painter.canvas.put(notch, y + 1, "│", palette.text)
    elif mean is not None:
        painter.canvas.fill(notch, 2 * y + 2, 1, 2, palette.text)
