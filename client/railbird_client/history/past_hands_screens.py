"""Pages over the table or the lobby: the hands that the player sat in, one of them as text, statistics and charts.

A hand or a statement is written into a file in the player's folder of documents: a hand as text, PHH or JSON.
"""

from __future__ import annotations

from abc import abstractmethod
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

import msgspec
import platformdirs
from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input

from railbird_client.drawing.text_roles import PageWriter
from railbird_client.history import past_hands
from railbird_client.history.charts import ChartKind, chart_page, own_place
from railbird_client.history.statement_page import statement_page
from railbird_client.replay.replay_screen import ReplayScreen
from railbird_client.table.table_options import TableOptions
from railbird_client.widgets.app_look import apply_ascii_fallback, look_of
from railbird_client.widgets.controls import CommandRequested, LineInput
from railbird_client.widgets.live_screen import SessionView
from railbird_client.widgets.page_screen import LivePage, Page
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.history.hand_text import HandForm, hand_text
from railbird_shared.history.statement_export import statement_csv, statement_json
from railbird_shared.protocol.commands import HistoryCommand, ListHands, ReadHand, ReadStatement, ReadStatistics
from railbird_shared.protocol.messages import Hands, History, Statement
from railbird_shared.protocol.table_limits import HANDS_PAGE_SIZE, MAX_TEXT_LENGTH

LIST_HINT = Content("Esc closes")
HAND_HINT = Content("[R] replays, [T] [P] [J] write text, PHH, JSON, Esc goes back")
"""The keys of the list, and of a hand that is read."""

FILE_HINT = Content("[C] writes a CSV file, [J] a JSON file, Esc closes")
"""The keys of a statement."""

TYPING_SECONDS = 0.3
"""For how long nothing has to be typed before the list is asked for."""

RETRY_SECONDS = 1.0
"""When a list is asked for again that the server has refused."""


