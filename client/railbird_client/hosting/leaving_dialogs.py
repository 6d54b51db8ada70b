"""The dialogs of a host: before they go away from their game, and before they come back to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from railbird_client.shell.dialogs import Dialog
from railbird_client.table.turn.table_keys import with_capitals
from railbird_client.widgets.controls import KeyHint
from railbird_shared.protocol.messages import TableInfo
from railbird_shared.protocol.view import TableView

MAX_LISTED_TABLES = 4


class Farewell(StrEnum):
    """The fate of a game whose host goes away."""

    LEAVE = "leave"
    END = "end"


class Return(StrEnum):
    """The wish of a host who finds a game of theirs."""

    BACK = "back"
    ANEW = "anew"


class FarewellDialog(Dialog[Farewell]):
    """Asks a host who goes away what is to become of the game; the key that led here leaves it running."""

    heading = "Your game"
    cancel_label = "Stay"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("l"), "accept", "Leave it running", show=False),
        Binding(with_capitals("e"), "end", "End it for everybody", show=False),
        Binding("ctrl+c,ctrl+q", "accept", "Leave it running", show=False, priority=True),
    ]

    def __init__(self, others: str, *, tournament: bool = False) -> None:
        super().__init__()
        self._others = others
        self._tournament = tournament

    def rows(self) -> Iterable[Widget]:
        """Yields who is still there, and what either answer does."""
        yield Static(Content(self._others), classes="question")
        away = "your hands are folded" if self._tournament else "you sit out"
        end = "the tournament is cancelled" if self._tournament else "a running hand does not count"
        leave = f"[L] leaves the game running without you: {away}, and `railbird host` brings you back."
        yield Static(Content(leave), classes="question")
        yield Static(Content(f"[E] ends it for everybody: {end}."), classes="question")

    def answers(self) -> Iterable[KeyHint]:
        """Yields the keys that close the box."""
        yield KeyHint("L", "Leave it running", "screen.accept")
        yield KeyHint("E", "End it", "screen.end")
        yield KeyHint("Esc", self.cancel_label, "screen.cancel")

    def read_answer(self) -> Farewell:
        """Returns that the game goes on."""
        return Farewell.LEAVE

    def action_end(self) -> None:
        """Closes the box; the game ends."""
        self.dismiss(Farewell.END)


class GameFoundDialog(Dialog[Return]):
    """Tells a host that they have a game already, and asks whether to go back to it or to begin anew.

    With `new_password` they have typed one, which only a new game gets.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("n"), "anew", "End it and begin anew", show=False),
    ]

    def __init__(self, *, new_password: bool = False) -> None:
        super().__init__()
        self._new_password = new_password

    @property
    def _password_row(self) -> Iterable[Widget]:
        if self._new_password:
            sentence = "If you go back, its tables keep the passwords that they have."
            yield Static(Content(sentence), classes="question")

    def answers(self) -> Iterable[KeyHint]:
        """Yields the keys that close the box."""
        yield KeyHint("Enter", self.accept_label, "screen.accept")
        yield KeyHint("N", "Begin anew", "screen.anew")
        yield KeyHint("Esc", self.cancel_label, "screen.cancel")

    def read_answer(self) -> Return:
        """Returns that the host goes back."""
        return Return.BACK

    def action_anew(self) -> None:
        """Closes the box; another game begins."""
        self.dismiss(Return.ANEW)


class GameRunsDialog(GameFoundDialog):
    """Says that a game runs already, before another one begins."""

    heading = "Your game still runs"
    accept_label = "Go back to it"

    def rows(self) -> Iterable[Widget]:
        """Yields what is the case."""
        sentence = "Your game of this evening is still running, with other options than those you chose now."
        yield Static(Content(sentence), classes="question")
        yield from self._password_row
        yield Static(Content("[N] ends it for everybody, and begins the new one."), classes="question")


class LastGameDialog(GameFoundDialog):
    """Shows the tables of an earlier game that have come back, and asks whether to go on with them."""

    heading = "Your last game"
    accept_label = "Go on"
    cancel_label = "Go on"

    def __init__(self, view: TableView, tables: Sequence[TableInfo], *, new_password: bool = False) -> None:
        super().__init__(new_password=new_password)
        self._view = view
        self._other_tables = [table for table in tables if table.table != view.table]

    def rows(self) -> Iterable[Widget]:
        """Yields the tables, and what everybody at this one has."""
        view = self._view
        hands = f", after hand {view.hand}" if view.hand else ""
        yield Static(Content(f"{view.name} is as you left it: {view.game.name}{hands}."), classes="question")
        for seat in view.occupied:
            bot = " (bot)" if seat.bot else ""
            yield Static(Content(f"{seat.name + bot:22}{seat.stack + seat.bet:>12,} chips"), classes="known")
        for table in self._other_tables[:MAX_LISTED_TABLES]:
            players = ", ".join(table.players) or "nobody"
            yield Static(Content(f"{table.name}: {players}"), classes="known")
        yield Static(Content("Everybody comes back to their seat by joining again."), classes="question")
        yield from self._password_row
        new = "[N] closes the tables with these results, and opens a new one."
        if view.tournament:
            new = "[N] cancels the tournament, and begins a new game."
        yield Static(Content(new), classes="question")

    def answers(self) -> Iterable[KeyHint]:
        """Yields the keys that close the box."""
        yield KeyHint("Enter", self.accept_label, "screen.accept")
        yield KeyHint("N", "Begin anew", "screen.anew")
