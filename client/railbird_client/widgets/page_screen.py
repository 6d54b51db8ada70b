"""Pages over a screen: those of text scroll in a frame, and full pages take the whole screen.

Esc, Enter, Q, the key that has opened it, or a click beside a page of text closes it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click, Key
from textual.screen import Screen, ScreenResultType

from railbird_client.drawing.canvas import PixelCanvas, Press
from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.text_roles import Lines, PageWriter, Span, TextRole, draw_lines, labelled, text_lines
from railbird_client.player_requests import ScreenRequest
from railbird_client.table.paint.table_sizes import find_size
from railbird_client.widgets.app_look import follow_theme, leave_theme, look_of, page_look
from railbird_client.widgets.controls import CommandRequested, WheelMoves
from railbird_client.widgets.dialogs import Modal
from railbird_client.widgets.live_screen import LiveScreen, SessionView
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from railbird_client.widgets.terminal import MOVES, with_capitals

_MAX_WIDTH = 96
_CLOSING_KEYS = with_capitals("escape,enter,q,question_mark,dollar_sign,h,j,w,z,f2,f6")
_KEY_HINT = Content("arrows scroll, Esc closes")
TURN_NOTICE = "It is your turn: Esc goes back to the table"


class Page(LiveScreen, Modal[None]):
    """Shows the page that `write` returns, scrolled to its beginning or, with `end`, to its end.

    Textual calls the `on_mount` of a subclass and then this one's: a subclass calls no other.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding(_CLOSING_KEYS, "dismiss(None)", "Close", show=False)]
    AUTO_FOCUS = "#page"
    CSS_PATH = Path(__file__).with_name("page.tcss")

    def __init__(self, title: str, write: PageWriter, *, end: bool = False) -> None:
        super().__init__()
        self._write = write
        self._end = end
        self._box = VerticalScroll(id="page")
        self._box.border_title = Content(title)
        self.show_hint(_KEY_HINT)
        self._canvas = PixelCanvasWidget()

    def compose(self) -> ComposeResult:
        """Builds the page."""
        with self._box:
            yield self._canvas

    def show_hint(self, hint: Content) -> None:
        """Shows the keys of the page, or a sentence in passing, below it, unless it is the reader's turn."""
        self._hint = hint
        turn = Content.assemble((TURN_NOTICE, "bold $turn-label"))
        self._box.border_subtitle = turn if self.shows_turn else hint

    def show_turn_notice(self, *, on: bool) -> None:
        """Shows on the border that it is the reader's turn, or takes that away."""
        super().show_turn_notice(on=on)
        self.show_hint(self._hint)

    def on_mount(self) -> None:
        """Writes the page before its first frame, which would show an empty box."""
        self._write_for(self.app.size.width)
        follow_theme(self, self.on_resize)

    def on_unmount(self) -> None:
        """Draws no more."""
        leave_theme(self)

    def on_resize(self) -> None:
        """Writes the page for the new width."""
        self._write_for(self.size.width)
        if self._end:
            self.call_after_refresh(self._box.scroll_end, animate=False)

    def request(self, command: ScreenRequest) -> None:
        """Requests something by way of the application, which a page that closes reaches, too."""
        self.app.post_message(CommandRequested(command))

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


BACK = PageKey("Esc", "back", "escape")
"""The key that closes every full page."""
NOTICE_SECONDS = 6.0
"""For how long a page shows a notice."""


class RowPress(Struct, Press, frozen=True):
    """A click on a row of a page, by its place in the list."""

    place: int


class NoticeScreen(Screen[ScreenResultType]):
    """A screen that shows a sentence in its strip, for a few seconds or until a key is pressed."""

    notice: tuple[str, PageKey | None] | None = None

    @abstractmethod
    def redraw(self) -> None:
        """Draws the screen as it is now."""

    def say(self, sentence: str, key: PageKey | None = None) -> None:
        """Shows a sentence in the strip, and a key behind it."""
        shown = self.notice = sentence, key
        self.set_timer(NOTICE_SECONDS, lambda: self._drop_notice(shown))
        self.redraw()

    def _drop_notice(self, shown: object) -> None:
        if self.notice is shown is not None:
            self.notice = None
            self.redraw()

    def on_key(self, event: Key) -> None:  # noqa: ARG002  any key
        """Takes the notice away, before the key does what it does."""
        self._drop_notice(self.notice)


