"""A key and what it does, which can also be clicked."""

from __future__ import annotations

from textual.content import Content
from textual.events import Click
from textual.widget import Widget

from railbird_client.widgets.ascii_fallback import apply_ascii_fallback


class KeyHint(Widget):
    """One key of a screen; a click on it runs the key's action. The `primary` one is filled, as what Enter does."""

    DEFAULT_CSS = "KeyHint { width: auto; height: 1; }"

    def __init__(self, key: str, label: str, action: str, *, classes: str = "", primary: bool = False) -> None:
        super().__init__(classes=classes)
        if primary:
            self._content = Content.assemble((f" {key} {label} ", "bold $chosen-ink on $chosen"), " ")
        else:
            self._content = Content.assemble((f" {key} ", "bold $key on $button"), f" {label} ")
        self._action = action

    async def on_click(self, event: Click) -> None:
        """Runs the action of the key."""
        event.stop()
        await self.run_action(self._action)

    def render(self) -> Content:
        """Draws the key and its label."""
        return apply_ascii_fallback(self.app, self._content)
