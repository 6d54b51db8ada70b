"""Tables and seats of a tournament: the draw, late entries, balancing, tables broken up, and the final table.

Every random order follows from one secret text, drawn before the tournament began. So a tournament that is brought back
draws the same seats again, and a test knows them beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

from railbird_server.tournament import balancing
from railbird_server.tournament.balancing import SeatedTable, Transfer
from railbird_server.tournament.context import Context
from railbird_server.tournament.effects import CloseTable, FreeSeat, MovePlayer, MoveReason, OpenTable, SeatPlayer
from railbird_server.tournament.state import EntrantState, PlayingTable

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
        _draw_seats(context, table, players)


def _draw_seats(context: Context, table: PlayingTable, players: list[str]) -> None:
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
    seat = balancing.worst_open_seat(shortest)
    assert seat is not None
    _seat(context, player, context.state.tables[shortest.number], seat)


def free_seat(context: Context, player: str, chips: int = 0) -> None:
    """Takes a player who is out from their seat, with the chips that leave play with them."""
    place = context.state.place_of(player)
    if place is None:
        return
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
        move = balancing.balancing_move(_seated_tables(context), idle)
        if move is None:
            return
        _transfer(context, move, MoveReason.BALANCE, _why_balanced(context, move))


def replace_table(context: Context, table: PlayingTable) -> None:
    """Opens another table for the players of one that was lost; they keep their seats, and the button is drawn anew."""
    new = _open_table(context, final=table.final)
    context.announce(f"Table {table.number} has stopped after a fault; its players go on at table {new.number}.")
    why = f"Table {table.number} has stopped after a fault: you go on at table {new.number} with your chips as before."
    for seat, player in table.seats.items():
        move = Transfer(player, table.number, seat, new.number, seat, as_due=False)
        _transfer(context, move, MoveReason.TABLE_LOST, why)
    _close_table(context, table)


def is_balanced(context: Context, table: PlayingTable) -> bool:
    """Whether no other table has two players more or fewer."""
    return all(abs(len(table.seats) - len(other.seats)) <= 1 for other in context.state.tables.values())


def waits_for_final_table(context: Context) -> bool:
    """Whether all players left fit at one table, and still sit at several."""
    tables = context.state.tables.values()
    return len(tables) > 1 and sum(len(table.seats) for table in tables) <= context.terms.seats


def _make_final_table(context: Context) -> None:
    """Draws the seats of all players left anew, at a table of its own."""
    state = context.state
    old = list(state.tables.values())
    players = [player for table in old for player in table.seats.values()]
    final = _open_table(context, final=True)
    context.announce(f"The last {len(players)} players meet at the final table; the seats are drawn anew.")
    order = drawn(context.secret, f"final table {final.number}", players)
    chairs = drawn(context.secret, f"table {final.number}", range(1, context.terms.seats + 1))
    for player, to_seat in zip(order, chairs, strict=False):
        place = state.place_of(player)
        assert place is not None
        why = f"You are at the final table. Its seats were drawn anew: yours is seat {to_seat}."
        move = Transfer(player, place[0].number, place[1], final.number, to_seat, as_due=False)
        _transfer(context, move, MoveReason.FINAL_TABLE, why)
    for table in old:
        _close_table(context, table)


def _break_up(context: Context, table: PlayingTable) -> None:
    views = {view.number: view for view in _seated_tables(context)}
    view = views.pop(table.number)
    context.announce(f"Table {table.number} is broken up; its players move to the other tables.")
    for move in balancing.break_up(view, list(views.values())):
        why = f"Table {table.number} is broken up: you move to table {move.to_table}, seat {move.to_seat}."
        _transfer(context, move, MoveReason.TABLE_BROKEN, why)
    _close_table(context, table)


def _why_balanced(context: Context, move: Transfer) -> str:
    tables = context.state.tables
    here, there = (len(tables[number].seats) for number in (move.table, move.to_table))
    sentence = (
        f"To balance the tables ({here} players here, {there} there) you move to table {move.to_table}, "
        f"seat {move.to_seat}."
    )
    return f"{sentence} The big blind reaches you there as soon as here." if move.as_due else sentence


def _transfer(context: Context, move: Transfer, reason: MoveReason, why: str) -> None:
    entrant = context.state.entrants[move.player]
    _take_from_seat(context, move.table, move.seat)
    _put_in_seat(context, move.player, move.to_table, move.to_seat)
    effect = MovePlayer(
        move.player, move.table, move.seat, move.to_table, move.to_seat, entrant.chips, reason=reason, why=why
    )
    context.add(effect)


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