class FullPage(WheelMoves, Page, NoticeScreen[None], inherit_bindings=False):
    """A page that takes the whole screen, in leaves of which one is shown; page keys and the wheel turn them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,Q", "dismiss(None)", "Back", show=False),
        Binding("question_mark", "app.help", "Help of this page", show=False),
        Binding("pagedown,down", "move(1)", "Next leaf", show=False),
        Binding("pageup,up", "move(-1)", "Leaf before", show=False),
    ]
    AUTO_FOCUS = ""
    has_side: ClassVar[bool] = False
    """Whether the page has a side column where there is room for one."""
    beside_table: ClassVar[bool] = False
    """Whether the page lies in the side column of the table below, where that has one."""

    def __init__(self, name: str) -> None:
        super().__init__(name, lambda _: ())
        self.leaf = 0
        self._box.border_title = self._box.border_subtitle = None
        self._turn_words = ""

    @abstractmethod
    def draw(self, painter: PagePainter) -> Sequence[PageKey]:
        """Draws the page but its last two rows, and returns the keys that it names."""

    def leaves(self, columns: int, rows: int) -> int:  # noqa: ARG002  most pages have one in every size
        """Returns how many leaves the page has in a screen of that size."""
        return 1

    def redraw(self) -> None:
        """Draws the page as it is now."""
        size, look = self.app.size, look_of(self.app)
        self.leaf = max(0, min(self.leaf, self.leaves(*size) - 1))
        grid = find_size(*size) if self.has_side or self.beside_table else None
        side = grid.side(size.width) if grid is not None else None
        is_beside = self.beside_table and side is not None
        width = size.width - (side or 0) if self.beside_table else size.width
        canvas = PixelCanvas(width, size.height, look.ground, blends=look.palette.is_mixed)
        painter = PagePainter(canvas, look, 0 if is_beside else side)
        painter.side = width if is_beside else painter.side
        keys = self.draw(painter)
        if self.shows_turn and not is_beside:
            painter.turn_strip(self._turn_words)
        elif self.notice is not None:
            painter.notice(*self.notice)
        painter.keys(keys)
        self._canvas.styles.width, self._canvas.styles.height = canvas.width, canvas.height
        self._box.styles.width = width
        self._canvas.show(canvas, look)

    def _write_for(self, columns: int) -> None:  # noqa: ARG002  it is drawn for the whole screen
        self.redraw()

    def show_session(self, session: SessionView) -> None:
        """Shows the session; in the reader's turn the strip of the page says what a call costs."""
        legal = session.table.you.legal if session.is_own_turn and session.table is not None else None
        self._turn_words = f"{legal.call:,} to call" if legal is not None and legal.call else ""
        super().show_session(session)

    def show_turn_notice(self, *, on: bool) -> None:
        """Shows in the strip of the page that it is the reader's turn, or takes that away."""
        self.shows_turn = on
        if self.is_mounted:
            self.redraw()

    def action_lead_to(self, key: str) -> None:
        """Closes the page and presses a key of the screen below, which opens another."""
        self.dismiss(None)
        self.app.call_later(self.app.simulate_key, key)

    def action_move(self, by: int) -> None:
        """Shows the next leaf, or the one before."""
        self.leaf += by
        self.redraw()

    def on_pixel_canvas_widget_pressed(self, event: PixelCanvasWidget.Pressed) -> None:
        """Presses the key that was clicked."""
        event.stop()
        if isinstance(event.press, PageKey):
            self.app.call_later(self.app.simulate_key, event.press.key)  # of the app, or it ends at this screen
        elif isinstance(event.press, RowPress):
            self.press_row(event.press.place)

    def press_row(self, place: int) -> None:
        """Does what a click on a row does."""


class ListPage(FullPage):
    """A full page with a list of which one row, that at `index`, is marked: by keys, the wheel or a click.

    Enter and a second click choose the marked row. A list has a `RowPress` for each row that it draws.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"move({by})", "Mark another row", show=False) for key, by in MOVES.items()),
        Binding("enter", "choose", "Choose the marked row", show=False),
    ]

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.index = 0

    @property
    @abstractmethod
    def count(self) -> int:
        """How many rows there are."""

    @abstractmethod
    def action_choose(self) -> None:
        """Does what Enter does on the marked row."""

    def rows_in(self, room: int) -> range:
        """Returns the places of as many rows as there is room for, with the marked one among them."""
        first = max(0, min(self.index - room // 2, self.count - room))
        return range(first, min(self.count, first + room))

    def action_move(self, by: int) -> None:
        """Marks another row."""
        self.index = max(0, min(self.index + by, self.count - 1))
        self.redraw()

    def press_row(self, place: int) -> None:
        """Marks the row that was clicked, or chooses it if it is marked."""
        if place == self.index:
            self.action_choose()
        else:
            self.action_move(place - self.index)


def keys_page(keys: Sequence[tuple[str, str]], footer: str) -> PageWriter:
    """Returns the page of keys and what each does, with a paragraph below them."""

    def write(width: int) -> Lines:
        lines = [line for key, words in keys for line in labelled(Span(f"{key:9} ", TextRole.KEY), words, width + 1)]
        return (*lines, (), *text_lines(width, footer, role=TextRole.DIM))

    return write
