"""A page of text over the table: it scrolls, and Esc, Enter, Q or a click beside it closes it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click

from railbird_client.model.invitation import Invitation
from railbird_client.model.keys import with_capitals
from railbird_client.model.layout import Rect
from railbird_client.model.pages import PageWriter, invite_page
from railbird_client.model.text_roles import Lines
from railbird_client.screens.dialogs import Modal
from railbird_client.widgets.canvas_widget import CanvasWidget

_MAX_WIDTH = 96
_KEY_HINT = Content("arrows scroll, Esc closes")
_TURN_NOTICE = Content.assemble(("It is your turn: Esc goes back to the table", "bold $turn"))


class Page(Modal[None]):
    """Shows the page that `write` returns, scrolled to its beginning or, with `end`, to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            with_capitals("escape,enter,q,question_mark,dollar_sign,h,j,w,z"), "dismiss(None)", "Close", show=False
        ),
    ]
    AUTO_FOCUS = "#page"
    CSS_PATH = "page.tcss"

    def __init__(self, title: str, write: PageWriter, *, ascii_only: bool = False, end: bool = False) -> None:
        super().__init__()
        self._write = write
        self._end = end
        self._box = VerticalScroll(id="page")
        self._box.border_title = Content(title)
        self._box.border_subtitle = _KEY_HINT
        self._canvas: CanvasWidget[int] = CanvasWidget(self._draw_page, ascii_only=ascii_only)

    def compose(self) -> ComposeResult:
        """Builds the page."""
        with self._box:
            yield self._canvas

    def show_turn_notice(self, *, on: bool) -> None:
        """Shows on the border that it is the reader's turn, or takes that away."""
        self._box.border_subtitle = _TURN_NOTICE if on else _KEY_HINT

    def on_resize(self) -> None:
        """Writes the page for the new width."""
        width = max(20, min(_MAX_WIDTH, self.size.width - 4) - 6)
        self._canvas.move_to(Rect(0, 0, width, len(self._write(width))))
        self._canvas.show(width)
        if self._end:
            self.call_after_refresh(self._box.scroll_end, animate=False)

    def on_click(self, event: Click) -> None:
        """Closes the page if the table around it is clicked."""
        if event.widget is self:
            self.dismiss(None)

    def _draw_page(self, width: int, _room: int, _height: int) -> Lines:
        return self._write(width)


class InvitePage(Page):
    """Shows how friends join; [C] copies the invite link."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("c"), "copy_link", "Copy the invite link", show=False),
        Binding("i,I", "dismiss(None)", "Close", show=False),
    ]
    CHROME_ROWS = 6
    """Rows of the terminal that the page's frame takes."""

    def __init__(self, invitation: Invitation, *, rows: int, ascii_only: bool) -> None:
        height = rows - self.CHROME_ROWS
        write = invite_page(invitation, height=height, ascii_only=ascii_only)
        super().__init__("friends join with", write, ascii_only=ascii_only)
        self._link = invitation.link

    def action_copy_link(self) -> None:
        """Copies the link by way of the terminal (OSC 52), which may not allow it."""
        if self._link:
            self.app.copy_to_clipboard(self._link)
            self._box.border_subtitle = Content("the link is copied, if your terminal allows it")
