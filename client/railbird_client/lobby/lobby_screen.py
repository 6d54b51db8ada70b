"""The lobby of a server: its tables, the details of the marked one, chat, and the addresses by which friends join."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.css.query import NoMatches
from textual.events import Resize
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Static

from railbird_client.drawing.half_block_art import draw_rail
from railbird_client.follow.followed_screen import FollowedScreen
from railbird_client.history.past_hands_screens import ChartsPage, HandsPage, LastStatementPage, StatisticsPage
from railbird_client.hosting.form_screen import HostFormScreen, games_of
from railbird_client.hosting.host_form import HostSetup
from railbird_client.hosting.profiles import profiles_of
from railbird_client.lobby.lobby_state import LobbyState, PasswordRequest
from railbird_client.lobby.table_list import NO_TABLES, TableList, small_table
from railbird_client.network.invite_screen import InvitePage
from railbird_client.player_requests import ScreenRequest, SeatRequest
from railbird_client.table.paint.small_table import fill_with_table
from railbird_client.tournament.tournament_words import entry_line, waiting_words
from railbird_client.widgets.app_look import paint_background
from railbird_client.widgets.controls import CommandRequested, KeyHint, LineInput, fit_key_hints
from railbird_client.widgets.dialogs import LineDialog, PasswordDialog, QuestionDialog, ask, parse_chips
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.protocol.commands import FollowTable, ListTables, SendChat, UnfollowTable, Watch
from railbird_shared.protocol.messages import Chat, Lobby, Statement, TableInfo
from railbird_shared.protocol.table_limits import LOBBY_PAGE_SIZE, MAX_CHIPS
from railbird_shared.text.text_cleaning import CHAT_LENGTH, TABLE_NAME_LENGTH, clean_chat, clean_table_name

NOTHING_FOUND = "\n  No table fits.\n\n  Press [Esc] to see all tables."
"""The words of a narrowed list without tables."""

OPEN_TOURNAMENT = "\n  A tournament waits for players: [T].\n\n  Press [N] to open a table."
"""The words of an empty list while players can enter a tournament."""

RUNNING_TOURNAMENT = "\n  A tournament is running: [T] shows it.\n\n  Press [N] to open a table."
"""Its words while players can only watch one."""

SPARE_KEYS = ("K", "Space", "Tab", "I")
"""The keys that are left out where there is no room for all, the first one first."""

SECOND = 1.0

_MAX_TYPED_DIGITS = len(str(MAX_CHIPS)) + 4
"""The digits of a buy-in, with marks between them."""


class ChatPane(Vertical):
    """Shows the lines said over a line to type in; no line is read as markup."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back to the tables", show=False)]

    _chat: tuple[Chat, ...] = ()

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
        if text := clean_chat(submitted.value):
            self.post_message(CommandRequested(SendChat(text=text)))

    def action_leave(self) -> None:
        """Goes back to the tables."""
        self.screen.query_one(TableList).focus()

    def _show_lines(self) -> None:
        pane = self.query_one("#chat-lines", Static)
        width, height = pane.size
        if not width or not height:
            return
        lines = (Content.assemble((line.name, "bold $text-accent"), " ", line.text) for line in self._chat[-height:])
        wrapped = [row for line in lines for row in line.wrap(width)]
        pane.update(Content("\n").join(wrapped[-height:]))


class FullTableDialog(QuestionDialog[TableInfo | Watch]):
    """Says that every seat of a table is taken, and offers its waiting list, its rail and another table, `free`.

    The answer is the command to watch, or the table where the player waits or sits.
    """

    cancel_label = "Lobby"

    def __init__(self, table: TableInfo, *, free: TableInfo | None) -> None:
        waiting = table.waiting
        answers: dict[str, tuple[str, TableInfo | Watch]] = {"W": ("Watch", Watch(table=table.table))}
        if table.seats_locked:
            lines = [f"{table.host} lets nobody else sit down now."]
        else:
            answers = {"Enter": ("Wait", table), **answers}
            taken = "Every seat is taken" if table.is_full else "The free seats are for people who wait already"
            number = f"{waiting} already wait{'s' * (waiting == 1)}." if waiting else "Nobody waits yet."
            lines = [f"{taken}: {len(table.players)} of {table.seats}.", f"Press [Enter] to wait for one: {number}"]
        lines.append("Press [W] to watch from the rail.")
        if free is not None:
            lines.append(f"{free.name} has a seat for you: press [S] to sit there.")
            answers["S"] = ("Sit elsewhere", free)
        super().__init__(table.name, answers)
        self.sentences = lines


