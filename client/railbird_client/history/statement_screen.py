"""The page of the statement of a table: what each player bought, took and won, and the payments that settle it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from msgspec.structs import replace
from textual.binding import Binding, BindingType

from railbird_client.drawing.canvas import Rect
from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.text_roles import Span, TextRole
from railbird_client.drawing.text_width import cell_width
from railbird_client.history.exports import write_file
from railbird_client.widgets.live_screen import SessionView
from railbird_client.widgets.page_screen import BACK, FullPage
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.history import statement_export
from railbird_shared.history.narration import format_signed
from railbird_shared.history.statement_export import Settlement
from railbird_shared.protocol.commands import ReadStatement
from railbird_shared.protocol.messages import Statement, StatementLine
from railbird_shared.protocol.view import TableView

_AXIS_PART = 3 / 7
"""The part of the room of bars that lies at the left of their axis."""
_FEWEST_BAR_CELLS, _FEWEST_CELLS_OF_ARROWS = 14, 70
_RESULT_ROWS, _PAYMENT_ROWS = 4, 2
"""The rows of a leaf beside those of its results, or of its payments."""


class ResultRow(NamedTuple):
    """A row of the results: a player or what else has chips, in chips and as money, which is empty without a worth."""

    name: str
    bought: int
    took: int
    result: int
    money: str = ""
    you: bool = False


class StatementLeaf(NamedTuple):
    """A leaf of the page: some of the results, of the payments, and of the sentences beside them."""

    results: Sequence[ResultRow] = ()
    payments: Sequence[Settlement] = ()
    notes: Sequence[str] = ()


def table_ledger(view: TableView) -> Statement:
    """Returns what a table shows of its statement: the players who sit there, without those who have left."""
    seats = sorted(view.occupied, key=lambda seat: (-seat.result, seat.seat))
    lines = [
        StatementLine(each.seat, each.name, each.bought_in, 0, each.stack + each.bet, seat=each.seat, bot=each.bot)
        for each in seats
    ]
    return Statement(table=view.table, hand=view.hand, lines=tuple(lines), carried=view.collected_pot)


def result_rows(statement: Statement, own_name: str) -> list[ResultRow]:
    """Returns the rows of the results, of which the chips add up to zero in a whole statement."""
    rows = [
        ResultRow(name, line.bought_in, line.cashed_out + line.on_table, line.result, money, line.name == own_name)
        for name, line, money in statement_export.settled_lines(statement)
    ]
    others = {
        f"{statement.others} others": statement.others_result,
        statement_export.HOUSE: statement.rake,
        "the pot": statement.carried,
    }
    return rows + [ResultRow(name, 0, chips, chips) for name, chips in others.items() if chips]


def own_payments(statement: Statement, own_name: str) -> Iterator[Span]:
    """Yields in a sentence the payments of a player; nothing where they are even."""
    own = [
        (("from", payer), amount) if payee == own_name else (("to", payee), amount)
        for (payer, payee, amount), _ in statement_export.settlements(statement) or ()
        if own_name in {payer, payee}
    ]
    if own:
        worth = statement_export.worth_of(statement)
        yield Span("You get " if own[0][0][0] == "from" else "You pay ", TextRole.SOFT)
        yield Span(statement_export.amount_text(worth, sum(amount for _, amount in own)), TextRole.CHIPS)
        parts = (f"{statement_export.amount_text(worth, amount)} {' '.join(whom)}" for whom, amount in own)
        each = f" {' '.join(own[0][0])}." if len(own) == 1 else f": {', '.join(parts)}."
        yield Span(each, TextRole.SOFT)


class StatementPage(FullPage):
    """Shows the statement of a table: results as bars, payments as arrows, and at the side what else the books tell.

    Until it has come the page shows the `ledger`, and says in the sentence `waiting` what is missing. Rows without room
    are on further leaves.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("dollar_sign", "dismiss(None)", "Close", show=False),
        Binding("left", "move(-1)", "Leaf before", show=False),
        Binding("right", "move(1)", "Next leaf", show=False),
        Binding(with_capitals("c"), "copy", "Copy the statement as text", show=False),
        Binding(with_capitals("x"), "export", "Export the statement as CSV and JSON", show=False),
        Binding(with_capitals("b"), "move(99)", "Corrections", show=False),
        Binding(with_capitals("e"), "change_unit", "Chips or money", show=False),
    ]
    has_side = True

    def __init__(self, ledger: Statement, *, own_name: str, place: str = "", waiting: str = "") -> None:
        super().__init__("Statement")
        self._ledger, self._own_name, self._place, self._waiting = ledger, own_name, place, waiting
        self._statement: Statement | None = None
        self._in_chips, self._leaf_count = False, 1

    def show_session(self, session: SessionView) -> None:
        """Shows the statement of the table, once it has come."""
        super().show_session(session)
        self.show(session.statement)

    def show(self, statement: Statement | None) -> None:
        """Shows a statement that has come."""
        if statement is not None and statement is not self._statement:
            self._statement = statement
            if self.is_mounted:
                self.redraw()

    # --- keys

    def action_copy(self) -> None:
        """Copies the statement by way of the terminal (OSC 52), which may not allow it."""
        if self._statement is not None:
            self.app.copy_to_clipboard("\n".join(statement_export.statement_lines(self._statement)))
            self.say("The statement is copied, if your terminal allows it.")

    def action_export(self) -> None:
        """Writes the statement into two files, and says where."""
        if (told := self._statement) is not None:
            name = f"{told.table}-hand-{told.hand}"
            texts = {"csv": statement_export.statement_csv(told), "json": statement_export.statement_json(told)}
            self.say(" ".join(write_file(text, name, ending) for ending, text in texts.items()))

    def action_change_unit(self) -> None:
        """Shows chips in place of money, or money again."""
        self._in_chips = not self._in_chips
        self.redraw()

    # --- drawing

    @property
    def _shown(self) -> Statement:
        shown = self._ledger if self._statement is None else self._statement
        return replace(shown, chip_worth="") if self._in_chips else shown

    @property
    def _payments(self) -> Sequence[Settlement]:
        return statement_export.settlements(self._shown) or () if self._statement is not None else ()

    @property
    def _notes(self) -> Sequence[str]:
        """The sentences of the books beside the results, without the worth of a chip, which the heading names."""
        told = () if self._statement is None else statement_export.note_lines(replace(self._shown, chip_worth=""))
        return [*told]

    def leaves(self, columns: int, rows: int) -> int:  # noqa: ARG002  as many as were drawn last
        """Returns how many leaves the statement takes."""
        return self._leaf_count

    def _leaves_in(self, painter: PagePainter) -> list[StatementLeaf]:
        rows, payments = result_rows(self._shown, self._own_name), self._payments
        room = painter.prompt_row - _first_row(painter)
        if len(rows) + len(payments) + _RESULT_ROWS + _PAYMENT_ROWS < room:
            leaves = [StatementLeaf(rows, payments)]
        else:
            step, pitch = room - _RESULT_ROWS, room - _PAYMENT_ROWS
            leaves = [StatementLeaf(rows[begin : begin + step]) for begin in range(0, len(rows), step)]
            leaves += [
                StatementLeaf(payments=payments[begin : begin + pitch]) for begin in range(0, len(payments), pitch)
            ]
        has_notes = self._notes and painter.side == painter.width
        return [*leaves, StatementLeaf(notes=self._notes)] if has_notes else leaves

    def draw(self, painter: PagePainter) -> Sequence[PageKey]:
        """Draws a leaf of the statement."""
        shown, told, leaves = self._shown, self._statement is not None, self._leaves_in(painter)
        self._leaf_count, self.leaf = len(leaves), min(self.leaf, len(leaves) - 1)
        leaf, y = leaves[self.leaf], _first_row(painter)
        when = "after hand" if told else "hand"
        after = f"{when} {shown.hand}" if shown.hand else "before the first hand" if shown.lines else ""
        worth = f"a chip is {shown.chip_worth}" if shown.chip_worth else ""
        painter.heading("Statement", " · ".join(filter(None, (self._place, after))), worth)
        if leaf.results:
            y = self._draw_results(painter, y, leaf.results) + (2 if painter.is_tall else 1)
        if leaf.payments:
            self._draw_payments(painter, y, leaf.payments)
        for note in leaf.notes:
            y = painter.paragraph(painter.left, y, note, painter.end - painter.left)
        if painter.side < painter.width:
            self._draw_side(painter)
        note = statement_export.payments_note(shown) or "You owe nobody anything."
        if not told or not shown.lines:
            note = "Nobody has bought chips at this table yet." if told else self._waiting
        payments = [*own_payments(shown, self._own_name)] if told else []
        painter.prompt(*(payments or [Span(note, TextRole.SOFT)]))
        keys = [PageKey("C", "Copy as text", "c", works=told), PageKey("X", "CSV, JSON", "x", works=told)]
        if shown.corrections and leaves[-1].notes and painter.has_wood:
            keys.append(PageKey("B", "Corrections", "b"))
        painter.buttons(keys)
        turning = (PageKey("←→", f"leaf {self.leaf + 1} of {len(leaves)}", "right"),) if len(leaves) > 1 else ()
        has_worth = told and (self._in_chips or bool(worth))
        unit = (PageKey("E", "money" if self._in_chips else "chips", "e"),) if has_worth else ()
        return (*turning, *unit, PageKey("?", "help", "question_mark"), BACK)

    def _draw_results(self, painter: PagePainter, y: int, rows: Sequence[ResultRow]) -> int:
        """Draws the results with their sum; returns the row after it."""
        left, end, every = painter.left, painter.end, result_rows(self._shown, self._own_name)
        worth = statement_export.worth_of(self._shown)
        ends = {"bought": left + 22, "took": left + 32, "result": left + 42}
        cells = end - left - (54 if worth else 44)
        before = round(cells * _AXIS_PART)
        most = max(abs(row.result) for row in every) or 1
        painter.put(left + 3, y, "player", TextRole.DIM)
        for word, x in (*ends.items(), (worth.currency if worth else "", end)):
            painter.put_right(x, y, word, TextRole.DIM)
        for down, row in enumerate(rows, start=y + (2 if painter.is_tall else 1)):
            if row.you:
                painter.mark(Rect(left, down, end - left + 1, 1))
            role = TextRole.WIN if row.result > 0 else TextRole.TEXT if row.result else TextRole.DIM
            painter.put(left + 3, down, _brief_name(row.name), TextRole.STRONG, max_width=13)
            painter.put_right(ends["bought"], down, f"{row.bought:,}", TextRole.SOFT)
            painter.put_right(ends["took"], down, f"{row.took:,}", TextRole.SOFT)
            painter.put_right(ends["result"], down, format_signed(row.result), role)
            if cells >= _FEWEST_BAR_CELLS:
                painter.signed_bar(left + 44 + before, down, row.result / most, (before, cells - before - 1))
            money = row.money.replace("-", "\N{MINUS SIGN}")
            painter.put_right(end, down, f"+{money}" if money and row.result > 0 else money, role)
            y = down
        if rows[-1] == every[-1]:
            bought, took, result = (sum(column) for column in list(zip(*every, strict=True))[1:4])
            painter.rule(left, y + 1, end - left)
            painter.put(left + 3, y + 2, "together", TextRole.DIM)
            for x, number in zip(ends.values(), (f"{bought:,}", f"{took:,}", format_signed(result)), strict=True):
                painter.put_right(x, y + 2, number, TextRole.SOFT)
            balance = "the books balance" if not result and cells >= _FEWEST_BAR_CELLS else ""
            painter.put(ends["result"] + 2, y + 2, balance, TextRole.DIM)
        return y + 3

    def _draw_payments(self, painter: PagePainter, y: int, payments: Sequence[Settlement]) -> None:
        """Draws the payments as arrows from the payer to the receiver, or as sentences where there is no room."""
        left, end = painter.left, painter.end
        count = len(self._payments)
        painter.put(left, y, "Payments", TextRole.STRONG)
        painter.put(
            left + 10, y, "one settles everything" if count == 1 else f"{count} settle everything", TextRole.DIM
        )
        is_airy = y + _PAYMENT_ROWS + 2 * len(payments) <= painter.prompt_row
        for down, each in enumerate(payments):
            row = y + 1 + is_airy + down * (1 + is_airy)
            is_own = self._own_name in each.payment[:2]
            if is_own:
                painter.mark(Rect(left, row, end - left + 1, 1))
            if end - left < _FEWEST_CELLS_OF_ARROWS:
                painter.put(left + 3, row, str(each), TextRole.STRONG if is_own else TextRole.TEXT)
                continue
            _draw_arrow(painter, left + 3, row, each)
            painter.put_right(end, row, "you" if is_own else "", TextRole.STRONG)

    def _draw_side(self, painter: PagePainter) -> None:
        """Lists the hands of each player and what they have on the table, and writes what else the books tell."""
        x, end, y = painter.side + 2, painter.width - 2, 5
        painter.put(x, 3, "Players", TextRole.STRONG)
        painter.put_right(x + 20, 3, "hands" if self._statement is not None else "", TextRole.DIM)
        painter.put_right(end, 3, "on table", TextRole.DIM)
        for y, line in enumerate(self._shown.lines[: painter.height // 2], start=5):
            numbers = statement_export.STATEMENT_NUMBERS
            painter.put(x, y, line.name, TextRole.SOFT, max_width=14)
            painter.put_right(x + 20, y, numbers["hands"](line) if line.hands else "", TextRole.DIM)
            painter.put_right(end, y, numbers["on table"](line), TextRole.SOFT)
        for note in self._notes:
            y = painter.paragraph(x, y + 2, note, end - x) - 1


def _draw_arrow(painter: PagePainter, x: int, y: int, settlement: Settlement) -> None:
    """Draws a payment: the payer and the receiver on plates, and the amount on an arrow between them."""
    payment, look = settlement.payment, painter.look
    for begin, name in ((x, payment.payer), (x + 51, payment.payee)):
        painter.put(begin, y, " " * 12, TextRole.CAP)
        painter.put(begin + 1, y, _brief_name(name), TextRole.CAP, max_width=10)
    words = f" {settlement.amount} "
    painter.canvas.put(x + 13, y, f"{'━' * 36}▶", look.palette.chips_dim)
    painter.put(x + 31 - cell_width(words) // 2, y, words, TextRole.CHIPS)


def _brief_name(name: str) -> str:
    return name.replace(" (a bot)", " bot")


def _first_row(painter: PagePainter) -> int:
    return 3 if painter.is_tall else 2


class LastStatementPage(StatementPage):
    """Shows the statement of the table that the player was at last; the server is asked for one that is not known."""

    def __init__(self, known: Statement | None, *, own_name: str, last_result: str = "") -> None:
        nothing = Statement(table="", hand=0)
        place = last_result or "your last table"
        super().__init__(nothing, own_name=own_name, place=place, waiting="The statement is being looked for.")
        self._known = known
        self.show(known)

    def on_mount(self) -> None:
        """Asks for a statement that has not come with the end of the table."""
        if self._known is None:
            self.request(ReadStatement())

    def show_session(self, session: SessionView) -> None:
        """Shows what the server has answered."""
        past = session.past_hands
        super().show_session(session._replace(statement=self._known or past.statement))
        if self._known is None and past.error and past.statement is None:
            self._waiting = past.error
            self.redraw()
