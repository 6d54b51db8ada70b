"""The sizes in which the table is drawn, and where its seats lie that the oval would put too near to each other."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct, convert
from msgspec.structs import replace

from railbird_shared.game.announced_game import Family


class CardFormat(NamedTuple):
    """The width and height of a card in cells."""

    width: int
    height: int


def per_size(*values: object) -> Any:
    """Declares a length of the table by its value in each size, from the smallest on."""
    return values


class TableSize(Struct, frozen=True, kw_only=True):
    """One size of the table, in cells; `centre_y`, `radius_x` and `radius_y` are in pixels.

    `seat_card_pixels` is how far the cards of a seat stand out above its plate, 0 if they lie in its second row. The
    rows are those of the pot, the board, the single pots, the result, the woven name (0: none) and the player's own
    bet. `log_rows` lie between the table and the bar for the log and the chat, where there is no column for them.
    `bar_rows` are the rows at the bottom for the prompt, the buttons, the amounts and the keys. In stud and in draw
    plates are wider, and so is the part of the oval that the player's own seat takes.
    """

    width: int = per_size(80, 100, 120, 120, 160, 200)
    height: int = per_size(24, 30, 30, 40, 48, 60)
    main: int = per_size(80, 100, 86, 86, 122, 156)
    centre_y: int = per_size(17, 24, 27, 34, 43, 54)
    radius_x: int = per_size(31, 41, 34, 34, 51, 66)
    radius_y: int = per_size(13, 16, 19, 26, 33, 42)
    rail: int = per_size(2, 4, 4, 4, 6, 6)
    plate_width: int = per_size(17, 16, 16, 16, 18, 20)
    own_width: int = per_size(36, 40, 40, 40, 46, 52)
    own_row: int = per_size(14, 19, 22, 29, 37, 47)
    own_share: float = per_size(1.9, 2.3, 2.1, 2.1, 1.9, 1.9)
    board_card: CardFormat = per_size((5, 3), (5, 3), (7, 5), (7, 5), (9, 7), (11, 8))
    own_card: CardFormat = per_size((5, 3), (7, 5), (7, 5), (9, 6), (9, 7), (11, 8))
    seat_card_pixels: int = per_size(0, 3, 3, 3, 5, 5)
    pot_row: int = per_size(4, 7, 7, 10, 11, 15)
    board_row: int = per_size(6, 9, 9, 12, 13, 18)
    pots_row: int = per_size(9, 12, 14, 18, 21, 28)
    result_row: int = per_size(9, 12, 15, 18, 22, 29)
    result_rows: int = per_size(2, 2, 2, 3, 4, 4)
    mark_row: int = per_size(0, 0, 0, 20, 24, 31)
    own_bet_row: int = per_size(10, 13, 16, 21, 27, 35)
    log_rows: int = per_size(3, 3, 0, 0, 0, 0)
    bar_rows: int = per_size(4, 4, 4, 7, 7, 8)
    bar_width: int = per_size(78, 94, 82, 82, 100, 120)
    stud_plate: int = per_size(21, 22, 22, 22, 24, 26)
    stud_radius: int = per_size(31, 38, 32, 32, 47, 60)
    stud_share: float = per_size(1.9, 3.0, 3.2, 3.2, 2.6, 2.4)
    stud_own_width: int = per_size(40, 44, 44, 44, 46, 52)
    draw_plate: int = per_size(17, 18, 18, 18, 20, 20)
    draw_share: float = per_size(1.9, 2.6, 2.6, 2.6, 2.6, 2.6)
    draw_own_width: int = per_size(36, 44, 44, 44, 46, 52)

    @property
    def name(self) -> str:
        """The smallest terminal for the size: "80x24"."""
        return f"{self.width}x{self.height}"

    @property
    def centre_x(self) -> int:
        """The column of the middle of the table."""
        return self.main // 2

    @property
    def has_edge(self) -> bool:
        """Whether a plate has a third row, half of which is drawn."""
        return self.seat_card_pixels > 0

    @property
    def has_tall_bar(self) -> bool:
        """Whether the buttons of the bar are three rows high."""
        return self.bar_rows > 4

    def side(self, width: int) -> int | None:
        """Returns the x at which the side column of a terminal of that width begins, None where it has none."""
        room = width - self.main
        return width - min(_MAX_SIDE_WIDTH, room) if room >= _MIN_SIDE_WIDTH else None


SMALL, LOW, LOW_WITH_COLUMN, MEDIUM, LARGE, LARGEST = (
    convert(dict(zip(TableSize.__struct_fields__, values, strict=True)), TableSize)
    for values in zip(*TableSize.__struct_defaults__, strict=True)
)
TABLE_SIZES = (LARGEST, LARGE, MEDIUM, LOW_WITH_COLUMN, LOW, SMALL)
"""The sizes of the table, the largest first."""
_MIN_SIDE_WIDTH, _MAX_SIDE_WIDTH = 34, 44


def find_size(width: int, height: int) -> TableSize | None:
    """Returns the largest size for a terminal, None where it is too small for an oval table."""
    return next((each for each in TABLE_SIZES if width >= each.width and height >= each.height), None)


Places = dict[int, tuple[tuple[int, int], ...]]
"""The places of the left half and the top, as x and y, by the number of seats."""

FIXED_PLACES: dict[str, Places] = {
    "57x24": {5: ((0, 9), (10, 2))},  # the example beside the settings
    SMALL.name: {
        2: ((31, 1),),
        3: ((11, 2),),
        4: ((0, 7), (31, 1)),
        5: ((0, 9), (13, 2)),
        6: ((3, 11), (5, 3), (31, 1)),
        7: ((4, 12), (0, 7), (21, 1)),
        8: ((4, 12), (0, 8), (8, 3), (31, 1)),
        9: ((4, 12), (0, 8), (4, 4), (22, 1)),
        10: ((4, 12), (0, 8), (1, 4), (13, 1), (31, 1)),
    },
    LOW_WITH_COLUMN.name: {
        9: ((6, 18), (0, 13), (4, 8), (25, 3)),
        10: ((7, 18), (0, 13), (2, 8), (16, 3), (35, 3)),
    },
}
STUD_PLACES: dict[str, Places] = {
    SMALL.name: {
        2: ((29, 1),),
        3: ((9, 2),),
        4: ((0, 7), (29, 1)),
        5: ((0, 9), (11, 2)),
        6: ((0, 10), (3, 4), (29, 1)),
        7: ((0, 12), (0, 7), (14, 2)),
        8: ((0, 12), (0, 8), (3, 4), (29, 1)),
    },
    LOW.name: {7: ((0, 16), (2, 9), (20, 3)), 8: ((0, 17), (0, 12), (6, 7), (39, 3))},
    LOW_WITH_COLUMN.name: {
        6: ((0, 16), (3, 9), (32, 3)),
        7: ((0, 17), (0, 11), (16, 4)),
        8: ((1, 18), (0, 13), (4, 8), (32, 3)),
    },
    MEDIUM.name: {
        3: ((10, 5),),
        4: ((0, 12), (32, 3)),
        5: ((0, 15), (12, 5)),
        6: ((0, 19), (5, 7), (32, 3)),
        7: ((1, 20), (0, 11), (16, 4)),
        8: ((2, 20), (0, 12), (7, 5), (32, 3)),
    },
}
"""Where seats lie that the oval would put too near to each other, by the size of the table."""


def for_family(size: TableSize, family: Family) -> TableSize:
    """Returns a size for a game without a board: wider plates, and the pot where the board would lie."""
    pot = size.pot_row + (2 if family is Family.STUD else 1)
    wide = replace(size, own_card=size.board_card, pot_row=pot, pots_row=pot + 2, result_rows=size.result_rows + 1)
    if family is Family.STUD:
        return replace(
            wide,
            plate_width=size.stud_plate,
            radius_x=size.stud_radius,
            own_share=size.stud_share,
            own_width=size.stud_own_width,
            result_row=pot + (4 if size.has_tall_bar else 2),
            mark_row=max(size.mark_row - 1, pot + 7) if size.mark_row else 0,
        )
    return replace(
        wide,
        plate_width=size.draw_plate,
        own_share=size.draw_share,
        own_width=size.draw_own_width,
        result_row=pot + 2,
        mark_row=pot + 5 if size.mark_row else 0,
        own_bet_row=size.own_bet_row - (2 if size.has_tall_bar else 0),
    )
