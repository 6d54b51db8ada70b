"""Rectangles for every size of terminal: nothing overlaps, nothing is cut."""

from __future__ import annotations

import itertools

import pytest

from railbird_client.model.faces import Size
from railbird_client.model.layout import Plan, Rect, plan
from railbird_shared.games import Family

SIZES = [(80, 24), (81, 25), (90, 28), (100, 30), (112, 30), (114, 26), (120, 30), (120, 40), (132, 43), (200, 60)]
TABLES = [
    *((Family.BOARD, places) for places in range(2, 11)),
    *((Family.DRAW, places) for places in range(2, 9)),
    *((Family.STUD, places) for places in range(2, 9)),
]


def parts(arrangement: Plan) -> list[Rect]:
    named = [arrangement.title, arrangement.bar, arrangement.middle, arrangement.hero, arrangement.rows]
    named += [arrangement.log, arrangement.chat]
    return [each for each in (*named, *arrangement.seats.values()) if each is not None]


def overlap(one: Rect, other: Rect) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


@pytest.mark.parametrize("size", [*SIZES, (60, 18), (70, 20), (79, 40), (120, 20)])
@pytest.mark.parametrize(("family", "places"), TABLES)
def test_parts_stay_on_the_screen_and_off_each_other(size: tuple[int, int], family: Family, places: int) -> None:
    arrangement = plan(*size, family=family, places=places, viewer=places)
    found = parts(arrangement)
    for part in found:
        assert part.x >= 0
        assert part.y >= 0
        assert part.x + part.width <= size[0]
        assert part.y + part.height <= size[1]
        assert part.height >= 0
    for one, other in itertools.combinations(found, 2):
        assert not overlap(one, other), (one, other)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("family", "places"), TABLES)
def test_every_seat_has_room(size: tuple[int, int], family: Family, places: int) -> None:
    arrangement = plan(*size, family=family, places=places, viewer=1)
    assert set(arrangement.seats) == set(range(2, places + 1))
    least = 38 if family is Family.STUD else 16
    assert all(rect.width >= least for rect in arrangement.seats.values())
    assert arrangement.middle is not None
    assert arrangement.hero is not None
    assert arrangement.scale is not None
    if family is Family.BOARD:
        board = 5 * arrangement.scale.board.width + 4
        assert arrangement.middle.width >= board
        assert arrangement.middle.height >= arrangement.scale.board.height + 2


def test_small_terminals_get_rows_and_smaller_ones_a_notice() -> None:
    rows = plan(70, 20, family=Family.BOARD, places=9, viewer=1)
    assert rows.scale is None
    assert rows.rows is not None
    assert not rows.tiny
    tiny = plan(59, 18, family=Family.BOARD, places=9, viewer=1)
    assert tiny.tiny
    assert tiny.bar is None
    assert tiny.rows == Rect(0, 1, 59, 17)


def test_rich_terminals_get_large_cards_and_a_column_for_words() -> None:
    rich = plan(120, 40, family=Family.BOARD, places=9, viewer=1)
    assert rich.scale is not None
    assert rich.scale.rich
    assert rich.scale.seat is Size.MEDIUM
    assert rich.framed
    compact = plan(80, 24, family=Family.BOARD, places=9, viewer=1)
    assert compact.scale is not None
    assert not compact.scale.rich
    assert not compact.scale.boxed
    assert not compact.framed
