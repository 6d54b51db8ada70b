"""What became of a replayed hand."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

AT_THE_END = 10**9


class Compared(StrEnum):
    """How far a hand could be compared."""

    STACKS = "stacks"
    """To the last chip: the file states the finishing stacks."""
    ACTIONS = "actions"
    """Only that every action was legal."""
    NOTHING = "nothing"


class Difference(Struct, frozen=True, omit_defaults=True):
    """Where a record and the rules part: the `action` by its number, its text, and both sides with the clause.

    The number is 0 for a hand that cannot be read or dealt, and AT_THE_END where only the result differs.
    """

    action: int
    text: str
    expected: str
    engine: str
    clause: str = ""

    @property
    def place(self) -> int:
        """How far the record was followed."""
        return self.action

    def __str__(self) -> str:
        clause = f" ({self.clause})" if self.clause else ""
        if not self.action:
            return f"{self.engine}{clause}"
        where = "at the end" if self.action == AT_THE_END else f"action {self.action}, {self.text!r}"
        return f"{where}: the file has it that {self.expected}; by the rules: {self.engine}{clause}"


class Verdict(Struct, frozen=True):
    """How a hand was compared, the first difference if there is one, and differences that are agreed to be none."""

    compared: Compared
    difference: Difference | None = None
    deviations: tuple[str, ...] = ()
