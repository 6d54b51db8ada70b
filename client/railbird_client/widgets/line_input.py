"""A line to type in that takes whatever is pasted: characters that cannot be shown never get in."""

from __future__ import annotations

from textual.binding import Binding
from textual.events import Key
from textual.widgets import Input

from railbird_shared.text import strip_escapes

_EDIT_ACTIONS = {
    key: binding.action for binding in Input.BINDINGS if isinstance(binding, Binding) for key in binding.key.split(",")
}
"""What the keys do that edit a line or hand it over."""


class LineInput(Input):
    """An input of one row and one line of printable text; with `again` it is empty for the next line after Enter."""

    def __init__(
        self,
        value: str = "",
        *,
        placeholder: str = "",
        max_length: int,
        widget_id: str | None = None,
        clear_on_submit: bool = False,
    ) -> None:
        super().__init__(value, placeholder=placeholder, max_length=max_length, id=widget_id, compact=True)
        self._clear_on_submit = clear_on_submit

    async def on_key(self, event: Key) -> None:
        """Edits at once. A key that goes the long way to its binding is overtaken by the letters typed after it."""
        action = _EDIT_ACTIONS.get(event.key)
        if action is not None:
            event.stop()
            event.prevent_default()
            await self.run_action(action)

    async def action_submit(self) -> None:
        """Hands the line over. It is emptied here, because the next keys may come before anybody has heard of it."""
        await super().action_submit()
        if self._clear_on_submit:
            self.clear()

    def replace(self, text: str, start: int, end: int) -> None:
        """Puts text in place of a range, as far as it can be shown and there is room for it."""
        printable = "".join(char for char in strip_escapes(text).replace("\t", " ") if char.isprintable())
        first, last = min(start, end), max(start, end)
        room = (self.max_length or len(printable)) - len(self.value) + (last - first)
        super().replace(printable[: max(0, room)], first, last)
