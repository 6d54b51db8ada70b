"""The page of charts: what everybody won over the night, or what the player won over all their nights."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from railbird_client.drawing.ascii_symbols import text_to_ascii
from railbird_client.history.charts import ChartKind, chart_page, own_place
from railbird_client.history.past_hands_screens import PastHandsPage, local_time
from railbird_client.table.table_pages import PageWriter
from railbird_client.table.turn.table_keys import with_capitals
from railbird_shared.protocol.commands import ReadStatistics


class ChartsPage(PastHandsPage):
    """Shows charts of the night at a table, and with [O] of the player's own nights.

    The arrows choose the chart and the player who stands out.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4", "dismiss(None)", "Close", show=False),
        Binding(with_capitals("o"), "toggle_own", "This night, or your own nights", show=False),
        Binding("left", "turn(-1)", "The chart before", show=False, priority=True),
        Binding("right", "turn(1)", "The next chart", show=False, priority=True),
        Binding("up", "choose(-1)", "The player above", show=False, priority=True),
        Binding("down", "choose(1)", "The player below", show=False, priority=True),
    ]
    CHROME_ROWS = 6
    """Rows of the terminal that the page's frame takes."""

    def __init__(self, table: str = "", *, ascii_only: bool, two_colour: bool = False) -> None:
        self._table = table
        self._own = not table
        self._kind = ChartKind.LINES
        self._chosen: int | None = None
        self._rows = 0
        super().__init__("charts", ascii_only=ascii_only, two_colour=two_colour)

    def on_mount(self) -> None:
        """Asks for the night at the table, or for the player's own nights."""
        self._ask()

    def on_resize(self) -> None:
        """Draws the charts for the new size."""
        self._rows = self.app.size.height - self.CHROME_ROWS
        self._write = self._page()
        super().on_resize()

    def action_toggle_own(self) -> None:
        """Changes between the night at the table and the player's own nights."""
        if self._table:
            self._own = not self._own
            self._ask()

    def action_turn(self, by: int) -> None:
        """Shows another chart of the night."""
        self._kind = self._kind.step(by)
        self._rewrite()

    def action_choose(self, by: int) -> None:
        """Has the line of another player stand out."""
        told = self._past.statistics
        if told is None or not told.nights:
            return
        players = told.nights[0].players
        place = own_place(players) if self._chosen is None else self._chosen
        self._chosen = min(max(0, place + by), len(players) - 1)
        self._rewrite()

    def _ask(self) -> None:
        other = "[O] this night" if self._own else "[O] your own nights"
        words = ["Esc closes"] if not self._table else [other, "Esc closes"]
        if not self._own:
            words = ["← → another chart, ↑ ↓ another player", *words]
        hint = ", ".join(words)
        self._box.border_subtitle = Content(text_to_ascii(hint) if self._ascii_only else hint)
        self.ask(ReadStatistics(table="" if self._own else self._table))
        self._rewrite()

    def _page(self) -> PageWriter:
        told = self._past.statistics
        wanted = "" if self._own else self._table
        past = self._past if told is None or told.table == wanted else type(self._past)(error=self._past.error)
        return chart_page(
            past,
            self._kind,
            chosen=self._chosen,
            rows=self._rows,
            write_time=local_time,
            ascii_only=self._ascii_only,
        )
