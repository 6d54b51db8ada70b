"""Events of a table outside its hands: seats, stacks, time, chips asked for, acts of the host, the rail, the games."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from railbird_shared.game.announced_game import Game
from railbird_shared.game.cards import Card
from railbird_shared.game.clauses import Clauses
from railbird_shared.game.game_rules import GameRules
from railbird_shared.game.rotation import Rotation
from railbird_shared.protocol.message_base import Event, HostEventBase, SeatEventBase
from railbird_shared.protocol.quantities import (
    Balance,
    BreakMinutes,
    Chips,
    Count,
    Milliseconds,
    SeatChoice,
    SeatNumber,
)


class LeaveReason(StrEnum):
    """Why a player left the table other than at their own wish."""

    NONE = ""
    DISCONNECTED = "disconnected"
    SAT_OUT = "sat-out"
    MISSED_TURNS = "missed-turns"
    MADE_ROOM = "made-room"
    """A bot has made room for a person."""
    MOVED = "moved"
    """The player moves to another table of the tournament."""
    KNOCKED_OUT = "knocked-out"
    """The player is out of the tournament."""


class SitOutReason(StrEnum):
    """Why a player sits out other than at their own wish."""

    NONE = ""
    MISSED_TURNS = "missed-turns"
    NO_CHIPS = "no-chips"


# --- seats, stacks, connections, time, the first button ---------------------------------------------------------------


class PlayerSat(SeatEventBase, frozen=True, tag="player-sat"):
    """A player took a seat with `stack` chips; `earlier_result` is what earlier visits won, negative for a loss."""

    name: str
    stack: Chips
    bot: bool = False
    earlier_result: Balance = 0


class PlayerLeft(SeatEventBase, frozen=True, tag="player-left"):
    """A player left the seat with `chips` (AI-13)."""

    name: str
    chips: Chips
    reason: LeaveReason = LeaveReason.NONE


class SeatChanged(SeatEventBase, frozen=True, tag="seat-changed"):
    """A player moved with their chips from `seat` to the free seat `to`.

    With `owes_blinds` it was away from the blinds: they wait for the big blind or post what they miss (DL-26, DL-27).
    """

    to: SeatNumber
    owes_blinds: bool = False
    because: Clauses = ()


class WaitingListJoined(Event, frozen=True, tag="waiting-list-joined"):
    """A player who watches is now the last on the waiting list; with `makes_room` a bot leaves after its hand."""

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


class ChipsAdded(SeatEventBase, frozen=True, tag="chips-added"):
    """A player bought more chips between hands (AI-12)."""

    chips: Chips
    stack: Chips


class SatOut(SeatEventBase, frozen=True, tag="sat-out"):
    """A player is dealt no more hands until they come back."""

    reason: SitOutReason = SitOutReason.NONE


class SeatExpiring(SeatEventBase, frozen=True, tag="seat-expiring"):
    """A player who sits out gives up the seat in `left` milliseconds, unless they come back."""

    left: Milliseconds


class CameBack(SeatEventBase, frozen=True, tag="came-back"):
    """A player who sat out is dealt in again from the next hand."""


class ConnectionChanged(SeatEventBase, frozen=True, tag="connection-changed"):
    """A seated player does not answer any more, or answers again."""

    connected: bool


class ClockExtended(SeatEventBase, frozen=True, tag="clock-extended"):
    """The running turn ends `added` milliseconds later, at `deadline`, because its player does not answer."""

    deadline: Milliseconds
    added: Milliseconds


class TimeBankStarted(SeatEventBase, frozen=True, tag="time-bank-started"):
    """The clock of the running turn has run out, and the player's time bank runs until `deadline`."""

    deadline: Milliseconds


class TimeBankChanged(SeatEventBase, frozen=True, tag="time-bank-changed"):
    """The time bank of a player now has `left` milliseconds, after a turn that used it, or because it was refilled."""

    left: Milliseconds


class HandScheduled(Event, frozen=True, tag="hand-scheduled"):
    """The next hand is dealt at a time of the server's clock, None while none is due."""

    at: Milliseconds | None = None


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


