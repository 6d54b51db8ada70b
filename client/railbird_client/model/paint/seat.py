"""The picture of another player's seat."""

from __future__ import annotations

from msgspec import Struct

from railbird_client.model.cells import chips_text, clip, width_of
from railbird_client.model.clock import Left
from railbird_client.model.faces import Size, draw_fan, fan_width, small_row
from railbird_client.model.ink import Ink, Lines, Run
from railbird_client.model.paint.text import capital, draw_time, time_ink, time_words
from railbird_client.model.sheet import Sheet, frame
from railbird_shared.games import Family
from railbird_shared.view import LastAct, SeatView

_BOXED_HEIGHT = 4
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
    two_colour: bool = False

    @property
    def hit(self) -> str:
        """What a click on the seat presses."""
        return f"seat:{self.number}"


def draw_seat(face: SeatFace, width: int, height: int) -> Lines:
    """Draws a seat in the size given."""
    sheet = Sheet(width, height)
    if face.seat is None:
        _draw_empty(sheet, face)
    elif face.family is Family.STUD:
        _draw_stud(sheet, face, face.seat)
    elif face.boxed:
        _draw_boxed(sheet, face, face.seat)
    else:
        _draw_open(sheet, face, face.seat)
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


def card_runs(face: SeatFace, seat: SeatView) -> list[Run]:
    """Returns a seat's cards in one line: their names, backs, or dots where a hand was given up."""
    if seat.in_hand and not seat.cards and (seat.folded or seat.last is LastAct.MUCKED):
        return [Run("· ·" if face.family is Family.BOARD else "· · ·", Ink.FAINT)]
    if not any(seat.cards) and (face.family is Family.DRAW or len(seat.cards) > _APART):
        return [Run("▒" * len(seat.cards), Ink.BACK)]
    close = face.family is Family.BOARD and len(seat.cards) > _APART
    return small_row(seat.cards, two_colour=face.two_colour, gap="" if close else " ")


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


def _draw_empty(sheet: Sheet, face: SeatFace) -> None:
    words = "[S] sit here" if face.can_sit else "- empty -"
    if face.boxed:
        frame(sheet, ink=Ink.FAINT)
        sheet.put(2, 0, f" {face.number} ", Ink.FAINT)
        sheet.put(2, 1, words, Ink.DIM if face.can_sit else Ink.FAINT)
    else:
        sheet.put(1, 0, str(face.number), Ink.FAINT)
        x, y = (3, 0) if face.family is Family.STUD else (2, 1)
        sheet.put(x, y, words, Ink.DIM if face.can_sit else Ink.FAINT)


def _draw_open(sheet: Sheet, face: SeatFace, seat: SeatView) -> None:
    """Three lines without a border: the name, the chips and cards, what the seat does."""
    if face.turn:
        sheet.put(0, 0, "▶", Ink.TURN)
    _draw_name(sheet, face, seat, 1, sheet.width - 2 - _marks_width(face))
    _draw_marks(sheet, face, sheet.width - 1)
    _draw_holding(sheet, face, seat, sheet.width - 1)
    if face.turn and face.left:
        draw_time(sheet, 1, 2, face.left, sheet.width - 1)
    else:
        _draw_doing(sheet, face, seat, 2, sheet.width - 1)
    if seat.shown and not face.turn:
        _draw_shown(sheet, seat, 2)


def _draw_boxed(sheet: Sheet, face: SeatFace, seat: SeatView) -> None:
    """Four lines with a border; in turn the lower edge runs off with the clock."""
    edge = Ink.TURN if face.turn else Ink.WIN if seat.won else Ink.BORDER
    frame(sheet, ink=edge, heavy=face.turn)
    sheet.put(1, 0, " ")
    x = _draw_name(sheet, face, seat, 2, sheet.width - 6 - _marks_width(face))
    sheet.put(x, 0, " ")
    _draw_marks(sheet, face, sheet.width - 2)
    if sheet.height > _BOXED_HEIGHT:
        _draw_tall(sheet, face, seat)
    else:
        _draw_holding(sheet, face, seat, sheet.width - 2)
        _draw_doing(sheet, face, seat, 2, sheet.width - 2)
    _draw_lower_edge(sheet, face, seat)


