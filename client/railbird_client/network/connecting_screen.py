"""The screen shown while a server starts or answers."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from railbird_client.table.turn.table_keys import with_capitals
from railbird_client.widgets.app_look import apply_ascii_fallback
from railbird_client.widgets.key_hint import KeyHint


class ConnectingScreen(Screen[None]):
    """Says what the player waits for, and offers a way back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding(with_capitals("escape,q"), "leave", "Back", show=False)]

    class CancelRequested(Message):
        """The player does not want to wait any longer."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self._sentence = sentence

    def compose(self) -> ComposeResult:
        """Builds the screen."""
        with Vertical(id="connecting"):
            yield Static(apply_ascii_fallback(self.app, Content("♠ ♥ ♣ ♦")), id="suits")
            yield Static(apply_ascii_fallback(self.app, Content(self._sentence)), id="sentence")
            with Center():
                yield KeyHint("Esc", "Back", "screen.leave")

    def action_leave(self) -> None:
        """Asks to go back."""
        self.post_message(self.CancelRequested())