class BuyInDialog(LineDialog[int]):
    """Asks for a buy-in; an amount outside the limits of the table is moved to the nearest limit."""

    def __init__(self, table: TableInfo) -> None:
        self._minimum, self._maximum = table.min_buy_in, max(table.min_buy_in, table.max_buy_in)
        waits = table.must_wait
        super().__init__(
            table.name,
            "Chips",
            self._read_chips,
            accept="Wait for a seat" if waits else "Sit down",
            hint=f"The table takes {self._minimum:,} to {self._maximum:,}.",
            value=str(min(max(table.buy_in, self._minimum), self._maximum)),
            max_length=_MAX_TYPED_DIGITS,
        )
        if waits:
            bot, ahead = "A bot makes room for you after its hand.", f"{table.waiting} wait before you."
            self.hints = (*self.hints, bot if table.has_room else ahead)

    def _read_chips(self, typed: str) -> int:
        chips = parse_chips(typed)
        if chips is None:
            raise ValueError("Write the buy-in as a number of chips.")
        allowed = min(max(chips, self._minimum), self._maximum)
        if allowed != chips:
            self.line_input.value = str(allowed)
            raise ValueError(f"{chips:,} is outside what the table takes, so it is {allowed:,} now.")
        return allowed


class LobbyScreen(Screen[None]):
    """Shows the tables of a server to choose from; `now` is a clock in seconds that never goes back."""

    AUTO_FOCUS = "TableList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("enter,s"), "sit", "Sit down", show=False),
        Binding(with_capitals("w"), "watch", "Watch", show=False),
        Binding(with_capitals("n"), "open", "New table", show=False),
        Binding(with_capitals("r"), "refresh", "Refresh", show=False),
        Binding(with_capitals("i,j"), "show_page('invite')", "How friends join", show=False),
        Binding(with_capitals("t"), "tournaments", "Tournaments: enter one, watch it, or open one", show=False),
        Binding("slash", "find", "Find a table", show=False),
        Binding(with_capitals("k"), "show_page('hands')", "Find and read the hands that you sat in", show=False),
        Binding(with_capitals("u"), "show_page('statistics')", "Statistics of your own nights", show=False),
        Binding("f4", "show_page('charts')", "Charts of your last table's night, or of your own nights", show=False),
        Binding("dollar_sign", "show_page('statement')", "Statement of your last table", show=False),
        Binding("space", "follow", "Follow the marked table, or no longer", show=False),
        Binding("f7", "show_page('followed')", "Show all tables that you follow", show=False),
        Binding(with_capitals("f"), "toggle_free", "Only free seats", show=False),
        Binding(with_capitals("q"), "leave", "Leave this server", show=False),
        Binding("escape", "back", "All tables, or leave", show=False),
    ]

    class LeaveRequested(Message):
        """The player wants to leave the server."""

    def __init__(self, state: LobbyState, *, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._state = state
        self._now = now
        self._reported_full = ""
        self._asked_password: PasswordRequest | None = None
        self._shown_statement: Statement | None = None
        self._tournament_shown = False

    def compose(self) -> ComposeResult:
        """Builds the panes."""
        with Horizontal(id="bar"):
            yield Static(id="who")
            yield Static(id="link")
        yield PixelCanvasWidget(lambda canvas, look: draw_rail(canvas, 0, look, pixels=2), id="rail")
        with Horizontal(id="upper"):
            with Vertical(id="tables", classes="pane"):
                yield TableList()
                yield LineInput(placeholder="table, player or game", max_length=TABLE_NAME_LENGTH, widget_id="find")
            yield PixelCanvasWidget(id="details", classes="pane")
        with Horizontal(id="lower"):
            yield Static(id="server-info", classes="pane")
            with Vertical(id="chat", classes="pane"):
                yield ChatPane()
        with Horizontal(id="keys"):
            yield KeyHint("Enter", "Sit", "screen.sit", classes="of-table", primary=True)
            yield KeyHint("W", "Watch", "screen.watch", classes="of-table")
            yield KeyHint("N", "New table", "screen.open", short="New")
            yield KeyHint("T", "Tournaments", "screen.tournaments", short="Tourney")
            yield KeyHint("I", "Invite", "screen.show_page('invite')", classes="of-host")
            yield KeyHint("K", "Hands", "screen.show_page('hands')")
            yield KeyHint("Space", "Follow", "screen.follow", classes="of-table")
            yield KeyHint("Tab", "Chat", "app.focus_next")
            yield KeyHint("Q", "Leave", "screen.leave")

    def on_mount(self) -> None:
        """Titles the panes and shows the lobby."""
        paint_background(self)
        for pane, title in (("#tables", "tables"), ("#server-info", "this server"), ("#chat", "lobby chat")):
            self.query_one(pane).border_title = title
        self.query_one("#find").display = False
        self._update_panes()
        self.set_interval(SECOND, self._count_down)

    def on_screen_resume(self) -> None:
        """Draws the screen by the settings of now."""
        self.query().refresh()
        for canvas in self.query(PixelCanvasWidget):
            canvas.redraw()

    def show(self, state: LobbyState) -> None:
        """Shows the lobby as it is now."""
        self._state = state
        if self.is_mounted:
            with suppress(NoMatches):  # a screen that is being removed has lost its panes
                self._update_panes()

    def _update_panes(self) -> None:
        who = Content.assemble(("railbird", "bold $accent"), f"  {self._state.player} at {self._state.server}")
        self.query_one("#who", Static).update(who)
        self._show_tables()
        self._show_keys()
        self.query_one(ChatPane).show(self._state.chat)
        self._show_server_info()
        connection, style = self._state.connection, ""
        words = "connected" if connection.latency_ms is None else f"{connection.latency_ms} ms"
        if connection.trouble:
            words = str(connection) if connection.silent_seconds else "connection lost, trying again"
            style = "bold $text-warning"
        self.query_one("#link", Static).update(Content.styled(words, style))
        self._report_full_table()
        self._ask_password()
        self._show_waiting_tournament()
        self._show_last_statement()

    def _show_keys(self) -> None:
        """Shows the keys that do something now, as many as fit into the row."""
        hints = list(self.query("#keys KeyHint").results(KeyHint))
        for hint in hints:
            hint.display = not hint.has_class("of-table") or bool(self._state.lobby.tables)
        self.query_one(".of-host").display = bool(self._state.invitation)
        fit_key_hints(hints, self.app.size.width - 2, SPARE_KEYS)

    def on_resize(self) -> None:
        """Shows the keys that fit now."""
        self._show_keys()

    def _show_waiting_tournament(self) -> None:
        """Shows once a tournament that players can enter, in a lobby without tables."""
        waiting = self._state.open_tournaments
        if waiting and not self._state.lobby.tables and not self._tournament_shown:
            self.action_tournaments(waiting[0].tournament if len(waiting) == 1 else "")

    def _count_down(self) -> None:
        """Shows how long it is until a tournament starts in which the player is."""
        if any(running.seconds_left(0.0) is not None for running in self._state.entered):
            self._show_tables()
            self._show_server_info()

    def _show_last_statement(self) -> None:
        """Shows the statement of a table that has just closed, once."""
        statement = self._state.last_statement
        if statement is not None and statement is not self._shown_statement and self.is_active:
            self._shown_statement = statement
            self.action_show_page("statement")

    def _ask_password(self) -> None:
        """Asks once for the password that the way to a table needs."""
        request = self._state.password_request
        if request is None or request is self._asked_password:
            return
        self._asked_password = request

        def on_answer(password: str) -> None:
            if request.follow:
                self._request(FollowTable(table=request.table, password=password))
            elif request.chips is None:
                self._request(Watch(table=request.table, password=password))
            else:
                waits = table is not None and table.must_wait
                self._request(SeatRequest(request.table, request.chips, password, waits))

        table = next((each for each in self._state.lobby.tables if each.table == request.table), None)
        name = table.name if table else "This table"
        ask(self.app, PasswordDialog(name, request.sentence), on_answer)

    def _show_tables(self) -> None:
        """Shows the page of tables; keys that turn and narrow it are named where there is more than one page."""
        lobby, request = self._state.lobby, self._state.request
        narrowed = bool(request.find or request.free)
        empty = NOTHING_FOUND if narrowed else self._empty_words
        followed = frozenset(each.table for each in self._state.followed.tables if not each.closed)
        self.query_one(TableList).show(lobby.tables, first=lobby.first, empty=empty, followed=followed)
        pane = self.query_one("#tables")
        pane.border_title = Content(_tables_title(lobby, request))
        turn = "" if lobby.is_whole else "[Left] [Right] page  "
        keys = f"{turn}[/] find  [F] free{'  [Esc] all' if narrowed else ''}"
        pane.border_subtitle = Content("" if lobby.is_whole and not narrowed else keys)

    @property
    def _empty_words(self) -> str:
        """The words of an empty list: the tournaments that the player is in or can enter, or how to open a table."""
        if self._state.entered:
            return waiting_words(self._state.entered[0], self._now())
        if self._state.open_tournaments:
            return OPEN_TOURNAMENT
        return RUNNING_TOURNAMENT if any(status.phase.plays for status in self._state.tournaments) else NO_TABLES

    def _report_full_table(self) -> None:
        """Says once that the table for which the player came is full."""
        full = [table for table in self._state.lobby.tables if table.table == self._state.full_table]
        if full and self._reported_full != self._state.full_table:
            self._reported_full = self._state.full_table
            self._say_full(full[0])

    @on(TableList.Selected)
    def action_sit(self) -> None:
        """Asks for the buy-in at the marked table."""
        table = self.query_one(TableList).highlighted
        if not self.is_active:
            return
        if table is None:
            self.notify("There is no table yet: press [N] to open one.", markup=False)
        elif not table.has_room:
            self._say_full(table)
        else:
            self._ask_buy_in(table)

    def action_watch(self) -> None:
        """Asks to watch the marked table."""
        if (table := self.query_one(TableList).highlighted) is not None:
            self._request(Watch(table=table.table))

    def action_follow(self) -> None:
        """Starts or stops following the marked table."""
        table = self.query_one(TableList).highlighted
        if table is not None and table.table in self._state.followed:
            self._request(UnfollowTable(table=table.table))
        elif table is not None:
            self._request(FollowTable(table=table.table))

    def _request(self, command: ScreenRequest) -> None:
        self.post_message(CommandRequested(command))

    def action_show_page(self, name: str) -> None:
        """Shows a page over the lobby, unless another is open; invites have one on the player's own server."""
        state, last = self._state, self._state.last_statement
        pages: dict[str, Callable[[], Screen[None]]] = {
            "hands": HandsPage,
            "statistics": StatisticsPage,
            "charts": lambda: ChartsPage(last.table if last else ""),
            "statement": lambda: LastStatementPage(last, own_name=state.player, last_result=state.last_result),
            "followed": lambda: FollowedScreen(state.followed, self._request),
            "invite": lambda: InvitePage(state.invitation),
        }
        if self.is_active and (state.invitation or name != "invite"):
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

    def action_find(self) -> None:
        """Opens the line that narrows the list to the tables with a word in their names."""
        find = self.query_one("#find", LineInput)
        find.display = True
        find.focus()

    def action_toggle_free(self) -> None:
        """Lists only the tables with a free seat, or all again."""
        request = self._state.request
        self._request(ListTables(find=request.find, free=not request.free))

    def action_back(self) -> None:
        """Lists all tables again where the list is narrowed, and else asks to leave the server."""
        find, request = self.query_one("#find", LineInput), self._state.request
        if not (find.display or request.find or request.free):
            self.action_leave()
            return
        with find.prevent(Input.Changed):
            find.value = ""
        find.display = False
        self.query_one(TableList).focus()
        if request.find or request.free:
            self._request(ListTables())

    @on(Input.Changed, "#find")
    def _find_changed(self, changed: Input.Changed) -> None:
        find = clean_table_name(changed.value)
        if find != self._state.request.find:
            self._request(ListTables(find=find, free=self._state.request.free))

    @on(Input.Submitted, "#find")
    def _find_submitted(self, submitted: Input.Submitted) -> None:
        submitted.input.display = bool(submitted.value)
        self.query_one(TableList).focus()

    @on(TableList.PageRequested)
    def _page_requested(self, message: TableList.PageRequested) -> None:
        lobby, request = self._state.lobby, self._state.request
        first = lobby.first + (len(lobby.tables) if message.by > 0 else -LOBBY_PAGE_SIZE)
        if -LOBBY_PAGE_SIZE < first < lobby.total:
            self._request(ListTables(find=request.find, free=request.free, first=max(0, first)))

    def action_leave(self) -> None:
        """Asks to leave the server."""
        self.post_message(self.LeaveRequested())

    def _say_full(self, table: TableInfo) -> None:
        free = next((each for each in self._state.lobby.tables if each.has_room), None)

        def on_answer(choice: TableInfo | Watch | None) -> None:
            if isinstance(choice, TableInfo):
                self._ask_buy_in(choice)
            elif choice is not None:
                self._request(choice)

        self.app.push_screen(FullTableDialog(table, free=free), on_answer)

    def _ask_buy_in(self, table: TableInfo) -> None:
        def sit(chips: int) -> None:
            self._request(SeatRequest(table.table, chips, waits=table.must_wait))

        ask(self.app, BuyInDialog(table), sit)

    @on(TableList.Highlighted)
    def _show_details(self) -> None:
        pane = self.query_one("#details", PixelCanvasWidget)
        table = self.query_one(TableList).highlighted
        pane.border_title = Content(table.name if table else "your table will stand here")
        followed = self._state.followed.get(table.table) if table else None
        pane.redraw(fill_with_table(small_table(table, followed) if table else None))

    def _show_server_info(self) -> None:
        lobby, request = self._state.lobby, self._state.request
        tables, people = max(lobby.total, len(lobby.tables)), max(1, lobby.people)
        found = " found" if request.find or request.free else ""
        listed = f"{tables:,} table{'s' * (tables != 1)}{found}"
        lines = [Content(f"{listed}   {people:,} {'person' if people == 1 else 'people'}")]
        if running := sum(not status.phase.is_over for status in self._state.tournaments):
            lines.append(Content(f"{running} tournament{'s' * (running > 1)}: [T]"))
        lines += [Content.styled(entry_line(each, self._now()), "bold $text-accent") for each in self._state.entered]
        invitation = self._state.invitation
        if invitation.waits_for_network:
            lines.append(Content.styled("Friends cannot come yet: this machine is on no network.", "$dim"))
        elif invitation:
            words = "Friends type" if not invitation.link else "Friends join by your link ([I]), or type"
            lines.append(Content.styled(words, "$dim"))
            lines += [Content.styled(f"railbird join {each}", "bold") for each in invitation.addresses]
        if invitation.fingerprint:
            lines.append(Content.assemble(("and compare ", "$dim"), (invitation.fingerprint, "bold")))
        if self._state.last_result:
            lines += [Content(""), Content(self._state.last_result)]
            if self._state.last_statement:
                lines.append(Content.styled("[$] shows the statement, [F4] charts.", "$dim"))
        self.query_one("#server-info", Static).update(Content("\n").join(lines))


def _tables_title(lobby: Lobby, request: ListTables) -> str:
    """Returns the title of the list: which tables of how many, and by what they were chosen."""
    last = lobby.first + len(lobby.tables)
    places = "" if lobby.is_whole else f" {lobby.first + 1:,}-{last:,} of {lobby.total:,}"
    found = f' with "{request.find}"' if request.find else ""
    return f"tables{places}{found}{', free seats' if request.free else ''}"
