"""The pages and dialogs that keys of the table open over its screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from railbird_client.drawing.canvas import Press
from railbird_client.fair_deal.deal_witness import deal_sentences
from railbird_client.follow.followed_screen import FollowedScreen
from railbird_client.history.history_screens import history_pages, statement_page_of
from railbird_client.hosting import host_dialogs
from railbird_client.hosting.host_menu_screen import HostMenu
from railbird_client.network.invite_screen import InvitePage
from railbird_client.player_requests import ShowFinish
from railbird_client.table import table_pages, table_words
from railbird_client.table.game_pages import game_page
from railbird_client.table.ranking_screen import RankingPage
from railbird_client.table.table_help import FOOTER, table_help
from railbird_client.table.table_model import TableModel, TableState
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.widgets.controls import CommandRequested
from railbird_client.widgets.dialogs import ChoiceDialog
from railbird_client.widgets.help_screen import HelpPage
from railbird_client.widgets.live_screen import SessionView
from railbird_client.widgets.page_screen import Page
from railbird_shared.protocol.commands import AskStatement, ChangeSeat, Command
from railbird_shared.protocol.host_commands import ListWatchers
from railbird_shared.protocol.messages import Statement, Watchers
from railbird_shared.protocol.view import TableView


def change_seat_dialog(view: TableView) -> ChoiceDialog[ChangeSeat]:
    """Returns the dialog that lists the free seats with their neighbours, and says when the player moves."""
    planned, own = table_words.get_offers(view).moves_to, view.own_seat
    labels = {seat: f"Seat {seat}, {table_words.neighbours(view, seat)}" for seat in table_words.free_seats(view)}
    if planned in labels:
        labels[planned] = f"Stay: do not move to seat {planned}"
    choices = {seat: (label, table_words.move_to(view, seat)) for seat, label in labels.items()}
    dialog = ChoiceDialog("Move to which seat?", choices)
    in_hand = own is not None and own.live and view.playing
    when = "after this hand" if in_hand else "before the next hand" if planned else "at once"
    dialog.hints = (f"You move {when}. A player who delays the blinds by it owes them.",)
    return dialog


class WatchersPage(Page):
    """Shows the people who watch a table, as soon as the server has told of others than those told `before`.

    It closes where the player is led to another table.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f9", "dismiss(None)", "Close", show=False)]

    def __init__(self, view: TableView, before: Watchers | None) -> None:
        super().__init__("the rail", table_pages.watchers_page(view, None))
        self._view = view
        self._found = before

    def on_mount(self) -> None:
        """Asks for the people."""
        self.request(ListWatchers())

    def show_session(self, session: SessionView) -> None:
        """Shows the people who have been found since the page was opened."""
        super().show_session(session)
        if session.table is not None and session.table.table != self._view.table:
            self.dismiss(None)
        elif (found := session.watchers) is not None and found is not self._found:
            self._found = found
            self.rewrite(table_pages.watchers_page(self._view, found))


