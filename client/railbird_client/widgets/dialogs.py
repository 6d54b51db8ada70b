"""Modal screens: dialogs that ask for a name, an address, a table, a buy-in or a confirmation, and the command palette.

Escape answers None. Input is checked here and refused with one sentence, so callers receive only valid values.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from enum import Enum, auto
from typing import ClassVar, TypeVar

from textual import on
from textual.app import App, ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Static

from railbird_client.widgets.app_look import apply_ascii_fallback
from railbird_client.widgets.controls import KeyHint, LineInput
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.network.address import Address, BadAddress, parse_address
from railbird_shared.protocol.messages import TableInfo
from railbird_shared.protocol.table_limits import MAX_CHIPS, MAX_PASSWORD_LENGTH
from railbird_shared.text.text_cleaning import NAME_LENGTH, clean_name, name_refusal

Answer = TypeVar("Answer")


class Modal(ModalScreen[Answer]):
    """A screen over another. A key that comes after it has closed does not close the screen below."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Closes the screen with an answer, unless it is closed already or covered by another."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class RailbirdCommandPalette(CommandPalette):
    """The command palette; it closes once, as a `Modal` does."""

    # Not a Modal: Textual reads a screen's default styles from its first base alone.

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Closes the palette, unless it is closed already or covered by another screen."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


_MAX_ADDRESS_LENGTH = 300
_MAX_DIGITS = len(str(MAX_CHIPS))
_MAX_KNOWN_ADDRESSES = 4


class Dialog(Modal[Answer | None]):
    """A box with a title, rows, a line for an error, and the keys that close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel", show=False),
        Binding("enter", "accept", "Accept", show=False),
        Binding("down", "app.focus_next", "Next row", show=False),
        Binding("up", "app.focus_previous", "Row before", show=False),
    ]
    heading = ""
    accept_label = "Go"
    cancel_label = "Cancel"

    def compose(self) -> ComposeResult:
        """Builds the box."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self.heading)
            yield from self.rows()
            yield Static(classes="trouble")
            with Horizontal(classes="answers"):
                yield from self.answers()

    def answers(self) -> Iterable[KeyHint]:
        """Yields the keys that close the box."""
        yield KeyHint("Enter", self.accept_label, "screen.accept")
        yield KeyHint("Esc", self.cancel_label, "screen.cancel")

    def rows(self) -> Iterable[Widget]:
        """Yields the rows of the box."""
        return ()

    def read_answer(self) -> Answer | None:
        """Reads the answer; None if it is invalid and `show_error` has said why."""
        raise NotImplementedError

    def show_error(self, sentence: str) -> None:
        """Shows what is wrong."""
        line = self.query_one(".trouble", Static)
        line.update(Content(sentence))
        line.display = True

    def action_accept(self) -> None:
        """Closes the box with the answer, if that is valid."""
        answer = self.read_answer() if self.is_active else None
        if answer is not None:
            self.dismiss(answer)

    def action_cancel(self) -> None:
        """Closes the box without an answer."""
        self.dismiss(None)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_accept()


class FormRow(Horizontal):
    """A label and an input field."""

    def __init__(self, label: str, field: Widget) -> None:
        super().__init__(Static(Content(label), classes="label"), field, classes="row")


class LineDialog(Dialog[Answer]):
    """Asks for one line; `read` makes the answer of it, or raises ValueError with the sentence that refuses it."""

    def __init__(
        self,
        heading: str,
        label: str,
        read: Callable[[str], Answer],
        *,
        accept: str,
        hint: str = "",
        value: str = "",
        placeholder: str = "",
        max_length: int,
    ) -> None:
        super().__init__()
        self.heading = heading
        self.accept_label = accept
        self._row = FormRow(label, LineInput(value, placeholder=placeholder, max_length=max_length))
        self._hint = hint
        self._read = read

    def rows(self) -> Iterable[Widget]:
        """Yields the line, and a hint about it."""
        yield self._row
        if self._hint:
            yield Static(Content(self._hint), classes="hint")

    def read_answer(self) -> Answer | None:
        """Reads the line, without spaces around it."""
        try:
            return self._read(self.query_one(LineInput).value.strip())
        except ValueError as refused:
            self.show_error(str(refused))
            return None


MAX_CHOICES = 10
"""How many answers have digits of their own."""