def local_calendar() -> past_hands.Calendar:
    """Returns the day and the offset of the player's clock."""
    now = datetime.now().astimezone()
    offset = now.utcoffset()
    seconds = int(offset.total_seconds()) if offset else 0
    return past_hands.Calendar((int(now.timestamp()) + seconds) // past_hands.DAY, seconds)


def local_time(seconds: int) -> str:
    """Returns a time of the calendar as the player's clock shows it."""
    try:
        return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return "some day"


# --- files -----------------------------------------------------------------------------------------------------------

NO_CODE = "The PHH format has no code for this game as it was played: write the hand as text or as JSON."


class StatementForm(StrEnum):
    """How a statement is written; the value ends the file's name."""

    CSV = "csv"
    JSON = "json"


def documents_folder() -> Path:
    """Returns the player's folder of documents, or their home where there is none."""
    folder = Path(platformdirs.user_documents_dir())
    return folder if folder.is_dir() else Path.home()


def write_hand(told: History, form: HandForm, when: str) -> str:
    """Writes a hand that ended `when` into a file named after its table and number; returns a sentence about it."""
    history = told.history
    match form:
        case HandForm.TEXT:
            text = hand_text(history, when)
        case HandForm.PHH:
            text = told.phh
        case HandForm.JSON:
            text = msgspec.json.encode({"history": history}).decode() + "\n"
    return _write(text, history.table, history.hand, form) if text else NO_CODE


def write_statement(statement: Statement, form: StatementForm) -> str:
    """Writes a statement into a file named after its table and hand; returns in a sentence where, or why not."""
    text = statement_csv(statement) if form is StatementForm.CSV else statement_json(statement)
    return _write(text, statement.table, statement.hand, form)


def _write(text: str, table: str, hand: int, ending: str) -> str:
    name = "".join(char for char in table if char.isalnum())[:16]
    path = documents_folder() / f"railbird-{name}-hand-{hand}.{ending}"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        return f"{path.name} cannot be written in {path.parent}: {error.strerror}."
    return f"{path.name} is in {path.parent}."


# --- pages -----------------------------------------------------------------------------------------------------------


class PastHandsPage(LivePage):
    """A page of what the server tells of finished hands."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self._past = past_hands.PastHands()

    def show_session(self, session: SessionView) -> None:
        """Shows what the server has told by now."""
        super().show_session(session)
        self.show(session.past_hands)

    def show(self, past: past_hands.PastHands) -> None:
        """Shows what the server has told by now."""
        before, self._past = self._past, past
        if past != before:
            self._rewrite()

    def ask(self, command: HistoryCommand) -> None:
        """Asks the server."""
        self.post_message(CommandRequested(command))

    def _rewrite(self) -> None:
        self.on_resize()


class HandsPage(PastHandsPage):
    """Lists the hands that the player sat in, and shows the one that they choose; Esc leads from it to the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, priority=True),
        Binding(with_capitals("q,k"), "dismiss(None)", "Close", show=False),
        Binding("enter", "read", "Read the hand", show=False),
        Binding("up", "move(-1)", "The hand before", show=False),
        Binding("down", "move(1)", "The next hand", show=False),
        Binding("left,pageup", "turn(-1)", "The page before", show=False),
        Binding("right,pagedown", "turn(1)", "The next page", show=False),
        Binding("slash", "find", "Search", show=False),
        Binding(with_capitals("r"), "replay", "Replay the hand step by step", show=False),
        Binding(with_capitals("t"), "write_file('txt')", "Write the hand as text", show=False),
        Binding(with_capitals("p"), "write_file('phh')", "Write the hand as PHH", show=False),
        Binding(with_capitals("j"), "write_file('json')", "Write the hand as JSON", show=False),
    ]

    def __init__(self) -> None:
        super().__init__("hands you sat in")
        self._chosen = 0
        self._first = 0
        self._text = ""
        self._awaited: ListHands | None = None
        self._typing: Timer | None = None
        self._wanted: ReadHand | None = None
        self._line = LineInput(placeholder=past_hands.SEARCH_HINT, max_length=MAX_TEXT_LENGTH, widget_id="find-hand")

    def compose(self) -> ComposeResult:
        """Builds the page, with the line of the search above it."""
        with self._box:
            yield self._line
            yield self._canvas

    def on_mount(self) -> None:
        """Asks for the latest hands."""
        self._line.display = False
        self._list()

    @property
    def _history(self) -> History | None:
        """The hand that is shown, None while the list is."""
        told, wanted = self._past.history, self._wanted
        if told is None or wanted is None or (told.history.table, told.history.hand) != (wanted.table, wanted.hand):
            return None
        return told

    def _rewrite(self) -> None:
        self.hint = HAND_HINT if self._history else LIST_HINT
        super()._rewrite()

    def page(self) -> PageWriter:
        """Returns the hand that is read, or the list."""
        if history := self._history:
            return past_hands.hand_page(history, write_time=local_time)
        self._chosen = max(0, min(self._chosen, len(self._found.hands) - 1))
        return past_hands.hands_page(self._past, chosen=self._chosen, find=self._text, write_time=local_time)

    @property
    def _found(self) -> Hands:
        return self._past.hands or Hands(hands=())

    @property
    def _search(self) -> ListHands:
        return replace(past_hands.parse_search(self._text, local_calendar()), first=self._first)

    def _list(self) -> None:
        """Asks for the list, or has `show` do so once the last question is answered: the server takes one at a time."""
        if self._awaited is None:
            self._awaited = self._search
            self.ask(self._awaited)

    def show(self, past: past_hands.PastHands) -> None:
        """Shows what the server has told by now, and asks again if something else is looked for meanwhile."""
        before = self._past
        super().show(past)
        is_refused = bool(past.error) and past is not before
        if self._awaited is None or not (is_refused or past.hands is not before.hands):
            return
        asked, self._awaited = self._awaited, None
        if is_refused:
            self.set_timer(RETRY_SECONDS, self._list)
        elif asked != self._search:
            self._list()

    def action_back(self) -> None:
        """Leads from the search or a hand to the list, and from the list to the table."""
        if self._line.display:
            self._line.display = False
            self.set_focus(self._box)
        elif self._wanted is not None:
            self._wanted = None
            self._rewrite()
        else:
            self.dismiss(None)

    def action_read(self) -> None:
        """Asks for the marked hand."""
        if self._wanted is None and self._chosen < len(self._found.hands):
            hand = self._found.hands[self._chosen]
            self._wanted = ReadHand(table=hand.table, hand=hand.hand)
            self.ask(self._wanted)
            self._rewrite()

    def action_write_file(self, form: str) -> None:
        """Writes the hand that is read into a file, and says where."""
        if told := self._history:
            sentence = write_hand(told, HandForm(form), local_time(told.history.ended_at))
            self.hint = Content(sentence)

    def action_replay(self) -> None:
        """Shows the marked hand, or the one that is read, step by step."""
        found = self._found
        if not found.hands or self._line.display:
            return
        hands = past_hands.FoundHands(self._search, found, self.ask)
        hands.take(self._past)
        options = TableOptions(ascii=look_of(self.app).ascii_only)
        screen = ReplayScreen(hands, options=options, index=found.first + self._chosen)
        self.app.push_screen(screen, self._replayed)

    def _replayed(self, index: int | None) -> None:
        """Marks the hand that was replayed last."""
        if index is None:
            return
        first, self._chosen = index - index % HANDS_PAGE_SIZE, index % HANDS_PAGE_SIZE
        self._wanted = None
        if not first == self._first == self._found.first:
            self._first = first
            self._list()
        self._rewrite()

    def action_move(self, by: int) -> None:
        """Marks another hand; a hand that is shown scrolls."""
        if self._wanted is not None:
            self._box.scroll_relative(y=by, animate=False)
            return
        self._chosen += by
        self._rewrite()

    def action_turn(self, by: int) -> None:
        """Asks for the page before or the next one; a hand that is shown scrolls by a page."""
        if self._wanted is not None:
            self._box.scroll_relative(y=by * max(1, self._box.size.height - 1), animate=False)
            return
        if 0 <= (first := self._first + by * HANDS_PAGE_SIZE) < self._found.total:
            self._first, self._chosen = first, 0
            self._list()

    def action_find(self) -> None:
        """Opens the line that narrows the list."""
        if self._wanted is None:
            self._line.display = True
            self._line.focus()

    @on(Input.Changed, "#find-hand")
    def _find_changed(self, changed: Input.Changed) -> None:
        changed.stop()
        if self._typing is not None:
            self._typing.stop()
        self._typing = self.set_timer(TYPING_SECONDS, self._find_typed)

    @on(Input.Submitted, "#find-hand")
    def _find_submitted(self, submitted: Input.Submitted) -> None:
        submitted.stop()
        self._line.display = False
        self.set_focus(self._box)
        self._find_typed()

    def _find_typed(self) -> None:
        if self._typing is not None:
            self._typing.stop()
        if (text := self._line.value.strip()) != self._text:
            self._text, self._first, self._chosen = text, 0, 0
            self._list()
            self._rewrite()


