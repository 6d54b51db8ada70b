"""The messages about tournaments that the server sends to a client."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from railbird_shared.protocol.message_base import MessageBase
from railbird_shared.protocol.quantities import SeatNumber, Turnover
from railbird_shared.tournament.limits import MAX_LISTED_TOURNAMENTS
from railbird_shared.tournament.structure import EntrantCount
from railbird_shared.tournament.view import OwnEntry, TournamentStatus, TournamentView


class Tournaments(MessageBase, frozen=True, kw_only=True, tag="tournaments"):
    """The tournaments that the server lists, those that players can register for first."""

    tournaments: Annotated[tuple[TournamentStatus, ...], Meta(max_length=MAX_LISTED_TOURNAMENTS)] = ()


class TournamentUpdate(MessageBase, frozen=True, kw_only=True, tag="tournament-update"):
    """The changes of the tournament at whose table the client is; `you` is the part for the player alone."""

    status: TournamentStatus
    you: OwnEntry = OwnEntry()


class TournamentPage(MessageBase, frozen=True, kw_only=True, tag="tournament-page"):
    """All of the tournament that the client has asked for, and follows perhaps."""

    view: TournamentView
    you: OwnEntry = OwnEntry()


class TournamentLine(MessageBase, frozen=True, kw_only=True, tag="tournament-line"):
    """A sentence to everybody in a tournament: a new level, a player out, a move; it may be lost."""

    tournament: str
    sentence: str


class Moved(MessageBase, frozen=True, kw_only=True, tag="moved"):
    """The player now sits at another table of the tournament, whose snapshot follows.

    `from_table` and `to_table` are numbers of tables in the tournament, and `sentence` says why: to balance the tables,
    because theirs was broken up, or to the final table. `table` is the id of the new one.
    """

    tournament: str
    table: str
    from_table: EntrantCount
    to_table: EntrantCount
    seat: SeatNumber
    sentence: str
    from_seat: SeatNumber | None = None


class YouFinished(MessageBase, frozen=True, kw_only=True, tag="you-finished"):
    """The player is out, or has won: their place, and what they have won in units of the ledger.

    `tied` says that others share the place. They may stay and watch. With `may_re_enter` they may enter again.
    """

    tournament: str
    name: str
    place: EntrantCount
    entrants: EntrantCount
    prize: Turnover = 0
    bounties: Turnover = 0
    tied: bool = False
    may_re_enter: bool = False
    unit: str = ""


TournamentMessage = Tournaments | TournamentUpdate | TournamentPage | TournamentLine | Moved | YouFinished
"""All messages about tournaments."""
