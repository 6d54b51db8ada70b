"""The tables of a server as rows to choose from, and what is known of each: game, stakes, seats taken and the rail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace
from rich.cells import cell_len
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.reactive import reactive

from railbird_client.follow.followed_tables import FollowedTable
from railbird_client.table.paint.small_table import Fact, SeatCount, SmallTable
from railbird_client.widgets.row_list import RowList
from railbird_shared.protocol.messages import TableInfo

_PREFERRED_NAME_WIDTH = 18
_MIN_NAME_WIDTH = 6
_MAX_DOTS = 10
_MIN_TWO_ROWS_WIDTH = 46
_WIDE_ROWS = 64

NO_TABLES = "\n  No table is open yet.\n\n  Press [N] to open the first one."
"""The words of an empty list."""

Row = tuple[str, ...]


class TableList(RowList):
    """Shows two rows for each table, or one below the names of columns where they are many; one table is marked."""

    _empty = NO_TABLES
    _first = 0
    tables: reactive[tuple[TableInfo, ...]] = reactive(())
    followed: reactive[frozenset[str]] = reactive(frozenset[str]())

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

    def show(self, tables: tuple[TableInfo, ...], *, first: int, empty: str, followed: frozenset[str]) -> None:
        """Lists these tables; the marked one stays marked. `empty` is said where there are none.

        An asterisk stands before the names of those whose ids are `followed`.
        `first` is the place of the first of them in the whole list. On a later page the first row is marked, and on an
        earlier one the last.
        """
        if empty != self._empty and not tables:
            self.refresh()
        before, self._empty = self.highlighted, empty
        turned, self._first = first - self._first, first
        self.tables, self.followed = tables, followed
        ids = [table.table for table in tables]
        last = max(0, len(ids) - 1)
        if before and before.table in ids:
            self.index = ids.index(before.table)
        elif turned:
            self.index = 0 if turned > 0 else last
        else:
            self.index = min(self.index, last)
        self.post_message(self.Highlighted())

    @property
    def count(self) -> int:
        """How many tables there are."""
        return len(self.tables)

    @property
    def nothing(self) -> Content:
        """The words where there is no table."""
        return Content.assemble((self._empty, "$dim"))

    def take_key(self, event: Key) -> bool:
        """Moves the mark, asks for another page, or chooses the marked table."""
        match event.key:
            case "left" | "right":
                self.post_message(self.PageRequested(1 if event.key == "right" else -1))
            case "enter":
                self.action_choose()
            case _:
                return super().take_key(event)
        return True

    def action_move(self, by: int) -> None:
        """Marks another table; from the first or last row it asks for the page before or after."""
        before = self.index
        super().action_move(by)
        if self.index == before:
            self.post_message(self.PageRequested(1 if by > 0 else -1))

    def action_choose(self) -> None:
        """Chooses the marked table."""
        if self.tables:
            self.post_message(self.Selected())

    def click_row(self, x: int, *, was_marked: bool, chain: int) -> None:  # noqa: ARG002  a click anywhere marks
        """Chooses the table that was clicked twice."""
        if chain > 1:
            self.action_choose()

    @property
    def _pitch(self) -> int:
        """From one table to the next in rows: three or two where all fit so, else one below the names of columns."""
        count, width, height = max(1, len(self.tables)), self.size.width, self.size.height
        if width < _MIN_TWO_ROWS_WIDTH:
            return 1
        return next((rows for rows in (3, 2) if rows * count <= height), 1)

    def places(self) -> Sequence[int]:
        """Returns the places of the tables in sight."""
        return range(self.count) if self._pitch > 1 else self.places_in(self.size.height - 1)

    def place_at(self, y: int) -> int | None:
        """Returns the place of the table in a line, None for the names of the columns."""
        if self._pitch > 1:
            return y // self._pitch
        return super().place_at(y - 1) if y > 0 else None

    def head(self) -> list[Content]:
        """Returns the names of the columns where each table has one row."""
        if self._pitch > 1:
            return []
        rows, widths = self._columns
        return [Content.assemble("  ", _format_row(rows[0], widths)).stylize("$dim")]

    def draw_row(self, place: int, *, marked: bool) -> Content:
        """Draws a table in two rows, its seats as dots, or in one below the names of the columns."""
        if self._pitch == 1:
            rows, widths = self._columns
            line = Content.assemble(("▸ ", "$accent") if marked else "  ", _format_row(rows[place + 1], widths))
            return line.stylize_before(f"bold {self._ground}") if marked else line
        drawn = _two_rows(self._named_tables[place], self.size.width, marked=marked)
        drawn = [row.stylize_before(self._ground) for row in drawn] if marked else drawn
        return Content("\n").join([*drawn, *[Content("")] * (self._pitch - 2)])

    @property
    def _columns(self) -> tuple[list[Row], list[int]]:
        return _fit_columns(self._named_tables, self.size.width - 2)

    @property
    def _named_tables(self) -> tuple[TableInfo, ...]:
        return tuple(
            replace(table, name=f"* {table.name}") if table.table in self.followed else table for table in self.tables
        )

    @property
    def _ground(self) -> str:
        return "on $panel" if self.has_focus else "on $boost"


def _two_rows(table: TableInfo, width: int, *, marked: bool) -> list[Content]:
    """Returns the two rows of a table; the left part of a row is cut where it is too long."""
    bar, narrow = ("┃ ", "$accent") if marked else "  ", width < _WIDE_ROWS
    taken = len(table.players)
    dots = ("●" * taken, "○" * (table.seats - taken)) if table.seats <= _MAX_DOTS else ("", "")
    name = Content(table.name).truncate(_PREFERRED_NAME_WIDTH, ellipsis=True, pad=not narrow)
    game = table.mix or table.game.full_title
    title = Content.assemble(bar, name.stylize("bold"), "" if narrow else f"  {game}")
    seats = Content.assemble((dots[0], "$chips"), (dots[1], "$dim"), "  ", _seats_text(table))
    below = Content.assemble(bar, (game if narrow else f"{table.host} hosts", "$dim"))
    rows = ((title, seats), (below, Content.styled(_hand(table), "$dim")))
    room = width - 3
    return [
        Content.assemble(left.truncate(max(1, room - right.cell_length), ellipsis=True, pad=True), "  ", right, " ")
        for left, right in rows
    ]


def _fit_columns(tables: tuple[TableInfo, ...], room: int) -> tuple[list[Row], list[int]]:
    """Returns the header and the rows, as long as leaves room for the names, and the widths of the columns."""
    rows: list[Row] = []
    widths: list[int] = []
    for columns in _COLUMNS:
        rows = [tuple(columns), *(tuple(write(table) for write in columns.values()) for table in tables)]
        name, *others = (max(map(cell_len, column)) + 1 for column in zip(*rows, strict=True))
        widths = [max(_MIN_NAME_WIDTH, room - sum(others)), *others]
        if widths[0] >= min(name, _PREFERRED_NAME_WIDTH):
            break
    return rows, widths


def _seats_text(table: TableInfo) -> str:
    rail = f" +{table.watchers}" if table.watchers else ""
    lock = " locked" if table.locked else ""
    wait = f" {table.waiting} wait" if table.waiting else " full" if table.is_full else ""
    now = " paused" if table.paused else " break" if table.on_break else ""
    shut = " closed" if table.seats_locked else ""
    return f"{len(table.players)}/{table.seats}{wait}{rail}{shut}{now}{lock}"


_SHORTEST: dict[str, Callable[[TableInfo], str]] = {
    "name": lambda table: table.name,
    "game": lambda table: table.game.name,
    "seats": _seats_text,
}
_SHORT = {
    "name": _SHORTEST["name"],
    "game": _SHORTEST["game"],
    "stakes": lambda table: str(table.game.stakes),
    "seats": _seats_text,
}
_COLUMNS = ({**_SHORT, "game": lambda table: table.game.title}, _SHORT, _SHORTEST)
"""The columns of the list by their titles, from the widest."""


def _format_row(row: Row, widths: list[int]) -> Content:
    cells = (
        Content(cell).truncate(width - 1, ellipsis=True, pad=True) for cell, width in zip(row, widths, strict=True)
    )
    return Content(" ").join(cells)


def small_table(table: TableInfo, followed: FollowedTable | None = None) -> SmallTable:
    """Returns a table of the lobby as it is drawn small; one that is `followed` says what happened last."""
    return SmallTable(table.name, SeatCount(len(table.players), table.seats), tuple(_facts(table, followed)))


def _facts(table: TableInfo, followed: FollowedTable | None) -> Iterator[Fact]:
    if followed is not None and not followed.closed:
        yield Fact("follow", followed.last_event or "you follow this table; [F7] shows all")
    if table.mix:
        yield Fact("games", table.mix)
    yield Fact("now" if table.mix else "game", table.game.full_title)
    yield Fact("buy-in", f"{table.min_buy_in:,} to {table.max_buy_in:,}")
    clock = f"{table.clock} s a turn" if table.clock else "no clock"
    yield Fact("clock", f"{clock}, {_hand(table)}")
    free = table.seats - len(table.players)
    seats = f"{free} seat{'s' * (free != 1)} free" if free else "every seat is taken"
    yield Fact("seats", seats + (f", {table.watchers} on the rail" if table.watchers else ""))
    if table.waiting:
        yield Fact("line", f"{table.waiting} wait{'s' * (table.waiting == 1)} for a seat")
    if table.must_wait and table.has_room:
        yield Fact("bots", "a bot makes room for you")
    if table.seats_locked:
        yield Fact("closed", "nobody may sit down now")
    if table.paused or table.on_break:
        yield Fact("now", "paused by its host" if table.paused else "on a break")
    if table.locked:
        yield Fact("locked", "you need its password or an invite")
    if table.house:
        yield Fact("house", table.house[0])
    yield Fact("host", table.host)
    yield Fact("seated", ", ".join(table.players) or "nobody yet")


def _hand(table: TableInfo) -> str:
    return f"hand {table.hand:,}" if table.hand else "not dealt yet"
