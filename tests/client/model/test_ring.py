"""Seats around the table."""

from __future__ import annotations

import pytest

from railbird_client.model.ring import SEATS_BY_EDGE, Edge, SeatSlot, seats_clockwise, assign_slots


@pytest.mark.parametrize("places", range(2, 11))
def test_every_other_seat_has_a_slot_of_its_own(places: int) -> None:
    found = assign_slots(places, viewer=places)
    assert sorted(found) == list(range(1, places))
    assert len(set(found.values())) == places - 1
    assert sum(SEATS_BY_EDGE[places]) == places - 1


def test_the_others_sit_clockwise_from_the_viewers_left() -> None:
    assert seats_clockwise(5, 4) == (5, 1, 2, 3)
    ring = assign_slots(9, viewer=1)
    assert [ring[seat] for seat in (2, 3, 4)] == [SeatSlot(Edge.LEFT, 1), SeatSlot(Edge.LEFT, 0), SeatSlot(Edge.TOP, 0)]
    assert [ring[seat] for seat in (7, 8, 9)] == [SeatSlot(Edge.TOP, 3), SeatSlot(Edge.RIGHT, 0), SeatSlot(Edge.RIGHT, 1)]


def test_heads_up_the_opponent_sits_at_the_top() -> None:
    assert assign_slots(2, viewer=2) == {1: SeatSlot(Edge.TOP, 0)}
