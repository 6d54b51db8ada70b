"""The rows of the form for a new table: what they show, and how a row of each kind is changed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Mark(Enum):
    """What is to be noticed about a row."""

    NONE = auto()
    DIFFERS = auto()
    """It is not as in a casino."""
    IDLE = auto()
    """It has no effect in the games of the table."""
    WRONG = auto()
    """It keeps the table from being opened."""


class RowKind(Enum):
    """How a row is changed."""

    HEADING = auto()
    CHOICE = auto()
    """Left and right choose another value."""
    TEXT = auto()
    """A value is typed; left and right step through the usual ones, if there are any."""
    SECRET = auto()
    """A value is typed and not shown."""
    TICK = auto()
    """Enter takes it in or leaves it out."""
    ACTION = auto()
    """Enter does it."""


@dataclass(frozen=True, slots=True)
class FormRow:
    """One row: its id, label and value in words; `text` is what is edited, and `sentence` explains the row."""

    id: str
    label: str
    value: str = ""
    kind: RowKind = RowKind.CHOICE
    text: str = ""
    placeholder: str = ""
    sentence: str = ""
    mark: Mark = Mark.NONE
    first: bool = False
    last: bool = False
    """Whether no value comes before or after."""

    @property
    def is_heading(self) -> bool:
        """Whether the row cannot be chosen."""
        return self.kind is RowKind.HEADING

    @property
    def is_typed(self) -> bool:
        """Whether a value is typed."""
        return self.kind in (RowKind.TEXT, RowKind.SECRET)

    @property
    def takes_slashes(self) -> bool:
        """Whether a slash belongs to what is typed: in names, passwords and paths, and in no amount."""
        return self.is_typed and not self.id.startswith("house:")


def heading(title: str) -> FormRow:
    """Returns a row that only heads others."""
    return FormRow(f"#{title}", title, kind=RowKind.HEADING)


def narrowed(rows: tuple[FormRow, ...], find: str) -> tuple[FormRow, ...]:
    """Returns the rows with every word of `find` in their label, value or sentence, under their headings."""
    words = find.casefold().split()
    if not words:
        return rows
    kept: list[FormRow] = []
    for row in rows:
        text = f"{row.label} {row.value} {row.sentence}".casefold()
        if row.is_heading or all(word in text for word in words):
            kept.append(row)
    return tuple(
        row
        for place, row in enumerate(kept)
        if not row.is_heading or (place + 1 < len(kept) and not kept[place + 1].is_heading)
    )


def best_match(rows: tuple[FormRow, ...], find: str) -> str:
    """Returns the id of the row that is called what somebody types, begins with it, or holds it; else of the first."""
    wanted = find.strip().casefold()
    tests = (
        lambda label: label == wanted,
        lambda label: label.startswith(wanted),
        lambda label: wanted in label,
        lambda _: True,
    )
    choices = [row for row in rows if not row.is_heading]
    return next((row.id for test in tests for row in choices if test(row.label.casefold())), "")
