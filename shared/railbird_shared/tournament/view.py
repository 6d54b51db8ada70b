"""A tournament as everybody sees it; nothing in it is hidden from anybody.

`TournamentStatus` is small: the lobby lists it, and everybody at a table of the tournament gets it whenever it changes.
`TournamentView` has everything, for viewers of the tournament's page. The module also says places and prizes in words.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from railbird_shared.history.settle_up import parse_worth
from railbird_shared.protocol.message_base import Token
from railbird_shared.protocol.quantities import Chips, Count, Milliseconds, SeatNumber, Turnover
from railbird_shared.tournament.structure import MAX_ENTRANTS, MAX_LINES, EntrantCount, Level, TournamentTerms


class Phase(StrEnum):
    """The phase of a tournament."""

    REGISTERING = "registering"
    RUNNING = "running"
    BREAK = "break"
    HAND_FOR_HAND = "hand-for-hand"
    PAUSED = "paused"
    DEAL = "deal"
    """The players left decide on a deal; no hand is dealt."""
    FINISHED = "finished"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Whether no hand follows."""
        return self in {Phase.FINISHED, Phase.CANCELLED}

    @property
    def plays(self) -> bool:
        """Whether the tournament has started and goes on, in a pause or a break, too."""
        return self is not Phase.REGISTERING and not self.is_over


class TournamentStatus(Struct, frozen=True, omit_defaults=True):
    """The state of a tournament in a few words and numbers.

    `games` is what is played, as in "No-Limit Hold'em". `level` is the number of the level that runs, or that the break
    follows, 0 before the start; `now` has its stakes and `next` those of the one after it. The level, or the break,
    ends `left_ms` milliseconds after `at`, a time of the server's clock, None for a level that is counted in hands and
    ends with `hands_left` more; before a start at a set time it is the time until then. With `clock_stands` no time
    passes. `break_after` says that a break follows the level.

    `entries` counts every entry that was paid, `entrants` the players, and `left` those who still have chips or may
    rebuy. `chips` are all those in play and `largest` the largest stack. `pool` is the prize pool in units of the
    ledger, and `next_prize` what the next player out gets. `paid_places` is how many places are paid. `open` says that
    players can register now. `host` is the name of the player who opened it.
    """

    tournament: Token
    name: str
    host: str
    phase: Phase
    games: str = ""
    level: Count = 0
    now: Level | None = None
    next: Level | None = None
    at: Milliseconds = 0
    left_ms: Milliseconds | None = None
    hands_left: Count | None = None
    clock_stands: bool = False
    break_after: bool = False
    entries: Count = 0
    entrants: EntrantCount = 0
    most_players: EntrantCount = 0
    left: EntrantCount = 0
    tables: EntrantCount = 0
    chips: Chips = 0
    largest: Chips = 0
    buy_in: Chips = 0
    bounty: Chips = 0
    pool: Turnover = 0
    paid_places: EntrantCount = 0
    next_prize: Turnover = 0
    open: bool = False
    locked: bool = False
    start_at: Count = 0
    unit: str = ""

    @property
    def average(self) -> int:
        """The average stack of those left, in chips, rounded down."""
        return self.chips // self.left if self.left else 0


class Standing(Struct, frozen=True, omit_defaults=True):
    """One player of a tournament, by the `number` of their registration, counted from 1.

    `table` is the number of their table and `seat` their seat there, 0 for none. `place` is 0 while they play; `tied`
    says that others share it. `prize` and `bounties` are units of the ledger that they have won, `knocked_out` is how
    many players they have knocked out, and `entries` how often they have entered. `away` says that they are not
    connected.
    """

    number: Count
    name: str
    stack: Chips = 0
    table: Count = 0
    seat: SeatNumber | None = None
    place: EntrantCount = 0
    tied: bool = False
    prize: Turnover = 0
    bounties: Turnover = 0
    knocked_out: Count = 0
    entries: Count = 1
    rebuys: Count = 0
    added_on: bool = False
    bot: bool = False
    away: bool = False


class TournamentTable(Struct, frozen=True, omit_defaults=True):
    """A table of a tournament: its `number` there, counted from 1, its id for `watch`, and how many sit at it."""

    number: Count
    table: Token
    players: Count = 0
    final: bool = False


class DealShare(Struct, frozen=True, omit_defaults=True):
    """The share of a player in a deal, in units of the ledger, and whether they have agreed."""

    number: Count
    name: str
    prize: Turnover
    agreed: bool = False


class DealMethod(StrEnum):
    """How a deal shares what is left of the prize pool."""

    ICM = "icm"
    """By what each stack may expect to win (the independent chip model)."""
    CHIPS = "chips"
    """The prize of the lowest place left for each, and the rest in proportion to the chips."""
    EQUAL = "equal"
    AMOUNTS = "amounts"
    """By amounts that the players name."""


class DealView(Struct, frozen=True, omit_defaults=True):
    """A deal that somebody has proposed to the players left; `play_for` is what the winner gets besides."""

    by: str
    method: DealMethod
    shares: Annotated[tuple[DealShare, ...], Meta(max_length=MAX_ENTRANTS)]
    play_for: Turnover = 0


class TournamentView(Struct, frozen=True, omit_defaults=True):
    """A whole tournament; its terms are without the password.

    `standings` has who plays first, with the largest stack first, and then the others by their places. `prizes` are
    those of the places as the pool stands, the first place first. `lines` are the latest announcements.
    """

    status: TournamentStatus
    terms: TournamentTerms
    standings: Annotated[tuple[Standing, ...], Meta(max_length=MAX_ENTRANTS)] = ()
    tables: Annotated[tuple[TournamentTable, ...], Meta(max_length=MAX_ENTRANTS)] = ()
    prizes: Annotated[tuple[Turnover, ...], Meta(max_length=MAX_ENTRANTS)] = ()
    deal: DealView | None = None
    lines: Annotated[tuple[str, ...], Meta(max_length=MAX_LINES)] = ()


class TournamentOffer(StrEnum):
    """The acts open to a player or the host of a tournament now."""

    REGISTER = "register"
    UNREGISTER = "unregister"
    RE_ENTER = "re-enter"
    REBUY = "rebuy"
    ADD_ON = "add-on"
    PROPOSE_DEAL = "propose-deal"
    ANSWER_DEAL = "answer-deal"
    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    REMOVE = "remove"
    CANCEL = "cancel"


class OwnEntry(Struct, frozen=True, omit_defaults=True):
    """The part for its viewer alone: their `number` in the standings, 0 for none, and what they may do.

    `table` is the id of the table where they sit. A rebuy that keeps them in play has to come within `rebuy_ms`
    milliseconds, None where nothing is decided.
    """

    number: Count = 0
    table: Token = ""
    offers: tuple[TournamentOffer, ...] = ()
    rebuy_ms: Milliseconds | None = None


def place_words(place: int) -> str:
    """Returns a place as it is said: "1st", "12th", "23rd"."""
    ending = "th" if place % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def prize_words(units: int, unit: str) -> str:
    """Returns a price or a prize: as money where a unit of the ledger is worth some, else the number of units."""
    if not unit:
        return f"{units:,}"
    try:
        worth = parse_worth(unit)
    except ValueError:  # a server that names money in another way
        return f"{units:,} x {unit}"
    return worth.money(worth.coins({unit: units})[unit])
