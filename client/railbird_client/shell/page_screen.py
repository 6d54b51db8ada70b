"""Pages of text over a screen: they scroll, and Esc, Enter, Q or a click beside them closes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.widgets import Static

from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole, draw_lines
from railbird_client.drawing.text_width import wrap
from railbird_client.history.export_files import StatementForm, write_statement
from railbird_client.history.statement_page import statement_page
from railbird_client.shell.dialogs import Modal
from railbird_client.start.invitation import Invitation
from railbird_client.table.table_pages import MAX_LISTED_INVITES, PageWriter, invite_page, watchers_page
from railbird_client.table.turn.table_keys import with_capitals
from railbird_client.widgets.app_look import page_look
from railbird_client.widgets.controls import KeyHint
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from railbird_client.widgets.screen_messages import CommandRequested
from railbird_shared.protocol.commands import ListInvites, MakeInvite, RevokeInvite
from railbird_shared.protocol.messages import InviteInfo, Statement, Watchers
from railbird_shared.protocol.view import TableView

_MAX_WIDTH = 96
_KEY_HINT = Content("arrows scroll, Esc closes")
FILE_HINT = Content("[C] writes a CSV file, [J] a JSON file, Esc closes")
"""The keys of a statement."""

_TURN_NOTICE = Content.assemble(("It is your turn: Esc goes back to the table", "bold $turn"))


class Page(Modal[None]):
    """Shows the page that `write` returns, scrolled to its beginning or, with `end`, to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            with_capitals("escape,enter,q,question_mark,dollar_sign,h,j,w,z,f2,f6"),
            "dismiss(None)",
            "Close",
            show=False,
        ),
    ]
    AUTO_FOCUS = "#page"
    CSS_PATH = Path(__file__).with_name("page.tcss")

    def __init__(self, title: str, write: PageWriter, *, end: bool = False) -> None:
        super().__init__()
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
        self._box.border_subtitle = _TURN_NOTICE if on else _KEY_HINT

    def on_mount(self) -> None:
        """Writes the page before its first frame, which would show an empty box."""
        self._write_for(self.app.size.width)
        self.app.theme_changed_signal.subscribe(self, lambda _: self.on_resize())

    def on_resize(self) -> None:
        """Writes the page for the new width."""
        self._write_for(self.size.width)
        if self._end:
            self.call_after_refresh(self._box.scroll_end, animate=False)

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


