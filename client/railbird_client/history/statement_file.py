"""Writes a statement into a file in the player's folder of documents, as CSV or JSON."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import platformdirs

from railbird_shared.history.statement_export import statement_csv, statement_json
from railbird_shared.protocol.messages import Statement


class StatementForm(StrEnum):
    """How a statement is written; the value ends the file's name."""

    CSV = "csv"
    JSON = "json"


def documents_folder() -> Path:
    """Returns the player's folder of documents, or their home where there is none."""
    folder = Path(platformdirs.user_documents_dir())
    return folder if folder.is_dir() else Path.home()


def write_statement(statement: Statement, form: StatementForm) -> str:
    """Writes a statement into a file named after its table and hand; returns in a sentence where, or why not."""
    table = "".join(char for char in statement.table if char.isalnum())[:16]
    path = documents_folder() / f"railbird-{table}-hand-{statement.hand}.{form.value}"
    text = statement_csv(statement) if form is StatementForm.CSV else statement_json(statement)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        return f"{path.name} cannot be written in {path.parent}: {error.strerror}."
    return f"{path.name} is in {path.parent}."