class NightPage(PastHandsPage):
    """Shows figures of the night at a table, and with [O] of the player's own nights, which alone are without one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("o"), "toggle_own", "This night, or your own nights", show=False),
    ]

    def __init__(self, title: str, table: str) -> None:
        super().__init__(title)
        self._table = table
        self._own = not table

    @property
    @abstractmethod
    def _keys_line(self) -> str:
        """The keys of the page; empty for those of every page."""

    @property
    def _told(self) -> past_hands.PastHands:
        """The last answer, without statistics of other nights than those that are wanted."""
        told = self._past.statistics
        wanted = "" if self._own else self._table
        return self._past if told is None or told.table == wanted else past_hands.PastHands(error=self._past.error)

    def on_mount(self) -> None:
        """Asks for the night at the table, or for the player's own nights."""
        self._ask_statistics()

    def action_toggle_own(self) -> None:
        """Changes between the night at the table and the player's own nights."""
        if self._table:
            self._own = not self._own
            self._ask_statistics()

    def _ask_statistics(self) -> None:
        if hint := self._keys_line:
            self.hint = apply_ascii_fallback(self.app, Content(hint))
        self.ask(ReadStatistics(table="" if self._own else self._table))
        self._rewrite()


class StatisticsPage(NightPage):
    """Shows statistics as a table."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding(with_capitals("u"), "dismiss(None)", "Close", show=False)]

    def __init__(self, table: str = "") -> None:
        super().__init__("statistics", table)

    @property
    def _keys_line(self) -> str:
        words = "[O] this night at the table" if self._own else "[O] your own nights"
        return f"{words}, Esc closes" if self._table else ""

    def page(self) -> PageWriter:
        """Returns the table of the numbers."""
        return past_hands.statistics_page(self._told, write_time=local_time)


class StatementPage(Page):
    """Shows the statement of a table, which can be written into a file, and until it has come what `before` writes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("c"), "write_file('csv')", "Write a CSV file", show=False, priority=True),
        Binding(with_capitals("j"), "write_file('json')", "Write a JSON file", show=False, priority=True),
    ]

    def __init__(self, before: PageWriter, *, own_name: str, title: str = "won and lost") -> None:
        super().__init__(title, before)
        self._own_name = own_name
        self._statement: Statement | None = None

    def show_session(self, session: SessionView) -> None:
        """Shows the statement of the table, once it has come."""
        super().show_session(session)
        self.show(session.statement)

    def show(self, statement: Statement | None) -> None:
        """Shows a statement that has come."""
        if statement is not None and statement is not self._statement:
            self._statement = statement
            self.hint = FILE_HINT
            self.rewrite(statement_page(statement, own_name=self._own_name))

    def action_write_file(self, form: str) -> None:
        """Writes the statement into a file, and says where."""
        if self._statement is not None:
            self.hint = Content(write_statement(self._statement, StatementForm(form)))


