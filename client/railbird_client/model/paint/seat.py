"""The picture of another player's seat."""

from __future__ import annotations

from msgspec import Struct

from railbird_client.model.cells import chips_text, clip, width_of, wrap, wrap_in
from railbird_client.model.clock import Left
from railbird_client.model.faces import PLAIN, Manner, Size, draw_fan, fan_width, given_up, small_row
from railbird_client.model.ink import Ink, Lines, Run
from railbird_client.model.layout import seat_rows
from railbird_client.model.paint.text import capital, draw_time, time_ink, time_words
from railbird_client.model.results import signed
from railbird_client.model.sheet import Sheet, frame
from railbird_shared.games import Family
from railbird_shared.view import LastAct, SeatView

_NARROW = 12
_LEFT = 2
_COLUMN = 8  # where cards and bets begin, counted from the left edge of the words
_APART = 3  # the most cards of a hand with a board that are written with gaps
_BESIDE = 6  # the cells that words need beside the cards
_ENDINGS = {LastAct.SHOWED: "shows", LastAct.MUCKED: "mucks"}


class SeatFace(Struct, frozen=True):
    """All that the picture of a seat depends on.

    `dealt` is how many cards the game gives, `marks` are the button and blinds, `turn` whether the seat is to act and
    `left` what its clock shows; `asked` when a question on the screen is about seats like this one, `can_sit` when the
    viewer could take it.
    """

    number: int
    seat: SeatView | None
    family: Family
    boxed: bool = False
    cards: Size = Size.SMALL
    dealt: int = 2
    marks: tuple[str, ...] = ()
    turn: bool = False
    left: Left | None = None
    can_sit: bool = False
    asked: bool = False
    manner: Manner = PLAIN

    @property
    def rows(self) -> int:
        """The rows that the seat usually takes; those below are for words that need them."""
        return seat_rows(self.family, self.cards, boxed=self.boxed)

    @property
    def tall(self) -> bool:
        """Whether the seat is a box for large cards beside words."""
        return self.boxed and self.family is not Family.STUD and self.cards is Size.MEDIUM

    @property
    def hit(self) -> str:
        """What a click on the seat presses."""
        return f"seat:{self.number}"


def draw_seat(face: SeatFace, width: int, height: int) -> Lines:
    """Draws a seat in the size given: in its usual rows, and in those below what the words of its hand need."""
    if face.seat is None:
        picture = _draw_empty(face, width)
    elif face.boxed:
        picture = _draw_boxed(face, face.seat, width, max(0, height - face.rows))
    elif face.family is Family.STUD:
        picture = _draw_open_stud(face, face.seat, width, height)
    else:
        picture = _draw_open(face, face.seat, width, height)
    sheet = Sheet(width, height)
    sheet.paste(0, 0, picture.lines())
    return tuple(tuple(Run(run.text, run.ink, run.hit or face.hit) for run in line) for line in sheet.lines())


def name_ink(seat: SeatView) -> Ink:
    """Returns the ink of a name: bright for who plays, dim for who does not, and one of its own for who won."""
    return Ink.WIN if seat.won else Ink.NAME if seat.live else Ink.DIM


def doing(seat: SeatView, family: Family, room: int = 18) -> tuple[str, Ink]:
    """Returns what a seat does or did last, in a few words for `room` cells."""
    if seat.won:
        return f"{'wins ' if room > _NARROW else '+'}{chips_text(seat.won, max(5, room - 5))}", Ink.WIN
    if not seat.connected:
        return "no connection" if room > _NARROW else "no link", Ink.WARN
    if seat.sitting_out and not seat.live:
        return "sitting out" if room > _NARROW else "away", Ink.DIM
    if seat.folded:
        return "fold", Ink.FAINT
    if seat.all_in and seat.last not in _ENDINGS:
        return "ALL-IN", Ink.ALL_IN
    if not seat.in_hand:
        return "", Ink.DIM
    if seat.last is LastAct.DREW:
        return f"{'threw' if family is Family.BOARD else 'drew'} {seat.drew}", Ink.TEXT
    return _ENDINGS.get(seat.last, seat.last.value), Ink.TEXT


def result_words(seat: SeatView) -> str:
    """Returns what a player has won at this table with its sign, nothing where it is nothing: "+38", "−1,200"."""
    return signed(seat.result) if seat.result else ""


