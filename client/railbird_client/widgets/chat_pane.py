"""The lobby chat: the latest lines, and an input line."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.widgets import Input, Static

from railbird_client.widgets.line_input import LineInput
from railbird_shared.text import CHAT_LENGTH, clean_chat

_MAX_LINES = 200


class ChatPane(Vertical):
    """The lines said, shown as they are, over a line to type in."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back to the tables", show=False)]

    class Submitted(Message):
        """The player said a line."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Left(Message):
        """The player is done talking."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[Content] = []

    def compose(self) -> ComposeResult:
        """Builds the pane."""
        yield Static(id="chat-lines")
        yield LineInput(placeholder="Tab to say something", max_length=CHAT_LENGTH, clear_on_submit=True)

    def add_line(self, name: str, text: str) -> None:
        """Adds a line that somebody said."""
        self._lines = [*self._lines, Content.assemble((name, "bold $text-accent"), " ", text)][-_MAX_LINES:]
        self._show_lines()

    def on_resize(self, _: Resize) -> None:
        """Shows as many lines as now fit."""
        self._show_lines()

    def on_input_submitted(self, submitted: Input.Submitted) -> None:
        """Enter says the line."""
        submitted.stop()
        text = clean_chat(submitted.value)
        if text:
            self.post_message(self.Submitted(text))

    def action_leave(self) -> None:
        """Goes back to where the player came from."""
        self.post_message(self.Left())

    def _show_lines(self) -> None:
        pane = self.query_one("#chat-lines", Static)
        width, height = pane.size
        if not width or not height:
            return
        wrapped = [row for line in self._lines[-height:] for row in line.wrap(width)]
        pane.update(Content("\n").join(wrapped[-height:]))