class LastStatementPage(StatementPage):
    """Shows the statement of the table that the player was at last; the server is asked for one that is not known."""

    def __init__(self, known: Statement | None, *, own_name: str, last_result: str = "") -> None:
        looking = past_hands.note_page("The statement is being looked for.")
        super().__init__(looking, own_name=own_name, title=last_result or "your last table")
        self._known = known

    def on_mount(self) -> None:
        """Shows the statement that came with the end of the table, or asks for it."""
        if self._known is not None:
            self.show(self._known)
        else:
            self.post_message(CommandRequested(ReadStatement()))

    def show_session(self, session: SessionView) -> None:
        """Shows what the server has answered."""
        past = session.past_hands
        super().show_session(session._replace(statement=self._known or past.statement))
        if self._known is None and past.error and past.statement is None:
            self.rewrite(past_hands.note_page(past.error))


class ChartsPage(NightPage):
    """Shows charts; the arrows choose the chart of a night and the player who stands out."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4", "dismiss(None)", "Close", show=False),
        Binding("left", "turn(-1)", "The chart before", show=False, priority=True),
        Binding("right", "turn(1)", "The next chart", show=False, priority=True),
        Binding("up", "choose(-1)", "The player above", show=False, priority=True),
        Binding("down", "choose(1)", "The player below", show=False, priority=True),
    ]

    def __init__(self, table: str = "") -> None:
        super().__init__("charts", table)
        self._kind = ChartKind.LINES
        self._chosen: int | None = None

    @property
    def _keys_line(self) -> str:
        arrows = "" if self._own else "← → another chart, ↑ ↓ another player, "
        other = "[O] this night, " if self._own else "[O] your own nights, "
        return f"{arrows}{other if self._table else ''}Esc closes"

    def action_turn(self, by: int) -> None:
        """Shows another chart of the night."""
        self._kind = self._kind.step(by)
        self._rewrite()

    def action_choose(self, by: int) -> None:
        """Has the line of another player stand out."""
        told = self._past.statistics
        if told is None or not told.nights:
            return
        players = told.nights[0].players
        place = own_place(players) if self._chosen is None else self._chosen
        self._chosen = min(max(0, place + by), len(players) - 1)
        self._rewrite()

    def page(self) -> PageWriter:
        """Returns the chart that is chosen."""
        return chart_page(
            self._told,
            self._kind,
            chosen=self._chosen,
            rows=self.rows,
            write_time=local_time,
            ascii_only=look_of(self.app).ascii_only,
        )