def card_runs(face: SeatFace, seat: SeatView, *, close: bool = False) -> list[Run]:
    """Returns a seat's cards in one line: their names, backs, or dots where a hand was given up."""
    if seat.in_hand and not seat.cards and (seat.folded or seat.last is LastAct.MUCKED):
        return [Run("· ·" if face.family is Family.BOARD else "· · ·", Ink.FAINT)]
    if not any(seat.cards) and (face.family is Family.DRAW or len(seat.cards) > _APART):
        return [Run("▒" * len(seat.cards), Ink.BACK)]
    close = close or (face.family is Family.BOARD and len(seat.cards) > _APART)
    return small_row(seat.cards, face.manner, gap="" if close else " ", out=given_up(seat))


def _width(runs: list[Run]) -> int:
    return sum(width_of(run.text) for run in runs)


def _shown(face: SeatFace, seat: SeatView) -> str:
    return "" if face.turn else capital(seat.shown)


def _chips_won(seat: SeatView) -> str:
    return f"+{chips_text(seat.won, 9)}" if seat.won else ""


def _with_chips(seat: SeatView) -> str:
    """The words of a hand behind what it has won."""
    return f"{_chips_won(seat)} {capital(seat.shown)}".strip()


def _draw_name(sheet: Sheet, face: SeatFace, seat: SeatView, x: int, room: int) -> int:
    """Writes number, name and what the seat is; returns the x after them."""
    ink = Ink.TURN if face.turn else name_ink(seat)
    end = x + room
    x = sheet.put(x, 0, str(face.number), Ink.CHOSEN_KEY if face.asked else Ink.DIM)
    x = sheet.put(x, 0, " ")
    x = sheet.put(x, 0, clip(seat.name, end - x), ink)
    return sheet.put(x, 0, " bot", Ink.FAINT) if seat.bot and end - x >= len(" bot") else x


def _marks_width(face: SeatFace) -> int:
    return sum(len(mark) + 2 for mark in face.marks)


def _draw_marks(sheet: Sheet, face: SeatFace, end: int) -> None:
    """Writes the button and blinds so that they end before x = `end`."""
    for mark in reversed(face.marks):
        end = sheet.put_right(end, 0, f" {mark} ", Ink.BUTTON_MARK if mark == "D" else Ink.STRONG)


def _draw_empty(face: SeatFace, width: int) -> Sheet:
    sheet = Sheet(width, face.rows)
    words = "[S] sit here" if face.can_sit else "- empty -"
    if face.boxed:
        frame(sheet, ink=Ink.FAINT)
        sheet.put(2, 0, f" {face.number} ", Ink.FAINT)
        sheet.put(2, 1, words, Ink.DIM if face.can_sit else Ink.FAINT)
    else:
        sheet.put(1, 0, str(face.number), Ink.FAINT)
        x, y = (3, 0) if face.family is Family.STUD else (2, 1)
        sheet.put(x, y, words, Ink.DIM if face.can_sit else Ink.FAINT)
    return sheet


def _draw_open(face: SeatFace, seat: SeatView, width: int, height: int) -> Sheet:
    """Three lines without a border: the name, the chips and cards, what the seat does."""
    sheet = Sheet(width, height)
    if face.turn:
        sheet.put(0, 0, "▶", Ink.TURN)
    x = _draw_name(sheet, face, seat, 1, width - 2 - _marks_width(face))
    _draw_marks(sheet, face, width - 1)
    _draw_holding(sheet, face, seat, width - 1)
    if face.turn and face.left:
        draw_time(sheet, 1, 2, face.left, width - 1)
    elif _shown(face, seat):
        _draw_shown(sheet, seat, x, width - 1 - _marks_width(face))
    else:
        _draw_doing(sheet, face, seat, 2, width - 1)
    return sheet


def _draw_shown(sheet: Sheet, seat: SeatView, begin: int, end: int) -> None:
    """Writes what a hand won and is; where both are too long, the chips go between `begin` and `end`, by the name."""
    won, told = _chips_won(seat), _with_chips(seat)
    room, rows = sheet.width - _LEFT, sheet.height - 2
    if won and len(wrap(told, room)) > rows and end - begin > len(won):
        sheet.put_right(end, 0, won, Ink.WIN)
        won, told = "", capital(seat.shown)
    ink = Ink.STRONG if seat.won else Ink.TEXT
    for row, line in enumerate(wrap_in(told, room, rows), start=2):
        sheet.put(_LEFT, row, line, ink)
    sheet.put(_LEFT, 2, won, Ink.WIN)


