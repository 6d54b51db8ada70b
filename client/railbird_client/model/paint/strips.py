"""The pictures made of lines of words: the title, the log, the chat, and the small screen's rows."""

from __future__ import annotations

from msgspec import Struct

from railbird_client.model.cells import chips_text, width_of, wrap
from railbird_client.model.chatter import Said
from railbird_client.model.faces import small, small_row
from railbird_client.model.ink import Ink, Lines, Run
from railbird_client.model.paint.hero import HeroFace
from railbird_client.model.paint.middle import MiddleFace
from railbird_client.model.paint.seat import SeatFace, card_runs, doing, name_ink, result_words
from railbird_client.model.paint.text import capital, draw_time, sentence_runs, time_words
from railbird_client.model.sheet import Sheet, frame, rule


class TitleFace(Struct, frozen=True):
    """The first line of the screen: ways to say where one is, the longest first, and what stands at the right.

    There is `trouble` when the connection is not what it should be.
    """

    left: tuple[str, ...]
    right: str
    trouble: bool = False


def draw_title(face: TitleFace, width: int, height: int) -> Lines:
    """Draws the title across the screen; what stands at the right stays whole."""
    sheet = Sheet(width, height)
    begin = sheet.put_right(width - 1, 0, face.right, Ink.WARN if face.trouble else Ink.DIM)
    room = begin - 3
    left = next((words for words in face.left if width_of(words) <= room), face.left[-1])
    sheet.put(1, 0, left, Ink.TITLE, room=room)
    return sheet.lines()


class LogFace(Struct, frozen=True):
    """The last sentences of the hand."""

    title: str
    sentences: tuple[str, ...]
    framed: bool = False
    two_colour: bool = False


def draw_log(face: LogFace, width: int, height: int) -> Lines:
    """Draws the end of the log, the newest sentence at the bottom once the room is full."""
    sheet = Sheet(width, height)
    x, top, room, rows = _edges(sheet, face.title, framed=face.framed)
    lines: list[tuple[str, Ink]] = []
    for sentence in face.sentences[-rows:] if rows > 0 else ():
        ink = Ink.HEADING if sentence.startswith("—") else Ink.WIN if " wins " in sentence else Ink.TEXT
        words = sentence if width_of(sentence) <= room else sentence.removesuffix(" —")
        lines += [(line, ink) for line in wrap(words, room, indent=2)]
    for y, (line, ink) in enumerate(lines[-rows:] if rows > 0 else ()):
        sheet.put_runs(x, top + y, sentence_runs(line, ink, two_colour=face.two_colour))
    return sheet.lines()


class ChatFace(Struct, frozen=True):
    """The last lines said; `typing` while the viewer writes one himself."""

    lines: tuple[Said, ...]
    framed: bool = False
    typing: bool = False


def draw_chat(face: ChatFace, width: int, height: int) -> Lines:
    """Draws the end of the conversation above the line to write in."""
    sheet = Sheet(width, height)
    title = "chat · Esc back" if face.typing else "chat · Tab"
    x, top, room, rows = _edges(sheet, title, framed=face.framed)
    if face.framed or face.typing:
        rows -= 1
    if face.framed and not face.typing:
        sheet.put(x, top + rows, "Tab to say something", Ink.FAINT, room=room)
    lines: list[list[Run]] = []
    for said in face.lines[-rows:] if rows > 0 else ():
        lines += _said_lines(said, room)
    for y, runs in enumerate(lines[-rows:] if rows > 0 else ()):
        sheet.put_runs(x, top + y, runs)
    return tuple(tuple(Run(run.text, run.ink, "chat") for run in line) for line in sheet.lines())


def _said_lines(said: Said, room: int) -> list[list[Run]]:
    name = f"{said.name}{' (rail)' if said.rail else ''}: "
    first, *rest = wrap(name + said.text, room, indent=2)
    if not first.startswith(name):
        return [[Run(line)] for line in (first, *rest)]
    head = [Run(name, Ink.DIM if said.rail else Ink.NAME), Run(first[len(name) :])]
    return [head, *([Run(line)] for line in rest)]


def _edges(sheet: Sheet, title: str, *, framed: bool) -> tuple[int, int, int, int]:
    """Draws the edges of a list and returns its first x and y, its width and its rows."""
    if framed:
        frame(sheet, title=title)
        return 2, 1, sheet.width - 4, sheet.height - 2
    rule(sheet, 0, title)
    return 1, 1, sheet.width - 2, sheet.height - 1


class RowsFace(Struct, frozen=True):
    """A whole table in plain rows, for a small screen; `notice` alone when even that does not fit."""

    seats: tuple[SeatFace, ...] = ()
    middle: MiddleFace | None = None
    hero: HeroFace | None = None
    notice: str = ""


