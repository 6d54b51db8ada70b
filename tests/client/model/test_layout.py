"""Layouts for every terminal size, and where the seats lie."""

from __future__ import annotations

import itertools

import pytest

from railbird_client.model.card_art import CardSize
from railbird_client.model.layout import (
    SEATS_BY_EDGE,
    Edge,
    Layout,
    Rect,
    SeatSlot,
    assign_slots,
    compute_layout,
    seats_clockwise,
)
from railbird_shared.games import Family

SIZES = [(80, 24), (81, 25), (90, 28), (100, 30), (112, 30), (114, 26), (120, 30), (120, 40), (132, 43), (200, 60)]
TABLES = [
    *((Family.BOARD, places) for places in range(2, 11)),
    *((Family.DRAW, places) for places in range(2, 9)),
    *((Family.STUD, places) for places in range(2, 9)),
]


def layout_rects(layout: Layout) -> list[Rect]:
    named = [layout.title, layout.bar, layout.board, layout.own_seat, layout.rows]
    named += [layout.log, layout.chat]
    return [each for each in (*named, *layout.seats.values()) if each is not None]


def overlap(one: Rect, other: Rect) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


@pytest.mark.parametrize("size", [*SIZES, (60, 18), (70, 20), (79, 40), (120, 20)])
@pytest.mark.parametrize(("family", "places"), TABLES)
def test_parts_stay_on_the_screen_and_do_not_overlap(size: tuple[int, int], family: Family, places: int) -> None:
    arrangement = compute_layout(*size, family=family, seat_count=places, viewer=places)
    results = layout_rects(arrangement)
    for part in results:
        assert part.x >= 0
        assert part.y >= 0
        assert part.x + part.width <= size[0]
        assert part.y + part.height <= size[1]
        assert part.height >= 0
    for one, other in itertools.combinations(results, 2):
        assert not overlap(one, other), (one, other)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("family", "places"), TABLES)
def test_every_seat_has_its_minimum_size(size: tuple[int, int], family: Family, places: int) -> None:
    arrangement = compute_layout(*size, family=family, seat_count=places, viewer=1)
    assert set(arrangement.seats) == set(range(2, places + 1))
    least = 38 if family is Family.STUD else 16
    assert all(rect.width >= least for rect in arrangement.seats.values())
    assert arrangement.board is not None
    assert arrangement.own_seat is not None
    assert arrangement.detail is not None
    if family is Family.BOARD:
        board = 5 * arrangement.detail.board.width + 4
        assert arrangement.board.width >= board
        assert arrangement.board.height >= arrangement.detail.board.height + 2


def test_small_terminals_get_rows_and_smaller_ones_a_notice() -> None:
    rows = compute_layout(70, 20, family=Family.BOARD, seat_count=9, viewer=1)
    assert rows.detail is None
    assert rows.rows is not None
    assert not rows.too_small
    tiny = compute_layout(59, 18, family=Family.BOARD, seat_count=9, viewer=1)
    assert tiny.too_small
    assert tiny.bar is None
    assert tiny.rows == Rect(0, 1, 59, 17)


def test_large_terminals_get_large_cards_and_a_side_column() -> None:
    rich = compute_layout(120, 40, family=Family.BOARD, seat_count=9, viewer=1)
    assert rich.detail is not None
    assert rich.detail.is_large
    assert rich.detail.seat is CardSize.MEDIUM
    assert rich.framed
    compact = compute_layout(80, 24, family=Family.BOARD, seat_count=9, viewer=1)
    assert compact.detail is not None
    assert not compact.detail.is_large
    assert not compact.detail.boxed
    assert not compact.framed


@pytest.mark.parametrize("places", range(2, 11))
def test_every_other_seat_has_a_slot_of_its_own(places: int) -> None:
    results = assign_slots(places, viewer=places)
    assert sorted(results) == list(range(1, places))
    assert len(set(results.values())) == places - 1
    assert sum(SEATS_BY_EDGE[places]) == places - 1


def test_the_others_sit_clockwise_from_the_viewers_left() -> None:
    assert seats_clockwise(5, 4) == (5, 1, 2, 3)
    ring = assign_slots(9, viewer=1)
    assert [ring[seat] for seat in (2, 3, 4)] == [SeatSlot(Edge.LEFT, 1), SeatSlot(Edge.LEFT, 0), SeatSlot(Edge.TOP, 0)]
    assert [ring[seat] for seat in (7, 8, 9)] == [
        SeatSlot(Edge.TOP, 3),
        SeatSlot(Edge.RIGHT, 0),
        SeatSlot(Edge.RIGHT, 1),
    ]


def test_heads_up_the_opponent_sits_at_the_top() -> None:
    assert assign_slots(2, viewer=2) == {1: SeatSlot(Edge.TOP, 0)}
