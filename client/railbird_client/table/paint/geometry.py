"""Where everything lies on the table screen, from the size of the terminal and the shape of the table.

The table is drawn in one of six sizes, of which the largest that fits is taken. In between the table is centred, the
column with the log grows, and beyond the largest size the rest stays empty. Nothing depends on what has been dealt, so
that nothing moves during a hand.

Every seat has a place for the widest bet and one for the button, whoever has bet, so that none of them ever moves or
covers another, a plate or a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from msgspec import Struct

from railbird_client.table.paint.oval import Oval, is_on_felt, seat_points
from railbird_client.table.paint.table_sizes import (
    FIXED_PLACES,
    LARGEST,
    SMALL,
    STUD_PLACES,
    TABLE_SIZES,
    CardFormat,
    TableSize,
    for_family,
)
from railbird_shared.game.announced_game import Family

MIN_WIDTH, MIN_HEIGHT = 60, 18
"""The smallest terminal on which a table can be played."""

_BAR_ROWS = 3
_MIN_CHAT_WIDTH = 24


class Rect(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int


class RowsLayout(Struct, frozen=True):
    """The rectangles of the parts of a screen in plain rows.

    A `too_small` screen shows only a notice in `rows`, and takes neither clicks nor keys.
    """

    width: int
    height: int
    title: Rect
    rows: Rect
    bar: Rect
    log: Rect
    chat: Rect
    chat_input: Rect
    too_small: bool = False


def seats_clockwise(seat_count: int, viewer: int) -> tuple[int, ...]:
    """Returns the other seats of a table, clockwise from the viewer's left."""
    return tuple((viewer - 1 + step) % seat_count + 1 for step in range(1, seat_count))


