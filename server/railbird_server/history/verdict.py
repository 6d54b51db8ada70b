"""What became of a replayed hand."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

AFTER_ALL_ACTIONS = 10**9


class ComparisonLevel(StrEnum):
    """How far a hand could be compared."""

    STACKS = "stacks"
    """To the last chip: the file states the finishing stacks."""
    ACTIONS = "actions"
    """Only that every action was legal."""
    NOTHING = "nothing"


class Difference(Struct, frozen=True):
    """Where a record and the rules part: the `action` by its number, its text, and both sides with the clause.

    The number is 0 for a hand that cannot be read or dealt, and None where only the result differs.
    """

    action: int | None
    text: str
    expected: str
    engine: str
    clause: str = ""

    @property
    def position(self) -> int:
        """How far the record was followed, to be compared with others."""
        return AFTER_ALL_ACTIONS if self.action is None else self.action

    def __str__(self) -> str:
        clause = f" ({self.clause})" if self.clause else ""
        if self.action == 0:
            return f"{self.engine}{clause}"
        where = f"action {self.action}, {self.text!r}" if self.action else "at the end"
        return f"{where}: the file says that {self.expected}; the rules say: {self.engine}{clause}"


class Verdict(Struct, frozen=True):
    """How a hand was compared, the first difference if there is one, and differences that are agreed to be none."""

    compared: ComparisonLevel
    difference: Difference | None = None
    deviations: tuple[str, ...] = ()
