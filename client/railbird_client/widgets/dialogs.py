"""Modal screens: dialogs that ask for a line, a choice or a confirmation, and the command palette.

A screen asks the player by one of them. Escape answers None. Input is checked here and refused with one sentence, so
callers receive only valid values.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from textual import on
from textual.app import App, ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widget import Widget
from textual.widgets import Input, Static

from railbird_client.widgets.app_look import apply_ascii_fallback
from railbird_client.widgets.controls import KeyHint, LineInput, NoticeRequested
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.protocol.table_limits import MAX_CHIPS, MAX_PASSWORD_LENGTH
from railbird_shared.settings.kinds import typed_number
from railbird_shared.text.text_cleaning import NAME_LENGTH, read_name

if TYPE_CHECKING:
    from railbird_shared.protocol.commands import Command

Answer = TypeVar("Answer")
Cleaned = TypeVar("Cleaned")


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


class Dialog(Modal[Answer | None]):
    """A box with a title, sentences, fields and hints, a line for an error, and the keys that close it.

    Every field has a label; without an `accept_label` no key accepts what is typed.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel", show=False),
        Binding("enter", "accept", "Accept", show=False),
        Binding("down", "app.focus_next", "Next row", show=False),
        Binding("up", "app.focus_previous", "Row before", show=False),
    ]
    heading = ""
    accept_label = "Go"
    cancel_label = "Cancel"
    sentences: Sequence[str] = ()
    fields: Mapping[str, Widget] = MappingProxyType({})
    hints: Sequence[str] = ()

    def compose(self) -> ComposeResult:
        """Builds the box."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self.heading)
            yield from self.rows()
            yield Static(classes="trouble")
            with Horizontal(classes="answers"):
                yield from self.answers()

    def rows(self) -> Iterable[Widget]:
        """Yields the rows of the box: the sentences, the fields behind their labels, and the hints."""
        yield from (self.line(sentence, "question") for sentence in self.sentences)
        for label, widget in self.fields.items():
            yield field_row(label, widget)
        yield from (self.line(hint, "hint") for hint in self.hints)

    def line(self, text: str, kind: str) -> Static:
        """Returns a line of text; `kind` is the class of its style."""
        return Static(apply_ascii_fallback(self.app, Content(text)), classes=kind)

    def answers(self) -> Iterable[KeyHint]:
        """Yields the keys that close the box."""
        if self.accept_label:
            yield KeyHint("Enter", self.accept_label, "screen.accept")
        if self.cancel_label:
            yield KeyHint("Esc", self.cancel_label, "screen.cancel")

    def read_answer(self) -> Answer | None:
        """Returns the answer, None while there is none; raises ValueError with the sentence that refuses it."""
        return None

    def show_error(self, sentence: str) -> None:
        """Shows what is wrong."""
        line = self.query_one(".trouble", Static)
        line.update(Content(sentence))
        line.display = True

    def action_accept(self) -> None:
        """Closes the box with the answer, if that is valid."""
        try:
            answer = self.read_answer() if self.is_active else None
        except ValueError as refused:
            self.show_error(str(refused))
        else:
            if answer is not None:
                self.dismiss(answer)

    def action_cancel(self) -> None:
        """Closes the box without an answer."""
        self.dismiss(None)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_accept()


def field_row(label: str, field: Widget) -> Horizontal:
    """Returns a field behind its label."""
    return Horizontal(Static(Content(label), classes="label"), field, classes="row")


class LineDialog(Dialog[Answer]):
    """Asks for one line; `read` makes the answer of it, or raises ValueError with the sentence that refuses it."""

    def __init__(
        self,
        heading: str,
        label: str,
        read: Callable[[str], Answer],
        *,
        accept: str = "Go",
        hint: str = "",
        value: str = "",
        placeholder: str = "",
        max_length: int,
        hidden: bool = False,
    ) -> None:
        super().__init__()
        self.heading = heading
        self.accept_label = accept
        self.line_input = LineInput(value, placeholder=placeholder, max_length=max_length, hidden=hidden)
        self.fields = {label: self.line_input}
        self.hints = (hint,) if hint else ()
        self._read = read

    def read_answer(self) -> Answer | None:
        """Reads the line."""
        return self._read(self.line_input.value)


def reading(
    clean: Callable[[str], Cleaned], refusal: str, then: Callable[[Cleaned], Answer]
) -> Callable[[str], Answer]:
    """Returns a reader of lines: `then` makes the answer of what `clean` leaves; nothing left is refused."""

    def read(typed: str) -> Answer:
        if found := clean(typed):
            return then(found)
        raise ValueError(refusal)

    return read


MAX_CHOICES = 10
"""How many answers have digits of their own."""


class ChoiceDialog(Dialog[Answer]):
    """Lists answers by their keys, each with its label; a key, a click, or Enter on the marked one chooses.

    The key of the number 10 is 0.
    """

    accept_label = "Choose"

    def __init__(
        self, heading: str, choices: Mapping[int, tuple[str, Answer]] | Mapping[str, tuple[str, Answer]]
    ) -> None:
        super().__init__()
        self.heading = heading
        self.choices = {("0" if key == MAX_CHOICES else str(key)): choice for key, choice in choices.items()}

    def key_hints(self) -> list[KeyHint]:
        """Returns the answers, each with its key."""
        return [KeyHint(key, label, f"screen.choose('{key}')") for key, (label, _) in self.choices.items()]

    def rows(self) -> Iterable[Widget]:
        """Yields the sentences, the answers, and the hints."""
        yield from (self.line(sentence, "question") for sentence in self.sentences)
        for answer in self.key_hints():
            answer.can_focus = True
            yield answer
        yield from (self.line(hint, "hint") for hint in self.hints)

    def read_answer(self) -> Answer | None:
        """Returns the marked answer."""
        return self.choices[self.focused.key][1] if isinstance(self.focused, KeyHint) else None

    def on_key(self, event: Key) -> None:
        """Closes the box with the answer of a key."""
        if (key := event.key.upper()) in self.choices:
            event.stop()
            self.action_choose(key)

    def action_choose(self, key: str) -> None:
        """Closes the box with the answer of a key."""
        self.dismiss(self.choices[key][1])


class QuestionDialog(ChoiceDialog[Answer]):
    """Says something, and lists the few answers by their keys in a line below it; Enter gives the first."""

    accept_label = ""

    def rows(self) -> Iterable[Widget]:
        """Yields the sentences."""
        return Dialog.rows(self)

    def answers(self) -> Iterable[KeyHint]:
        """Yields the answers, and the key that closes the box without one."""
        yield from self.key_hints()
        yield from super().answers()

    def read_answer(self) -> Answer | None:
        """Returns the first answer."""
        return next(answer for _, answer in self.choices.values())


class NameDialog(LineDialog[str]):
    """Asks for the player's name; `objection` is why the name before was refused."""

    def __init__(self, name: str, *, objection: str = "") -> None:
        hint = "This is what the others call you."
        super().__init__(
            "Your name", "Name", read_name, accept="Take it", hint=hint, value=name, max_length=NAME_LENGTH
        )
        self._objection = objection

    def on_mount(self) -> None:
        """Shows why the name before was refused."""
        if self._objection:
            self.show_error(self._objection)


