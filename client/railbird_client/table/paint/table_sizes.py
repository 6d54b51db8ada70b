"""The sizes in which the table is drawn, and where its seats lie that the oval would put too near to each other."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from railbird_shared.game.announced_game import Family


class CardFormat(NamedTuple):
    """The width and height of a card in cells."""

    width: int
    height: int


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
    result_rows: int
    mark_row: int
    own_bet_row: int
    log_rows: int = 0
    """The rows between the table and the bar for the log and the chat, where there is no column for them."""
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
    result_rows=2,
    mark_row=0,
    own_bet_row=10,
    log_rows=3,
    bar_rows=4,
    bar_width=78,
    wide_plate=21,
    stud_radius=31,
    stud_share=1.9,
    draw_plate=17,
    draw_share=1.9,
)
LOW = TableSize(
    name="100x30",
    width=100,
    height=30,
    main=100,
    centre_x=50,
    centre_y=24,
    radius_x=41,
    radius_y=16,
    rail=4,
    plate_width=16,
    own_width=40,
    own_row=19,
    own_share=2.3,
    board_card=CardFormat(5, 3),
    own_card=CardFormat(7, 5),
    seat_card_pixels=3,
    pot_row=7,
    board_row=9,
    pots_row=12,
    result_row=12,
    result_rows=2,
    mark_row=0,
    own_bet_row=13,
    log_rows=3,
    bar_rows=4,
    bar_width=94,
    wide_plate=22,
    stud_radius=38,
    stud_share=3.0,
    draw_plate=18,
    draw_share=2.6,
)
LOW_WITH_COLUMN = replace(
    LOW,
    name="120x30",
    width=120,
    main=86,
    centre_x=43,
    centre_y=27,
    radius_x=34,
    radius_y=19,
    own_row=22,
    own_share=2.1,
    board_card=CardFormat(7, 5),
    pot_row=7,
    board_row=9,
    pots_row=14,
    result_row=15,
    result_rows=2,
    own_bet_row=16,
    log_rows=0,
    bar_width=82,
    stud_radius=32,
    stud_share=3.2,
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
    result_rows=3,
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
    result_rows=4,
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
    result_rows=4,
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
TABLE_SIZES = (LARGEST, LARGE, MEDIUM, LOW_WITH_COLUMN, LOW, SMALL)
"""The sizes of the table, the largest first."""

_STUD_OWN_WIDTH, _STUD_OWN_WIDTH_SMALL = 44, 40

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


Places = dict[int, tuple[tuple[int, int], ...]]

FIXED_PLACES: dict[str, Places] = {
    SMALL.name: _SMALL_PLACES,
    LOW_WITH_COLUMN.name: {
        9: ((6, 18), (0, 13), (4, 8), (25, 3)),
        10: ((7, 18), (0, 13), (2, 8), (16, 3), (35, 3)),
    },
}
STUD_PLACES: dict[str, Places] = {
    SMALL.name: _SMALL_STUD_PLACES,
    LOW.name: {7: ((0, 16), (2, 9), (20, 3)), 8: ((0, 17), (0, 12), (6, 7), (39, 3))},
    LOW_WITH_COLUMN.name: {
        6: ((0, 16), (3, 9), (32, 3)),
        7: ((0, 17), (0, 11), (16, 4)),
        8: ((1, 18), (0, 13), (4, 8), (32, 3)),
    },
    MEDIUM.name: _MEDIUM_STUD_PLACES,
}
"""Where seats lie that the oval would put too near to each other, by the size of the table."""


def for_family(size: TableSize, family: Family) -> TableSize:
    """Returns a size for a game without a board: wider plates, and the pot where the board would lie."""
    if family is Family.STUD:
        small = size is SMALL
        pot = size.pot_row + 2
        return replace(
            size,
            plate_width=size.wide_plate,
            radius_x=size.stud_radius,
            own_share=size.stud_share,
            own_width=_STUD_OWN_WIDTH_SMALL if small else max(_STUD_OWN_WIDTH, size.own_width),
            own_card=size.board_card,
            pot_row=pot,
            pots_row=pot + 2,
            result_row=pot + (4 if size.bar_rows > SMALL.bar_rows else 2),
            result_rows=size.result_rows + 1,
            mark_row=max(size.mark_row - 1, pot + 7) if size.mark_row else 0,
        )
    pot = size.pot_row + 1
    return replace(
        size,
        plate_width=size.draw_plate,
        own_share=size.draw_share,
        own_width=max(_STUD_OWN_WIDTH, size.own_width) if size is not SMALL else size.own_width,
        own_card=size.board_card,
        pot_row=pot,
        pots_row=pot + 2,
        result_row=pot + 2,
        result_rows=size.result_rows + 1,
        mark_row=pot + 5 if size.mark_row else 0,
        own_bet_row=size.own_bet_row - (2 if size.bar_rows > SMALL.bar_rows else 0),
    )
