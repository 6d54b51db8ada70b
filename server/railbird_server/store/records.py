"""The records that a store keeps. Every record holds secrets (decks, hidden cards) and never leaves the server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.table.hand_in_progress import EndedHand
from railbird_server.table.inputs import Input, PlayerCommand, PlayerIdentity
from railbird_server.table.settings import TableSettings
from railbird_server.table.table import TableState
from railbird_server.tournament.effects import NumberedEffect
from railbird_server.tournament.inputs import Input as TournamentInput
from railbird_server.tournament.state import TournamentState
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.commands import HandResult, OpenTable
from railbird_shared.tournament.structure import TournamentTerms

HOUSE_ACCOUNT = "house"
"""The account that the rake goes to."""

CORRECTIONS_ACCOUNT = "corrections"
"""The account through which chips go from one player to another when a host corrects the books; it holds none."""


def player_account(player: str) -> str:
    """Returns the account of a player outside all tables: chips they brought from there, and took back to it."""
    return f"player/{player}"


def table_account(table: str) -> str:
    """Returns the account of a table, whose balance is the chips that are on it."""
    return f"table/{table}"


def tournament_account(tournament: str) -> str:
    """Returns the account of a tournament: what its players have paid, less its prizes, in units of the ledger."""
    return f"tournament/{tournament}"


class Owned(Struct, frozen=True):
    """The right to write a table: `term` grows with every owner and is checked with every change."""

    table: str
    term: int = 1


class Entry(Struct, frozen=True, omit_defaults=True):
    """One input that a table accepted, with all that replaying it needs.

    `number` runs from 1 within the table, without gaps. `at` is the table's own time in milliseconds. `digest` stands
    for everything that players and spectators were told up to here. With `epoch` the steps are numbered anew from here.
    """

    number: int
    at: int
    input: Input
    digest: str
    epoch: str = ""


class MovementKind(StrEnum):
    """Why chips went from one account to another."""

    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"
    RAKE = "rake"
    CORRECTION = "correction"
    """The host has corrected the books."""
    SET_BACK = "set-back"
    """A table that did not come back as it was, and its books were made to agree with it."""
    ENTRY = "entry"
    """A player pays a tournament: a buy-in, a rebuy, an add-on."""
    PRIZE = "prize"
    """A tournament pays a player: a prize, a bounty, or what they have paid back."""


class Movement(Struct, frozen=True):
    """Chips that went from one account to another.

    `name` is that of the player whom it concerns, and `hand` the number of the latest hand by then. A correction has
    its `reason`, and the name of the host who made it in `by`; a payment to or by a tournament has in `reason` what it
    is for.
    """

    payer: str
    payee: str
    chips: int
    kind: MovementKind
    name: str = ""
    bot: bool = False
    hand: int = 0
    reason: str = ""
    by: str = ""


class StoredMovement(Struct, frozen=True):
    """A movement as the books keep it, in seconds of the calendar, after the `entry` that all of a request share."""

    table: str
    entry: int
    kept_at: int
    movement: Movement


def renamed_movements(movements: Iterable[StoredMovement], names: Mapping[str, str]) -> tuple[StoredMovement, ...]:
    """Returns movements with the names that the players of these ids have now."""
    called = {player_account(player): name for player, name in names.items()}
    return tuple(
        replace(each, movement=replace(each.movement, name=name))
        if (name := called.get(each.movement.payer) or called.get(each.movement.payee))
        else each
        for each in movements
    )


class Checkpoint(Struct, frozen=True):
    """A table after entry `entry`, while no hand runs: where a replay can begin.

    `at` is the table's time, `epoch` and `seq` are those of the last step told by then, and `digest` is that of the
    entry. `holders` are the ids of the players by seat, and `commands` the latest that were carried out, so that one
    which is sent again is not carried out twice.
    """

    entry: int
    at: int
    epoch: str
    seq: int
    digest: str
    holders: dict[int, str]
    state: TableState
    commands: tuple[PlayerCommand, ...] = ()


class FinishedHand(Struct, frozen=True):
    """A hand as the history keeps it; `digest` is that of its events, and `players` are who sat in its seats."""

    number: int
    hand: EndedHand
    digest: str
    players: dict[int, PlayerIdentity]


class IndexedSeat(Struct, frozen=True):
    """A seat of a finished hand as it is searched for: the player's id and name, and what they won there."""

    seat: int
    player: str
    name: str
    net: int


