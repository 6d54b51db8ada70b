"""The dialog in which a player chooses another seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from railbird_client.shell.dialogs import Dialog
from railbird_client.table.seat_choice import free_seats, move_to, moves_to, neighbours
from railbird_client.widgets.key_hint import KeyHint
from railbird_shared.protocol.commands import ChangeSeat
from railbird_shared.protocol.view import TableView


class ChangeSeatDialog(Dialog[ChangeSeat]):
    """Lists the free seats; the digit of a seat or a click chooses it."""

    heading = "Move to which seat?"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(str(digit), f"choose({digit or 10})", show=False) for digit in range(10)
    ]

    def __init__(self, view: TableView) -> None:
        super().__init__()
        self._view = view

    def rows(self) -> Iterable[Widget]:
        """Yields the free seats with their neighbours, and when the player moves."""
        planned = moves_to(self._view)
        for number in free_seats(self._view):
            label = f"Stay: do not move to seat {number}" if number == planned else self._label(number)
            yield KeyHint(str(number % 10), label, f"screen.choose({number})")
        own = self._view.own_seat
        in_hand = own is not None and own.live and self._view.playing
        when = "after this hand" if in_hand else "before the next hand" if planned else "at once"
        yield Static(Content(f"You move {when}. Who delays the blinds by it owes them."), classes="hint")

    def _label(self, number: int) -> str:
        return f"Seat {number}, {neighbours(self._view, number)}"

    def answers(self) -> Iterable[KeyHint]:
        """Yields the key that closes the box."""
        yield KeyHint("Esc", self.cancel_label, "screen.cancel")

    def read_answer(self) -> ChangeSeat | None:
        """Returns nothing: a key has to choose."""
        return None

    def action_choose(self, number: int) -> None:
        """Closes the box with the move to that seat, if it is free."""
        if number in free_seats(self._view):
            self.dismiss(move_to(self._view, number))
