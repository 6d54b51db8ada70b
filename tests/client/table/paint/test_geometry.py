"""Where everything lies on the table screen: nothing overlaps, and nothing lies outside."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird_client.drawing.canvas import Rect
from railbird_client.table.paint.geometry import TableGeometry, compute_geometry
from railbird_shared.game.announced_game import Family
from support.examples import examples

SIZES = ((80, 24), (100, 30), (120, 30), (120, 40), (140, 44), (160, 48), (200, 60), (240, 70))


def geometry_of(width: int, height: int, family: Family, seats: int, viewer: int = 1) -> TableGeometry:
    geometry = compute_geometry(width, height, family=family, seat_count=seats, viewer=viewer)
    assert geometry is not None
    return geometry


def overlap(one: Rect, other: Rect) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def parts(geometry: TableGeometry) -> dict[str, Rect]:
    """Everything that is drawn in a place of its own: the plates with their cards and edges, the board, the bar."""
    above = {0: 0, 3: 2, 5: 3}[geometry.size.seat_card_pixels]
    below = 1 if geometry.size.has_edge else 0
    found = {
        f"seat {seat}": Rect(
            place.rect.x,
            place.rect.y - (above if seat != geometry.viewer else 0),
            place.rect.width,
            2 + below + (above if seat != geometry.viewer else 0),
        )
        for seat, place in geometry.seats.items()
    }
    found["bar"] = geometry.bar
    if geometry.has_board:
        found["board"] = geometry.board
    if geometry.side is not None:
        found["side"] = geometry.side
    else:
        found["log"] = geometry.log
        found["chat"] = geometry.chat
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("family", Family)
@pytest.mark.parametrize("seats", range(2, 11))
def test_nothing_overlaps_and_nothing_lies_outside(size: tuple[int, int], family: Family, seats: int) -> None:
    geometry = geometry_of(*size, family, seats)
    rects = parts(geometry)
    for name, rect in rects.items():
        assert rect.x >= 0, name
        assert rect.x + rect.width <= size[0], name
        assert rect.y >= (0 if name == "side" else 1), name
        assert rect.y + rect.height <= size[1], name
    assert [pair for pair in combinations(rects, 2) if overlap(rects[pair[0]], rects[pair[1]])] == []


@pytest.mark.parametrize("viewer", [1, 4, 9])
def test_the_viewer_is_at_the_bottom_and_the_others_follow_clockwise(viewer: int) -> None:
    geometry = geometry_of(120, 40, Family.BOARD, 9, viewer)
    assert geometry.own == geometry_of(120, 40, Family.BOARD, 9).own
    left = geometry.seats[viewer % 9 + 1].rect
    right = geometry.seats[(viewer - 2) % 9 + 1].rect
    assert left.x < geometry.own.x < right.x


@pytest.mark.parametrize(
    ("size", "corners"),
    [
        ((80, 24), [(4, 12), (0, 8), (4, 4), (22, 1)]),
        ((120, 40), [(7, 25), (1, 16), (8, 7), (25, 3)]),
        ((160, 48), [(13, 33), (1, 21), (12, 9), (38, 4)]),
        ((200, 60), [(17, 42), (2, 26), (16, 11), (50, 5)]),
    ],
)
def test_nine_seats_lie_as_drawn(size: tuple[int, int], corners: list[tuple[int, int]]) -> None:
    geometry = geometry_of(*size, Family.BOARD, 9)
    assert [(geometry.seats[seat].rect.x, geometry.seats[seat].rect.y) for seat in (2, 3, 4, 5)] == corners


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (60, 18)])
def test_a_small_terminal_has_no_oval_table(size: tuple[int, int]) -> None:
    assert compute_geometry(*size, family=Family.BOARD, seat_count=6, viewer=1) is None


@given(st.integers(80, 260), st.integers(24, 80), st.sampled_from(Family), st.integers(2, 10))
@settings(max_examples=examples(200), deadline=None)
def test_any_terminal_gets_a_table_inside_it(width: int, height: int, family: Family, seats: int) -> None:
    for name, rect in parts(geometry_of(width, height, family, seats)).items():
        assert min(rect.x, rect.y) >= 0, name
        assert rect.x + rect.width <= width, name
        assert rect.y + rect.height <= height, name