class ChoiceDialog(Dialog[Answer]):
    """Lists answers by their numbers, each with its label; a digit or a click chooses, 0 being the tenth."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(str(digit), f"choose({digit or MAX_CHOICES})", show=False) for digit in range(10)
    ]

    def __init__(self, heading: str, choices: Mapping[int, tuple[str, Answer]]) -> None:
        super().__init__()
        self.heading = heading
        self.choices = choices

    def rows(self) -> Iterable[Widget]:
        """Yields the answers, each with its digit."""
        for number, (label, _) in self.choices.items():
            yield KeyHint(str(number % 10), label, f"screen.choose({number})")

    def answers(self) -> Iterable[KeyHint]:
        """Yields the key that closes the box."""
        yield KeyHint("Esc", self.cancel_label, "screen.cancel")

    def read_answer(self) -> None:
        """Returns nothing: a key has to choose."""

    def action_choose(self, number: int) -> None:
        """Closes the box with the answer of that number, if there is one."""
        if number in self.choices:
            self.dismiss(self.choices[number][1])


class NameDialog(Dialog[str]):
    """Asks for the player's name."""

    heading = "Your name"
    accept_label = "Take it"

    def __init__(self, name: str, *, objection: str = "") -> None:
        super().__init__()
        self._current_name = name
        self._objection = objection

    def on_mount(self) -> None:
        """Shows why the name before was refused."""
        if self._objection:
            self.show_error(self._objection)

    def rows(self) -> Iterable[Widget]:
        """Yields the name's row."""
        yield FormRow("Name", LineInput(self._current_name, max_length=NAME_LENGTH))
        yield Static(Content("This is what the others call you."), classes="hint")

    def read_answer(self) -> str | None:
        """Reads the name."""
        typed = self.query_one(LineInput).value
        objection = name_refusal(typed)
        if objection:
            self.show_error(objection)
        return None if objection else clean_name(typed)


class PasswordDialog(Dialog[str]):
    """Asks for the password of a server or a table, which it does not show."""

    heading = "Password"

    def __init__(self, title: str, sentence: str) -> None:
        super().__init__()
        self.heading = title
        self._sentence = sentence

    def rows(self) -> Iterable[Widget]:
        """Yields why a password is asked for, and its row."""
        yield Static(Content(self._sentence), classes="question")
        yield FormRow("Password", LineInput(max_length=MAX_PASSWORD_LENGTH, hidden=True))

    def read_answer(self) -> str | None:
        """Reads the password."""
        typed = self.query_one(LineInput).value
        if not typed:
            self.show_error("Type the password, or press Esc.")
        return typed or None


class AddressDialog(Dialog[Address]):
    """Asks for the address of a server, and offers those visited before."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "recall(1)", "Next known server", show=False),
        Binding("up", "recall(-1)", "Known server before", show=False),
    ]
    accept_label = "Connect"

    def __init__(self, title: str, *, known: Sequence[str] = ()) -> None:
        super().__init__()
        self.heading = title
        self._known_addresses = tuple(known)[:_MAX_KNOWN_ADDRESSES]
        self._known_index = 0

    def rows(self) -> Iterable[Widget]:
        """Yields the row of the address and the known servers."""
        first = self._known_addresses[0] if self._known_addresses else ""
        yield FormRow(
            "Address",
            LineInput(
                first, placeholder="192.168.1.20, den.local:7777 or an invite link", max_length=_MAX_ADDRESS_LENGTH
            ),
        )
        for number, address in enumerate(self._known_addresses):
            yield KnownAddress(address, number)
        words = "↑↓ servers you have been to" if self._known_addresses else "Your host finds it on their screen."
        yield Static(apply_ascii_fallback(self.app, Content(words)), classes="hint")

    def read_answer(self) -> Address | None:
        """Reads the address."""
        try:
            return parse_address(self.query_one(LineInput).value)
        except BadAddress as wrong:
            self.show_error(str(wrong))
            return None

    def action_recall(self, by: int) -> None:
        """Fills the row with the next or previous known server."""
        if self._known_addresses:
            self._known_index = (self._known_index + by) % len(self._known_addresses)
            self.query_one(LineInput).value = self._known_addresses[self._known_index]

    def choose_known(self, number: int) -> None:
        """Answers with a known server."""
        self.query_one(LineInput).value = self._known_addresses[number]
        self.action_accept()


class KnownAddress(Static):
    """A server visited before, which can be clicked."""

    def __init__(self, address: str, number: int) -> None:
        super().__init__(Content(address), classes="known")
        self._number = number

    def on_click(self, event: Click) -> None:
        """Answers with the server that was clicked."""
        event.stop()
        if isinstance(self.screen, AddressDialog):
            self.screen.choose_known(self._number)


class BuyInDialog(Dialog[int]):
    """Asks for a buy-in; an amount outside the limits of the table is moved to the nearest limit."""

    accept_label = "Sit down"

    def __init__(self, table: TableInfo) -> None:
        super().__init__()
        self.heading = table.name
        self._waits = table.seats - len(table.players) <= table.waiting
        self.accept_label = "Wait for a seat" if self._waits else "Sit down"
        self._table = table
        self._minimum, self._maximum = table.min_buy_in, max(table.min_buy_in, table.max_buy_in)
        self._default = min(max(table.buy_in, self._minimum), self._maximum)

    def rows(self) -> Iterable[Widget]:
        """Yields the amount's row."""
        yield FormRow("Chips", LineInput(str(self._default), max_length=_MAX_DIGITS + 4))
        yield Static(Content(f"The table takes {self._minimum:,} to {self._maximum:,}."), classes="hint")
        if self._waits:
            bot, ahead = "A bot makes room for you after its hand.", f"{self._table.waiting} wait before you."
            yield Static(Content(bot if self._table.has_room else ahead), classes="hint")

    def read_answer(self) -> int | None:
        """Reads the amount."""
        field = self.query_one(LineInput)
        chips = parse_chips(field.value)
        if chips is None:
            self.show_error("Write the buy-in as a number of chips.")
            return None
        allowed = min(max(chips, self._minimum), self._maximum)
        if allowed != chips:
            field.value = str(allowed)
            self.show_error(f"{chips:,} is outside what the table takes, so it is {allowed:,} now.")
            return None
        return allowed


