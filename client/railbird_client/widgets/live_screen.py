"""Pages and dialogs over the screen of a session that show it as it is now, and the session as they see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from railbird_client.history.past_hands import PastHands
    from railbird_client.network.invitation import Invitation
    from railbird_client.tournament.known_tournaments import KnownTournaments
    from railbird_shared.protocol.messages import Statement, Watchers
    from railbird_shared.protocol.view import TableView


class SessionView(NamedTuple):
    """A session at one moment; `table`, its `statement` and `watchers` are None in the lobby and until they come."""

    past_hands: PastHands
    tournaments: KnownTournaments
    invitation: Invitation
    table: TableView | None = None
    statement: Statement | None = None
    watchers: Watchers | None = None
    is_own_turn: bool = False


class LiveScreen:
    """A page or a dialog over the screen of a session, which shows the session as it is now."""

    shows_turn = False

    def show_session(self, session: SessionView) -> None:
        """Shows the session; a page says at once that it is the reader's turn at the table below."""
        if self.shows_turn != session.is_own_turn:
            self.show_turn_notice(on=session.is_own_turn)

    def show_turn_notice(self, *, on: bool) -> None:
        """Shows that it is the reader's turn, or takes that away."""
        self.shows_turn = on
