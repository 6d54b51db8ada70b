"""The waiting list of a table: who gets the next free seat, and the bots of the house that make room for people.

A player waits with a buy-in. As soon as a seat is free, the table seats the first of the list who is connected, in a
step of its own; those before them are passed over and keep their place. A player who is away for as long as a seat
would be kept is taken off the list. While somebody waits for want of a seat, the worst-off bot of the house leaves
after its hand.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.seating import Seating
from railbird_server.table.seats import Seat
from railbird_shared.protocol.commands import Sit
from railbird_shared.protocol.events import (
    LeaveReason,
    PassedOver,
    PlayerLeft,
    TableEvent,
    WaitingListJoined,
    WaitingListLeft,
)
from railbird_shared.protocol.table_limits import MAX_WAITING
from railbird_shared.protocol.view import WaitingPlayer
from railbird_shared.text.text_cleaning import look_alike

FULL_FOR_BOTS = "Every seat at this table is taken; watch until one comes free."
"""The refusal of a bot at a full table: only people wait."""

AWAY_TOO_LONG = "They were away for too long."
"""Why a player is taken off the list whose connection was lost."""


class Waiter(Struct, frozen=True):
    """A player on the list, with the chips that they bring; 0 stands for the table's usual buy-in.

    `disconnected_since` is when their connection was lost, in milliseconds of the table's own time, and `passed_over`
    says that a seat went to somebody else for that.
    """

    player: PlayerIdentity
    chips: int
    disconnected_since: int | None = None
    passed_over: bool = False

    @property
    def connected(self) -> bool:
        """Whether the player is connected."""
        return self.disconnected_since is None


class WaitingList:
    """The players waiting for a seat at one table, the first to come first."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self._waiters: tuple[Waiter, ...] = ()

    @property
    def state(self) -> tuple[Waiter, ...]:
        """The list as data."""
        return self._waiters

    def restore(self, state: tuple[Waiter, ...]) -> None:
        """Takes over the list of a state."""
        self._waiters = state

    @property
    def players(self) -> tuple[PlayerIdentity, ...]:
        """The players on the list, in order."""
        return tuple(waiter.player for waiter in self._waiters)

    @property
    def views(self) -> tuple[WaitingPlayer, ...]:
        """The list as everybody sees it."""
        return tuple(WaitingPlayer(waiter.player.name, waiter.passed_over) for waiter in self._waiters)

    def of(self, player: str) -> Waiter | None:
        """Returns the entry of the player with that id, None where they do not wait."""
        return next((waiter for waiter in self._waiters if waiter.player.id == player), None)

    # --- what players request ------------------------------------------------------------------------------------

    def sit(self, player: PlayerIdentity, command: Sit, now: int) -> list[TableEvent]:
        """Seats a player at once where no seat is due to somebody who waits; raises Refusal.

        A person whom a bot of the house can make room for joins the list.
        """
        self._seating.check_newcomer(player, now)
        ahead = self._ahead_of(player.id)
        if len(self._open) > len(ahead):
            place = self.players.index(player) if player in self.players else len(self._waiters)
            before = self._waiters[:place]
            seated = self._seating.sit(player, command, now)
            self._remove(player.id)
            return [*self._pass_over(before), *seated]
        if not player.bot and len(self._open) + len(self._bots) > len(ahead):
            return self.join(player, command.chips, now)
        if player.bot and not self._seating.seats.open:
            raise Refusal("table-full", FULL_FOR_BOTS)
        self._seating.check_room()
        first = ahead[0].player.name
        raise Refusal("table-full", f"The free seat is for {first}, who is on the waiting list; wait on it as well.")

    def join(self, player: PlayerIdentity, chips: int, now: int) -> list[TableEvent]:
        """Puts a player at the end of the list; raises Refusal where they could not sit down with that buy-in."""
        if player.bot:
            raise Refusal("no-waiting", "Bots do not wait for a seat; add one when a seat is free.")
        self._seating.check_newcomer(player, now)
        if self.of(player.id) is not None:
            raise Refusal("waiting", "You are on the waiting list already; the table seats you when your turn comes.")
        if len(self._waiters) >= MAX_WAITING:
            raise Refusal("table-full", f"The waiting list is full with {MAX_WAITING} players; come back later.")
        if any(look_alike(player.name, waiter.player.name) for waiter in self._waiters):
            raise Refusal("name-taken", f"Another player who waits is called {player.name}; take another name.")
        self._seating.checked_buy_in(player, chips, now)
        self._waiters = (*self._waiters, Waiter(player, chips))
        missing = len(self._connected) - self._seating.room
        return [WaitingListJoined(player.name, makes_room=0 < missing <= len(self._bots))]

    def leave(self, player: str) -> list[TableEvent]:
        """Takes a player off the list who wishes so; raises Refusal where they are not on it."""
        waiter = self.of(player)
        if waiter is None:
            raise Refusal("not-waiting", "You are not on the waiting list; join it to wait for a seat.")
        self._remove(player)
        return [WaitingListLeft(waiter.player.name)]

    def dismiss(self, name: str, by: str) -> list[TableEvent]:
        """Takes the player of that name off the list whom somebody sends away; does nothing where they do not wait."""
        waiter = next((waiter for waiter in self._waiters if look_alike(waiter.player.name, name)), None)
        if waiter is None:
            return []
        self._remove(waiter.player.id)
        return [WaitingListLeft(waiter.player.name, by=by)]

    def rename(self, player: str, name: str) -> bool:
        """Calls a player on the list by another name; returns False where they do not wait."""
        self._waiters = tuple(
            replace(each, player=replace(each.player, name=name)) if each.player.id == player else each
            for each in self._waiters
        )
        return self.of(player) is not None

    # --- what the runtime reports --------------------------------------------------------------------------------

    def connection_restored(self, player: str) -> None:
        """Notes that a player is connected again; does nothing for one who does not wait."""
        self._replace(player, None)

    def connection_lost(self, player: str, now: int) -> None:
        """Notes that a player's connection is lost; does nothing for one who does not wait."""
        waiter = self.of(player)
        if waiter is not None and waiter.connected:
            self._replace(player, now)

    # --- what the table does by itself ---------------------------------------------------------------------------

    def seat_first(self, now: int) -> list[TableEvent]:
        """Seats the first connected player of the list if a seat is free; tells those before them.

        A player who may no longer sit down with their buy-in is taken off the list and told why.
        """
        waiter = self._first
        if waiter is None or not self._open:
            return []
        ahead = self._waiters[: self._waiters.index(waiter)]
        self._remove(waiter.player.id)
        try:
            seated = self._seating.sit(waiter.player, Sit(chips=waiter.chips), now)
        except Refusal as refusal:
            return [WaitingListLeft(waiter.player.name, refusal.sentence)]
        return [*self._pass_over(ahead), *seated]

    def remove_absent(self, now: int) -> list[TableEvent]:
        """Takes everybody off the list who was away for as long as a seat is kept."""
        events: list[TableEvent] = []
        for waiter in self._waiters:
            since = waiter.disconnected_since
            if since is not None and now >= self._seating.held_until(since):
                self._remove(waiter.player.id)
                events.append(WaitingListLeft(waiter.player.name, AWAY_TOO_LONG))
        return events

    def make_room(self, now: int) -> PlayerLeft | None:
        """Has the bot of the house with the fewest chips leave if somebody waits for want of a seat; no hand runs."""
        if len(self._connected) <= self._seating.room:
            return None
        worst_off = min(self._bots, key=lambda seat: (seat.stack, seat.number), default=None)
        return self._seating.release(worst_off, now, LeaveReason.MADE_ROOM) if worst_off else None

    @property
    def is_due(self) -> bool:
        """Whether a seat is free for somebody on the list, who takes it with the next tick."""
        return self._first is not None and bool(self._open)

    @property
    def next_removal(self) -> int | None:
        """When somebody is next taken off the list, in milliseconds; None while everybody on it is connected."""
        away = (waiter.disconnected_since for waiter in self._waiters)
        return min((self._seating.held_until(since) for since in away if since is not None), default=None)

    # --- reading and changing ------------------------------------------------------------------------------------

    @property
    def _open(self) -> list[int]:
        return self._seating.open_places

    @property
    def _connected(self) -> list[Waiter]:
        return [waiter for waiter in self._waiters if waiter.connected]

    @property
    def _first(self) -> Waiter | None:
        return next(iter(self._connected), None)

    @property
    def _bots(self) -> list[Seat]:
        """The bots of the house that can make room."""
        return [seat for seat in self._seating.seats.occupied if seat.house and not seat.leaving]

    def _ahead_of(self, player: str) -> list[Waiter]:
        """Returns the connected players who come before a player, on the list or not."""
        connected = self._connected
        place = next((place for place, each in enumerate(connected) if each.player.id == player), len(connected))
        return connected[:place]

    def _pass_over(self, before: tuple[Waiter, ...]) -> list[TableEvent]:
        """Tells those who are away, and came before a player who has just sat down, if no seat is left for them."""
        away = [waiter for waiter in before if not waiter.connected]
        if len(away) <= len(self._open):
            return []
        self._waiters = tuple(replace(each, passed_over=True) if each in away else each for each in self._waiters)
        return [PassedOver(waiter.player.name) for waiter in away]

    def _remove(self, player: str) -> None:
        self._waiters = tuple(waiter for waiter in self._waiters if waiter.player.id != player)

    def _replace(self, player: str, disconnected_since: int | None) -> None:
        self._waiters = tuple(
            replace(waiter, disconnected_since=disconnected_since) if waiter.player.id == player else waiter
            for waiter in self._waiters
        )
