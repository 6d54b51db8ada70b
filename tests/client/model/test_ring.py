"""Seats around the table."""

from __future__ import annotations

import pytest

from railbird_client.model.ring import SHAPES, Edge, Slot, clockwise, slots


@pytest.mark.parametrize("places", range(2, 11))
def test_every_other_seat_has_a_slot_of_its_own(places: int) -> None:
    found = slots(places, viewer=places)
    assert sorted(found) == list(range(1, places))
    assert len(set(found.values())) == places - 1
    assert sum(SHAPES[places]) == places - 1


def test_the_others_sit_clockwise_from_the_viewers_left() -> None:
    assert clockwise(5, 4) == (5, 1, 2, 3)
    ring = slots(9, viewer=1)
    assert [ring[seat] for seat in (2, 3, 4)] == [Slot(Edge.LEFT, 1), Slot(Edge.LEFT, 0), Slot(Edge.TOP, 0)]
    assert [ring[seat] for seat in (7, 8, 9)] == [Slot(Edge.TOP, 3), Slot(Edge.RIGHT, 0), Slot(Edge.RIGHT, 1)]


def test_heads_up_the_other_sits_across() -> None:
    assert slots(2, viewer=2) == {1: Slot(Edge.TOP, 0)}