class FullTableChoice(Enum):
    """The choices of a player who wants to sit at a table where every seat is taken."""

    WAIT = auto()
    WATCH = auto()
    SIT_ELSEWHERE = auto()


class FullTableDialog(Dialog[FullTableChoice]):
    """Says that every seat of a table is taken, and offers its waiting list, its rail and another table, `free`."""

    accept_label = "Wait"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("w"), "watch", "Watch", show=False),
        Binding(with_capitals("s"), "sit_elsewhere", "Sit at another table", show=False),
    ]

    def __init__(self, table: TableInfo, *, free: TableInfo | None) -> None:
        super().__init__()
        self.heading = table.name
        self.accept_label = "Watch" if table.seats_locked else "Wait"
        self._table = table
        self._free = free

    def rows(self) -> Iterable[Widget]:
        """Yields what is the case, and what can be done."""
        table, waiting = self._table, self._table.waiting
        if table.seats_locked:
            lines = [f"{table.host} lets nobody else sit down now."]
        else:
            taken = "Every seat is taken" if table.is_full else "The free seats are for people who wait already"
            number = f"{waiting} already wait{'s' * (waiting == 1)}." if waiting else "Nobody waits yet."
            lines = [f"{taken}: {len(table.players)} of {table.seats}.", f"Press [Enter] to wait for one: {number}"]
        lines.append("Press [W] to watch from the rail.")
        if self._free is not None:
            lines.append(f"{self._free.name} has a seat for you: press [S] to sit there.")
        for line in lines:
            yield Static(Content(line), classes="question")

    def answers(self) -> Iterable[KeyHint]:
        """Yields the keys that close the box."""
        if not self._table.seats_locked:
            yield KeyHint("Enter", self.accept_label, "screen.accept")
        yield KeyHint("W", "Watch", "screen.watch")
        if self._free is not None:
            yield KeyHint("S", "Sit elsewhere", "screen.sit_elsewhere")
        yield KeyHint("Esc", "Lobby", "screen.cancel")

    def read_answer(self) -> FullTableChoice:
        """Returns that the player waits, or watches where nobody may sit down."""
        return FullTableChoice.WATCH if self._table.seats_locked else FullTableChoice.WAIT

    def action_watch(self) -> None:
        """Closes the box to watch."""
        self.dismiss(FullTableChoice.WATCH)

    def action_sit_elsewhere(self) -> None:
        """Closes the box for the table that has a free seat, if there is one."""
        if self._free is not None:
            self.dismiss(FullTableChoice.SIT_ELSEWHERE)


class ConfirmDialog(Dialog[bool]):
    """Asks a yes-or-no question; Enter answers yes, and so does the key that led to the question."""

    cancel_label = "Stay"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("y"), "accept", "Yes", show=False),
        Binding(with_capitals("n"), "cancel", "No", show=False),
        Binding("ctrl+c,ctrl+q", "accept", "Yes", show=False, priority=True),
    ]

    def __init__(self, question: str, *, yes: str, title: str = "Sure?") -> None:
        super().__init__()
        self.heading = title
        self.accept_label = yes
        self._question = question

    def rows(self) -> Iterable[Widget]:
        """Yields the question."""
        yield Static(Content(self._question), classes="question")

    def read_answer(self) -> bool:
        """Returns yes."""
        return True


def ask_to_confirm(app: App[str], question: str, yes: str, then: Callable[[], Coroutine[None, None, None]]) -> bool:
    """Asks a question and goes on after a yes; returns False where one is on the screen already."""

    def on_answer(sure: bool | None) -> None:
        if sure:
            app.call_later(then)

    is_asked = not isinstance(app.screen, ConfirmDialog)
    if is_asked:
        app.push_screen(ConfirmDialog(question, yes=yes), on_answer)
    return is_asked


def parse_chips(typed: str) -> int | None:
    """Returns the chips that somebody has typed, None where they are no whole amount."""
    digits = "".join(char for char in typed if char not in " ,._'")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS):
        return None
    return int(digits) if int(digits) <= MAX_CHIPS else None
