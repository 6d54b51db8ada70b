"""The inputs of a table, and the outcome of each: its events with full knowledge, and what the table needs next.

The tags of inputs are the names under which a journal keeps them. No event leaves the server as it stands here;
`audience` turns the events into what each viewer may know.
"""

from __future__ import annotations

from msgspec import Struct

from railbird_server.rules.dealing import Deck
from railbird_server.rules.events import Discarded, RulesEvent
from railbird_shared.protocol.actions import LegalActions
from railbird_shared.protocol.commands import TableCommand
from railbird_shared.protocol.events import DeckPlace, LeaveReason, PrivateEvent, RotationEvent, TableEvent
from railbird_shared.tournament.structure import Level


class PlayerIdentity(Struct, frozen=True):
    """A player as a table knows them: `id` is opaque, neither a name nor a secret; `name` is for show.

    `house` says of a bot that it is one of the house, and makes room for people.
    """

    id: str
    name: str
    bot: bool = False
    house: bool = False


class PlayerCommand(Struct, frozen=True, tag="command"):
    """A player gives a command, as it came from their client."""

    player: PlayerIdentity
    command: TableCommand


class HostChanged(Struct, frozen=True, tag="host-changed"):
    """Another player is the host of the table from now on."""

    host: PlayerIdentity


class OwnerKnown(Struct, frozen=True, tag="owner-known"):
    """The player with that id has proved to own the server."""

    player: str


class NameChanged(Struct, frozen=True, tag="name-changed"):
    """The player with that id is called `name` from now on, which nobody else is called at the server."""

    player: str
    name: str


class BanRequest(Struct, frozen=True, tag="ban"):
    """A host bans a player from the table, or with `on` false lifts the ban; `address` is banned with them, if any."""

    by: PlayerIdentity
    player: PlayerIdentity
    on: bool = True
    address: str = ""


class MuteRequest(Struct, frozen=True, tag="mute"):
    """A host mutes a player's chat, or with `on` false lets them chat again."""

    by: PlayerIdentity
    player: PlayerIdentity
    on: bool = True


class ConnectionUp(Struct, frozen=True, tag="connection-up"):
    """The player with that id is connected again, or answers again."""

    player: str


class ConnectionDown(Struct, frozen=True, tag="connection-down"):
    """The player with that id does not answer, or has lost the connection; their seat is kept and their clock runs."""

    player: str


class Deal(Struct, frozen=True, tag="deal"):
    """Brings the freshly shuffled deck that an outcome asked for."""

    deck: Deck


class Tick(Struct, frozen=True, tag="tick"):
    """Time has passed, and nothing else has happened."""


class ServerReturned(Struct, frozen=True, tag="server-returned"):
    """The server was away, or could keep nothing, and is back; a table that was about to close is open after all.

    The player in turn has at least `least_left` milliseconds from now.
    """

    least_left: int


class VoidHand(Struct, frozen=True, tag="void-hand"):
    """The running hand, if there is one, does not count, for that reason; the table plays on."""

    reason: str


class Close(Struct, frozen=True, tag="close"):
    """The table closes for that reason: a running hand does not count, and no other is dealt."""

    reason: str


class TimeBank(Struct, frozen=True):
    """The time bank of one player: `left` in milliseconds, and the `hands` dealt to them since the last refill."""

    left: int
    hands: int = 0


class TakenAlong(Struct, frozen=True, omit_defaults=True):
    """The state that a player takes along from one table of their tournament to the next.

    `away` says that they sat out, and `shown_to_rail` that they let a delayed rail see their cards. `time_bank` is None
    as long as it is full.
    """

    away: bool = False
    shown_to_rail: bool = False
    time_bank: TimeBank | None = None


class TakeSeat(Struct, frozen=True, tag="take-seat"):
    """A player of the tournament takes a seat with so many chips; `connected` says whether they are there."""

    player: PlayerIdentity
    seat: int
    chips: int
    connected: bool = True
    taken_along: TakenAlong = TakenAlong()


class GiveUpSeat(Struct, frozen=True, tag="give-up-seat"):
    """The player of that id leaves the table after the running hand, with all chips; others are told the `reason`."""

    player: str
    reason: LeaveReason = LeaveReason.NONE


class GetChips(Struct, frozen=True, tag="get-chips"):
    """The player of the tournament with that id gets chips, which play from the next hand on."""

    player: str
    chips: int


class AllowHand(Struct, frozen=True, tag="allow-hand"):
    """The table may deal up to the hand of that number, and the hands from now on are played at that level."""

    hand: int
    level: Level


TournamentOrder = TakeSeat | GiveUpSeat | GetChips | AllowHand
"""An order of a tournament to one of its tables."""


class TournamentOrders(Struct, frozen=True, tag="tournament"):
    """A tournament orders the table to do this, in its order.

    `number` grows from one such input to the next; one that the table has carried out already changes nothing.
    """

    number: int
    orders: tuple[TournamentOrder, ...]


AboutPerson = NameChanged | BanRequest | MuteRequest
"""An input about one person at the table."""

AboutTable = Deal | Tick | ServerReturned | VoidHand | Close | TournamentOrders
ServerInput = AboutPerson | AboutTable | HostChanged | OwnerKnown | ConnectionUp | ConnectionDown
"""An input of the server itself, or one that it makes of a command, with more than the command says."""

Input = PlayerCommand | ServerInput


class TurnOpened(Struct, frozen=True):
    """A seat is to act, and may do what `legal` says.

    `started_at` and `deadline` are milliseconds of the table's own time. `on_time_bank` says that the clock of the turn
    has run out, and that the deadline is that of the player's time bank. While the table is paused there is no
    deadline, and `left` are the milliseconds that were left of it.
    """

    seat: int
    turn: int
    started_at: int
    deadline: int | None
    legal: LegalActions
    on_time_bank: bool = False
    left: int | None = None

    def time_left(self, now: int) -> int:
        """Returns the milliseconds to the end of the turn; 0 without a clock."""
        return self.left or 0 if self.deadline is None else max(0, self.deadline - now)


class ForSeat(Struct, frozen=True):
    """An event that only the player in a seat may know."""

    seat: int
    event: PrivateEvent


class DiscardsPlaced(Struct, frozen=True):
    """A seat threw cards away that had lain at these places, in a fair deal."""

    discarded: Discarded
    places: tuple[DeckPlace, ...]


FullEvent = RulesEvent | TableEvent | RotationEvent | TurnOpened | DiscardsPlaced | ForSeat


class Outcome(Struct, frozen=True):
    """The result of one input.

    With `wants_deck` the table is ready for `Deal` with a freshly shuffled deck, at once; it may ask again in the
    outcome of that, since the first deck of a table only chooses the dealer (DL-2). `wake_at` is when the table wants
    a `Tick`, in milliseconds of the table's own time, None when it waits for players only. `fault` is what went wrong
    inside the server, for the log; the table has dealt with it.
    """

    events: tuple[FullEvent, ...] = ()
    wants_deck: bool = False
    wake_at: int | None = None
    fault: str = ""
