"""The lobby of a server: its tables, of which one is marked and drawn, the chips to sit down with, and the chat."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from railbird_client.drawing.canvas import PixelCanvas, Press, SliderClick
from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.palette import Look
from railbird_client.follow.followed_screen import FollowedScreen
from railbird_client.history.history_screens import history_pages
from railbird_client.history.statement_screen import LastStatementPage
from railbird_client.hosting.form_screen import HostFormScreen, games_of
from railbird_client.hosting.host_form import HostSetup
from railbird_client.hosting.profiles import profiles_of
from railbird_client.lobby.lobby_painter import ORDERS, ShownLobby, draw_lobby
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.network.invite_screen import InvitePage
from railbird_client.player_requests import ScreenRequest, SeatRequest, ShowFinish
from railbird_client.table.paint.table_sizes import find_size
from railbird_client.widgets.controls import CommandRequested, LineInput, WheelMoves
from railbird_client.widgets.dialogs import LineDialog, ask, parse_chips
from railbird_client.widgets.page_screen import NoticeScreen, RowPress
from railbird_client.widgets.pixel_canvas_widget import CanvasScreen, PixelCanvasWidget
from railbird_client.widgets.terminal import MOVES, with_capitals
from railbird_shared.protocol.commands import FollowTable, ListTables, SendChat, UnfollowTable, Watch
from railbird_shared.protocol.messages import Statement, TableInfo
from railbird_shared.protocol.table_limits import LOBBY_PAGE_SIZE, MAX_CHIPS
from railbird_shared.text.text_cleaning import CHAT_LENGTH, TABLE_NAME_LENGTH, clean_chat, clean_table_name

SECOND = 1.0

_MAX_TYPED_DIGITS = len(str(MAX_CHIPS)) + 4
"""The digits of a buy-in, with marks between them."""
_STEPS = 16
"""In how many steps the arrows go from the least to the most chips."""


class BuyInDialog(LineDialog[int]):
    """Asks for the chips to sit down with; an amount outside the limits of the table is moved to the nearest limit."""

    def __init__(self, table: TableInfo, chips: int) -> None:
        self._minimum, self._maximum = table.min_buy_in, max(table.min_buy_in, table.max_buy_in)
        super().__init__(
            table.name,
            "Chips",
            self._read_chips,
            accept="Take these",
            hint=f"The table takes {self._minimum:,} to {self._maximum:,}.",
            value=str(chips),
            max_length=_MAX_TYPED_DIGITS,
        )

    def _read_chips(self, typed: str) -> int:
        chips = parse_chips(typed)
        if chips is None:
            raise ValueError("Write the buy-in as a number of chips.")
        allowed = min(max(chips, self._minimum), self._maximum)
        if allowed != chips:
            self.line_input.value = str(allowed)
            raise ValueError(f"{chips:,} is outside what the table takes, so it is {allowed:,} now.")
        return allowed


class LobbyScreen(WheelMoves, CanvasScreen[None], NoticeScreen[None]):
    """Shows the tables of a server to choose from; `now` is a clock in seconds that never goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"move({by})", show=False) for key, by in MOVES.items()),
        Binding(with_capitals("enter,s"), "sit", "Sit down, or wait for a seat", show=False),
        Binding(with_capitals("w"), "watch", "Watch", show=False),
        Binding(with_capitals("n"), "open", "New table", show=False),
        Binding(with_capitals("r"), "refresh", "Refresh", show=False),
        Binding(with_capitals("i,j"), "show_page('invite')", "How friends join", show=False),
        Binding(with_capitals("t"), "tournaments", "Tournaments: enter one, watch it, or open one", show=False),
        Binding("slash", "find", "Find a table", show=False),
        Binding("right", "step_chips(1)", "Sit down with more chips", show=False),
        Binding("left", "step_chips(-1)", "Sit down with fewer chips", show=False),
        Binding("1", "take_chips('least')", "Sit down with the least chips", show=False),
        Binding("2", "take_chips('usual')", "Sit down with the usual chips", show=False),
        Binding("3", "take_chips('most')", "Sit down with the most chips", show=False),
        Binding("equals_sign", "type_chips", "Type the chips to sit down with", show=False),
        Binding(with_capitals("o"), "order", "Another order of the tables", show=False),
        Binding(with_capitals("k"), "show_page('hands')", "Find and read the hands that you sat in", show=False),
        Binding(with_capitals("u"), "show_page('statistics')", "Statistics of your own nights", show=False),
        Binding("f4", "show_page('charts')", "Charts of your last table's night, or of your own nights", show=False),
        Binding("dollar_sign", "show_page('statement')", "Statement of your last table", show=False),
        Binding("space", "follow", "Follow the marked table, or no longer", show=False),
        Binding("f7", "show_page('followed')", "Show all tables that you follow", show=False),
        Binding(with_capitals("f"), "toggle_free", "Only free seats", show=False),
        Binding("tab", "chat", "Say something; Enter says it", show=False),
        Binding("question_mark", "app.help", "Help of this page", show=False),
        Binding(with_capitals("q"), "leave", "Leave this server", show=False),
        Binding("escape", "back", "All tables, or leave", show=False),
    ]

    class LeaveRequested(Message):
        """The player wants to leave the server."""

    def __init__(self, state: LobbyState, *, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._state = state
        self._now = now
        self.index = 0
        self._chips: dict[str, int] = {}
        self._order = ORDERS[0]
        self._reported_full = ""
        self._shown_statement: Statement | None = None
        self._tournament_shown = False
        self._chat = LineInput(max_length=CHAT_LENGTH, widget_id="chat", clear_on_submit=True)
        self._find = LineInput(placeholder="table, player or game", max_length=TABLE_NAME_LENGTH, widget_id="find")

    def compose(self) -> ComposeResult:
        """Builds the canvas, and the lines in which chat and a word to find are written."""
        yield from (self.canvas, self._chat, self._find)

    def on_mount(self) -> None:
        """Shows the lobby."""
        self.show(self._state)
        self.set_interval(SECOND, self._count_down)

    def show(self, state: LobbyState) -> None:
        """Shows the lobby as it is now; the marked table stays marked.

        On a later page of the list the first row is marked, and on an earlier one the last.
        """
        marked, turned = self.marked, state.lobby.first - self._state.lobby.first
        self._state = state
        ids = [table.table for table in self._tables]
        last = max(0, len(ids) - 1)
        if marked is not None and marked.table in ids:
            self.index = ids.index(marked.table)
        elif turned:
            self.index = 0 if turned > 0 else last
        self.index = min(self.index, last)
        if self.is_mounted:
            self.redraw()
            self._report_full_table()
            self._show_waiting_tournament()
            self._show_last_statement()

    # --- what is shown

    @property
    def _tables(self) -> tuple[TableInfo, ...]:
        tables = self._state.lobby.tables
        if self._order == ORDERS[0] or not self._state.lobby.is_whole:
            return tables
        if self._order == ORDERS[1]:
            return tuple(sorted(tables, key=lambda table: table.name.casefold()))
        return tuple(sorted(tables, key=lambda table: (not table.has_room, len(table.players) - table.seats)))

    @property
    def marked(self) -> TableInfo | None:
        """The marked table, if there is any."""
        return self._tables[self.index] if self.index < len(self._tables) else None

    def _chips_for(self, table: TableInfo | None) -> int:
        return _within(self._chips.get(table.table, table.buy_in), table) if table is not None else 0

    def draw(self, canvas: PixelCanvas, look: Look) -> None:
        """Draws the lobby, and lays the lines in which is typed where it has room for them."""
        grid, canvas.blends = find_size(canvas.width, canvas.height), look.palette.is_mixed
        painter = PagePainter(canvas, look, grid.side(canvas.width) if grid is not None else None)
        shown = ShownLobby(
            self._state,
            self._tables,
            self.index,
            self._chips_for(self.marked),
            self._order,
            self._now(),
            typing="say" if self._chat.display else "find" if self._find.display else "",
        )
        result = self._state.last_result
        statement = PageKey("$", "statement", "dollar_sign") if self._state.last_statement is not None else None
        notice = self.notice or ((result, statement) if result else None)
        for line, place in zip((self._chat, self._find), draw_lobby(painter, shown, notice), strict=True):
            line.styles.offset = (place.x, place.y)
            line.styles.width = place.width

    def _count_down(self) -> None:
        """Shows how long it is until a tournament starts in which the player is."""
        if any(running.seconds_left(0.0) is not None for running in self._state.entered):
            self.redraw()

    def _show_waiting_tournament(self) -> None:
        """Shows once a tournament that players can enter, in a lobby without tables."""
        waiting = self._state.open_tournaments
        if waiting and not self._state.lobby.tables and not self._tournament_shown:
            self.action_tournaments(waiting[0].tournament if len(waiting) == 1 else "")

    def _show_last_statement(self) -> None:
        """Shows the statement of a table that has just closed, once."""
        statement = self._state.last_statement
        if statement is not None and statement is not self._shown_statement and self.is_active:
            self._shown_statement = statement
            self.action_show_page("statement")

    def _report_full_table(self) -> None:
        """Says once that the table for which the player came is full, and marks it."""
        full = [at for at, table in enumerate(self._tables) if table.table == self._state.full_table]
        if full and self._reported_full != self._state.full_table:
            self._reported_full, self.index = self._state.full_table, full[0]
            table = self._tables[full[0]]
            self.say(f"Every seat is taken: {len(table.players)} of {table.seats}. Enter waits for one, W watches.")

    # --- the list

    def action_move(self, by: int) -> None:
        """Marks another table; from the first or last row it asks for the page before or after."""
        before, self.index = self.index, max(0, min(self.index + by, len(self._tables) - 1))
        lobby, request = self._state.lobby, self._state.request
        first = lobby.first + (len(lobby.tables) if by > 0 else -LOBBY_PAGE_SIZE)
        if self.index == before and -LOBBY_PAGE_SIZE < first < lobby.total:
            self._request(ListTables(find=request.find, free=request.free, first=max(0, first)))
        self.redraw()

    @on(PixelCanvasWidget.Pressed)
    def _canvas_pressed(self, message: PixelCanvasWidget.Pressed) -> None:
        press: Press = message.press
        match press:
            case PageKey(key=key):
                self.app.simulate_key(key)
            case RowPress(place=place) if place == self.index:
                self.action_sit()
            case RowPress(place=place):
                self.index = place
                self.redraw()
            case SliderClick(part=part, whole=whole) if (table := self.marked) is not None:
                self._set_chips(table.min_buy_in + (table.max_buy_in - table.min_buy_in) * part // whole)
            case _:
                pass

    def action_order(self) -> None:
        """Shows a whole list in another order; the marked table stays marked."""
        if self._state.lobby.is_whole and self._tables:
            marked = self._tables[self.index]
            self._order = ORDERS[(ORDERS.index(self._order) + 1) % len(ORDERS)]
            self.index = self._tables.index(marked)
            self.redraw()

    # --- the way to a seat

    def action_step_chips(self, by: int) -> None:
        """Takes a step of chips more, or fewer."""
        if (table := self.marked) is not None:
            bet = max(1, table.game.stakes.minimum_bet)
            step = max(bet, (table.max_buy_in - table.min_buy_in) // _STEPS // bet * bet)
            self._set_chips(self._chips_for(table) + by * step)

    def action_take_chips(self, which: str) -> None:
        """Takes the least, the usual or the most chips of the table."""
        if (table := self.marked) is not None:
            self._set_chips({"least": table.min_buy_in, "usual": table.buy_in}.get(which, table.max_buy_in))

    def action_type_chips(self) -> None:
        """Asks for the chips."""
        if (table := self.marked) is not None and self.is_active:
            ask(self.app, BuyInDialog(table, self._chips_for(table)), self._set_chips)

    def _set_chips(self, chips: int) -> None:
        if (table := self.marked) is not None:
            self._chips[table.table] = _within(chips, table)
            self.redraw()

    def action_sit(self) -> None:
        """Sits down at the marked table, or waits for a seat there."""
        table = self.marked
        if not self.is_active:
            return
        if table is None:
            self.say("There is no table yet: N opens one.")
        elif table.seats_locked:
            self.say(f"{table.host} lets nobody else sit down now. W watches.")
        else:
            self._request(SeatRequest(table.table, self._chips_for(table), waits=table.must_wait))

    def action_watch(self) -> None:
        """Asks to watch the marked table."""
        if (table := self.marked) is not None:
            self._request(Watch(table=table.table))

    def action_follow(self) -> None:
        """Starts or stops following the marked table."""
        if (table := self.marked) is not None:
            follows = table.table in self._state.followed
            self._request(UnfollowTable(table=table.table) if follows else FollowTable(table=table.table))

    def _request(self, command: ScreenRequest) -> None:
        self.post_message(CommandRequested(command))

    def action_show_page(self, name: str) -> None:
        """Shows a page over the lobby, unless another is open; invites have one on the player's own server."""
        state, last = self._state, self._state.last_statement
        pages: dict[str, Callable[[], Screen[None]]] = {
            **history_pages(statistics_of="", charts_of=last.table if last else ""),
            "statement": lambda: LastStatementPage(last, own_name=state.player, last_result=state.last_result),
            "followed": lambda: FollowedScreen(state.followed, self._request),
            "invite": lambda: InvitePage(state.invitation),
        }
        if name == "statement" and state.has_finished:
            self._request(ShowFinish())
        elif self.is_active and (state.invitation or name != "invite"):
            self.app.push_screen(pages[name]())

    def action_open(self) -> None:
        """Asks which table to open."""
        if self.is_active:
            setup = HostSetup(name=f"{self._state.player}'s table")
            profiles = profiles_of(self.app).tables
            form = HostFormScreen(setup, profiles, title="New table", games=games_of(self._state.games))
            ask(self.app, form, self._request)

    def action_tournaments(self, first: str = "") -> None:
        """Shows the tournaments of the server, or the one of that id."""
        from railbird_client.tournament.tournaments_screen import TournamentsPage  # noqa: PLC0415  a lobby needs no page

        if self.is_active:
            self._tournament_shown = True
            name, games = self._state.player, games_of(self._state.games)
            self.app.push_screen(TournamentsPage(first=first, own_name=name, games=games))

    def action_refresh(self) -> None:
        """Asks for the list of tables again."""
        self._request(self._state.request)

    # --- lines that are typed

    def action_chat(self) -> None:
        """Opens the line of the chat; from there it says the line and begins the next."""
        if self._chat.display and (text := clean_chat(self._chat.value)):
            self._request(SendChat(text=text))
        self._chat.clear()
        self._open(self._chat)

    @on(Input.Submitted, "#chat")
    def _chat_submitted(self, submitted: Input.Submitted) -> None:
        """Says the line, and gives the keys back to the lobby unless the next line is begun already."""
        if text := clean_chat(submitted.value):
            self._request(SendChat(text=text))
        if not self._chat.value:
            self._close(self._chat)

    def action_find(self) -> None:
        """Opens the line that narrows the list to the tables with a word in their names."""
        self._open(self._find)

    def action_toggle_free(self) -> None:
        """Lists only the tables with a free seat, or all again."""
        request = self._state.request
        self._request(ListTables(find=request.find, free=not request.free))

    def action_back(self) -> None:
        """Ends a line of chat, lists all tables again where the list is narrowed, and else asks to leave the server."""
        request = self._state.request
        if self._chat.display:
            self._close(self._chat)
        elif self._find.display or request.find or request.free:
            with self._find.prevent(Input.Changed):
                self._find.value = ""
            self._close(self._find)
            if request.find or request.free:
                self._request(ListTables())
        else:
            self.action_leave()

    @on(Input.Changed, "#find")
    def _find_changed(self, changed: Input.Changed) -> None:
        find = clean_table_name(changed.value)
        if find != self._state.request.find:
            self._request(ListTables(find=find, free=self._state.request.free))

    @on(Input.Submitted, "#find")
    def _find_submitted(self) -> None:
        self._close(self._find)

    def _open(self, line: LineInput) -> None:
        line.display = True
        line.focus()
        self.redraw()

    def _close(self, line: LineInput) -> None:
        line.display = False
        self.set_focus(None)
        self.redraw()

    @on(events.DescendantBlur)
    def _line_left(self) -> None:
        """Closes a line that a click elsewhere leaves."""
        if self.is_current and self.focused is None:
            self._chat.display = self._find.display = False
            self.redraw()

    def action_leave(self) -> None:
        """Asks to leave the server."""
        self.post_message(self.LeaveRequested())


def _within(chips: int, table: TableInfo) -> int:
    return min(max(chips, table.min_buy_in), max(table.min_buy_in, table.max_buy_in))
