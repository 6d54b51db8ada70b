"""The effects of a tournament, carried out in order: open tables, seat and move players, deal, book and tell.

Each effect has a number of its own, so that a runtime that was interrupted knows which ones it has carried out. The
parts of a tournament bring them about in a `Context`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.tournament.state import Entrant, PlayingTable, Stage, TournamentState
from railbird_shared.tournament.structure import TournamentTerms


class Reason(StrEnum):
    """The purpose of a payment."""

    BUY_IN = "buy-in"
    RE_ENTRY = "re-entry"
    REBUY = "rebuy"
    ADD_ON = "add-on"
    PRIZE = "prize"
    DEAL = "deal"
    BOUNTY = "bounty"
    REFUND = "refund"


class OpenTable(Struct, frozen=True, tag="open-table"):
    """A table opens, by its number from 1; `final` says that no other table is left."""

    table: int
    final: bool = False


class CloseTable(Struct, frozen=True, tag="close-table"):
    """A table at which nobody sits any more closes."""

    table: int


class SeatPlayer(Struct, frozen=True, tag="seat-player"):
    """A player takes a seat with these chips; at a table that has dealt they are dealt in as after a move."""

    player: str
    table: int
    seat: int
    chips: int


class MovePlayer(Struct, frozen=True, tag="move-player"):
    """A player moves between tables with all their chips; `why` is a sentence for them.

    They owe no blind and are spared none: they are dealt in from the next hand on, and only between the button and the
    small blind, or in the seat of the small blind, they wait until the button has passed.
    """

    player: str
    table: int
    seat: int
    to_table: int
    to_seat: int
    chips: int
    why: str


class FreeSeat(Struct, frozen=True, tag="free-seat"):
    """A player who is out leaves their seat; `chips` leave play with a player who was removed."""

    player: str
    table: int
    seat: int
    chips: int = 0


class GiveChips(Struct, frozen=True, tag="give-chips"):
    """A player gets chips that they bought; they have `total` then."""

    player: str
    table: int
    seat: int
    chips: int
    total: int


class MayDeal(Struct, frozen=True, tag="may-deal"):
    """A table may deal the hand of that number, at the stakes of that level."""

    table: int
    hand: int
    level: int


class Hold(Struct, frozen=True, tag="hold"):
    """A table that asked to deal waits, for a reason that is a sentence; `MayDeal` follows without another request."""

    table: int
    reason: str


class Charged(Struct, frozen=True, tag="charged"):
    """A player pays so many units of the ledger to the tournament."""

    player: str
    units: int
    reason: Reason


class Paid(Struct, frozen=True, tag="paid"):
    """The tournament pays a player so many units of the ledger."""

    player: str
    units: int
    reason: Reason


class RebuyOffered(Struct, frozen=True, tag="rebuy-offered"):
    """A player who has lost all chips may rebuy until that time."""

    player: str
    until: int


class Eliminated(Struct, frozen=True, tag="eliminated"):
    """A player is out; as long as others may enter or rebuy, the place is the one they would have now."""

    player: str
    place: int
    tied: bool = False


class LevelBegan(Struct, frozen=True, tag="level-began"):
    """A level begins; each table plays it from its next hand on."""

    level: int


class BreakBegan(Struct, frozen=True, tag="break-began"):
    """All hands are over, and a break of so many minutes begins."""

    minutes: int


class StartDue(Struct, frozen=True, tag="start-due"):
    """As many players have entered as may; the tournament is to start."""


class Announce(Struct, frozen=True, tag="announce"):
    """A sentence for everybody in the tournament."""

    sentence: str


class Finished(Struct, frozen=True, tag="finished"):
    """The tournament is over, and everything is paid."""


class Cancelled(Struct, frozen=True, tag="cancelled"):
    """The tournament is cancelled, and everything is paid back."""


TableEffect = CloseTable | SeatPlayer | MovePlayer | FreeSeat | GiveChips | MayDeal
"""An effect that tables carry out."""

NotedEffect = Hold | Charged | Paid | RebuyOffered
"""An effect that is in the view or the books, and asks for nothing else."""

StageEffect = StartDue | LevelBegan | BreakBegan | Finished | Cancelled
Effect = TableEffect | NotedEffect | StageEffect | OpenTable | Eliminated | Announce


class NumberedEffect(Struct, frozen=True):
    """An effect with its number, from 1 for each tournament."""

    number: int
    effect: Effect


class Outcome(Struct, frozen=True):
    """The result of one input; the tournament wants a `Tick` at `wake_at`, None when it waits for others only."""

    effects: tuple[NumberedEffect, ...] = ()
    wake_at: int | None = None


class BadReport(Exception):
    """A table has reported what cannot be: other players than sit there, or a chip more or less."""


@dataclass
class Context:
    """A tournament as one input changes it, and the effects of that so far; `secret` settles its draws."""

    terms: TournamentTerms
    secret: str
    state: TournamentState
    effects: list[NumberedEffect] = field(default_factory=list)

    def add(self, effect: Effect) -> None:
        """Adds an effect under the next number."""
        self.state.effects += 1
        self.effects.append(NumberedEffect(self.state.effects, effect))

    def announce(self, sentence: str) -> None:
        """Tells everybody a sentence."""
        self.add(Announce(sentence))

    def change(self, player: str, **changes: object) -> Entrant:
        """Changes what is noted of a player; returns it."""
        entrant = self.state.entrants[player] = replace(self.state.entrants[player], **changes)
        return entrant

    def change_table(self, number: int, **changes: object) -> PlayingTable:
        """Changes what is noted of a table; returns it."""
        table = self.state.tables[number] = replace(self.state.tables[number], **changes)
        return table

    def charge(self, player: str, units: int, reason: Reason) -> None:
        """Books what a player pays; nothing is booked where it costs nothing."""
        if units:
            self.change(player, paid_in=self.state.entrants[player].paid_in + units)
            self.add(Charged(player, units, reason))

    def pay(self, player: str, units: int, reason: Reason) -> None:
        """Books what a player is paid."""
        if units:
            self.change(player, received=self.state.entrants[player].received + units)
            self.add(Paid(player, units, reason))

    def entrant(self, player: str) -> Entrant:
        """Returns a player of the tournament; raises Refusal for others."""
        found = self.state.entrants.get(player)
        if found is None:
            raise Refusal("not-entered", "You are not in this tournament; register for it first.")
        return found

    def name(self, player: str) -> str:
        """Returns what a player is called."""
        return self.state.entrants[player].name

    def check_playing(self) -> None:
        """Raises Refusal unless the tournament has started and goes on."""
        if self.state.stage is Stage.REGISTERING:
            raise Refusal("tournament-phase", "The tournament has not started; wait until it does.")
        if self.state.stage is not Stage.PLAYING:
            raise Refusal("tournament-phase", "The tournament is over; look at its results.")
