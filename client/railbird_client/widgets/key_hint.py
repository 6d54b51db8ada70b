"""A key and what it does, which can also be clicked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.events import Click
from textual.widget import Widget

from railbird_client.widgets.app_look import apply_ascii_fallback


class KeyHint(Widget):
    """One key of a screen; a click on it runs the key's action. The `primary` one is filled, as what Enter does.

    `short` is its label where there is little room.
    """

    DEFAULT_CSS = "KeyHint { width: auto; height: 1; }"

    def __init__(
        self, key: str, label: str, action: str, *, classes: str = "", primary: bool = False, short: str = ""
    ) -> None:
        super().__init__(classes=classes)
        self.key = key
        self._action = action
        self._contents = tuple(self._written(each, primary=primary) for each in (label, short or label))
        self._is_short = False

    def _written(self, label: str, *, primary: bool) -> Content:
        if primary:
            return Content.assemble((f" {self.key} {label} ", "bold $chosen-ink on $chosen"), " ")
        return Content.assemble((f" {self.key} ", "bold $key on $button"), f" {label} ")

    def shorten(self, *, on: bool) -> None:
        """Takes the short label, or the long one again."""
        if on != self._is_short:
            self._is_short = on
            self.refresh(layout=True)

    @property
    def _content(self) -> Content:
        return self._contents[self._is_short]

    @property
    def cells(self) -> int:
        """How wide the key is with its label."""
        return self._content.cell_length

    async def on_click(self, event: Click) -> None:
        """Runs the action of the key."""
        event.stop()
        await self.run_action(self._action)

    def render(self) -> Content:
        """Draws the key and its label."""
        return apply_ascii_fallback(self.app, self._content)


def fit_key_hints(hints: Sequence[KeyHint], room: int, least_first: Sequence[str]) -> None:
    """Makes the keys that are displayed fit into `room` cells.

    They get their short labels where the long ones do not fit, and then the keys in `least_first` go, one by one.
    """
    for hint in hints:
        hint.shorten(on=False)
    if _cells(hints) > room:
        for hint in hints:
            hint.shorten(on=True)
    for key in least_first:
        if _cells(hints) <= room:
            return
        for hint in hints:
            hint.display = hint.display and hint.key != key


def _cells(hints: Iterable[KeyHint]) -> int:
    return sum(hint.cells for hint in hints if hint.display)
