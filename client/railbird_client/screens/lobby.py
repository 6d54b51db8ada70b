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

from railbird_client.plans import GAMES, Offered, TableWish
from railbird_client.screens.dialogs import BuyInDialog, OpenTableDialog
from railbird_client.widgets.key_hint import KeyHint
from railbird_client.widgets.table_list import TableList
from railbird_client.widgets.talk import Talk
from railbird_shared.commands import Command, ListTables, Say
from railbird_shared.games import MAX_SEATS, Game
from railbird_shared.messages import Chat, Lobby, TableInfo

USUAL_BUY_IN_BETS = 100


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

    class SitAsked(TextualMessage):
        """The player wants to sit at a table with so many chips."""

        def __init__(self, table: str, chips: int) -> None:
            super().__init__()
            self.table = table
            self.chips = chips

    class WatchAsked(TextualMessage):
        """The player wants to look on at a table."""

        def __init__(self, table: str) -> None:
            super().__init__()
            self.table = table

    class OpenAsked(TextualMessage):
        """The player wants to open a table."""

        def __init__(self, wish: TableWish) -> None:
            super().__init__()
            self.wish = wish

    class Asked(TextualMessage):
        """The screen wants a command sent."""

        def __init__(self, command: Command) -> None:
            super().__init__()
            self.command = command

    class LeaveAsked(TextualMessage):
        """The player wants to leave the server."""

    def __init__(self, *, player: str, place: str, games: Sequence[Game], invites: Sequence[str] = ()) -> None:
        super().__init__()
        self._player = player
        self._place = place
        playable = (game for game in games if 1 < game.most_seats <= MAX_SEATS)
        self._games = tuple(Offered(game.id, game.title, "", game.most_seats) for game in playable) or GAMES
        self._invites = tuple(invites)

    def compose(self) -> ComposeResult:
        """Builds the panes."""
        with Horizontal(id="bar"):
            yield Static(Content.assemble(("RAILBIRD", "bold $accent"), f"  {self._player} at {self._place}"), id="who")
            yield Static(id="link")
        with Horizontal(id="upper"):
            with Vertical(id="tables", classes="pane"):
                yield TableList()
            yield Static(id="details", classes="pane")
        with Horizontal(id="lower"):
            yield Static(id="house", classes="pane")
            with Vertical(id="talk", classes="pane"):
                yield Talk()
        with Horizontal(id="keys"):
            yield KeyHint("Enter", "Sit", "screen.sit")
            yield KeyHint("W", "Watch", "screen.watch")
            yield KeyHint("N", "New table", "screen.open")
            yield KeyHint("R", "Refresh", "screen.refresh", classes="spare")
            yield KeyHint("Tab", "Chat", "app.focus_next")
            yield KeyHint("Q", "Quit", "screen.leave")

    def on_mount(self) -> None:
        """Names the panes and shows what is known before the server says anything."""
        for pane, title in (("#tables", "tables"), ("#house", "this server"), ("#talk", "lobby chat")):
            self.query_one(pane).border_title = title
        self._show_house(Lobby(tables=()))
        self._show_details()

    def receive(self, message: Lobby | Chat) -> None:
        """Shows what the server says."""
        if isinstance(message, Lobby):
            self.query_one(TableList).show(message.tables)
            self._show_house(message)
        else:
            self.query_one(Talk).hear(message.name, message.text)

    def show_link(self, state: str, latency_ms: int | None) -> None:
        """Shows how the connection stands."""
        if state == "online":
            line = Content(f"{latency_ms} ms" if latency_ms is not None else "connected")
        else:
            line = Content.assemble(("connection lost, trying again", "bold $text-warning"))
        self.query_one("#link", Static).update(line)

    def action_sit(self) -> None:
        """Asks for the buy-in at the marked table."""
        table = self.query_one(TableList).marked
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
        table = self.query_one(TableList).marked
        if table is not None:
            self.post_message(self.WatchAsked(table.table))

    def action_open(self) -> None:
        """Asks what table to open."""

        def go(wish: TableWish | None) -> None:
            if wish is not None:
                self.post_message(self.OpenAsked(wish))

        if self.is_active:
            self.app.push_screen(OpenTableDialog(TableWish(name=f"{self._player}'s table"), games=self._games), go)

    def action_refresh(self) -> None:
        """Asks for the tables anew."""
        self.post_message(self.Asked(ListTables()))

    def action_leave(self) -> None:
        """Asks to leave the server."""
        self.post_message(self.LeaveAsked())

    @on(TableList.Chosen)
    def _table_chosen(self) -> None:
        self.action_sit()

    @on(TableList.Marked)
    def _table_marked(self) -> None:
        self._show_details()

    @on(Talk.Said)
    def _said(self, said: Talk.Said) -> None:
        self.post_message(self.Asked(Say(text=said.text)))

    @on(Talk.Left)
    def _talk_left(self) -> None:
        self.query_one(TableList).focus()

    def _ask_buy_in(self, table: TableInfo) -> None:
        def go(chips: int | None) -> None:
            if chips is not None:
                self.post_message(self.SitAsked(table.table, chips))

        usual = USUAL_BUY_IN_BETS * table.game.stakes.minimum_bet
        dialog = BuyInDialog(table.name, least=table.min_buy_in, most=table.max_buy_in, usual=usual)
        self.app.push_screen(dialog, go)

    def _show_details(self) -> None:
        pane = self.query_one("#details", Static)
        table = self.query_one(TableList).marked
        pane.border_title = Content(table.name if table else "no table")
        pane.update(_details(table) if table else Content.assemble(("Friends will see your table here.", "$dim")))

    def _show_house(self, lobby: Lobby) -> None:
        tables, people = len(lobby.tables), max(1, lobby.people)
        lines = [Content(f"{tables} table{'s' * (tables != 1)}   {people} {'person' if people == 1 else 'people'}")]
        if self._invites:
            lines.append(Content.assemble(("Friends type", "$dim")))
            lines += [Content.assemble((f"railbird join {address}", "bold")) for address in self._invites]
        self.query_one("#house", Static).update(Content("\n").join(lines))


def _details(table: TableInfo) -> Content:
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
