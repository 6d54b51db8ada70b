"""Who moves between tables, and to which seat, so that nobody pays a blind earlier or later for it. Pure arithmetic.

The worst place at a table is the one that the big blind reaches next. A player who moves takes the worst open seat of
the shortest table, and the player who moves is the one whom the big blind would have reached as soon at the table that
they leave: most often the player due for it next. Nobody moves between the button and the small blind as long as
another seat is open: there they would have to wait.

In a game without blinds the button takes the place of the big blind in all of this.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from railbird_server.table.hand.dealer_button import clockwise
from railbird_server.tournament.state import HandPlaces
from railbird_shared.protocol.table_limits import MAX_SEATS


class SeatedTable(NamedTuple):
    """A table as balancing sees it: all players by seat, those of them who are dealt in, and the places it dealt last.

    `size` is how many seats it has.
    """

    number: int
    seats: Mapping[int, str]
    size: int
    playing: Collection[str]
    places: HandPlaces | None

    @property
    def open_seats(self) -> list[int]:
        """The seats at which nobody sits."""
        return [seat for seat in range(1, self.size + 1) if seat not in self.seats]

    @property
    def playing_seats(self) -> list[int]:
        """The seats of those who are dealt in."""
        return [seat for seat, player in self.seats.items() if player in self.playing]

    def seated(self, player: str, seat: int) -> SeatedTable:
        """Returns the table with another player, who is dealt in."""
        return self._replace(seats={**self.seats, seat: player}, playing={*self.playing, player})


class Transfer(NamedTuple):
    """A player moves from a seat to a seat at another table.

    `as_due` says that the big blind reaches them there after as many hands as here.
    """

    player: str
    table: int
    seat: int
    to_table: int
    to_seat: int
    as_due: bool


def blind_order(table: SeatedTable) -> list[int]:
    """Returns the seats of those who are dealt in, in the order in which the big blind reaches them."""
    return clockwise(table.playing_seats, _last_blind(table.places))


def hands_to_blind(table: SeatedTable, seat: int) -> int:
    """Returns in which hand from now the big blind reaches a seat, 1 for the next, if somebody sits there."""
    return clockwise({*table.playing_seats, seat}, _last_blind(table.places)).index(seat) + 1


def worst_open_seat(table: SeatedTable) -> int | None:
    """Returns the open seat that the big blind reaches first, None at a full table.

    Seats whose player would be dealt in with the button next, or would have to wait, come last.
    """
    return min(table.open_seats, key=lambda seat: (_wait(table, seat), *_distance(table, seat)), default=None)


def waits_for_button(places: HandPlaces | None, seat: int) -> bool:
    """Whether a newcomer in that seat waits after a hand with these places, until the button has passed (DL-27)."""
    if places is None or places.small_blind_place is None or places.big_blind_place is None:
        return False
    small, big = places.small_blind_place, places.big_blind_place
    return small != places.button and 0 < (seat - small) % MAX_SEATS <= (big - small) % MAX_SEATS


def balancing_move(tables: Sequence[SeatedTable], idle: Collection[int]) -> Transfer | None:
    """Returns the next move that brings tables closer together, None where none is needed or can be made yet.

    Players leave `idle` tables only, those with most players first, as long as the shortest has two fewer.
    """
    shortest = min(tables, key=lambda table: (len(table.seats), table.number))
    donors = [
        table
        for table in tables
        if table.number in idle and table.playing_seats and len(table.seats) > len(shortest.seats) + 1
    ]
    if not donors:
        return None
    fullest = max(len(table.seats) for table in donors)
    short = [table for table in tables if len(table.seats) == len(shortest.seats)]
    pairs = [_transfer(table, to) for table in donors if len(table.seats) == fullest for to in short]
    possible = [pair for pair in pairs if pair is not None]
    if not possible:
        return None
    return min(possible, key=lambda pair: (pair.rank, pair.transfer.table, pair.transfer.to_table)).transfer


class _Rated(NamedTuple):
    rank: tuple[int, ...]
    transfer: Transfer


def _transfer(table: SeatedTable, to: SeatedTable) -> _Rated | None:
    """Returns the move between two tables, None as long as so many have no chips that the one to move is not there."""
    seat = worst_open_seat(to)
    assert seat is not None
    order = blind_order(table)
    due = hands_to_blind(to, seat) if to.places else 1
    if due > len(order):
        return None
    as_due = to.places is not None and table.places is not None
    transfer = Transfer(table.seats[order[due - 1]], table.number, order[due - 1], to.number, seat, as_due)
    return _Rated((_wait(to, seat), not as_due, due), transfer)


def break_up(table: SeatedTable, others: Sequence[SeatedTable]) -> list[Transfer]:
    """Returns where the players of a table go that is broken up: to the shortest tables, in their worst open seats.

    Who is due for the big blind first gets the seat that it reaches first, and so on.
    """
    room = {other.number: other for other in others}
    slots: list[tuple[int, int]] = []
    for player in table.seats.values():
        free = [other for other in room.values() if other.open_seats]
        shortest = min(free, key=lambda other: (len(other.seats), other.number))
        seat = worst_open_seat(shortest)
        assert seat is not None
        slots.append((shortest.number, seat))
        room[shortest.number] = shortest.seated(player, seat)
    slots.sort(key=lambda slot: (hands_to_blind(room[slot[0]], slot[1]), slot))
    order = blind_order(table)
    order += [seat for seat in table.seats if seat not in order]
    return [
        Transfer(
            table.seats[seat],
            table.number,
            seat,
            *slot,
            as_due=hands_to_blind(room[slot[0]], slot[1]) == hands_to_blind(table, seat),
        )
        for seat, slot in zip(order, slots, strict=True)
    ]


def _last_blind(places: HandPlaces | None) -> int:
    if places is None:
        return 0
    return places.button if places.big_blind_place is None else places.big_blind_place


def _wait(table: SeatedTable, seat: int) -> int:
    """How bad it would be to sit there: 2 to wait, 1 to have the button at once, 0 else."""
    places = table.places
    if waits_for_button(places, seat):
        return 2
    dealt_next = places is not None and places.small_blind_place == seat and places.small_blind_place != places.button
    return 1 if dealt_next else 0


def _distance(table: SeatedTable, seat: int) -> tuple[int, int]:
    return hands_to_blind(table, seat), (seat - _last_blind(table.places) - 1) % MAX_SEATS