class TableDialogs:
    """Opens pages and dialogs over the screen of a table; `state` returns the table as it is now."""

    def __init__(self, screen: Screen[None], state: Callable[[], TableState], now: Callable[[], float]) -> None:
        self._screen = screen
        self._state = state
        self._now = now
        self._shown_results: Statement | None = None

    @property
    def _app(self) -> App[object]:
        return self._screen.app

    @property
    def _model(self) -> TableModel:
        return self._state().table_model

    def show_last_statement(self) -> None:
        """Opens the statement that comes to everybody once the last hand is over, once."""
        statement, view = self._model.statement, self._model.shown_view
        is_new = statement is not None and statement.final and statement != self._shown_results
        if is_new and view is not None and not view.playing:
            self._shown_results = statement
            self._app.push_screen(statement_page_of(view))

    def open(self, press: Press, view: TableView) -> bool:
        """Opens the page or dialog of a key; returns False for a press that opens none."""
        match press:
            case TableKey.MOVE if table_words.can_move(view):
                self._app.push_screen(change_seat_dialog(view), self._request)
            case TableKey.NAME_GAME:
                self._name_game(view)
            case TableKey.HOST:
                if view.you.is_host:
                    until, invites = self._seconds_until, bool(self._state().invitation)
                    self._app.push_screen(HostMenu(view, until, invites=invites))
            case TableKey.ANSWER_BUY_IN if view.you.is_host and view.requests:
                self.open(TableKey.HOST, view)
            case TableKey.TOURNAMENT:
                self._open_tournament(view)
            case TableKey.LEDGER if view.tournament:
                self._screen.post_message(CommandRequested(ShowFinish()))
            case _:
                make = self._pages(view).get(press)
                if make is None:
                    return False
                self._app.push_screen(make())
        return True

    def _pages(self, view: TableView) -> dict[Press, Callable[[], Screen[None]]]:
        """Returns what makes the page of each key that shows more of the table."""
        model, history = self._model, history_pages(statistics_of=view.table, charts_of=view.table)
        return {
            TableKey.INVITE: lambda: InvitePage(self._state().invitation, hosting=view.you.is_host),
            TableKey.LEDGER: lambda: self._ledger_page(view),
            TableKey.FOLLOWED: lambda: FollowedScreen(self._state().followed, self._request, lambda: self._model),
            TableKey.WATCHERS: lambda: WatchersPage(view, model.watchers_told),
            TableKey.PAST_HANDS: history["hands"],
            TableKey.STATISTICS: history["statistics"],
            TableKey.CHARTS: history["charts"],
            TableKey.HELP: lambda: HelpPage(
                f"{view.name} · {view.game.title} {view.game.stakes}", lambda: table_help(self._state()), footer=FOOTER
            ),
            TableKey.HISTORY: lambda: Page("history", table_pages.history_page(model.log.sentences), end=True),
            TableKey.WHY: lambda: self._why_page(view),
            TableKey.GAME: lambda: Page("the game" if view.playing else "the next game", game_page(view)),
            TableKey.RANKING: lambda: RankingPage(view, model.hints()),
            TableKey.ZOOM: lambda: Page("cards in play", table_pages.zoom_page(view)),
        }

    def _open_tournament(self, view: TableView) -> None:
        from railbird_client.tournament.tournaments_screen import TournamentsPage  # noqa: PLC0415  a start needs no page

        if view.tournament:
            page = TournamentsPage(own_name=self._model.name, tournament=view.tournament, now=self._now)
            self._app.push_screen(page)

    def _name_game(self, view: TableView) -> None:
        """Asks the player who gets the button for the next game, or else the host for another one."""
        if table_words.names_game(view) and view.rotation is not None:
            dialog = host_dialogs.NameGameDialog(view.rotation, view.game, self._seconds_to_name)
            self._app.push_screen(dialog, self._request)
        elif view.you.is_host:
            self._app.push_screen(host_dialogs.ChangeGameDialog(view.game, view.rotation), self._request)

    def _seconds_to_name(self) -> int | None:
        """Returns how long the player has to name a game, None if they are not asked for one any more."""
        view = self._model.shown_view
        is_asked = view is not None and table_words.names_game(view)
        return table_words.seconds_to_name(view, self._model.clock, self._now()) if view and is_asked else None

    def _seconds_until(self, at: int) -> float:
        return self._model.clock.seconds_until(at, self._now())

    def _request(self, command: Command | None) -> None:
        if command is not None:
            self._screen.post_message(CommandRequested(command))

    def _ledger_page(self, view: TableView) -> Page:
        if not view.playing:
            self._request(AskStatement())
        return statement_page_of(view)

    def _why_page(self, view: TableView) -> Page:
        model = self._model
        title = f"hand {view.hand} so far" if view.playing else f"why hand {view.hand} ended so"
        if model.log.recalls_last_hand:
            title = "the hand before, and this one"
        deal, symbols = deal_sentences(model.deal, view), not model.options.ascii
        return Page(title, table_pages.showdown_page(model.showdown, model.log, view.house, deal=deal, symbols=symbols))