class PasswordDialog(LineDialog[str]):
    """Asks for the password of a server or a table, which it does not show; the sentence says why."""

    def __init__(self, title: str, sentence: str) -> None:
        read = reading(str, "Type the password, or press Esc.", str)
        super().__init__(title, "Password", read, max_length=MAX_PASSWORD_LENGTH, hidden=True)
        self.sentences = (sentence,)


class ConfirmDialog(QuestionDialog[Answer]):
    """Asks a question to which `answer` is yes; Enter answers yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("y"), "accept", "Yes", show=False),
        Binding(with_capitals("n"), "cancel", "No", show=False),
    ]
    cancel_label = "Stay"

    def __init__(self, question: str, yes: str, answer: Answer, *, key: str = "Enter") -> None:
        super().__init__("Sure?", {key: (yes, answer)})
        self.sentences = (question,)


def ask(app: App[Any], screen: Screen[Answer | None], then: Callable[[Answer], object]) -> None:
    """Shows a screen over the others, and calls `then` with its answer; one that is closed without any is forgotten."""

    def on_answer(answer: Answer | None) -> None:
        if answer is not None:
            then(answer)

    app.push_screen(screen, on_answer)


class Ask(NamedTuple):
    """A choice of which a dialog asks the rest; `then` makes another choice of its answer."""

    dialog: Callable[[], Dialog[Any]]
    then: Callable[[Any], Choice] = lambda answer: answer


Choice: TypeAlias = "Command | Ask | str"
"""The choice of a player: a command, the question that comes first, or a sentence that says what is done."""


def carry_out(app: App[object], choice: Choice, request: Callable[[Command], None]) -> None:
    """Asks what a choice still needs, and requests the command to which it leads; a sentence is shown."""
    if isinstance(choice, Ask):
        dialog, then = choice
        ask(app, dialog(), lambda answer: carry_out(app, then(answer), request))
    elif isinstance(choice, str):
        app.post_message(NoticeRequested(choice))
    else:
        request(choice)


async def answer_of(app: App[str], screen: Screen[ScreenResultType]) -> ScreenResultType | None:
    """Shows a screen over the others and returns its answer, in a worker.

    Once that is cancelled the screen is closed, with all that lies over it.
    """
    try:
        return await asyncio.shield(app.push_screen(screen, wait_for_dismiss=True))
    except asyncio.CancelledError:
        while screen in app.screen_stack:
            app.screen.dismiss(None)
        raise


async def is_sure(app: App[str], question: str, yes: str) -> bool:
    """Whether the player answers a question with yes, in a worker; an empty question needs no answer."""
    return not question or bool(await answer_of(app, ConfirmDialog(question, yes, answer=True)))


def parse_chips(typed: str) -> int | None:
    """Returns the chips that somebody has typed, None where they are no whole amount."""
    return typed_number(typed, MAX_CHIPS)
