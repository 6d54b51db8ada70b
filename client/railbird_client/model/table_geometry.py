"""Where everything lies on the table screen, from the size of the terminal and the shape of the table.

The table is drawn in one of four sizes, of which the largest that fits is taken. In between the table is centred, the
column with the log grows, and beyond the largest size the rest stays empty. Nothing depends on what has been dealt, so
that nothing moves during a hand.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from railbird_client.model.layout import Rect, seats_clockwise
from railbird_client.model.oval import Oval, seat_points
from railbird_shared.games import Family


class Side(Enum):
    """On which side of the table a seat lies; the viewer's own is at the bottom."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


class CardFormat(NamedTuple):
    """The width and height of a card in cells."""

    width: int
    height: int


class SeatPlace(NamedTuple):
    """The plate of a seat, without its cards and its edge, and the side of the table on which it lies."""

    rect: Rect
    side: Side


class TableSize(Struct, frozen=True, kw_only=True):
    """One size of the table, in cells; `centre_y`, `radius_x` and `radius_y` are in pixels.

    `seat_card_pixels` is how far the cards of a seat stand out above its plate, 0 if they lie in its second row. The
    rows are those of the pot, the board, the single pots, the result, the woven name (0: none) and the player's own
    bet. `bar_rows` are the rows at the bottom for the prompt, the buttons, the amounts and the keys.
    """

    name: str
    width: int
    height: int
    main: int
    centre_x: int
    centre_y: int
    radius_x: int
    radius_y: int
    rail: int
    plate_width: int
    own_width: int
    own_row: int
    own_share: float
    board_card: CardFormat
    own_card: CardFormat
    seat_card_pixels: int
    pot_row: int
    board_row: int
    pots_row: int
    result_row: int
    mark_row: int
    own_bet_row: int
    bar_rows: int
    bar_width: int
    wide_plate: int
    """The width of a plate in stud."""
    stud_radius: int
    stud_share: float
    draw_plate: int
    draw_share: float

    @property
    def has_edge(self) -> bool:
        """Whether a plate has a third row, half of which is drawn."""
        return self.seat_card_pixels > 0


SMALL = TableSize(
    name="80x24",
    width=80,
    height=24,
    main=80,
    centre_x=40,
    centre_y=17,
    radius_x=31,
    radius_y=13,
    rail=2,
    plate_width=17,
    own_width=36,
    own_row=14,
    own_share=1.9,
    board_card=CardFormat(5, 3),
    own_card=CardFormat(5, 3),
    seat_card_pixels=0,
    pot_row=4,
    board_row=6,
    pots_row=9,
    result_row=9,
    mark_row=0,
    own_bet_row=10,
    bar_rows=4,
    bar_width=78,
    wide_plate=21,
    stud_radius=31,
    stud_share=1.9,
    draw_plate=17,
    draw_share=1.9,
)
MEDIUM = TableSize(
    name="120x40",
    width=120,
    height=40,
    main=86,
    centre_x=43,
    centre_y=34,
    radius_x=34,
    radius_y=26,
    rail=4,
    plate_width=16,
    own_width=40,
    own_row=29,
    own_share=2.1,
    board_card=CardFormat(7, 5),
    own_card=CardFormat(9, 6),
    seat_card_pixels=3,
    pot_row=10,
    board_row=12,
    pots_row=18,
    result_row=18,
    mark_row=20,
    own_bet_row=21,
    bar_rows=7,
    bar_width=82,
    wide_plate=22,
    stud_radius=32,
    stud_share=3.2,
    draw_plate=18,
    draw_share=2.6,
)
LARGE = TableSize(
    name="160x48",
    width=160,
    height=48,
    main=122,
    centre_x=61,
    centre_y=43,
    radius_x=51,
    radius_y=33,
    rail=6,
    plate_width=18,
    own_width=46,
    own_row=37,
    own_share=1.9,
    board_card=CardFormat(9, 7),
    own_card=CardFormat(9, 7),
    seat_card_pixels=5,
    pot_row=11,
    board_row=13,
    pots_row=21,
    result_row=22,
    mark_row=24,
    own_bet_row=27,
    bar_rows=7,
    bar_width=100,
    wide_plate=24,
    stud_radius=47,
    stud_share=2.6,
    draw_plate=20,
    draw_share=2.6,
)
LARGEST = TableSize(
    name="200x60",
    width=200,
    height=60,
    main=156,
    centre_x=78,
    centre_y=54,
    radius_x=66,
    radius_y=42,
    rail=6,
    plate_width=20,
    own_width=52,
    own_row=47,
    own_share=1.9,
    board_card=CardFormat(11, 8),
    own_card=CardFormat(11, 8),
    seat_card_pixels=5,
    pot_row=15,
    board_row=18,
    pots_row=28,
    result_row=29,
    mark_row=31,
    own_bet_row=35,
    bar_rows=8,
    bar_width=120,
    wide_plate=26,
    stud_radius=60,
    stud_share=2.4,
    draw_plate=20,
    draw_share=2.6,
)
TABLE_SIZES = (LARGEST, LARGE, MEDIUM, SMALL)
"""The sizes of the table, the largest first."""

