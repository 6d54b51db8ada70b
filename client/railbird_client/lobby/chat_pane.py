"""The lobby chat: the latest lines, and an input line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.widgets import Input, Static

from railbird_client.widgets.line_input import LineInput
from railbird_shared.protocol.messages import Chat
from railbird_shared.text.text_cleaning import CHAT_LENGTH, clean_chat


class ChatPane(Vertical):
    """Shows the lines said over a line to type in; no line is read as markup."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back to the tables", show=False)]

    @dataclass
    class Submitted(Message):
        """The player said a line."""

        text: str

    class Left(Message):
        """The player goes back from the chat to the tables."""

    def __init__(self) -> None:
        super().__init__()
        self._chat: tuple[Chat, ...] = ()

    def compose(self) -> ComposeResult:
        """Builds the pane."""
        yield Static(id="chat-lines")
        yield LineInput(placeholder="Tab to say something", max_length=CHAT_LENGTH, clear_on_submit=True)

    def show(self, chat: tuple[Chat, ...]) -> None:
        """Shows the last of these lines."""
        if chat != self._chat:
            self._chat = chat
            self._show_lines()

    def on_resize(self, _: Resize) -> None:
        """Shows as many lines as fit now."""
        self._show_lines()

    def on_input_submitted(self, submitted: Input.Submitted) -> None:
        """Posts the line that was typed."""
        submitted.stop()
        text = clean_chat(submitted.value)
        if text:
            self.post_message(self.Submitted(text))

    def action_leave(self) -> None:
        """Goes back to the tables."""
        self.post_message(self.Left())

    def _show_lines(self) -> None:
        pane = self.query_one("#chat-lines", Static)
        width, height = pane.size
        if not width or not height:
            return
        lines = (Content.assemble((line.name, "bold $text-accent"), " ", line.text) for line in self._chat[-height:])
        wrapped = [row for line in lines for row in line.wrap(width)]
        pane.update(Content("\n").join(wrapped[-height:]))
