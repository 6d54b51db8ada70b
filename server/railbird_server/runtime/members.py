"""Everybody at one table: the connected viewers, the players with seats, and the host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping

from railbird_server.runtime.players import Player, Viewer
from railbird_server.table.seats import Seat

SLICE_SIZE = 250
"""Watchers told in one go; between two slices everything else gets its turn."""


class Viewers:
    """The viewers of a table by player id, one for each player."""

    def __init__(self) -> None:
        self._viewers: dict[str, Viewer] = {}

    def __contains__(self, player: str) -> bool:
        return player in self._viewers

    def enter(self, viewer: Viewer) -> None:
        """Adds a viewer in place of an older connection of the same player."""
        self._viewers[viewer.player.id] = viewer

    def holds(self, viewer: Viewer) -> bool:
        """Whether that viewer is here, and not only another connection of the same player."""
        return self._viewers.get(viewer.player.id) is viewer

    def leave(self, viewer: Viewer) -> bool:
        """Removes a viewer; returns False where the player has come back by a newer one meanwhile."""
        if not self.holds(viewer):
            return False
        del self._viewers[viewer.player.id]
        return True

    def all(self) -> list[Viewer]:
        """Returns all viewers."""
        return list(self._viewers.values())

    def watchers(self, seated: Collection[str]) -> int:
        """Returns how many look on without a seat."""
        return len(self._viewers) - sum(player in self._viewers for player in seated)

    @property
    def has_people(self) -> bool:
        """Whether anybody but bots looks on."""
        return any(not viewer.player.bot for viewer in self._viewers.values())

    async def broadcast(self, shared: bytes, own: Mapping[str, bytes], seated: Collection[str]) -> None:
        """Sends a frame to everybody, or his own to whoever has one: the seats at once, then the rail in slices."""
        rail: list[Viewer] = []
        for player, viewer in self._viewers.items():
            if player in seated or player in own:
                viewer.send_update(own.get(player, shared))
            else:
                rail.append(viewer)
        for start in range(0, len(rail), SLICE_SIZE):
            if start:
                await asyncio.sleep(0)
            for viewer in rail[start : start + SLICE_SIZE]:
                viewer.send_update(shared)


class Members:
    """The people of the table of that id; `stood_up` is called with a person when his seat is free."""

    def __init__(self, table: str, host: Player, stood_up: Callable[[Player], None]) -> None:
        self.host = host
        self.crowd = Viewers()
        self.seated: frozenset[str] = frozenset()
        self._table = table
        self._stood_up = stood_up
        self._players: dict[str, Player] = {}
        self._seats: dict[int, Player] = {}

    # --- who is there ---

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who have seats, in the order of the seats."""
        return tuple(self._seats[seat].name for seat in sorted(self._seats))

    @property
    def watchers(self) -> int:
        """How many look on without a seat."""
        return self.crowd.watchers(self.seated)

    @property
    def has_seated_people(self) -> bool:
        """Whether a person, and not only bots, has a seat."""
        return any(not person.bot for person in self._seats.values())

    @property
    def has_host(self) -> bool:
        """Whether the host is here, or has a seat to come back to."""
        return self.host.id in self.crowd or self.host.table == self._table

    def at(self, seat: int) -> Player | None:
        """Returns who has a seat, None where it is free."""
        return self._seats.get(seat)

    def seat_of(self, person: Player) -> int | None:
        """Returns the seat of a person, None for one without."""
        return next((seat for seat, held in self._seats.items() if held is person), None)

    def next_host(self) -> Player | None:
        """Returns who would be the host next: the person in the first seat who is here."""
        here = (self._seats[seat] for seat in sorted(self._seats))
        return next((person for person in here if not person.bot and person.id in self.crowd), None)

    # --- coming and going ---

    def enter(self, viewer: Viewer) -> None:
        """Adds a viewer in place of an older connection of his."""
        self.crowd.enter(viewer)
        self._players[viewer.player.id] = viewer.player

    def leave(self, viewer: Viewer) -> bool:
        """Removes a viewer; returns False where he has come back by a newer connection meanwhile."""
        left = self.crowd.leave(viewer)
        self._forget(viewer.player)
        return left

    def update_seats(self, occupied: Iterable[Seat]) -> dict[int, str]:
        """Notes who has taken a seat and who has given one up; returns the players by seat, those just gone too."""
        before = self._seats
        self._seats = {seat.number: self._players[seat.player] for seat in occupied}
        self.seated = frozenset(person.id for person in self._seats.values())
        for person in self._seats.values():
            if person.id in self.crowd:
                person.table = self._table
        for person in before.values():
            if person.id not in self.seated:
                self._free(person)
        return {seat: person.id for seat, person in (before | self._seats).items()}

    def release_all(self) -> None:
        """Frees everybody who has a seat, because the table closes."""
        for person in self._seats.values():
            self._free(person)

    def _free(self, person: Player) -> None:
        if person.table == self._table:
            person.table = ""
        self._stood_up(person)
        self._forget(person)

    def _forget(self, person: Player) -> None:
        if person.id not in self.crowd and person.id not in self.seated:
            self._players.pop(person.id, None)
