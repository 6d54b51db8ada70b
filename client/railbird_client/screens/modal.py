"""What lies over a place and closes once: dialogs, pages, and the command palette."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.screen import ModalScreen

Answer = TypeVar("Answer")


class Modal(ModalScreen[Answer]):
    """A screen over a place. What still comes to it after it has closed does not close what lies below."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Closes the screen with an answer, unless it is closed already or covered by another."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class RailbirdCommandPalette(CommandPalette):
    """The command palette, which closes once, too."""

    # Not a Modal: the library reads a screen's styles from its first base alone.

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Closes the palette, unless it is closed already or covered by another screen."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