MIN_SIDE_WIDTH, MAX_SIDE_WIDTH = 34, 44
"""The width of the column with the log and the chat."""

_STUD_OWN_WIDTH, _STUD_OWN_WIDTH_SMALL = 44, 40
_MAX_WIDE_SEATS = 8  # at a table with more seats the plates of stud and draw are as narrow as any
_SMALL_LOG_ROWS = 3

# The places of the left half and the top, as x and y, by the number of seats.
_SMALL_PLACES = {
    2: ((31, 1),),
    3: ((11, 2),),
    4: ((0, 7), (31, 1)),
    5: ((0, 9), (13, 2)),
    6: ((3, 11), (5, 3), (31, 1)),
    7: ((4, 12), (0, 7), (21, 1)),
    8: ((4, 12), (0, 8), (8, 3), (31, 1)),
    9: ((4, 12), (0, 8), (4, 4), (22, 1)),
    10: ((4, 12), (0, 8), (1, 4), (13, 1), (31, 1)),
}
_SMALL_STUD_PLACES = {
    2: ((29, 1),),
    3: ((9, 2),),
    4: ((0, 7), (29, 1)),
    5: ((0, 9), (11, 2)),
    6: ((0, 10), (3, 4), (29, 1)),
    7: ((0, 12), (0, 7), (14, 2)),
    8: ((0, 12), (0, 8), (3, 4), (29, 1)),
}
_MEDIUM_STUD_PLACES = {
    2: ((32, 3),),
    3: ((10, 5),),
    4: ((0, 12), (32, 3)),
    5: ((0, 15), (12, 5)),
    6: ((0, 19), (5, 7), (32, 3)),
    7: ((1, 20), (0, 11), (16, 4)),
    8: ((2, 20), (0, 12), (7, 5), (32, 3)),
}


