"""The session as pages and dialogs over its screen see it."""

from __future__ import annotations

from railbird_client.history.past_hands import PastHands
from railbird_client.network.invitation import Invitation
from railbird_client.tournament.known_tournaments import KnownTournaments
from railbird_client.widgets.live_screen import SessionView
from railbird_shared.protocol.messages import Statement
from railbird_shared.protocol.view import TableView


def session_view(
    *,
    past_hands: PastHands | None = None,
    tournaments: KnownTournaments | None = None,
    table: TableView | None = None,
    statement: Statement | None = None,
    is_own_turn: bool = False,
) -> SessionView:
    """Returns a session in the lobby, or at a table."""
    return SessionView(
        past_hands=past_hands or PastHands(),
        tournaments=tournaments or KnownTournaments(),
        invitation=Invitation(),
        table=table,
        statement=statement,
        is_own_turn=is_own_turn,
    )
