"""The panes beside the list of tables in the lobby: the marked table, its facts, and the chat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from railbird_client.drawing.pixel_canvas import PixelCanvas
from railbird_client.follow.followed_tables import FollowedTable
from railbird_client.lobby.small_table import Place, SmallTable, draw_small_table
from railbird_client.start.start_page import Fact, SeatCount
from railbird_client.start.start_painter import draw_rail
from railbird_client.widgets.app_look import look_of
from railbird_client.widgets.controls import LineInput
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from railbird_shared.protocol.messages import Chat, TableInfo
from railbird_shared.text.text_cleaning import CHAT_LENGTH, clean_chat


class ChatPane(Vertical):
    """Shows the lines said over a line to type in; no line is read as markup."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back to the tables", show=False)]

    @dataclass
    class Submitted(Message):
        """The player said a line."""

        text: str

    class Left(Message):
        """The player goes back from the chat to the tables."""

    def __init__(self) -> None:
        super().__init__()
        self._chat: tuple[Chat, ...] = ()

    def compose(self) -> ComposeResult:
        """Builds the pane."""
        yield Static(id="chat-lines")
        yield LineInput(placeholder="Tab to say something", max_length=CHAT_LENGTH, clear_on_submit=True)

    def show(self, chat: tuple[Chat, ...]) -> None:
        """Shows the last of these lines."""
        if chat != self._chat:
            self._chat = chat
            self._show_lines()

    def on_resize(self, _: Resize) -> None:
        """Shows as many lines as fit now."""
        self._show_lines()

    def on_input_submitted(self, submitted: Input.Submitted) -> None:
        """Posts the line that was typed."""
        submitted.stop()
        text = clean_chat(submitted.value)
        if text:
            self.post_message(self.Submitted(text))

    def action_leave(self) -> None:
        """Goes back to the tables."""
        self.post_message(self.Left())

    def _show_lines(self) -> None:
        pane = self.query_one("#chat-lines", Static)
        width, height = pane.size
        if not width or not height:
            return
        lines = (Content.assemble((line.name, "bold $text-accent"), " ", line.text) for line in self._chat[-height:])
        wrapped = [row for line in lines for row in line.wrap(width)]
        pane.update(Content("\n").join(wrapped[-height:]))


class _Drawing(Widget):
    """A widget that draws itself anew for each size and theme."""

    DEFAULT_CSS = "_Drawing PixelCanvasWidget { width: 100%; height: 100%; }"

    def compose(self) -> ComposeResult:
        """Builds the canvas."""
        yield PixelCanvasWidget()

    def on_mount(self) -> None:
        """Draws again in the colours of another theme."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.paint())

    def on_resize(self) -> None:
        """Draws for the new size."""
        self.paint()

    def paint(self) -> None:
        """Draws the widget as it is now."""
        width, height = self.content_size
        if not self.is_mounted or not width or not height:
            return
        look = look_of(self.app)
        canvas = PixelCanvas(width, height, None if look.outlined else look.palette.background)
        self.draw(canvas)
        self.query_one(PixelCanvasWidget).show(canvas, look)

    def draw(self, canvas: PixelCanvas) -> None:
        """Draws onto an empty canvas."""
        raise NotImplementedError


class SmallTableWidget(_Drawing):
    """Shows a table small, or nothing."""

    def __init__(self, *, id: str | None = None, classes: str = "") -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._table: SmallTable | None = None

    def show(self, table: SmallTable | None) -> None:
        """Shows another table."""
        if table != self._table:
            self._table = table
            self.paint()

    def draw(self, canvas: PixelCanvas) -> None:
        """Draws the table with its facts."""
        if self._table is not None:
            draw_small_table(canvas, self._table, Place(0, 0, canvas.width, canvas.height), look_of(self.app))


class RailWidget(_Drawing):
    """A rail across the screen, one row high."""

    DEFAULT_CSS = "RailWidget { height: 1; }"

    def draw(self, canvas: PixelCanvas) -> None:
        """Draws the rail."""
        draw_rail(canvas, 0, look_of(self.app), pixels=2)


def must_wait(table: TableInfo) -> bool:
    """Whether the free seats of a table, if any, are for those who wait already."""
    return table.seats - len(table.players) <= table.waiting


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
    if must_wait(table) and table.has_room:
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
