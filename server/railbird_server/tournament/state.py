"""A tournament as data: what a journal keeps of it, and what brings it back.

Players, tables, clock and proposal are records that are replaced, never changed. So a state that is copied for one
input shares with the one before all that the input leaves as it is. The terms of a tournament, its id and the secret of
its draws stay beside its state.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

from railbird_shared.tournament.view import DealMethod


class EntrantState(StrEnum):
    """How a player stands."""

    REGISTERED = "registered"
    PLAYING = "playing"
    DECIDING = "deciding"
    """They have lost all chips and may still rebuy."""
    OUT = "out"


class Entrant(Struct, frozen=True, omit_defaults=True):
    """A player of the tournament; `number` is that of their registration, from 1.

    `chips` are those they had when the last hand of their table was over, and `owed` those they bought while one runs.
    `at_stake` is the bounty for them, which goes to `beaten_by`. `paid_in` and `received` are units of the ledger,
    `prize` and `bounties` what of it they have won. `removed` says that the host has them leave for good when the hand
    is over, `settled` that their place has been paid. `proposed_at` is the level at which they last proposed a deal.
    """

    number: int
    name: str
    bot: bool = False
    state: EntrantState = EntrantState.REGISTERED
    chips: int = 0
    owed: int = 0
    entries: int = 0
    rebuys: int = 0
    added_on: bool = False
    at_stake: int = 0
    beaten_by: tuple[str, ...] = ()
    knocked_out: int = 0
    paid_in: int = 0
    received: int = 0
    prize: int = 0
    bounties: int = 0
    decide_by: int | None = None
    removed: bool = False
    settled: bool = False
    proposed_at: int = 0

    @property
    def is_left(self) -> bool:
        """Whether they have chips or may still rebuy."""
        return self.state in {EntrantState.PLAYING, EntrantState.DECIDING}


class HandPlaces(Struct, frozen=True):
    """Where the button and the blinds are in a hand; in a game with antes there are no blinds."""

    button: int
    small_blind_place: int | None = None
    big_blind_place: int | None = None


class TableStatus(StrEnum):
    """The status of a table of the tournament."""

    RESTING = "resting"
    """No hand runs, and it has not asked to deal; players may be moved to and from it."""
    READY = "ready"
    """It has asked to deal, and does so as soon as nothing keeps it."""
    DEALING = "dealing"
    """It may deal a hand, or deals one; nobody leaves it until that is over."""


class PlayingTable(Struct, frozen=True, omit_defaults=True):
    """A table of the tournament: the player ids by seat, and the number of hands it was allowed to deal.

    `level` is the one at which the latest was allowed, `places` are where the button and the blinds were in it.
    `level_hands` counts the hands played at the present level. `told` is why it waits, as it was last told.
    """

    number: int
    seats: dict[int, str]
    final: bool = False
    status: TableStatus = TableStatus.RESTING
    hand: int = 0
    level: int = 0
    level_hands: int = 0
    places: HandPlaces | None = None
    told: str = ""

    @property
    def is_idle(self) -> bool:
        """Whether no hand runs or may begin."""
        return self.status is not TableStatus.DEALING


class LevelClock(Struct, frozen=True, omit_defaults=True):
    """The clock of the levels; `level` counts from 1, 0 before the start.

    `left_ms` was left of the level, or of the break, at the time `since`; with `since` None the clock stands. It is
    None at a level that is counted in hands, of which `hands` have been played. With `break_due` the level is over, and
    the break begins when no hand runs any more.
    """

    level: int = 0
    left_ms: int | None = None
    since: int | None = None
    hands: int = 0
    break_due: bool = False
    on_break: bool = False

    def time_left(self, now: int) -> int | None:
        """Returns the milliseconds left of the level or the break, None at a level that is counted in hands."""
        return self.left_ms if self.ends_at is None else max(0, self.ends_at - now)

    @property
    def ends_at(self) -> int | None:
        """When the level or the break is over; None while the clock stands, or where hands are counted."""
        return None if self.left_ms is None or self.since is None else self.since + self.left_ms

    def set_running(self, now: int, *, running: bool) -> LevelClock:
        """Returns the clock running or standing; the time left stays the same."""
        if not running:
            return replace(self, left_ms=self.time_left(now), since=None)
        return self if self.since is not None else replace(self, since=now)


class Proposal(Struct, frozen=True, omit_defaults=True):
    """A deal that a player has proposed; nobody deals until it is decided.

    `shares` are the units of the ledger by player id, None until all hands are over. It lapses at the time `until`.
    """

    by: str
    method: DealMethod
    play_for: int = 0
    amounts: dict[str, int] = {}
    shares: dict[str, int] | None = None
    agreed: tuple[str, ...] = ()
    until: int | None = None


class Stage(StrEnum):
    """How far a tournament has come."""

    REGISTERING = "registering"
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class TournamentState(Struct, omit_defaults=True):
    """All that a tournament knows besides its terms; players are named by their ids.

    `out` has who lost their last chips, first those who went out first, players who tie together; those who may still
    rebuy are among them. `round` are the tables that still play the present round of hand for hand, and `round_out` who
    went out in it, by hand. `removed_chips` left play with players who were removed, and `stray_bounties` are theirs.
    `prizes_left` are the prizes that a deal left to be played for, by place. `effects` counts all effects so far, and
    `opened` the tables.
    """

    stage: Stage = Stage.REGISTERING
    entrants: dict[str, Entrant] = field(default_factory=dict)
    registrations: int = 0
    tables: dict[int, PlayingTable] = field(default_factory=dict)
    opened: int = 0
    clock: LevelClock = LevelClock()
    paused: bool = False
    hand_for_hand: bool = False
    round: tuple[int, ...] = ()
    round_out: tuple[tuple[tuple[str, ...], ...], ...] = ()
    out: tuple[tuple[str, ...], ...] = ()
    pool: int = 0
    bought_chips: int = 0
    removed_chips: int = 0
    stray_bounties: int = 0
    prizes_left: tuple[int, ...] | None = None
    proposal: Proposal | None = None
    start_due_told: bool = False
    effects: int = 0

    def copied(self) -> TournamentState:
        """Returns a state that can be changed without this one changing."""
        return replace(self, entrants=self.entrants.copy(), tables=self.tables.copy())

    @property
    def left(self) -> list[str]:
        """The ids of the players who have chips or may still rebuy, in order of registration."""
        return [player for player, entrant in self.entrants.items() if entrant.is_left]

    @property
    def is_idle(self) -> bool:
        """Whether no table deals."""
        return all(table.is_idle for table in self.tables.values())

    @property
    def anybody_decides(self) -> bool:
        """Whether somebody may still rebuy who has lost all chips."""
        return any(entrant.state is EntrantState.DECIDING for entrant in self.entrants.values())

    def place_of(self, player: str) -> tuple[PlayingTable, int] | None:
        """Returns the table and the seat of a player, None without one."""
        places = ((table, seat) for table in self.tables.values() for seat in table.seats)
        return next((place for place in places if place[0].seats[place[1]] == player), None)
