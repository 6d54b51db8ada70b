"""Which part of the screen shows what: rectangles for a terminal's size and a table's shape.

The richest arrangement that fits is chosen. From 80x24 on there is a ring of seats (or rows of boards in stud);
smaller screens get plain rows, and the smallest only a notice and the action bar.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from railbird_client.model.faces import Size
from railbird_client.model.ring import SHAPES, Edge, slots
from railbird_shared.games import Family

LEAST_WIDTH, LEAST_HEIGHT = 60, 18
RING_WIDTH, RING_HEIGHT = 80, 24
_SIDE_FROM = 114  # the width from which the log has a column of its own
_APART = 2  # so many seats at the top stand apart from the corners
_FELT_AROUND = 10  # the most rows of felt above and below the board


_WORDS = 2  # the most rows below a seat that are kept for words


class Rect(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int


class Scale(Struct, frozen=True):
    """How richly a table is drawn: seats with a border or without, and the sizes of cards."""

    boxed: bool
    seat: Size
    board: Size
    hero: Size

    @property
    def rich(self) -> bool:
        """Whether there is room for the large action bar and boards."""
        return self.board is Size.LARGE


_COMPACT = Scale(boxed=False, seat=Size.SMALL, board=Size.MEDIUM, hero=Size.MEDIUM)
_BOXED = Scale(boxed=True, seat=Size.SMALL, board=Size.MEDIUM, hero=Size.MEDIUM)
_LARGE = Scale(boxed=True, seat=Size.SMALL, board=Size.LARGE, hero=Size.LARGE)
_GRAND = Scale(boxed=True, seat=Size.MEDIUM, board=Size.LARGE, hero=Size.LARGE)
_SCALES = {
    Family.BOARD: (_GRAND, _LARGE, _BOXED, _COMPACT),
    Family.STUD: (_GRAND, _LARGE, _BOXED, _COMPACT),
    Family.DRAW: (_GRAND, _LARGE, replace(_BOXED, hero=Size.LARGE), replace(_COMPACT, hero=Size.LARGE), _COMPACT),
}
"""The ways to draw each family of games, the richest first."""


class Plan(Struct, frozen=True):
    """The parts of a screen. A part that is not shown has no rectangle; `scale` is None for plain rows.

    `rows` takes the place of seats, middle and own cards on a small screen; `framed` tells whether log and chat stand
    in boxes of their own; `tiny` screens take neither clicks nor keys.
    """

    title: Rect
    bar: Rect | None = None
    seats: dict[int, Rect] = {}
    scale: Scale | None = None
    middle: Rect | None = None
    hero: Rect | None = None
    rows: Rect | None = None
    log: Rect | None = None
    chat: Rect | None = None
    line: Rect | None = None
    framed: bool = False
    tiny: bool = False


def seat_rows(family: Family, cards: Size, *, boxed: bool) -> int:
    """Returns the rows that a seat usually takes."""
    if family is Family.STUD:
        return 3 + cards.height if boxed else 2
    return max(2, cards.height) + 2 if boxed else 3


def plan(width: int, height: int, *, family: Family, places: int, viewer: int) -> Plan:
    """Arranges a table of `places` seats as seen from the seat `viewer`."""
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return Plan(Rect(0, 0, width, 1), rows=Rect(0, 1, width, max(0, height - 1)), tiny=True)
    if width < RING_WIDTH or height < RING_HEIGHT:
        return _plain(width, height, places)
    for scale in _SCALES[family]:
        for aside in (True, False) if width >= _SIDE_FROM else (False,):
            shape = _Shape(width, height, family, places, scale, aside=aside)
            if shape.fits:
                return shape.plan(viewer)
    return _plain(width, height, places)


def _plain(width: int, height: int, places: int) -> Plan:
    bar, rows = 3, places + 3
    log = height - 1 - rows - bar
    talk = max(24, width * 2 // 5)
    top = 1 + rows
    return Plan(
        Rect(0, 0, width, 1),
        Rect(0, height - bar, width, bar),
        rows=Rect(0, 1, width, rows),
        log=Rect(0, top, width - talk, log),
        chat=Rect(width - talk, top, talk, log),
        line=Rect(width - talk, top + log - 1, talk, 1),
    )


class _Shape:
    """The sums behind one arrangement: heights of its bands, and the room left over."""

    def __init__(self, width: int, height: int, family: Family, places: int, scale: Scale, *, aside: bool) -> None:
        self.width, self.height = width, height
        self.family, self.places, self.scale = family, places, scale
        self.side = min(46, max(32, width - 84)) if aside else 0
        self.main = width - (self.side + 1 if self.side else 0)
        self.hero = self._hero_height()
        self.bar = 7 if scale.rich else 4
        self.least_ring = self._least_ring()
        spare = height - 1 - self.least_ring - self.hero - self.bar
        self.log = 0 if self.side else self._log_height(spare)
        self.ring = self.least_ring + spare - self.log

    @property
    def fits(self) -> bool:
        return self._seat_width() >= self._least_seat_width and self.ring >= self.least_ring

    def _log_height(self, spare: int) -> int:
        wanted = 7 if self.scale.rich else 4
        least = wanted if self.scale.boxed else 2
        return max(least, min(spare, wanted)) + max(0, (spare - wanted) // 2)

    @property
    def _least_seat_width(self) -> int:
        if self.family is Family.STUD:
            return 38
        if self.scale.seat is Size.MEDIUM:
            return 20 if self.family is Family.BOARD else 27
        return 18 if self.scale.boxed else 16

    @property
    def seat_height(self) -> int:
        return seat_rows(self.family, self.scale.seat, boxed=self.scale.boxed)

    @property
    def gap(self) -> int:
        """The columns between seats side by side."""
        return 1 if self.scale.boxed else 0

    @property
    def rows(self) -> int:
        left, top, _ = SHAPES[self.places]
        if self.family is Family.STUD:
            return (self.places + 1) // 2
        return (1 if top else 0) + max(left, 2 if self.family is Family.BOARD else 1)

    def _least_ring(self) -> int:
        if self.family is Family.STUD:
            gap = 0 if self.scale.boxed else 1
            return self.rows * (self.seat_height + gap) - gap
        least = self.rows * self.seat_height
        if not self.scale.boxed:
            least += self.rows - 1
        if self.family is Family.BOARD:
            least = max(least, self.seat_height + self.scale.board.height + 4)
        return least

    def _hero_height(self) -> int:
        height = self.scale.hero.height + (2 if self.scale.boxed else 1)
        return height + 2 if self.family is Family.DRAW else height

    def plan(self, viewer: int) -> Plan:
        top = 1
        seats, middle = self._boards(viewer, top) if self.family is Family.STUD else self._ring(viewer, top)
        below = top + self.ring
        seats = {number: _deepened(seat, (*seats.values(), middle), below) for number, seat in seats.items()}
        hero = Rect(0, below, self.main, self.hero)
        bar = Rect(0, self.height - self.bar, self.main, self.bar)
        log, chat, line = self._words(below + self.hero)
        return Plan(
            title=Rect(0, 0, self.width, 1),
            bar=bar,
            seats=seats,
            scale=self.scale,
            middle=middle,
            hero=hero,
            log=log,
            chat=chat,
            line=line,
            framed=bool(self.side),
        )

    def _words(self, below: int) -> tuple[Rect, Rect, Rect]:
        if not self.side:
            talk = max(32, self.main * 2 // 5)
            x = self.main - talk
            line = Rect(x + 1, below + self.log - 1, talk - 1, 1)
            return Rect(0, below, x, self.log), Rect(x, below, talk, self.log), line
        x = self.main + 1
        chat = min(16, (self.height - 1) * 2 // 5)
        log = self.height - 1 - chat
        return (
            Rect(x, 1, self.side, log),
            Rect(x, 1 + log, self.side, chat),
            Rect(x + 1, self.height - 2, self.side - 2, 1),
        )

    def _ring(self, viewer: int, y: int) -> tuple[dict[int, Rect], Rect]:
        width, height = self._seat_width(), self.seat_height
        left, top, _ = SHAPES[self.places]
        seats: dict[int, Rect] = {}
        for seat, slot in slots(self.places, viewer).items():
            if slot.edge is Edge.TOP:
                x = self._top_column(slot.place, top, width)
                seats[seat] = Rect(x, y, width, height)
            else:
                x = 0 if slot.edge is Edge.LEFT else self.main - width
                seats[seat] = Rect(x, y + self._side_row(slot.place, left), width, height)
        gap = 1 if self.ring > self.least_ring or not self.scale.boxed else 0
        beside = width + 1 if left else (self.main - min(self.main, 56)) // 2
        under = y + height + gap
        room = y + self.ring - under
        least = self.scale.board.height if self.family is Family.BOARD else 0
        felt = min(room, least + _FELT_AROUND)
        return seats, Rect(beside, under + (room - felt) // 2, self.main - 2 * beside, felt)

    def _top_column(self, index: int, count: int, width: int) -> int:
        """The x of a seat at the top; three or more begin and end where the seats at the sides do."""
        if count > _APART:
            return round((self.main - width) * index / (count - 1))
        return (self.main + self.gap) * index // count + (self._top_room(count) - width) // 2

    def _side_row(self, index: int, count: int) -> int:
        height, room = self.seat_height, self.ring - self.seat_height
        slack = room - count * height
        if count == 1:
            return height + (slack + 1) // 2
        return height + (slack + 1) // 2 if index == 0 else self.ring - height - slack // 5

    def _seat_width(self) -> int:
        top = SHAPES[self.places][1]
        if self.family is Family.STUD:
            return (self.main - self.gap) // 2
        if self.family is Family.DRAW:
            return min(28, self._top_room(top))
        cards = 5 * self.scale.board.width + 4
        return min(24, (self.main - cards - 4) // 2, self._top_room(top))

    def _top_room(self, count: int) -> int:
        return (self.main + self.gap) // count - self.gap

    def _boards(self, viewer: int, y: int) -> tuple[dict[int, Rect], Rect]:
        half = self._seat_width()
        pitch = self.seat_height + (0 if self.scale.boxed else 1)
        step = min(pitch + 1, max(pitch, self.ring // self.rows))
        order = list(slots(self.places, viewer))
        spots = [
            Rect(x, y + row * step, half, self.seat_height) for row in range(self.rows) for x in (0, self.main - half)
        ]
        return dict(zip(order, spots, strict=False)), spots[len(order)]


def _deepened(seat: Rect, parts: Iterable[Rect], end: int) -> Rect:
    """Returns a seat with the free rows below it, as far as the next part or the row `end`."""
    under = seat.y + seat.height
    beside = (part.y for part in parts if part.x < seat.x + seat.width and seat.x < part.x + part.width)
    return seat._replace(height=min([seat.height + _WORDS, end - seat.y, *(y - seat.y for y in beside if y >= under)]))
