"""The picture of another player's seat."""

from __future__ import annotations

from msgspec import Struct

from railbird_client.model.cells import chips_text, clip, width_of
from railbird_client.model.clock import Left
from railbird_client.model.faces import Size, draw_card, small_row
from railbird_client.model.ink import Ink, Lines, Run
from railbird_client.model.paint.text import capital, draw_time, time_ink, time_words
from railbird_client.model.sheet import Sheet, frame
from railbird_shared.games import Family
from railbird_shared.view import LastAct, SeatView


class SeatFace(Struct, frozen=True):
    """All that the picture of a seat depends on.

    `marks` are the button and blinds, `turn` whether the seat is to act and `left` what its clock shows; `asked` when a
    question on the screen is about seats like this one, `can_sit` when the viewer could take it.
    """

    number: int
    seat: SeatView | None
    family: Family
    boxed: bool = False
    cards: Size = Size.SMALL
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
    """Returns the ink of a name: bright for who plays, dim for who does not."""
    return Ink.NAME if seat.live else Ink.DIM


def doing(seat: SeatView) -> tuple[str, Ink]:
    """Returns what a seat does or did last, in a few words."""
    if seat.won:
        return f"wins {chips_text(seat.won, 13)}", Ink.WIN
    if not seat.connected:
        return "no connection", Ink.WARN
    if seat.sitting_out and not seat.live:
        return "sitting out", Ink.DIM
    if seat.folded:
        return "fold", Ink.FAINT
    if seat.all_in and seat.last is not LastAct.SHOWED:
        return "ALL-IN", Ink.ALL_IN
    if not seat.in_hand:
        return "", Ink.DIM
    if seat.last is LastAct.DREW:
        return f"drew {seat.drew}", Ink.TEXT
    return seat.last.value, Ink.TEXT


def card_runs(face: SeatFace, seat: SeatView) -> list[Run]:
    """Returns a seat's cards in one line: their names, backs, or dots where a hand was given up."""
    if seat.in_hand and not seat.cards and (seat.folded or seat.last is LastAct.MUCKED):
        return [Run("· ·" if face.family is Family.BOARD else "· · ·", Ink.FAINT)]
    if face.family is Family.DRAW and not any(seat.cards):
        return [Run("▒" * len(seat.cards), Ink.BACK)]
    return small_row(seat.cards, two_colour=face.two_colour)


def _runs_width(runs: list[Run]) -> int:
    return sum(width_of(run.text) for run in runs)


def _title(face: SeatFace, seat: SeatView, room: int) -> tuple[str, str]:
    """Returns the name that fits and the marks beside it."""
    marks = " ".join(face.marks)
    bot = "" if not seat.bot else " °"
    return clip(seat.name, room - len(str(face.number)) - len(marks) - len(bot) - 3) + bot, marks


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
    name, marks = _title(face, seat, sheet.width)
    if face.turn:
        sheet.put(0, 0, "▶", Ink.TURN)
    x = sheet.put(1, 0, f"{face.number} ", Ink.DIM)
    sheet.put(x, 0, name, Ink.TURN if face.turn else name_ink(seat))
    sheet.put_right(sheet.width - 1, 0, marks, Ink.STRONG)
    _draw_holding(sheet, face, seat, 2, sheet.width - 1, 1)
    if face.turn and face.left:
        draw_time(sheet, 1, 2, face.left, sheet.width - 1)
    else:
        _draw_doing(sheet, face, seat, 2, sheet.width - 1, 2)
    if seat.shown and not face.turn:
        _draw_shown(sheet, seat, 2)


