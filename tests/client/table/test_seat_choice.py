"""Seats as a player asks for them: the waiting list, and another seat."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.action_bar import build_action_bar
from railbird_client.table.input_state import InputState
from railbird_client.table.prompts import WAIT, AmountPrompt, buy_in, refusal_of
from railbird_client.table.table_model import TableModel
from railbird_client.table.table_options import TableOptions
from railbird_client.table.table_words import can_move, free_seats, must_wait, neighbours, rail_text
from railbird_client.table.turn.table_keys import SeatClick, TableKey
from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.commands import ChangeSeat, JoinWaitingList, LeaveWaitingList, Sit
from railbird_shared.protocol.events import (
    LeaveReason,
    PlayerKicked,
    PlayerLeft,
    PlayerSat,
    PublicEvent,
    SeatChanged,
    WaitingListJoined,
    WaitingListLeft,
    YourSeat,
)
from railbird_shared.protocol.view import TableView, WaitingPlayer, You
from support.key_presses import parse_presses, press_at
from support.view_builders import seat_view, snapshot_message, step_message, table_view

FULL = table_view(*(seat_view(number) for number in range(1, 4)), seat_count=3)
"""A table of three seats with Wren, Heron and Jay, as Rook sees it from the rail."""


def waiting(*names: str) -> TableView:
    return replace(FULL, waiting=tuple(WaitingPlayer(name) for name in names))


def at(view: TableView, name: str = "Rook") -> InputState:
    """What a player of that name does at a table."""
    state = InputState(name)
    state.update_view(view, 0.0)
    return state


def labels(state: InputState) -> list[str]:
    bar = build_action_bar(state, 0.0)
    return [button.label for button in (*bar.buttons, *bar.second_row)]


def test_the_key_of_the_seats_waits_at_a_full_table() -> None:
    state = at(FULL)
    assert "Wait for a seat" in labels(state)
    assert press_at(state, TableKey.SIT, 1.0) is None
    assert state.prompt is not None
    assert state.prompt.question == "Wait for a seat with how much? Usually 200:"
    assert "Wait with 200" in labels(state)
    commands = [press_at(state, press, 2.0) for press in parse_presses("8 0 confirm")]
    assert commands[-1] == JoinWaitingList(chips=80)


def test_who_waits_reads_their_place_and_leaves_the_list_by_the_same_key() -> None:
    state = at(waiting("Magpie", "Rook", "Finch"))
    assert rail_text(waiting("Magpie", "Rook"), "Rook") == "You wait for a seat, number 2 of 2."
    assert rail_text(waiting("Rook"), "Rook") == "You wait for a seat, first in line."
    assert "Wait no longer" in labels(state)
    assert press_at(state, TableKey.SIT, 1.0) == LeaveWaitingList()


def test_who_was_passed_over_is_told() -> None:
    view = replace(FULL, waiting=(WaitingPlayer("Rook", passed_over=True),))
    assert rail_text(view, "Rook") == "A seat came while you were away; first in line."


def test_a_free_seat_for_who_waits_is_not_offered_to_others() -> None:
    one_free = replace(waiting("Magpie"), seats=(*FULL.seats[:2], None))
    assert must_wait(one_free)
    assert press_at(at(one_free), SeatClick(3), 1.0) is None
    assert not must_wait(replace(one_free, waiting=()))


def test_a_game_for_fewer_players_than_seats_makes_others_wait() -> None:  # DL-22
    game = replace(FULL.game, max_seats=3)
    assert must_wait(table_view(*(seat_view(number) for number in range(1, 4)), game=game, seat_count=6))


def test_a_locked_table_is_not_asked_for_a_seat() -> None:
    view = replace(FULL, seats_locked=True)
    state = at(view)
    assert press_at(state, TableKey.SIT, 1.0) is None
    assert state.notices.current(1.0) == "Wren has locked the table; watch until it is unlocked."
    assert "Wait for a seat" not in labels(state)
    assert rail_text(view, "Rook") == "You are watching; the table is locked."
    waits = replace(view, waiting=(WaitingPlayer("Rook"),))
    assert rail_text(waits, "Rook") == "The table is locked; you are first in line."


def test_who_watches_a_tournament_is_offered_no_seat() -> None:
    view = replace(FULL, tournament="5d0e")
    assert rail_text(view, "Rook") == "You are watching a tournament: [^T] shows its clock and places."


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        (replace(FULL, you=You(1)), "You have a seat already."),
        (FULL, ""),
    ],
)
def test_the_question_how_much_to_wait_with_lapses_with_a_seat(view: TableView, sentence: str) -> None:
    assert AmountPrompt(WAIT, FULL).update_view(view) == sentence


def test_a_buy_in_for_a_seat_that_is_gone_leads_to_the_list() -> None:
    prompt = AmountPrompt(buy_in(), replace(FULL, seats=(*FULL.seats[:2], None)))
    assert prompt.update_view(FULL) == "Every seat is taken now: press [S] to wait for one."


# --- another seat

SEATED = table_view(seat_view(1), seat_view(2), seat_view(4), you=You(1))
"""Six seats, with the viewer in seat 1."""


def test_a_click_on_a_free_seat_moves_there_and_a_second_one_takes_it_back() -> None:
    state = at(SEATED, "Wren")
    assert press_at(state, SeatClick(5), 1.0, clicked=True) == ChangeSeat(seat=5)
    assert press_at(state, SeatClick(5), 1.2, clicked=True) is None, "the second click of a double click"
    state.update_view(replace(SEATED, you=You(1, offers=Offers(moves_to=5))), 1.5)
    assert "To seat 5" in labels(state)
    assert press_at(state, SeatClick(5), 3.0, clicked=True) == ChangeSeat(seat=0)
    assert press_at(state, SeatClick(3), 5.0, clicked=True) == ChangeSeat(seat=3)


def test_without_another_seat_the_key_says_so() -> None:
    assert refusal_of(TableKey.MOVE, replace(FULL, you=You(1)))
    assert not can_move(SEATED if SEATED.you.seat is None else FULL)
    state = at(replace(FULL, you=You(1)), "Wren")
    press_at(state, TableKey.MOVE, 1.0)
    assert state.notices.current(1.0) == "No other seat is free."
    state = at(FULL)
    press_at(state, TableKey.MOVE, 1.0)
    assert state.notices.current(1.0) == "Take a seat first."


def test_free_seats_are_told_by_their_neighbours() -> None:
    assert free_seats(SEATED) == (3, 5, 6)
    assert neighbours(SEATED, 3) == "between Heron and Magpie"
    assert neighbours(SEATED, 6) == "between Magpie and Heron"
    assert neighbours(table_view(seat_view(1), seat_view(2), you=You(1)), 4) == "beside Heron"
    assert neighbours(table_view(seat_view(1), you=You(1)), 4) == "nobody else sits here"


# --- what a player is told


def news(view: TableView, *events: PublicEvent, seat: int | None = None, name: str = "Rook") -> str:
    """What the player of that name reads after these events."""
    session = TableModel(TableOptions(), name)
    session.receive(snapshot_message(view), 0.0)
    private = () if seat is None else (YourSeat(seat),)
    session.receive(step_message(*events, private=private), 1.0)
    return session.notices.sticky


def test_who_gets_the_seat_of_a_bot_is_told_when_they_wait_and_when_they_sit() -> None:
    assert news(FULL, WaitingListJoined("Rook", makes_room=True)) == (
        "A bot makes room for you: you take its seat after its hand."
    )
    left = PlayerLeft(3, "Jay", 100, LeaveReason.MADE_ROOM)
    assert news(waiting("Rook"), left, PlayerSat(3, "Rook", 80), seat=3) == (
        "Your turn on the waiting list has come: you have seat 3 with 80 chips."
    )


def test_who_sits_down_without_waiting_is_told_nothing() -> None:
    one_free = replace(FULL, seats=(*FULL.seats[:2], None))
    assert not news(one_free, PlayerSat(3, "Rook", 80), seat=3)


def test_who_is_taken_off_the_list_is_told_by_whom_or_why() -> None:
    assert news(waiting("Rook"), WaitingListLeft("Rook", by="Wren")) == "Wren took you off the waiting list."
    away = WaitingListLeft("Rook", "They were away for too long.")
    assert news(waiting("Rook"), away) == "You wait for a seat no longer. You were away for too long."
    assert not news(waiting("Rook", "Magpie"), WaitingListLeft("Magpie", by="Wren"))
    assert not news(waiting("Rook"), WaitingListLeft("Rook"))


def test_who_has_moved_is_told_where_they_sit_and_what_they_owe() -> None:
    assert news(SEATED, SeatChanged(1, 5), seat=5, name="Wren") == "You have moved to seat 5."
    owed = news(SEATED, SeatChanged(1, 5, owes_blinds=True), seat=5, name="Wren")
    assert owed == "You have moved to seat 5. You wait for the big blind there, or post it ([I])."
    assert not news(SEATED, SeatChanged(2, 5), name="Wren")


def test_a_buy_in_still_takes_a_free_seat() -> None:
    state = at(replace(FULL, seats=(*FULL.seats[:2], None)))
    commands = [press_at(state, press, 1.0) for press in parse_presses("sit confirm")]
    assert commands[-1] == Sit(chips=200)


def test_who_is_removed_is_told_by_whom_and_when_they_leave() -> None:
    kicked = PlayerKicked("Heron", 1)
    assert news(SEATED, kicked, name="Wren") == (
        "Heron, the host, removes you from the table: you leave it after this hand."
    )
    assert news(SEATED, kicked, PlayerLeft(1, "Wren", 100), name="Wren") == (
        "Heron, the host, removes you from the table: you watch from the rail now."
    )
    assert not news(SEATED, PlayerKicked("Wren", 2), name="Wren")
