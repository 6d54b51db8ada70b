"""A text input of one line, which drops characters that cannot be shown, typed or pasted."""

from __future__ import annotations

from textual.binding import Binding
from textual.events import Key
from textual.widgets import Input

from railbird_shared.text.text_cleaning import strip_escapes

_EDIT_ACTIONS = {
    key: binding.action for binding in Input.BINDINGS if isinstance(binding, Binding) for key in binding.key.split(",")
}
"""The action of each key that edits or submits the line."""


class LineInput(Input):
    """An input of one line of printable text, `hidden` behind dots; with `clear_on_submit` Enter empties it."""

    def __init__(
        self,
        value: str = "",
        *,
        placeholder: str = "",
        max_length: int,
        widget_id: str | None = None,
        clear_on_submit: bool = False,
        hidden: bool = False,
    ) -> None:
        super().__init__(
            value, placeholder=placeholder, max_length=max_length, id=widget_id, compact=True, password=hidden
        )
        self._clear_on_submit = clear_on_submit

    async def on_key(self, event: Key) -> None:
        """Runs the edit at once; by way of its binding it would come after the letters typed next."""
        action = _EDIT_ACTIONS.get(event.key)
        if action is not None:
            event.stop()
            event.prevent_default()
            await self.run_action(action)

    async def action_submit(self) -> None:
        """Submits the line and empties it here, because the next keys may come before the message is handled."""
        await super().action_submit()
        if self._clear_on_submit:
            self.clear()

    def replace(self, text: str, start: int, end: int) -> None:
        """Replaces a range by the printable part of a text, cut to the longest length."""
        printable = "".join(char for char in strip_escapes(text).replace("\t", " ") if char.isprintable())
        first, last = min(start, end), max(start, end)
        room = (self.max_length or len(printable)) - len(self.value) + (last - first)
        super().replace(printable[: max(0, room)], first, last)
