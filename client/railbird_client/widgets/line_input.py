"""A line to type in that takes whatever is pasted: characters that cannot be shown never get in."""

from __future__ import annotations

from textual.binding import Binding
from textual.events import Key
from textual.widgets import Input

from railbird_shared.text import without_escapes

_EDITS = {
    key: binding.action for binding in Input.BINDINGS if isinstance(binding, Binding) for key in binding.key.split(",")
}
"""What the keys do that edit a line or hand it over."""


class LineInput(Input):
    """An input of one row and one line of printable text; with `again` it is empty for the next line after Enter."""

    def __init__(
        self, value: str = "", *, placeholder: str = "", most: int, widget_id: str | None = None, again: bool = False
    ) -> None:
        super().__init__(value, placeholder=placeholder, max_length=most, id=widget_id, compact=True)
        self._again = again

    async def on_key(self, event: Key) -> None:
        """Edits at once. A key that goes the long way to its binding is overtaken by the letters typed after it."""
        action = _EDITS.get(event.key)
        if action is not None:
            event.stop()
            event.prevent_default()
            await self.run_action(action)

    async def action_submit(self) -> None:
        """Hands the line over. It is emptied here, because the next keys may come before anybody has heard of it."""
        await super().action_submit()
        if self._again:
            self.clear()

    def replace(self, text: str, start: int, end: int) -> None:
        """Puts text in place of a range, as far as it can be shown and there is room for it."""
        kept = "".join(char for char in without_escapes(text).replace("\t", " ") if char.isprintable())
        first, last = min(start, end), max(start, end)
        room = (self.max_length or len(kept)) - len(self.value) + (last - first)
        super().replace(kept[: max(0, room)], first, last)
