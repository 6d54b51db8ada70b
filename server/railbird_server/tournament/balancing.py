"""Tables and seats of a tournament: the draw, late entries, balancing, tables broken up, and the final table.

Every random order follows from one secret text, drawn before the tournament began. So a tournament that is brought back
draws the same seats again, and a test knows them beforehand.

Balancing moves players between tables so that nobody pays a blind earlier or later for it; it is pure arithmetic.

The worst place at a table is the one that the big blind reaches next. A player who moves takes the worst open seat of
the shortest table, and the player who moves is the one whom the big blind would have reached as soon at the table that
they leave: most often the player due for it next. Nobody moves between the button and the small blind as long as
another seat is open: there they would have to wait.

In a game without blinds the button takes the place of the big blind in all of this.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeVar

from railbird_server.table.dealer_button import clockwise
from railbird_server.tournament.effects import CloseTable, Context, FreeSeat, MovePlayer, OpenTable, SeatPlayer
from railbird_server.tournament.state import EntrantState, HandPlaces, PlayingTable
from railbird_shared.protocol.table_limits import MAX_SEATS


class SeatedTable(NamedTuple):
    """A table as balancing sees it: players by seat, those dealt in, the places dealt last, and its number of seats."""

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
    """A player moves to a seat of another table, which the big blind reaches after as many hands if `as_due`."""

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
    open_seats = clockwise(table.open_seats, _last_blind(table.places))
    return min(open_seats, key=lambda seat: (_wait(table, seat), hands_to_blind(table, seat)), default=None)


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
    pairs = [_rated_transfer(table, to) for table in donors if len(table.seats) == fullest for to in short]
    return min(filter(None, pairs))[1] if any(pairs) else None


def _rated_transfer(table: SeatedTable, to: SeatedTable) -> tuple[tuple[int, ...], Transfer] | None:
    """Returns how bad a move between tables is, and the move; None if its player is not there for want of chips."""
    seat = worst_open_seat(to)
    assert seat is not None
    order = blind_order(table)
    due = hands_to_blind(to, seat) if to.places else 1
    if due > len(order):
        return None
    as_due = to.places is not None and table.places is not None
    transfer = Transfer(table.seats[order[due - 1]], table.number, order[due - 1], to.number, seat, as_due)
    return (_wait(to, seat), not as_due, due, table.number, to.number), transfer


def break_up(table: SeatedTable, others: Sequence[SeatedTable]) -> list[Transfer]:
    """Returns where the players of a table go that is broken up: to the shortest tables, in their worst open seats.

    The player due for the big blind first gets the seat that it reaches first, and so on.
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
    return int(places is not None and places.small_blind_place == seat != places.button)


T = TypeVar("T", int, str)

FEWEST_TO_BREAK = 3
"""So many tables, or more, have one broken up; the last two become the final table."""


def drawn(secret: str, occasion: str, lots: Iterable[T]) -> list[T]:
    """Returns the lots in the order in which they are drawn on that occasion; each occasion has an order of its own."""
    return sorted(lots, key=lambda lot: sha256(f"{secret}|{occasion}|{lot}".encode()).digest())