class StatementPage(Page):
    """Shows the statement of a table, and until it has come what everybody has won or lost as far as the view says.

    [C] and [J] write it into a file, as CSV and as JSON.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("c"), "write_file('csv')", "Write a CSV file", show=False, priority=True),
        Binding(with_capitals("j"), "write_file('json')", "Write a JSON file", show=False, priority=True),
    ]

    def __init__(self, write: PageWriter, *, own_name: str) -> None:
        super().__init__("won and lost", write)
        self._own_name = own_name
        self._statement: Statement | None = None

    def show(self, statement: Statement | None) -> None:
        """Shows a statement that has come."""
        if statement is not None and statement is not self._statement:
            self._statement = statement
            self._write = statement_page(statement, own_name=self._own_name)
            self._box.border_subtitle = FILE_HINT
            self.on_resize()

    def action_write_file(self, form: str) -> None:
        """Writes the statement into a file, and says where."""
        if self._statement is not None:
            self._box.border_subtitle = Content(write_statement(self._statement, StatementForm(form)))


class WatchersPage(Page):
    """Shows who watches a table, as soon as the server has said so."""

    def __init__(self, view: TableView) -> None:
        super().__init__("the rail", watchers_page(view, None))
        self._view = view
        self._found: Watchers | None = None

    def show(self, found: Watchers | None) -> None:
        """Shows the people who have been found."""
        if found is not None and found is not self._found:
            self._found = found
            self._write = watchers_page(self._view, found)
            self.on_resize()


HOUR = 3600


class InvitePage(Page):
    """Shows how friends join; [C] copies the invite link.

    With `hosting` the player makes invites to their table here, sees those that there are, and revokes them.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("c"), "copy_link", "Copy the invite link", show=False),
        Binding("i,I", "dismiss(None)", "Close", show=False),
        Binding(with_capitals("e"), "make_invite(False, 0)", "Invite everybody", show=False),
        Binding(with_capitals("o"), "make_invite(True, 0)", "Invite one player", show=False),
        Binding(with_capitals("t"), f"make_invite(False, {HOUR})", "Invite for an hour", show=False),
        Binding(with_capitals("x"), "revoke", "Revoke the invite chosen", show=False),
        *(Binding(str(digit), f"choose({digit})", show=False) for digit in range(1, MAX_LISTED_INVITES + 1)),
    ]
    CHROME_ROWS = 6
    """Rows of the terminal that the page's frame takes."""

    def __init__(self, invitation: Invitation, *, rows: int, ascii_only: bool, hosting: bool = False) -> None:
        self._invitation = invitation
        self._rows = rows - self.CHROME_ROWS
        self._ascii = ascii_only
        self._hosting = hosting
        self._chosen: int | None = None
        super().__init__("friends join with", self._page())

    def compose(self) -> ComposeResult:
        """Builds the page, with the keys of a host above it."""
        with self._box:
            with Horizontal(id="invite-keys"):
                yield Static(Content("Invite past the password:"))
                yield KeyHint("E", "everybody", "screen.make_invite(False, 0)")
                yield KeyHint("O", "one", "screen.make_invite(True, 0)")
                yield KeyHint("T", "for an hour", f"screen.make_invite(False, {HOUR})")
            yield self._canvas

    def on_mount(self) -> None:
        """Asks for the invites that there are."""
        self._show_keys()
        if self._hosting:
            self.post_message(CommandRequested(ListInvites()))

    def show(self, invitation: Invitation) -> None:
        """Shows how friends join by now."""
        if invitation != self._invitation:
            self._invitation = invitation
            if self._chosen not in {each.invite for each in self._listed}:
                self._chosen = None
            self._show_keys()
            self._rewrite()

    def action_copy_link(self) -> None:
        """Copies the link by way of the terminal (OSC 52), which may not allow it."""
        if link := self._invitation.shown_link:
            self.app.copy_to_clipboard(link)
            self._box.border_subtitle = Content("the link is copied, if your terminal allows it")

    def action_make_invite(self, once: bool, expires: int) -> None:
        """Asks for an invite, to be shown in the link."""
        if self._needed:
            self.post_message(CommandRequested(MakeInvite(once=once, expires=expires)))

    def action_choose(self, digit: int) -> None:
        """Chooses an invite of the list, or none again."""
        if digit <= len(self._listed):
            number = self._listed[digit - 1].invite
            self._chosen = None if number == self._chosen else number
            self._rewrite()

    def action_revoke(self) -> None:
        """Asks to revoke the invite that is chosen."""
        if self._chosen is not None:
            self.post_message(CommandRequested(RevokeInvite(invite=self._chosen)))

    @property
    def _listed(self) -> tuple[InviteInfo, ...]:
        invites = self._invitation.invites
        return invites.listed[:MAX_LISTED_INVITES] if invites and self._hosting else ()

    @property
    def _needed(self) -> bool:
        invites = self._invitation.invites
        return self._hosting and invites is not None and invites.needed

    def _page(self) -> PageWriter:
        return invite_page(self._invitation, height=self._rows, ascii_only=self._ascii, chosen=self._chosen)

    def _rewrite(self) -> None:
        self._write = self._page()
        self.on_resize()

    def _show_keys(self) -> None:
        self.query_one("#invite-keys").display = self._needed
        self._rows = self.app.size.height - self.CHROME_ROWS - (2 if self._needed else 0)


_KEY_WIDTH = 9


def keys_page(keys: Sequence[tuple[str, str]], footer: str = "") -> Callable[[int], Lines]:
    """Returns the page of keys and what each does, with a paragraph below them."""

    def write(width: int) -> Lines:
        lines: list[Line] = []
        for key, words in keys:
            first, *rest = wrap(words, width - _KEY_WIDTH)
            lines.append((Span(f"{key:{_KEY_WIDTH}}", TextRole.KEY), Span(f" {first}")))
            lines += [(Span(" " * (_KEY_WIDTH + 1) + line),) for line in rest]
        return (*lines, *(((), *((Span(line, TextRole.DIM),) for line in wrap(footer, width))) if footer else ()))

    return write
