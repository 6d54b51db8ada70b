"""The dialogs of a tournament's page: a table or a deal to choose, amounts of a deal, and a player to remove."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from railbird_client.drawing.text_width import truncate
from railbird_client.shell.dialogs import ConfirmDialog, Dialog, FormRow
from railbird_client.tournament.tournament_deal import (
    METHOD_WORDS,
    players_left,
    preview_lines,
    prizes_left,
    read_amounts,
    share_words,
    shares_beside,
)
from railbird_client.tournament.tournament_words import read_code
from railbird_client.widgets.app_look import apply_ascii_fallback
from railbird_client.widgets.controls import KeyHint, LineInput
from railbird_shared.tournament.messages import ProposeDeal
from railbird_shared.tournament.view import DealMethod, Standing, TournamentView, prize_words

MAX_CHOICES = 10
MAX_CODE = 60
"""The most characters of a code as it is typed, with what stands between its groups."""

Answer = TypeVar("Answer")


class CodeDialog(Dialog[str]):
    """Asks for the code of a tournament that is not listed, which is its id."""

    heading = "A tournament that is not listed"
    accept_label = "Show"

    def rows(self) -> Iterable[Widget]:
        """Yields the row of the code."""
        yield FormRow("Code", LineInput(max_length=MAX_CODE))
        yield Static(Content("Its host finds it on the tournament's page."), classes="hint")

    def read_answer(self) -> str | None:
        """Reads the code."""
        code = read_code(self.query_one(LineInput).value)
        if not code:
            self.show_error("Type the code as you were told it: letters and digits.")
        return code or None


class ChoiceDialog(Dialog[Answer], Generic[Answer]):
    """Lists up to ten answers; a digit or a click chooses one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(str(digit), f"choose({digit or MAX_CHOICES})", show=False) for digit in range(10)
    ]

    def __init__(self, heading: str, choices: Sequence[tuple[str, Answer]]) -> None:
        super().__init__()
        self.heading = heading
        self._choices = tuple(choices)

    def rows(self) -> Iterable[Widget]:
        """Yields the answers, each with its digit."""
        for number, (label, _) in enumerate(self._choices, 1):
            yield KeyHint(str(number % 10), label, f"screen.choose({number})")

    def answers(self) -> Iterable[KeyHint]:
        """Yields the key that closes the box."""
        yield KeyHint("Esc", self.cancel_label, "screen.cancel")

    def read_answer(self) -> Answer | None:
        """Returns nothing: a key has to choose."""
        return None

    def action_choose(self, number: int) -> None:
        """Closes the box with an answer."""
        if number <= len(self._choices):
            self.dismiss(self._choices[number - 1][1])


class DealDialog(ChoiceDialog[DealMethod]):
    """Asks how to share what is left of the prizes, beside what each way would give now."""

    ROWS = 14
    """Rows of the terminal that the dialog takes besides its lines of players."""
    WIDTH = 52

    def __init__(self, view: TournamentView) -> None:
        super().__init__("Propose a deal", tuple((words, method) for method, words in METHOD_WORDS.items()))
        self._view = view

    def rows(self) -> Iterable[Widget]:
        """Yields what there is to share, who would get what where there is room, and the ways to choose from."""
        left = prize_words(sum(prizes_left(self._view)), self._view.status.unit)
        yield Static(Content(f"{left} are left to share. All have to agree."), classes="question")
        if len(players_left(self._view)) + self.ROWS <= self.app.size.height:
            width = min(self.WIDTH, self.app.size.width * 96 // 100 - 6)
            lines = ("".join(span.text for span in line) for line in preview_lines(self._view, width))
            yield Static(apply_ascii_fallback(self.app, Content("\n".join(lines))), classes="preview")
        yield from super().rows()


class AmountsDialog(Dialog[ProposeDeal]):
    """Asks what every player left gets, and what stays for the winner.

    The amounts begin with what the stacks are worth beside the winner's part.
    """

    heading = "A deal by amounts"
    accept_label = "Propose it"

    def __init__(self, view: TournamentView) -> None:
        super().__init__()
        self._view = view
        self._fields = {standing.number: LineInput(max_length=15) for standing in players_left(view)}
        self._for_winner = LineInput("0", max_length=15)
        self._filled = self._typed

    def compose(self) -> ComposeResult:
        """Builds the box, and fills it in."""
        yield from super().compose()
        self._fill()

    def on_mount(self) -> None:
        """Says how much there is to share."""
        self._show_sum()

    def _fill(self) -> None:
        """Writes what the stacks are worth beside the winner's part, until the player names amounts of their own."""
        if self._typed != self._filled:
            return
        for number, units in shares_beside(self._view, self._for_winner.value).items():
            self._fields[number].value = str(units)
        self._filled = self._typed

    def rows(self) -> Iterable[Widget]:
        """Yields a row for each player, one for the winner's part, and how much is shared."""
        with VerticalScroll(classes="many", can_focus=False):
            for standing in players_left(self._view):
                yield FormRow(truncate(standing.name, 18), self._fields[standing.number])
            yield FormRow("For the winner", self._for_winner)
        yield Static(classes="hint")

    @on(Input.Changed)
    def _amount_changed(self, changed: Input.Changed) -> None:
        if changed.input is self._for_winner:
            self._fill()
        self._show_sum()

    def _show_sum(self) -> None:
        self.query_one(".trouble").display = False
        self.query_one(".hint", Static).update(Content(share_words(self._view, self._typed, self._for_winner.value)))

    @property
    def _typed(self) -> dict[int, str]:
        return {number: field.value for number, field in self._fields.items()}

    def read_answer(self) -> ProposeDeal | None:
        """Reads the amounts."""
        deal = read_amounts(self._view, self._typed, self._for_winner.value)
        if isinstance(deal, ProposeDeal):
            return deal
        self.show_error(deal)
        return None


class CancelTournamentDialog(ConfirmDialog):
    """Asks whether to cancel a tournament; [Y] does, and Enter does not.

    [C] and Enter call a bet at a table, and could be meant for the one below.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "wait", "Wait for [Y]", show=False)]

    def answers(self) -> Iterable[KeyHint]:
        """Yields the keys that close the box."""
        yield KeyHint("Y", self.accept_label, "screen.accept")
        yield KeyHint("Esc", "Go on", "screen.cancel")

    def action_wait(self) -> None:
        """Leaves the box open."""


class RemoveEntrantDialog(Dialog[int]):
    """Asks which player is to be taken out of a tournament, by name; answers with their number there."""

    heading = "Remove a player"
    accept_label = "Remove"

    def __init__(self, entrants: tuple[Standing, ...]) -> None:
        super().__init__()
        self._entrants = entrants

    def rows(self) -> Iterable[Widget]:
        """Yields the row of the name."""
        yield FormRow("Name", LineInput(max_length=40))
        yield Static(Content("Their chips leave play; before the start their entry is paid back."), classes="hint")

    def read_answer(self) -> int | None:
        """Reads the name."""
        typed = self.query_one(LineInput).value.strip().casefold()
        found = [each for each in self._entrants if each.name.casefold() == typed]
        if not found:
            found = [each for each in self._entrants if typed and each.name.casefold().startswith(typed)]
        if len(found) == 1:
            return found[0].number
        self.show_error("Several players are called so: type more." if found else "Nobody who plays is called so.")
        return None
