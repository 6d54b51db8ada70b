"""Pages of text over a screen: they scroll, and Esc, Enter, Q or a click beside them closes them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click

from railbird_client.drawing.text_roles import Lines, PageWriter, Span, TextRole, draw_lines, labelled, text_lines
from railbird_client.widgets.app_look import page_look
from railbird_client.widgets.dialogs import Modal
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from railbird_client.widgets.terminal import with_capitals

_MAX_WIDTH = 96
_FRAME_ROWS = 6
_CLOSING_KEYS = with_capitals("escape,enter,q,question_mark,dollar_sign,h,j,w,z,f2,f6")
_KEY_HINT = Content("arrows scroll, Esc closes")
TURN_NOTICE = "It is your turn: Esc goes back to the table"


class Page(Modal[None]):
    """Shows the page that `write` returns, scrolled to its beginning or, with `end`, to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding(_CLOSING_KEYS, "dismiss(None)", "Close", show=False)]
    AUTO_FOCUS = "#page"
    CSS_PATH = Path(__file__).with_name("page.tcss")

    def __init__(self, title: str, write: PageWriter, *, end: bool = False) -> None:
        super().__init__()
        self.shows_turn = False
        self._write = write
        self._end = end
        self._box = VerticalScroll(id="page")
        self._box.border_title = Content(title)
        self._box.border_subtitle = _KEY_HINT
        self._canvas = PixelCanvasWidget()

    def compose(self) -> ComposeResult:
        """Builds the page."""
        with self._box:
            yield self._canvas

    def show_turn_notice(self, *, on: bool) -> None:
        """Shows on the border that it is the reader's turn, or takes that away."""
        self.shows_turn = on
        self._box.border_subtitle = Content.assemble((TURN_NOTICE, "bold $turn-label")) if on else _KEY_HINT

    def on_mount(self) -> None:
        """Writes the page before its first frame, which would show an empty box."""
        self._write_for(self.app.size.width)
        self.app.theme_changed_signal.subscribe(self, lambda _: self.on_resize())

    def on_resize(self) -> None:
        """Writes the page for the new width."""
        self._write_for(self.size.width)
        if self._end:
            self.call_after_refresh(self._box.scroll_end, animate=False)

    @property
    def rows(self) -> int:
        """How many rows fit into the page without scrolling."""
        return self.app.size.height - _FRAME_ROWS

    def rewrite(self, write: PageWriter) -> None:
        """Shows another page in place of this one."""
        self._write = write
        self.on_resize()

    def _write_for(self, columns: int) -> None:
        width = max(20, min(_MAX_WIDTH, columns - 4) - 6)
        look = page_look(self.app)
        canvas = draw_lines(self._write(width), width, look, look.palette.aside)
        self._canvas.styles.width, self._canvas.styles.height = canvas.width, canvas.height
        self._canvas.show(canvas, look)

    def on_click(self, event: Click) -> None:
        """Closes the page if the table around it is clicked."""
        if event.widget is self:
            self.dismiss(None)


class LivePage(Page):
    """A page that is written anew from what is known when it is drawn."""

    def __init__(self, title: str) -> None:
        super().__init__(title, self._write_now)

    @abstractmethod
    def page(self) -> PageWriter:
        """Returns the page as it is now."""

    def _write_now(self, width: int) -> Lines:
        return self.page()(width)


def keys_page(keys: Sequence[tuple[str, str]], footer: str) -> PageWriter:
    """Returns the page of keys and what each does, with a paragraph below them."""

    def write(width: int) -> Lines:
        lines = [line for key, words in keys for line in labelled(Span(f"{key:9} ", TextRole.KEY), words, width + 1)]
        return (*lines, (), *text_lines(width, footer, role=TextRole.DIM))

    return write