def seat_all(context: Context) -> None:
    """Opens as many tables as are needed, and draws a seat for everybody."""
    state = context.state
    order = drawn(context.secret, "seats", state.entrants)
    count = -(-len(order) // context.terms.seats)
    tables = [_open_table(context, final=count == 1) for _ in range(count)]
    for table, players in zip(tables, (order[index::count] for index in range(count)), strict=True):
        chairs = drawn(context.secret, f"table {table.number}", range(1, context.terms.seats + 1))
        for player, seat in zip(players, chairs, strict=False):
            _seat(context, player, table, seat)


def seat_newcomer(context: Context, player: str) -> None:
    """Gives a player who enters late the worst open seat of the shortest table; a full tournament opens another one."""
    tables = [view for view in _seated_tables(context) if view.open_seats]
    if not tables:
        _seat(context, player, _open_table(context), 1)
        return
    shortest = min(tables, key=lambda view: (len(view.seats), view.number))
    seat = worst_open_seat(shortest)
    assert seat is not None
    _seat(context, player, context.state.tables[shortest.number], seat)


def free_seat(context: Context, player: str, chips: int = 0) -> None:
    """Takes a player who is out from their seat, with the chips that leave play with them."""
    if place := context.state.place_of(player):
        table, seat = place
        _take_from_seat(context, table.number, seat)
        context.add(FreeSeat(player, table.number, seat, chips))


def rebalance(context: Context) -> None:
    """Makes every move that is due and can be made now; the tables whose players move are idle."""
    state, seats = context.state, context.terms.seats
    while len(state.tables) > 1:
        players = sum(len(table.seats) for table in state.tables.values())
        if players <= seats:
            if state.is_idle:
                _make_final_table(context)
            return
        last = state.tables[max(state.tables)]
        if len(state.tables) >= FEWEST_TO_BREAK and players <= seats * (len(state.tables) - 1) and last.is_idle:
            _break_up(context, last)
            continue
        idle = [table.number for table in state.tables.values() if table.is_idle]
        move = balancing_move(_seated_tables(context), idle)
        if move is None:
            return
        _transfer(context, move.player, move.to_table, move.to_seat, _why_balanced(context, move))


def replace_table(context: Context, table: PlayingTable) -> None:
    """Opens another table for the players of one that was lost; they keep their seats, and the button is drawn anew."""
    new = _open_table(context, final=table.final)
    context.announce(f"Table {table.number} has stopped after a fault; its players go on at table {new.number}.")
    why = f"Table {table.number} has stopped after a fault: you go on at table {new.number} with your chips as before."
    for seat, player in table.seats.items():
        _transfer(context, player, new.number, seat, why)
    _close_table(context, table)


def is_balanced(context: Context, table: PlayingTable) -> bool:
    """Whether no other table has two players more or fewer."""
    return all(abs(len(table.seats) - len(other.seats)) <= 1 for other in context.state.tables.values())


def waits_for_final_table(context: Context) -> bool:
    """Whether all players left fit at one table, and still sit at several."""
    tables = context.state.tables.values()
    return len(tables) > 1 and sum(len(table.seats) for table in tables) <= context.terms.seats


def _make_final_table(context: Context) -> None:
    old = list(context.state.tables.values())
    players = [player for table in old for player in table.seats.values()]
    final = _open_table(context, final=True)
    context.announce(f"The last {len(players)} players meet at the final table; the seats are drawn anew.")
    order = drawn(context.secret, f"final table {final.number}", players)
    chairs = drawn(context.secret, f"table {final.number}", range(1, context.terms.seats + 1))
    for player, seat in zip(order, chairs, strict=False):
        why = f"You are at the final table. Its seats were drawn anew: yours is seat {seat}."
        _transfer(context, player, final.number, seat, why)
    for table in old:
        _close_table(context, table)


def _break_up(context: Context, table: PlayingTable) -> None:
    views = {view.number: view for view in _seated_tables(context)}
    view = views.pop(table.number)
    context.announce(f"Table {table.number} is broken up; its players move to the other tables.")
    for move in break_up(view, list(views.values())):
        why = f"Table {table.number} is broken up: you move to table {move.to_table}, seat {move.to_seat}."
        _transfer(context, move.player, move.to_table, move.to_seat, why)
    _close_table(context, table)


def _why_balanced(context: Context, move: Transfer) -> str:
    tables = context.state.tables
    here, there = (len(tables[number].seats) for number in (move.table, move.to_table))
    sentence = (
        f"To balance the tables ({here} players here, {there} there) you move to table {move.to_table}, "
        f"seat {move.to_seat}."
    )
    return f"{sentence} The big blind reaches you there as soon as here." if move.as_due else sentence


def _transfer(context: Context, player: str, to_table: int, to_seat: int, why: str) -> None:
    place = context.state.place_of(player)
    assert place is not None
    table, seat = place[0].number, place[1]
    _take_from_seat(context, table, seat)
    _put_in_seat(context, player, to_table, to_seat)
    chips = context.state.entrants[player].chips
    context.add(MovePlayer(player, table, seat, to_table, to_seat, chips, why))


def _seated_tables(context: Context) -> list[SeatedTable]:
    entrants = context.state.entrants
    return [
        SeatedTable(
            table.number,
            table.seats,
            context.terms.seats,
            {player for player in table.seats.values() if entrants[player].state is EntrantState.PLAYING},
            table.places,
        )
        for table in context.state.tables.values()
    ]


def _seat(context: Context, player: str, table: PlayingTable, seat: int) -> None:
    _put_in_seat(context, player, table.number, seat)
    context.add(SeatPlayer(player, table.number, seat, context.state.entrants[player].chips))


def _put_in_seat(context: Context, player: str, number: int, seat: int) -> None:
    context.change_table(number, seats={**context.state.tables[number].seats, seat: player})


def _take_from_seat(context: Context, number: int, seat: int) -> None:
    seats = context.state.tables[number].seats
    context.change_table(number, seats={each: player for each, player in seats.items() if each != seat})


def _open_table(context: Context, *, final: bool = False) -> PlayingTable:
    state = context.state
    state.opened += 1
    table = PlayingTable(state.opened, {}, final=final)
    state.tables[table.number] = table
    context.add(OpenTable(table.number, final=final))
    return table


def _close_table(context: Context, table: PlayingTable) -> None:
    del context.state.tables[table.number]
    context.add(CloseTable(table.number))
