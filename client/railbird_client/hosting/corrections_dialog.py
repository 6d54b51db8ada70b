"""The dialog in which a host corrects the books of a table: chips that go from one player to another, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from railbird_client.shell.dialogs import Dialog, FormRow, parse_chips
from railbird_client.widgets.chooser import Chooser
from railbird_client.widgets.line_input import LineInput
from railbird_shared.protocol.host_commands import CorrectBooks, CorrectedPlayer
from railbird_shared.protocol.messages import Statement
from railbird_shared.protocol.view import TableView
from railbird_shared.text.text_cleaning import CHAT_LENGTH, clean_chat

_MAX_DIGITS = 13


class Party(NamedTuple):
    """A player whose books can be corrected; `stack` are the chips in front of them, None for who has left."""

    name: str
    stack: int | None = None

    @property
    def label(self) -> str:
        """The player as the host chooses them."""
        return f"{self.name}, who has left" if self.stack is None else f"{self.name}, {self.stack:,} chips"


def parties(view: TableView, statement: Statement | None) -> tuple[Party, ...]:
    """Returns who can be corrected: those with seats, and those who have left as far as a statement names them."""
    seated = tuple(Party(seat.name, seat.stack) for seat in view.occupied)
    here = {party.name for party in seated}
    lines = statement.lines if statement and statement.table == view.table else ()
    gone = tuple(Party(line.name) for line in lines if line.seat is None and line.name not in here)
    return (*seated, *gone)


class CorrectionDialog(Dialog[CorrectBooks]):
    """Asks from whom to whom how many chips go, and why."""

    heading = "Correct the books"
    accept_label = "Correct them"

    def __init__(self, parties: tuple[Party, ...]) -> None:
        super().__init__()
        self._parties = parties

    def rows(self) -> Iterable[Widget]:
        """Yields who gives and who gets, how much, and the reason."""
        yield FormRow("Take from", Chooser(self._choices, widget_id="payer"))
        yield FormRow("Give to", Chooser(self._choices, index=1, widget_id="payee"))
        yield FormRow("Chips", LineInput(max_length=_MAX_DIGITS, widget_id="chips"))
        yield FormRow("Because", LineInput(placeholder="all read it", max_length=CHAT_LENGTH, widget_id="reason"))
        yield Static(Content("Between hands only: [,] at the table takes a break."), classes="hint")

    def show(self, parties: tuple[Party, ...]) -> None:
        """Shows who can be corrected now; whoever was chosen stays so."""
        if parties == self._parties or not parties or not self.is_mounted:
            return
        self._parties = parties
        for row in (self.query_one("#payer", Chooser), self.query_one("#payee", Chooser)):
            chosen: Party = row.value
            index = next((at for at, party in enumerate(parties) if party.name == chosen.name), 0)
            row.set_choices(self._choices, index)

    @property
    def _choices(self) -> list[tuple[str, Party]]:
        return [(party.label, party) for party in self._parties]

    def read_answer(self) -> CorrectBooks | None:
        """Reads the correction."""
        payer: Party = self.query_one("#payer", Chooser).value
        payee: Party = self.query_one("#payee", Chooser).value
        chips = parse_chips(self.query_one("#chips", LineInput).value)
        reason = clean_chat(self.query_one("#reason", LineInput).value)
        if payer == payee:
            self.show_error("Choose two players: one gives, the other gets.")
        elif not chips:
            self.show_error("Write how many chips as a number.")
        elif payer.stack is not None and chips > payer.stack:
            self.show_error(f"{payer.name} has {payer.stack:,} chips; take at most those.")
        elif not reason:
            self.show_error("Say in a few words why, for everybody to read.")
        else:
            players = (CorrectedPlayer(payee.name, chips), CorrectedPlayer(payer.name, -chips))
            return CorrectBooks(players=players, reason=reason)
        return None