def compute_rows_layout(width: int, height: int, seat_count: int) -> RowsLayout:
    """Returns the layout of a table of `seat_count` seats."""
    rows = seat_count + 3
    top = 1 + rows
    log = height - top - _BAR_ROWS
    chat = max(_MIN_CHAT_WIDTH, width * 2 // 5)
    too_small = width < MIN_WIDTH or height < MIN_HEIGHT
    return RowsLayout(
        width,
        height,
        title=Rect(0, 0, width, 1),
        rows=Rect(0, 1, width, max(0, height - 1) if too_small else rows),
        bar=Rect(0, height - _BAR_ROWS, width, _BAR_ROWS),
        log=Rect(0, top, width - chat, log),
        chat=Rect(width - chat, top, chat, log),
        chat_input=Rect(width - chat, top + log - 1, chat, 1),
        too_small=too_small,
    )


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


class Side(Enum):
    """On which side of the table a seat lies; the viewer's own is at the bottom."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


class SeatPlace(NamedTuple):
    """The plate of a seat, without its cards and its edge, and the side of the table on which it lies."""

    rect: Rect
    side: Side


HINT_ROWS = 5
"""The rows for hints in the column."""

MIN_SIDE_WIDTH, MAX_SIDE_WIDTH = 34, 44
"""The width of the column with the log and the chat."""

_MAX_LARGE_CARDS = 4
_POT_WIDTH, _POTS_WIDTH = 18, 30
_LEAST_ROOM = 12
_MAX_WIDE_SEATS = 8  # at a table with more seats the plates of stud and draw are as narrow as any


class TableGeometry(Struct, frozen=True, dict=True):
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
    chips: ChipPlaces

    @property
    def own(self) -> Rect:
        """The viewer's own plate, or that of the first seat for a spectator."""
        return self.seats[self.viewer].rect

    @property
    def chat_input(self) -> Rect:
        """The line in which chat is written: the last row of the chat."""
        return Rect(self.chat.x, self.chat.y + self.chat.height - 1, self.chat.width, 1)

    @property
    def hint_room(self) -> tuple[int, int]:
        """The rows for hints and their width: in the column, or the last row of the screen."""
        return (HINT_ROWS, self.log.width) if self.side is not None else (1, self.bar.width)

    @cached_property
    def middle_room(self) -> int:
        """The cells for the result in the middle of the table, when no bets lie there."""
        rows = range(self.result_row, self.result_row + self.size.result_rows)
        return min(self._room_between(self._plates_and_buttons, row) for row in rows)

    def room_at(self, row: int) -> int:
        """The cells for words in the middle of a row, between the plates and the places of chips."""
        return self._room_between(self._plates_and_chips, row)

    @cached_property
    def _plates_and_buttons(self) -> tuple[Rect, ...]:
        above, below = -(-self.size.seat_card_pixels // 2), 1 if self.size.has_edge else 0
        plates = (
            Rect(rect.x, rect.y - above, rect.width, rect.height + above + below)
            for rect, side in self.seats.values()
            if side is not Side.BOTTOM
        )
        return (*plates, *(Rect(x, y, BUTTON_WIDTH, 1) for x, y in self.chips.buttons.values()))

    @cached_property
    def _plates_and_chips(self) -> tuple[Rect, ...]:
        return (*self._plates_and_buttons, *(place for seat, place in self.chips.bets.items() if seat != self.viewer))

    def free_width(self, row: int) -> int:
        """The cells in the middle of a row between the plates while no bets lie there, as far as the felt goes."""
        return self._room_between(self._plates_and_buttons, row, limit=2 * self.size.radius_x - _LEAST_ROOM)

    def _room_between(self, taken: Iterable[Rect], row: int, *, limit: int = 0) -> int:
        room = limit or self.board.width + (6 if self.size.has_edge else 0)
        for place in taken:
            if place.y <= row < place.y + place.height:
                room = min(room, 2 * max(place.x - self.centre_x, self.centre_x - place.x - place.width) - 2)
        return max(_LEAST_ROOM, room)

    @property
    def board(self) -> Rect:
        """The five places of the board."""
        return board_place(self.size, self.centre_x, self.board_row)

    def own_card_size(self, count: int) -> tuple[CardFormat, int]:
        """Returns the size of so many of the viewer's own cards, and the cells from one to the next."""
        return own_card_size(self.size, self.seats, self.centre_x, count)


def board_place(size: TableSize, centre: int, row: int) -> Rect:
    """Returns the five places of a board."""
    width = 5 * (size.board_card.width + 1) - 1
    return Rect((2 * centre - width) // 2, row, width, size.board_card.height)


def own_card_size(size: TableSize, seats: Mapping[int, SeatPlace], centre: int, count: int) -> tuple[CardFormat, int]:
    """Returns the size of the viewer's own cards and the cells from one to the next.

    The largest is taken that fits between the plates of the lowest seats at the sides, or the smaller ones overlap.
    """
    room = _own_card_room(size, seats, centre)
    if count <= _MAX_LARGE_CARDS and count * (size.own_card.width + 1) <= room:
        return size.own_card, size.own_card.width + 1
    card = size.board_card
    if count * (card.width + 1) <= room:
        return card, card.width + 1
    return card, max(3, min(card.width - 1, (room - card.width) // max(1, count - 1)))


def _own_card_room(size: TableSize, seats: Mapping[int, SeatPlace], centre: int) -> int:
    """Returns the cells for the viewer's own cards between the seats at their sides."""
    own = next(place.rect for place in seats.values() if place.side is Side.BOTTOM)
    room = own.width + (6 if size.has_edge else 0)
    for rect, side in seats.values():
        if rect.y + rect.height > own.y - size.own_card.height and side in {Side.LEFT, Side.RIGHT}:
            inner = rect.x + rect.width if side is Side.LEFT else rect.x
            room = min(room, 2 * abs(centre - inner) - 2)
    return room


@lru_cache(maxsize=16)
def compute_geometry(
    width: int, height: int, *, family: Family, seat_count: int, viewer: int, cards: int = 2
) -> TableGeometry | None:
    """Returns where everything lies, None on a terminal that is too small for an oval table.

    `cards` is the most that a player can hold: chips leave room for them from the first deal.
    """
    size = next((each for each in TABLE_SIZES if width >= each.width and height >= each.height), None)
    if size is None:
        return None
    return _Builder(width, height, size, family=family, seat_count=seat_count, viewer=viewer).build(cards)


class _Builder:
    """Computes the geometry of one size."""

    def __init__(
        self, width: int, height: int, size: TableSize, *, family: Family, seat_count: int, viewer: int
    ) -> None:
        self.width, self.height, self.family = width, height, family
        self.seat_count, self.viewer = seat_count, viewer
        self.is_wide = family is not Family.BOARD and seat_count <= _MAX_WIDE_SEATS
        self.size = for_family(size, family) if self.is_wide else size
        side = min(MAX_SIDE_WIDTH, width - size.main)
        self.side = side if side >= MIN_SIDE_WIDTH else 0
        room = width - self.side
        beyond = size is LARGEST
        self.main = size.main if beyond else room
        self.left = (room - self.main) // 2 if beyond else 0
        self.dx = self.left + (self.main - size.main) // 2
        log = 0 if self.side else size.log_rows
        self.table_rows = size.height - size.bar_rows - size.log_rows
        spare = height - self.table_rows - size.bar_rows - log
        self.dy = 0 if log else spare // 2
        self.log_rows = log + spare if log else 0

    def build(self, cards: int) -> TableGeometry:
        size, dy, seats = self.size, self.dy, self._seats()
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
            oval=self._oval(),
            seats=seats,
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
            chips=self._place_chips(seats, cards),
        )

    def _oval(self) -> Oval:
        size = self.size
        half_width, half_height = size.radius_x + size.rail / 2, size.radius_y + size.rail / 2
        return Oval(self.dx + size.centre_x, size.centre_y + 2 * self.dy, half_width, half_height, size.rail)

    def _place_chips(self, seats: dict[int, SeatPlace], cards: int) -> ChipPlaces:
        size, centre, dy = self.size, self.dx + self.size.centre_x, self.dy
        above, below = -(-size.seat_card_pixels // 2), 1 if size.has_edge else 0
        taken = [
            Rect(centre - _POT_WIDTH // 2, dy + size.pot_row, _POT_WIDTH, 1),
            Rect(centre - _POTS_WIDTH // 2, dy + size.pots_row, _POTS_WIDTH, 1),
        ]
        if self.family is Family.BOARD:
            taken.append(board_place(size, centre, dy + size.board_row))
        own_row = dy + size.own_row
        for count in range(1, cards + 1):
            card, pitch = own_card_size(size, seats, centre, count)
            width = (count - 1) * pitch + card.width
            taken.append(Rect((2 * centre - width) // 2, own_row - card.height, width, card.height))
        anchors: dict[int, Anchor] = {}
        for seat, (rect, side) in seats.items():
            edged = rect._replace(height=rect.height + below)
            own = side is Side.BOTTOM
            taken.append(edged if own else edged._replace(y=rect.y - above, height=edged.height + above))
            inward = {Side.LEFT: 1, Side.RIGHT: -1}.get(side, 0)
            anchors[seat] = Anchor(edged, inward, dy + size.own_bet_row if own else None)
        drop = 1 if size.bar_rows > SMALL.bar_rows else 0
        is_felt = partial(is_on_felt, self._oval())
        return place_chips(anchors, taken, is_felt, gap=2 if size.has_edge else 1, drop=drop, middle=2 * centre)

    def _log(self) -> Rect:
        if not self.side:
            x = self.dx + self.size.centre_x - self.size.bar_width // 2
            return Rect(x, self.table_rows, self._chat().x - x - 3, self.log_rows)
        return Rect(self.width - self.side + 2, 0, self.side - 4, self.height)

    def _chat(self) -> Rect:
        if not self.side:
            width = self.size.bar_width * 3 // 8
            end = self.dx + self.size.centre_x + self.size.bar_width // 2
            return Rect(end - width, self.table_rows, width, self.log_rows)
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

    def _fixed_places(self) -> tuple[tuple[int, int], ...] | None:
        stud = self.is_wide and self.family is Family.STUD
        return (STUD_PLACES if stud else FIXED_PLACES).get(self.size.name, {}).get(self.seat_count)

    def _left_place(self, index: int) -> tuple[int, int]:
        """Returns the corner of the plate of a seat of the left half or the top, counted from the viewer."""
        size = self.size
        if places := self._fixed_places():
            return places[index - 1]
        point = seat_points(self.seat_count, size.radius_x, size.radius_y, size.own_share)[index]
        x = round(size.centre_x + point.x - size.plate_width / 2 + 1e-9)
        y = round((size.centre_y + point.y) / 2 - 1 + 1e-9)
        return max(0, min(size.main - size.plate_width, x)), y

    def _side(self, index: int, x: int, y: int) -> Side:
        size = self.size
        if size.name == SMALL.name:
            return Side.TOP if y <= 2 and x > 8 else Side.LEFT
        if self._fixed_places():
            return Side.TOP if y <= 6 else Side.LEFT
        point = seat_points(self.seat_count, size.radius_x, size.radius_y, size.own_share)[index]
        offset = abs(x + size.plate_width / 2 - size.centre_x)
        return Side.TOP if point.y < -0.78 * size.radius_y and offset < 0.62 * size.radius_x else Side.LEFT
