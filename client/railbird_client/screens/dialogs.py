"""The questions a client asks in a box of their own: a name, an address, a table, a buy-in, a yes or no.

Escape gives None. What is typed is checked here and refused with one sentence, so that no caller meets nonsense.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.widget import Widget
from textual.widgets import Input, Static

from railbird_client.address import Address, BadAddress, parse_address
from railbird_client.plans import GAMES, LEAST_BET, MOST_BET, Offered, TableWish
from railbird_client.screens.modal import Answer, Modal
from railbird_client.widgets.chooser import Chooser
from railbird_client.widgets.key_hint import KeyHint
from railbird_client.widgets.line_input import LineInput
from railbird_client.widgets.signs import signs
from railbird_shared.games import MAX_CHIPS
from railbird_shared.text import NAME_LENGTH, TABLE_NAME_LENGTH, clean_name, clean_table_name

_LONGEST_ADDRESS = 300
_MOST_DIGITS = len(str(MAX_CHIPS))
_MOST_KNOWN = 4
_LEAST_SEATS = 2
_USUAL_SEATS = 6


class Dialog(Modal[Answer | None]):
    """A box with a title, some rows, a line for what is wrong, and the keys that close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel", show=False),
        Binding("enter", "accept", "Accept", show=False),
        Binding("down", "app.focus_next", "Next row", show=False),
        Binding("up", "app.focus_previous", "Row before", show=False),
    ]
    heading = ""
    accept_words = "Go"
    cancel_words = "Cancel"

    def compose(self) -> ComposeResult:
        """Builds the box."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self.heading)
            yield from self.rows()
            yield Static(classes="trouble")
            with Horizontal(classes="answers"):
                yield KeyHint("Enter", self.accept_words, "screen.accept")
                yield KeyHint("Esc", self.cancel_words, "screen.cancel")

    def rows(self) -> Iterable[Widget]:
        """Yields what stands in the box."""
        return ()

    def answer(self) -> Answer | None:
        """Reads the answer; None where `complain` has said what is wrong."""
        raise NotImplementedError

    def complain(self, sentence: str) -> None:
        """Says what is wrong."""
        trouble = self.query_one(".trouble", Static)
        trouble.update(Content(sentence))
        trouble.display = True

    def action_accept(self) -> None:
        """Closes the box with the answer, if it is one."""
        answer = self.answer() if self.is_active else None
        if answer is not None:
            self.dismiss(answer)

    def action_cancel(self) -> None:
        """Closes the box without an answer."""
        self.dismiss(None)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_accept()


class Row(Horizontal):
    """A label and what is to be filled in."""

    def __init__(self, label: str, field: Widget) -> None:
        super().__init__(Static(Content(label), classes="label"), field, classes="row")


class NameDialog(Dialog[str]):
    """Asks how the player wants to be called."""

    heading = "Your name"
    accept_words = "Take it"

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name_before = name

    def rows(self) -> Iterable[Widget]:
        """Yields the name's row."""
        yield Row("Name", LineInput(self._name_before, most=NAME_LENGTH))

    def answer(self) -> str | None:
        """Reads the name."""
        name = clean_name(self.query_one(LineInput).value)
        if not name:
            self.complain("Write a name that can be shown.")
        return name or None


class AddressDialog(Dialog[Address]):
    """Asks where the server is, and offers those visited before."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "recall(1)", "Next known server", show=False),
        Binding("up", "recall(-1)", "Known server before", show=False),
    ]
    accept_words = "Connect"

    def __init__(self, title: str, *, known: Sequence[str] = ()) -> None:
        super().__init__()
        self.heading = title
        self._known = tuple(known)[:_MOST_KNOWN]
        self._at = 0

    def rows(self) -> Iterable[Widget]:
        """Yields the address's row and the known servers."""
        first = self._known[0] if self._known else ""
        yield Row("Address", LineInput(first, placeholder="192.168.1.20 or den.local:7777", most=_LONGEST_ADDRESS))
        for number, address in enumerate(self._known):
            yield KnownAddress(address, number)
        words = "↑↓ servers you have been to" if self._known else "Your host reads it off the screen to you."
        yield Static(signs(self.app, Content(words)), classes="hint")

    def answer(self) -> Address | None:
        """Reads the address."""
        try:
            return parse_address(self.query_one(LineInput).value)
        except BadAddress as wrong:
            self.complain(str(wrong))
            return None

    def action_recall(self, by: int) -> None:
        """Puts a known server into the row."""
        if self._known:
            self._at = (self._at + by) % len(self._known)
            self.query_one(LineInput).value = self._known[self._at]

    def take(self, number: int) -> None:
        """Goes to a known server."""
        self.query_one(LineInput).value = self._known[number]
        self.action_accept()


class KnownAddress(Static):
    """A server visited before, to be clicked."""

    def __init__(self, address: str, number: int) -> None:
        super().__init__(Content(address), classes="known")
        self._number = number

    def on_click(self, event: Click) -> None:
        """A click goes there."""
        event.stop()
        if isinstance(self.screen, AddressDialog):
            self.screen.take(self._number)