class VoteCalled(SeatEventBase, frozen=True, tag="vote-called"):
    """A player called a vote, and is for it: for a break of so many `minutes`, or with 0 for going on, until `ends`."""

    minutes: BreakMinutes
    ends: Milliseconds


class VoteCounted(Event, frozen=True, tag="vote-counted"):
    """The seats that have now voted for it, and those that have voted against it."""

    yes: tuple[SeatNumber, ...] = ()
    no: tuple[SeatNumber, ...] = ()


class VoteEnded(Event, frozen=True, tag="vote-ended"):
    """The vote is over: `carried` if more than half of the people at the table voted for it."""

    carried: bool


class CarriedPotTaken(SeatEventBase, frozen=True, tag="carried-pot-taken"):
    """A carried pot went to the last player left at the table, or a share of it to each who has paid into it.

    It is divided when the table closes, and in a tournament at once (BT-38).
    """

    chips: Chips
    because: Clauses = ()


class DealerDrawn(SeatEventBase, frozen=True, tag="dealer-drawn"):
    """Open cards gave `seat` the first button; `cards` pairs seats with the cards that they got, in order.

    The highest of one card each decides (DL-2), or with `first_jack` the first jack of cards dealt round (DL-4).
    """

    cards: tuple[tuple[SeatNumber, Card], ...]
    because: Clauses = ()
    first_jack: bool = False


# --- chips that players ask the host for, and corrections of the books; `by` answered --------------------------------


class BuyInRequested(SeatEventBase, frozen=True, tag="buy-in-requested"):
    """A player has asked the host for chips since `at`, perhaps for others before; for none when they leave."""

    chips: Chips
    at: Milliseconds = 0


class BuyInApproved(SeatEventBase, frozen=True, tag="buy-in-approved"):
    """The host lets a player have the chips they asked for; they come between hands."""

    chips: Chips
    by: str


class BuyInDeclined(SeatEventBase, frozen=True, tag="buy-in-declined"):
    """The host does not let a player have the chips they asked for; a newcomer gives the seat up."""

    chips: Chips
    by: str


class Correction(Struct, frozen=True, omit_defaults=True):
    """The chips that a player gets by a correction, negative if they give them.

    `seat` is None where they have left; `stack` is what lies there now.
    """

    name: str
    chips: Balance
    seat: SeatNumber | None = None
    stack: Chips = 0


class BooksCorrected(HostEventBase, frozen=True, tag="books-corrected"):
    """The host has moved chips from some players to others, for that reason; all that was moved adds up to zero."""

    reason: str
    players: tuple[Correction, ...]


BankEvent = BuyInRequested | BuyInApproved | BuyInDeclined | BooksCorrected


# --- acts of the host -------------------------------------------------------------------------------------------------


class LastHandCalled(HostEventBase, frozen=True, tag="last-hand-called"):
    """No hand is dealt after the one of that number."""

    hand: Count


class LastHandRevoked(HostEventBase, frozen=True, tag="last-hand-revoked"):
    """The game goes on after all."""


class NightEnding(HostEventBase, frozen=True, tag="night-ending"):
    """The table closes when no hand runs any more; with `now` it closes at once, and a running hand does not count."""

    now: bool = False


class PlayerKicked(HostEventBase, frozen=True, tag="player-kicked"):
    """The player in a seat has to leave it, after their hand."""

    seat: SeatNumber


class SeatAssigned(HostEventBase, frozen=True, tag="seat-assigned"):
    """The player in `seat` has to move to the free seat `to`, after their hand, or with `to` 0 stays after all.

    `seat-changed` says when they have moved.
    """

    seat: SeatNumber
    to: SeatChoice


class HostingHandedOver(HostEventBase, frozen=True, tag="hosting-handed-over"):
    """The player in `seat`, called `host`, is the host of the table from now on."""

    seat: SeatNumber
    host: str


class Announced(HostEventBase, frozen=True, tag="announced"):
    """The host says something to everybody."""

    text: str


