"""Computes the rectangles of the table screen from the terminal's size and the table's shape.

The most detailed layout that fits is chosen. From 80x24 on the seats form a ring with the viewer at the bottom
and the others clockwise (in stud: rows of seats). Smaller screens get plain rows, and the smallest only a notice.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from railbird_client.model.card_art import CardSize
from railbird_shared.games import Family


class Edge(Enum):
    """The edge of the screen at which a seat lies."""

    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


class SeatSlot(NamedTuple):
    """A place at an edge; `position` counts from above at the sides and from the left at the top."""

    edge: Edge
    position: int


SEATS_BY_EDGE = {
    2: (0, 1, 0),
    3: (0, 2, 0),
    4: (1, 1, 1),
    5: (1, 2, 1),
    6: (1, 3, 1),
    7: (2, 2, 2),
    8: (2, 3, 2),
    9: (2, 4, 2),
    10: (2, 5, 2),
}
"""How many seats lie at the left, the top and the right, by the seats of the table."""


def seats_clockwise(seat_count: int, viewer: int) -> tuple[int, ...]:
    """Returns the other seats of a table, clockwise from the viewer's left."""
    return tuple((viewer - 1 + step) % seat_count + 1 for step in range(1, seat_count))


def assign_slots(seat_count: int, viewer: int) -> dict[int, SeatSlot]:
    """Returns the slot of every seat but `viewer`, the one at the bottom."""
    left, top, right = SEATS_BY_EDGE[seat_count]
    around = (
        [SeatSlot(Edge.LEFT, index) for index in reversed(range(left))]
        + [SeatSlot(Edge.TOP, index) for index in range(top)]
        + [SeatSlot(Edge.RIGHT, index) for index in range(right)]
    )
    return dict(zip(seats_clockwise(seat_count, viewer), around, strict=True))


MIN_WIDTH, MIN_HEIGHT = 60, 18
MIN_RING_WIDTH, MIN_RING_HEIGHT = 80, 24
_MIN_SIDE_COLUMN_WIDTH = 114  # the width from which the log has a column of its own
_MAX_INSET_TOP_SEATS = 2  # up to this many seats at the top stand apart from the corners
_MAX_FELT_ROWS = 10  # the most rows of felt above and below the board


_MAX_TEXT_ROWS = 2  # the most rows below a seat that are kept for the name of its hand


