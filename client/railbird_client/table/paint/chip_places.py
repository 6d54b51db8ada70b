"""Where the bets and the dealer button of each seat lie on the felt.

Every seat has a place for the widest bet and one for the button, whoever has bet, so that none of them ever moves or
covers another, a plate or a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from railbird_client.table.paint.plain_layout import Rect

BET_WIDTH = 8
"""The cells of the widest bet: a disc, a blank and six digits or separators."""

BUTTON_WIDTH = 3

_ROWS = (0, 1, -1, 2, -2, -3, 3, -4, -5, -6, -7)
_SHIFTS = tuple(shift for step in range(13) for shift in ((step, -step) if step else (0,)))


class ChipPlaces(NamedTuple):
    """The place of each seat's bet and of the button there, the latter by its left upper cell."""

    bets: dict[int, Rect]
    buttons: dict[int, tuple[int, int]]


class Anchor(NamedTuple):
    """A seat as chips see it: its plate with its edge, and which way the felt lies, -1 left, 1 right, 0 below.

    `own_row` is the row of the bet of the viewer, whose plate lies at the bottom, else None.
    """

    plate: Rect
    inward: int
    own_row: int | None = None


def overlap(one: Rect, other: Rect) -> bool:
    """Whether two rectangles share a cell."""
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def place_chips(
    anchors: Mapping[int, Anchor],
    taken: Iterable[Rect],
    is_felt: Callable[[int, int], bool],
    *,
    gap: int,
    drop: int,
    middle: int,
) -> ChipPlaces:
    """Returns the places of all seats.

    `gap` is the space beside a plate, `drop` the rows between a plate at the top and its bet, and `middle` twice the x
    of the table's middle. `taken` are the plates, the cards and what else nothing may cover. The seats at the top
    choose first, since they have the least room. `is_felt` tells of a cell whether it lies on the felt: bets do, as
    long as there is a place.
    """
    used = list(taken)
    places = ChipPlaces({}, {})
    for group in (0, 1):
        seats = [(seat, anchor) for seat, anchor in anchors.items() if abs(anchor.inward) == group]
        for seat, anchor in seats:
            spots = list(_bet_candidates(anchor, gap, drop, middle))
            inside = [each for each in spots if is_felt(each.x, each.y) and is_felt(each.x + each.width - 1, each.y)]
            places.bets[seat] = _find_free(inside, used) or _find_free(spots, used) or spots[0]
            used.append(places.bets[seat])
        for seat, anchor in seats:
            spots = list(_button_candidates(anchor))
            button = _find_free(spots, used) or spots[0]
            places.buttons[seat] = button.x, button.y
            used.append(button)
    return places


def _find_free(spots: Iterable[Rect], used: list[Rect]) -> Rect | None:
    return next((spot for spot in spots if not any(overlap(spot, rect) for rect in used)), None)


def _bet_candidates(anchor: Anchor, gap: int, drop: int, middle: int) -> Iterator[Rect]:
    plate, inward, own_row = anchor
    if own_row is not None:
        yield Rect((middle - BET_WIDTH) // 2, own_row, BET_WIDTH, 1)
        return
    if inward:
        x = plate.x + plate.width + gap if inward > 0 else plate.x - gap - BET_WIDTH
        yield from (Rect(x, plate.y + row, BET_WIDTH, 1) for row in _ROWS)
        return
    x = (2 * plate.x + plate.width - BET_WIDTH) // 2
    below = plate.y + plate.height
    for row in (below + drop, below + 1 - drop, below + 2):
        yield from (Rect(x + shift, row, BET_WIDTH, 1) for shift in _SHIFTS)


def _button_candidates(anchor: Anchor) -> Iterator[Rect]:
    plate, inward, own_row = anchor
    if own_row is None and not inward:
        below = plate.y + plate.height
        for row in (below, below + 1):
            columns = (*range(plate.x + 1, plate.x + plate.width - BUTTON_WIDTH), plate.x)
            yield from (Rect(x, row, BUTTON_WIDTH, 1) for x in columns)
        return
    left, right = plate.x - 1 - BUTTON_WIDTH, plate.x + plate.width + 1
    sides = (left, right) if own_row is not None else (right,) if inward > 0 else (left,)
    for x in sides:
        yield from (Rect(x, plate.y + row, BUTTON_WIDTH, 1) for row in (1, 2, 0))
    outer = plate.x + 1 if inward > 0 else plate.x + plate.width - 1 - BUTTON_WIDTH
    yield Rect(outer, plate.y + plate.height, BUTTON_WIDTH, 1)
    for x in sides:
        yield from (Rect(x, plate.y - row, BUTTON_WIDTH, 1) for row in range(1, 8))
