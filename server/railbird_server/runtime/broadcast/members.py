"""Who is at one table: its viewers, the players with seats, and the host."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from railbird_server.runtime.people.players import Player, Viewer
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.seats import Seat
from railbird_shared.text.text_cleaning import look_alike

MAX_VISITORS = 100
"""How many of those who came to a table are remembered, so that its host can ban them after they have left."""


class Members:
    """The members of one table.

    `viewers` are the connected ones by player id, one for each player, `seated` the ids of the players with seats, here
    or away, and `waiting` those of the players on the waiting list. `opener` is the id of who opened the table, the
    host unless it is given. `seat_released` is called with a player and the table's id when their seat is free.
    """

    def __init__(
        self, table: str, host: Player, seat_released: Callable[[Player, str], None], *, opener: str = ""
    ) -> None:
        self.host = host
        self._opener = opener or host.id
        self.viewers: dict[str, Viewer] = {}
        self.seated: frozenset[str] = frozenset()
        self.waiting: frozenset[str] = frozenset()
        self._table = table
        self._seat_released = seat_released
        self._players: dict[str, Player] = {}
        self._seats: dict[int, Player] = {}
        self._visitors: OrderedDict[str, tuple[Player, str]] = OrderedDict()

    # --- who is there ---

    def is_here(self, viewer: Viewer) -> bool:
        """Whether that viewer is here, and not only another connection of the same player."""
        return self.viewers.get(viewer.player.id) is viewer

    def holds_place(self, player: Player) -> bool:
        """Whether a player has a seat, or a place on the waiting list."""
        return player.id in self.seated or player.id in self.waiting

    def at(self, seat: int) -> Player | None:
        """Returns the player in a seat, None where it is free."""
        return self._seats.get(seat)

    @property
    def seated_players(self) -> list[Player]:
        """The players with seats, in the order of the seats."""
        return [self._seats[seat] for seat in sorted(self._seats)]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players with seats, in the order of the seats."""
        return tuple(self._seats[seat].name for seat in sorted(self._seats))

    @property
    def watchers(self) -> int:
        """How many viewers have no seat."""
        return len(self.viewers) - sum(player in self.viewers for player in self.seated)

    @property
    def has_people(self) -> bool:
        """Whether a person, and not only bots, is here."""
        return any(not viewer.player.bot for viewer in self.viewers.values())

    @property
    def has_seated_people(self) -> bool:
        """Whether a person, and not only bots, has a seat."""
        return any(not player.bot for player in self._seats.values())

    @property
    def has_host(self) -> bool:
        """Whether the host is here, or has a seat to come back to."""
        return self.host.id in self.viewers or self.host.table == self._table

    def is_opener_back(self, player: Player) -> bool:
        """Whether that player has opened the table, and somebody else has become its host meanwhile."""
        return player.id == self._opener and self.host is not player

    def appoint(self, player: str) -> None:
        """Makes the seated player of that id the host for good, in place of who opened the table."""
        self.host = self._players[player]
        self._opener = player

    def next_host(self) -> Player | None:
        """Returns the first person in the order of seats who is connected, None where there is none."""
        seated = (self._seats[seat] for seat in sorted(self._seats))
        return next((player for player in seated if not player.bot and player.id in self.viewers), None)

    def find(self, name: str) -> tuple[Player, str] | None:
        """Returns who is called so, with their address: of those with seats, on the rail, or here before; or None."""
        here = [*self.seated_players, *(viewer.player for viewer in self.viewers.values())]
        known = [*here, *(player for player, _ in reversed(self._visitors.values()))]
        found = next((player for player in known if look_alike(player.name, name)), None)
        return None if found is None else (found, self._visitors.get(found.id, (found, ""))[1])

    # --- coming and going ---

    def enter(self, viewer: Viewer) -> None:
        """Adds a viewer in place of an older connection of the same player."""
        self.viewers[viewer.player.id] = viewer
        self._players[viewer.player.id] = viewer.player
        self._visitors[viewer.player.id] = viewer.player, viewer.address
        self._visitors.move_to_end(viewer.player.id)
        if len(self._visitors) > MAX_VISITORS:
            self._visitors.popitem(last=False)

    def expect(self, player: Player) -> None:
        """Notes a player who takes a seat without having come, as in a tournament."""
        self._players[player.id] = player
        player.table = self._table

    def restore(
        self, players: Iterable[Player], occupied: Sequence[Seat], waiting: Iterable[PlayerIdentity] = ()
    ) -> None:
        """Notes who has a seat at a table that comes back from the journal, or waits; nobody is connected yet."""
        self._players = {player.id: player for player in players}
        self._seats = {seat.number: self._players[seat.player] for seat in occupied}
        self.seated = frozenset(player.id for player in self._seats.values())
        self.waiting = frozenset(player.id for player in waiting)
        for player in self.waiting:
            self._players[player].table = self._table
        for seat in occupied:
            if not seat.leaving:  # who has stood up may have a seat elsewhere by now
                self._players[seat.player].table = self._table

    @property
    def absent(self) -> list[Player]:
        """The people with seats to come back to who are not connected, bots apart."""
        return [player for player in self._staying if player.id not in self.viewers]

    @property
    def absent_waiting(self) -> list[Player]:
        """The players on the waiting list who are not connected."""
        return [self._players[player] for player in sorted(self.waiting) if player not in self.viewers]

    @property
    def has_returned(self) -> bool:
        """Whether somebody with a seat to come back to is connected, bots apart."""
        return any(player.id in self.viewers for player in self._staying)

    @property
    def _staying(self) -> list[Player]:
        return [player for player in self._seats.values() if not player.bot and player.table == self._table]

    def leave(self, viewer: Viewer) -> bool:
        """Removes a viewer; returns False where a newer connection of the same player is here instead."""
        if not self.is_here(viewer):
            return False
        del self.viewers[viewer.player.id]
        self._forget(viewer.player)
        return True

    def update_seats(self, occupied: Iterable[Seat], waiting: Iterable[PlayerIdentity] = ()) -> None:
        """Notes who has taken a seat, or waits for one, and who has given that up."""
        before = [*self._seats.values(), *(self._players[player] for player in sorted(self.waiting))]
        self._seats = {seat.number: self._players[seat.player] for seat in occupied}
        self.seated = frozenset(player.id for player in self._seats.values())
        self.waiting = frozenset(player.id for player in waiting)
        for player in (*self._seats.values(), *(self._players[player] for player in self.waiting)):
            if player.id in self.viewers:
                player.table = self._table
        for player in before:
            if not self.holds_place(player):
                self._release(player)

    def release_all(self) -> None:
        """Releases every seat and every place on the waiting list, because the table closes."""
        for player in (*self._seats.values(), *(self._players[player] for player in sorted(self.waiting))):
            self._release(player)

    def _release(self, player: Player) -> None:
        if player.table == self._table:
            player.table = ""
        self._seat_released(player, self._table)
        self._forget(player)

    def _forget(self, player: Player) -> None:
        if player.id not in self.viewers and not self.holds_place(player):
            self._players.pop(player.id, None)
