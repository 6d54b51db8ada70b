"""The lobby of a server: its tables, what is known of the marked one, talk, and how friends find the way here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message as TextualMessage
from textual.screen import Screen
from textual.widgets import Static

from railbird_client.launch import NewTable
from railbird_client.screens.dialogs import BuyInDialog, OpenTableDialog
from railbird_client.widgets.chat_pane import ChatPane
from railbird_client.widgets.key_hint import KeyHint
from railbird_client.widgets.table_list import TableList
from railbird_shared.catalogue import GAMES, GameChoice
from railbird_shared.commands import Command, ListTables, SendChat
from railbird_shared.games import Game
from railbird_shared.messages import Chat, Lobby, TableInfo
from railbird_shared.table_limits import DEFAULT_BUY_IN_BETS, MAX_SEATS


class LobbyScreen(Screen[None]):
    """Where a player chooses a table."""

    AUTO_FOCUS = "TableList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,s", "sit", "Sit down", show=False),
        Binding("w", "watch", "Watch", show=False),
        Binding("n", "open", "New table", show=False),
        Binding("r", "refresh", "Refresh", show=False),
        Binding("q", "leave", "Quit", show=False),
        Binding("escape", "leave", "Back to the start", show=False),
    ]

    class SitRequested(TextualMessage):
        """The player wants to sit at a table with so many chips."""

        def __init__(self, table: str, chips: int) -> None:
            super().__init__()
            self.table = table
            self.chips = chips

    class WatchRequested(TextualMessage):
        """The player wants to look on at a table."""

        def __init__(self, table: str) -> None:
            super().__init__()
            self.table = table

    class OpenTableRequested(TextualMessage):
        """The player wants to open a table."""

        def __init__(self, new_table: NewTable) -> None:
            super().__init__()
            self.new_table = new_table

    class CommandRequested(TextualMessage):
        """The screen wants a command sent."""

        def __init__(self, command: Command) -> None:
            super().__init__()
            self.command = command

    class LeaveRequested(TextualMessage):
        """The player wants to leave the server."""

    def __init__(self, *, player: str, server: str, games: Sequence[Game], join_addresses: Sequence[str] = ()) -> None:
        super().__init__()
        self._player = player
        self._server = server
        playable = (game for game in games if 1 < game.max_seats <= MAX_SEATS)
        self._games = tuple(GameChoice(game.id, game.title, "", game.max_seats) for game in playable) or GAMES
        self._join_addresses = tuple(join_addresses)

    def compose(self) -> ComposeResult:
        """Builds the panes."""
        with Horizontal(id="bar"):
            yield Static(
                Content.assemble(("RAILBIRD", "bold $accent"), f"  {self._player} at {self._server}"), id="who"
            )
            yield Static(id="link")
        with Horizontal(id="upper"):
            with Vertical(id="tables", classes="pane"):
                yield TableList()
            yield Static(id="details", classes="pane")
        with Horizontal(id="lower"):
            yield Static(id="server-info", classes="pane")
            with Vertical(id="chat", classes="pane"):
                yield ChatPane()
        with Horizontal(id="keys"):
            yield KeyHint("Enter", "Sit", "screen.sit")
            yield KeyHint("W", "Watch", "screen.watch")
            yield KeyHint("N", "New table", "screen.open")
            yield KeyHint("R", "Refresh", "screen.refresh", classes="spare")
            yield KeyHint("Tab", "Chat", "app.focus_next")
            yield KeyHint("Q", "Quit", "screen.leave")

    def on_mount(self) -> None:
        """Names the panes and shows what is known before the server says anything."""
        for pane, title in (("#tables", "tables"), ("#server-info", "this server"), ("#chat", "lobby chat")):
            self.query_one(pane).border_title = title
        self._show_server_info(Lobby(tables=()))
        self._show_details()

    def receive(self, message: Lobby | Chat) -> None:
        """Shows what the server says."""
        if isinstance(message, Lobby):
            self.query_one(TableList).show(message.tables)
            self._show_server_info(message)
        else:
            self.query_one(ChatPane).add_line(message.name, message.text)

    def show_connection(self, state: str, latency_ms: int | None) -> None:
        """Shows how the connection stands."""
        if state == "online":
            line = Content(f"{latency_ms} ms" if latency_ms is not None else "connected")
        else:
            line = Content.assemble(("connection lost, trying again", "bold $text-warning"))
        self.query_one("#link", Static).update(line)

    def action_sit(self) -> None:
        """Asks for the buy-in at the marked table."""
        table = self.query_one(TableList).highlighted
        if not self.is_active:
            return
        if table is None:
            self.notify("There is no table yet: press N to open one.", markup=False)
        elif len(table.players) >= table.seats:
            self.notify(f"Every seat at {table.name} is taken: press W to watch.", markup=False)
        else:
            self._ask_buy_in(table)

    def action_watch(self) -> None:
        """Asks to look on at the marked table."""
        table = self.query_one(TableList).highlighted
        if table is not None:
            self.post_message(self.WatchRequested(table.table))

    def action_open(self) -> None:
        """Asks what table to open."""

        def on_answer(new_table: NewTable | None) -> None:
            if new_table is not None:
                self.post_message(self.OpenTableRequested(new_table))

        if self.is_active:
            self.app.push_screen(
                OpenTableDialog(NewTable(name=f"{self._player}'s table"), games=self._games), on_answer
            )

    def action_refresh(self) -> None:
        """Asks for the tables anew."""
        self.post_message(self.CommandRequested(ListTables()))

    def action_leave(self) -> None:
        """Asks to leave the server."""
        self.post_message(self.LeaveRequested())

    @on(TableList.Selected)
    def _table_selected(self) -> None:
        self.action_sit()

    @on(TableList.Highlighted)
    def _table_highlighted(self) -> None:
        self._show_details()

    @on(ChatPane.Submitted)
    def _chat_submitted(self, message: ChatPane.Submitted) -> None:
        self.post_message(self.CommandRequested(SendChat(text=message.text)))

    @on(ChatPane.Left)
    def _chat_left(self) -> None:
        self.query_one(TableList).focus()

    def _ask_buy_in(self, table: TableInfo) -> None:
        def on_answer(chips: int | None) -> None:
            if chips is not None:
                self.post_message(self.SitRequested(table.table, chips))

        usual = DEFAULT_BUY_IN_BETS * table.game.stakes.minimum_bet
        dialog = BuyInDialog(table.name, minimum=table.min_buy_in, maximum=table.max_buy_in, default=usual)
        self.app.push_screen(dialog, on_answer)

    def _show_details(self) -> None:
        pane = self.query_one("#details", Static)
        table = self.query_one(TableList).highlighted
        pane.border_title = Content(table.name if table else "no table")
        pane.update(
            _describe_table(table) if table else Content.assemble(("Friends will see your table here.", "$dim"))
        )

    def _show_server_info(self, lobby: Lobby) -> None:
        tables, people = len(lobby.tables), max(1, lobby.people)
        lines = [Content(f"{tables} table{'s' * (tables != 1)}   {people} {'person' if people == 1 else 'people'}")]
        if self._join_addresses:
            lines.append(Content.assemble(("Friends type", "$dim")))
            lines += [Content.assemble((f"railbird join {address}", "bold")) for address in self._join_addresses]
        self.query_one("#server-info", Static).update(Content("\n").join(lines))


def _describe_table(table: TableInfo) -> Content:
    free = table.seats - len(table.players)
    clock = f"{table.clock} s a turn" if table.clock else "no clock"
    hand = f"hand {table.hand:,}" if table.hand else "not dealt yet"
    seats = f"{free} seat{'s' * (free != 1)} free" if free else "every seat is taken"
    rail = f", {table.watchers} on the rail" if table.watchers else ""
    lines = [
        Content.assemble((table.game.full_title, "bold")),
        Content(f"buy-in {table.min_buy_in:,} to {table.max_buy_in:,}"),
        Content(f"{clock}, {hand}"),
        Content(seats + rail),
        Content.assemble((f"opened by {table.host}", "$dim")),
        Content(""),
        Content(", ".join(table.players) or "Nobody sits there yet."),
    ]
    return Content("\n").join(lines)