class OpenTableDialog(Dialog[TableWish]):
    """Asks what table to open."""

    accept_words = "Open it"

    def __init__(self, wish: TableWish, *, title: str = "New table", games: Sequence[Offered] = GAMES) -> None:
        super().__init__()
        self.heading = title
        self._wish = wish
        self._games = tuple(games)

    def rows(self) -> Iterable[Widget]:
        """Yields a row for each of the table's properties."""
        chosen = next((at for at, game in enumerate(self._games) if game.id == self._wish.game), 0)
        most = self._games[chosen].most_seats
        yield Row("Name", LineInput(self._wish.name, most=TABLE_NAME_LENGTH, widget_id="name"))
        yield Row("Game", Chooser([(game.name, game) for game in self._games], at=chosen, widget_id="game"))
        bet = str(self._wish.bet or "")
        yield Row("Bet", LineInput(bet, placeholder="the usual", most=_MOST_DIGITS, widget_id="bet"))
        seats = min(self._wish.seats or _USUAL_SEATS, most)
        yield Row("Seats", Chooser(_seats(most), at=seats - _LEAST_SEATS, widget_id="seats"))
        yield Row("Bots", Chooser(_bots(seats), at=self._wish.bots, widget_id="bots"))
        yield Static(Content("Bet: the big blind, or a limit game's small bet."), classes="hint")

    def answer(self) -> TableWish | None:
        """Reads the table."""
        name = clean_table_name(self.query_one("#name", LineInput).value)
        written = self.query_one("#bet", LineInput).value
        bet = _chips(written) if written.strip() else 0
        if not name:
            self.complain("Give the table a name that can be shown.")
        elif bet is None or (written.strip() and not LEAST_BET <= bet <= MOST_BET):
            self.complain(f"Write the bet as a number of chips, {LEAST_BET} to {MOST_BET:,}.")
        else:
            return TableWish(self._game.id, bet, self._value("#seats"), self._value("#bots"), name)
        return None

    @property
    def _game(self) -> Offered:
        game: Offered = self.query_one("#game", Chooser).value
        return game

    def _value(self, row: str) -> int:
        value: int = self.query_one(row, Chooser).value
        return value

    @on(Chooser.Changed, "#game")
    def _game_changed(self) -> None:
        most = self._game.most_seats
        self.query_one("#seats", Chooser).offer(_seats(most), min(self._value("#seats"), most) - _LEAST_SEATS)
        self._seats_changed()

    @on(Chooser.Changed, "#seats")
    def _seats_changed(self) -> None:
        self.query_one("#bots", Chooser).offer(_bots(self._value("#seats")), self._value("#bots"))


class BuyInDialog(Dialog[int]):
    """Asks with how many chips to sit down; an amount that the table does not take is moved to the nearest it does."""

    accept_words = "Sit down"

    def __init__(self, table: str, *, least: int, most: int, usual: int) -> None:
        super().__init__()
        self.heading = table
        self._least, self._most = least, max(least, most)
        self._usual = min(max(usual, self._least), self._most)

    def rows(self) -> Iterable[Widget]:
        """Yields the amount's row."""
        yield Row("Chips", LineInput(str(self._usual), most=_MOST_DIGITS + 4))
        yield Static(Content(f"The table takes {self._least:,} to {self._most:,}."), classes="hint")

    def answer(self) -> int | None:
        """Reads the amount."""
        field = self.query_one(LineInput)
        chips = _chips(field.value)
        if chips is None:
            self.complain("Write the buy-in as a number of chips.")
            return None
        taken = min(max(chips, self._least), self._most)
        if taken != chips:
            field.value = str(taken)
            self.complain(f"{chips:,} is outside what the table takes, so it is {taken:,} now.")
            return None
        return taken


class ConfirmDialog(Dialog[bool]):
    """Asks a yes or no; Enter is yes, and so is the key that raised the question."""

    cancel_words = "Stay"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "accept", "Yes", show=False),
        Binding("n", "cancel", "No", show=False),
        Binding("ctrl+c,ctrl+q", "accept", "Yes", show=False, priority=True),
    ]

    def __init__(self, question: str, *, yes: str, title: str = "Sure?") -> None:
        super().__init__()
        self.heading = title
        self.accept_words = yes
        self._question = question

    def rows(self) -> Iterable[Widget]:
        """Yields the question."""
        yield Static(Content(self._question), classes="question")

    def answer(self) -> bool:
        """Is yes."""
        return True


def _seats(most: int) -> list[tuple[str, int]]:
    return [(str(seats), seats) for seats in range(_LEAST_SEATS, most + 1)]


def _bots(seats: int) -> list[tuple[str, int]]:
    return [(str(bots) if bots else "none", bots) for bots in range(seats)]


def _chips(written: str) -> int | None:
    digits = "".join(char for char in written if char not in " ,._'")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
        return None
    return int(digits) if int(digits) <= MAX_CHIPS else None
