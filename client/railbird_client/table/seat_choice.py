"""Seats as a player asks for them: the waiting list of a full table, and another seat than their own."""

from __future__ import annotations

from railbird_shared.protocol import events as ev
from railbird_shared.protocol.commands import ChangeSeat
from railbird_shared.protocol.view import TableView


def place_in_line(view: TableView, name: str) -> int:
    """Returns the place on the waiting list of the player of that name, from 1 on; 0 if they do not wait."""
    names = [waiter.name for waiter in view.waiting]
    return names.index(name) + 1 if name in names and view.you.seat is None else 0


def must_wait(view: TableView) -> bool:
    """Whether who comes now has to wait for a seat: none is free, or those who wait already take what is free."""
    most = len(view.seats) if view.rotation else min(len(view.seats), view.game.max_seats)
    return most - len(view.occupied) <= len(view.waiting)


def free_seats(view: TableView) -> tuple[int, ...]:
    """Returns the numbers of the seats where nobody sits."""
    return tuple(number for number, seat in enumerate(view.seats, start=1) if seat is None)


def moves_to(view: TableView) -> int:
    """Returns the seat to which the viewer moves after the hand, 0 for none."""
    return 0 if view.you.seat is None else view.you.offers.moves_to


def can_move(view: TableView) -> bool:
    """Whether the viewer has a seat, and there is another to move to."""
    return view.you.seat is not None and not view.tournament and bool(free_seats(view))


def move_to(view: TableView, number: int) -> ChangeSeat:
    """Returns the command that moves the viewer to a seat, or has them stay if they move there already."""
    return ChangeSeat(seat=0 if number == moves_to(view) else number)


def neighbours(view: TableView, number: int) -> str:
    """Returns between whom a seat lies, from the one who acts before it; the viewer is left out."""
    places = len(view.seats)
    order = [(number + step - 1) % places + 1 for step in range(1, places)]
    names = [seat.name for place in order if (seat := view.at(place)) and place != view.you.seat]
    if not names:
        return "nobody else sits here"
    return f"beside {names[0]}" if len(names) == 1 else f"between {names[-1]} and {names[0]}"


def rail_text(view: TableView, name: str) -> str:
    """Returns what who watches is told: how they come to a seat, or how long they wait for one."""
    if view.tournament:
        return "You are watching a tournament: [^T] shows its clock and places."
    place = place_in_line(view, name)
    if place:
        number = f"number {place} of {len(view.waiting)}" if len(view.waiting) > 1 else "first in line"
        if view.seats_locked:
            return f"The table is locked; you are {number}."
        missed = view.waiting[place - 1].passed_over
        return f"A seat came while you were away; {number}." if missed else f"You wait for a seat, {number}."
    if view.seats_locked:
        return "You are watching; the table is locked."
    if must_wait(view):
        return "All seats are taken: [S] waits for one."
    return "You are watching: press [S] to take a seat."


def seat_news(event: ev.PublicEvent | ev.PrivateEvent, view: TableView, name: str) -> str:
    """Returns what a player has to know of an event about their own seat or place in line; `view` is after it."""
    own = view.own_seat
    match event:
        case ev.WaitingListJoined(waiting, makes_room=True) if waiting == name:
            return "A bot makes room for you: you take its seat after its hand."
        case ev.WaitingListLeft(waiting, by=by) if waiting == name and by:
            return f"{by} took you off the waiting list."
        case ev.WaitingListLeft(waiting, reason) if waiting == name and reason:
            return f"You wait for a seat no longer. {reason.replace('They were', 'You were', 1)}"
        case ev.PlayerSat(seat, sat) if sat == name and own is not None and own.seat == seat:
            chips = f" with {own.stack:,} chips" if own.stack else ""
            return f"Your turn on the waiting list has come: you have seat {seat}{chips}."
        case ev.SeatChanged(to=to, owes_blinds=owes) if own is not None and own.seat == to:
            blinds = " You wait for the big blind there, or post it ([I])." if owes else ""
            return f"You have moved to seat {to}.{blinds}"
        case _:
            return ""
