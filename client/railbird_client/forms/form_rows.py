"""The rows of a form: how each is changed, found and marked, and the problems that keep a form from being sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from itertools import zip_longest
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Mark(Enum):
    """The mark of a row: its sign, the style of that, and a note where there is room for one."""

    NONE = "  ", "", ""
    DIFFERS = "≠ ", "$text-accent", "not as in a casino"
    IDLE = "– ", "$dim", "no effect in these games"
    WRONG = "! ", "bold $text-error", ""
    """It keeps the form from being sent."""


class RowKind(Enum):
    """How a row is changed."""

    HEADING = auto()
    CHOICE = auto()
    """Left and right choose another value."""
    TEXT = auto()
    """A value is typed; left and right step through the usual ones, if there are any."""
    AMOUNT = auto()
    """As TEXT, for a number or a few words that hold no slash."""
    SECRET = auto()
    """A value is typed and not shown."""
    TICK = auto()
    """Enter takes it in or leaves it out."""
    ACTION = auto()
    """Enter does it."""
    FACT = auto()
    """It follows from other rows and is not changed."""


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
    letters: str = ""
    """The letters that do something on the row; all others narrow the list."""
    names: tuple[str, ...] = ()
    """Other names of the row, by which it is found."""

    @property
    def is_heading(self) -> bool:
        """Whether the row cannot be chosen."""
        return self.kind is RowKind.HEADING

    @property
    def is_typed(self) -> bool:
        """Whether a value is typed."""
        return self.kind in (RowKind.TEXT, RowKind.AMOUNT, RowKind.SECRET)


def heading(title: str) -> FormRow:
    """Returns a row that only heads others."""
    return FormRow(f"#{title}", title, kind=RowKind.HEADING)


def choice_row(
    row: str, label: str, choices: Sequence[tuple[object, str]], chosen: object, sentence: str = "", *, other: str = ""
) -> FormRow:
    """Returns a row that steps through values, each with its words; `other` are those of any other value."""
    at = place_of([value for value, _ in choices], chosen)
    words = choices[at][1] if at >= 0 else other or str(chosen)
    return FormRow(row, label, words, sentence=sentence, first=at == 0, last=at == len(choices) - 1)


def typed_row(
    row: str, label: str, text: str, kind: RowKind = RowKind.TEXT, *, placeholder: str = "", sentence: str = ""
) -> FormRow:
    """Returns a row whose value is typed; a secret one is not shown."""
    value = hidden(text) if kind is RowKind.SECRET else text
    return FormRow(row, label, value, kind, text, placeholder, sentence)


def hidden(text: str) -> str:
    """Returns what is shown in place of a password."""
    return "●" * len(text)


def place_of(values: Sequence[object], wanted: object) -> int:
    """Returns the place of a value, telling 0 from False; -1 where it is none of them."""
    is_switch = isinstance(wanted, bool)
    found = (at for at, value in enumerate(values) if value == wanted and isinstance(value, bool) is is_switch)
    return next(found, -1)


def stepped(values: Sequence[T], current: object, by: int) -> T:
    """Returns the value `by` places on; from one that is not among them, the next larger or smaller number."""
    found = place_of(values, current)
    if found < 0 and isinstance(current, int):
        below = sum(1 for value in values if isinstance(value, int) and value < current)
        return values[min(max(below if by > 0 else below - 1, 0), len(values) - 1)]
    return values[min(max(found + by, 0), len(values) - 1)]


def narrowed(rows: tuple[FormRow, ...], find: str) -> tuple[FormRow, ...]:
    """Returns the rows with every word of `find` in their label, value or sentence, under their headings."""
    words = find.casefold().split()
    if not words:
        return rows
    texts = ((row, " ".join((row.label, row.value, row.sentence, *row.names)).casefold()) for row in rows)
    kept = [row for row, text in texts if row.is_heading or all(word in text for word in words)]
    pairs = zip_longest(kept, kept[1:], fillvalue=heading(""))
    return tuple(row for row, after in pairs if not (row.is_heading and after.is_heading))


def best_match(rows: tuple[FormRow, ...], find: str) -> str:
    """Returns the id of the row that is called what somebody types, begins with it, or holds it; else of the first."""
    wanted = find.strip().casefold()

    def distance(row: FormRow) -> tuple[bool, bool, bool]:
        label = row.label.casefold()
        return wanted not in (label, *row.names), not label.startswith(wanted), wanted not in label

    return min((row for row in rows if not row.is_heading), key=distance, default=FormRow("", "")).id


class FormPage(StrEnum):
    """The pages of the forms, by their titles; a form has some of them."""

    PLAYERS = "Players"
    GAME = "Game"
    STAKES = "Stakes"
    TABLE = "Table"
    PRIZES = "Prizes"
    ENTRIES = "Entries"
    LEVELS = "Levels"
    HOUSE = "House rules"
    PROFILES = "Profiles"
    """The profiles, of which the form has no rows."""


class Problem(NamedTuple):
    """Why a form cannot be sent: the page and row where that can be changed, and a sentence."""

    page: FormPage
    row: str
    sentence: str


class WrongEntry(NamedTuple):
    """An entry of a row that cannot be, with the sentence that says why."""

    text: str
    sentence: str
