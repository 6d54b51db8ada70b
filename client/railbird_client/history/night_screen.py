"""The base of the pages of statistics and charts: the nights that the server tells of, in tabs, and their words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from textual.binding import Binding, BindingType

from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.text_roles import Span, TextRole
from railbird_client.widgets.live_screen import SessionView
from railbird_client.widgets.page_screen import ListPage
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.history.hand_history import NightStatistics, Tally
from railbird_shared.history.narration import format_signed, hands_text
from railbird_shared.protocol.commands import ReadStatistics
from railbird_shared.protocol.messages import Statistics

_TONIGHT_SECONDS = 12 * 3600


class NightPage(ListPage):
    """Shows figures of the night at a `table`, and in its last tabs of the player's own nights.

    The first `table_tabs` of the tabs are of the table, and none of them is there without one.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(tab), f"show_tab({tab})", f"Show tab {tab}", show=False) for tab in (1, 2, 3)),
        Binding(with_capitals("r"), "ask", "Ask for the hands again", show=False),
    ]
    has_side = True
    heading: ClassVar[str]
    tabs: ClassVar[tuple[str, ...]]
    table_tabs: ClassVar[int] = 1

    def __init__(self, table: str = "") -> None:
        super().__init__(self.heading)
        self.table = table
        self.tab = 1 if table else self.table_tabs + 1
        self._told: dict[str, Statistics] = {}
        self._error = ""

    @property
    def is_own(self) -> bool:
        """Whether the tab is one of the player's own nights."""
        return self.tab > self.table_tabs

    @property
    def nights(self) -> list[NightStatistics] | None:
        """The nights of the tab, the latest first, None until they have come."""
        told = self._told.get("" if self.is_own else self.table)
        return None if told is None else [night for night in told.nights if night.players]

    def on_mount(self) -> None:
        """Asks for the nights of the first tab."""
        self.action_ask()

    def action_ask(self) -> None:
        """Asks for the nights of the tab."""
        self.request(ReadStatistics(table="" if self.is_own else self.table))

    def action_show_tab(self, tab: int) -> None:
        """Shows another tab, and asks for nights that have not come."""
        if self.table or tab > self.table_tabs:
            self.tab = tab
            self.begin()
            if self.nights is None:
                self.action_ask()
            self.redraw()

    def begin(self) -> None:
        """Marks a row of the tab."""
        nights = self.nights
        players = nights[0].players if nights and not self.is_own else ()
        self.index = next((place for place, player in enumerate(players) if player.you), 0)

    def show_session(self, session: SessionView) -> None:
        """Shows the nights that have come, or why they have not."""
        super().show_session(session)
        told, before = session.past_hands.statistics, (self._error, self.nights)
        self._error = session.past_hands.error
        if told is not None:
            self._told[told.table] = told
        if before[1] is None:
            self.begin()
        if self.is_mounted and before != (self._error, self.nights):
            self.redraw()

    def draw_head(self, painter: PagePainter, y: int, right: str = "") -> int:
        """Draws the heading and the tabs, and a prompt where no nights are told; returns the x after the tabs."""
        nights, words = self.nights or [], ""
        if nights:
            where = f"{len(nights):,} of your nights" if self.is_own else f"{day_words(nights[0])} · {nights[0].name}"
            words = f"{where} · {hands_text(sum(night.hands for night in nights))}"
        painter.heading(self.heading, words, right)
        if not nights:
            missing = "The hands are being counted." if self.nights is None else "There is no finished hand yet."
            painter.prompt(Span(f"{self._error} R tries again.") if self._error else Span(missing, TextRole.DIM))
        shown = [tab for tab in range(1, len(self.tabs) + 1) if self.table or tab > self.table_tabs]
        keys = [PageKey(str(tab), self.tabs[tab - 1], str(tab)) for tab in shown]
        return painter.tabs(y, keys, shown.index(self.tab))


def day_words(night: NightStatistics) -> str:
    """Returns "tonight" for a night that ended in the last twelve hours, else its day: "Fri 20 Nov"."""
    then, now = datetime.fromtimestamp(night.ended_at).astimezone(), datetime.now().astimezone()
    is_tonight = (now - then).total_seconds() < _TONIGHT_SECONDS
    return "tonight" if is_tonight else f"{then:%a} {then.day} {then:%b}"


def night_words(night: NightStatistics) -> tuple[str, str]:
    """Returns one of the player's nights and its result: "tonight · Kitchen · 96 hands" and "you are +182"."""
    day, net = day_words(night), night.players[0].total.net
    are = "are" if day == "tonight" else "were"
    return f"{day} · {night.name} · {hands_text(night.hands)}", f"you {are} {format_signed(net)}"


def night_search(night: NightStatistics) -> str:
    """Returns the words that find the hands of a night."""
    return f"{night.name} {datetime.fromtimestamp(night.ended_at).astimezone():%Y-%m-%d}"


def own_games(nights: Sequence[NightStatistics], place: int = 0) -> dict[str, Tally]:
    """Returns the tallies by game of the player at one place of each night, the game of most hands first."""
    games: dict[str, Tally] = {}
    for each in (game for night in nights for game in night.players[place].games):
        games[each.game] = games.get(each.game, Tally()) + each.tally
    return dict(sorted(games.items(), key=lambda item: -item[1].hands))
