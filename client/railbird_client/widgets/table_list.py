"""The tables of a server as rows to choose from: name, game, stakes, seats taken and people on the rail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from railbird_client.widgets.ascii_fallback import apply_ascii_fallback
from railbird_shared.messages import TableInfo

_PREFERRED_NAME_WIDTH = 18
_MIN_NAME_WIDTH = 6

NO_TABLES = "\n  No table is open yet.\n\n  Press [N] to open the first one."
"""What an empty list says."""

Row = tuple[str, ...]


class TableList(Widget, can_focus=True):
    """Shows a header and a row for each table, and scrolls to the marked one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("pageup", "move(-10)", "Page up", show=False),
        Binding("pagedown", "move(10)", "Page down", show=False),
        Binding("home", "move(-999)", "First", show=False),
        Binding("end", "move(999)", "Last", show=False),
        Binding("right", "page(1)", "Next page", show=False),
        Binding("left", "page(-1)", "Page before", show=False),
        Binding("enter", "choose", "Choose", show=False),
    ]

    _empty = NO_TABLES
    _first = 0
    tables: reactive[tuple[TableInfo, ...]] = reactive(())
    index: reactive[int] = reactive(0)

    class Highlighted(Message):
        """Another table is marked, or the marked one has changed."""

    @dataclass
    class PageRequested(Message):
        """The mark goes beyond the last row, or before the first: `by` pages on, -1 for the page before."""

        by: int

    class Selected(Message):
        """The marked table was chosen."""

    @property
    def highlighted(self) -> TableInfo | None:
        """The marked table, if there is any."""
        return self.tables[self.index] if self.index < len(self.tables) else None

    def show(self, tables: tuple[TableInfo, ...], *, first: int = 0, empty: str = NO_TABLES) -> None:
        """Lists these tables; the marked one stays marked. `empty` is said where there are none.

        `first` is the place of the first of them in the whole list. On a later page the first row is marked, and on an
        earlier one the last.
        """
        before, self._empty = self.highlighted, empty
        turned, self._first = first - self._first, first
        self.tables = tables
        ids = [table.table for table in tables]
        last = max(0, len(ids) - 1)
        if before and before.table in ids:
            self.index = ids.index(before.table)
        elif turned:
            self.index = 0 if turned > 0 else last
        else:
            self.index = min(self.index, last)
        self.post_message(self.Highlighted())

    def action_move(self, by: int) -> None:
        """Marks another table; from the first or last row it asks for the page before or after."""
        before = self.index
        self.index = min(max(before + by, 0), max(0, len(self.tables) - 1))
        if self.index == before and by:
            self.post_message(self.PageRequested(1 if by > 0 else -1))
        self.post_message(self.Highlighted())

    def action_page(self, by: int) -> None:
        """Asks for another page."""
        self.post_message(self.PageRequested(by))

    def action_choose(self) -> None:
        """Chooses the marked table."""
        if self.tables:
            self.post_message(self.Selected())

    def on_click(self, event: Click) -> None:
        """Marks the table that was clicked; a double click chooses it."""
        row = self._first_row + event.y - 1
        if event.y > 0 and row < len(self.tables):
            self.action_move(row - self.index)
            if event.chain > 1:
                self.action_choose()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Moves the mark with the wheel."""
        event.stop()
        self.action_move(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Moves the mark with the wheel."""
        event.stop()
        self.action_move(-1)

    @property
    def _first_row(self) -> int:
        room = max(1, self.size.height - 1)
        return max(0, min(self.index - room // 2, len(self.tables) - room))

    def render(self) -> Content:
        """Draws the header and as many rows as fit."""
        if not self.tables:
            return Content.assemble((self._empty, "$dim"))
        rows, widths = _fit_columns(self.tables, self.size.width - 2)
        last = self._first_row + max(1, self.size.height - 1)
        drawn = [Content.assemble("  ", _format_row(rows[0], widths)).stylize("$dim")]
        for number, row in enumerate(rows[1:][self._first_row : last], self._first_row):
            marked = number == self.index
            line = Content.assemble(("▸ ", "$accent") if marked else "  ", _format_row(row, widths))
            drawn.append(line.stylize_before(self._highlight_style) if marked else line)
        return apply_ascii_fallback(self.app, Content("\n").join(drawn))

    @property
    def _highlight_style(self) -> str:
        return "bold on $primary-muted" if self.has_focus else "bold on $boost"


def _fit_columns(tables: tuple[TableInfo, ...], room: int) -> tuple[list[Row], list[int]]:
    """Returns the header and the rows, as long as leaves room for the names, and the widths of the columns."""
    rows: list[Row] = []
    widths: list[int] = []
    for write in (_full_rows, _short_rows, _shortest_rows):
        rows = write(tables)
        name, *others = (max(map(cell_len, column)) + 1 for column in zip(*rows, strict=True))
        widths = [max(_MIN_NAME_WIDTH, room - sum(others)), *others]
        if widths[0] >= min(name, _PREFERRED_NAME_WIDTH):
            break
    return rows, widths


def _full_rows(tables: tuple[TableInfo, ...]) -> list[Row]:
    rows = [(each.name, each.game.title, str(each.game.stakes), _seats_text(each)) for each in tables]
    return [("name", "game", "stakes", "seats"), *rows]


def _short_rows(tables: tuple[TableInfo, ...]) -> list[Row]:
    rows = [(each.name, each.game.name, str(each.game.stakes), _seats_text(each)) for each in tables]
    return [("name", "game", "stakes", "seats"), *rows]


def _shortest_rows(tables: tuple[TableInfo, ...]) -> list[Row]:
    return [("name", "game", "seats"), *((each.name, each.game.name, _seats_text(each)) for each in tables)]


def _seats_text(table: TableInfo) -> str:
    rail = f" +{table.watchers}" if table.watchers else ""
    lock = " locked" if table.locked else ""
    wait = f" {table.waiting} wait" if table.waiting else " full" if table.is_full else ""
    now = " paused" if table.paused else " break" if table.on_break else ""
    shut = " closed" if table.seats_locked else ""
    return f"{len(table.players)}/{table.seats}{wait}{rail}{shut}{now}{lock}"


def _format_row(row: Row, widths: list[int]) -> Content:
    cells = (
        Content(cell).truncate(width - 1, ellipsis=True, pad=True) for cell, width in zip(row, widths, strict=True)
    )
    return Content(" ").join(cells)
