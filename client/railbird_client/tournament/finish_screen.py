"""A page over the table or the lobby for a player who is out of a tournament, or has won it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

from railbird_client.shell.page_screen import Page
from railbird_client.table.turn.table_keys import TableKey, with_capitals
from railbird_client.tournament.finish_page import finish_page
from railbird_client.tournament.known_tournaments import KnownTournaments
from railbird_client.widgets.key_hint import KeyHint
from railbird_client.widgets.screen_messages import CommandRequested
from railbird_shared.tournament.commands import ReadTournament
from railbird_shared.tournament.messages import YouFinished


class FinishPage(Page):
    """Shows a player's place and prize, and who has the others as they are decided.

    `press` presses a key of the table below; over the lobby there is none. `seen` is told when the player has closed
    the page, and not when the table closes below it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "close", "Close", show=False, priority=True),
        Binding("ctrl+t", "press('TOURNAMENT')", "Show the tournament", show=False, priority=True),
        Binding(with_capitals("l"), "press('LEAVE')", "Leave the table", show=False, priority=True),
    ]

    def __init__(
        self,
        finish: YouFinished,
        *,
        own_name: str,
        seen: Callable[[], None],
        press: Callable[[TableKey], None] | None = None,
    ) -> None:
        self._finish = finish
        self._own_name = own_name
        self._seen = seen
        self._press = press
        self._follows = press is not None
        super().__init__(finish.name, finish_page(finish, None, own_name=own_name))

    def compose(self) -> ComposeResult:
        """Builds the page, with the keys below it."""
        with self._box:
            yield self._canvas
            with Horizontal(id="finish-keys"):
                if self._press is None:
                    yield KeyHint("Esc", "To the lobby", "screen.close")
                else:
                    yield KeyHint("Esc", "Watch", "screen.close")
                    yield KeyHint(TableKey.TOURNAMENT.display, "Tournament", "screen.press('TOURNAMENT')")
                    yield KeyHint(TableKey.LEAVE.display, "Leave", "screen.press('LEAVE')")

    def on_mount(self) -> None:
        """Asks for the tournament as it stands and for every change; in the lobby it is over and gone."""
        super().on_mount()
        self._box.border_subtitle = ""
        if self._follows:
            self._ask(self._finish.tournament)

    def on_unmount(self) -> None:
        """Follows the tournament no longer, unless its page does so now."""
        if self._follows:
            self._ask("")

    def _ask(self, tournament: str) -> None:
        self.app.post_message(CommandRequested(ReadTournament(tournament=tournament)))

    def show(self, known: KnownTournaments) -> None:
        """Shows what the server has told of the tournament by now."""
        view = known.view
        if view is not None and view.status.tournament == self._finish.tournament:
            self._write = finish_page(self._finish, view, own_name=self._own_name)
            self.on_resize()

    def action_close(self) -> None:
        """Closes the page."""
        self._seen()
        self.dismiss(None)

    def action_press(self, key: str) -> None:
        """Closes the page, and presses a key of the table."""
        if self._press is not None:
            self._follows = key != TableKey.TOURNAMENT.name
            self.action_close()
            self.app.call_later(self._press, TableKey[key])
