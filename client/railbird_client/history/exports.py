"""The files that pages of finished hands write, and the days and times in them by the player's clock.

A hand or a statement is written into a file in the player's folder of documents: a hand as text, PHH or JSON.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from pathlib import Path
from time import localtime, mktime

import msgspec
import platformdirs

from railbird_client.record_file import NO_FILES, has_own_machine
from railbird_shared.history.hand_text import HandForm, hand_text
from railbird_shared.protocol.messages import History


def local_time(seconds: int) -> str:
    """Returns a time of the calendar as the player's clock shows it."""
    try:
        return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return "some day"


_DATE = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?")


def read_days(word: str) -> tuple[int, int] | None:
    """Returns when the days that a word names begin and end, 0 without such a limit; None where it names none."""
    today = date(*localtime()[:3])
    named = {"today": today, "yesterday": today - timedelta(days=1)}
    begin, dots, end = str(named.get(word.casefold(), word)).partition("..")
    first, last = _read_date(begin), _read_date(end if dots else begin)
    if (begin and first is None) or (end and last is None) or not (begin or end):
        return None
    return first[0] if first else 0, last[1] if last else 0


def _read_date(word: str) -> tuple[int, int] | None:
    """Returns when a date begins and ends: one day, or all of a month."""
    if (matched := _DATE.fullmatch(word)) is None:
        return None
    year, month, day = int(matched[1]), int(matched[2]), int(matched[3] or 1)
    after = (year, month, day + 1) if matched[3] else (year, month + 1, 1)
    try:
        date(year, month, day)  # mktime would take any number for that of a day
        begin, end = (int(mktime((y, m, d, 0, 0, 0, 0, 0, -1))) for y, m, d in ((year, month, day), after))
    except (ValueError, OverflowError):
        return None
    return max(0, begin), max(1, end)


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
    if not has_own_machine.get():
        return NO_FILES
    safe = "".join(char for char in name if char.isalnum() or char == "-")[:40]
    path = documents_folder() / f"railbird-{safe}.{ending}"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        return f"{path.name} cannot be written in {path.parent}: {error.strerror}."
    return f"{path.name} is in {path.parent}."
