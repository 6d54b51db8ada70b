"""The line of a form in which a value is typed."""

from __future__ import annotations

from textual.events import Key

from railbird_client.forms.form_list import KeyHandler
from railbird_client.widgets.line_input import LineInput


class FormLine(LineInput):
    """Takes what is typed while a row is edited; `key_handler` takes every key before the line does."""

    key_handler: KeyHandler | None = None

    async def on_key(self, event: Key) -> None:
        """Hands the key on, or edits the line with it."""
        if self.key_handler is not None and self.key_handler(event):
            event.stop()
            event.prevent_default()
        else:
            await super().on_key(event)
