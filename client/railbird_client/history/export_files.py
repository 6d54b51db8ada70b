"""Writes hands and statements into files in the player's folder of documents: hands as text, PHH or JSON."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import msgspec
import platformdirs

from railbird_shared.history.hand_text import hand_text
from railbird_shared.history.statement_export import statement_csv, statement_json
from railbird_shared.protocol.messages import History, Statement

NO_CODE = "The PHH format has no code for this game as it was played: write the hand as text or as JSON."


class HandForm(StrEnum):
    """How a hand is written; the value ends the file's name."""

    TEXT = "txt"
    PHH = "phh"
    JSON = "json"


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
