"""What all forms have in common: pages of rows, how a row is changed, and what keeps a form from being sent.

A form is a value: every change returns another form.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, Self

from railbird_client.forms.form_rows import FormRow, Mark, RowKind, hidden


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a form cannot be sent: the page and row where that can be changed, and a sentence."""

    page: StrEnum
    row: str
    sentence: str


class WrongEntry(NamedTuple):
    """What was typed into a row and cannot be, with the sentence that says why."""

    row: str
    text: str
    sentence: str


@dataclass(frozen=True)
class Form(ABC):
    """What is chosen so far, and in `wrong` what was typed and cannot be, at most once for each row."""

    wrong: tuple[WrongEntry, ...] = field(default=(), kw_only=True, repr=False)

    # --- what a kind of form defines ---

    @abstractmethod
    def find_problem(self) -> Problem | None:
        """Returns the first thing that keeps the form from being sent, None if it can be."""

    @property
    @abstractmethod
    def summary(self) -> tuple[str, ...]:
        """What is chosen, in lines; none where it cannot be."""

    @property
    @abstractmethod
    def row_makers(self) -> Mapping[StrEnum, Callable[[], tuple[FormRow, ...]]]:
        """What makes the rows of each page, in the order of the pages."""

    @abstractmethod
    def step(self, row: str, by: int) -> Self:
        """Returns the form with a value of a row before or after; stops at both ends."""

    @abstractmethod
    def toggle(self, row: str) -> Self:
        """Returns the form with what a row offers taken in, or left out again."""

    @abstractmethod
    def with_typed(self, row: str, text: str) -> Self:
        """Returns the form with what was typed into a row; raises ValueError with a sentence."""

    # --- what follows from it ---

    @cached_property
    def problem(self) -> Problem | None:
        """The first thing that keeps the form from being sent, None if it can be."""
        return self.find_problem()

    @property
    def pages(self) -> tuple[StrEnum, ...]:
        """The pages in their order."""
        return tuple(self.row_makers)

    def rows(self, page: StrEnum) -> tuple[FormRow, ...]:
        """Returns the rows of a page, with what is wrong there."""
        problem = self.problem
        rows = tuple(self._with_wrong(row) for row in self.row_makers[page]())
        if problem is None or problem.page is not page:
            return rows
        return tuple(
            replace(row, mark=Mark.WRONG, sentence=problem.sentence) if row.id == problem.row else row for row in rows
        )

    def page_of(self, row: str) -> StrEnum | None:
        """Returns the page where a row is, None for one that other choices have taken away."""
        made = self.row_makers.items()
        return next((page for page, make in made if any(each.id == row for each in make())), None)

    @property
    def typing_problem(self) -> Problem | None:
        """The first row that was typed and cannot be, None without one."""
        found = ((self.page_of(entry.row), entry) for entry in self.wrong)
        return next((Problem(page, entry.row, entry.sentence) for page, entry in found if page is not None), None)

    def typed(self, row: str, text: str) -> Self:
        """Returns the form with what somebody has typed into a row; what cannot be is kept with its sentence."""
        form = self.without_wrong(row)
        try:
            return form.with_typed(row, text)
        except ValueError as wrong:
            return replace(form, wrong=(*form.wrong, WrongEntry(row, text, str(wrong))))

    def without_wrong(self, row: str) -> Self:
        """Returns the form without what was typed into a row and cannot be."""
        return replace(self, wrong=tuple(each for each in self.wrong if each.row != row))

    def _with_wrong(self, row: FormRow) -> FormRow:
        """Returns the row with what was typed there and cannot be."""
        found = next((each for each in self.wrong if each.row == row.id), None)
        if found is None:
            return row
        value = hidden(found.text) if row.kind is RowKind.SECRET else found.text
        return replace(row, value=value, text=found.text, sentence=found.sentence, mark=Mark.WRONG)
