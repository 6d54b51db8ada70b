"""Who may be sent which message: a message that is not in the table fails the tests until it is entered.

What is in a message is checked elsewhere: its cards by `invariants.py`, and its time, where the rail is delayed, by
`delayed.py`.
"""

from __future__ import annotations

import re
from enum import Enum

from railbird_shared.protocol.messages import (
    Accepted,
    AskSeed,
    Chat,
    DecksOpened,
    Followed,
    GoingDown,
    HandChances,
    Hands,
    History,
    Invites,
    Lobby,
    LobbyChanged,
    Message,
    Notice,
    People,
    Rail,
    Refused,
    SeedCommitments,
    Snapshot,
    Statement,
    Statistics,
    Step,
    TableClosed,
    Watchers,
    Welcome,
)
from railbird_shared.tournament.messages import (
    Moved,
    TournamentLine,
    TournamentPage,
    Tournaments,
    TournamentUpdate,
    YouFinished,
)


class Audience(Enum):
    """Where a client is when it is sent something."""

    LOBBY = "in the lobby"
    SEAT = "with a seat"
    RAIL = "on the rail of a table"
    DELAYED = "on a delayed rail"


_ANYWHERE = frozenset(Audience)
_AT_TABLES = _ANYWHERE - {Audience.LOBBY}
_SEES_PRESENT = frozenset({Audience.SEAT, Audience.RAIL})
_SEAT = frozenset({Audience.SEAT})

ALLOWED: dict[type[Message], frozenset[Audience]] = {
    Welcome: _ANYWHERE,
    Accepted: _ANYWHERE,
    Refused: _ANYWHERE,
    GoingDown: _ANYWHERE,
    # the lobby: of a delayed table with the hand and the pause that its rail sees
    Lobby: _ANYWHERE,
    LobbyChanged: _ANYWHERE,
    # for its host alone; the stacks of a delayed table are left out
    Invites: _AT_TABLES,
    People: _AT_TABLES,
    Watchers: _AT_TABLES,
    # the table: a delayed rail sees the past, and who follows a table what its rail sees
    Snapshot: _AT_TABLES,
    Step: _AT_TABLES,
    HandChances: _AT_TABLES,
    Followed: _ANYWHERE,
    Chat: _ANYWHERE,
    Rail: _AT_TABLES,
    Notice: _ANYWHERE,
    Statement: _SEES_PRESENT,
    TableClosed: _ANYWHERE,
    # fair deals: seeds are given by players, and old decks hold the cards of everybody
    AskSeed: _SEAT,
    SeedCommitments: _SEAT,
    DecksOpened: _SEES_PRESENT,
    # a player's own hands
    Hands: _ANYWHERE,
    History: _ANYWHERE,
    Statistics: _ANYWHERE,
    # tournaments: everybody is told at once, of nothing that happens in a hand
    Tournaments: _ANYWHERE,
    TournamentUpdate: _ANYWHERE,
    TournamentPage: _ANYWHERE,
    TournamentLine: _ANYWHERE,
    Moved: _ANYWHERE,
    YouFinished: _ANYWHERE,
}
"""Where a client has to be to be sent a message, but for `Statement` of tables that are closed."""

KIND = re.compile(rb'\{"type":"([a-z-]+)"')
"""How every message begins, with the name of its kind."""

_ALLOWED_BY_KIND = {str(message.__struct_config__.tag): audiences for message, audiences in ALLOWED.items()}


def kind_of(frame: bytes) -> str:
    """Returns the name of the kind of a message."""
    found = KIND.match(frame)
    assert found is not None
    return found[1].decode()


def fault_of_audience(kind: str, audience: Audience) -> str:
    """Returns what is wrong with a message of that kind being sent to an audience, empty if nothing is."""
    return "" if audience in _ALLOWED_BY_KIND[kind] else f"{kind} is sent to a client {audience.value}"
