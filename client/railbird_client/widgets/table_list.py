"""The tables of a server as rows to choose from: name, game, stakes, seats taken and people on the rail."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from railbird_client.widgets.signs import signs
from railbird_shared.messages import TableInfo

_COMFORTABLE_NAME = 18
_LEAST_NAME = 6

Row = tuple[str, ...]


class TableList(Widget, can_focus=True):
    """A header and a row for each table, the marked one kept in sight."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("pageup", "move(-10)", "Page up", show=False),
        Binding("pagedown", "move(10)", "Page down", show=False),
        Binding("home", "move(-999)", "First", show=False),
        Binding("end", "move(999)", "Last", show=False),
        Binding("enter", "choose", "Choose", show=False),
    ]

    tables: reactive[tuple[TableInfo, ...]] = reactive(())
    at: reactive[int] = reactive(0)

    class Marked(Message):
        """Another table is marked, or the marked one has changed."""

    class Chosen(Message):
        """The marked table was chosen."""

    @property
    def marked(self) -> TableInfo | None:
        """The marked table, if there is any."""
        return self.tables[self.at] if self.at < len(self.tables) else None

    def show(self, tables: tuple[TableInfo, ...]) -> None:
        """Lists these tables; the mark stays with its table."""
        before = self.marked
        self.tables = tables
        ids = [table.table for table in tables]
        self.at = ids.index(before.table) if before and before.table in ids else min(self.at, max(0, len(ids) - 1))
        self.post_message(self.Marked())

    def action_move(self, by: int) -> None:
        """Marks another table."""
        self.at = min(max(self.at + by, 0), max(0, len(self.tables) - 1))
        self.post_message(self.Marked())

    def action_choose(self) -> None:
        """Chooses the marked table."""
        if self.tables:
            self.post_message(self.Chosen())

    def on_click(self, event: Click) -> None:
        """A click marks a table, a second one chooses it."""
        row = self._top + event.y - 1
        if event.y > 0 and row < len(self.tables):
            self.action_move(row - self.at)
            if event.chain > 1:
                self.action_choose()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """The wheel moves the mark."""
        event.stop()
        self.action_move(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """The wheel moves the mark."""
        event.stop()
        self.action_move(-1)

    @property
    def _top(self) -> int:
        room = max(1, self.size.height - 1)
        return max(0, min(self.at - room // 2, len(self.tables) - room))

    def render(self) -> Content:
        """Draws the header and as many rows as fit."""
        if not self.tables:
            return Content.assemble(("\n  No table is open yet.\n\n  Press N to open the first one.", "$dim"))
        rows, widths = _fitting(self.tables, self.size.width - 2)
        last = self._top + max(1, self.size.height - 1)
        drawn = [Content.assemble("  ", _line(rows[0], widths)).stylize("$dim")]
        for number, row in enumerate(rows[1:][self._top : last], self._top):
            marked = number == self.at
            line = Content.assemble(("▸ ", "$accent") if marked else "  ", _line(row, widths))
            drawn.append(line.stylize_before(self._mark) if marked else line)
        return signs(self.app, Content("\n").join(drawn))

    @property
    def _mark(self) -> str:
        return "bold on $primary-muted" if self.has_focus else "bold on $boost"


def _fitting(tables: tuple[TableInfo, ...], room: int) -> tuple[list[Row], list[int]]:
    """Returns the header and the rows, written as fully as leaves a name room, and the widths of the columns."""
    rows: list[Row] = []
    widths: list[int] = []
    for write in (_in_full, _in_short, _in_shortest):
        rows = write(tables)
        name, *others = (max(map(cell_len, column)) + 1 for column in zip(*rows, strict=True))
        widths = [max(_LEAST_NAME, room - sum(others)), *others]
        if widths[0] >= min(name, _COMFORTABLE_NAME):
            break
    return rows, widths


def _in_full(tables: tuple[TableInfo, ...]) -> list[Row]:
    rows = [(each.name, each.game.title, str(each.game.stakes), _seats(each)) for each in tables]
    return [("name", "game", "stakes", "seats"), *rows]


def _in_short(tables: tuple[TableInfo, ...]) -> list[Row]:
    rows = [(each.name, each.game.name, str(each.game.stakes), _seats(each)) for each in tables]
    return [("name", "game", "stakes", "seats"), *rows]


def _in_shortest(tables: tuple[TableInfo, ...]) -> list[Row]:
    return [("name", "game", "seats"), *((each.name, each.game.name, _seats(each)) for each in tables)]


def _seats(table: TableInfo) -> str:
    rail = f" +{table.watchers}" if table.watchers else ""
    return f"{len(table.players)}/{table.seats}{rail}"


def _line(row: Row, widths: list[int]) -> Content:
    cells = (
        Content(cell).truncate(width - 1, ellipsis=True, pad=True) for cell, width in zip(row, widths, strict=True)
    )
    return Content(" ").join(cells)