def _draw_boxed(face: SeatFace, seat: SeatView, width: int, spare: int) -> Sheet:
    """A box whose lower edge runs off with the clock; it takes `spare` rows more for the words of a hand.

    Where they are too few, the words take the place of what the seat does, and of large cards.
    """
    told = _fitted(_shown(face, seat), width, spare + 1)
    cramped = not told
    if cramped:
        rows = 3 if face.tall else 2
        told = _fitted(_with_chips(seat), width, rows) or wrap_in(_with_chips(seat), width - 6, rows)
    *inside, edge = told
    sheet = Sheet(width, face.rows + (0 if cramped else len(inside)))
    frame(sheet, ink=Ink.TURN if face.turn else Ink.WIN if seat.won else Ink.BORDER, heavy=face.turn)
    if face.family is Family.STUD:
        _draw_boards(sheet, face, seat)
    else:
        _draw_box_name(sheet, face, seat)
        if face.tall and not cramped:
            _draw_tall(sheet, face, seat)
        else:
            _draw_holding(sheet, face, seat, width - 2)
    if not cramped and not face.tall:
        _draw_doing(sheet, face, seat, face.rows - 2, width - 2)
    for row, line in enumerate(inside, start=sheet.height - 1 - len(inside)):
        sheet.put(_LEFT, row, line, Ink.STRONG)
    if cramped and seat.won:
        sheet.put(_LEFT, sheet.height - 1 - len(inside), _chips_won(seat), Ink.WIN)
    _draw_lower_edge(sheet, face, seat, edge)
    return sheet


def _draw_box_name(sheet: Sheet, face: SeatFace, seat: SeatView) -> None:
    """Writes name and marks in the upper edge; where these are long no line is left at its end."""
    marks = _marks_width(face)
    end = sheet.width - (2 if width_of(f"{face.number} {seat.name}") + marks + 5 <= sheet.width else 1)
    sheet.put(1, 0, " ")
    x = _draw_name(sheet, face, seat, 2, end - marks - 3)
    sheet.put(x, 0, " ")
    _draw_marks(sheet, face, end)


def _fitted(words: str, width: int, rows: int) -> list[str]:
    """Returns the words of a hand as lines inside a box and, at last, one in its edge; none if `rows` are too few."""
    if width_of(words) <= width - 6:
        return [words]
    lines = wrap(words, width - 4)
    if len(lines) < rows:
        return [*lines, ""]
    return lines if len(lines) == rows and width_of(lines[-1]) <= width - 6 else []


def _draw_tall(sheet: Sheet, face: SeatFace, seat: SeatView) -> None:
    """Three lines inside the border: cards at the left, chips and doings beside them."""
    fan = sheet.width - 4 - _BESIDE
    if not fan_width(face.dealt, fan):
        _draw_stacked(sheet, face, seat)
        return
    if not draw_fan(sheet, _LEFT, 1, seat.cards, fan, manner=face.manner, out=given_up(seat)):
        sheet.put_runs(_LEFT + 2, 2, card_runs(face, seat))
    x = max(fan_width(face.dealt, fan), fan_width(len(seat.cards), fan)) + 3
    room = sheet.width - 1 - x
    sheet.put(x, 1, chips_text(seat.stack, room), Ink.CHIPS if seat.live or not seat.in_hand else Ink.DIM)
    words, ink = ("to act", Ink.TURN) if face.turn else doing(seat, face.family, room)
    sheet.put(x, 2, words, ink, room=room)
    if seat.bet:
        sheet.put(x, 3, f"●{chips_text(seat.bet, room - 1)}", Ink.CHIPS)


def _draw_stacked(sheet: Sheet, face: SeatFace, seat: SeatView) -> None:
    """Three lines inside the border where cards have no room beside the words: chips, doings, and small cards."""
    sheet.put(_LEFT, 1, chips_text(seat.stack, 9), Ink.CHIPS if seat.live or not seat.in_hand else Ink.DIM)
    _draw_doing(sheet, face, seat, 2, sheet.width - 2)
    sheet.put_runs(_LEFT, 3, card_runs(face, seat))