class Rect(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int


class DetailLevel(Struct, frozen=True):
    """How much detail a table is drawn with: seats with a border or without, and the sizes of cards."""

    boxed: bool
    seat: CardSize
    board: CardSize
    own_seat: CardSize

    @property
    def is_large(self) -> bool:
        """Whether there is room for the large action bar and boards."""
        return self.board is CardSize.LARGE


_COMPACT = DetailLevel(boxed=False, seat=CardSize.SMALL, board=CardSize.MEDIUM, own_seat=CardSize.MEDIUM)
_BOXED = DetailLevel(boxed=True, seat=CardSize.SMALL, board=CardSize.MEDIUM, own_seat=CardSize.MEDIUM)
_LARGE = DetailLevel(boxed=True, seat=CardSize.SMALL, board=CardSize.LARGE, own_seat=CardSize.LARGE)
_LARGEST = DetailLevel(boxed=True, seat=CardSize.MEDIUM, board=CardSize.LARGE, own_seat=CardSize.LARGE)
_DETAIL_LEVELS = {
    Family.BOARD: (_LARGEST, _LARGE, _BOXED, _COMPACT),
    Family.STUD: (_LARGEST, _LARGE, _BOXED, _COMPACT),
    Family.DRAW: (
        _LARGEST,
        _LARGE,
        replace(_BOXED, own_seat=CardSize.LARGE),
        replace(_COMPACT, own_seat=CardSize.LARGE),
        _COMPACT,
    ),
}
"""The detail levels of each family of games, the richest first."""


class Layout(Struct, frozen=True):
    """The rectangles of the parts of the screen; a part that is not shown has none.

    On a small screen `rows` replaces the seats, the board and the own seat, and `detail` is None. Log and chat have
    borders if they are `framed`. A `too_small` screen takes neither clicks nor keys.
    """

    title: Rect
    bar: Rect | None = None
    seats: dict[int, Rect] = {}
    detail: DetailLevel | None = None
    board: Rect | None = None
    own_seat: Rect | None = None
    rows: Rect | None = None
    log: Rect | None = None
    chat: Rect | None = None
    chat_input: Rect | None = None
    framed: bool = False
    too_small: bool = False


def seat_rows(family: Family, card_size: CardSize, *, boxed: bool) -> int:
    """Returns the usual height of a seat in rows."""
    if family is Family.STUD:
        return 3 + card_size.height if boxed else 2
    return max(2, card_size.height) + 2 if boxed else 3


def compute_layout(width: int, height: int, *, family: Family, seat_count: int, viewer: int) -> Layout:
    """Returns the layout of a table of `seat_count` seats with the seat `viewer` at the bottom."""
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        return Layout(Rect(0, 0, width, 1), rows=Rect(0, 1, width, max(0, height - 1)), too_small=True)
    if width < MIN_RING_WIDTH or height < MIN_RING_HEIGHT:
        return _rows_layout(width, height, seat_count)
    for detail in _DETAIL_LEVELS[family]:
        for side_column in (True, False) if width >= _MIN_SIDE_COLUMN_WIDTH else (False,):
            candidate = _LayoutCandidate(width, height, family, seat_count, detail, side_column=side_column)
            if candidate.fits:
                return candidate.build(viewer)
    return _rows_layout(width, height, seat_count)


def _rows_layout(width: int, height: int, seat_count: int) -> Layout:
    bar, rows = 3, seat_count + 3
    log = height - 1 - rows - bar
    chat_width = max(24, width * 2 // 5)
    top = 1 + rows
    return Layout(
        Rect(0, 0, width, 1),
        Rect(0, height - bar, width, bar),
        rows=Rect(0, 1, width, rows),
        log=Rect(0, top, width - chat_width, log),
        chat=Rect(width - chat_width, top, chat_width, log),
        chat_input=Rect(width - chat_width, top + log - 1, chat_width, 1),
    )


class _LayoutCandidate:
    """One possible layout: the heights of its bands, and whether they fit."""

    def __init__(
        self, width: int, height: int, family: Family, seat_count: int, detail: DetailLevel, *, side_column: bool
    ) -> None:
        self.width, self.height = width, height
        self.family, self.seat_count, self.detail = family, seat_count, detail
        self.side_width = min(46, max(32, width - 84)) if side_column else 0
        self.main_width = width - (self.side_width + 1 if self.side_width else 0)
        self.own_seat_height = self._compute_own_seat_height()
        self.bar_height = 7 if detail.is_large else 4
        self.min_ring_height = self._compute_min_ring_height()
        spare = height - 1 - self.min_ring_height - self.own_seat_height - self.bar_height
        self.log_height = 0 if self.side_width else self._compute_log_height(spare)
        self.ring_height = self.min_ring_height + spare - self.log_height

    @property
    def fits(self) -> bool:
        return self._seat_width() >= self._min_seat_width and self.ring_height >= self.min_ring_height

    def _compute_log_height(self, spare: int) -> int:
        wanted = 7 if self.detail.is_large else 4
        least = wanted if self.detail.boxed else 2
        return max(least, min(spare, wanted)) + max(0, (spare - wanted) // 2)

    @property
    def _min_seat_width(self) -> int:
        if self.family is Family.STUD:
            return 38
        if self.detail.seat is CardSize.MEDIUM:
            return 20 if self.family is Family.BOARD else 27
        return 18 if self.detail.boxed else 16

    @property
    def seat_height(self) -> int:
        return seat_rows(self.family, self.detail.seat, boxed=self.detail.boxed)

    @property
    def gap(self) -> int:
        """The columns between seats side by side."""
        return 1 if self.detail.boxed else 0

    @property
    def seat_row_count(self) -> int:
        left, top, _ = SEATS_BY_EDGE[self.seat_count]
        if self.family is Family.STUD:
            return (self.seat_count + 1) // 2
        return (1 if top else 0) + max(left, 2 if self.family is Family.BOARD else 1)

    def _compute_min_ring_height(self) -> int:
        if self.family is Family.STUD:
            gap = 0 if self.detail.boxed else 1
            return self.seat_row_count * (self.seat_height + gap) - gap
        least = self.seat_row_count * self.seat_height
        if not self.detail.boxed:
            least += self.seat_row_count - 1
        if self.family is Family.BOARD:
            least = max(least, self.seat_height + self.detail.board.height + 4)
        return least

    def _compute_own_seat_height(self) -> int:
        height = self.detail.own_seat.height + (2 if self.detail.boxed else 1)
        return height + 2 if self.family is Family.DRAW else height

    def build(self, viewer: int) -> Layout:
        top = 1
        seats, board = (
            self._place_stud_seats(viewer, top) if self.family is Family.STUD else self._place_ring_seats(viewer, top)
        )
        below = top + self.ring_height
        seats = {number: _extend_down(seat, (*seats.values(), board), below) for number, seat in seats.items()}
        own_seat = Rect(0, below, self.main_width, self.own_seat_height)
        bar = Rect(0, self.height - self.bar_height, self.main_width, self.bar_height)
        log, chat, line = self._place_log_and_chat(below + self.own_seat_height)
        return Layout(
            title=Rect(0, 0, self.width, 1),
            bar=bar,
            seats=seats,
            detail=self.detail,
            board=board,
            own_seat=own_seat,
            log=log,
            chat=chat,
            chat_input=line,
            framed=bool(self.side_width),
        )

    def _place_log_and_chat(self, below: int) -> tuple[Rect, Rect, Rect]:
        if not self.side_width:
            chat_width = max(32, self.main_width * 2 // 5)
            x = self.main_width - chat_width
            chat_input = Rect(x + 1, below + self.log_height - 1, chat_width - 1, 1)
            return Rect(0, below, x, self.log_height), Rect(x, below, chat_width, self.log_height), chat_input
        x = self.main_width + 1
        chat = min(16, (self.height - 1) * 2 // 5)
        log = self.height - 1 - chat
        return (
            Rect(x, 1, self.side_width, log),
            Rect(x, 1 + log, self.side_width, chat),
            Rect(x + 1, self.height - 2, self.side_width - 2, 1),
        )

    def _place_ring_seats(self, viewer: int, y: int) -> tuple[dict[int, Rect], Rect]:
        width, height = self._seat_width(), self.seat_height
        left, top, _ = SEATS_BY_EDGE[self.seat_count]
        seats: dict[int, Rect] = {}
        for seat, slot in assign_slots(self.seat_count, viewer).items():
            if slot.edge is Edge.TOP:
                x = self._top_column(slot.position, top, width)
                seats[seat] = Rect(x, y, width, height)
            else:
                x = 0 if slot.edge is Edge.LEFT else self.main_width - width
                seats[seat] = Rect(x, y + self._side_row(slot.position, left), width, height)
        gap = 1 if self.ring_height > self.min_ring_height or not self.detail.boxed else 0
        beside = width + 1 if left else (self.main_width - min(self.main_width, 56)) // 2
        under = y + height + gap
        room = y + self.ring_height - under
        least = self.detail.board.height if self.family is Family.BOARD else 0
        felt = min(room, least + _MAX_FELT_ROWS)
        return seats, Rect(beside, under + (room - felt) // 2, self.main_width - 2 * beside, felt)

    def _top_column(self, index: int, count: int, width: int) -> int:
        """Returns the x of a seat at the top; three or more reach from edge to edge."""
        if count > _MAX_INSET_TOP_SEATS:
            return round((self.main_width - width) * index / (count - 1))
        return (self.main_width + self.gap) * index // count + (self._top_room(count) - width) // 2

    def _side_row(self, index: int, count: int) -> int:
        height, room = self.seat_height, self.ring_height - self.seat_height
        slack = room - count * height
        if count == 1:
            return height + (slack + 1) // 2
        return height + (slack + 1) // 2 if index == 0 else self.ring_height - height - slack // 5

    def _seat_width(self) -> int:
        top = SEATS_BY_EDGE[self.seat_count][1]
        if self.family is Family.STUD:
            return (self.main_width - self.gap) // 2
        if self.family is Family.DRAW:
            return min(28, self._top_room(top))
        cards = 5 * self.detail.board.width + 4
        return min(24, (self.main_width - cards - 4) // 2, self._top_room(top))

    def _top_room(self, count: int) -> int:
        return (self.main_width + self.gap) // count - self.gap

    def _place_stud_seats(self, viewer: int, y: int) -> tuple[dict[int, Rect], Rect]:
        seat_width = self._seat_width()
        pitch = self.seat_height + (0 if self.detail.boxed else 1)
        step = min(pitch + 1, max(pitch, self.ring_height // self.seat_row_count))
        order = list(assign_slots(self.seat_count, viewer))
        rects = [
            Rect(x, y + row * step, seat_width, self.seat_height)
            for row in range(self.seat_row_count)
            for x in (0, self.main_width - seat_width)
        ]
        return dict(zip(order, rects, strict=False)), rects[len(order)]


def _extend_down(seat: Rect, parts: Iterable[Rect], end: int) -> Rect:
    """Returns a seat with the free rows below it, down to the next part or the row `end`."""
    bottom = seat.y + seat.height
    below = (part.y for part in parts if part.x < seat.x + seat.width and seat.x < part.x + part.width)
    return seat._replace(
        height=min([seat.height + _MAX_TEXT_ROWS, end - seat.y, *(y - seat.y for y in below if y >= bottom)])
    )


def hide_chat(layout: Layout) -> Layout:
    """Returns the layout with the log in the place of the chat; framed log and chat stay as they are."""
    if layout.framed or layout.log is None or layout.chat is None:
        return layout
    return replace(layout, log=layout.log._replace(width=layout.log.width + layout.chat.width), chat=None)
