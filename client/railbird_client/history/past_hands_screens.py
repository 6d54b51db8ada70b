"""The statement of a table over its screen or the lobby, the files that pages write, and the player's clock.

A hand or a statement is written into a file in the player's folder of documents: a hand as text, PHH or JSON.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

import msgspec
import platformdirs
from textual.binding import Binding, BindingType
from textual.content import Content

from railbird_client.drawing.text_roles import PageWriter
from railbird_client.history import past_hands
from railbird_client.history.statement_page import statement_page
from railbird_client.widgets.controls import CommandRequested
from railbird_client.widgets.live_screen import SessionView
from railbird_client.widgets.page_screen import Page
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.history.hand_text import HandForm, hand_text
from railbird_shared.history.statement_export import statement_csv, statement_json
from railbird_shared.protocol.commands import ReadStatement
from railbird_shared.protocol.messages import History, Statement

FILE_HINT = Content("[C] writes a CSV file, [J] a JSON file, Esc closes")
"""The keys of a statement."""


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
