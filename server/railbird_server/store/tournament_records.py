"""What a store keeps of a tournament: its terms, every input that it took, and how it stands after the latest."""

from __future__ import annotations

from msgspec import Struct

from railbird_server.store.records import Movement, StoredPlayer
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.tournament.effects import NumberedEffect
from railbird_server.tournament.inputs import Input
from railbird_server.tournament.state import TournamentState
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.tournament.structure import TournamentTerms


class OpenedTournament(Struct, frozen=True):
    """A tournament as it was opened; `secret` settles all lots that are drawn in it.

    `terms` are without the password, whose argon2 hash is `password_hash`, empty without one. `house` is how its games
    are played.
    """

    tournament: str
    terms: TournamentTerms
    host: PlayerIdentity
    secret: str
    house: HouseRules
    password_hash: str = ""


class TournamentEntry(Struct, frozen=True):
    """One input that a tournament accepted at its own time `at`, in milliseconds; `number` runs from 1."""

    number: int
    at: int
    input: Input


class TournamentSnapshot(Struct, frozen=True):
    """A tournament after entry `entry`, at its own time `at`, in milliseconds.

    `pending` are the effects that may not have been carried out yet, and `lines` the latest announcements.
    """

    entry: int
    at: int
    state: TournamentState
    pending: tuple[NumberedEffect, ...] = ()
    lines: tuple[str, ...] = ()


class TournamentChange(Struct, frozen=True):
    """All that one request changes in a tournament; it is kept whole or not at all.

    With `closed` the tournament is over for that reason, and its snapshot is kept no more.
    """

    snapshot: TournamentSnapshot
    entry: TournamentEntry | None = None
    movements: tuple[Movement, ...] = ()
    players: tuple[StoredPlayer, ...] = ()
    closed: str = ""


class StoredTournament(Struct, frozen=True):
    """A tournament that is not over as a store gives it back; `snapshot` is None before its first entry.

    `fault` says why it cannot be read.
    """

    tournament: str
    opened: OpenedTournament | None
    snapshot: TournamentSnapshot | None = None
    fault: str = ""


class KeptTournament(Struct, frozen=True):
    """All that is kept of a tournament, over or not, for whoever examines the books.

    `units` is the balance of its account, in units of the ledger. An entry that cannot be read is None; of a tournament
    that was over long ago none are kept.
    """

    stored: StoredTournament
    entries: tuple[TournamentEntry | None, ...]
    units: int
    closed: bool
