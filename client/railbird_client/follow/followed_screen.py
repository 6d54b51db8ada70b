"""The page of followed tables: all of them side by side, live; the arrows mark one, and Enter goes there."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from railbird_client.drawing.canvas import PixelCanvas
from railbird_client.drawing.palette import Look
from railbird_client.follow.followed_page import (
    FollowedPage,
    build_page,
    columns_and_rows,
    draw_followed_page,
    move_mark,
)
from railbird_client.follow.followed_tables import FollowedTables
from railbird_client.table.table_model import TableModel
from railbird_client.widgets.dialogs import Modal
from railbird_client.widgets.live_screen import LiveScreen, SessionView
from railbird_client.widgets.page_screen import RowPress
from railbird_client.widgets.pixel_canvas_widget import CanvasScreen, PixelCanvasWidget
from railbird_shared.protocol.commands import Command, UnfollowTable, Watch


class FollowedScreen(LiveScreen, CanvasScreen[None], Modal[None]):
    """Shows the followed tables as they are now; `request` takes the command of what the player chooses.

    `current` returns the table that the player is at, None in the lobby.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "mark(-1, 0)", "The table at the left", show=False),
        Binding("right", "mark(1, 0)", "The table at the right", show=False),
        Binding("up", "mark(0, -1)", "The table above", show=False),
        Binding("down", "mark(0, 1)", "The table below", show=False),
        Binding("enter", "go_there", "Go to the marked table", show=False),
        Binding("delete,backspace,space", "unfollow", "Follow the marked table no longer", show=False),
        Binding("escape,q,Q,f7", "dismiss(None)", "Back", show=False),
    ]

    def __init__(
        self,
        followed: FollowedTables,
        request: Callable[[Command], None],
        current: Callable[[], TableModel | None] = lambda: None,
    ) -> None:
        super().__init__()
        self._followed = followed
        self._request = request
        self._current = current
        self._marked = next((at for at, each in enumerate(followed.tables) if each.table == followed.current), 0)

    def draw(self, canvas: PixelCanvas, look: Look) -> None:
        """Draws the tables as they are now."""
        draw_followed_page(canvas, self._page, look)

    def action_mark(self, across: int, down: int) -> None:
        """Marks another table."""
        columns, _ = columns_and_rows(len(self._followed), *self.size)
        self._marked = move_mark(self._page, across, down, columns)
        self.redraw()

    def action_go_there(self) -> None:
        """Goes to the marked table, or back to it where the player is there already."""
        page = self._page
        if page.tiles and not (tile := page.tiles[page.marked]).is_closed:
            self.dismiss()
            if not tile.is_here:
                self._request(Watch(table=tile.table))

    def action_unfollow(self) -> None:
        """Follows the marked table no longer."""
        page = self._page
        if page.tiles:
            self._request(UnfollowTable(table=page.tiles[page.marked].table))
            self.call_later(self.redraw)

    @on(PixelCanvasWidget.Pressed)
    def _tile_pressed(self, message: PixelCanvasWidget.Pressed) -> None:
        """Marks the table that was clicked; a click on the marked one goes there."""
        if message.press == RowPress(self._marked):
            self.action_go_there()
        elif isinstance(message.press, RowPress):
            self._marked = message.press.place
            self.redraw()

    def show_session(self, session: SessionView) -> None:
        """Draws the tables as they are now; the page has them already."""
        super().show_session(session)
        self.redraw()

    @property
    def _page(self) -> FollowedPage:
        page = build_page(self._followed, self._marked, self._current())
        self._marked = page.marked
        return page