def _draw_lower_edge(sheet: Sheet, face: SeatFace, seat: SeatView, words: str) -> None:
    """Writes the clock of a turn in the lower edge, or the words of a hand and what the player has won so far."""
    low = sheet.height - 1
    if face.turn and face.left:
        left = f" {time_words(face.left)} "
        cells = sheet.width - 2 - len(left)
        full = face.left.cells(cells)
        x = sheet.put(1, low, "━" * full, time_ink(face.left))
        x = sheet.put(x, low, "╌" * (cells - full), Ink.FAINT)
        sheet.put(x, low, left, time_ink(face.left))
        return
    x = sheet.put(2, low, f" {words} ", Ink.STRONG) if words else 2
    result = f" {result_words(seat)} "
    # Beside the chips that the hand has just brought, the result of the evening would be read as theirs.
    if seat.result and not seat.won and sheet.width - 2 - x >= len(result):
        sheet.put_right(sheet.width - 2, low, result, Ink.DIM)


def _draw_holding(sheet: Sheet, face: SeatFace, seat: SeatView, end: int) -> None:
    """Writes the stack and, in a column of their own, the cards; these have precedence where room is short."""
    runs = card_runs(face, seat)
    if _LEFT + width_of(chips_text(seat.stack, 5)) + 1 + _width(runs) > end:
        runs = card_runs(face, seat, close=True)
    cards = _width(runs)
    stack = chips_text(seat.stack, max(5, end - _LEFT - cards - 1))
    at = max(_LEFT + _COLUMN, _LEFT + width_of(stack) + 1)
    if at + cards > end:
        at = end - cards
    if _LEFT + width_of(stack) < at:
        sheet.put(_LEFT, 1, stack, Ink.CHIPS if seat.live or not seat.in_hand else Ink.DIM)
    sheet.put_runs(max(_LEFT, at), 1, runs)


def _draw_doing(sheet: Sheet, face: SeatFace, seat: SeatView, y: int, end: int) -> None:
    words, ink = ("to act", Ink.TURN) if face.turn else doing(seat, face.family)
    x = sheet.put(_LEFT, y, words, ink)
    if seat.bet:
        bet = f"●{chips_text(seat.bet, 7)}"
        sheet.put(min(max(_LEFT + _COLUMN, x + 1), end - width_of(bet)), y, bet, Ink.CHIPS)


def _draw_open_stud(face: SeatFace, seat: SeatView, width: int, height: int) -> Sheet:
    """Two lines without a border: the name, the chips and what the seat does; its cards. A third is for words."""
    sheet = Sheet(width, height)
    if face.turn:
        sheet.put(0, 0, "▶", Ink.TURN)
    _draw_name(sheet, face, seat, 1, 13)
    sheet.put_right(22, 0, chips_text(seat.stack, 7), Ink.CHIPS)
    words, ink = ("to act", Ink.TURN) if face.turn else doing(seat, face.family)
    x = sheet.put(24, 0, words, ink)
    if seat.bet:
        sheet.put(max(x + 1, 32), 0, f"●{chips_text(seat.bet, 6)}", Ink.CHIPS)
    _draw_marks(sheet, face, width - 1)
    x = sheet.put_runs(3, 1, card_runs(face, seat)) + 1
    if face.turn and face.left:
        draw_time(sheet, max(x, 24), 1, face.left, width - max(x, 24))
    elif width_of(seat.shown) > width - x - 2 and height > face.rows:
        sheet.put(3, 2, _shown(face, seat), Ink.STRONG, room=width - 4)
    else:
        sheet.put(x + 1, 1, _shown(face, seat), Ink.STRONG, room=width - x - 2)
    return sheet


def _draw_boards(sheet: Sheet, face: SeatFace, seat: SeatView) -> None:
    """Writes name, chips and marks of a box in stud, and the cards in it."""
    stack = chips_text(seat.stack, 12)
    sheet.put(1, 0, " ")
    x = _draw_name(sheet, face, seat, 2, sheet.width - len(stack) - 8 - _marks_width(face))
    sheet.put(x, 0, " ")
    begin = sheet.put_right(sheet.width - 1, 0, f" {stack} ", Ink.CHIPS)
    _draw_marks(sheet, face, begin - 1)
    rows, room = face.rows - 3, sheet.width - 4
    fanned = rows >= Size.MEDIUM.height and draw_fan(
        sheet, _LEFT, 1, seat.cards, room, manner=face.manner, out=given_up(seat)
    )
    if not fanned:
        sheet.put_runs(3, 1 + rows // 2 if not seat.cards else 1, card_runs(face, seat))
