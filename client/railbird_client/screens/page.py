"""A page to read over the table: it scrolls, and any of Esc, Enter, Q or a click on its edge closes it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click

from railbird_client.model.ink import Lines
from railbird_client.model.layout import Rect
from railbird_client.model.pages import Write
from railbird_client.screens.modal import Modal
from railbird_client.widgets.picture import Picture

_WIDEST = 96
_KEYS = Content("arrows scroll, Esc closes")
_TURN = Content.assemble(("It is your turn: Esc goes back to the table", "bold $turn"))


class Page(Modal[None]):
    """Shows what `write` writes, at the beginning or (with `end`) at the end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark,dollar_sign,h,j,w,z", "dismiss(None)", "Close", show=False),
    ]
    AUTO_FOCUS = "#page"

    def __init__(self, title: str, write: Write, *, ascii_only: bool = False, end: bool = False) -> None:
        super().__init__()
        self._write = write
        self._end = end
        self._box = VerticalScroll(id="page")
        self._box.border_title = Content(title)
        self._box.border_subtitle = _KEYS
        self._picture: Picture[int] = Picture(self._lines, ascii_only=ascii_only)

    def compose(self) -> ComposeResult:
        """Builds the page."""
        with self._box:
            yield self._picture

    def call_to_turn(self, *, on: bool) -> None:
        """Says on the edge of the page that the table waits for its reader, or no longer."""
        self._box.border_subtitle = _TURN if on else _KEYS

    def on_resize(self) -> None:
        """Writes the page for the new width."""
        width = max(20, min(_WIDEST, self.size.width - 4) - 6)
        self._picture.place(Rect(0, 0, width, len(self._write(width))))
        self._picture.show(width)
        if self._end:
            self.call_after_refresh(self._box.scroll_end, animate=False)

    def on_click(self, event: Click) -> None:
        """Closes the page when the table around it is clicked."""
        if event.widget is self:
            self.dismiss(None)

    def _lines(self, width: int, _room: int, _height: int) -> Lines:
        return self._write(width)
