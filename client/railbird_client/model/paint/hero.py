"""The picture of the viewer's own place: cards, stack, what they make, and the clock of his turn."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from railbird_client.model.cells import chips_text, width_of, wrap, wrap_in
from railbird_client.model.clock import Left
from railbird_client.model.faces import PLAIN, Finish, Manner, Size, draw_card
from railbird_client.model.ink import Ink, Lines
from railbird_client.model.paint.seat import SeatFace, doing, draw_seat, result_words
from railbird_client.model.paint.text import capital, draw_time
from railbird_client.model.sheet import Sheet, frame, rule
from railbird_shared.cards import Card
from railbird_shared.games import Family
from railbird_shared.view import SeatView

_TEXT_ROOM = 30
_USUAL_ROWS = 4  # more rows have room for words of two lines


class HeroFace(Struct, frozen=True):
    """All that the picture of the own place depends on.

    `down` tells which cards nobody else sees; `fresh` cards have just come; in the draw `choosing` is on and `thrown`
    names the cards to go, by their place. Cards of a hand given up are `gone`: only their owner still sees them.
    """

    seat: SeatView
    family: Family
    boxed: bool = False
    size: Size = Size.MEDIUM
    cards: tuple[Card, ...] = ()
    down: tuple[bool, ...] = ()
    fresh: frozenset[int] = frozenset()
    thrown: frozenset[int] = frozenset()
    choosing: bool = False
    gone: bool = False
    words: str = ""
    marks: tuple[str, ...] = ()
    turn: bool = False
    left: Left | None = None
    status: str = ""
    manner: Manner = PLAIN


class RailFace(Struct, frozen=True):
    """The place of one who looks on: the first seat of the table, in the size of the others, lies at the bottom."""

    bottom: SeatFace
    width: int
    words: str
    boxed: bool = False


def draw_hero(face: HeroFace | RailFace, width: int, height: int) -> Lines:
    """Draws the own place in the size given."""
    sheet = Sheet(width, height)
    if isinstance(face, RailFace):
        _draw_rail(sheet, face)
        return sheet.lines()
    top = _draw_edges(sheet, face)
    inside = height - top - (1 if face.boxed else 0)
    x = _draw_cards(sheet, face, top, inside) if face.cards else 2
    _draw_words(sheet, face, max(x + 2, 18), top + max(0, (inside - 4) // 2), roomy=inside > _USUAL_ROWS)
    return sheet.lines()


def _draw_edges(sheet: Sheet, face: HeroFace) -> int:
    title = f"{face.seat.name} · seat {face.seat.seat}"
    ink = Ink.TURN if face.turn else Ink.WIN if face.seat.won else Ink.BORDER
    if face.boxed:
        frame(sheet, title=title, ink=ink, heavy=face.turn)
    else:
        rule(sheet, 0, title, ink=ink)
    x = width_of(title) + (6 if face.boxed else 4)
    for mark in face.marks:
        x = sheet.put(x, 0, f" {mark} ", Ink.BUTTON_MARK if mark == "D" else Ink.STRONG)
    return 1


def _draw_cards(sheet: Sheet, face: HeroFace, top: int, inside: int) -> int:
    size = _size(sheet, face)
    lift = 1 if face.family is Family.DRAW and inside > size.height else 0
    y = top + max(0, (inside - size.height - 2 * lift) // 2)
    x = 3 if face.boxed else 2
    for index, card in enumerate(face.cards):
        if index and face.family is Family.STUD and face.down[index] != face.down[index - 1]:
            for row in range(size.height):
                sheet.put(x, y + row, "┊", Ink.FAINT)
            x += 2
        out = index in face.thrown
        low = lift if (out or not face.choosing) else 0
        hit = str(index + 1) if face.choosing else ""
        draw_card(
            *(sheet, x, y + low, card, size),
            two_colour=face.manner.two_colour,
            finish=Finish.OUT if out else _finish(face, index),
            mark=face.manner.mark(card),
            hit=hit,
        )
        if face.choosing:
            _label(sheet, x, y, size, index + 1, below=lift > 0, out=out)
        x += size.width + 1
    return x


def _finish(face: HeroFace, index: int) -> Finish:
    if face.gone:
        return Finish.OUT
    return Finish.FRESH if index in face.fresh else face.manner.finish(face.cards[index])


def _label(sheet: Sheet, x: int, y: int, size: Size, digit: int, *, below: bool, out: bool) -> None:
    """Says below a card what becomes of it; where there is no row for that, in the edges of the card."""
    ink, hit = Ink.WARN if out else Ink.DIM, str(digit)
    if below:
        words = ("drop" if out else "keep") if size is Size.LARGE else ("out" if out else "in")
        sheet.put(x, y + size.height + 1, f"{hit} {words}", ink, hit)
        return
    middle = x + size.width // 2
    sheet.put(middle, y, hit, Ink.KEY, hit)
    if out:
        sheet.put(middle - 1, y + size.height - 1, "out", ink, hit)


def _size(sheet: Sheet, face: HeroFace) -> Size:
    changes = sum(one != other for one, other in pairwise(face.down)) if face.family is Family.STUD else 0
    needed = len(face.cards) * (face.size.width + 1) + 2 * changes + _TEXT_ROOM
    return face.size if needed <= sheet.width else Size.MEDIUM


def _draw_words(sheet: Sheet, face: HeroFace, x: int, y: int, *, roomy: bool) -> None:
    seat = face.seat
    end = sheet.width - (2 if face.boxed else 1)
    room = end - x
    at = sheet.put(x, y, "stack ", Ink.DIM)
    at = sheet.put(at, y, chips_text(seat.stack, 15), Ink.CHIPS)
    if seat.result:
        at = sheet.put(at + 1, y, result_words(seat), Ink.WIN if seat.result > 0 else Ink.DIM)
    if seat.bet:
        at = sheet.put(at + 2, y, "bet ", Ink.DIM)
        at = sheet.put(at, y, f"●{chips_text(seat.bet, 9)}", Ink.CHIPS)
    words, ink = doing(seat, face.family)
    if words and not face.turn:
        sheet.put(at + 2, y, words, ink, room=end - at - 2)
    lines = wrap_in(capital(face.words), room, 2 if roomy else 1)
    for row, line in enumerate(lines, start=y + 1):
        sheet.put(x, row, line, Ink.STRONG)
    y += 1 + len(lines)
    if face.turn:
        _draw_turn(sheet, face, x, y, room)
    else:
        sheet.put(x, y, face.status, Ink.DIM, room=room)


def _draw_turn(sheet: Sheet, face: HeroFace, x: int, y: int, room: int) -> None:
    if face.choosing:
        waiting = "YOUR DRAW" if face.family is Family.DRAW else "YOUR DISCARD"
        words = f"throwing {len(face.thrown)} of {len(face.cards)}" if face.thrown else waiting
    else:
        words = "YOUR TURN"
    at = sheet.put(x, y, words, Ink.TURN) + 2
    if face.left is None:
        return
    if x + room - at >= 14:
        draw_time(sheet, at, y, face.left, min(36, x + room - at))
    else:
        draw_time(sheet, x, y + 1, face.left, min(30, room))


def _draw_rail(sheet: Sheet, face: RailFace) -> None:
    if face.boxed:
        frame(sheet, title="on the rail")
    else:
        rule(sheet, 0, "on the rail")
    inside = sheet.height - (2 if face.boxed else 1)
    height = min(inside, face.bottom.rows)
    seat = draw_seat(face.bottom, face.width, height)
    if not face.bottom.boxed:
        sheet.paste(2, 1, seat)
        sheet.put(face.width + 5, 2, face.words, Ink.DIM, room=sheet.width - face.width - 6)
        return
    x = (sheet.width - face.width) // 2
    sheet.paste(x, 1 + (inside - height) // 2, seat)
    words = wrap(face.words, x - 5)
    for row, line in enumerate(words, start=1 + (inside - len(words)) // 2):
        sheet.put(3, row, line, Ink.DIM)