class TableGeometry(Struct, frozen=True):
    """Where the parts of the table screen lie, in cells from the upper left corner of the terminal.

    `seats` has the plate of every seat. `side` is the column with the log and the chat; without it both lie in the rows
    of `log` and `chat`. `pots_row` and the other rows are rows of the screen.
    """

    width: int
    height: int
    size: TableSize
    family: Family
    left: int
    main: int
    centre_x: int
    oval: Oval
    seats: dict[int, SeatPlace]
    viewer: int
    pot_row: int
    board_row: int
    pots_row: int
    result_row: int
    mark_row: int
    own_bet_row: int
    bar: Rect
    side: Rect | None
    log: Rect
    chat: Rect
    has_board: bool

    @property
    def own(self) -> Rect:
        """The viewer's own plate, or that of the first seat for a spectator."""
        return self.seats[self.viewer].rect

    @property
    def board(self) -> Rect:
        """The five places of the board."""
        width = 5 * (self.size.board_card.width + 1) - 1
        return Rect((2 * self.centre_x - width) // 2, self.board_row, width, self.size.board_card.height)


@lru_cache(maxsize=16)
def compute_geometry(width: int, height: int, *, family: Family, seat_count: int, viewer: int) -> TableGeometry | None:
    """Returns where everything lies, None on a terminal that is too small for an oval table."""
    size = next((each for each in TABLE_SIZES if width >= each.width and height >= each.height), None)
    if size is None:
        return None
    return _Builder(width, height, size, family=family, seat_count=seat_count, viewer=viewer).build()


class _Builder:
    """Computes the geometry of one size."""

    def __init__(
        self, width: int, height: int, size: TableSize, *, family: Family, seat_count: int, viewer: int
    ) -> None:
        self.width, self.height, self.family = width, height, family
        self.seat_count, self.viewer = seat_count, viewer
        self.is_wide = family is not Family.BOARD and seat_count <= _MAX_WIDE_SEATS
        self.size = _for_family(size, family) if self.is_wide else size
        side = min(MAX_SIDE_WIDTH, width - size.main)
        self.side = side if side >= MIN_SIDE_WIDTH else 0
        room = width - self.side
        beyond = size is LARGEST
        self.main = size.main if beyond else room
        self.left = (room - self.main) // 2 if beyond else 0
        self.dx = self.left + (self.main - size.main) // 2
        log = _SMALL_LOG_ROWS if size is SMALL and not self.side else 0
        self.table_rows = size.height - size.bar_rows - (_SMALL_LOG_ROWS if size is SMALL else 0)
        spare = height - self.table_rows - size.bar_rows - log
        self.dy = 0 if log else spare // 2
        self.log_rows = log + spare if log else 0

    def build(self) -> TableGeometry:
        size, dy = self.size, self.dy
        centre = self.dx + size.centre_x
        bar = Rect(centre - size.bar_width // 2, self.height - size.bar_rows, size.bar_width, size.bar_rows)
        has_board = self.family is Family.BOARD
        side = Rect(self.width - self.side, 0, self.side, self.height) if self.side else None
        return TableGeometry(
            width=self.width,
            height=self.height,
            size=size,
            family=self.family,
            left=self.left,
            main=self.main,
            centre_x=centre,
            oval=Oval(
                centre,
                size.centre_y + 2 * dy,
                size.radius_x + size.rail / 2,
                size.radius_y + size.rail / 2,
                size.rail,
            ),
            seats=self._seats(),
            viewer=self.viewer,
            pot_row=dy + size.pot_row,
            board_row=dy + size.board_row,
            pots_row=dy + size.pots_row,
            result_row=dy + size.result_row,
            mark_row=dy + size.mark_row if size.mark_row else 0,
            own_bet_row=dy + size.own_bet_row,
            bar=bar,
            side=side,
            log=self._log(),
            chat=self._chat(),
            has_board=has_board,
        )

    def _log(self) -> Rect:
        if not self.side:
            chat = self._chat().width
            return Rect(1, self.table_rows, self.width - chat - 4, self.log_rows)
        return Rect(self.width - self.side + 2, 0, self.side - 4, self.height)

    def _chat(self) -> Rect:
        if not self.side:
            width = max(30, self.width * 3 // 8)
            return Rect(self.width - width, self.table_rows, width - 1, self.log_rows)
        return Rect(self.width - self.side + 2, 0, self.side - 4, self.height)

    def _seats(self) -> dict[int, SeatPlace]:
        order = (self.viewer, *seats_clockwise(self.seat_count, self.viewer))
        return {seat: self._place(index) for index, seat in enumerate(order)}

    def _place(self, index: int) -> SeatPlace:
        size = self.size
        if index == 0:
            x = self.dx + (size.main - size.own_width) // 2
            return SeatPlace(Rect(x, self.dy + size.own_row, size.own_width, 2), Side.BOTTOM)
        mirrored = index > self.seat_count / 2
        left = self.seat_count - index if mirrored else index
        x, y = self._left_place(left)
        side = self._side(left, x, y)
        if mirrored:
            x = size.main - x - size.plate_width
            side = Side.RIGHT if side is Side.LEFT else side
        return SeatPlace(Rect(self.dx + x, self.dy + y, size.plate_width, 2), side)

    def _table_places(self) -> dict[int, tuple[tuple[int, int], ...]] | None:
        stud = self.is_wide and self.family is Family.STUD
        if self.size.name == SMALL.name:
            return _SMALL_STUD_PLACES if stud else _SMALL_PLACES
        return _MEDIUM_STUD_PLACES if stud and self.size.name == MEDIUM.name else None

    def _left_place(self, index: int) -> tuple[int, int]:
        """Returns the corner of the plate of a seat of the left half or the top, counted from the viewer."""
        size = self.size
        if places := self._table_places():
            return places[self.seat_count][index - 1]
        point = seat_points(self.seat_count, size.radius_x, size.radius_y, size.own_share)[index]
        x = round(size.centre_x + point.x - size.plate_width / 2 + 1e-9)
        y = round((size.centre_y + point.y) / 2 - 1 + 1e-9)
        return max(0, min(size.main - size.plate_width, x)), y

    def _side(self, index: int, x: int, y: int) -> Side:
        size = self.size
        if size.name == SMALL.name:
            return Side.TOP if y <= 2 and x > 8 else Side.LEFT
        if self._table_places():
            return Side.TOP if y <= 6 else Side.LEFT
        point = seat_points(self.seat_count, size.radius_x, size.radius_y, size.own_share)[index]
        offset = abs(x + size.plate_width / 2 - size.centre_x)
        return Side.TOP if point.y < -0.78 * size.radius_y and offset < 0.62 * size.radius_x else Side.LEFT


def _for_family(size: TableSize, family: Family) -> TableSize:
    """Returns a size for a game without a board: wider plates, and the pot where the board would lie."""
    if family is Family.STUD:
        small = size is SMALL
        pot = 6 if small else size.pot_row + 2
        return replace(
            size,
            plate_width=size.wide_plate,
            radius_x=size.stud_radius,
            own_share=size.stud_share,
            own_width=_STUD_OWN_WIDTH_SMALL if small else max(_STUD_OWN_WIDTH, size.own_width),
            own_card=size.board_card,
            pot_row=pot,
            pots_row=pot + 2,
            result_row=pot + (2 if small else 4),
            mark_row=0 if small else max(size.mark_row - 1, pot + 7),
        )
    pot = 5 if size is SMALL else size.pot_row + 1
    return replace(
        size,
        plate_width=size.draw_plate,
        own_share=size.draw_share,
        own_width=max(_STUD_OWN_WIDTH, size.own_width) if size is not SMALL else size.own_width,
        own_card=size.board_card,
        pot_row=pot,
        pots_row=pot + 2,
        result_row=pot + 2,
        mark_row=0 if size is SMALL else pot + 5,
        own_bet_row=size.own_bet_row - (0 if size is SMALL else 2),
    )
