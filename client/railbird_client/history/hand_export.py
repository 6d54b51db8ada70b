"""Writes a finished hand into a file in the player's folder of documents: as text, as PHH or as JSON."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from railbird_client.history.statement_file import documents_folder
from railbird_shared.history.hand_text import hand_text
from railbird_shared.protocol.messages import History

NO_CODE = "The PHH format has no code for this game as it was played: write the hand as text or as JSON."


class HandForm(StrEnum):
    """How a hand is written; the value ends the file's name."""

    TEXT = "txt"
    PHH = "phh"
    JSON = "json"


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
    if not text:
        return NO_CODE
    table = "".join(char for char in history.table if char.isalnum())[:16]
    path = documents_folder() / f"railbird-{table}-hand-{history.hand}.{form.value}"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        return f"{path.name} cannot be written in {path.parent}: {error.strerror}."
    return f"{path.name} is in {path.parent}."
