"""Events of a table outside its hands: seats, stacks, connections, the first button."""

from __future__ import annotations

from railbird_shared.game.cards import Card
from railbird_shared.game.clauses import Clauses
from railbird_shared.protocol.events.bank import BankEvent
from railbird_shared.protocol.events.common import Event, LeaveReason, SitOutReason
from railbird_shared.protocol.events.host import HostEvent
from railbird_shared.protocol.events.rail import RailEvent
from railbird_shared.protocol.quantities import Balance, BreakMinutes, Chips, Milliseconds, SeatNumber


class PlayerSat(Event, frozen=True, tag="player-sat"):
    """A player took a seat with `stack` chips.

    `earlier_result` is what they won at this table on earlier visits, negative if they lost.
    """

    seat: SeatNumber
    name: str
    stack: Chips
    bot: bool = False
    earlier_result: Balance = 0


class PlayerLeft(Event, frozen=True, tag="player-left"):
    """A player left the seat with `chips` (AI-13)."""

    seat: SeatNumber
    name: str
    chips: Chips
    reason: LeaveReason = LeaveReason.NONE


class SeatChanged(Event, frozen=True, tag="seat-changed"):
    """A player moved with their chips from `seat` to the free seat `to`.

    With `owes_blinds` they have moved away from the blinds, so they wait for the big blind or post what they would have
    missed (DL-26, DL-27).
    """

    seat: SeatNumber
    to: SeatNumber
    owes_blinds: bool = False
    because: Clauses = ()


class WaitingListJoined(Event, frozen=True, tag="waiting-list-joined"):
    """A player who watches is now the last on the waiting list.

    With `makes_room` a bot of the house leaves its seat for them, after its hand.
    """

    name: str
    makes_room: bool = False


class WaitingListLeft(Event, frozen=True, tag="waiting-list-left"):
    """A player waits for a seat no longer; `reason` is a sentence, empty where they wished so.

    `by` is who took them off the list, empty for the table itself and the player.
    """

    name: str
    reason: str = ""
    by: str = ""


class PassedOver(Event, frozen=True, tag="passed-over"):
    """A seat came free for a player on the waiting list who was not connected; they keep their place."""

    name: str


class PlayerRenamed(Event, frozen=True, tag="player-renamed"):
    """A player who was called `before` is called `name` from now on; they stay the same player.

    `seat` is theirs, None without one. With `waits` they are on the waiting list, with `hosts` they host the table, and
    with `muted` they may say nothing there.
    """

    before: str
    name: str
    seat: SeatNumber | None = None
    waits: bool = False
    hosts: bool = False
    muted: bool = False


class ChipsAdded(Event, frozen=True, tag="chips-added"):
    """A player bought more chips between hands (AI-12)."""

    seat: SeatNumber
    chips: Chips
    stack: Chips


class SatOut(Event, frozen=True, tag="sat-out"):
    """A player is dealt no more hands until they come back."""

    seat: SeatNumber
    reason: SitOutReason = SitOutReason.NONE


class SeatExpiring(Event, frozen=True, tag="seat-expiring"):
    """A player who sits out gives up the seat in `left` milliseconds, unless they come back."""

    seat: SeatNumber
    left: Milliseconds


class CameBack(Event, frozen=True, tag="came-back"):
    """A player who sat out is dealt in again from the next hand."""

    seat: SeatNumber


class ConnectionChanged(Event, frozen=True, tag="connection-changed"):
    """A seated player does not answer any more, or answers again."""

    seat: SeatNumber
    connected: bool


class ClockExtended(Event, frozen=True, tag="clock-extended"):
    """The running turn ends `added` milliseconds later, at `deadline`, because its player does not answer.

    `deadline` is a time of the server's clock.
    """

    seat: SeatNumber
    deadline: Milliseconds
    added: Milliseconds


class TimeBankStarted(Event, frozen=True, tag="time-bank-started"):
    """The clock of the running turn has run out, and the player's time bank runs until `deadline`.

    `deadline` is a time of the server's clock.
    """

    seat: SeatNumber
    deadline: Milliseconds


class TimeBankChanged(Event, frozen=True, tag="time-bank-changed"):
    """The time bank of a player now has `left` milliseconds, after a turn that used it, or because it was refilled."""

    seat: SeatNumber
    left: Milliseconds


class PlayPaused(Event, frozen=True, tag="play-paused"):
    """The table is paused: its clocks stand still, and no hand is dealt; a pause that `ends` by itself is a break.

    Times are those of the server's clock. `by` is the name of the player who called it, empty after a vote.
    """

    since: Milliseconds
    by: str = ""
    ends: Milliseconds | None = None


class PlayResumed(Event, frozen=True, tag="play-resumed"):
    """The pause or break is over, by the word of `by`, or if that is empty by itself or by a vote.

    `deadline` is when the running turn ends by the server's clock, None without one.
    """

    by: str = ""
    deadline: Milliseconds | None = None


class BreakAnnounced(Event, frozen=True, tag="break-announced"):
    """A break of so many minutes begins after the running hand; with 0 minutes the one announced is called off.

    `by` is the name of the player who said so, empty after a vote.
    """

    minutes: BreakMinutes
    by: str = ""


class VoteCalled(Event, frozen=True, tag="vote-called"):
    """A player called a vote for a break of so many `minutes`, or with 0 for going on, and votes for it.

    It `ends` at a time of the server's clock.
    """

    seat: SeatNumber
    minutes: BreakMinutes
    ends: Milliseconds


class VoteCounted(Event, frozen=True, tag="vote-counted"):
    """The seats that have now voted for it, and those that have voted against it."""

    yes: tuple[SeatNumber, ...] = ()
    no: tuple[SeatNumber, ...] = ()


class VoteEnded(Event, frozen=True, tag="vote-ended"):
    """The vote is over: `carried` if more than half of the people at the table voted for it."""

    carried: bool


class CarriedPotTaken(Event, frozen=True, tag="carried-pot-taken"):
    """A carried pot went to the last player left at the table, or a share of it to each who has paid into it.

    It is divided when the table closes, and in a tournament at once (BT-38).
    """

    seat: SeatNumber
    chips: Chips
    because: Clauses = ()


class DealerDrawn(Event, frozen=True, tag="dealer-drawn"):
    """Open cards gave `seat` the first button; `cards` pairs seats with the cards that they got, in order.

    The highest of one card each decides (DL-2), or with `first_jack` the first jack of cards dealt round (DL-4).
    """

    seat: SeatNumber
    cards: tuple[tuple[SeatNumber, Card], ...]
    because: Clauses = ()
    first_jack: bool = False


PauseEvent = PlayPaused | PlayResumed | BreakAnnounced | VoteCalled | VoteCounted | VoteEnded

TimeEvent = ClockExtended | TimeBankStarted | TimeBankChanged | PauseEvent
SeatingEvent = PlayerSat | PlayerLeft | SeatChanged | WaitingListJoined | WaitingListLeft | PassedOver | PlayerRenamed

TableEvent = (
    SeatingEvent
    | ChipsAdded
    | SatOut
    | SeatExpiring
    | CameBack
    | ConnectionChanged
    | TimeEvent
    | CarriedPotTaken
    | DealerDrawn
    | HostEvent
    | BankEvent
    | RailEvent
)