class HandIndex(Struct, frozen=True):
    """The search keys of a finished hand: the id and title of its game, all chips that were in its pots, its seats.

    With `showdown` two or more players had not folded in the end.
    """

    game: str
    title: str
    pot: int
    seats: tuple[IndexedSeat, ...]
    showdown: bool = False


class KeptHand(Struct, frozen=True):
    """A finished hand, and what it is searched by."""

    finished: FinishedHand
    index: HandIndex


class HandQuery(Struct, frozen=True):
    """The finished hands that are wanted; a field that is empty or 0 sets no limit.

    `player` is the id of one who sat in them, and with `result` won or lost chips there. `find` has words that are each
    in the name of a player, the game or the table; `game` and `table` are ids, and `pot` is the least that was in the
    pot. They ended at `since` or later and before `until`, in seconds since the beginning of 1970, UTC. With `showdown`
    they came to one. The latest come first, or those of the largest pot with `by_pot`.
    """

    player: str = ""
    find: str = ""
    game: str = ""
    table: str = ""
    pot: int = 0
    since: int = 0
    until: int = 0
    result: HandResult = HandResult.ANY
    showdown: bool = False
    by_pot: bool = False


class FoundHand(Struct, frozen=True):
    """A finished hand as a search finds it; `name` is that of its table."""

    table: str
    name: str
    number: int
    ended_at: int
    index: HandIndex


class HandPage(Struct, frozen=True):
    """Some of the hands that were found, in the order of the query, and how many there are in all."""

    hands: tuple[FoundHand, ...]
    total: int


class StoredHand(Struct, frozen=True):
    """A finished hand as a store gives it back, with the name and the seats of its table."""

    table: str
    name: str
    seats: int
    ended_at: int
    finished: FinishedHand


class StoredPlayer(Struct, frozen=True):
    """A player whom a table knows, with the `digest` of their secret token, and of a bot of the house its `style`."""

    id: str
    digest: bytes
    name: str
    bot: bool = False
    style: str = ""


class Invite(Struct, frozen=True):
    """An invite to a table. `digest` is the SHA-256 of its secret, and `used_by` the id of the player whom it serves.

    `expires_at` is a time of the calendar in milliseconds, 0 for none. With `once` it serves the first player alone.
    """

    table: str
    number: int
    digest: bytes
    expires_at: int = 0
    once: bool = False
    used_by: str = ""

    def has_expired(self, now: int) -> bool:
        """Whether its time is over."""
        return 0 < self.expires_at <= now


class AccessState(Struct, frozen=True):
    """The players who may come in after a restart.

    `admitted` pairs ids of tables with ids of players. A player who has been let into the server alone is asked again,
    because its password may be another one now. `next_number` is that of the next invite.
    """

    invites: tuple[Invite, ...] = ()
    next_number: int = 1
    admitted: tuple[tuple[str, str], ...] = ()


class AccessChange(Struct, frozen=True):
    """A change of access: an invite made or used, numbers of invites revoked, and a player let in to the `table`."""

    invite: Invite | None = None
    revoked: tuple[int, ...] = ()
    table: str = ""
    player: StoredPlayer | None = None


class OpenedTable(Struct, frozen=True):
    """A table as it was opened, with the epoch of its first steps; `request` is the host's, without a password."""

    table: str
    epoch: str
    settings: TableSettings
    host: PlayerIdentity
    request: OpenTable | None = None