def draw_rows(face: RowsFace, width: int, height: int) -> Lines:
    """Draws the table as rows: the seats, the middle, the own place."""
    sheet = Sheet(width, height)
    if face.notice:
        for y, line in enumerate(wrap(face.notice, max(1, width - 2))):
            sheet.put(1, y, line, Ink.WARN)
        return sheet.lines()
    y = 0
    for seat in face.seats:
        _draw_row(sheet, y, seat)
        y += 1
    if face.middle:
        _draw_middle_row(sheet, y, face.middle)
    if face.hero:
        _draw_hero_rows(sheet, y + 1, face.hero)
    return sheet.lines()


def _draw_row(sheet: Sheet, y: int, face: SeatFace) -> None:
    seat = face.seat
    sheet.put(0, y, "▶" if face.turn else " ", Ink.TURN)
    sheet.put(1, y, f"{face.number:>2} ", Ink.DIM)
    if seat is None:
        sheet.put(4, y, "[S] sit here" if face.can_sit else "- empty -", Ink.FAINT, face.hit)
        return
    sheet.put(4, y, seat.name, Ink.TURN if face.turn else name_ink(seat), face.hit, room=11)
    sheet.put_right(24, y, chips_text(seat.stack, 8), Ink.CHIPS)
    runs = card_runs(face, seat)
    x = max(26, sheet.put_runs(26, y, runs)) + 2
    words, ink = ("to act", Ink.TURN) if face.turn else doing(seat, face.family)
    if face.turn and face.left:
        words = f"to act {time_words(face.left)}"
    elif seat.shown:
        words = f"+{chips_text(seat.won, 7)}" if seat.won else ""
    x = sheet.put(max(x, 33), y, words, ink)
    if seat.bet:
        x = sheet.put(x + 1, y, f"●{chips_text(seat.bet, 7)}", Ink.CHIPS)
    marks = " ".join(face.marks)
    if seat.shown:
        x += 1 if words else 0
        room = sheet.width - x - 1 - (len(marks) + 1 if marks else 0)
        sheet.put(x, y, capital(seat.shown), Ink.STRONG if seat.won else Ink.TEXT, room=max(0, room))
    sheet.put_right(sheet.width - 1, y, marks, Ink.STRONG)


def _draw_middle_row(sheet: Sheet, y: int, face: MiddleFace) -> None:
    x = 1
    if face.board:
        x = sheet.put(x, y, "board ", Ink.DIM)
        x = sheet.put_runs(x, y, small_row(face.board, face.manner)) + 2
    if face.result:
        words = " · ".join(face.brief if len(face.result) > 1 and face.brief else face.result)
        sheet.put(x, y, words, Ink.WIN, room=sheet.width - x - 1)
        return
    if face.total:
        x = sheet.put(x, y, "pot ", Ink.DIM)
        x = sheet.put(x, y, f"{face.total:,}", Ink.CHIPS) + 2
    sheet.put(x, y, face.status, Ink.DIM, room=sheet.width - x - 1)


def _draw_hero_rows(sheet: Sheet, y: int, face: HeroFace) -> None:
    rule(sheet, y, f"{face.seat.name} · seat {face.seat.seat}", ink=Ink.TURN if face.turn else Ink.BORDER)
    x = sheet.put_runs(1, y + 1, _choice_runs(face) if face.choosing else _own_runs(face)) + 2
    x = sheet.put(max(x, 8), y + 1, chips_text(face.seat.stack, 10), Ink.CHIPS) + 1
    x = sheet.put(x, y + 1, result_words(face.seat), Ink.DIM) + (2 if face.seat.result else 1)
    if face.turn and face.left and sheet.width - x > 30:
        end = sheet.width - 22
        sheet.put(x, y + 1, capital(face.words), Ink.STRONG, room=max(0, end - x - 1))
        draw_time(sheet, end, y + 1, face.left, 21)
        return
    sheet.put(x, y + 1, capital(face.words) or face.status, Ink.STRONG, room=max(0, sheet.width - x - 1))


def _own_runs(face: HeroFace) -> list[Run]:
    return small_row(face.cards, face.manner, out=face.gone)


def _choice_runs(face: HeroFace) -> list[Run]:
    """The own cards to choose from: a click chooses one, and those to go stand in parentheses."""
    runs: list[Run] = []
    for index, card in enumerate(face.cards):
        text, ink, _ = small(card, face.manner)
        out = index in face.thrown
        runs += [Run(f"({text})" if out else text, Ink.FAINT if out else ink, str(index + 1)), Run(" ")]
    return runs[:-1]
