"""A host moves a player to another seat: when they move, what they owe, what is refused, and how everybody reads it."""

from __future__ import annotations

import pytest

from railbird_server.refusal import Refusal
from railbird_server.table.host_commands import OWNER
from railbird_server.table.inputs import FullEvent, PlayerCommand
from railbird_shared.history.narration import event_sentence
from railbird_shared.protocol.commands import ChangeSeat, Sit, Stand
from railbird_shared.protocol.events import PlayerLeft, SeatAssigned, SeatChanged
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.host_commands import Kick, MovePlayer
from support.table_harness import TableHarness, from_player, start_table, table_settings


def move(harness: TableHarness, seat: int, to: int) -> list[FullEvent]:
    """Wren, the host, has the player in a seat move."""
    return harness.submit(from_player("Wren", MovePlayer(seat=seat, to=to)))


def refusal_of(harness: TableHarness, seat: int, to: int) -> str:
    """The sentence with which the host's wish is refused."""
    with pytest.raises(Refusal) as refusal:
        move(harness, seat, to)
    return refusal.value.sentence


def test_between_hands_a_player_is_moved_at_once_with_their_chips() -> None:
    harness = start_table(stacks=(50, 60, 70))
    moved = [event for event in move(harness, 2, 6) if isinstance(event, SeatAssigned | SeatChanged)]
    assert moved == [SeatAssigned("Wren", 2, 6), SeatChanged(2, 6)]
    assert harness.player_by_seat == {1: "Wren", 3: "Jay", 6: "Heron"}
    assert harness.stacks()["Heron"] == 60
    assert harness.view("Heron").you.seat == 6


def test_in_a_hand_they_move_before_the_next_one_and_cannot_take_it_back() -> None:
    harness = start_table()
    harness.deal_next_hand()
    assert move(harness, 3, 5)[0] == SeatAssigned("Wren", 3, 5)
    assert harness.view("Jay").you.offers.moves_to == 5
    with pytest.raises(Refusal, match="Wren has you move to seat 5 after this hand; ask them"):
        harness.submit(from_player("Jay", ChangeSeat(seat=0)))
    assert harness.expect_refusal(from_player("Magpie", Sit(seat=5))) == "seat-taken"
    harness.fold_to_end()
    assert SeatChanged(3, 5) in harness.deal_next_hand()
    harness.fold_to_end()
    harness.submit(from_player("Jay", ChangeSeat(seat=3)))
    assert harness.seat_of("Jay").number == 3, "they move as they like again"


def test_the_host_lets_them_stay_after_all() -> None:
    harness = start_table()
    harness.deal_next_hand()
    move(harness, 3, 5)
    assert move(harness, 3, 0)[0] == SeatAssigned("Wren", 3, 0)
    harness.fold_to_end()
    harness.deal_next_hand()
    assert harness.seat_of("Jay").number == 3


def test_who_is_moved_away_from_the_blinds_owes_them_as_if_they_had_asked() -> None:
    wished, ordered = (start_table(settings=table_settings(seats=8)) for _ in range(2))
    for harness in (wished, ordered):
        for _ in range(4):
            harness.deal_next_hand()
            harness.fold_to_end()
    wished.submit(from_player("Heron", ChangeSeat(seat=8)))
    move(ordered, 2, 8)
    assert ordered.seat_of("Heron") == wished.seat_of("Heron")
    assert [event for event in ordered.events if isinstance(event, SeatChanged)] == [
        event for event in wished.events if isinstance(event, SeatChanged)
    ]


def test_the_host_may_move_themselves_and_the_owner_anybody() -> None:
    harness = start_table()
    assert SeatChanged(1, 5) in move(harness, 1, 5)
    by_owner = harness.submit(PlayerCommand(OWNER, MovePlayer(seat=5, to=1)))
    assert by_owner[:2] == [SeatAssigned("the house", 5, 1), SeatChanged(5, 1)]


def test_who_stands_up_is_moved_nowhere() -> None:
    harness = start_table()
    harness.deal_next_hand()
    move(harness, 3, 5)
    harness.submit(from_player("Jay", Stand()))
    harness.fold_to_end()
    assert [event.name for event in harness.events if isinstance(event, PlayerLeft)] == ["Jay"]
    assert not any(isinstance(event, SeatChanged) for event in harness.events)


def test_what_is_refused_is_said_and_nobody_moves() -> None:
    harness = start_table()
    assert harness.expect_refusal(from_player("Heron", MovePlayer(seat=3, to=5))) == "not-host"
    assert refusal_of(harness, 2, 3) == "Seat 3 is taken; choose another."
    assert refusal_of(harness, 2, 2) == "Heron has seat 2 already; choose another one."
    assert refusal_of(harness, 2, 9) == "This table has seats 1 to 6; choose one of them."
    assert refusal_of(harness, 5, 6) == "Nobody sits in seat 5; choose the seat of a player."
    assert refusal_of(harness, 2, 0) == "Nobody has Heron move; they keep their seat anyway."
    harness.deal_next_hand()
    move(harness, 3, 5)
    assert refusal_of(harness, 2, 5) == "Seat 5 is for Jay, who moves there after this hand; choose another."
    harness.submit(from_player("Wren", Kick(seat=2)))
    assert refusal_of(harness, 2, 6) == "Heron leaves the table after this hand; choose somebody else."


def test_the_log_tells_it() -> None:
    harness = start_table()
    view = harness.view()
    told = [event_sentence(each.event, each.before) for each in fold_each(view, [SeatAssigned("Wren", 2, 6)])]
    assert told == ["Wren has Heron move to seat 6"]
    harness.deal_next_hand()
    assert event_sentence(SeatAssigned("Wren", 2, 6), harness.view()) == "Wren has Heron move to seat 6 after this hand"
    assert event_sentence(SeatAssigned("Wren", 2, 0), harness.view()) == "Wren lets Heron keep seat 2"