class BookedTable(Struct, frozen=True):
    """A table or tournament that the books know, in seconds of the calendar; `opened` is None if it cannot be read."""

    table: str
    opened: OpenedTable | OpenedTournament | None
    opened_at: int
    closed_at: int | None

    @property
    def tournament(self) -> bool:
        """Whether it is a tournament."""
        return isinstance(self.opened, OpenedTournament)

    @property
    def name(self) -> str:
        """The name for people."""
        opened = self.opened
        if opened is None:
            return self.table
        return opened.settings.name if isinstance(opened, OpenedTable) else opened.terms.name

    @property
    def host(self) -> PlayerIdentity | None:
        """The player who opened it, None where that cannot be read."""
        return self.opened.host if self.opened else None

    @property
    def chip_worth(self) -> str:
        """The worth of a chip of the books, or of a unit of a tournament's, empty where chips are chips."""
        opened = self.opened
        if opened is None:
            return ""
        return opened.settings.chip_worth if isinstance(opened, OpenedTable) else opened.terms.unit


class KeptBooks(Struct, frozen=True):
    """One table in the books; `hands` is how many hands each player sat in, by id."""

    booked: BookedTable
    movements: tuple[StoredMovement, ...]
    hands: dict[str, int]


class HandAfter(Struct, frozen=True):
    """A kept hand of which more was shown or paid since its end: all of it again, and what each seat won by now."""

    hand: EndedHand
    net: dict[int, int]


class Change(Struct, frozen=True):
    """All that one request changes at a table; it is kept whole or not at all.

    The `checkpoint` is of before the last entry, or comes without entries. `shown` are by their numbers the hands of
    which more was shown or paid after their end. `renamed` has by id the names that players have from now on, which the
    movements of their chips at the table get. With `closed` the table is closed for that reason, and nothing more is
    kept of it but its history. With `afresh` nothing is needed any more of what was before the checkpoint.
    """

    entries: tuple[Entry, ...] = ()
    movements: tuple[Movement, ...] = ()
    players: tuple[StoredPlayer, ...] = ()
    checkpoint: Checkpoint | None = None
    hands: tuple[KeptHand, ...] = ()
    shown: dict[int, HandAfter] = {}
    renamed: dict[str, str] = {}
    closed: str = ""
    afresh: bool = False


class StoredTable(Struct, frozen=True):
    """An open table as a store gives it back: where it can begin, and the entries since.

    There are up to two checkpoints, the older first, so that a player who missed the latest steps can still be told
    them, and so that damage to one is not the end of the table. Before there is a second, the entries are those since
    the opening. An entry that cannot be read is left out; `first_entry` and `last_entry` are the numbers of the first
    and the last one that are kept, 0 without any. `balances` are by account the chips that it paid to the table, less
    what it got. `fault` says why the table cannot begin anywhere.
    """

    owned: Owned
    opened: OpenedTable | None
    checkpoints: tuple[Checkpoint, ...] = ()
    entries: tuple[Entry, ...] = ()
    first_entry: int = 0
    last_entry: int = 0
    balances: dict[str, int] = {}
    fault: str = ""


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
    input: TournamentInput


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
    """A change of a tournament by one request, kept whole; if `closed`, it is over and keeps no snapshot any more."""

    snapshot: TournamentSnapshot
    entry: TournamentEntry | None = None
    movements: tuple[Movement, ...] = ()
    players: tuple[StoredPlayer, ...] = ()
    closed: str = ""


class StoredTournament(Struct, frozen=True):
    """A tournament that is not over; `snapshot` is None before its first entry, `fault` says why it is unreadable."""

    tournament: str
    opened: OpenedTournament | None
    snapshot: TournamentSnapshot | None = None
    fault: str = ""


class KeptState(Struct, frozen=True):
    """The records kept for the next server, each kind in the order kept: open tables, tournaments not over."""

    players: tuple[StoredPlayer, ...] = ()
    tables: tuple[StoredTable, ...] = ()
    access: AccessState = AccessState()
    tournaments: tuple[StoredTournament, ...] = ()


class KeptTournament(Struct, frozen=True):
    """All that is kept of a tournament, over or not, to examine the books.

    `units` is the balance of its account, in units of the ledger. An entry that cannot be read is None; of a tournament
    that was over long ago none are kept.
    """

    stored: StoredTournament
    entries: tuple[TournamentEntry | None, ...]
    units: int
    closed: bool
