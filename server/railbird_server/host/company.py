"""Everybody at one table: who looks on, who has a seat even while his connection is lost, and who is the host."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from railbird_server.host.crowd import Crowd
from railbird_server.host.people import Person, Viewer
from railbird_server.table.seats import Seat


class Company:
    """The people of the table of that id; `stood_up` is called with a person when his seat is free."""

    def __init__(self, table: str, host: Person, stood_up: Callable[[Person], None]) -> None:
        self.host = host
        self.crowd = Crowd()
        self.seated: frozenset[str] = frozenset()
        self._table = table
        self._stood_up = stood_up
        self._persons: dict[str, Person] = {}
        self._seats: dict[int, Person] = {}

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
    def keeps_seats(self) -> bool:
        """Whether a person, and not only bots, has a seat."""
        return any(not person.bot for person in self._seats.values())

    @property
    def has_host(self) -> bool:
        """Whether the host is here, or has a seat to come back to."""
        return self.host.player in self.crowd or self.host.table == self._table

    def at(self, seat: int) -> Person | None:
        """Returns who has a seat, None where it is free."""
        return self._seats.get(seat)

    def seat_of(self, person: Person) -> int | None:
        """Returns the seat of a person, None for one without."""
        return next((seat for seat, held in self._seats.items() if held is person), None)

    def heir(self) -> Person | None:
        """Returns who would be the host next: the person in the first seat who is here."""
        here = (self._seats[seat] for seat in sorted(self._seats))
        return next((person for person in here if not person.bot and person.player in self.crowd), None)

    # --- coming and going ---

    def enter(self, viewer: Viewer) -> None:
        """Adds a viewer in place of an older connection of his."""
        self.crowd.enter(viewer)
        self._persons[viewer.person.player] = viewer.person

    def leave(self, viewer: Viewer) -> bool:
        """Removes a viewer; returns False where he has come back by a newer connection meanwhile."""
        left = self.crowd.leave(viewer)
        self._forget(viewer.person)
        return left

    def settle(self, occupied: Iterable[Seat]) -> dict[int, str]:
        """Notes who has taken a seat and who has given one up; returns the players by seat, those just gone too."""
        before = self._seats
        self._seats = {seat.number: self._persons[seat.player] for seat in occupied}
        self.seated = frozenset(person.player for person in self._seats.values())
        for person in self._seats.values():
            if person.player in self.crowd:
                person.table = self._table
        for person in before.values():
            if person.player not in self.seated:
                self._free(person)
        return {seat: person.player for seat, person in (before | self._seats).items()}

    def part(self) -> None:
        """Frees everybody who has a seat, because the table closes."""
        for person in self._seats.values():
            self._free(person)

    def _free(self, person: Person) -> None:
        if person.table == self._table:
            person.table = ""
        self._stood_up(person)
        self._forget(person)

    def _forget(self, person: Person) -> None:
        if person.player not in self.crowd and person.player not in self.seated:
            self._persons.pop(person.player, None)