def _draw_boxed(sheet: Sheet, face: SeatFace, seat: SeatView) -> None:
    """Four lines with a border; in turn the lower edge runs off with the clock."""
    edge = Ink.TURN if face.turn else Ink.WIN if seat.won else Ink.BORDER
    frame(sheet, ink=edge, heavy=face.turn)
    name, marks = _title(face, seat, sheet.width - 4)
    x = sheet.put(1, 0, f" {face.number} ", Ink.DIM)
    sheet.put(x, 0, f"{name} ", Ink.TURN if face.turn else name_ink(seat))
    if marks:
        sheet.put_right(sheet.width - 1, 0, f" {marks} ", Ink.STRONG)
    _draw_holding(sheet, face, seat, 2, sheet.width - 2, 1)
    _draw_doing(sheet, face, seat, 2, sheet.width - 2, 2)
    _draw_lower_edge(sheet, face, seat)


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


def _draw_holding(sheet: Sheet, face: SeatFace, seat: SeatView, x: int, end: int, y: int) -> None:
    runs = card_runs(face, seat)
    cards = _runs_width(runs)
    stack = chips_text(seat.stack, max(5, end - x - cards - 1))
    at = max(x + 8, x + width_of(stack) + 1)
    if at + cards > end:
        at = end - cards
    if x + width_of(stack) < at:
        sheet.put(x, y, stack, Ink.CHIPS if seat.live or not seat.in_hand else Ink.DIM)
    sheet.put_runs(max(x, at), y, runs)


def _draw_doing(sheet: Sheet, face: SeatFace, seat: SeatView, x: int, end: int, y: int) -> None:
    words, ink = ("to act", Ink.TURN) if face.turn else doing(seat)
    sheet.put(x, y, words, ink)
    if seat.bet:
        bet = f"●{chips_text(seat.bet, 7)}"
        at = max(x + 8, x + width_of(words) + 1)
        sheet.put(min(at, end - width_of(bet)), y, bet, Ink.CHIPS)


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
    sheet.put(1, 0, f"{face.number} ", Ink.DIM)
    sheet.put(3, 0, seat.name, Ink.TURN if face.turn else name_ink(seat), room=10)
    stack = chips_text(seat.stack, 7)
    sheet.put_right(21, 0, stack, Ink.CHIPS)
    words, ink = ("to act", Ink.TURN) if face.turn else doing(seat)
    x = sheet.put(23, 0, words, ink)
    if seat.bet:
        sheet.put(max(x + 1, 31), 0, f"●{chips_text(seat.bet, 6)}", Ink.CHIPS)
    sheet.put_right(sheet.width - 1, 0, " ".join(face.marks), Ink.STRONG)
    x = sheet.put_runs(3, 1, card_runs(face, seat)) + 1
    if face.turn and face.left:
        draw_time(sheet, max(x, 24), 1, face.left, sheet.width - max(x, 24))
    elif seat.shown:
        sheet.put(x + 1, 1, capital(seat.shown), Ink.STRONG, room=sheet.width - x - 2)


def _draw_boxed_stud(sheet: Sheet, face: SeatFace, seat: SeatView) -> None:
    edge = Ink.TURN if face.turn else Ink.WIN if seat.won else Ink.BORDER
    frame(sheet, ink=edge, heavy=face.turn)
    x = sheet.put(1, 0, f" {face.number} ", Ink.DIM)
    stack = chips_text(seat.stack, 12)
    room = sheet.width - x - len(stack) - 6
    x = sheet.put(x, 0, seat.name, Ink.TURN if face.turn else name_ink(seat), room=room)
    sheet.put(x, 0, " ")
    marks = "".join(f"{mark} " for mark in face.marks)
    begin = sheet.put_right(sheet.width - 1, 0, f" {stack} ", Ink.CHIPS)
    if marks:
        sheet.put_right(begin - 1, 0, f" {marks}", Ink.STRONG)
    rows = sheet.height - 3
    if rows >= Size.MEDIUM.height and seat.cards:
        for index, card in enumerate(seat.cards):
            draw_card(sheet, 2 + 5 * index, 1, card, Size.MEDIUM, two_colour=face.two_colour)
    else:
        sheet.put_runs(3, 1 + rows // 2 if not seat.cards else 1, card_runs(face, seat))
    _draw_doing(sheet, face, seat, 2, sheet.width - 2, sheet.height - 2)
    _draw_lower_edge(sheet, face, seat)
