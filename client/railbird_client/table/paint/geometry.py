"""Where everything lies on the table screen, from the size of the terminal and the shape of the table.

The table is drawn in one of six sizes, of which the largest that fits is taken. In between the table is centred, the
column with the log grows, and beyond the largest size the rest stays empty. Nothing depends on what has been dealt, so
that nothing moves during a hand.

Every seat has a place for the widest bet and one for the button, whoever has bet, so that none of them ever moves or
covers another, a plate or a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property, lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from railbird_client.drawing.canvas import Rect
from railbird_client.table.paint import table_sizes
from railbird_client.table.paint.oval import Oval, is_on_felt, seat_points
from railbird_client.table.paint.table_sizes import CardFormat, TableSize
from railbird_shared.game.announced_game import Family
from railbird_shared.protocol.view import TableView

MIN_WIDTH, MIN_HEIGHT = 60, 18
"""The smallest terminal on which a table can be played."""

_BAR_ROWS = 3
_MIN_CHAT_WIDTH = 24

BET_WIDTH = 8
"""The cells of the widest bet: a disc, a blank and six digits or separators."""

BUTTON_WIDTH = 3

_ROWS = (0, 1, -1, 2, -2, -3, 3, -4, -5, -6, -7)
_SHIFTS = tuple(shift for step in range(13) for shift in ((step, -step) if step else (0,)))

HINT_ROWS = 5
"""The rows for hints in the column."""

_ROW_FIELDS = ("pot_row", "board_row", "pots_row", "result_row", "mark_row", "own_bet_row", "own_row")
_MAX_LARGE_CARDS = 4
_POT_WIDTH, _POTS_WIDTH = 18, 30
_LEAST_ROOM = 12
MAX_WIDE_SEATS = 8  # at a table with more seats the plates of stud and draw are as narrow as any


class ScreenRoom(NamedTuple):
    """The room on the screen.

    With a `column` for the log the hand and its street stand there, else in the title. A result has `result_rows` of
    `result_width` cells, and hints have `hint_rows` of `hint_width` cells.
    """

    column: bool = False
    result_rows: int = 2
    result_width: int = 60
    hint_rows: int = 1
    hint_width: int = 60


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
    room: ScreenRoom = ScreenRoom()


def seats_clockwise(seat_count: int, viewer: int) -> tuple[int, ...]:
    """Returns the other seats of a table, clockwise from the viewer's left."""
    return tuple((viewer - 1 + step) % seat_count + 1 for step in range(1, seat_count))


def compute_rows_layout(width: int, height: int, seat_count: int) -> RowsLayout:
    """Returns the layout of a table of `seat_count` seats."""
    rows, top = seat_count + 3, seat_count + 4
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


class ChipPlaces(NamedTuple):
    """The place of each seat's bet, and of the button there."""

    bets: dict[int, Rect]
    buttons: dict[int, Rect]


def overlap(one: Rect, other: Rect) -> bool:
    """Whether two rectangles share a cell."""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


def _take_free(spots: Sequence[Rect], used: list[Rect]) -> Rect:
    """Takes the first place that is not used, or else the first."""
    free = next((spot for spot in spots if not any(overlap(spot, rect) for rect in used)), spots[0])
    used.append(free)
    return free


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


