"""The pages of finished hands by the words of their keys, as the lobby and a table open them."""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen

from railbird_client.history.charts_screen import ChartsPage
from railbird_client.history.hands_screens import HandsPage
from railbird_client.history.statement_screen import StatementPage, table_ledger
from railbird_client.history.statistics_screen import StatisticsPage
from railbird_shared.protocol.view import TableView


def history_pages(*, statistics_of: str, charts_of: str) -> dict[str, Callable[[], Screen[None]]]:
    """Returns the makers of the pages, which are of those tables, without one of the player's own nights."""
    return {
        "hands": HandsPage,
        "statistics": lambda: StatisticsPage(statistics_of),
        "charts": lambda: ChartsPage(charts_of),
    }


def statement_page_of(view: TableView) -> StatementPage:
    """Returns the page of the statement of a table, which is its ledger until the statement has come."""
    waiting = "Between hands this page says who pays whom."
    own_name = view.own_seat.name if view.own_seat else ""
    return StatementPage(table_ledger(view), own_name=own_name, place=view.name, waiting=waiting)
