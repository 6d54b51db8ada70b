"""Pages over the table or the lobby: the hands that the player sat in, one of them as text, statistics and charts.

A hand or a statement is written into a file in the player's folder of documents: a hand as text, PHH or JSON.
"""

from __future__ import annotations

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
from railbird_client.history.statement_page import statement_page
from railbird_client.replay.replay_screen import ReplayScreen
from railbird_client.table.table_options import TableOptions
from railbird_client.widgets.app_look import look_of
from railbird_client.widgets.controls import CommandRequested, LineInput
from railbird_client.widgets.live_screen import SessionView
from railbird_client.widgets.page_screen import LivePage, Page
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.history.hand_text import HandForm, hand_text
from railbird_shared.history.statement_export import statement_csv, statement_json
from railbird_shared.protocol.commands import HistoryCommand, ListHands, ReadHand, ReadStatement
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
    return write_file(text, f"{history.table}-hand-{history.hand}", form) if text else NO_CODE


def write_statement(statement: Statement, form: StatementForm) -> str:
    """Writes a statement into a file named after its table and hand; returns in a sentence where, or why not."""
    text = statement_csv(statement) if form is StatementForm.CSV else statement_json(statement)
    return write_file(text, f"{statement.table}-hand-{statement.hand}", form)


def write_file(text: str, name: str, ending: str) -> str:
    """Writes a text into a file of the player's documents; returns in a sentence where it is, or why it is not."""
    safe = "".join(char for char in name if char.isalnum() or char == "-")[:40]
    path = documents_folder() / f"railbird-{safe}.{ending}"
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
    """Lists the hands that the player sat in, and shows the one that they choose; Esc leads from it to the list.

    With `find` it lists those that the search finds, and with `read` it shows one hand alone.
    """

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

    def __init__(self, *, find: str = "", read: ReadHand | None = None) -> None:
        super().__init__("hands you sat in")
        self._chosen = 0
        self._first = 0
        self._text = find
        self._awaited: ListHands | None = None
        self._typing: Timer | None = None
        self._wanted = self._only = read
        self._line = LineInput(placeholder=past_hands.SEARCH_HINT, max_length=MAX_TEXT_LENGTH, widget_id="find-hand")

    def compose(self) -> ComposeResult:
        """Builds the page, with the line of the search above it."""
        with self._box:
            yield self._line
            yield self._canvas

    def on_mount(self) -> None:
        """Asks for the latest hands."""
        self._line.display = False
        if self._only is not None:
            self.ask(self._only)
            return
        self._line.value = self._text
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
        elif self._wanted is not None and self._only is None:
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