class TableGeometry(Struct, frozen=True, dict=True):
    """Where the parts of the table screen lie, in cells from the upper left corner of the terminal.

    `size` has the rows of the screen, `down` more than those of the smallest terminal for it. `cards` is the most that
    a player can hold: chips leave room for them from the first deal.
    """

    width: int
    height: int
    size: TableSize
    down: int
    family: Family
    seat_count: int
    viewer: int
    cards: int

    # --- the parts of the screen

    @cached_property
    def side(self) -> Rect | None:
        """The column with the log and the chat; without it both lie in the rows of `log` and `chat`."""
        begin = self.size.side(self.width)
        return None if begin is None else Rect(begin, 0, self.width - begin, self.height)

    @cached_property
    def main(self) -> int:
        """The cells beside the column; beyond the largest size the rest stays empty."""
        return self.size.main if self.size.width == table_sizes.LARGEST.width else self._room

    @property
    def _room(self) -> int:
        return self.width if self.side is None else self.side.x

    @property
    def left(self) -> int:
        """The first of the cells beside the column."""
        return (self._room - self.main) // 2

    @cached_property
    def _dx(self) -> int:
        return self.left + (self.main - self.size.main) // 2

    @cached_property
    def centre_x(self) -> int:
        """The column of the middle of the table."""
        return self._dx + self.size.centre_x

    @cached_property
    def bar(self) -> Rect:
        """The action bar."""
        size = self.size
        return Rect(self.centre_x - size.bar_width // 2, self.height - size.bar_rows, size.bar_width, size.bar_rows)

    @cached_property
    def log(self) -> Rect:
        """The log, in the column or in the rows below the table."""
        if self.side is not None:
            return Rect(self.side.x + 2, 0, self.side.width - 4, self.height)
        return self.chat._replace(x=self.bar.x, width=self.chat.x - self.bar.x - 3)

    @cached_property
    def chat(self) -> Rect:
        """The chat, in the column or at the right of the log."""
        size = self.size
        if self.side is not None:
            return self.log
        width, end = size.bar_width * 3 // 8, self.centre_x + size.bar_width // 2
        return Rect(end - width, self.bar.y - size.log_rows, width, size.log_rows)

    @property
    def chat_input(self) -> Rect:
        """The line in which chat is written: the last row of the chat."""
        return Rect(self.chat.x, self.chat.y + self.chat.height - 1, self.chat.width, 1)

    @property
    def room(self) -> ScreenRoom:
        """The room for words; hints lie in the column, or in the first row of the log."""
        hints = (1, self.bar.width) if self.side is None else (HINT_ROWS, self.log.width)
        return ScreenRoom(self.side is not None, self.size.result_rows, self.middle_room, *hints)

    # --- the felt

    @cached_property
    def oval(self) -> Oval:
        """The oval of the table."""
        size = self.size
        half_width, half_height = size.radius_x + size.rail / 2, size.radius_y + size.rail / 2
        return Oval(self.centre_x, size.centre_y + 2 * self.down, half_width, half_height, size.rail)

    @property
    def has_board(self) -> bool:
        """Whether the cards in the middle are a board."""
        return self.family is Family.BOARD

    @cached_property
    def board(self) -> Rect:
        """The five places of the board."""
        card = self.size.board_card
        width = 5 * (card.width + 1) - 1
        return Rect((2 * self.centre_x - width) // 2, self.size.board_row, width, card.height)

    @cached_property
    def middle_room(self) -> int:
        """The cells for the result in the middle of the table, when no bets lie there."""
        rows = range(self.size.result_row, self.size.result_row + self.size.result_rows)
        return min(self._room_between(self._plates_and_buttons, row) for row in rows)

    def room_at(self, row: int) -> int:
        """The cells for words in the middle of a row, between the plates and the places of chips."""
        bets = (place for seat, place in self.chips.bets.items() if seat != self.viewer)
        return self._room_between((*self._plates_and_buttons, *bets), row)

    def free_width(self, row: int) -> int:
        """The cells in the middle of a row between the plates while no bets lie there, as far as the felt goes."""
        return self._room_between(self._plates_and_buttons, row, limit=2 * self.size.radius_x - _LEAST_ROOM)

    @cached_property
    def _plates_and_buttons(self) -> tuple[Rect, ...]:
        plates = (self._with_cards(seat) for seat in self.seats if seat != self.viewer)
        return (*plates, *self.chips.buttons.values())

    def _room_between(self, taken: Iterable[Rect], row: int, *, limit: int = 0) -> int:
        room = limit or self.board.width + (6 if self.size.has_edge else 0)
        for place in taken:
            if place.y <= row < place.y + place.height:
                room = min(room, 2 * max(place.x - self.centre_x, self.centre_x - place.x - place.width) - 2)
        return max(_LEAST_ROOM, room)

    # --- the seats

    @cached_property
    def seats(self) -> dict[int, SeatPlace]:
        """The plate of every seat."""
        order = (self.viewer, *seats_clockwise(self.seat_count, self.viewer))
        return {seat: self._place(index) for index, seat in enumerate(order)}

    @property
    def own(self) -> Rect:
        """The viewer's own plate, or that of the first seat for a spectator."""
        return self.seats[self.viewer].rect

    def _place(self, index: int) -> SeatPlace:
        """Returns the place of a seat, counted clockwise from the viewer's."""
        size = self.size
        if index == 0:
            x = self._dx + (size.main - size.own_width) // 2
            return SeatPlace(Rect(x, size.own_row, size.own_width, 2), Side.BOTTOM)
        mirrored = index > self.seat_count / 2
        x, y, side = self._left_place(self.seat_count - index if mirrored else index)
        if mirrored:
            x = size.main - x - size.plate_width
            side = Side.RIGHT if side is Side.LEFT else side
        return SeatPlace(Rect(self._dx + x, self.down + y, size.plate_width, 2), side)

    def _left_place(self, index: int) -> tuple[int, int, Side]:
        """Returns the corner of the plate of a seat of the left half or the top, and its side."""
        size = self.size
        stud = self.family is Family.STUD and self.seat_count <= MAX_WIDE_SEATS
        fixed = (table_sizes.STUD_PLACES if stud else table_sizes.FIXED_PLACES).get(size.name, {}).get(self.seat_count)
        point = seat_points(self.seat_count, size.radius_x, size.radius_y, size.own_share)[index]
        if fixed:
            x, y = fixed[index - 1]
        else:
            x = round(size.centre_x + point.x - size.plate_width / 2 + 1e-9)
            x, y = max(0, min(size.main - size.plate_width, x)), round((size.centre_y + point.y) / 2 - 1 + 1e-9)
        if size.name == table_sizes.SMALL.name:
            is_top = y <= 2 and x > 8
        elif fixed:
            is_top = y <= 6
        else:
            offset = abs(x + size.plate_width / 2 - size.centre_x)
            is_top = point.y < -0.78 * size.radius_y and offset < 0.62 * size.radius_x
        return x, y, Side.TOP if is_top else Side.LEFT

    def _with_edge(self, seat: int) -> Rect:
        rect = self.seats[seat].rect
        return rect._replace(height=rect.height + (1 if self.size.has_edge else 0))

    def _with_cards(self, seat: int) -> Rect:
        """Returns the plate of another seat with its edge and the cards above it."""
        above, rect = -(-self.size.seat_card_pixels // 2), self._with_edge(seat)
        return rect._replace(y=rect.y - above, height=rect.height + above)

    def own_card_size(self, count: int) -> tuple[CardFormat, int]:
        """Returns the size of so many of the viewer's own cards, and the cells from one to the next.

        The largest is taken that fits between the plates of the lowest seats at the sides, or the smaller ones overlap.
        """
        size, room = self.size, self._own_card_room
        if count <= _MAX_LARGE_CARDS and count * (size.own_card.width + 1) <= room:
            return size.own_card, size.own_card.width + 1
        card = size.board_card
        if count * (card.width + 1) <= room:
            return card, card.width + 1
        return card, max(3, min(card.width - 1, (room - card.width) // max(1, count - 1)))

    @cached_property
    def _own_card_room(self) -> int:
        """The cells for the viewer's own cards between the seats at their sides."""
        room = self.own.width + (6 if self.size.has_edge else 0)
        for rect, side in self.seats.values():
            if rect.y + rect.height > self.own.y - self.size.own_card.height and side in {Side.LEFT, Side.RIGHT}:
                inner = rect.x + rect.width if side is Side.LEFT else rect.x
                room = min(room, 2 * abs(self.centre_x - inner) - 2)
        return room

    # --- the chips

    @cached_property
    def chips(self) -> ChipPlaces:
        """The place of each seat's bet, and of the button there.

        The seats at the top choose first, since they have the least room. Bets lie on the felt, as long as there is a
        place.
        """
        used = [*self._words_and_cards]
        places = ChipPlaces({}, {})
        at_side = {seat: place.side in {Side.LEFT, Side.RIGHT} for seat, place in self.seats.items()}
        for group in (False, True):
            seats = [seat for seat in self.seats if at_side[seat] is group]
            for seat in seats:
                places.bets[seat] = _take_free(sorted(self._bet_spots(seat), key=self._leaves_felt), used)
            for seat in seats:
                places.buttons[seat] = _take_free([*self._button_spots(seat)], used)
        return places

    @property
    def _words_and_cards(self) -> Iterator[Rect]:
        """The rectangles that no chips may cover: the words about pots, the cards and the plates."""
        size, centre = self.size, self.centre_x
        yield Rect(centre - _POT_WIDTH // 2, size.pot_row, _POT_WIDTH, 1)
        yield Rect(centre - _POTS_WIDTH // 2, size.pots_row, _POTS_WIDTH, 1)
        if self.has_board:
            yield self.board
        for count in range(1, self.cards + 1):
            card, pitch = self.own_card_size(count)
            width = (count - 1) * pitch + card.width
            yield Rect((2 * centre - width) // 2, self.own.y - card.height, width, card.height)
        for seat in self.seats:
            yield self._with_edge(seat) if seat == self.viewer else self._with_cards(seat)

    def _leaves_felt(self, spot: Rect) -> bool:
        return not all(is_on_felt(self.oval, x, spot.y) for x in (spot.x, spot.x + spot.width - 1))

    def _bet_spots(self, seat: int) -> Iterator[Rect]:
        """Yields where the bet of a seat may lie, the best place first."""
        plate, gap = self._with_edge(seat), 2 if self.size.has_edge else 1
        match self.seats[seat].side:
            case Side.BOTTOM:
                yield Rect(self.centre_x - BET_WIDTH // 2, self.size.own_bet_row, BET_WIDTH, 1)
            case Side.TOP:
                x, below = (2 * plate.x + plate.width - BET_WIDTH) // 2, plate.y + plate.height
                for row in (below + 1, below, below + 2) if self.size.has_tall_bar else (below, below + 1, below + 2):
                    yield from (Rect(x + shift, row, BET_WIDTH, 1) for shift in _SHIFTS)
            case side:
                x = plate.x + plate.width + gap if side is Side.LEFT else plate.x - gap - BET_WIDTH
                yield from (Rect(x, plate.y + row, BET_WIDTH, 1) for row in _ROWS)

    def _button_spots(self, seat: int) -> Iterator[Rect]:
        """Yields where the button of a seat may lie, the best place first."""
        plate, side = self._with_edge(seat), self.seats[seat].side
        below, end = plate.y + plate.height, plate.x + plate.width - 1 - BUTTON_WIDTH
        if side is Side.TOP:
            for row in (below, below + 1):
                yield from (Rect(x, row, BUTTON_WIDTH, 1) for x in (*range(plate.x + 1, end + 1), plate.x))
            return
        left, right = plate.x - 1 - BUTTON_WIDTH, plate.x + plate.width + 1
        beside = {Side.LEFT: (right,), Side.RIGHT: (left,)}.get(side, (left, right))
        for x in beside:
            yield from (Rect(x, plate.y + row, BUTTON_WIDTH, 1) for row in (1, 2, 0))
        yield Rect(plate.x + 1 if side is Side.LEFT else end, below, BUTTON_WIDTH, 1)
        for x in beside:
            yield from (Rect(x, plate.y - row, BUTTON_WIDTH, 1) for row in range(1, 8))


@lru_cache(maxsize=16)
def compute_geometry(
    width: int, height: int, *, family: Family, seat_count: int, viewer: int, cards: int = 2
) -> TableGeometry | None:
    """Returns where everything lies, None on a terminal that is too small for an oval table."""
    size = table_sizes.find_size(width, height)
    if size is None:
        return None
    if family is not Family.BOARD and seat_count <= MAX_WIDE_SEATS:
        size = table_sizes.for_family(size, family)
    rows = size.log_rows if size.side(width) is None else 0
    spare = height - size.height + size.log_rows - rows
    down = 0 if rows else spare // 2
    moved = {row: getattr(size, row) + down for row in _ROW_FIELDS if getattr(size, row)}
    size = replace(size, **moved, log_rows=rows + spare if rows else 0)
    return TableGeometry(width, height, size, down, family, seat_count, viewer, cards)


def compute_layout(view: TableView, width: int, height: int) -> TableGeometry | RowsLayout:
    """Returns the layout of a table on a terminal of that size, with the viewer or the first seat at the bottom."""
    seats, game = len(view.seats), view.game
    geometry = compute_geometry(
        width, height, family=game.family, seat_count=seats, viewer=view.you.seat or 1, cards=game.cards
    )
    return geometry or compute_rows_layout(width, height, seats)