class SeatsLocked(HostEventBase, frozen=True, tag="seats-locked"):
    """Nobody else may sit down from now on, or with `locked` false they may again."""

    locked: bool


class BanChanged(HostEventBase, frozen=True, tag="ban-changed"):
    """The person of that name may not come to the table any more, or with `banned` false they may again."""

    name: str
    banned: bool


class MuteChanged(HostEventBase, frozen=True, tag="mute-changed"):
    """The person of that name may say nothing at the table any more, or with `muted` false they may again."""

    name: str
    muted: bool


_NightEvent = LastHandCalled | LastHandRevoked | NightEnding
HostEvent = (
    _NightEvent | PlayerKicked | SeatAssigned | HostingHandedOver | Announced | SeatsLocked | BanChanged | MuteChanged
)


class RailChanged(HostEventBase, frozen=True, tag="rail-changed"):
    """At most `limit` people may watch from now on, any number if it is None, nobody if it is 0.

    With `speaks` the players read what they write. `by` is the name of the host who said so.
    """

    limit: Count | None = None
    speaks: bool = False


class RailConsentChanged(SeatEventBase, frozen=True, tag="rail-consent-changed"):
    """The player in a seat lets a delayed rail see their cards from the next hand on, or with `on` false no longer."""

    on: bool


RailEvent = RailChanged | RailConsentChanged
"""The facts about the rail that everybody may know."""


# --- the games: the choice of a dealer, the turns of a rotation, a change by the host ---------------------------------


class ChoiceBegan(SeatEventBase, frozen=True, tag="choice-began"):
    """The player who gets the button is to name the next game, by `deadline` (VT-DC-1, VT-DC-3)."""

    deadline: Milliseconds
    because: Clauses = ()


class ChoiceEnded(SeatEventBase, frozen=True, tag="choice-ended"):
    """The choice of the next game is over: named is `game`, or with `timed_out` the last one is played (VT-DC-3)."""

    game: str
    timed_out: bool = False
    because: Clauses = ()


class GameSkipped(Event, frozen=True, tag="game-skipped"):
    """A game of the rotation is passed over, because it cannot be dealt to so many players (DL-22)."""

    game: str
    players: Count
    because: Clauses = ()


class GameAnnounced(Event, frozen=True, tag="game-announced"):
    """The host changes what is played from the next hand on, to this game first; a pot that waits is won before."""

    host: str
    game: Game
    rotation: Rotation | None = None


class GameChanged(Event, frozen=True, tag="game-changed"):
    """Another game is played from here on, with the stakes and rules that players read now (VT-DC-6).

    The hand before has left the table. `rules`, `house` and the buy-ins are those of `TableView`.
    """

    game: Game
    rules: GameRules
    min_buy_in: Chips
    max_buy_in: Chips
    buy_in: Chips
    house: tuple[str, ...] = ()
    rotation: Rotation | None = None
    because: Clauses = ()


class OwnerSeated(Event, frozen=True, tag="owner-seated"):
    """The owner of the server, who can read the cards, is known; they have that seat, or none at this table."""

    seat: SeatNumber | None = None


RotationEvent = ChoiceBegan | ChoiceEnded | GameSkipped | GameAnnounced | GameChanged

PauseEvent = PlayPaused | PlayResumed | BreakAnnounced | VoteCalled | VoteCounted | VoteEnded

TimeEvent = ClockExtended | TimeBankStarted | TimeBankChanged | HandScheduled | PauseEvent

_WaitingEvent = WaitingListJoined | WaitingListLeft | PassedOver

SeatingEvent = PlayerSat | PlayerLeft | SeatChanged | _WaitingEvent | PlayerRenamed | OwnerSeated

SeatEvent = ChipsAdded | SatOut | SeatExpiring | CameBack | ConnectionChanged
"""Events of a seat that stays taken."""

TableEvent = SeatingEvent | SeatEvent | TimeEvent | CarriedPotTaken | DealerDrawn | HostEvent | BankEvent | RailEvent
"""The events of a table outside its hands, but for those about its games."""