def _draw_tall(sheet: Sheet, face: SeatFace, seat: SeatView) -> None:
    """Three lines inside the border: cards at the left, chips and doings beside them."""
    fan = sheet.width - 4 - _BESIDE
    if not fan_width(face.dealt, fan):
        _draw_stacked(sheet, face, seat)
        return
    if not draw_fan(sheet, _LEFT, 1, seat.cards, fan, two_colour=face.two_colour):
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


def _draw_lower_edge(sheet: Sheet, face: SeatFace, seat: SeatView) -> None:
    low = sheet.height - 1
    if face.turn and face.left:
        words = f" {time_words(face.left)} "
        cells = sheet.width - 2 - len(words)
        full = face.left.cells(cells)
        x = sheet.put(1, low, "━" * full, time_ink(face.left))
        x = sheet.put(x, low, "╌" * (cells - full), Ink.FAINT)
        sheet.put(x, low, words, time_ink(face.left))
    elif seat.shown:
        sheet.put(2, low, f" {clip(capital(seat.shown), sheet.width - 6)} ", Ink.STRONG)


def _draw_holding(sheet: Sheet, face: SeatFace, seat: SeatView, end: int) -> None:
    """Writes the stack and, in a column of their own, the cards; these have precedence where room is short."""
    runs = card_runs(face, seat)
    cards = sum(width_of(run.text) for run in runs)
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


def _draw_shown(sheet: Sheet, seat: SeatView, x: int) -> None:
    words = capital(seat.shown)
    if seat.won:
        x = sheet.put(x, 2, f"+{chips_text(seat.won, 9)} ", Ink.WIN)
    else:
        sheet.put(0, 2, " " * sheet.width)
    sheet.put(x, 2, " " * (sheet.width - x))
    sheet.put(x, 2, words, Ink.STRONG if seat.won else Ink.TEXT, room=sheet.width - x)


def _draw_stud(sheet: Sheet, face: SeatFace, seat: SeatView) -> None:
    if face.boxed:
        _draw_boxed_stud(sheet, face, seat)
        return
    if face.turn:
        sheet.put(0, 0, "▶", Ink.TURN)
    _draw_name(sheet, face, seat, 1, 13)
    sheet.put_right(22, 0, chips_text(seat.stack, 7), Ink.CHIPS)
    words, ink = ("to act", Ink.TURN) if face.turn else doing(seat, face.family)
    x = sheet.put(24, 0, words, ink)
    if seat.bet:
        sheet.put(max(x + 1, 32), 0, f"●{chips_text(seat.bet, 6)}", Ink.CHIPS)
    _draw_marks(sheet, face, sheet.width - 1)
    x = sheet.put_runs(3, 1, card_runs(face, seat)) + 1
    if face.turn and face.left:
        draw_time(sheet, max(x, 24), 1, face.left, sheet.width - max(x, 24))
    elif seat.shown:
        sheet.put(x + 1, 1, capital(seat.shown), Ink.STRONG, room=sheet.width - x - 2)


def _draw_boxed_stud(sheet: Sheet, face: SeatFace, seat: SeatView) -> None:
    edge = Ink.TURN if face.turn else Ink.WIN if seat.won else Ink.BORDER
    frame(sheet, ink=edge, heavy=face.turn)
    stack = chips_text(seat.stack, 12)
    sheet.put(1, 0, " ")
    x = _draw_name(sheet, face, seat, 2, sheet.width - len(stack) - 8 - _marks_width(face))
    sheet.put(x, 0, " ")
    begin = sheet.put_right(sheet.width - 1, 0, f" {stack} ", Ink.CHIPS)
    _draw_marks(sheet, face, begin - 1)
    rows = sheet.height - 3
    if rows < Size.MEDIUM.height or not draw_fan(sheet, 2, 1, seat.cards, sheet.width - 4, two_colour=face.two_colour):
        sheet.put_runs(3, 1 + rows // 2 if not seat.cards else 1, card_runs(face, seat))
    _draw_doing(sheet, face, seat, sheet.height - 2, sheet.width - 2)
    _draw_lower_edge(sheet, face, seat)
