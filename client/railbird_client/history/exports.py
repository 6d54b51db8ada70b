"""The files that pages of finished hands write, and the times in them by the player's clock.

A hand or a statement is written into a file in the player's folder of documents: a hand as text, PHH or JSON.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec
import platformdirs

from railbird_client.history.past_hands import DAY, Calendar
from railbird_shared.history.hand_text import HandForm, hand_text
from railbird_shared.protocol.messages import History


def local_calendar() -> Calendar:
    """Returns the day and the offset of the player's clock."""
    now = datetime.now().astimezone()
    offset = now.utcoffset()
    seconds = int(offset.total_seconds()) if offset else 0
    return Calendar((int(now.timestamp()) + seconds) // DAY, seconds)


def local_time(seconds: int) -> str:
    """Returns a time of the calendar as the player's clock shows it."""
    try:
        return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return "some day"


# --- files -----------------------------------------------------------------------------------------------------------

NO_CODE = "The PHH format has no code for this game as it was played: write the hand as text or as JSON."


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


def write_file(text: str, name: str, ending: str) -> str:
    """Writes a text into a file of the player's documents; returns in a sentence where it is, or why it is not."""
    safe = "".join(char for char in name if char.isalnum() or char == "-")[:40]
    path = documents_folder() / f"railbird-{safe}.{ending}"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        return f"{path.name} cannot be written in {path.parent}: {error.strerror}."
    return f"{path.name} is in {path.parent}."
